/**
 * Draws curves step by step until a constraint is met (engine.md 4.6): accelerating, coasting and
 * braking beneath an envelope, and holding a speed. The last step is cut where the first constraint
 * is met. Constant braking and plateaus that can be held use closed forms (engine.md 10.4).
 */
import {
  MAX_INTEGRATION_STEPS,
  PLACE_STEPS,
  SPEED_EPSILON_M_S,
  TIME_STEP_S,
} from "../physics/constants.ts";
import { integrateSteadily, integrateStep, Step } from "../physics/step.ts";
import {
  ACCELERATE,
  BATCH_STEPS,
  BRAKE,
  COAST,
  type DriveMode,
  MAINTAIN,
  StepBatch,
  type TrainForces,
} from "../physics/train_forces.ts";
import { CeilingWalk } from "./ceiling_walk.ts";
import {
  type Envelope,
  type EnvelopeArena,
  type PartKind,
  segmentAcceleration,
  segmentTime_s,
  speedInSegment,
} from "./envelope.ts";

/** Returned if a constraint refuses the start point, or the curve has no step. */
export const NO_PART = -1;

/** What ended a curve. */
export const STOPPED = 0;
export const MET_CEILING = 1;
export const MET_LIMIT = 2;
export const REFUSED = 3;
/** The simulation has used up its points or steps. */
export const EXHAUSTED = 4;

export interface CurveRequest {
  readonly mode: DriveMode;
  readonly kind: PartKind;
  readonly direction: 1 | -1;
  readonly x_m: number;
  readonly v_m_s: number;
  readonly ceiling: Envelope;
  /** The curve is cut here; without a limit, infinite in the drawing direction. */
  readonly limit_m: number;
  /** `ceiling` is a floor: the curve ends where it comes down to it. */
  readonly isFloor?: boolean;
  /**
   * Its times change without leaps with where it begins. No accelerating step goes over the end of an effort curve, where
   * it would gain or lose more or less; for the rest see step.ts.
   */
  readonly isSmooth?: boolean;
  /** A step that would end slower gets this speed at its end; its end position is not changed. */
  readonly slowest_m_s?: number;
}

/** Draws the curves of one simulation into one arena. */
export class CurveDrawer {
  readonly arena: EnvelopeArena;
  forces: TrainForces;
  /** Why the last curve ended. */
  outcome = REFUSED;
  /** Where the last curve ended, even if it has no step. */
  endX_m = 0;
  /** Whether a step of the last curve would have been slower than allowed. */
  wasRaised = false;
  /** Steps that may still be taken; other work of similar cost counts too. */
  stepsLeft = MAX_INTEGRATION_STEPS;
  readonly #step = new Step();
  readonly #batch = new StepBatch();
  readonly #walk: CeilingWalk;

  constructor(arena: EnvelopeArena, forces: TrainForces) {
    this.arena = arena;
    this.forces = forces;
    this.#walk = new CeilingWalk(arena);
  }

  /** Starts a new simulation: empties the arena and renews the step allowance. */
  reset(forces: TrainForces): void {
    this.arena.reset();
    this.forces = forces;
    this.stepsLeft = MAX_INTEGRATION_STEPS;
  }

  /** Speed at the end of the last curve's last step, before that step was cut. */
  get lastStepV_m_s(): number {
    return this.#step.v_m_s;
  }

  /** Draws a curve; returns its part or NO_PART. `outcome` tells what ended it. */
  draw(request: CurveRequest): number {
    const { arena } = this;
    this.outcome = REFUSED;
    this.endX_m = request.x_m;
    this.wasRaised = false;
    this.#walk.isFloor = request.isFloor ?? false;
    if (!this.#walk.start(request.ceiling, request.direction, request.x_m, request.v_m_s)) {
      return NO_PART;
    }
    const first = arena.nPoints;
    if (!arena.reserve(2)) {
      this.outcome = EXHAUSTED;
      return NO_PART;
    }
    arena.x_m[first] = request.x_m;
    arena.v_m_s[first] = request.v_m_s;
    arena.nPoints++;
    if (request.isSmooth && request.mode === ACCELERATE) this.#runByEfforts(request);
    else this.#runSteps(request);
    const end = arena.nPoints;
    if (end - first < 2 || this.outcome === EXHAUSTED) {
      arena.nPoints = first;
      return NO_PART;
    }
    if (request.direction < 0) reversePoints(arena, first, end);
    return arena.addPart(first, end, request.kind);
  }

  #runByEfforts(request: CurveRequest): void {
    const { arena, forces } = this;
    const { ceiling, direction } = request;
    for (let { x_m, v_m_s } = request; ; x_m = this.endX_m) {
      const effortEnd_m = forces.fixEffortAt(x_m, direction);
      const isNearer = (request.limit_m - effortEnd_m) * direction < 0;
      const limit_m = isNearer ? request.limit_m : effortEnd_m;
      this.#runSteps({ ...request, x_m, v_m_s, limit_m });
      if (this.outcome !== MET_LIMIT || limit_m === request.limit_m) break;
      v_m_s = arena.v_m_s[arena.nPoints - 1]!;
      if (this.#walk.start(ceiling, direction, this.endX_m, v_m_s)) continue;
      this.outcome = MET_CEILING;
      break;
    }
    forces.freeEffort();
  }

