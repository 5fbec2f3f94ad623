/**
 * What is kept between requests and brought up to date by them, bounded by bytes: what was used longest ago
 * goes first. Unlike a derived result an entry changes, so one request at a time works on it.
 */

/** A value that requests work on in turns. */
export class Kept<Value> {
  value: Value | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** Works on the value when all who came before are done. Who leaves before is not waited for. */
  async inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      return await work();
    });
    // The next one waits for the work to end, however it does.
    this.#last = turn.catch(() => undefined);
    let onAbort: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      onAbort = () => reject(signal.reason);
      signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([turn, left]);
    } finally {
      signal.removeEventListener("abort", onAbort);
    }
  }
}

interface Entry {
  readonly kept: Kept<unknown>;
  bytes: number;
}

export interface KeptFigures {
  readonly bytes: number;
  readonly entries: number;
}

export class KeptStore {
  readonly #bytes_max: number;
  /** In order of last use. */
  readonly #entries = new Map<string, Entry>();
  #bytes = 0;

  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max;
  }

  get figures(): KeptFigures {
    return { bytes: this.#bytes, entries: this.#entries.size };
  }

  /** What is kept under a key; empty at first. All values of keys of one kind have one type. */
  open<Value>(key: string): Kept<Value> {
    const entry = this.#entries.get(key) ?? { kept: new Kept<unknown>(), bytes: 0 };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    return entry.kept as Kept<Value>;
  }

  /** What is kept under a key, to look at; null: nothing. */
  peek<Value>(key: string): Value | null {
    return (this.#entries.get(key)?.kept.value ?? null) as Value | null;
  }

  /** Tells how large a value has become; without a value it is forgotten. */
  resize(key: string, kept: Kept<unknown>, bytes: number): void {
    const entry = this.#entries.get(key);
    // Evicted meanwhile: who works on it uses it for the last time.
    if (entry?.kept !== kept) return;
    this.#bytes += bytes - entry.bytes;
    entry.bytes = bytes;
    if (kept.value === null) this.#forget(key);
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#bytes_max) break;
      this.#forget(oldest);
    }
  }

  #forget(key: string): void {
    this.#bytes -= this.#entries.get(key)?.bytes ?? 0;
    this.#entries.delete(key);
  }
}
