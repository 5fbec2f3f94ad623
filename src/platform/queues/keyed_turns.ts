/** One piece of work at a time for each key, in the order of arrival; work of different keys runs side by side. */
export class KeyedTurns<Key> {
  /** When the last one of each key has ended; it never rejects. */
  readonly #ends = new Map<Key, Promise<void>>();

  /** Work whose caller has left when its turn comes is not begun. */
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
  // The caller has the outcome.
}
