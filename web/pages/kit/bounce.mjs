// The motion of a game without a solver: bodies that fly straight on and bounce off what they meet.

/** The speeds of all bodies of a world, and how hard they are to push: 1 / mass, 0 for what nothing moves. */
export class Bounces {
  constructor(world, { bounce = 1, spin = 1 } = {}) {
    Object.assign(this, { world, bounce, spin });
    this.ease = []; // 1 / mass
    this.turn = []; // 1 / moment of inertia, as if it were a ball
    this.pushes = [];
    this.milliseconds = 0; // that carom took for the last step
  }

  /** Tells how heavy and how large a body is. */
  add(body, mass, radius) {
    this.ease[body] = 1 / mass;
    this.turn[body] = this.spin / (0.4 * mass * radius * radius);
    return body;
  }

  /** Steps the world. What overlaps is pushed apart, and bounces unless it already moves apart. */
  step(seconds) {
    const { world } = this;
    world.pull();
    const kept = world.velocities.slice();
    this.#spendPushes(seconds);
    world.pushVelocities();
    const start = performance.now();
    world.step(seconds);
    this.milliseconds = performance.now() - start;
    world.pull();
    world.velocities.set(kept);
    const contacts = world.contacts();
    this.#bounceAll(contacts);
    world.pushVelocities();
    return contacts;
  }

  /** Each push moves a body in one step only, so that it gains no speed by it. */
  #spendPushes(seconds) {
    const { world: { velocities }, pushes } = this;
    for (let i = 0; i < pushes.length; i++) {
      if (pushes[i]) velocities[i] += pushes[i] / seconds;
    }
    pushes.fill(0);
  }

  #bounceAll(contacts) {
    const bodies = [contacts.column('a.body'), contacts.column('b.body')];
    const normal = contacts.column('manifold.normal');
    const point = contacts.column('manifold.points.0.position');
    const depth = contacts.column('manifold.points.0.separation');
    for (let i = 0; i < contacts.count; i++) {
      const [a, b] = bodies.map(({ array, first, stride }) => array[first + i * stride]);
      const n = normal.first + i * normal.stride;
      const p = point.first + i * point.stride;
      const gap = depth.array[depth.first + i * depth.stride];
      this.#meet(a, b, normal.array.subarray(n, n + 3), point.array.subarray(p, p + 3), gap);
    }
  }

  /** The impulse of two balls at a point: along the normal, which leads from a to b. */
  #meet(a, b, n, point, gap) {
    const [easeA, easeB] = [this.ease[a] ?? 0, this.ease[b] ?? 0];
    if (easeA + easeB === 0) return;
    const armA = this.#arm(a, n, point);
    const armB = this.#arm(b, n, point);
    const speed = this.#speed(b, n, armB) - this.#speed(a, n, armA);
    if (speed < 0) {
      const inertia = easeA + easeB + this.#turning(a, armA) + this.#turning(b, armB);
      const impulse = -(1 + this.bounce) * speed / inertia;
      this.#push(a, n, armA, -impulse);
      this.#push(b, n, armB, impulse);
    }
    const apart = 0.4 * Math.min(gap, 0) / (easeA + easeB);
    for (let k = 0; k < 3; k++) {
      this.pushes[3 * a + k] = (this.pushes[3 * a + k] ?? 0) + easeA * apart * n[k];
      this.pushes[3 * b + k] = (this.pushes[3 * b + k] ?? 0) - easeB * apart * n[k];
    }
  }

  /** (point - position) x n, by which the impulse turns a body. */
  #arm(body, n, point) {
    const { positions } = this.world;
    const [x, y, z] = [0, 1, 2].map((k) => point[k] - positions[3 * body + k]);
    return [y * n[2] - z * n[1], z * n[0] - x * n[2], x * n[1] - y * n[0]];
  }

  #speed(body, n, arm) {
    const { velocities, angularVelocities } = this.world;
    let speed = 0;
    for (let k = 0; k < 3; k++) {
      speed += velocities[3 * body + k] * n[k] + angularVelocities[3 * body + k] * arm[k];
    }
    return speed;
  }

  #turning(body, arm) {
    return (this.turn[body] ?? 0) * (arm[0] ** 2 + arm[1] ** 2 + arm[2] ** 2);
  }

  #push(body, n, arm, impulse) {
    const { velocities, angularVelocities } = this.world;
    const [ease, turn] = [impulse * (this.ease[body] ?? 0), impulse * (this.turn[body] ?? 0)];
    for (let k = 0; k < 3; k++) {
      velocities[3 * body + k] += ease * n[k];
      angularVelocities[3 * body + k] += turn * arm[k];
    }
  }
}
