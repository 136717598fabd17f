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
  return value.constructor?.name ?? 'an object';
}
