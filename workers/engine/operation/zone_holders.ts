/** Who has the zones of a day: by zone a list of visits that have it, or will have left it at a known time. */
import type { DayPlan } from "./day_plan.ts";

/** A zone is a train's as a part of a route that is locked for it, or wholly, or no longer. */
const LOCKED = 1;
export const HELD = 2;
export const LEFT = 3;
/** No train, visit or place. */
export const NOBODY = -1;

export class ZoneHolders {
  /** [nVisits] 0: still to come. */
  readonly state: Uint8Array;
  /** [nVisits] when the tail leaves; Infinity: not known. */
  readonly free_ms: Float64Array;
  /** [nVisits] next visit in the list of its zone. */
  readonly next: Int32Array;
  /** [nZones] first visit in its list. */
  readonly first: Int32Array;
  /** Where no one had a zone for an unknown time: when all who have it will have left, and who leaves last. */
  freeAt_ms = -Infinity;
  freeBy = NOBODY;
  readonly #plan: DayPlan;

  constructor(plan: DayPlan) {
    const nVisits = plan.visitZone.length;
    this.#plan = plan;
    this.state = new Uint8Array(nVisits);
    this.free_ms = new Float64Array(nVisits);
    this.next = new Int32Array(nVisits);
    this.first = new Int32Array(plan.zoneStart.length - 1);
  }

  clear(): void {
    this.state.fill(0);
    this.first.fill(NOBODY);
  }

  /** Visits that never happen. */
  skip(from: number, to: number): void {
    this.state.fill(LEFT, from, to);
  }

  /** Of visits that were skipped. */
  unskip(from: number, to: number): void {
    this.state.fill(0, from, to);
  }

  isToCome(v: number): boolean {
    return isVisitToCome(this.#plan, this.state, v);
  }

  /** Locks a zone for a train. */
  take(v: number): void {
    const zone = this.#plan.visitZone[v]!;
    this.state[v] = LOCKED;
    this.free_ms[v] = Infinity;
    this.next[v] = this.first[zone]!;
    this.first[zone] = v;
  }

  /** Whether a visit that has a zone keeps another train from it. */
  excludes(o: number, v: number, isOwn: boolean): boolean {
    const { visitTrain, visitConfig } = this.#plan;
    return (
      visitTrain[o] !== visitTrain[v] &&
      (visitConfig[o] !== visitConfig[v] || (isOwn && this.state[o] === HELD))
    );
  }

  /** A train that has a zone for an unknown time; NOBODY and when all who have it will have left in `freeAt_ms`. */
  findHolder(v: number, isOwn: boolean, now_ms: number): number {
    const { visitZone, visitTrain } = this.#plan;
    const zone = visitZone[v]!;
    this.freeAt_ms = -Infinity;
    let before = NOBODY;
    for (let o = this.first[zone]!; o !== NOBODY; ) {
      const next = this.next[o]!;
      const free_ms = this.free_ms[o]!;
      if (free_ms <= now_ms) {
        this.state[o] = LEFT;
        if (before === NOBODY) this.first[zone] = next;
        else this.next[before] = next;
      } else {
        before = o;
        const excludes = this.excludes(o, v, isOwn);
        if (excludes && free_ms === Infinity) return visitTrain[o]!;
        if (excludes && free_ms > this.freeAt_ms) {
          this.freeAt_ms = free_ms;
          this.freeBy = visitTrain[o]!;
        }
      }
      o = next;
    }
    return NOBODY;
  }
}

/** Whether a train will still ask for the block of a zone. */
export function isVisitToCome(
  { runs, runOf, visitStart, visitTrain }: DayPlan,
  state: Uint8Array,
  v: number,
): boolean {
  if (state[v]! >= HELD) return false;
  const t = visitTrain[v]!;
  const run = runs[runOf[t]!]!;
  return v - visitStart[t]! < run.blockZone[run.blockPlace.length]!;
}
