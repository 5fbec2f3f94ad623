/**
 * Delays refusals if there are too many: clients that retry at once would be refused twenty thousand times a
 * second, and the server would do nothing else. Each second's quota goes out immediately: enough for a crowd
 * whose clients return after `Retry-After`. Further refusals go out later in fair shares, so that a caller with
 * one refusal does not wait for a crowd's. A connection has one request at a time, so a client that waits for
 * its refusal sends nothing meanwhile. Each tick releases at least 3 in 1,000 of those waiting: of clients that
 * retry at once, at 2,000 a second, 2,000 wait for one second, 6,000 for three, 100,000 for twenty.
 */
import { FairQueue, type Owner } from "../../queues/fair_queue.ts";

const TICK_MS = 20;
const SHARE_OF_TICK = 0.003;

export class RefusalPace {
  readonly #per_tick: number;
  readonly #held = new FairQueue<() => void>();
  readonly #at_once_max: number;
  /** Refusals that may still go out immediately. */
  #at_once: number;
  #timer: NodeJS.Timeout | null = null;

  constructor(per_second: number) {
    this.#per_tick = Math.round((per_second * TICK_MS) / 1000);
    this.#at_once_max = per_second;
    this.#at_once = per_second;
  }

  /** Resolves when this owner's next refusal may go out; null: immediately. */
  hold(owner: Owner): Promise<void> | null {
    this.#timer ??= setInterval(() => this.#tick(), TICK_MS);
    if (this.#at_once > 0) {
      this.#at_once--;
      return null;
    }
    return new Promise((resolve) => {
      this.#held.push(owner, resolve);
    });
  }

  #tick(): void {
    const waiting = this.#held.count;
    const count = Math.min(waiting, Math.max(this.#per_tick, Math.ceil(waiting * SHARE_OF_TICK)));
    this.#at_once = Math.min(
      this.#at_once_max,
      this.#at_once + Math.max(0, this.#per_tick - count),
    );
    if (this.#at_once === this.#at_once_max && this.#timer !== null) {
      clearInterval(this.#timer);
      this.#timer = null;
    }
    for (let i = 0; i < count; i++) this.#held.take()?.();
  }
}
