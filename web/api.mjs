// What a game calls: everything of one module of WebAssembly.
import * as assets from './assets.mjs';
import { Engine } from './engine.mjs';
import { list, made } from './errors.mjs';
import { bytesOf, Replay } from './history.mjs';
import * as pairs from './pairs.mjs';
import * as rings from './rings.mjs';
import { shape, shapes } from './shapes.mjs';
import * as surfaces from './surfaces.mjs';
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
    made(world, World, this.#engine, 'world');
    return new World(this.#engine, options, (def, out) => {
      const kept = bodies === undefined ? [] : list(bodies, 'bodies').map((body) => world.idOf(body));
      const ids = bodies === undefined ? 0 : this.memory.copy(BigUint64Array, kept);
      return this.raw.carom_world_clone(world.address, def, ids, kept.length, out);
    });
  }

  /** How many threads work: those of `load`, and 1 after endThreads. */
  get threads() {
    return this.#engine.threads;
  }

  /** Ends the workers. From then on all work is that of the thread that calls. */
  endThreads() {
    this.#engine.endThreads();
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
  cutRings: rings.cutRings,
  checkRings: rings.checkRings,
  polygonsSeparation: rings.polygonsSeparation,
  clipPolygons: rings.clipPolygons,
  minkowskiDifference: rings.minkowskiDifference,
  collide: pairs.collide,
  collideWithin: pairs.collideWithin,
  collidePatches: pairs.collidePatches,
  overlap: pairs.overlap,
  distance: pairs.distance,
  signedDistance: pairs.signedDistance,
  castShape: pairs.castShape,
  timeOfImpact: pairs.timeOfImpact,
  motionPose: pairs.motionPose,
  castRay: pairs.castRay,
  castRayAll: pairs.castRayAll,
  support: pairs.support,
  anchors: pairs.anchors,
  distanceToPoint: pairs.distanceToPoint,
  bounds: pairs.bounds,
  shapeMesh: surfaces.shapeMesh,
  shapeLines: surfaces.shapeLines,
  mass: pairs.mass,
};

/** Makes all of carom of the bytes of carom.wasm, of a promise of them, or of a WebAssembly.Module. */
export async function loadFrom(source, threads) {
  const engine = await Engine.load(source, threads);
  const carom = new Carom(engine);
  for (const [name, call] of Object.entries(functions)) carom[name] = (...values) => call(engine, ...values);
  carom.batch = (things) => new pairs.Batch(engine, things);
  return carom;
}
