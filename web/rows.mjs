// Strided views: the rows of an array of structs in the memory of the module.

/** Rows of one struct. They are valid until what they come from changes, and refuse to be read after that. */
export class Rows {
  constructor(memory, type, address, count, source) {
    this.memory = memory;
    this.type = type;
    this.address = address;
    this.count = count;
    this.source = source; // counts its changes in `turn`
    this.turn = source.turn;
  }

  get length() {
    return this.count;
  }

  check() {
    if (this.source.turn !== this.turn) throw new Error('these rows are old; ask for new ones');
  }

  /** Returns a row as an object. */
  get(i) {
    this.check();
    if (!Number.isInteger(i) || i < 0 || i >= this.count) throw new RangeError(`there is no row ${i}`);
    return this.type.read(this.memory.view, this.address + i * this.type.size);
  }

  /** Returns where a field is in all rows, e.g. column('manifold.normal') or, of an element of an array,
   * column('manifold.points.0.position'). Component k of row i is array[first + i * stride + k], for k below
   * width. Of an id that is the small integer. */
  column(path) {
    this.check();
    let { type, address } = this;
    for (const name of path.split('.')) {
      const part = partOf(type, name);
      if (!part) throw new TypeError(`the rows have no ${path}`);
      address += part.offset;
      type = part.type;
    }
    if (!type.array) throw new TypeError(`${path} is no number or vector; add the name of one of its fields`);
    const array = this.memory.array(type.array);
    const unit = array.BYTES_PER_ELEMENT;
    return { array, first: address / unit, stride: this.type.size / unit, width: type.width ?? 1 };
  }

  /** All rows as objects. */
  toArray() {
    return Array.from({ length: this.count }, (_, i) => this.get(i));
  }

  *[Symbol.iterator]() {
    for (let i = 0; i < this.count; i++) yield this.get(i);
  }
}

/** The field of a struct, or the element of an array. */
function partOf(type, name) {
  if (type.fields) return type.fields.get(name);
  const i = Number(name);
  return i >= 0 && i < type.count ? { offset: i * type.element.size, type: type.element } : undefined;
}
