/**
 * Streams that are being sent: each holds a page in memory for as long as its client takes, so their number
 * is bounded. A caller may have as many as there are free slots left: the first greedy one takes half, the
 * next a quarter, so no caller can keep all others out. Without a slot the answer is 503: waiting for one
 * would be waiting for the slowest reader. Streams of events last for hours, and a caller may have a number
 * of its own, beyond which the answer is 429.
 */
import type { Owner } from "../queues/fair_queue.ts";
import { keepSpan } from "../tracing.ts";
import { AppError } from "./errors.ts";

/** Streams last for seconds. */
const RETRY_AFTER = { "retry-after": "5" };

export class StreamSlots {
  readonly #max: number;
  /** Of one caller; null: as many as are free. */
  readonly #own_max: number | null;
  readonly #counts = new Map<Owner, number>();
  #count = 0;

  constructor(max: number, own_max: number | null = null) {
    this.#max = max;
    this.#own_max = own_max;
  }

  get count(): number {
    return this.#count;
  }

  /**
   * Throws Overloaded when there is no slot, or TooManyEventStreams when this caller has its own number; else
   * `free`, to be called once. Without an identity all are one caller, which has no number.
   */
  take(owner: Owner): () => void {
    const own = this.#counts.get(owner) ?? 0;
    const own_max = this.#own_max;
    if (own_max !== null && owner !== null && own >= own_max) throw tooManyStreams(own_max);
    if (this.#count + (own_max === null ? own : 0) >= this.#max) {
      throw new AppError("Overloaded", "Too many streams are being sent", {}, RETRY_AFTER);
    }
    this.#count++;
    this.#counts.set(owner, own + 1);
    return () => this.#free(owner);
  }

  #free(owner: Owner): void {
    this.#count--;
    const left = (this.#counts.get(owner) ?? 0) - 1;
    if (left > 0) this.#counts.set(owner, left);
    else this.#counts.delete(owner);
  }
}

function tooManyStreams(own_max: number): AppError {
  const message = `One user has at most ${own_max} streams of events at a time`;
  return new AppError("TooManyEventStreams", message, { own_max }, RETRY_AFTER);
}

/** A stream whose first chunk is known, with a function that runs once at its end, however it ends. */
class StartedStream implements AsyncIterableIterator<Uint8Array> {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #first: IteratorResult<Uint8Array> | null;
  #onEnd: (() => void) | null;
  /** What is computed for the stream belongs to its request. */
  readonly #within = keepSpan();

  constructor(
    iterator: AsyncIterator<Uint8Array>,
    first: IteratorResult<Uint8Array>,
    onEnd: () => void,
  ) {
    this.#iterator = iterator;
    this.#first = first;
    this.#onEnd = onEnd;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<Uint8Array>> {
    try {
      const result = this.#first ?? (await this.#within(() => this.#iterator.next()));
      this.#first = null;
      if (result.done === true) this.#end();
      return result;
    } catch (error) {
      this.#end();
      throw error;
    }
  }

  /** Also for a stream that was never read: a generator's `finally` would then not run. */
  async return(): Promise<IteratorResult<Uint8Array>> {
    try {
      await this.#iterator.return?.();
    } finally {
      this.#end();
    }
    return { done: true, value: undefined };
  }

  #end(): void {
    this.#onEnd?.();
    this.#onEnd = null;
  }
}

/** Waits for the first chunk: what fails before it can still be answered as an error. */
export async function startStream(
  stream: AsyncIterable<Uint8Array>,
  onEnd: () => void,
): Promise<AsyncIterable<Uint8Array>> {
  const iterator = stream[Symbol.asyncIterator]();
  return new StartedStream(iterator, await iterator.next(), onEnd);
}
