/**
 * Max speed envelope (engine.md 4.8): the MRSP with a braking curve before every lower limit and
 * every stop. Whether the train can reach these speeds is not considered here.
 */
import { POSITION_EPSILON_M } from "../physics/constants.ts";
import { BRAKE } from "../physics/train_forces.ts";
import { type CurveDrawer, EXHAUSTED, NO_PART, STOPPED } from "./curve.ts";
import { BRAKING, Envelope, type EnvelopeArena } from "./envelope.ts";
import { compose } from "./overlay.ts";

/** Envelopes that one simulation builds; owned by the thread and overwritten by each simulation. */
export class Stages {
  readonly mrsp = new Envelope();
  readonly slowed = new Envelope();
  readonly maxSpeed = new Envelope();
  readonly base = new Envelope();
  readonly overlays = new Envelope();
  /**
   * Runs at full effort, in path order, below which the train does not fall: drawn forward it would lose a little more
   * speed, and stall. Times then change without gaps with the max speed: plateaus are held without steps, and no step
   * goes over the end of an effort curve. null: as the reference does.
   */
  floors: readonly number[] | null = null;
}

export type MaxSpeedFault =
  /** The arena's or the step limit was reached. */
  | { readonly kind: "exhausted" }
  /** The slope is stronger than the brakes; position m. */
  | { readonly kind: "brakes_too_weak"; readonly x_m: number };

const EXHAUSTED_FAULT: MaxSpeedFault = { kind: "exhausted" };

/** Builds `stages.maxSpeed` from `stages.mrsp`; stops ascending. Returns the fault, or null. */
export function buildMaxSpeed(
  drawer: CurveDrawer,
  stages: Stages,
  stops_m: readonly number[],
): MaxSpeedFault | null {
  const { arena } = drawer;
  const limitFault = drawLimitBraking(drawer, stages);
  if (limitFault !== null) return limitFault;
  if (!compose(arena, stages.mrsp, stages.overlays, stages.slowed)) return EXHAUSTED_FAULT;
  const stopFault = drawStopBraking(drawer, stages, stops_m);
  if (stopFault !== null) return stopFault;
  return compose(arena, stages.slowed, stages.overlays, stages.maxSpeed) ? null : EXHAUSTED_FAULT;
}

/** Draws one braking curve backwards and adds it to the overlays. */
function brake(
  drawer: CurveDrawer,
  overlays: Envelope,
  target: { x_m: number; v_m_s: number; ceiling: Envelope; limit_m: number },
): MaxSpeedFault | null {
  const part = drawer.draw({ mode: BRAKE, kind: BRAKING, direction: -1, ...target });
  if (drawer.outcome === EXHAUSTED) return EXHAUSTED_FAULT;
  // In a curve drawn backwards, standstill means that the train gains speed although it brakes.
  if (drawer.outcome === STOPPED) return { kind: "brakes_too_weak", x_m: drawer.endX_m };
  if (part !== NO_PART) overlays.push(part);
  return null;
}

/** Brakes before each limit that is lower than the previous one, from the last to the first. */
function drawLimitBraking(drawer: CurveDrawer, { mrsp, overlays }: Stages): MaxSpeedFault | null {
  const { arena } = drawer;
  overlays.clear();
  let covered_m = Infinity;
  for (let p = mrsp.count - 2; p >= 0; p--) {
    const left = mrsp.parts[p]!;
    const right = mrsp.parts[p + 1]!;
    const joint_m = arena.beginX_m(right);
    const v_m_s = arena.beginV_m_s(right);
    if (v_m_s >= arena.endV_m_s(left) || joint_m > covered_m) continue;
    const fault = brake(drawer, overlays, {
      x_m: joint_m,
      v_m_s,
      ceiling: mrsp,
      limit_m: -Infinity,
    });
    if (fault !== null) return fault;
    covered_m = drawer.endX_m;
  }
  overlays.parts.subarray(0, overlays.count).reverse();
  return null;
}

/**
 * Brakes before each stop. A curve is cut at the previous stop, where the envelope is at
 * standstill, so all of them can be drawn beneath one envelope and laid over it together.
 */
function drawStopBraking(
  drawer: CurveDrawer,
  { slowed, overlays }: Stages,
  stops_m: readonly number[],
): MaxSpeedFault | null {
  const end_m = pathEnd_m(drawer.arena, slowed);
  overlays.clear();
  let previous_m = -Infinity;
  for (const stop_m of stops_m) {
    const x_m = Math.min(stop_m, end_m);
    if (x_m <= 0 || x_m <= previous_m) continue;
    const target = { x_m, v_m_s: 0, ceiling: slowed, limit_m: previous_m };
    const fault = brake(drawer, overlays, target);
    if (fault !== null) return fault;
    previous_m = x_m;
  }
  return null;
}

function pathEnd_m(arena: EnvelopeArena, envelope: Envelope): number {
  return arena.endX_m(envelope.parts[envelope.count - 1]!);
}

/** Whether a stop is further beyond the path's end than the snapping distance. */
export function isBeyondPath(stop_m: number, length_m: number): boolean {
  return stop_m >= length_m + POSITION_EPSILON_M;
}
