// A hand that grabs a body of the plane, drags it and throws it.

/** Lets the reader grab bodies. `may(body)` tells which; `heavy` is how much of a throw it takes. */
export class Grab {
  body = -1;
  grabs = 0;

  constructor(plane, world, may) {
    Object.assign(this, { plane, world, may });
    plane.listen({
      press: (point) => this.#take(point),
      release: () => { this.body = -1; },
    });
  }

  /** Takes what is under the hand or, for fingers, within a little of it. */
  #take(point) {
    const reach = 14 * this.plane.dots / this.plane.scale;
    const near = this.world.closest([...point, 0], reach, { accept: (body) => this.may(body) });
    this.body = near ? near.body : -1;
    this.grabs += near ? 1 : 0;
    if (near) this.offset = point.map((at, k) => this.world.pose(near.body).position[k] - at);
  }

  /** Before a step: gives what is held the speed that brings it to the hand, which it keeps when thrown. */
  pull(most = 60) {
    const { body, world, plane: { hand } } = this;
    if (body < 0) return;
    const { position } = world.pose(body);
    const way = [0, 1].map((k) => (hand.at[k] + this.offset[k] - position[k]) * 15);
    const slower = Math.min(1, most / Math.hypot(...way));
    world.setVelocity(body, [way[0] * slower, way[1] * slower, 0], [0, 0, 0]);
  }
}
