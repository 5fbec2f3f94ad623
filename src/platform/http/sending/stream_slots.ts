/**
 * Limits the streams that are being sent: each holds a page in memory for as long as its client
 * takes. A caller may hold at most as many slots as are still free: the first greedy caller gets
 * half, the next a quarter, so no caller can keep all others out. Without a slot the answer is 503,
 * because waiting for one would mean waiting for the slowest reader. Event streams last for hours,
 * so there may also be a limit per caller, beyond which the answer is 429.
 */
import type { Owner } from "../../queues/fair_queue.ts";
import { keepSpan } from "../../tracing.ts";
import { AppError } from "../errors.ts";

/** Streams last for seconds. */
const RETRY_AFTER = { "retry-after": "5" };

export class StreamSlots {
  readonly #max: number;
  /** Limit per caller; null: as many as are free. */
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
   * Throws Overloaded if there is no slot, or TooManyEventStreams if this caller has reached its limit. Otherwise
   * returns `free`, to be called once. All requests without an identity count as one caller, which has no limit.
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

/** A stream whose first chunk is known, with a function that runs exactly once when the stream ends. */
class StartedStream implements AsyncIterableIterator<Uint8Array> {
  readonly #iterator: AsyncIterator<Uint8Array>;
  #first: IteratorResult<Uint8Array> | null;
  #onEnd: (() => void) | null;
  /** Traces the stream's later work within its request's span. */
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

  /** Needed for a stream that was never read: a generator's `finally` would not run. */
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

/** Waits for the first chunk: a failure before it can still be answered as an error. */
export async function startStream(
  stream: AsyncIterable<Uint8Array>,
  onEnd: () => void,
): Promise<AsyncIterable<Uint8Array>> {
  const iterator = stream[Symbol.asyncIterator]();
  return new StartedStream(iterator, await iterator.next(), onEnd);
}