  #runSteps(request: CurveRequest): void {
    const { arena, forces } = this;
    const step = this.#step;
    const walk = this.#walk;
    const { mode, direction, limit_m } = request;
    const steady_m_s2 = mode === BRAKE ? forces.steadyBraking_m_s2 : 0;
    const hasBatches = forces.hasBatches(mode, direction);
    const slowest_m_s = request.slowest_m_s ?? 0;
    let x = request.x_m;
    let v = request.v_m_s;
    let waited_s = 0;
    step.direction = direction;
    // Accelerating forwards, the train starts as in the base.
    step.isSmooth = request.isSmooth === true && (mode !== ACCELERATE || direction < 0);
    for (;;) {
      if (hasBatches && waited_s === 0) {
        if (this.#runByZones(request)) return;
        x = arena.x_m[arena.nPoints - 1]!;
        v = arena.v_m_s[arena.nPoints - 1]!;
      }
      if (--this.stepsLeft < 0 || !arena.reserve(1)) {
        this.outcome = EXHAUSTED;
        return;
      }
      step.fromX_m = x;
      step.fromV_m_s = v;
      if (steady_m_s2 < 0) integrateSteadily(step, steady_m_s2);
      else integrateStep(step, forces, mode);
      if (step.v_m_s < slowest_m_s - SPEED_EPSILON_M_S) {
        step.v_m_s = slowest_m_s;
        this.wasRaised = true;
      }
      const v1 = step.v_m_s;
      if (step.dx_m === 0) {
        if (v1 === 0 || v1 === v) {
          this.outcome = STOPPED;
          return;
        }
        // Too slow to move a centimetre: count the time, but add no point (positions must increase).
        waited_s += step.h_s;
        v = v1;
        continue;
      }
      const x1 = x + step.dx_m;
      const hit_m = walk.meet(x, v, x1, v1);
      const beyondLimit = direction > 0 ? x1 >= limit_m : x1 <= limit_m;
      if (hit_m === hit_m || beyondLimit || v1 === 0) {
        this.#finish(x, x1, hit_m, limit_m);
        return;
      }
      this.#addPoint(x1, v1, step.h_s + waited_s);
      waited_s = 0;
      x = x1;
      v = v1;
    }
  }

