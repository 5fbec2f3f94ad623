/** Events of trains by time; of those at one time the one that has waited longest, then the lower number. */
import { growFloat64, growInt32 } from "../growable.ts";

export class EventQueue {
  size = 0;
  #times_ms = new Float64Array(256);
  #since_ms = new Float64Array(256);
  #trains = new Int32Array(256);

  /** Of the first event; there must be one. */
  get time_ms(): number {
    return this.#times_ms[0]!;
  }

  get since_ms(): number {
    return this.#since_ms[0]!;
  }

  clear(): void {
    this.size = 0;
  }

  copyFrom(other: EventQueue): void {
    this.size = other.size;
    this.#times_ms = growFloat64(this.#times_ms, this.size);
    this.#since_ms = growFloat64(this.#since_ms, this.size);
    this.#trains = growInt32(this.#trains, this.size);
    this.#times_ms.set(other.#times_ms.subarray(0, this.size));
    this.#since_ms.set(other.#since_ms.subarray(0, this.size));
    this.#trains.set(other.#trains.subarray(0, this.size));
  }

  push(time_ms: number, since_ms: number, train: number): void {
    this.#times_ms = growFloat64(this.#times_ms, this.size + 1);
    this.#since_ms = growFloat64(this.#since_ms, this.size + 1);
    this.#trains = growInt32(this.#trains, this.size + 1);
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >>> 1;
      if (!this.#isBefore(time_ms, since_ms, train, parent)) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#set(at, time_ms, since_ms, train);
  }

  /** [nTrains] `isDropped`: events of these are no more. */
  drop(isDropped: Uint8Array): void {
    const times_ms = this.#times_ms.slice(0, this.size);
    const since_ms = this.#since_ms.slice(0, this.size);
    const trains = this.#trains.slice(0, this.size);
    this.size = 0;
    for (const [i, t] of trains.entries()) {
      if (isDropped[t] === 0) this.push(times_ms[i]!, since_ms[i]!, t);
    }
  }

  /** Takes the first event's train; there must be one. */
  pop(): number {
    const first = this.#trains[0]!;
    const size = --this.size;
    const time_ms = this.#times_ms[size]!;
    const since_ms = this.#since_ms[size]!;
    const train = this.#trains[size]!;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      const right = child + 1;
      if (
        right < size &&
        this.#isBefore(this.#times_ms[right]!, this.#since_ms[right]!, this.#trains[right]!, child)
      ) {
        child = right;
      }
      if (this.#isBefore(time_ms, since_ms, train, child)) break;
      this.#move(child, at);
      at = child;
    }
    this.#set(at, time_ms, since_ms, train);
    return first;
  }

  #isBefore(time_ms: number, since_ms: number, train: number, other: number): boolean {
    const otherTime_ms = this.#times_ms[other]!;
    if (time_ms !== otherTime_ms) return time_ms < otherTime_ms;
    const otherSince_ms = this.#since_ms[other]!;
    if (since_ms !== otherSince_ms) return since_ms < otherSince_ms;
    return train < this.#trains[other]!;
  }

  #move(from: number, to: number): void {
    this.#times_ms[to] = this.#times_ms[from]!;
    this.#since_ms[to] = this.#since_ms[from]!;
    this.#trains[to] = this.#trains[from]!;
  }

  #set(at: number, time_ms: number, since_ms: number, train: number): void {
    this.#times_ms[at] = time_ms;
    this.#since_ms[at] = since_ms;
    this.#trains[at] = train;
  }
}
