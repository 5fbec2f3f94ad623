/**
 * Report of one envelope (engine.md 5.8): its points with stops, simplified; the times at the path
 * items; the energy. One pass over the points; the scratch belongs to the thread and is overwritten.
 */
import type { Envelope, EnvelopeArena } from "../envelope/envelope.ts";
import { segmentAcceleration, timeInSegment_s } from "../envelope/envelope.ts";
import {
  GRAVITY_M_S2,
  KEPT_POINTS_MAX,
  POSITION_EPSILON_M,
  TIME_STEP_S,
} from "../physics/constants.ts";
import { meanGradient } from "../physics/gradient.ts";
import type { TrainForces } from "../physics/train_forces.ts";
import { fromMilli, toMilli } from "../units.ts";
import { Simplifier } from "./simplify.ts";
import { WheelWork } from "./wheel_work.ts";

/** Stops of one run, ascending; a stop may last 0 s. */
export interface Stops {
  /** [nStops] */
  readonly positions_m: readonly number[];
  readonly durations_s: readonly number[];
}

/** What a run's times are wanted at. */
interface Items {
  readonly stops: Stops;
  readonly items_mm: readonly number[];
  /** [nItems] see Run; absent: stops are told by their places. */
  readonly itemStops_ms?: readonly number[];
}

/** Points, item times and energy of one run; positions mm, times ms since its start. */
export interface Report {
  /** [nPoints] non-decreasing, all three. */
  readonly positions_mm: Float64Array;
  readonly times_ms: Float64Array;
  readonly speeds_m_s: Float64Array;
  /** [nItems] arrival at each path item. */
  readonly itemTimes_ms: Float64Array;
  /** The reference's figure: what each part adds up to by itself, so that a descent pays for a climb of the same part. */
  readonly energy_j: number;
  /** Work at the wheel, whole J: of traction alone, and of brakes alone; neither is negative. */
  readonly traction_j: number;
  readonly braking_j: number;
}

const INITIAL_POINTS = 4096;
/** Longer plateaus (11 days) are computed in one step. */
const STEPWISE_STRIDES_MAX = 500_000;

/** Builds reports; one per thread. */
export class ReportBuilder {
  x_m = new Float64Array(INITIAL_POINTS);
  v_m_s = new Float64Array(INITIAL_POINTS);
  /** Running time including stops, s. */
  t_s = new Float64Array(INITIAL_POINTS);
  count = 0;
  /** Running time excluding stops, whole microseconds with each step truncated. */
  #us = new Float64Array(INITIAL_POINTS);
  readonly #simplifier = new Simplifier();

  build(
    arena: EnvelopeArena,
    envelope: Envelope,
    run: Items & { readonly forces: TrainForces },
  ): Report {
    const work = new WheelWork(run.forces, 0);
    const energy_j = this.#collect(arena, envelope, run.forces, work);
    this.#addStops(run.stops);
    const nKept = this.#simplifier.mark(this);
    const { keep } = this.#simplifier;
    const { x_m, t_s, v_m_s, count } = this;
    const positions_mm = new Float64Array(nKept);
    const times_ms = new Float64Array(nKept);
    const speeds_m_s = new Float64Array(nKept);
    let n = 0;
    for (let i = 0; i < count; i++) {
      if (keep[i] === 0) continue;
      positions_mm[n] = toMilli(x_m[i]!);
      times_ms[n] = toMilli(t_s[i]!);
      speeds_m_s[n] = v_m_s[i]!;
      n++;
    }
    const itemTimes_ms = this.#findItemTimes(run);
    return {
      positions_mm,
      times_ms,
      speeds_m_s,
      itemTimes_ms,
      energy_j,
      traction_j: Math.round(work.traction_j),
      braking_j: Math.round(work.braking_j),
    };
  }

