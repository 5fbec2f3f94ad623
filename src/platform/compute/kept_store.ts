/**
 * What is kept between requests and brought up to date by them, bounded by bytes: what was used longest ago
 * goes first. Unlike a derived result an entry changes, so one request at a time works on it.
 */
import { LRUCache } from "lru-cache";
import { unlessAborted } from "./unless_aborted.ts";

/** A value that requests work on in turns. */
export class Kept<Value> {
  value: Value | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** Works on the value after all earlier callers. Rejects with the signal's reason as soon as it is aborted. */
  async inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      return await work();
    });
    // The next one waits for the work to end, however it does.
    this.#last = turn.catch(() => undefined);
    return await unlessAborted(signal, turn);
  }
}

export interface KeptFigures {
  readonly bytes: number;
  readonly entries: number;
}

/** Counted of each entry beside its value: the cache knows no size of zero. */
const ENTRY_SIZE = 1;

export class KeptStore {
  readonly #entries: LRUCache<string, Kept<unknown>>;

  constructor(bytes_max: number) {
    this.#entries = new LRUCache({ maxSize: bytes_max });
  }

  get figures(): KeptFigures {
    const { calculatedSize, size: entries } = this.#entries;
    return { bytes: calculatedSize - ENTRY_SIZE * entries, entries };
  }

  /** What is kept under a key; empty at first. All values of keys of one kind have one type. */
  open<Value>(key: string): Kept<Value> {
    const known = this.#entries.get(key);
    const kept = known ?? new Kept<unknown>();
    if (known === undefined) this.#entries.set(key, kept, { size: ENTRY_SIZE });
    return kept as Kept<Value>;
  }

  /** What is kept under a key, to look at; null: nothing. */
  peek<Value>(key: string): Value | null {
    return (this.#entries.peek(key)?.value ?? null) as Value | null;
  }

  /** Tells how large a value has become. Without one, or too large for the store, it is forgotten. */
  resize(key: string, kept: Kept<unknown>, bytes: number): void {
    // It was evicted meanwhile.
    if (this.#entries.peek(key) !== kept) return;
    // Set again, the same value would keep its size.
    this.#entries.delete(key);
    if (kept.value !== null) this.#entries.set(key, kept, { size: ENTRY_SIZE + bytes });
  }
}
