/**
 * One request's body as it arrives. Until the body is asked for, at most the anonymous share is
 * held and the socket is paused; then the endpoint's limit applies. A body of known length is
 * written into one buffer of that size, so that a large import is never held twice.
 */
import { doInTurns, type InTurns } from "../../turns.ts";
import { AppError } from "../errors.ts";
import { RETRY_AFTER } from "../failures.ts";
import type { LandingSlabs } from "./landing_slabs.ts";

/** Bytes of bodies held over all connections. */
export class BodyBudget {
  readonly #bytes_max: number;
  #held_bytes = 0;

  constructor(bytes_max: number) {
    this.#bytes_max = bytes_max;
  }

  /** False when there is no room. */
  take(bytes: number): boolean {
    if (this.#held_bytes + bytes > this.#bytes_max) return false;
    this.#held_bytes += bytes;
    return true;
  }

  give(bytes: number): void {
    this.#held_bytes -= bytes;
  }
}

export interface BodyReaderOptions {
  /** Null when the body is chunked. */
  readonly content_length: number | null;
  readonly anonymous_bytes: number;
  readonly budget: BodyBudget;
  readonly slabs: LandingSlabs;
  readonly pause: () => void;
  readonly resume: () => void;
}

/** Memory of a body that is touched without a break. */
const TOUCHED_AT_ONCE = 512 * 1024;

interface Waiter {
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export class BodyReader {
  readonly #options: BodyReaderOptions;
  #parts: Uint8Array[] = [];
  #whole: Uint8Array | null = null;
  #size = 0;
  #taken_bytes = 0;
  #limit_bytes: number;
  #is_complete = false;
  #is_paused = false;
  #failure: { readonly error: unknown } | null = null;
  #waiter: Waiter | null = null;
  /** When data last arrived, or were asked for. */
  #heard_ms = 0;
  #onSettled: ((is_complete: boolean) => void) | null = null;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
    this.#limit_bytes = options.anonymous_bytes;
    if ((options.content_length ?? 0) > options.anonymous_bytes) this.#pause();
  }

  /**
   * Waits for the end of an unread body, so that the connection can be used again after the answer.
   * False if the body is too large for that, or refused.
   */
  settle(): Promise<boolean> {
    if (this.#is_complete) {
      // The body arrived complete before it was asked for: a paused socket would never deliver the next request.
      this.#resume();
      return Promise.resolve(true);
    }
    if (this.#failure !== null || this.#is_paused) return Promise.resolve(false);
    this.#heard_ms = performance.now();
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  /** Stops waiting for an unread body if nothing of it has arrived since `ms`. */
  stopSettling(ms: number): void {
    if (this.#heard_ms < ms) this.#onSettled?.(false);
  }

  /** `chunk` is only valid during the call. */
  onData(chunk: Uint8Array, is_last: boolean): void {
    if (this.#failure !== null) return;
    this.#heard_ms = performance.now();
    if (chunk.length > 0) this.#append(chunk);
    if (this.#failure !== null) return;
    this.#is_complete = is_last;
    if (is_last) {
      this.#waiter?.resolve();
      this.#onSettled?.(true);
    } else if (this.#waiter === null && this.#size > this.#limit_bytes) this.#pause();
  }

  /** The whole body, once. Rejects with BodyTooLarge or Overloaded. */
  async read(limit_bytes: number): Promise<Uint8Array> {
    this.#limit_bytes = limit_bytes;
    const { content_length } = this.#options;
    if (Math.max(content_length ?? 0, this.#size) > limit_bytes) this.fail(tooLarge(limit_bytes));
    if (this.#failure === null && !this.#is_complete) {
      if (content_length !== null && this.#take(content_length - this.#size)) {
        await doInTurns(this.#gather(content_length));
      }
      await this.#untilComplete();
    }
    if (this.#failure === null && this.#whole === null) await doInTurns(this.#gather(this.#size));
    if (this.#failure !== null) throw this.#failure.error;
    return this.#whole ?? new Uint8Array();
  }

  async #untilComplete(): Promise<void> {
    if (this.#failure !== null || this.#is_complete) return;
    await new Promise<void>((resolve, reject) => {
      this.#waiter = { resolve, reject };
      this.#heard_ms = performance.now();
      this.#resume();
    });
  }

  /** Whether the body is awaited and nothing of it has arrived since `ms`. */
  isSilentSince(ms: number): boolean {
    return (
      this.#waiter !== null && this.#failure === null && !this.#is_complete && this.#heard_ms < ms
    );
  }

  /** Gives up: the client has left, or the body is refused. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#waiter?.reject(error);
    this.#onSettled?.(false);
    this.release();
  }

  /** Returns the held bytes to the budget. */
  release(): void {
    this.#options.budget.give(this.#taken_bytes);
    this.#taken_bytes = 0;
    for (const part of this.#parts) this.#options.slabs.give(part);
    this.#parts = [];
    this.#whole = null;
  }

  #append(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    // Before the body is asked for, the rest of one socket read may exceed the limit.
    if (this.#waiter !== null && size > this.#limit_bytes) {
      this.fail(tooLarge(this.#limit_bytes));
      return;
    }
    if (this.#whole === null) {
      if (!this.#take(chunk.length)) return;
      this.#parts.push(this.#options.slabs.copy(chunk));
    } else if (size <= this.#whole.length) this.#whole.set(chunk, this.#size);
    this.#size = size;
  }

  /**
   * One buffer of `size` bytes with all the data so far. Its memory is touched in turns: the first touch of a
   * page takes longer than copying it, and a socket is read without a break as long as its client keeps up.
   */
  *#gather(size: number): InTurns<void> {
    const { slabs } = this.#options;
    const [only] = this.#parts;
    if (only?.length === size && !slabs.has(only)) {
      this.#whole = only;
      return;
    }
    const whole = new Uint8Array(size);
    for (let at = 0; at < size; at += TOUCHED_AT_ONCE) {
      whole.fill(0, at, at + TOUCHED_AT_ONCE);
      yield;
    }
    let at = 0;
    // More may arrive meanwhile: a paused socket is read until it is empty.
    for (let part = this.#parts.shift(); part !== undefined; part = this.#parts.shift()) {
      whole.set(part, at);
      at += part.length;
      slabs.give(part);
      yield;
    }
    this.#whole = whole;
  }

  #take(bytes: number): boolean {
    if (this.#options.budget.take(bytes)) {
      this.#taken_bytes += bytes;
      return true;
    }
    this.fail(new AppError("Overloaded", "The server holds too many bodies", {}, RETRY_AFTER));
    return false;
  }

  #pause(): void {
    if (this.#is_paused) return;
    this.#is_paused = true;
    this.#onSettled?.(false);
    this.#options.pause();
  }

  #resume(): void {
    if (!this.#is_paused) return;
    this.#is_paused = false;
    this.#options.resume();
  }
}

function tooLarge(limit_bytes: number): AppError {
  return new AppError("BodyTooLarge", `The body has more than ${limit_bytes} bytes`, {
    limit_bytes,
  });
}
