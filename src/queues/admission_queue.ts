/** A fair queue that knows its own pace and so can tell, before anything is done, who would wait too long. */
import { DelayControl, type DelayOptions } from "./delay_control.ts";
import { FairQueue, type Owner, type Place } from "./fair_queue.ts";

export interface AdmissionOptions extends DelayOptions {
  /** A parameter so that tests own time. */
  readonly now_ms?: () => number;
}

export class AdmissionQueue<Item> {
  readonly #queue = new FairQueue<Item>();
  readonly #control: DelayControl;
  readonly #now_ms: () => number;

  constructor(options: AdmissionOptions) {
    this.#control = new DelayControl(options);
    this.#now_ms = options.now_ms ?? (() => performance.now());
  }

  get count(): number {
    return this.#queue.count;
  }

  [Symbol.iterator](): Generator<Place<Item>> {
    return this.#queue[Symbol.iterator]();
  }

  /** Tells whether something new of this owner would wait too long. */
  refuses(owner: Owner): boolean {
    if (this.#queue.count === 0) return false;
    return this.#control.refuses(this.#queue.countAhead(owner), this.#queue.count, this.#now_ms());
  }

  push(owner: Owner, item: Item): Place<Item> {
    const place = this.#queue.push(owner, item);
    this.#control.onWait(this.#queue.count, this.#now_ms());
    return place;
  }

  peek(): Item | null {
    return this.#queue.peek();
  }

  take(mayTake?: (owner: Owner) => boolean): Item | null {
    const item = this.#queue.take(mayTake);
    if (item !== null) this.#control.onStart(this.#queue.count, this.#now_ms());
    return item;
  }

  remove(place: Place<Item>): boolean {
    return this.#queue.remove(place);
  }

  displace(owner: Owner): Item | null {
    return this.#queue.displace(owner);
  }
}
