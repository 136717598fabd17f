// The memory of the module: views that are made anew when it grows, room for one call, and text.
const SMALL = 1 << 16;
const LIMIT = 2 ** 31; // bytes of one block

export class Memory {
  constructor(raw) {
    this.raw = raw;
    this.large = []; // blocks of the running call that are too large for the stack
    this.refresh();
  }

  /** Makes the views again. The old ones have no length once the memory has grown. */
  refresh() {
    const buffer = this.raw.memory.buffer;
    this.bytes = new Uint8Array(buffer);
    this.data = new DataView(buffer);
    this.shared = !(buffer instanceof ArrayBuffer);
  }

  /** Has the memory grown? Only memory that is not shared takes its old views away. */
  get moved() {
    return this.bytes.length === 0 || (this.shared && this.bytes.buffer !== this.raw.memory.buffer);
  }

  /** A view of all memory. */
  get view() {
    if (this.moved) this.refresh();
    return this.data;
  }

  /** A typed array over memory, e.g. array(Float32Array, address, 3). It ends when the memory grows. */
  array(Type, address, length) {
    return new Type(this.raw.memory.buffer, address, length);
  }

  /** Runs a function and frees what it took by `room`. Calls may be within each other. */
  scoped(run) {
    const stack = this.raw.__stack_pointer;
    const top = stack.value;
    const outer = this.large;
    this.large = [];
    try {
      return run();
    } finally {
      for (const block of this.large) this.raw.free(block);
      this.large = outer;
      stack.value = top;
    }
  }

  /** Returns the address of `size` bytes, all zero, until the call of `scoped` ends. */
  room(size) {
    const address = size >= 0 && size <= SMALL ? this.push(size) : this.block(size);
    if (this.moved) this.refresh();
    this.bytes.fill(0, address, address + size);
    return address;
  }

  push(size) {
    const stack = this.raw.__stack_pointer;
    stack.value -= (size + 15) & ~15;
    return stack.value;
  }

  block(size) {
    const address = this.allocate(size);
    this.large.push(address);
    return address;
  }

  /** Returns a block that `raw.free` frees. `old` may be one to resize. */
  allocate(size, old = 0) {
    if (!(size >= 0 && size < LIMIT)) throw new RangeError(`carom has no memory for ${size} bytes`);
    const address = this.raw.realloc(old, Math.max(size, 1));
    if (address === 0) throw new RangeError(`carom has no memory for ${size} bytes`);
    return address;
  }

  /** Copies numbers into room of their own and returns its address. */
  copy(Type, values) {
    // A view of this memory would end when the room makes it grow.
    if (values.buffer === this.raw.memory.buffer) return this.copy(Type, values.slice());
    const address = this.room(values.length * Type.BYTES_PER_ELEMENT);
    this.array(Type, address, values.length).set(values);
    return address;
  }

  /** The text that ends with a zero byte. */
  text(address) {
    if (address === 0) return '';
    const bytes = this.array(Uint8Array, address, this.raw.memory.buffer.byteLength - address);
    return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
  }
}
