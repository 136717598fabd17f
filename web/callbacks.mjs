// Functions of JavaScript that carom calls. What they throw waits until the call of carom has returned.

/** The functions of one world. Once one has thrown, the rest of the call gets answers without asking. */
export class Calls {
  failure = null;
  entries = new Map(); // keeps the functions alive as long as the world

  /** Throws what a function has thrown during the call that is over. */
  settle() {
    const { failure } = this;
    this.failure = null;
    if (failure) throw failure.error;
  }
}

/** All functions by the numbers that carom knows them by. It holds none of them alive. */
export class Callbacks {
  known = new Map();
  next = 1;

  add(calls, call, otherwise) {
    const key = this.next++;
    const entry = { calls, call, otherwise };
    calls.entries.set(key, entry);
    this.known.set(key, new WeakRef(entry));
    return key;
  }

  remove(calls, key) {
    calls.entries.delete(key);
    this.known.delete(key);
  }

  run(key, ...values) {
    const entry = this.known.get(key)?.deref();
    if (!entry || entry.calls.failure) return entry?.otherwise ?? 1;
    try {
      return entry.call(...values) ? 1 : 0;
    } catch (error) {
      entry.calls.failure = { error };
      return entry.otherwise;
    }
  }
}
