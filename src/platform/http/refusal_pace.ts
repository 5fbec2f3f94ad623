/**
 * Delays refusals when there are too many: clients that retry at once would be refused twenty thousand
 * times a second, and the server would do nothing else. A fixed number per second goes out at once, the
 * rest later in fair shares, so that who was refused once does not wait for a crowd's refusals. A
 * connection has one request at a time, so a client that waits for its refusal sends nothing meanwhile.
 * Each tick releases at least 3 in 1,000 of the waiting ones: at 2,000 a second, 2,000 wait for one
 * second, 6,000 for three, 100,000 for twenty.
 */

import { FairQueue, type Owner } from "../queues/fair_queue.ts";

const TICK_MS = 20;
const SHARE_OF_TICK = 0.003;

export class RefusalPace {
  readonly #per_tick: number;
  readonly #held = new FairQueue<() => void>();
  /** Refusals that went out at once in this tick. */
  #sent = 0;
  #timer: NodeJS.Timeout | null = null;

  constructor(per_second: number) {
    this.#per_tick = Math.round((per_second * TICK_MS) / 1000);
  }

  /** Resolves when the next refusal of this owner may go out; null: at once. */
  hold(owner: Owner): Promise<void> | null {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    if (this.#sent < this.#per_tick) {
      this.#sent++;
      return null;
    }
    return new Promise((resolve) => {
      this.#held.push(owner, resolve);
    });
  }

  #tick(): void {
    const waiting = this.#held.count;
    if (waiting === 0 && this.#sent === 0 && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
      return;
    }
    const count = Math.min(waiting, Math.max(this.#per_tick, Math.ceil(waiting * SHARE_OF_TICK)));
    this.#sent = Math.min(count, this.#per_tick);
    for (let i = 0; i < count; i++) this.#held.take()?.();
  }
}
