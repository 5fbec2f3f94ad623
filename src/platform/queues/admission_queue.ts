/**
 * A fair queue that measures its pace, so that requests which would wait too long are refused
 * before any work is done. A burst that came before the pace was known is cut to what the target
 * allows, starting with the newest requests of the owner with the most.
 */
import { DelayControl, type DelayOptions } from "./delay_control.ts";
import { FairQueue, type Owner, type Ticket } from "./fair_queue.ts";

export interface AdmissionOptions extends DelayOptions {
  /** Injectable, so that tests control the time. */
  readonly now_ms?: () => number;
}

export interface Waiting {
  /** Whether it may still be refused while it waits. */
  readonly is_fresh: boolean;
}

export class AdmissionQueue<Item> {
  readonly #queue = new FairQueue<Item>();
  readonly #control: DelayControl;
  readonly #now_ms: () => number;
  readonly #onRefused: (item: Item) => void;

  /** `onRefused` gets each item that was removed because it would wait too long, or to make room. */
  constructor(options: AdmissionOptions, onRefused: (item: Item) => void) {
    this.#control = new DelayControl(options);
    this.#onRefused = onRefused;
    this.#now_ms = options.now_ms ?? (() => performance.now());
  }

  get count(): number {
    return this.#queue.count;
  }

  [Symbol.iterator](): Generator<Ticket<Item>> {
    return this.#queue[Symbol.iterator]();
  }

  /** Whether a new item of this owner would wait too long. */
  refuses(owner: Owner): boolean {
    if (this.#queue.count === 0) return false;
    return this.#control.refuses(this.#queue.countAhead(owner), this.#queue.count, this.#now_ms());
  }

  push(owner: Owner, item: Item, { is_fresh }: Waiting): Ticket<Item> {
    const ticket = this.#queue.push(owner, item, is_fresh);
    this.#control.onWait(this.#queue.count, this.#now_ms());
    this.#cut();
    return ticket;
  }

  peek(): Item | null {
    return this.#queue.peek();
  }

  peekNewcomer(mayTake: (owner: Owner) => boolean): Item | null {
    return this.#queue.peekNewcomer(mayTake);
  }

  take(mayTake?: (owner: Owner) => boolean): Item | null {
    const item = this.#queue.take(mayTake);
    if (item !== null) {
      this.#control.onStart(this.#queue.count, this.#now_ms());
      this.#cut();
    }
    return item;
  }

  remove(ticket: Ticket<Item>): boolean {
    return this.#queue.remove(ticket);
  }

  /** Makes room by dropping from an owner with more waiting items than this one; false if there is none. */
  displace(owner: Owner): boolean {
    const displaced = this.#queue.hasLonger(owner) ? this.#queue.displace() : null;
    if (displaced !== null) this.#onRefused(displaced);
    return displaced !== null;
  }

  #cut(): void {
    const now_ms = this.#now_ms();
    const isTooLate = (): boolean =>
      this.#control.refuses(this.#queue.countAheadOfDisplaced(), this.#queue.count, now_ms);
    while (isTooLate()) {
      const displaced = this.#queue.displace();
      if (displaced === null) return;
      this.#onRefused(displaced);
    }
  }
}
