/**
 * Forces on one train at a position and speed (engine.md 4.1-4.3, 4.5): rolling resistance, weight
 * under the mean gradient, tractive effort of the curve in force there. All state of one run is in
 * one object of fixed shape with look-up hints, because these functions run four times per step.
 */
import { GRAVITY_M_S2, SPEED_EPSILON_M_S } from "./constants.ts";
import { findGradeZones, type GradeZones } from "./grade_zones.ts";
import { findPiece, type GradientProfile, prefixAt } from "./gradient.ts";
import type { CompiledStock } from "./rolling_stock.ts";

/** Which effort curve applies where: range k spans boundaries k to k + 1 and uses curves[k]. */
export interface EffortRanges {
  /** [nRanges + 1] from 0 to the path's length. */
  readonly boundaries_m: Float64Array;
  /** [nRanges] curve index of the stock or NO_EFFORT_CURVE. */
  readonly curves: Int32Array;
}

export const ACCELERATE = 0;
export const MAINTAIN = 1;
export const COAST = 2;
export const BRAKE = 3;
export type DriveMode = typeof ACCELERATE | typeof MAINTAIN | typeof COAST | typeof BRAKE;

const ZONE_MIN_M_S = 0.5;
/** At this rate or above, every braking step moves the train. */
const BATCH_BRAKING_MIN_M_S2 = 0.1;
/** Steps of one batch. */
export const BATCH_STEPS = 32;

/** A batch of steps to be written after a curve's last point. Reused for every batch. */
export class StepBatch {
  x_m = new Float64Array(0);
  v_m_s = new Float64Array(0);
  /** Point at which the first step begins; each step writes the next one. */
  at = 0;
  direction: 1 | -1 = 1;
  /** A step that would end slower gets this speed at its end. */
  slowest_m_s = 0;
  /** Whether a step was raised in that way. */
  wasRaised = false;
  /** The batch ends with the first step that passes this position or reaches this speed. */
  until_m = 0;
  below_m_s = 0;
}

/** One train on one path. Hints make repeated look-ups nearby cheap; results do not depend on them. */
export class TrainForces {
  readonly stock: CompiledStock;
  readonly gradient: GradientProfile;
  readonly efforts: EffortRanges;
  readonly zones: GradeZones;
  /** Whether steps are those of Runge and Kutta, not the reference's (step.ts). */
  readonly isExact: boolean;
  /** Positions that `holdableUntil_m` has checked; its caller may reset it. */
  nPlacesSeen = 0;
  /** Mean acceleration of a braking step where every other force is ignored; 0: they count. */
  readonly steadyBraking_m_s2: number;
  readonly #braking_m_s2: number;
  readonly #length_m: number;
  readonly #trainLength_m: number;
  readonly #a_n: number;
  readonly #b: number;
  readonly #c: number;
  readonly #mass_kg: number;
  readonly #inertia_kg: number;
  readonly #perInertia_kg: number;
  #headPiece = 0;
  #tailPiece = 0;
  #effortPiece = 0;
  #curvePoint = 0;
  /**
   * While the head is from `from` to before `to`, head and tail stay on their pieces, so the mean
   * gradient is linear; on a single gradient it is constant and the force is kept.
   */
  #zone = 0;
  #zoneFrom_m = Infinity;
  #zoneTo_m = -Infinity;
  #zoneGrade_permille = 0;
  #zoneRise_permille_m = 0;
  #zoneWeight_n = 0;
  /** While the head is from `from` to before `to`, these points of the effort curves apply; no points: no effort. */
  #curveFrom_m = Infinity;
  #curveTo_m = -Infinity;
  #curveFirst = 0;
  #curveLast = -1;

