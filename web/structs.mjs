// Structs of C as objects, by the layout that docs/api.json has. Vectors are arrays; enums are their names.
import { enums, structs } from './layout.mjs';
import { described, number, whole } from './errors.mjs';

const VECTORS = { carom_vec2: 'xy', carom_vec3: 'xyz', carom_pos: 'xyz', carom_quat: 'xyzw' };
const IDS = ['carom_body', 'carom_collider', 'carom_handler'];
const BIG = 2n ** 53n;

/** A count or a category: a number where it is exact, else a bigint. */
const plain = (big) => (big < BIG ? Number(big) : big);

function big(value, name) {
  if (typeof value === 'bigint') return value;
  if (!Number.isSafeInteger(value)) throw new TypeError(`${name} must be a whole number or a bigint`);
  return BigInt(value);
}

/** Returns how a scalar of C is read and written. */
function scalar(kind) {
  switch (kind) {
    case 'float':
      return { size: 4, array: Float32Array, read: (v, at) => v.getFloat32(at, true),
        write: (v, at, x, name) => v.setFloat32(at, number(x, name), true) };
    case 'double':
      return { size: 8, array: Float64Array, read: (v, at) => v.getFloat64(at, true),
        write: (v, at, x, name) => v.setFloat64(at, number(x, name), true) };
    case 'uint64_t':
      return { size: 8, array: BigUint64Array, read: (v, at) => plain(v.getBigUint64(at, true)),
        write: (v, at, x, name) => v.setBigUint64(at, big(x, name), true) };
    case '_Bool':
      return { size: 1, array: Uint8Array, read: (v, at) => v.getUint8(at) !== 0,
        write: (v, at, x) => v.setUint8(at, x ? 1 : 0) };
    case 'uint8_t':
      return { size: 1, array: Uint8Array, read: (v, at) => v.getUint8(at),
        write: (v, at, x, name) => v.setUint8(at, whole(x, name)) };
    case 'int32_t':
      return { size: 4, array: Int32Array, read: (v, at) => v.getInt32(at, true),
        write: (v, at, x, name) => v.setInt32(at, whole(x, name), true) };
    default: // uint32_t, size_t and pointers
      return { size: 4, array: Uint32Array, read: (v, at) => v.getUint32(at, true),
        write: (v, at, x, name) => v.setUint32(at, whole(x, name), true) };
  }
}

/** The number of a constant by its name, or a number as it is. */
export function constant(kind, value, name = kind) {
  if (typeof value === 'number') return whole(value, name);
  const found = Object.hasOwn(enums[kind], value) ? enums[kind][value] : undefined;
  if (found === undefined) {
    const names = Object.keys(enums[kind]).join(', ');
    throw new TypeError(`${name} must be one of ${names}, not ${described(value)}`);
  }
  return found;
}

function enumeration(kind) {
  const names = new Map(Object.entries(enums[kind]).map(([name, value]) => [value, name]));
  return {
    size: 4, array: Uint32Array,
    read: (v, at) => names.get(v.getUint32(at, true)) ?? v.getUint32(at, true),
    write: (v, at, x, name) => v.setUint32(at, constant(kind, x, name), true),
  };
}

/** An id is read as its index, which is the small integer of a game, and -1 when it is null. */
const id = {
  size: 8, array: Uint32Array,
  read: (v, at) => (v.getUint32(at + 4, true) === 0 ? -1 : v.getUint32(at, true)),
  write: (v, at, x, name) => v.setBigUint64(at, big(x, name), true),
};

function vector(kind) {
  const part = scalar(kind === 'carom_pos' ? 'double' : 'float');
  const letters = [...VECTORS[kind]];
  return {
    size: part.size * letters.length, array: part.array, width: letters.length,
    read: (v, at) => letters.map((_, i) => part.read(v, at + i * part.size)),
    write: (v, at, x, name) => {
      const from = components(x, letters, name);
      for (let i = 0; i < letters.length; i++) part.write(v, at + i * part.size, from[i], name);
    },
  };
}

/** The numbers of a vector, which is an array or has x, y, ... The z of a flat one is 0. */
export function components(value, letters, name) {
  if (value === null || typeof value !== 'object') {
    throw new TypeError(`${name} must be a vector, e.g. [0, 1, 0], not ${described(value)}`);
  }
  const from = 'length' in value ? value : [...letters].map((letter) => value[letter]);
  if (letters.length === 3 && (from.length === 2 || (from.length === 3 && from[2] === undefined))) {
    return [from[0], from[1], 0];
  }
  if (from.length !== letters.length) throw new TypeError(`${name} must have ${letters.length} numbers`);
  return from;
}

function list(element, count) {
  return {
    element, count, size: element.size * count, array: element.array, width: (element.width ?? 1) * count,
    read: (v, at) => Array.from({ length: count }, (_, i) => element.read(v, at + i * element.size)),
    write: (v, at, x, name) => {
      for (let i = 0; i < count; i++) element.write(v, at + i * element.size, x[i], `${name}[${i}]`);
    },
  };
}

const types = new Map();

/** How a type of C is read and written: {size, read, write}, and for structs `fields`. */
export function type(kind) {
  const bare = kind.replace(/^const /, '');
  if (!types.has(bare)) types.set(bare, made(bare));
  return types.get(bare);
}

function made(kind) {
  const array = /^(.*)\[(\d+)\]$/.exec(kind);
  if (array) return list(type(array[1]), Number(array[2]));
  if (Object.hasOwn(VECTORS, kind)) return vector(kind);
  if (IDS.includes(kind)) return id;
  if (Object.hasOwn(enums, kind)) return enumeration(kind);
  if (Object.hasOwn(structs, kind)) return record(structs[kind].size, structs[kind].fields);
  return scalar(kind);
}

/** A struct: what an object leaves out stays as it is, and what it has besides is an error. */
export function record(size, rows) {
  const fields = new Map(rows.filter(([, kind]) => !kind.union)
    .map(([name, kind, offset]) => [name, { offset, type: type(kind) }]));
  return {
    size, fields,
    read: (v, at) => {
      const out = {};
      for (const [name, field] of fields) out[name] = field.type.read(v, at + field.offset);
      return out;
    },
    write: (v, at, value, name) => {
      if (value === null || typeof value !== 'object') throw new TypeError(`${name} must be an object`);
      for (const key of Object.keys(value)) {
        const field = fields.get(key);
        if (!field) throw new TypeError(`${name} has no ${key}`);
        if (value[key] !== undefined) field.type.write(v, at + field.offset, value[key], `${name}.${key}`);
      }
    },
  };
}

/** Gives a struct another form in JavaScript than that of its fields. */
export function replaceType(kind, read, write) {
  types.set(kind, { ...made(kind), read, write });
}

/** The members of an anonymous union, by their names. */
export function membersOf(kind) {
  const [, union, offset] = structs[kind].fields.find(([, type]) => type.union);
  return new Map(union.union.map(([name, type]) => [name, { kind: type, offset }]));
}
