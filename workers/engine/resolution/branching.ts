/**
 * Decides meetings one after the other until none is left undecided: the first train goes before, or the second, or
 * the conflicts that the meeting belongs to stay. All answers are tried unless the cheaper ones have shown that
 * they can't be better: decisions only ever make trains later, so each has a least price.
 */
import { Delays } from "./delays.ts";
import { CONFLICT_COST, OpenMeetings } from "./open_meetings.ts";
import { CHANGE_COST, FIXED, NO_KNOT, type Plan, type Solution } from "./plan.ts";

const EPSILON = 1e-9;

/** Ways to decide a meeting, as `Choice` has their costs. */
const BEFORE = 0;
const BEHIND = 1;
const STAY = 2;

/** When a search ends before its work is done: as soon as the flag is 1, but not before some work. */
export interface SearchStop {
  /** [1] shared with who sets it. */
  readonly flag: Int32Array;
  readonly least_work: number;
}

/** A train that leaves earlier. */
interface Lead {
  readonly train: number;
  readonly seconds: number;
}

export class Branching {
  readonly delays: Delays;
  /** [nKnots] 1: its conflicts stay. */
  readonly left: Uint32Array;
  /** What the best solution found costs. */
  best = Infinity;
  /** Looked at: what work is counted in. */
  work = 0;
  readonly #plan: Plan;
  readonly #meetingsOf: readonly (readonly number[])[];
  /** By knot: the stretches that stay where they are when it is left, and its trains. */
  readonly #stretchesOf: readonly (readonly number[])[];
  readonly trainsOf: readonly (readonly number[])[];
  readonly #waitsOf: Uint32Array;
  #waits = 0;
  #leftCost = 0;
  readonly #bestDelays: Float64Array;
  readonly #bestLeft: Uint32Array;
  /** Work at which no more decisions are tried. */
  #limit = 0;
  /** [nKnots] 1: part of it is between what can't move. */
  readonly #isStuck: Uint8Array;
  #isFound = false;
  readonly #open: OpenMeetings;
  readonly #stop: SearchStop | null;

  constructor(plan: Plan, stop: SearchStop | null = null) {
    this.#plan = plan;
    this.#stop = stop;
    this.delays = new Delays(plan);
    const { trainOf } = this.delays;
    const nTrains = plan.trainStart.length - 1;
    const meetingsOf = Array.from({ length: nTrains }, (): number[] => []);
    const stretchesOf = Array.from({ length: plan.weights.length }, () => new Set<number>());
    const trainsOf = Array.from({ length: plan.weights.length }, () => new Set<number>());
    this.#isStuck = new Uint8Array(plan.weights.length);
    for (let m = 0; m < plan.gaps.length; m++) {
      const stretches = [plan.firstBegins, plan.firstEnds, plan.secondBegins, plan.secondEnds].map(
        (column) => column[m]!,
      );
      const trains = new Set(stretches.map((s) => trainOf[s]!));
      for (const train of trains) if (train !== FIXED) meetingsOf[train]!.push(m);
      const knot = plan.knots[m]!;
      if (knot === NO_KNOT) continue;
      if (stretches.every((s) => s === FIXED)) this.#isStuck[knot] = 1;
      for (const s of stretches) if (s !== FIXED) stretchesOf[knot]!.add(s);
      for (const train of trains) trainsOf[knot]!.add(train);
    }
    this.#meetingsOf = meetingsOf;
    this.#stretchesOf = stretchesOf.map((set) => [...set]);
    this.trainsOf = trainsOf.map((set) => [...set].filter((train) => train !== FIXED));
    this.left = new Uint32Array(plan.weights.length);
    this.#waitsOf = new Uint32Array(nTrains);
    this.#bestDelays = new Float64Array(this.delays.delay.length);
    this.#bestLeft = new Uint32Array(this.left.length);
    const { delays, left } = this;
    const lists = { meetingsOf, stretchesOf: this.#stretchesOf };
    this.#open = new OpenMeetings(plan, { delays, left, ...lists });
    for (let knot = 0; knot < this.left.length; knot++) this.#leave(knot);
  }

  /** Everything as a solution has it. */
  load({ delays, left }: Solution): void {
    for (let knot = 0; knot < left.length; knot++) if (this.left[knot] === 1) this.#release(knot);
    for (let train = 1; train < this.#waitsOf.length; train++) this.place(train, delays);
    for (let knot = 0; knot < left.length; knot++) if (left[knot] === 1) this.#leave(knot);
  }

  /**
   * Puts trains back until nothing overlaps but what is left: a solution of another plan, in which requirements
   * are longer, need not be one of this.
   */
  repair(): void {
    const open = (): number => this.#plan.knots.findIndex((_, m) => this.#open.isOpen(m));
    for (let m = open(); m >= 0; m = open()) {
      const knot = this.#plan.knots[m]!;
      const { firstEnds, secondEnds } = this.#plan;
      const trains = knot === NO_KNOT ? [] : [...this.trainsOf[knot]!];
      for (const s of [firstEnds[m]!, secondEnds[m]!]) trains.push(this.delays.trainOf[s]!);
      const late = trains.filter((train) => this.#isMoved(train));
      for (const train of late) this.place(train, null);
      if (late.length > 0) continue;
      if (knot === NO_KNOT)
        throw new Error("trains that are where they were overlap in no conflict");
      this.#leave(knot);
    }
  }

  #isMoved(train: number): boolean {
    const { trainStart } = this.#plan;
    const own = this.delays.delay.subarray(trainStart[train], trainStart[train + 1]);
    return train !== FIXED && own.some((delay) => delay !== 0);
  }

  #placeEarlier({ train, seconds }: Lead): void {
    this.delays.placeEarlier(train, seconds);
    this.#countWaits(train);
  }

  #countWaits(train: number): void {
    const waits = this.delays.countWaits(train);
    this.#waits += waits - this.#waitsOf[train]!;
    this.#waitsOf[train] = waits;
  }

