/**
 * After how many seconds a refused client is told to come again. A crowd that is told the same second comes back
 * in one burst, whose end waits for its refusal as long as the main thread takes for all of them. So the more were
 * refused within the last second, the more seconds their return is spread over, evenly.
 */

/** Returns a second that do not burden the server: a small part of its requests, refused within some 12 ms. */
const RETURNS_PER_SECOND = 250;
/** With more, threads would stand idle while clients still wait. */
export const RETRY_MAX_S = 4;

export class RetryTimes {
  readonly #now_ms: () => number;
  #second = 0;
  /** Refusals of this second and of the one before. */
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
