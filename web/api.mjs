// What a game calls: everything of one module of WebAssembly.
import * as assets from './assets.mjs';
import { Engine } from './engine.mjs';
import { bytesOf, Replay } from './history.mjs';
import * as pairs from './pairs.mjs';
import { shape, shapes } from './shapes.mjs';
import { World } from './world.mjs';

export { CaromError } from './errors.mjs';
export { enums, structs, version } from './layout.mjs';
export { Shape } from './shapes.mjs';

export class Carom {
  #engine;

  constructor(engine) {
    this.#engine = engine;
    this.raw = engine.raw;
    this.memory = engine.memory;
    Object.assign(this, shapes, { shape });
  }

  /** Creates a world in space, or of the plane: {planar, capacity, double, margin, filter, ...}. */
  world(options = {}) {
    return new World(this.#engine, options, (def, out) => this.raw.carom_world_create(def, out));
  }

  /** Makes a world from the bytes of `save`. */
  load(saved, options = {}) {
    return new World(this.#engine, options, (def, out) => (
      this.raw.carom_world_load(def, this.raw.carom_web_users(), ...bytesOf(this.memory, saved), out)));
  }

  /** Makes a second world that is equal to one, or has only some of its bodies. */
  clone(world, { bodies, ...options } = {}) {
    return new World(this.#engine, options, (def, out) => {
      const ids = bodies ? this.memory.copy(BigUint64Array, bodies.map((body) => world.idOf(body))) : 0;
      return this.raw.carom_world_clone(world.address, def, ids, bodies ? bodies.length : 0, out);
    });
  }

  /** Opens the recording of a world. */
  replay(bytes) {
    return new Replay(this.#engine, bytes);
  }
}

/** What needs no world: makers of assets, and questions about two shapes. */
const functions = {
  makeHull: assets.hull,
  makeHullOfPlanes: assets.hullOfPlanes,
  makePolygon: assets.polygon,
  makeChain: assets.chain,
  makeMesh: assets.mesh,
  makeField: assets.field,
  makeCompound: assets.compound,
  cutRings: assets.cutRings,
  collide: pairs.collide,
  collideWithin: pairs.collideWithin,
  collidePatches: pairs.collidePatches,
  overlap: pairs.overlap,
  distance: pairs.distance,
  signedDistance: pairs.signedDistance,
  castShape: pairs.castShape,
  timeOfImpact: pairs.timeOfImpact,
  castRay: pairs.castRay,
  distanceToPoint: pairs.distanceToPoint,
  bounds: pairs.bounds,
  mass: pairs.mass,
};

/** Makes all of carom of the bytes of carom.wasm, of a promise of them, or of a WebAssembly.Module. */
export async function loadFrom(source) {
  const engine = await Engine.load(source);
  const carom = new Carom(engine);
  for (const [name, call] of Object.entries(functions)) carom[name] = (...values) => call(engine, ...values);
  carom.batch = (things) => new pairs.Batch(engine, things);
  return carom;
}
