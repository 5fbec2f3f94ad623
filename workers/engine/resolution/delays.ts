/**
 * Delays of all stretches: the least that keep what was decided. Nothing costs less when it happens later, so no
 * other delays under the same decisions are better. A decision makes a stretch later and what follows from it;
 * all of it can be taken back.
 */
import { FIXED, LEAD_COST, type Plan } from "./plan.ts";

/** No train is later than this, however many stops it has. */
export const DELAY_MAX_S = 7200;
/** Steps of one decision: trains that push each other in a circle never come to an end. */
const STEPS_MAX = 20_000;

export class Delays {
  readonly delay: Float64Array;
  /** [nStretches] */
  readonly trainOf: Uint32Array;
  /** What all delays cost, in minutes. */
  cost = 0;
  /** Trains that are not as they were. */
  changed = 0;
  /** Stretches that were made later so far. */
  work = 0;
  /** Trains that were touched since `watch`, each once. */
  readonly touched: number[] = [];
  readonly #plan: Plan;
  readonly #most: Float64Array;
  /** [nTrains] by how much each was put earlier. */
  readonly #leads: Float64Array;
  /** [nStretches] how many knots that are left keep it where it is. */
  readonly #held: Uint32Array;
  readonly #isTouched: Uint8Array;
  readonly #arcFrom: number[] = [];
  readonly #arcTo: number[] = [];
  readonly #arcGap: number[] = [];
  readonly #logStretch: number[] = [];
  readonly #logDelay: number[] = [];
  readonly #waiting: number[] = [];

  constructor(plan: Plan) {
    const { trainStart, waits } = plan;
    const count = waits.length;
    this.#plan = plan;
    this.delay = new Float64Array(count);
    this.trainOf = new Uint32Array(count);
    this.#most = new Float64Array(count);
    this.#leads = new Float64Array(trainStart.length - 1);
    this.#held = new Uint32Array(count);
    this.#isTouched = new Uint8Array(trainStart.length - 1);
    for (let train = 0; train + 1 < trainStart.length; train++) {
      let most = 0;
      for (let s = trainStart[train]!; s < trainStart[train + 1]!; s++) {
        most = Math.min(DELAY_MAX_S, most + waits[s]!);
        this.#most[s] = most;
        this.trainOf[s] = train;
      }
    }
  }

  /** From here on `touched` lists trains. */
  watch(): void {
    for (const train of this.touched) this.#isTouched[train] = 0;
    this.touched.length = 0;
  }

