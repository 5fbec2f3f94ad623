/**
 * What an inserted train may meet: for each of its operations, the uses of the resources it holds, sorted by begin.
 * Uses that end before the train can have held the resource are left out.
 */
import { growFloat64, growInt32 } from "../../workers/engine/growable.ts";
import type { Model } from "./model.ts";
import { PLACES, timeOf } from "./moment.ts";
import { ABSENT, type Schedule } from "./schedule.ts";

export class Entries {
  /** By operation of the train: its first entry. */
  readonly start: Int32Array;
  /** By operation of the train and resource: the last use that was left out. */
  readonly past: Int32Array;
  /** By entry: the use, the index of its resource in the operation, its begin, and when that resource is free again. */
  use = new Int32Array(1024);
  index = new Int32Array(1024);
  begin = new Float64Array(1024);
  free = new Float64Array(1024);
  /** By entry: 1 = an insertion may not delay it. */
  fixed = new Int32Array(1024);
  /** [nEvents] 1 = no insertion may delay it. */
  readonly marked: Uint8Array;
  readonly #schedule: Schedule;
  readonly #model: Model;
  /** Number of real trains; closed intervals follow as trains that can't move. */
  readonly #movable: number;

  constructor(schedule: Schedule) {
    const { model } = schedule;
    this.#schedule = schedule;
    this.#model = model;
    this.#movable = model.problem.trainStart.length - 1;
    let operations = 0;
    for (let train = 0; train < model.trains; train++) {
      operations = Math.max(operations, model.trainStart[train + 1]! - model.trainStart[train]!);
    }
    this.start = new Int32Array(operations + 1);
    this.past = new Int32Array(operations * model.heldMax);
    this.marked = new Uint8Array(schedule.moment.length);
  }

  /**
   * Lists what a train's operations may meet, from `first` up to, but without, `end`. With `early` an operation meets
   * all that it could meet at any of its resources since it holds the first of them.
   */
  list(first: number, end: number, rigid: boolean, early: boolean): void {
    const { heldMax, heldStart, held, heldFrom } = this.#model;
    const { first: heads, last, next, previous } = this.#schedule;
    let n = 0;
    for (let op = first; op < end; op++) {
      const start = n;
      this.start[op - first] = n;
      let since = Infinity;
      for (let i = heldStart[op]!; early && i < heldStart[op + 1]!; i++) {
        since = Math.min(since, heldFrom[i]!);
      }
      for (let i = heldStart[op]!; i < heldStart[op + 1]!; i++) {
        const index = i - heldStart[op]!;
        const open = (early ? since : heldFrom[i]!) * PLACES;
        let past = last[held[i]!]!;
        while (past !== ABSENT && this.#schedule.freeAfter(past) > open) past = previous[past]!;
        this.past[(op - first) * heldMax + index] = past;
        let use = past === ABSENT ? heads[held[i]!]! : next[past]!;
        for (; use !== ABSENT; use = next[use]!) {
          if (n === this.use.length) this.#grow(n + 1);
          const at = this.#makeRoom(start, n++, this.#beginOf(use));
          this.index[at] = index;
          this.#write(at, use, rigid);
        }
      }
    }
    this.start[end - first] = n;
    this.#schedule.work += n;
  }

  #beginOf(use: number): number {
    const event = Math.floor(use / this.#model.heldMax);
    const begin = this.#schedule.moment[event]!;
    // A closed interval begins after everything else that happens at the same time.
    const closed = this.#schedule.trainOf[event]! >= this.#movable;
    return closed ? (timeOf(begin) + 1) * PLACES - 1 : begin;
  }

  /** Finds the place of an entry among those from `start` up to `end`, by its begin. Later entries move up by one. */
  #makeRoom(start: number, end: number, begin: number): number {
    let at = end;
    for (; at > start && this.begin[at - 1]! > begin; at--) {
      this.use[at] = this.use[at - 1]!;
      this.index[at] = this.index[at - 1]!;
      this.begin[at] = this.begin[at - 1]!;
      this.free[at] = this.free[at - 1]!;
      this.fixed[at] = this.fixed[at - 1]!;
    }
    this.begin[at] = begin;
    return at;
  }

  #write(at: number, use: number, rigid: boolean): void {
    const event = Math.floor(use / this.#model.heldMax);
    const free = this.#schedule.freeAfter(use);
    const closed = this.#schedule.trainOf[event]! >= this.#movable;
    const fixed = rigid || closed || free === Infinity || this.marked[event] === 1;
    this.use[at] = use;
    this.free[at] = free;
    this.fixed[at] = fixed ? 1 : 0;
  }

  #grow(n: number): void {
    this.use = growInt32(this.use, n);
    this.index = growInt32(this.index, n);
    this.begin = growFloat64(this.begin, n);
    this.free = growFloat64(this.free, n);
    this.fixed = growInt32(this.fixed, n);
  }
}
