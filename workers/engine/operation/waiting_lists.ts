/** By train a list of the trains that wait for it, the latest first; each stands in one list at most. */
import { NOBODY } from "./zone_holders.ts";

export class WaitingLists {
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  /** In whose list a train stands. */
  readonly #blocker: Int32Array;

  constructor(nTrains: number) {
    this.#first = new Int32Array(nTrains);
    this.#next = new Int32Array(nTrains);
    this.#blocker = new Int32Array(nTrains);
    this.clear();
  }

  clear(): void {
    this.#first.fill(NOBODY);
    this.#blocker.fill(NOBODY);
  }

  copyFrom(other: WaitingLists): void {
    this.#first.set(other.#first);
    this.#next.set(other.#next);
    this.#blocker.set(other.#blocker);
  }

  /** The order of a list does not matter: all in it ask again at once. */
  hasSame(other: WaitingLists): boolean {
    return this.#blocker.every((blocker, t) => blocker === other.#blocker[t]);
  }

  add(t: number, blocker: number): void {
    this.#blocker[t] = blocker;
    this.#next[t] = this.#first[blocker]!;
    this.#first[blocker] = t;
  }

  /** Takes the first train from a list. */
  pop(blocker: number): number {
    const t = this.#first[blocker]!;
    if (t === NOBODY) return NOBODY;
    this.#first[blocker] = this.#next[t]!;
    this.#blocker[t] = NOBODY;
    return t;
  }

  /** Takes a train from the list in which it stands, if it does. */
  remove(t: number): void {
    const blocker = this.#blocker[t]!;
    if (blocker === NOBODY) return;
    this.#blocker[t] = NOBODY;
    const next = this.#next[t]!;
    let at = this.#first[blocker]!;
    if (at === t) {
      this.#first[blocker] = next;
      return;
    }
    while (this.#next[at] !== t) at = this.#next[at]!;
    this.#next[at] = next;
  }
}