  /** Copies the points and sums times, energy and work; returns the energy. */
  #collect(arena: EnvelopeArena, envelope: Envelope, forces: TrainForces, work: WheelWork): number {
    this.#reserve(arena, envelope);
    const { x_m, v_m_s, h_s } = arena;
    const { x_m: X, v_m_s: V, t_s: T } = this;
    const US = this.#us;
    const halfInertia_kg = forces.stock.inertia_kg / 2;
    let n = 0;
    let t_s = 0;
    let t_us = 0;
    let energy_j = 0;
    for (let p = 0; p < envelope.count; p++) {
      const part = envelope.parts[p]!;
      const first = arena.first[part]!;
      const last = arena.end[part]! - 1;
      let resisted_j = 0;
      for (let i = first; i <= last; i++) {
        const x = x_m[i]!;
        const v = v_m_s[i]!;
        X[n] = x;
        V[n] = v;
        T[n] = t_s;
        US[n] = t_us;
        n++;
        if (i === last) break;
        t_s =
          h_s[i]! > TIME_STEP_S && v === v_m_s[i + 1]!
            ? passPlateau_s(t_s, x, x_m[i + 1]!, v)
            : t_s + h_s[i]!;
        t_us += Math.floor(h_s[i]! * 1e6);
        const next_m = x_m[i + 1]!;
        const next_m_s = v_m_s[i + 1]!;
        const rolling_j = forces.resistance_n((v + next_m_s) / 2) * (next_m - x);
        resisted_j += rolling_j;
        work.pass(x, next_m, rolling_j + halfInertia_kg * (next_m_s * next_m_s - v * v));
      }
      energy_j += Math.max(0, resisted_j + storedEnergy_j(arena, part, forces));
    }
    this.count = n;
    return energy_j;
  }

  #reserve(arena: EnvelopeArena, envelope: Envelope): void {
    // One more than the envelope has, for `#splitFirstPlateau`.
    let nPoints = 1;
    for (let p = 0; p < envelope.count; p++) {
      nPoints += arena.end[envelope.parts[p]!]! - arena.first[envelope.parts[p]!]!;
    }
    const { length } = this.x_m;
    if (nPoints <= length && length <= KEPT_POINTS_MAX) return;
    const size = nPoints <= INITIAL_POINTS ? INITIAL_POINTS : nPoints + (nPoints >> 1);
    this.x_m = new Float64Array(size);
    this.v_m_s = new Float64Array(size);
    this.t_s = new Float64Array(size);
    this.#us = new Float64Array(size);
  }

  /** Delays all points after the first one at or beyond each stop; each point takes at most one stop. */
  #addStops({ positions_m, durations_s }: Stops): void {
    if (positions_m[0] === 0) this.#splitFirstPlateau();
    const { x_m, t_s, count } = this;
    let stop = 0;
    let delay_s = 0;
    for (let i = 0; i < count; i++) {
      const x = x_m[i]!;
      t_s[i] = t_s[i]! + delay_s;
      if (stop < positions_m.length && x >= positions_m[stop]!) delay_s += durations_s[stop++]!;
    }
  }

  /**
   * A plateau has only two points, but the contract has one every time step. That shows how long a train
   * that begins at full speed waits at its start: without it the wait would spread over the whole plateau.
   */
  #splitFirstPlateau(): void {
    const { x_m, v_m_s, t_s, count } = this;
    if (count < 2 || v_m_s[0] !== v_m_s[1] || t_s[1]! <= TIME_STEP_S) return;
    for (const column of [x_m, v_m_s, t_s, this.#us]) column.copyWithin(2, 1, count);
    x_m[1] = x_m[0]! + v_m_s[0]! * TIME_STEP_S;
    v_m_s[1] = v_m_s[0]!;
    t_s[1] = TIME_STEP_S;
    this.#us[1] = TIME_STEP_S * 1e6;
    this.count = count + 1;
  }

  /** Items and stops are both in path order. Where items are near each other a train is at one when it has stopped at those before. */
  #findItemTimes({ items_mm, itemStops_ms, stops }: Items): Float64Array {
    const { positions_m, durations_s } = stops;
    const times_ms = new Float64Array(items_mm.length);
    let nPassed = 0;
    let waited_us = 0;
    for (let k = 0; k < items_mm.length; k++) {
      const x_m = fromMilli(items_mm[k]!);
      const reach_m = x_m - POSITION_EPSILON_M;
      if (itemStops_ms !== undefined) {
        if (k > 0) waited_us += itemStops_ms[k - 1]! * 1000;
      } else {
        while (nPassed < positions_m.length && positions_m[nPassed]! < reach_m) {
          waited_us += Math.floor(durations_s[nPassed++]! * 1e6 + 0.5);
        }
      }
      times_ms[k] = toMilli((this.#runningTime_us(x_m) + waited_us) / 1e6);
    }
    return times_ms;
  }

  /** Running time up to a position, excluding stops; at a joint that of the left part. */
  #runningTime_us(x_m: number): number {
    const X = this.x_m;
    let lo = 0;
    let hi = this.count - 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (x_m <= X[mid]!) hi = mid;
      else lo = mid + 1;
    }
    const us = this.#us[lo]!;
    if (lo === 0 || x_m >= X[lo]!) return us;
    const v = this.v_m_s[lo - 1]!;
    const a = segmentAcceleration(X[lo]! - X[lo - 1]!, v, this.v_m_s[lo]!);
    return this.#us[lo - 1]! + Math.floor(timeInSegment_s(a, v, x_m - X[lo - 1]!) * 1e6);
  }
}

/**
 * Time at the end of a plateau that begins at `t_s`, summed step by step as in the contract: points lie
 * exactly on the threshold of the simplification, so the last bit of a time decides which are kept.
 */
function passPlateau_s(t_s: number, from_m: number, to_m: number, v_m_s: number): number {
  const stride_m = v_m_s * TIME_STEP_S;
  if (to_m - from_m > STEPWISE_STRIDES_MAX * stride_m) return t_s + (to_m - from_m) / v_m_s;
  let t = t_s;
  let x = from_m;
  for (let next = x + stride_m; next < to_m; next += stride_m) {
    x = next;
    t += TIME_STEP_S;
  }
  return t + (to_m - x) / v_m_s;
}

/** Kinetic and potential energy that a part adds, J; negative if it returns energy. */
function storedEnergy_j(arena: EnvelopeArena, part: number, forces: TrainForces): number {
  const { mass_kg, inertia_kg } = forces.stock;
  const from_m = arena.beginX_m(part);
  const to_m = arena.endX_m(part);
  const v0 = arena.beginV_m_s(part);
  const v1 = arena.endV_m_s(part);
  const grade = meanGradient(forces.gradient, from_m, to_m) * 0.001;
  return 0.5 * inertia_kg * (v1 * v1 - v0 * v0) + mass_kg * GRAVITY_M_S2 * grade * (to_m - from_m);
}

/** When a report's train is at a position on the path, interpolated between its points; whole ms. */
export function timeInReport_ms({ positions_mm, times_ms }: Report, at_mm: number): number {
  const next = positions_mm.findIndex((position_mm) => position_mm >= at_mm);
  if (next <= 0) return 0;
  const from_mm = positions_mm[next - 1]!;
  const share = (at_mm - from_mm) / (positions_mm[next]! - from_mm);
  return Math.round(times_ms[next - 1]! + share * (times_ms[next]! - times_ms[next - 1]!));
}
