// Shows a world in three.js, which the game passes in: bodies of one shape are drawn in one call.
//
//     import * as THREE from 'three';
//     const figures = new Figures(THREE, world);
//     scene.add(figures.group);
//     figures.update();    // in each frame, after world.step and world.pull

const FILLS = ['#8ecae6', '#ffb703', '#95d5b2', '#e5989b'];
const STATIC = '#c3ccd0';
// As lineParts of views.mjs orders them: kinematic, static, sensor, contact, bounds, tree, cell.
const LINES = ['#219ebc', '#8d99ae', '#9d4edd', '#d00000', '#80b918', '#7a5195', '#2f8f9d'];

/** The options of Figures, with what they are when left out. */
const defaults = {
  detail: 0, // lines of a full circle; 0 means 16
  material: undefined, // one of three; undefined makes a MeshStandardMaterial
  colour: (body, fixed) => (fixed ? STATIC : FILLS[body % FILLS.length]),
};

export class Figures {
  #three;
  #world;
  #changes = -1;
  #crowds = new Map(); // by shapes
  #lines;

  /** Takes the namespace of three and a world. */
  constructor(three, world, options = {}) {
    const other = Object.keys(options).find((name) => !(name in defaults));
    if (other !== undefined) throw new TypeError(`figures have no ${other}`);
    Object.assign(this, defaults, options);
    this.#three = three;
    this.#world = world;
    this.material ??= new three.MeshStandardMaterial({ roughness: 0.6 });
    this.group = new three.Group();
  }

