// Movers: characters that walk, slide and climb. A mover belongs to the game, and no step moves it.
import { poseOf } from './poses.mjs';
import { list, options as only } from './errors.mjs';
import { type } from './structs.mjs';

const OPTIONS = ['shape', 'up', 'maxSlope', 'stepHeight', 'snap', 'margin', 'pushOut'];

const PLANES = type('carom_mover_result').fields.get('planes').type.count;

export class Mover {
  #address;
  #key = 0;

  constructor(world, { filter, position, rotation, angle, ...options }) {
    const { engine } = world;
    only(options, OPTIONS, 'mover');
    this.world = world;
    const of = type('carom_mover');
    const address = engine.memory.allocate(of.size);
    this.#address = address;
    engine.collected.register(this, () => engine.raw.free(address), this);
    engine.memory.array(Uint8Array, address, of.size).fill(0);
    const pose = poseOf(engine, { position, rotation, angle }, 'mover');
    this.#write({ ...options, pose });
    if (filter !== undefined) this.filter = filter;
  }

  get address() {
    if (this.#address === 0) throw new Error('the mover is disposed');
    return this.#address;
  }

  #write(fields) {
    const { memory } = this.world;
    type('carom_mover').write(memory.view, this.address, fields, 'mover');
  }

  #read(name) {
    const field = type('carom_mover').fields.get(name);
    return field.type.read(this.world.memory.view, this.address + field.offset);
  }

  /** What it meets, as in queries. */
  set filter(filter) {
    const { world } = this;
    const { callbacks } = world.engine;
    if (this.#key) callbacks.remove(world.calls, this.#key);
    this.#key = filter.accept ? callbacks.add(world.calls, filter.accept, 0) : 0;
    this.#write({ filter: world.filterFields(filter, this.#key) });
  }

  get position() {
    return this.#read('pose').position;
  }

  /** Puts it elsewhere: nothing carries it then. */
  set position(position) {
    this.#write({ pose: { position }, footing: 'inAir' });
  }

  /** 'inAir', 'onSlope' or 'onGround', as the last move has found. */
  get footing() {
    return this.#read('footing');
  }

  /** What it stands on, or null. */
  get ground() {
    const ground = this.#read('ground');
    return ground.body === -1 ? null : ground;
  }

  /** Moves it as far as it can go, and returns {moved, carried, pushed, climbed, steps, stuck, planes}. */
  move(translation) {
    const { engine, memory } = this.world;
    return memory.scoped(() => {
      const out = memory.room(type('carom_mover_result').size);
      const way = engine.put('carom_vec3', translation, 'translation');
      this.world.settle(this.world.asking(() => (
        engine.raw.carom_mover_move(this.world.address, this.address, way, out))));
      const { planeCount, planes, ...result } = engine.get('carom_mover_result', out);
      return { ...result, planes: planes.slice(0, planeCount) };
    });
  }

  /** Removes from a velocity what leads into the planes of a result. */
  clip(result, velocity) {
    const { engine } = this.world;
    return engine.memory.scoped(() => {
      const planes = list(result.planes, 'planes').slice(0, PLANES);
      const from = engine.memory.room(type('carom_mover_result').size);
      const { fields } = type('carom_mover_result');
      engine.memory.view.setUint32(from + fields.get('planeCount').offset, planes.length, true);
      planes.forEach(({ normal }, i) => {
        const plane = from + fields.get('planes').offset + i * type('carom_mover_plane').size;
        const at = plane + type('carom_mover_plane').fields.get('normal').offset;
        type('carom_vec3').write(engine.memory.view, at, normal, 'normal');
      });
      const speed = engine.put('carom_vec3', velocity, 'velocity');
      return engine.ask('carom_vec3', (out) => engine.raw.carom_mover_clip(from, speed, out));
    });
  }

  dispose() {
    if (this.#address === 0) return;
    this.world.engine.collected.unregister(this);
    this.world.engine.raw.free(this.#address);
    this.#address = 0;
    if (this.#key) this.world.engine.callbacks.remove(this.world.calls, this.#key);
  }
}
