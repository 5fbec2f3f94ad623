/**
 * One request's body as it arrives. Until someone asks for it, at most the anonymous share is held
 * and the socket is paused; then up to the endpoint's limit. A body of known length is written into
 * one buffer of that size, so that a large import is never held twice.
 */
import { AppError } from "./errors.ts";
import { RETRY_AFTER } from "./failures.ts";

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
  readonly pause: () => void;
  readonly resume: () => void;
}

interface Waiter {
  readonly resolve: (body: Uint8Array) => void;
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
  /** When the last data came, or were asked for. */
  #heard_ms = 0;
  #onSettled: ((is_complete: boolean) => void) | null = null;

  constructor(options: BodyReaderOptions) {
    this.#options = options;
    this.#limit_bytes = options.anonymous_bytes;
    if ((options.content_length ?? 0) > options.anonymous_bytes) this.#pause();
  }

  /**
   * Waits for the end of an unread body, so that the connection can go on after the
   * answer. False when it is too large for that, or refused.
   */
  settle(): Promise<boolean> {
    if (this.#is_complete) {
      // It came whole before it was asked for: a socket left paused would never bring the next request.
      this.#resume();
      return Promise.resolve(true);
    }
    if (this.#failure !== null || this.#is_paused) return Promise.resolve(false);
    this.#heard_ms = performance.now();
    return new Promise((resolve) => {
      this.#onSettled = resolve;
    });
  }

  /** Waits no longer for an unread body of which nothing has come since then. */
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
      this.#waiter?.resolve(this.#collect());
      this.#onSettled?.(true);
    } else if (this.#waiter === null && this.#size > this.#limit_bytes) this.#pause();
  }

  /** The whole body, once. Rejects with BodyTooLarge or Overloaded. */
  read(limit_bytes: number): Promise<Uint8Array> {
    this.#limit_bytes = limit_bytes;
    const { content_length } = this.#options;
    if (Math.max(content_length ?? 0, this.#size) > limit_bytes) this.fail(tooLarge(limit_bytes));
    return new Promise((resolve, reject) => {
      if (this.#failure !== null) throw this.#failure.error;
      if (this.#is_complete) {
        resolve(this.#collect());
        return;
      }
      this.#waiter = { resolve, reject };
      this.#heard_ms = performance.now();
      this.#reserve();
      this.#resume();
    });
  }

  /** Whether it is waited for and nothing of it has come since then. */
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

  /** Returns what is held to the budget. */
  release(): void {
    this.#options.budget.give(this.#taken_bytes);
    this.#taken_bytes = 0;
    this.#parts = [];
    this.#whole = null;
  }

  #append(chunk: Uint8Array): void {
    const size = this.#size + chunk.length;
    // Before it is asked for, the rest of one socket read may exceed the limit.
    if (this.#waiter !== null && size > this.#limit_bytes) {
      this.fail(tooLarge(this.#limit_bytes));
      return;
    }
    if (this.#whole === null) {
      if (!this.#take(chunk.length)) return;
      this.#parts.push(chunk.slice());
    } else if (size <= this.#whole.length) this.#whole.set(chunk, this.#size);
    this.#size = size;
  }

  /** Room for the whole body, when its length is known. */
  #reserve(): void {
    const { content_length } = this.#options;
    if (content_length === null || !this.#take(content_length - this.#size)) return;
    const whole = new Uint8Array(content_length);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    this.#whole = whole;
    this.#parts = [];
  }

  #take(bytes: number): boolean {
    if (this.#options.budget.take(bytes)) {
      this.#taken_bytes += bytes;
      return true;
    }
    this.fail(new AppError("Overloaded", "The server holds too many bodies", {}, RETRY_AFTER));
    return false;
  }

  #collect(): Uint8Array {
    if (this.#whole !== null) return this.#whole;
    const [only] = this.#parts;
    if (only !== undefined && this.#parts.length === 1) return only;
    const whole = new Uint8Array(this.#size);
    let at = 0;
    for (const part of this.#parts) {
      whole.set(part, at);
      at += part.length;
    }
    return whole;
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