  /** Moves everything to where the bodies were at the last pull. It allocates nothing, unless bodies,
   * colliders or their shapes have changed. */
  update() {
    if (this.#changes !== this.#world.changes) this.#collect();
    const { positions, rotations } = this.#world;
    for (const crowd of this.#crowds.values()) {
      const { array } = crowd.mesh.instanceMatrix;
      for (let i = 0; i < crowd.bodies.length; i++) {
        const body = crowd.bodies[i];
        writeMatrix(array, 16 * i, positions, 3 * body, rotations, 4 * body, crowd.locals, 12 * i);
      }
      crowd.mesh.instanceMatrix.needsUpdate = true;
    }
  }

  /** Gives all colliders of a body a colour, until bodies or colliders change. */
  paint(body, colour) {
    const shade = new this.#three.Color(colour);
    for (const { bodies, mesh } of this.#crowds.values()) {
      bodies.forEach((other, i) => {
        if (other !== body) return;
        mesh.setColorAt(i, shade);
        mesh.instanceColor.needsUpdate = true;
      });
    }
  }

  /** The body that a hit of three's Raycaster shows, or undefined. */
  bodyOf({ object, instanceId }) {
    return [...this.#crowds.values()].find(({ mesh }) => mesh === object)?.bodies[instanceId];
  }

  /** Shows the lines of world.debugLines with these options; null hides them. */
  debug(options = {}) {
    if (this.#lines) {
      this.group.remove(this.#lines);
      this.#lines.geometry.dispose();
      this.#lines.material.dispose();
      this.#lines = undefined;
    }
    if (options === null) return;
    const three = this.#three;
    const { ends, parts } = this.#world.debugLines(options);
    const shades = LINES.map((colour) => new three.Color(colour).toArray());
    const colours = new Float32Array(6 * parts.length);
    parts.forEach((part, i) => {
      colours.set(shades[part], 6 * i);
      colours.set(shades[part], 6 * i + 3);
    });
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.BufferAttribute(ends.slice(), 3));
    geometry.setAttribute('color', new three.BufferAttribute(colours, 3));
    this.#lines = new three.LineSegments(geometry, new three.LineBasicMaterial({ vertexColors: true }));
    this.#lines.frustumCulled = false;
    this.group.add(this.#lines);
  }

  /** Frees what the graphics card holds, but the material. */
  dispose() {
    this.debug(null);
    for (const crowd of this.#crowds.values()) this.#drop(crowd);
    this.#crowds.clear();
  }

  // ---- Within ----

  /** Groups all colliders by their shapes. */
  #collect() {
    const world = this.#world;
    const before = this.#crowds;
    this.#changes = world.changes;
    this.#crowds = new Map();
    for (const body of world.bodies()) {
      if (!world.isEnabled(body)) continue;
      for (const collider of world.collidersOf(body)) {
        const key = JSON.stringify(world.shapeOf(collider));
        if (!this.#crowds.has(key)) this.#crowds.set(key, { bodies: [], colliders: [], ids: new Set() });
        const crowd = this.#crowds.get(key);
        crowd.bodies.push(body);
        crowd.colliders.push(collider);
        crowd.ids.add(world.colliderId(collider));
      }
    }
    for (const [key, crowd] of this.#crowds) {
      crowd.geometry = takeGeometry(before.get(key), crowd) ?? this.#geometryOf(crowd.colliders[0]);
      this.#fill(crowd);
    }
    for (const crowd of before.values()) this.#drop(crowd);
  }

  #geometryOf(collider) {
    const three = this.#three;
    const { positions, normals, indices } = this.#world.meshOf(collider, this.detail);
    const geometry = new three.BufferGeometry();
    geometry.setAttribute('position', new three.BufferAttribute(positions, 3));
    geometry.setAttribute('normal', new three.BufferAttribute(normals, 3));
    geometry.setIndex(new three.BufferAttribute(indices, 1));
    return geometry;
  }

  #fill(crowd) {
    const three = this.#three;
    const world = this.#world;
    const count = crowd.bodies.length;
    crowd.mesh = new three.InstancedMesh(crowd.geometry, this.material, count);
    crowd.mesh.frustumCulled = false; // its bounds would be those of the first matrices
    crowd.locals = new Float32Array(12 * count);
    crowd.colliders.forEach((collider, i) => {
      const { position, rotation } = world.localPose(collider);
      writeLocal(crowd.locals, 12 * i, position, rotation);
      const body = crowd.bodies[i];
      crowd.mesh.setColorAt(i, new three.Color(this.colour(body, world.kindOf(body) === 'static')));
    });
    this.group.add(crowd.mesh);
  }

  #drop({ mesh, geometry }) {
    this.group.remove(mesh);
    mesh.dispose();
    geometry?.dispose();
  }
}

/** Takes the geometry of an earlier crowd if a collider was in it, too: else an asset may be another one that
 * is at the same address now. */
function takeGeometry(before, { ids }) {
  if (!before || ![...ids].some((id) => before.ids.has(id))) return undefined;
  const { geometry } = before;
  before.geometry = undefined;
  return geometry;
}

/** Nine numbers of a rotation x y z w by columns, and a position. */
function writeLocal(out, at, position, [x, y, z, w]) {
  out.set([
    1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w),
    2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w),
    2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y), ...position,
  ], at);
}

/** Writes the matrix of a body times that of a collider on it, by columns. */
function writeMatrix(out, at, positions, p, rotations, r, locals, l) {
  const x = rotations[r];
  const y = rotations[r + 1];
  const z = rotations[r + 2];
  const w = rotations[r + 3];
  for (let column = 0; column < 4; column++) {
    const a = locals[l + 3 * column];
    const b = locals[l + 3 * column + 1];
    const c = locals[l + 3 * column + 2];
    const moved = column === 3 ? 1 : 0;
    const to = at + 4 * column;
    out[to] = (1 - 2 * (y * y + z * z)) * a + 2 * (x * y - z * w) * b + 2 * (x * z + y * w) * c
      + moved * positions[p];
    out[to + 1] = 2 * (x * y + z * w) * a + (1 - 2 * (x * x + z * z)) * b + 2 * (y * z - x * w) * c
      + moved * positions[p + 1];
    out[to + 2] = 2 * (x * z - y * w) * a + 2 * (y * z + x * w) * b + (1 - 2 * (x * x + y * y)) * c
      + moved * positions[p + 2];
    out[to + 3] = moved;
  }
}
