/** Runs one piece of work at a time per key, in the order of arrival; different keys run concurrently. */
export class KeyedTurns<Key> {
  /** Resolves when the last work of each key has ended; never rejects. */
  readonly #ends = new Map<Key, Promise<void>>();

  /** Work is skipped if its caller has left before its turn. */
  async take<Value>(
    key: Key,
    { signal, work }: { readonly signal: AbortSignal; readonly work: () => Promise<Value> },
  ): Promise<Value> {
    const before = this.#ends.get(key);
    const value = (async () => {
      await before;
      signal.throwIfAborted();
      return await work();
    })();
    const end = value.then(ignore, ignore);
    this.#ends.set(key, end);
    try {
      return await value;
    } finally {
      if (this.#ends.get(key) === end) this.#ends.delete(key);
    }
  }
}

function ignore(): void {
  // Not an error here: the caller gets the outcome.
}
