/**
 * Slopes on which a coasting train gains speed (engine.md 5.7, opportunities A). Plateaus are
 * sampled every two seconds of running. Where the weight along the path can't exceed the
 * resistance, no sample can be positive, so those are skipped (engine.md 10.4).
 */
import type { CurveDrawer } from "../envelope/curve.ts";
import type { Envelope, EnvelopeArena } from "../envelope/envelope.ts";
import { MIN_STEP_M, SPEED_EPSILON_M_S, TIME_STEP_S } from "../physics/constants.ts";
import { integrateStep, Step } from "../physics/step.ts";
import { COAST, type TrainForces } from "../physics/train_forces.ts";
import { SLOPE_PROBE_M } from "./limits.ts";

/** Slopes of one curve in path order. */
export interface FoundSlopes {
  count: number;
  /** [count] where the train stops gaining speed. */
  ends_m: number[];
  /** [count] speed of the plateau. */
  speeds_m_s: number[];
  /** [count] p / g of engine.md 5.7: loss before the slope over mean gain on it, both m/s². */
  lossRatios: number[];
}

export class SlopeFinder {
  readonly found: FoundSlopes = { count: 0, ends_m: [], speeds_m_s: [], lossRatios: [] };
  readonly #drawer: CurveDrawer;
  readonly #step = new Step();
  #forces: TrainForces;
  /** [nPieces + 1] head positions between which the weight is monotone, and the weight there. */
  #breaks_m = new Float64Array(0);
  #weights_n = new Float64Array(0);
  #heaviest_n = 0;
  #lightest_n = 0;
  /** The curve whose slopes were found, and how many of its plateaus have been examined. */
  #curve: Envelope | null = null;
  #nPlateaus = 0;
  /** The sample taken beyond the end of the last plateau. */
  #cursor_m = 0;

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#forces = drawer.forces;
  }

  /** Starts a new simulation: finds the extremes of the weight along the path. */
  reset(): void {
    const { forces } = this.#drawer;
    this.forget();
    this.#forces = forces;
    const { boundaries_m } = forces.gradient;
    const { length_m } = forces.stock;
    const breaks_m = new Float64Array(2 * boundaries_m.length);
    breaks_m.set(boundaries_m);
    // Just after the begin, where the first metre of the train already has a weight.
    breaks_m[0] = Number.MIN_VALUE;
    for (let i = 0; i < boundaries_m.length; i++) {
      breaks_m[boundaries_m.length + i] = boundaries_m[i]! + length_m;
    }
    breaks_m.sort();
    this.#breaks_m = breaks_m;
    this.#weights_n = breaks_m.map((x_m) => forces.weight_n(x_m));
    this.#heaviest_n = this.#weights_n.reduce((a, b) => Math.max(a, b), -Infinity);
    this.#lightest_n = this.#weights_n.reduce((a, b) => Math.min(a, b), 0);
  }

  /** Forgets the results: the curve may be replaced by another one. */
  forget(): void {
    this.#curve = null;
  }

  /** Finds the slopes on plateaus above a speed; reuses the last result if the plateaus are the same. */
  find(curve: Envelope, slowest_m_s: number): void {
    const { arena } = this.#drawer;
    let nPlateaus = 0;
    for (let p = 0; p < curve.count; p++) {
      const part = curve.parts[p]!;
      if (arena.beginV_m_s(part) > slowest_m_s && isPlateau(arena, part)) nPlateaus++;
    }
    if (curve === this.#curve && nPlateaus === this.#nPlateaus) return;
    this.#curve = curve;
    this.#nPlateaus = nPlateaus;
    this.found.count = 0;
    this.#cursor_m = -Infinity;
    for (let p = 0; p < curve.count; p++) {
      const part = curve.parts[p]!;
      const v_m_s = arena.beginV_m_s(part);
      if (v_m_s > slowest_m_s && isPlateau(arena, part)) this.#scan(part, v_m_s);
    }
  }

  /** Mean acceleration of a coasting step from a position and speed. */
  #naturalAcceleration(x_m: number, v_m_s: number): number {
    const step = this.#step;
    step.direction = 1;
    step.fromX_m = x_m;
    step.fromV_m_s = v_m_s;
    integrateStep(step, this.#forces, COAST);
    this.#drawer.stepsLeft--;
    return step.mean_m_s2;
  }

  #scan(part: number, v_m_s: number): void {
    const { arena } = this.#drawer;
    const end_m = arena.endX_m(part);
    const stride_m = v_m_s * TIME_STEP_S;
    let x_m = Math.max(this.#cursor_m, arena.beginX_m(part));
    let first_m = Number.NaN;
    let last_m = 0;
    let last_m_s2 = 0;
    let sum_m_s2 = 0;
    let n = 0;
    for (;;) {
      if (n === 0) x_m = this.#skipLevel(x_m, end_m, v_m_s);
      if (x_m >= end_m || this.#drawer.stepsLeft < 0) break;
      const m_s2 = this.#naturalAcceleration(x_m, v_m_s);
      const nMore = this.#countEqual(x_m, end_m, v_m_s);
      if (m_s2 > 0) {
        if (n === 0) first_m = x_m;
        sum_m_s2 += m_s2 * (1 + nMore);
        n += 1 + nMore;
        last_m = x_m + nMore * stride_m;
        last_m_s2 = m_s2;
      } else if (n > 0) {
        const slopeEnd_m = findZero(last_m, last_m_s2, x_m, m_s2);
        this.#add({ first_m, end_m: slopeEnd_m, v_m_s, mean_m_s2: sum_m_s2 / n });
        n = 0;
        sum_m_s2 = 0;
      }
      x_m += stride_m * (1 + nMore);
    }
    if (n > 0) this.#add({ first_m, end_m: last_m, v_m_s, mean_m_s2: sum_m_s2 / n });
    this.#cursor_m = x_m;
  }

  /**
   * Counts the following samples that are equal to the last one (because all of their probes stay
   * on the same gradient) and lie before a position.
   */
  #countEqual(x_m: number, end_m: number, v_m_s: number): number {
    const stride_m = v_m_s * TIME_STEP_S;
    const { evenFrom_m, evenTo_m } = this.#forces;
    if (!(x_m >= evenFrom_m)) return 0;
    // The last probe is about 2 v + 6 a ahead.
    const reach_m = stride_m + 12 * Math.abs(this.#step.mean_m_s2) + SLOPE_PROBE_M;
    const nEqual = Math.floor((evenTo_m - reach_m - x_m) / stride_m);
    const nBefore = Math.ceil((end_m - x_m) / stride_m) - 1;
    return Math.max(0, Math.min(nEqual, nBefore));
  }

  /**
   * Moves a sample forward by whole strides over stretches where a coasting train can't gain speed.
   * While every acceleration is negative, no probe of a step is slower than `slowest_m_s`. So a
   * weight below the resistance at that speed keeps accelerations negative.
   */
  #skipLevel(x_m: number, end_m: number, v_m_s: number): number {
    const forces = this.#forces;
    const stride_m = v_m_s * TIME_STEP_S;
    const { inertia_kg } = forces.stock;
    const worst_m_s2 = (this.#lightest_n - forces.resistance_n(v_m_s)) / inertia_kg;
    const slowest_m_s = Math.max(0, v_m_s + 2 * TIME_STEP_S * Math.min(0, worst_m_s2));
    const needed_n = forces.resistance_n(slowest_m_s);
    let steep_m = Infinity;
    if (this.#heaviest_n > needed_n) {
      steep_m = this.#findHeavy(x_m, end_m + stride_m, needed_n) - stride_m;
      if (steep_m < x_m + stride_m) return x_m;
    }
    const target_m = Math.min(steep_m, end_m);
    const nStrides =
      target_m === end_m
        ? Math.max(0, Math.ceil((end_m - x_m) / stride_m))
        : Math.floor((target_m - x_m) / stride_m);
    return x_m + nStrides * stride_m;
  }

  /** First position from x on where the weight may exceed a force; Infinity if there is none before `end_m`. */
  #findHeavy(x_m: number, end_m: number, force_n: number): number {
    const breaks_m = this.#breaks_m;
    const weights_n = this.#weights_n;
    let lo = 0;
    let hi = breaks_m.length - 1;
    while (lo < hi) {
      const mid = (lo + hi) >> 1;
      if (breaks_m[mid]! >= x_m) hi = mid;
      else lo = mid + 1;
    }
    for (let i = Math.max(0, lo - 1); i < breaks_m.length; i++) {
      if (i > 0 && breaks_m[i - 1]! >= end_m) break;
      if (weights_n[i]! > force_n) return i === 0 ? 0 : breaks_m[i - 1]!;
      if (i > 0 && weights_n[i - 1]! > force_n) return breaks_m[i - 1]!;
    }
    return Infinity;
  }

  #add(slope: {
    readonly first_m: number;
    readonly end_m: number;
    readonly v_m_s: number;
    readonly mean_m_s2: number;
  }): void {
    const { v_m_s } = slope;
    const begin_m = this.#findBegin(slope.first_m, v_m_s);
    const before_m = Math.max(0, begin_m - this.#forces.stock.length_m);
    const loss_m_s2 = Math.min(0, this.#naturalAcceleration(before_m, v_m_s));
    const { found } = this;
    const n = found.count++;
    found.ends_m[n] = slope.end_m;
    found.speeds_m_s[n] = v_m_s;
    found.lossRatios[n] = loss_m_s2 / slope.mean_m_s2;
  }

  /** Goes back from the first positive sample to where the train starts to gain speed. */
  #findBegin(first_m: number, v_m_s: number): number {
    let x_m = first_m;
    let m_s2 = this.#naturalAcceleration(x_m, v_m_s);
    while (this.#drawer.stepsLeft >= 0) {
      const before_m = x_m - SLOPE_PROBE_M;
      if (before_m <= 0) return 0;
      const before_m_s2 = this.#naturalAcceleration(before_m, v_m_s);
      if (!(before_m_s2 > 0)) return findZero(x_m, m_s2, before_m, before_m_s2);
      x_m = before_m;
      m_s2 = before_m_s2;
      // On the same gradient every earlier sample accelerates equally, so they are skipped at once.
      const { evenFrom_m } = this.#forces;
      if (x_m > evenFrom_m) x_m -= SLOPE_PROBE_M * Math.floor((x_m - evenFrom_m) / SLOPE_PROBE_M);
    }
    return x_m;
  }
}

function isPlateau(arena: EnvelopeArena, part: number): boolean {
  const { v_m_s } = arena;
  const first = arena.first[part]!;
  for (let i = arena.end[part]! - 1; i > first; i--) {
    if (v_m_s[i] !== v_m_s[first]) return false;
  }
  return true;
}

/** Where a line through two values is zero; the second position if they are too close to tell. */
function findZero(x0: number, y0: number, x1: number, y1: number): number {
  if (Math.abs(x1 - x0) < MIN_STEP_M || Math.abs(y1 - y0) < SPEED_EPSILON_M_S) return x1;
  return x0 - (y0 * (x1 - x0)) / (y1 - y0);
}
