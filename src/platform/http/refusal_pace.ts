/**
 * Holds refusals back where there are too many: clients that ask again at once would be refused twenty
 * thousand times a second, and refusing would be all that the server does. So many a second go out when
 * they come, the rest in the order of their coming. A connection has one request at a time, so whoever is
 * held asks nothing meanwhile. Each tick lets at least a hundredth of those go that are held: at 1,000 a
 * second 1,000 wait for one second, 6,000 for four, 100,000 for ten.
 */

const TICK_MS = 20;
const SHARE_OF_TICK = 0.01;

export class RefusalPace {
  readonly #per_tick: number;
  readonly #held: (() => void)[] = [];
  /** Refusals that went out at once in this tick. */
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(per_second: number) {
    this.#per_tick = Math.round((per_second * TICK_MS) / 1000);
  }

  /** Resolves when the next refusal may go out; null: at once. */
  hold(): Promise<void> | null {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    if (this.#sent < this.#per_tick) {
      this.#sent++;
      return null;
    }
    return new Promise((resolve) => {
      this.#held.push(resolve);
    });
  }

  #tick(): void {
    const { length } = this.#held;
    if (length === 0 && this.#sent === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    const count = Math.max(this.#per_tick, Math.ceil(length * SHARE_OF_TICK));
    const released = this.#held.splice(0, count);
    this.#sent = Math.min(released.length, this.#per_tick);
    for (const release of released) release();
  }
}