  constructor(
    stock: CompiledStock,
    gradient: GradientProfile,
    efforts: EffortRanges,
    isExact = false,
  ) {
    this.stock = stock;
    this.gradient = gradient;
    this.efforts = efforts;
    this.isExact = isExact;
    this.zones = findGradeZones(gradient, stock.length_m);
    this.#braking_m_s2 = stock.braking_m_s2;
    this.steadyBraking_m_s2 = stock.brakesSteadily ? meanOfProbes(-stock.braking_m_s2) : 0;
    this.#length_m = gradient.length_m;
    this.#trainLength_m = stock.length_m;
    this.#a_n = stock.resistance_a_n;
    this.#b = stock.resistance_b;
    this.#c = stock.resistance_c;
    this.#mass_kg = stock.mass_kg;
    this.#inertia_kg = stock.inertia_kg;
    this.#perInertia_kg = 1 / stock.inertia_kg;
  }

  /** Whether curves of this mode can be drawn in batches. */
  hasBatches(mode: DriveMode, direction: 1 | -1): boolean {
    if (mode === COAST) return true;
    if (mode === ACCELERATE) return direction > 0;
    const isSteady = this.stock.brakesSteadily && this.#braking_m_s2 >= BATCH_BRAKING_MIN_M_S2;
    return mode === BRAKE && direction < 0 && isSteady;
  }

  resistance_n(v_m_s: number): number {
    return this.#a_n + this.#b * v_m_s + this.#c * v_m_s * v_m_s;
  }

