// What carom refuses, as exceptions, and checks of what a game passes.

/** A call that carom refused. It has changed nothing. */
export class CaromError extends Error {
  constructor(status, code, sentence, detail) {
    super(`${code}: ${sentence}${detail ? ` (${detail})` : ''}`);
    this.name = 'CaromError';
    this.status = status;
    this.code = code;
    this.sentence = sentence;
    this.detail = detail;
  }
}

/** Returns a number, which may be NaN: carom itself says what is wrong with that. */
export function number(value, name) {
  if (typeof value !== 'number') throw new TypeError(`${name} must be a number, not ${described(value)}`);
  return value;
}

/** Returns a whole number that fits 32 bits. */
export function whole(value, name) {
  if (!Number.isInteger(value) || value < -0x80000000 || value > 0xffffffff) {
    throw new TypeError(`${name} must be a whole number of 32 bits, not ${described(value)}`);
  }
  return value;
}

/** Returns a whole number of things, which is not negative. */
export function unsigned(value, name) {
  if (whole(value, name) < 0) throw new RangeError(`${name} must not be negative`);
  return value;
}

/** Returns an array of things. */
export function list(value, name) {
  if (!Array.isArray(value)) throw new TypeError(`${name} must be an array, not ${described(value)}`);
  return value;
}

/** Returns options that have no other names than these, so that none reaches a pointer of C. */
export function options(value, names, name) {
  if (value === null || typeof value !== 'object') throw new TypeError(`${name} must be an object`);
  const other = Object.keys(value).find((key) => !names.includes(key));
  if (other !== undefined) throw new TypeError(`${name} has no ${other}`);
  return value;
}

/** Returns something that one class of this package has made, with the same module. */
export function made(value, Type, engine, name) {
  if (!(value instanceof Type) || value.engine !== engine) {
    throw new TypeError(`${name} must be a ${Type.name} of this module, not ${described(value)}`);
  }
  return value;
}

export function boolean(value, name) {
  if (value !== true && value !== false) {
    throw new TypeError(`${name} must be true or false, not ${described(value)}`);
  }
  return value;
}

export function callable(value, name) {
  if (typeof value !== 'function') throw new TypeError(`${name} must be a function, not ${described(value)}`);
  return value;
}

/** Returns an array or typed array of numbers whose length is a multiple of `width`. */
export function numbers(value, width, name) {
  const fits = (Array.isArray(value) || (ArrayBuffer.isView(value) && 'length' in value))
    && value.length % width === 0;
  if (!fits) throw new TypeError(`${name} must be an array whose length is a multiple of ${width}`);
  return value;
}

export function described(value) {
  if (typeof value === 'string') return JSON.stringify(value);
  if (value === null || typeof value !== 'object') return String(value);
  const { constructor } = value;
  return typeof constructor === 'function' ? constructor.name : 'an object';
}
