/**
 * Lets requests begin in turns. A crowd whose requests arrive at once would otherwise be read in one turn
 * of the event loop, which takes a third of a second for 6,000, and everybody else would wait behind it. What
 * is begun in a turn follows fair shares; on a server with few requests all begin at once.
 */
import { FairQueue, type Owner } from "../queues/fair_queue.ts";

/** Requests begun in one turn; each takes some hundredths of a millisecond until it waits for the database. */
const REQUESTS_OF_TURN = 32;

export class Arrivals {
  readonly #waiting = new FairQueue<() => void>();
  #begun = 0;
  #is_scheduled = false;

  /** Calls `start` now, or in a later turn. */
  begin(owner: Owner, start: () => void): void {
    if (this.#begun === REQUESTS_OF_TURN) this.#waiting.push(owner, start);
    else {
      this.#begun++;
      start();
    }
    this.#schedule();
  }

  /** After the poll phase: the next one is then behind what the sockets have delivered. */
  #schedule(): void {
    if (this.#is_scheduled) return;
    this.#is_scheduled = true;
    setImmediate(() => {
      this.#is_scheduled = false;
      this.#begun = 0;
      for (let start = this.#take(); start !== null; start = this.#take()) start();
      if (this.#begun > 0) this.#schedule();
    });
  }

  #take(): (() => void) | null {
    if (this.#begun === REQUESTS_OF_TURN) return null;
    const start = this.#waiting.take();
    if (start !== null) this.#begun++;
    return start;
  }
}