  /** By how much a train would have to leave earlier for one of its meetings to be no conflict. */
  listLeads(train: number): readonly number[] {
    const { gaps, backs, knots, firstBegins, leads } = this.#plan;
    return this.#meetingsOf[train]!.flatMap((m) => {
      if (knots[m] === NO_KNOT) return [];
      const isFirst = this.delays.trainOf[firstBegins[m]!] === train;
      return [isFirst ? gaps[m]! : backs[m]!];
    }).filter((seconds) => seconds > 0 && seconds <= leads[train]!);
  }

  save(): Solution {
    return { delays: this.delays.delay.slice(), left: this.left.slice() };
  }

  /** Puts a train back to where it was in the beginning, or where `delays` has it. */
  place(train: number, delays: Float64Array | null): void {
    this.delays.place(train, delays);
    this.#countWaits(train);
  }

  /** Other trains that a train has meetings with. */
  listMet(train: number): readonly number[] {
    const { trainOf } = this.delays;
    const { firstBegins, secondBegins } = this.#plan;
    const met = new Set<number>();
    for (const m of this.#meetingsOf[train]!) {
      met.add(trainOf[firstBegins[m]!]!);
      met.add(trainOf[secondBegins[m]!]!);
    }
    met.delete(train);
    met.delete(FIXED);
    return [...met];
  }

  #leave(knot: number): void {
    this.left[knot] = 1;
    this.#leftCost += CONFLICT_COST * this.#plan.weights[knot]!;
    for (const s of this.#stretchesOf[knot]!) this.delays.hold(s, 1);
  }

  #release(knot: number): void {
    this.left[knot] = 0;
    this.#leftCost -= CONFLICT_COST * this.#plan.weights[knot]!;
    for (const s of this.#stretchesOf[knot]!) this.delays.hold(s, -1);
  }

  /** What everything costs as it stands. */
  get total(): number {
    return this.delays.cost + this.#leftCost + CHANGE_COST * this.#waits;
  }

  /** What the delays alone cost. */
  get delayCost(): number {
    return this.delays.addUp() + CHANGE_COST * this.#waits;
  }

  /**
   * Decides anew what the trains meet, and the given knots. What is found is loaded if it costs less than what
   * stands, and `isBetter`; else all is as before. `isWhole`: nothing else would have been better.
   */
  decide(
    trains: readonly number[],
    knots: readonly number[],
    limit: number,
    lead: Lead | null = null,
  ): { readonly isBetter: boolean; readonly isWhole: boolean } {
    const known = this.save();
    this.best = this.total;
    this.#isFound = false;
    this.#limit = this.work + limit;
    for (const knot of knots) {
      if (this.left[knot] === 1 && this.#isStuck[knot] === 0) this.#release(knot);
    }
    for (const train of trains) this.place(train, null);
    if (lead !== null) this.#placeEarlier(lead);
    this.delays.watch();
    for (const train of trains) this.delays.touch(train);
    for (const knot of knots) for (const train of this.trainsOf[knot]!) this.delays.touch(train);
    this.#descend();
    const isWhole = this.work < this.#limit;
    this.load(this.#isFound ? { delays: this.#bestDelays, left: this.#bestLeft } : known);
    return { isBetter: this.#isFound, isWhole };
  }

  /** Whether it has to end, although there is more to do. */
  get isStopped(): boolean {
    const { work } = this;
    return (
      this.#stop !== null && work >= this.#stop.least_work && Atomics.load(this.#stop.flag, 0) === 1
    );
  }

  #descend(): void {
    if (this.isStopped) this.#limit = 0;
    if (this.work >= this.#limit) return;
    this.work++;
    const open = this.#open.choose(this.#leftCost);
    this.work += this.#open.takeWork();
    if (open === null) return;
    if (open.choice === null) {
      this.#keep();
      return;
    }
    if (open.bound >= this.best - EPSILON) return;
    const { meeting, costs } = open.choice;
    const ways = [BEFORE, BEHIND, STAY]
      .filter((way) => costs[way]! < Infinity)
      .sort((a, b) => costs[a]! - costs[b]!);
    for (const way of ways) {
      const mark = this.delays.mark();
      if (this.#go(meeting, way)) this.#descend();
      this.delays.takeBack(mark);
      if (way === STAY) this.#release(this.#plan.knots[meeting]!);
    }
  }

  #go(m: number, way: number): boolean {
    const { firstBegins, firstEnds, secondBegins, secondEnds, gaps, backs, knots } = this.#plan;
    if (way === BEFORE) return this.delays.decide(firstEnds[m]!, secondBegins[m]!, gaps[m]!);
    if (way === BEHIND) return this.delays.decide(secondEnds[m]!, firstBegins[m]!, backs[m]!);
    this.#leave(knots[m]!);
    return true;
  }

  /** Remembers what stands, if it is the best. */
  #keep(): void {
    let waits = this.#waits;
    for (const train of this.delays.touched) {
      waits += this.delays.countWaits(train) - this.#waitsOf[train]!;
    }
    const total = this.delays.cost + this.#leftCost + CHANGE_COST * waits;
    if (total >= this.best - EPSILON) return;
    this.best = total;
    this.#isFound = true;
    this.#bestDelays.set(this.delays.delay);
    this.#bestLeft.set(this.left);
  }

  /** Whether a knot can be solved at all when no other conflict matters; null: not found out within the limit. */
  canSolve(knot: number, limit: number): boolean | null {
    if (this.#isStuck[knot] === 1) return false;
    const known = this.save();
    for (let k = 0; k < this.left.length; k++) {
      if (this.left[k] === 1) this.#release(k);
      // Left, but nothing has to stay for it.
      this.left[k] = 1;
    }
    for (let train = 1; train < this.#waitsOf.length; train++) this.place(train, null);
    this.left[knot] = 0;
    this.best = CONFLICT_COST / 2;
    this.#isFound = false;
    this.#limit = this.work + limit;
    this.delays.watch();
    for (const train of this.trainsOf[knot]!) this.delays.touch(train);
    const cost = this.#leftCost;
    this.#leftCost = 0;
    this.#descend();
    this.#leftCost = cost;
    const isWhole = this.work < this.#limit;
    this.left.fill(0);
    this.load(known);
    return this.#isFound ? true : isWhole ? false : null;
  }
}
