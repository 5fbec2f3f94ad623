/**
 * Lets requests begin in turns. Otherwise a crowd that arrives at once would be read in one turn of
 * the event loop, a third of a second for 6,000 requests, and all others would wait behind it.
 * Requests of a turn are chosen by fair shares; on a quiet server all begin at once. A request that
 * would wait too long for its turn is refused.
 */
import { type AdmissionOptions, AdmissionQueue } from "../../queues/admission_queue.ts";
import { FairQueue, type Owner } from "../../queues/fair_queue.ts";

/** Begins a request, or its refusal. */
type Begin = (is_late: boolean) => void;

/** Requests begun in one turn; each takes some hundredths of a millisecond until it waits for the database. */
const REQUESTS_OF_TURN = 32;

export class Arrivals {
  readonly #waiting: AdmissionQueue<{ readonly owner: Owner; readonly begin: Begin }>;
  /** Late requests: many may be refused at once, so refusals are sent in turns as well. */
  readonly #late = new FairQueue<Begin>();
  #begun = 0;
  #is_scheduled = false;

  constructor(waits: AdmissionOptions) {
    this.#waiting = new AdmissionQueue(waits, ({ owner, begin }) => {
      this.#late.push(owner, begin);
    });
  }

  /** Calls `begin` now, or in a later turn. */
  add(owner: Owner, begin: Begin): void {
    if (this.#begun < REQUESTS_OF_TURN) {
      this.#begun++;
      begin(false);
    } else if (this.#waiting.refuses(owner)) this.#late.push(owner, begin);
    else this.#waiting.push(owner, { owner, begin }, { is_fresh: true });
    this.#schedule();
  }

  /** Waits for the end of the poll phase: the next request then comes after what the sockets have delivered. */
  #schedule(): void {
    if (this.#is_scheduled) return;
    this.#is_scheduled = true;
    setImmediate(() => {
      this.#is_scheduled = false;
      this.#takeTurn();
      if (this.#begun + this.#late.count > 0) this.#schedule();
    });
  }

  #takeTurn(): void {
    for (let n = 0; n < REQUESTS_OF_TURN; n++) this.#late.take()?.(true);
    this.#begun = 0;
    while (this.#begun < REQUESTS_OF_TURN) {
      const next = this.#waiting.take();
      if (next === null) return;
      this.#begun++;
      next.begin(false);
    }
  }
}
