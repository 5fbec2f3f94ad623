/** When the search for a better answer ends; threads see it while they search. */

export class Deadline {
  /** One Int32: 1 when it is over. */
  readonly flag = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  /** Of `performance.now()`. */
  readonly #until_ms: number;
  readonly #timer: NodeJS.Timeout;

  constructor(time_ms: number) {
    this.#until_ms = performance.now() + time_ms;
    this.#timer = setTimeout(() => this.is_over, time_ms);
  }

  get is_over(): boolean {
    const is_over = performance.now() >= this.#until_ms;
    if (is_over) Atomics.store(new Int32Array(this.flag), 0, 1);
    return is_over;
  }

  /** One that comes earlier, after a share of the time that is left. */
  earlier(share: number): Deadline {
    return new Deadline(Math.max(0, share * (this.#until_ms - performance.now())));
  }

  /** Nobody searches any more. */
  close(): void {
    clearTimeout(this.#timer);
  }
}