  touch(train: number): void {
    if (train === 0 || this.#isTouched[train] === 1) return;
    this.#isTouched[train] = 1;
    this.touched.push(train);
  }

  /** Keeps a stretch where it is as long as a knot is left. */
  hold(stretch: number, more: 1 | -1): void {
    this.#held[stretch] = this.#held[stretch]! + more;
  }

  /** Whether a stretch may be so late at all. */
  mayBe(stretch: number, delay: number): boolean {
    return delay <= this.#most[stretch]! && (this.#held[stretch] === 0 || delay === 0);
  }

  /** What it costs at least to make a stretch so late, and with it those behind it. */
  costOf(stretch: number, delay: number): number {
    if (!this.mayBe(stretch, delay)) return Infinity;
    const { trainStart, slopes } = this.#plan;
    const end = trainStart[this.trainOf[stretch]! + 1]!;
    let cost = 0;
    for (let s = stretch; s < end && this.delay[s]! < delay; s++) {
      cost += slopes[s]! * (Math.max(0, delay) - Math.max(0, this.delay[s]!));
    }
    return cost;
  }

  /** Where things stand, for `takeBack`. */
  mark(): { readonly arcs: number; readonly steps: number; readonly touched: number } {
    const { touched } = this;
    return {
      arcs: this.#arcFrom.length,
      steps: this.#logStretch.length,
      touched: touched.length,
    };
  }

  takeBack({ arcs, steps, touched }: ReturnType<Delays["mark"]>): void {
    while (this.#logStretch.length > steps) {
      this.#set(this.#logStretch.pop()!, this.#logDelay.pop()!);
    }
    this.#arcFrom.length = arcs;
    this.#arcTo.length = arcs;
    this.#arcGap.length = arcs;
    while (this.touched.length > touched) this.#isTouched[this.touched.pop()!] = 0;
  }

  /** Decides the least time between two stretches. False: it can't be held; the caller takes the decision back. */
  decide(from: number, to: number, gap: number): boolean {
    this.#arcFrom.push(from);
    this.#arcTo.push(to);
    this.#arcGap.push(gap);
    return this.#raise(to, this.delay[from]! + gap);
  }

  #raise(stretch: number, delay: number): boolean {
    const { trainStart, waits } = this.#plan;
    const waiting = this.#waiting;
    waiting.length = 0;
    waiting.push(stretch, delay);
    for (let steps = 0; waiting.length > 0; steps++) {
      const late = waiting.pop()!;
      const s = waiting.pop()!;
      if (late <= this.delay[s]!) continue;
      if (!this.mayBe(s, late) || steps > STEPS_MAX) return false;
      this.#logStretch.push(s);
      this.#logDelay.push(this.delay[s]!);
      this.#set(s, late);
      this.work++;
      const train = this.trainOf[s]!;
      this.touch(train);
      if (s + 1 < trainStart[train + 1]!) waiting.push(s + 1, late);
      if (s > trainStart[train]!) waiting.push(s - 1, late - waits[s]!);
      for (let i = 0; i < this.#arcFrom.length; i++) {
        if (this.#arcFrom[i] === s) waiting.push(this.#arcTo[i]!, late + this.#arcGap[i]!);
      }
    }
    return true;
  }

  #set(stretch: number, delay: number): void {
    const { trainStart, slopes } = this.#plan;
    const was = this.delay[stretch]!;
    this.cost += slopes[stretch]! * (Math.max(0, delay) - Math.max(0, was));
    const isLast = stretch + 1 === trainStart[this.trainOf[stretch]! + 1]!;
    if (isLast) this.changed += Number(delay !== 0) - Number(was !== 0);
    this.delay[stretch] = delay;
  }

  /** Puts a train where it was in the beginning, or where `delays` has it; what was decided must be none. */
  place(train: number, delays: Float64Array | null): void {
    const { trainStart } = this.#plan;
    if (train === FIXED) return;
    const first = trainStart[train]!;
    for (let s = first; s < trainStart[train + 1]!; s++) this.#set(s, delays?.[s] ?? 0);
    this.#lead(train, Math.max(0, -this.delay[first]!));
  }

  /** Puts a train so much earlier than it was in the beginning. */
  placeEarlier(train: number, lead: number): void {
    const { trainStart } = this.#plan;
    for (let s = trainStart[train]!; s < trainStart[train + 1]!; s++) this.#set(s, -lead);
    this.#lead(train, lead);
  }

  /** What a train costs that leaves earlier, also where it waits for that on its way. */
  #lead(train: number, lead: number): void {
    this.cost += LEAD_COST * (lead - this.#leads[train]!);
    this.#leads[train] = lead;
  }

  /** What all delays cost, added up anew: `cost` has the roundings of all that was taken back. */
  addUp(): number {
    const { slopes } = this.#plan;
    let cost = 0;
    for (let s = 0; s < slopes.length; s++) cost += slopes[s]! * Math.max(0, this.delay[s]!);
    for (const lead of this.#leads) cost += LEAD_COST * lead;
    return cost;
  }

  /** How often a train waits longer than it did, or leaves later. */
  countWaits(train: number): number {
    const { trainStart } = this.#plan;
    let count = 0;
    let before = 0;
    for (let s = trainStart[train]!; s < trainStart[train + 1]!; s++) {
      if (this.delay[s]! !== before) count++;
      before = this.delay[s]!;
    }
    return count;
  }
}
