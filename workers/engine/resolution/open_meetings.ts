/** Meetings that are still to be decided, what each way would cost at least, and so all of them together. */
import type { Delays } from "./delays.ts";
import { CHANGE_COST, FIXED, NO_KNOT, type Plan } from "./plan.ts";

/** Minutes: any conflict that can be solved is, whatever that costs. */
export const CONFLICT_COST = 1e6;

interface Choice {
  readonly meeting: number;
  readonly costs: readonly [before: number, behind: number, stay: number];
}

interface State {
  readonly delays: Delays;
  /** [nKnots] 1: its conflicts stay. */
  readonly left: Uint32Array;
  /** By train. */
  readonly meetingsOf: readonly (readonly number[])[];
  /** By knot. */
  readonly stretchesOf: readonly (readonly number[])[];
}

export class OpenMeetings {
  readonly #plan: Plan;
  readonly #delays: Delays;
  readonly #left: Uint32Array;
  readonly #meetingsOf: State["meetingsOf"];
  readonly #stretchesOf: State["stretchesOf"];
  /** Stamps of trains and knots that a bound has counted already. */
  readonly #stamps: Float64Array;
  readonly #knotStamps: Float64Array;
  #stamp = 0;
  #work = 0;

  constructor(plan: Plan, { delays, left, meetingsOf, stretchesOf }: State) {
    this.#plan = plan;
    this.#delays = delays;
    this.#left = left;
    this.#meetingsOf = meetingsOf;
    this.#stretchesOf = stretchesOf;
    this.#stamps = new Float64Array(meetingsOf.length);
    this.#knotStamps = new Float64Array(left.length);
  }

  /** Meetings looked at since it was asked last. */
  takeWork(): number {
    const work = this.#work;
    this.#work = 0;
    return work;
  }

  /**
   * The meeting to decide next, null when all are, and what everything costs at least then: of meetings without a
   * common train each has its price. Null when one can't be decided in any way.
   */
  choose(leftCost: number): { readonly choice: Choice | null; readonly bound: number } | null {
    const delays = this.#delays;
    const stamp = ++this.#stamp;
    let bound = delays.cost + leftCost + CHANGE_COST * delays.changed;
    let choice: Choice | null = null;
    let dearest = -1;
    for (const train of delays.touched) {
      for (const m of this.#meetingsOf[train]!) {
        this.#work++;
        if (!this.isOpen(m)) continue;
        const costs = this.#costsOf(m);
        const least = Math.min(...costs);
        if (least === Infinity) return null;
        bound += this.#countOnce(m, least, stamp);
        const isForced = costs.filter((cost) => cost < Infinity).length === 1;
        const price = isForced ? Infinity : least;
        if (price <= dearest) continue;
        dearest = price;
        choice = { meeting: m, costs };
      }
    }
    return { choice, bound };
  }

  /** A price that a bound may add to what it has counted: not twice for one train or knot. */
  #countOnce(m: number, price: number, stamp: number): number {
    const { trainOf } = this.#delays;
    const first = trainOf[this.#plan.firstBegins[m]!]!;
    const second = trainOf[this.#plan.secondBegins[m]!]!;
    const knot = this.#plan.knots[m]!;
    const isCounted = (train: number): boolean => train !== FIXED && this.#stamps[train] === stamp;
    if (isCounted(first) || isCounted(second)) return 0;
    if (knot !== NO_KNOT && this.#knotStamps[knot] === stamp) return 0;
    this.#stamps[first] = stamp;
    this.#stamps[second] = stamp;
    if (knot !== NO_KNOT) this.#knotStamps[knot] = stamp;
    return price;
  }

  /** Whether it is undecided: as things stand both need the zone at once. */
  isOpen(m: number): boolean {
    const { firstBegins, firstEnds, secondBegins, secondEnds, gaps, backs, knots } = this.#plan;
    const { delay } = this.#delays;
    const knot = knots[m]!;
    if (knot !== NO_KNOT && this.#left[knot] === 1) return false;
    return (
      delay[secondBegins[m]!]! < delay[firstEnds[m]!]! + gaps[m]! &&
      delay[firstBegins[m]!]! < delay[secondEnds[m]!]! + backs[m]!
    );
  }

  #costsOf(m: number): Choice["costs"] {
    const { firstBegins, firstEnds, secondBegins, secondEnds, gaps, backs, knots } = this.#plan;
    const delays = this.#delays;
    const knot = knots[m]!;
    return [
      delays.costOf(secondBegins[m]!, delays.delay[firstEnds[m]!]! + gaps[m]!),
      delays.costOf(firstBegins[m]!, delays.delay[secondEnds[m]!]! + backs[m]!),
      knot !== NO_KNOT && this.#mayStay(knot)
        ? CONFLICT_COST * this.#plan.weights[knot]!
        : Infinity,
    ];
  }

  #mayStay(knot: number): boolean {
    return this.#stretchesOf[knot]!.every((s) => this.#delays.delay[s] === 0);
  }
}
