/**
 * After how many seconds a refused client should retry. If a whole crowd were told the same second, it would
 * return in one burst, and its last refusals would wait until the main thread had dealt with all of it. So the
 * more requests were refused within the last second, the more seconds their retries are spread over, evenly.
 */

/** Retries per second that do not burden the server: a small part of its requests, refused within some 12 ms. */
const RETURNS_PER_SECOND = 250;
/** If clients waited longer, threads would be idle meanwhile. */
export const RETRY_MAX_S = 4;

export class RetryTimes {
  readonly #now_ms: () => number;
  #second = 0;
  /** Refusals of this second and of the previous one. */
  #refused = 0;
  #refused_before = 0;

  constructor(now_ms: () => number) {
    this.#now_ms = now_ms;
  }

  /** Seconds for the client that is refused now: 1 to RETRY_MAX_S. */
  next(): number {
    const second = Math.floor(this.#now_ms() / 1000);
    if (second !== this.#second) {
      this.#refused_before = second === this.#second + 1 ? this.#refused : 0;
      this.#refused = 0;
      this.#second = second;
    }
    const crowd = Math.max(this.#refused, this.#refused_before);
    const spread = Math.min(RETRY_MAX_S, Math.max(1, Math.ceil(crowd / RETURNS_PER_SECOND)));
    return 1 + (this.#refused++ % spread);
  }
}