  /** Mean gradient under the train, per mille; only the part on the path counts. */
  grade_permille(head_m: number): number {
    const { gradient } = this;
    if (gradient.isFlat) return 0;
    const { boundaries_m } = gradient;
    const end_m = this.#length_m;
    const head = head_m < 0 ? 0 : head_m > end_m ? end_m : head_m;
    const rawTail = head_m - this.#trainLength_m;
    const tail = rawTail < 0 ? 0 : rawTail > end_m ? end_m : rawTail;
    this.#headPiece = findPiece(boundaries_m, head, this.#headPiece);
    const atHead = prefixAt(gradient, head, this.#headPiece);
    // For a train of no extent the reference returns the sum from the path's start.
    if (head === tail) return atHead;
    this.#tailPiece = findPiece(boundaries_m, tail, this.#tailPiece);
    return (atHead - prefixAt(gradient, tail, this.#tailPiece)) / (head - tail);
  }

  /** Weight force along the track, N, negative when climbing. */
  weight_n(head_m: number): number {
    if (!(head_m >= this.#zoneFrom_m && head_m < this.#zoneTo_m)) this.#enterZone(head_m);
    // Without a zone, as at the path's ends, the gradient is computed directly.
    if (this.#zoneFrom_m === Infinity) return this.#weightOnGrade_n(this.grade_permille(head_m));
    return this.#zoneRise_permille_m === 0 ? this.#zoneWeight_n : this.#weightInZone_n(head_m);
  }

  /** Finds the zone around the head; there is none at the path's ends. */
  #enterZone(head_m: number): void {
    const { bounds_m, grades_permille, rises_permille_m } = this.zones;
    const zone = findPiece(bounds_m, head_m, this.#zone);
    const grade_permille = grades_permille[zone]!;
    const isInside = head_m >= bounds_m[zone]! && head_m < bounds_m[zone + 1]!;
    this.#zone = zone;
    if (!isInside || grade_permille !== grade_permille) {
      this.#zoneFrom_m = Infinity;
      this.#zoneTo_m = -Infinity;
      return;
    }
    this.#zoneFrom_m = bounds_m[zone]!;
    this.#zoneTo_m = bounds_m[zone + 1]!;
    this.#zoneGrade_permille = grade_permille;
    this.#zoneRise_permille_m = rises_permille_m[zone]!;
    this.#zoneWeight_n = this.#weightOnGrade_n(grade_permille);
  }

  #weightOnGrade_n(grade_permille: number): number {
    const grade = grade_permille / 1000;
    // sin(atan(x)) = x / sqrt(1 + x²) saves two transcendental calls.
    return (-this.#mass_kg * GRAVITY_M_S2 * grade) / Math.sqrt(1 + grade * grade);
  }

  /** Finds the effort curve in force at a position; at a boundary the later one. */
  #enterEffortRange(head_m: number): void {
    const { boundaries_m, curves } = this.efforts;
    const range = findPiece(boundaries_m, head_m, this.#effortPiece);
    this.#effortPiece = range;
    this.#curveFrom_m = range === 0 ? -Infinity : boundaries_m[range]!;
    this.#curveTo_m = range === curves.length - 1 ? Infinity : boundaries_m[range + 1]!;
    this.#useCurve(curves[range]!);
  }

  /** Uses the effort curve on one side of a place everywhere, until `freeEffort`; returns where another one may begin. */
  fixEffortAt(head_m: number, direction: 1 | -1): number {
    const { boundaries_m, curves } = this.efforts;
    let range = findPiece(boundaries_m, head_m, this.#effortPiece);
    if (direction < 0 && range > 0 && head_m <= boundaries_m[range]!) range--;
    this.#effortPiece = range;
    this.#useCurve(curves[range]!);
    this.#curveFrom_m = -Infinity;
    this.#curveTo_m = Infinity;
    if (direction > 0) return range === curves.length - 1 ? Infinity : boundaries_m[range + 1]!;
    return range === 0 ? -Infinity : boundaries_m[range]!;
  }

  freeEffort(): void {
    this.#curveFrom_m = Infinity;
    this.#curveTo_m = -Infinity;
  }

  #useCurve(curve: number): void {
    const { curveStart } = this.stock;
    this.#curveFirst = curve < 0 ? 0 : curveStart[curve]!;
    this.#curveLast = curve < 0 ? -1 : curveStart[curve + 1]! - 1;
    if (this.#curvePoint < this.#curveFirst || this.#curvePoint > this.#curveLast) {
      this.#curvePoint = this.#curveFirst;
    }
  }

  /** Maximum tractive effort at a place and speed: linear between a curve's points, constant outside. */
  maxEffort_n(head_m: number, v_m_s: number): number {
    if (!(head_m >= this.#curveFrom_m && head_m < this.#curveTo_m)) this.#enterEffortRange(head_m);
    return this.#effortOfCurve_n(v_m_s);
  }

  /** Effort of the curve entered last. */
  #effortOfCurve_n(v_m_s: number): number {
    const last = this.#curveLast;
    if (last < 0) return 0;
    const { curveSpeeds_m_s } = this.stock;
    const first = this.#curveFirst;
    let i = this.#curvePoint;
    while (i < last && v_m_s >= curveSpeeds_m_s[i + 1]!) i++;
    while (i > first && v_m_s < curveSpeeds_m_s[i]!) i--;
    this.#curvePoint = i;
    const over = v_m_s - curveSpeeds_m_s[i]!;
    const effort_n = this.stock.curveEfforts_n[i]!;
    return over <= 0 ? effort_n : effort_n + this.stock.curveSlopes[i]! * over;
  }

  /** Effort of one curve, regardless of the curve in force. */
  #curveEffort_n(curve: number, v_m_s: number): number {
    this.#curveTo_m = -Infinity;
    this.#useCurve(curve);
    return this.#effortOfCurve_n(v_m_s);
  }

  /** Acceleration in m/s² along the track; `forward` enables the standstill rule. */
  acceleration(mode: DriveMode, forward: boolean, head_m: number, v_m_s: number): number {
    const weight_n = this.weight_n(head_m);
    let against_n = this.#a_n + this.#b * v_m_s + this.#c * v_m_s * v_m_s;
    let traction_n = 0;
    if (mode === ACCELERATE) {
      traction_n = this.maxEffort_n(head_m, v_m_s);
    } else if (mode === MAINTAIN) {
      traction_n = this.maxEffort_n(head_m, v_m_s);
      if (against_n - weight_n <= traction_n) return 0;
    } else if (mode === BRAKE) {
      if (this.stock.brakesSteadily) return -this.#braking_m_s2;
      against_n += this.#braking_m_s2 * this.#inertia_kg;
    }
    const pull_n = traction_n + weight_n;
    if (v_m_s === 0 && forward && Math.abs(pull_n) < against_n) return 0;
    return (pull_n - against_n) / this.#inertia_kg;
  }

  /**
   * Takes coasting steps (step.ts) while head and tail stay on their gradients: equal except for
   * rounding, without a look-up per probe. Returns their number. Accelerations have the sign of the
   * direction, and half a time step is one second, so factors omitted from the formulas are exactly 1.
   */
  coastOnOneZone(batch: StepBatch): number {
    const { x_m, v_m_s, at, direction: d, slowest_m_s, until_m, below_m_s } = batch;
    let x = x_m[at]!;
    let v = v_m_s[at]!;
    const w = this.weight_n(x);
    const from_m = this.#zoneFrom_m;
    const to_m = this.#zoneTo_m;
    const isEven = this.#zoneRise_permille_m === 0;
    // Resistance and weight per kilogram: each probe depends on the previous one, so every operation counts.
    const perKg = this.#perInertia_kg;
    const b = d * this.#b * perKg;
    const c = d * this.#c * perKg;
    let free_m_s2 = d * (w - this.#a_n) * perKg;
    let n = 0;
    while (n < BATCH_STEPS && x >= from_m && x < to_m && v > ZONE_MIN_M_S) {
      const a1 = free_m_s2 - v * (b + c * v);
      const v1 = v + a1;
      const x1 = x + d * (v + a1 / 2);
      const a2 = (isEven ? free_m_s2 : d * this.#freeInZone_m_s2(x1)) - v1 * (b + c * v1);
      const from2 = this.isExact ? v : v1;
      const v2 = from2 + a2;
      const x2 = x + d * (from2 + a2 / 2);
      const a3 = (isEven ? free_m_s2 : d * this.#freeInZone_m_s2(x2)) - v2 * (b + c * v2);
      const from3 = this.isExact ? v : v2;
      const v3 = from3 + 2 * a3;
      const x3 = x + d * (2 * from3 + 2 * a3);
      const a4 = (isEven ? free_m_s2 : d * this.#freeInZone_m_s2(x3)) - v3 * (b + c * v3);
      const mean_m_s2 = (a1 + 2 * a2 + 2 * a3 + a4) / 6;
      const end_m_s = v + 2 * mean_m_s2;
      // At higher speeds nothing comes near standstill, which has special rules.
      if (!(v1 > ZONE_MIN_M_S && v2 > ZONE_MIN_M_S && v3 > ZONE_MIN_M_S)) break;
      if (!(end_m_s > ZONE_MIN_M_S && x1 >= from_m && x1 < to_m && x2 >= from_m)) break;
      if (!(x2 < to_m && x3 >= from_m && x3 < to_m)) break;
      const begin_m_s = v;
      x += d * (2 * v + 2 * mean_m_s2);
      v = end_m_s;
      if (v < slowest_m_s - SPEED_EPSILON_M_S) {
        v = slowest_m_s;
        batch.wasRaised = true;
      }
      n++;
      x_m[at + n] = x;
      v_m_s[at + n] = v;
      if (v >= below_m_s || begin_m_s >= below_m_s || (x - until_m) * d >= 0) break;
      if (!isEven) free_m_s2 = d * this.#freeInZone_m_s2(x);
    }
    return n;
  }

  /** The same for accelerating forward, equal to `acceleration` to the last bit. */
  accelerateOnOneZone(batch: StepBatch): number {
    const { x_m, v_m_s, at, until_m, below_m_s } = batch;
    let x = x_m[at]!;
    let v = v_m_s[at]!;
    let w1 = this.weight_n(x);
    if (!(x >= this.#curveFrom_m && x < this.#curveTo_m)) this.#enterEffortRange(x);
    const zoneFrom_m = this.#zoneFrom_m;
    const to_m = Math.min(this.#zoneTo_m, this.#curveTo_m);
    const isEven = this.#zoneRise_permille_m === 0;
    let n = 0;
    while (n < BATCH_STEPS && x >= zoneFrom_m && x < to_m && v > ZONE_MIN_M_S) {
      const a1 = this.#accelerationUnder_m_s2(w1, v);
      const v1 = v + a1;
      const x1 = x + (v + a1 / 2);
      const a2 = this.#accelerationUnder_m_s2(isEven ? w1 : this.#weightInZone_n(x1), v1);
      const from2 = this.isExact ? v : v1;
      const v2 = from2 + a2;
      const x2 = x + (from2 + a2 / 2);
      const a3 = this.#accelerationUnder_m_s2(isEven ? w1 : this.#weightInZone_n(x2), v2);
      const from3 = this.isExact ? v : v2;
      const v3 = from3 + 2 * a3;
      const x3 = x + (2 * from3 + 2 * a3);
      const a4 = this.#accelerationUnder_m_s2(isEven ? w1 : this.#weightInZone_n(x3), v3);
      const mean_m_s2 = (a1 + 2 * a2 + 2 * a3 + a4) / 6;
      const end_m_s = v + 2 * mean_m_s2;
      if (!(v1 > ZONE_MIN_M_S && v2 > ZONE_MIN_M_S && v3 > ZONE_MIN_M_S)) break;
      if (!(end_m_s > ZONE_MIN_M_S && x1 < to_m && x2 < to_m && x3 < to_m)) break;
      const begin_m_s = v;
      x += 2 * v + 2 * mean_m_s2;
      v = end_m_s;
      n++;
      x_m[at + n] = x;
      v_m_s[at + n] = v;
      if (v >= below_m_s || begin_m_s >= below_m_s || x >= until_m) break;
      if (!isEven) w1 = this.#weightInZone_n(x);
    }
    return n;
  }

  /** The same for braking at a constant rate, backwards from where the train must be slow. */
  brakeBackwards(batch: StepBatch): number {
    const { x_m, v_m_s, at, until_m, below_m_s } = batch;
    const mean_m_s2 = this.steadyBraking_m_s2;
    let x = x_m[at]!;
    let v = v_m_s[at]!;
    let n = 0;
    while (n < BATCH_STEPS) {
      const begin_m_s = v;
      x += 2 * mean_m_s2 - 2 * v;
      v -= 2 * mean_m_s2;
      n++;
      x_m[at + n] = x;
      v_m_s[at + n] = v;
      if (v >= below_m_s || begin_m_s >= below_m_s || x <= until_m) break;
    }
    return n;
  }

  /** Acceleration at full effort of the effort curve entered last. */
  #accelerationUnder_m_s2(weight_n: number, v_m_s: number): number {
    const against_n = this.#a_n + this.#b * v_m_s + this.#c * v_m_s * v_m_s;
    return (this.#effortOfCurve_n(v_m_s) + weight_n - against_n) / this.#inertia_kg;
  }

  /** Begin and end of the single-gradient stretch around the last look-up; empty if there is none. */
  get evenFrom_m(): number {
    return this.#zoneRise_permille_m === 0 ? this.#zoneFrom_m : Infinity;
  }

  get evenTo_m(): number {
    return this.#zoneRise_permille_m === 0 ? this.#zoneTo_m : -Infinity;
  }

  /** Acceleration without the speed-dependent resistance, in the zone around the last look-up. */
  #freeInZone_m_s2(head_m: number): number {
    return (this.#weightInZone_n(head_m) - this.#a_n) * this.#perInertia_kg;
  }

  #weightInZone_n(head_m: number): number {
    const into_m = head_m - this.#zoneFrom_m;
    return this.#weightOnGrade_n(this.#zoneGrade_permille + this.#zoneRise_permille_m * into_m);
  }

  /**
   * Returns the position up to which a speed can be held from `from_m` without loss: `to_m` if the
   * train has enough effort all the way, else a position before the first lack. The mean gradient
   * under the train is extreme where its head or tail passes a boundary, so it is enough to check
   * there (engine.md 10.4), without integration. `nPlacesSeen` counts those positions.
   */
  holdableUntil_m(v_m_s: number, from_m: number, to_m: number, isExact = false): number {
    const { boundaries_m: grades_m } = this.gradient;
    const { boundaries_m: efforts_m, curves } = this.efforts;
    const resistance_n = this.resistance_n(v_m_s);
    const length_m = this.#trainLength_m;
    let head = findPiece(grades_m, from_m, this.#headPiece) + 1;
    let tail = findPiece(grades_m, Math.max(0, from_m - length_m), this.#tailPiece) + 1;
    let range = findPiece(efforts_m, from_m, this.#effortPiece);
    let at_m = from_m;
    let lack_n = resistance_n - this.weight_n(at_m);
    for (;;) {
      this.nPlacesSeen++;
      const headNext = head < grades_m.length ? grades_m[head]! : Infinity;
      const tailNext = tail < grades_m.length ? grades_m[tail]! + length_m : Infinity;
      const rangeNext = range + 1 < curves.length ? efforts_m[range + 1]! : Infinity;
      const next_m = Math.min(headNext, tailNext, rangeNext, to_m);
      const nextLack_n = resistance_n - this.weight_n(next_m);
      const effort_n = this.#curveEffort_n(curves[range]!, v_m_s);
      if (lack_n > effort_n) return at_m;
      if (nextLack_n > effort_n) {
        if (!isExact) return at_m;
        return at_m + ((effort_n - lack_n) / (nextLack_n - lack_n)) * (next_m - at_m);
      }
      if (next_m === rangeNext) {
        if (nextLack_n > this.#curveEffort_n(curves[range + 1]!, v_m_s)) {
          return isExact ? next_m : at_m;
        }
        range++;
      }
      if (next_m >= to_m) return to_m;
      if (next_m === headNext) head++;
      if (next_m === tailNext) tail++;
      at_m = next_m;
      lack_n = nextLack_n;
    }
  }

  /** Where the lack of effort for a speed that begins at `from_m`, or just behind it, ends; at most `to_m`. */
  lackingUntil_m(v_m_s: number, from_m: number, to_m: number): number {
    const { boundaries_m: grades_m } = this.gradient;
    const { boundaries_m: efforts_m, curves } = this.efforts;
    const resistance_n = this.resistance_n(v_m_s);
    const length_m = this.#trainLength_m;
    for (let at_m = from_m; at_m < to_m; ) {
      const head = findPiece(grades_m, at_m, this.#headPiece) + 1;
      const tail = findPiece(grades_m, Math.max(0, at_m - length_m), this.#tailPiece) + 1;
      const range = findPiece(efforts_m, at_m, this.#effortPiece);
      const effort_n = this.#curveEffort_n(curves[range]!, v_m_s);
      const lack_n = resistance_n - this.weight_n(at_m) - effort_n;
      if (lack_n <= 0 && at_m > from_m) return at_m;
      const next_m = Math.min(
        grades_m[head] ?? Infinity,
        (grades_m[tail] ?? Infinity) + length_m,
        efforts_m[range + 1] ?? Infinity,
        to_m,
      );
      const nextLack_n = resistance_n - this.weight_n(next_m) - effort_n;
      if (lack_n > 0 && nextLack_n < 0) {
        return at_m + (lack_n / (lack_n - nextLack_n)) * (next_m - at_m);
      }
      at_m = next_m;
    }
    return to_m;
  }
}

/** Mean of a step's four probes that agree: its last bit can differ from theirs. */
function meanOfProbes(a: number): number {
  return (a + 2 * a + 2 * a + a) / 6;
}
