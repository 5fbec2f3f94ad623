/**
 * Values that are kept between requests and updated by them, bounded by bytes; the least recently used are
 * evicted first. Unlike a derived result an entry changes, so only one request at a time works on it.
 */
import { LRUCache } from "lru-cache";
import { unlessAborted } from "./unless_aborted.ts";

/** A value that requests work on in turns. */
export class Kept<Value> {
  value: Value | null = null;
  #last: Promise<unknown> = Promise.resolve();

  /** Works on the value once all earlier callers are done. Rejects with the signal's reason as soon as it is aborted. */
  async inTurn<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const turn = this.#last.then(async () => {
      signal.throwIfAborted();
      return await work();
    });
    // The next caller waits for the work to end, even if this caller has left.
    this.#last = turn.catch(() => undefined);
    return await unlessAborted(signal, turn);
  }
}

export interface KeptFigures {
  readonly bytes: number;
  readonly entries: number;
}

/** Size of an entry besides its value: the cache allows no size of zero. */
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

  /** The entry of a key, initially empty. All values under keys of one kind have one type. */
  open<Value>(key: string): Kept<Value> {
    const known = this.#entries.get(key);
    const kept = known ?? new Kept<unknown>();
    if (known === undefined) this.#entries.set(key, kept, { size: ENTRY_SIZE });
    return kept as Kept<Value>;
  }

  /** The value under a key, read only; null if there is none. */
  peek<Value>(key: string): Value | null {
    return (this.#entries.peek(key)?.value ?? null) as Value | null;
  }

  /** Records a value's new size. The entry is forgotten if it has no value or is too large for the store. */
  resize(key: string, kept: Kept<unknown>, bytes: number): void {
    // It was evicted meanwhile.
    if (this.#entries.peek(key) !== kept) return;
    // Deleted first: setting the same value again would keep its old size.
    this.#entries.delete(key);
    if (kept.value !== null) this.#entries.set(key, kept, { size: ENTRY_SIZE + bytes });
  }
}
