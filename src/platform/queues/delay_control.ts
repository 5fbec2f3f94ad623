/**
 * Decides when a queue is too slow to let more in, after controlled delay (Nichols and Jacobson, RFC
 * 8289). A queue is good as long as it drains; one that stands for a whole interval only makes requests
 * wait. The measure is time, not length: the number waiting, at the pace of the last starts. Once the
 * wait has been above the target for a whole interval, requests that would wait longer than the target
 * are refused, so the wait stays at the target and the server stays busy. That ends as soon as the wait
 * is shorter. After a whole interval without a refusal, a new burst may again last an interval.
 *
 * The original drops what has waited longest; here the newest is refused, before it has cost anything.
 */

export interface DelayOptions {
  /** The longest acceptable wait. */
  readonly target_ms: number;
  /** A wait above the target for this long is not just a burst. */
  readonly interval_ms: number;
}

/** Bursts are shorter. */
const OVERLOAD_INTERVAL_MS = 500;

/** Of a server's queues. */
export function waitsUpTo(target_ms: number): DelayOptions {
  return { target_ms, interval_ms: OVERLOAD_INTERVAL_MS };
}

/** Starts counted since a moment. */
interface Count {
  readonly from_ms: number;
  starts: number;
}

export class DelayControl {
  readonly #target_ms: number;
  readonly #interval_ms: number;
  readonly #window_ms: number;
  /** The pace is measured over two windows, or over the time since the queue was last empty. */
  #before: Count = { from_ms: 0, starts: 0 };
  #current: Count = this.#before;
  #slow_since_ms: number | null = null;
  #shedding_until_ms = Number.NEGATIVE_INFINITY;

  constructor({ target_ms, interval_ms }: DelayOptions) {
    this.#target_ms = target_ms;
    this.#interval_ms = interval_ms;
    this.#window_ms = Math.max(target_ms, interval_ms);
  }

  /** An item has begun to wait; `waiting` includes it. */
  onWait(waiting: number, now_ms: number): void {
    if (waiting === 1) this.#restart(now_ms);
    this.#observe(waiting, now_ms);
  }

  /** A waiting item has started; `waiting` are left. */
  onStart(waiting: number, now_ms: number): void {
    if (now_ms - this.#current.from_ms >= this.#window_ms) {
      this.#before = this.#current;
      this.#current = { from_ms: now_ms, starts: 0 };
    }
    this.#current.starts++;
    this.#observe(waiting, now_ms);
  }

  /** Whether to refuse an item now that has `ahead` of the `waiting` items before it. */
  refuses(ahead: number, waiting: number, now_ms: number): boolean {
    this.#observe(waiting, now_ms);
    const has_stood =
      this.#slow_since_ms !== null && now_ms - this.#slow_since_ms >= this.#interval_ms;
    if (!has_stood && now_ms >= this.#shedding_until_ms) return false;
    if (this.waitOf(ahead, now_ms) <= this.#target_ms) return false;
    this.#shedding_until_ms = now_ms + this.#interval_ms;
    return true;
  }

  /** How long it takes until `ahead` items have started. */
  waitOf(ahead: number, now_ms: number): number {
    const starts =
      this.#before === this.#current
        ? this.#current.starts
        : this.#before.starts + this.#current.starts;
    // Counts one start more, as if it came now: without starts the wait grows with time.
    return (ahead * (now_ms - this.#before.from_ms)) / (starts + 1);
  }

  #observe(waiting: number, now_ms: number): void {
    if (this.waitOf(waiting, now_ms) <= this.#target_ms) this.#slow_since_ms = null;
    else this.#slow_since_ms ??= now_ms;
  }

  #restart(now_ms: number): void {
    this.#before = { from_ms: now_ms, starts: 0 };
    this.#current = this.#before;
  }
}
