// What all assets share: a count that JavaScript has, and gives back.

/** Something in the memory of the module that JavaScript has a count of. */
export class Asset {
  #address;

  constructor(engine, kind, address) {
    this.engine = engine;
    this.kind = kind;
    this.#address = address;
    const { raw } = engine;
    engine.collected.register(this, () => raw[`carom_${kind}_release`](address), this);
  }

  get address() {
    if (this.#address === 0) throw new Error(`the ${this.kind} is disposed`);
    return this.#address;
  }

  /** Gives the count back. Colliders that use the asset keep it. */
  dispose() {
    if (this.#address === 0) return;
    this.engine.collected.unregister(this);
    this.engine.raw[`carom_${this.kind}_release`](this.#address);
    this.#address = 0;
  }

  /** Its figures, as carom_..._describe tells them; arrays are addresses. */
  describe() {
    return this.ask(`carom_${this.kind}_view`, `carom_${this.kind}_describe`);
  }

  /** Calls a function of carom that writes one struct about the asset. */
  ask(kind, name, ...values) {
    const { engine } = this;
    const call = (out) => engine.raw[name](this.address, ...values, out);
    return engine.memory.scoped(() => engine.ask(kind, call));
  }
}