  /**
   * Continues from the last point as long as whole batches of steps can be taken (coasting and accelerating need
   * constant gradient); the next step must then be taken in the general way. Returns true if the curve has ended.
   */
  #runByZones({ mode, direction, limit_m, slowest_m_s }: CurveRequest): boolean {
    const { arena, forces } = this;
    const walk = this.#walk;
    const batch = this.#batch;
    batch.direction = direction;
    batch.slowest_m_s = slowest_m_s ?? 0;
    batch.wasRaised = false;
    for (;;) {
      if (!arena.reserve(BATCH_STEPS)) {
        this.outcome = EXHAUSTED;
        return true;
      }
      const { x_m, v_m_s, h_s } = arena;
      const at = arena.nPoints - 1;
      walk.lookAhead(v_m_s[at]!);
      const { end_m } = walk;
      batch.x_m = x_m;
      batch.v_m_s = v_m_s;
      batch.at = at;
      batch.until_m = (limit_m - end_m) * direction < 0 ? limit_m : end_m;
      batch.below_m_s = walk.slowest_m_s;
      let n: number;
      if (mode === COAST) n = forces.coastOnOneZone(batch);
      else if (mode === ACCELERATE) n = forces.accelerateOnOneZone(batch);
      else n = forces.brakeBackwards(batch);
      if (n === 0) return false;
      this.stepsLeft -= n;
      if (this.stepsLeft < 0) {
        this.outcome = EXHAUSTED;
        return true;
      }
      if (batch.wasRaised) this.wasRaised = true;
      // All steps but the last are beneath the ceiling.
      const last = at + n;
      const x1 = x_m[last]!;
      h_s.fill(TIME_STEP_S, at, last - 1);
      walk.skipTo(x_m[last - 1]!);
      arena.nPoints = last;
      const hit_m = walk.meet(x_m[last - 1]!, v_m_s[last - 1]!, x1, v_m_s[last]!);
      if (hit_m === hit_m || (direction > 0 ? x1 >= limit_m : x1 <= limit_m)) {
        this.#step.fromV_m_s = v_m_s[last - 1]!;
        this.#step.v_m_s = v_m_s[last]!;
        this.#finish(x_m[last - 1]!, x1, hit_m, limit_m);
        return true;
      }
      this.#addPoint(x1, v_m_s[last]!, TIME_STEP_S);
    }
  }

  /** Cuts the last step at the nearest of standstill (at x1), ceiling and limit. */
  #finish(x: number, x1: number, hit_m: number, limit_m: number): void {
    const { direction, v_m_s: v1, fromV_m_s: v } = this.#step;
    this.outcome = STOPPED;
    let end_m = v1 === 0 ? x1 : direction * Infinity;
    let end_m_s = v1;
    // Without a hit this is NaN, which compares false.
    if ((end_m - hit_m) * direction > 0) {
      this.outcome = MET_CEILING;
      end_m = hit_m;
      end_m_s = this.#walk.hitV_m_s;
    }
    if ((end_m - limit_m) * direction > 0) {
      this.outcome = MET_LIMIT;
      end_m = limit_m;
      end_m_s = speedInSegment(segmentAcceleration(x1 - x, v, v1), v, limit_m - x);
    }
    this.endX_m = end_m;
    const last = this.arena.nPoints - 1;
    const from_m = this.arena.x_m[last]!;
    if (end_m === from_m) return;
    const from_m_s = this.arena.v_m_s[last]!;
    this.#addPoint(end_m, end_m_s, segmentTime_s(end_m - from_m, from_m_s, end_m_s));
  }

  #addPoint(x_m: number, v_m_s: number, h_s: number): void {
    const { arena } = this;
    const n = arena.nPoints;
    arena.x_m[n] = x_m;
    arena.v_m_s[n] = v_m_s;
    arena.h_s[n - 1] = h_s;
    arena.nPoints = n + 1;
    this.endX_m = x_m;
  }

  /**
   * Holds a speed from x to `limit_m` as far as the effort allows; the part has two points, however
   * long it is. Returns NO_PART if only one step or none was held (engine.md 4.9). The outcome is
   * MET_LIMIT if the speed is held up to the limit, possibly without a part: a stretch shorter than
   * a step needs none if nothing near it asks for more effort than the train has.
   */
  hold(x_m: number, v_m_s: number, limit_m: number): number {
    const { arena, forces } = this;
    const step = this.#step;
    const stride_m = v_m_s * TIME_STEP_S;
    let x = x_m;
    let nSteps = 0;
    step.direction = 1;
    step.isSmooth = false;
    this.outcome = REFUSED;
    this.endX_m = x_m;
    while (x < limit_m) {
      const reach_m = limit_m + stride_m;
      forces.nPlacesSeen = 0;
      const held_m = forces.holdableUntil_m(v_m_s, x, reach_m);
      this.stepsLeft -= PLACE_STEPS * (forces.nPlacesSeen - 1);
      if (this.stepsLeft < 0) {
        this.outcome = EXHAUSTED;
        return NO_PART;
      }
      if (held_m === reach_m) {
        nSteps += (limit_m - x) / stride_m;
        x = limit_m;
        this.outcome = MET_LIMIT;
        this.endX_m = limit_m;
        break;
      }
      const certain = Math.floor((held_m - x) / stride_m);
      if (certain > 0) {
        nSteps += certain;
        x = Math.min(limit_m, x + certain * stride_m);
        continue;
      }
      if (--this.stepsLeft < 0) {
        this.outcome = EXHAUSTED;
        return NO_PART;
      }
      step.fromX_m = x;
      step.fromV_m_s = v_m_s;
      integrateStep(step, forces, MAINTAIN);
      if (step.v_m_s !== v_m_s || step.dx_m === 0) break;
      nSteps++;
      x = Math.min(limit_m, x + step.dx_m);
    }
    if (nSteps <= 1) return NO_PART;
    this.endX_m = x;
    if (x >= limit_m) this.outcome = MET_LIMIT;
    if (!arena.reserve(2)) {
      this.outcome = EXHAUSTED;
      return NO_PART;
    }
    return arena.addPlateau(x_m, x, v_m_s);
  }

  /** The same up to exactly where the effort ends, however short that is. */
  holdExactly(x_m: number, v_m_s: number, limit_m: number): number {
    const { arena, forces } = this;
    forces.nPlacesSeen = 0;
    this.endX_m = forces.holdableUntil_m(v_m_s, x_m, limit_m, true);
    this.stepsLeft -= PLACE_STEPS * forces.nPlacesSeen;
    this.outcome = this.endX_m >= limit_m ? MET_LIMIT : REFUSED;
    if (this.stepsLeft < 0 || !arena.reserve(2)) this.outcome = EXHAUSTED;
    if (this.outcome === EXHAUSTED || !(this.endX_m > x_m)) return NO_PART;
    return arena.addPlateau(x_m, this.endX_m, v_m_s);
  }
}

/** Turns a curve that was drawn backwards into path order. */
function reversePoints(arena: EnvelopeArena, first: number, end: number): void {
  const { x_m, v_m_s, h_s } = arena;
  for (let i = first, j = end - 1; i < j; i++, j--) {
    const x = x_m[i]!;
    x_m[i] = x_m[j]!;
    x_m[j] = x;
    const v = v_m_s[i]!;
    v_m_s[i] = v_m_s[j]!;
    v_m_s[j] = v;
  }
  for (let i = first, j = end - 2; i < j; i++, j--) {
    const h = h_s[i]!;
    h_s[i] = h_s[j]!;
    h_s[j] = h;
  }
}
