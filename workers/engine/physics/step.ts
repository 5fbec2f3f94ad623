/**
 * One integration step (engine.md 4.5). The reference's resembles a fourth-order Runge-Kutta step but is not
 * one: its probes run ahead of the step, and its running times depend on exactly that. Exact forces have the true one.
 */
import { MIN_STEP_M, SPEED_EPSILON_M_S, TIME_STEP_S } from "./constants.ts";
import type { DriveMode, TrainForces } from "./train_forces.ts";

/** Where a step starts and, after `integrateStep`, its results. Reused for every step of a curve. */
export class Step {
  /** 1 = forward along the path, -1 = backwards in time and position. */
  direction: 1 | -1 = 1;
  /** Whether times must not change by leaps with where the step begins, as the reference's do. */
  isSmooth = false;
  fromX_m = 0;
  fromV_m_s = 0;
  /** Signed displacement. */
  dx_m = 0;
  /** Speed at the end. */
  v_m_s = 0;
  /** Duration, less than the time step if the train comes to a stand. */
  h_s = 0;
  /** Weighted mean of the probed accelerations. */
  mean_m_s2 = 0;
}

/**
 * Advances with constant acceleration for h seconds; stops at standstill. Backwards the reference goes three times too far
 * to where the train stood, a smooth step just there.
 */
function advance(step: Step, v: number, a: number, h: number): void {
  const d = step.direction;
  let end = v + a * h * d;
  if (end < SPEED_EPSILON_M_S && end > -SPEED_EPSILON_M_S) end = 0;
  if (end < 0) {
    const untilStand_s = -v / (d * a);
    const begin_m_s = step.isSmooth ? d * v : v;
    step.dx_m = d * Math.abs(begin_m_s * untilStand_s + (a * untilStand_s * untilStand_s) / 2);
    step.v_m_s = 0;
    step.h_s = untilStand_s;
    return;
  }
  const dx = v * h * d + (a * h * h) / 2;
  step.dx_m = dx < MIN_STEP_M && dx > -MIN_STEP_M ? 0 : dx;
  step.v_m_s = end;
  step.h_s = h;
}

/**
 * Integrates one step from the start in `step`; the results overwrite those of the last step. A
 * loop instead of four calls: with a single call site the force functions are inlined. In a smooth step no probe is where
 * the train has no weight, at the path's begin, and none stands that brakes.
 */
export function integrateStep(step: Step, forces: TrainForces, mode: DriveMode): void {
  const x = step.fromX_m;
  const v = step.fromV_m_s;
  const least_m = step.isSmooth ? Number.MIN_VALUE : -Infinity;
  const forward = step.direction > 0 && !step.isSmooth;
  let probeX = x < least_m ? least_m : x;
  let probeV = v;
  let sum = 0;
  for (let probe = 0; ; probe++) {
    const a = forces.acceleration(mode, forward, probeX, probeV);
    sum += probe === 0 || probe === 3 ? a : 2 * a;
    if (probe === 3) break;
    advance(step, forces.isExact ? v : probeV, a, probe === 2 ? TIME_STEP_S : TIME_STEP_S / 2);
    probeX = x + step.dx_m;
    if (probeX < least_m) probeX = least_m;
    probeV = step.v_m_s;
  }
  step.mean_m_s2 = sum / 6;
  advance(step, v, step.mean_m_s2, TIME_STEP_S);
}

/** The same for a constant acceleration: all four probes would agree, so none is needed. */
export function integrateSteadily(step: Step, mean_m_s2: number): void {
  advance(step, step.fromV_m_s, mean_m_s2, TIME_STEP_S);
}
