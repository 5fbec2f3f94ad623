/**
 * Max effort envelope (engine.md 4.9): what the train can actually achieve beneath the max speed envelope.
 * It accelerates after every rise of the envelope. Where it can't hold a plateau, it falls behind and
 * catches up. The scan only reads the max speed envelope; its curves are laid over it at the end.
 */
import { CATCHING_UP_ADVANCE_M } from "../physics/constants.ts";
import { ACCELERATE } from "../physics/train_forces.ts";
import { type CurveDrawer, EXHAUSTED, MET_LIMIT, NO_PART, STOPPED } from "./curve.ts";
import { ACCELERATING, CATCHING_UP, type EnvelopeArena, type PartKind } from "./envelope.ts";
import type { Stages } from "./max_speed.ts";
import { compose } from "./overlay.ts";

export type MaxEffortFault =
  | { readonly kind: "exhausted" }
  /** The train lacks the traction to continue; position m. */
  | { readonly kind: "stalled"; readonly x_m: number };

/** Builds `stages.base` from `stages.maxSpeed`. Returns the fault, or null. */
export function buildMaxEffort(
  drawer: CurveDrawer,
  stages: Stages,
  initialSpeed_m_s: number,
): MaxEffortFault | null {
  const { arena } = drawer;
  const { maxSpeed, overlays } = stages;
  overlays.clear();
  const begin_m = arena.beginX_m(maxSpeed.parts[0]!);
  let at_m = begin_m;
  if (initialSpeed_m_s < arena.beginV_m_s(maxSpeed.parts[0]!)) {
    const fault = accelerate(drawer, stages, ACCELERATING, {
      x_m: begin_m,
      v_m_s: initialSpeed_m_s,
    });
    if (fault !== null) return fault;
    at_m = drawer.endX_m;
  }
  let place = 0;
  while (place < maxSpeed.count) {
    const part = maxSpeed.parts[place]!;
    const end_m = arena.endX_m(part);
    if (at_m > end_m) {
      place++;
    } else if (at_m < end_m && isPlateau(arena, part)) {
      const fault = runPlateau(drawer, stages, { at_m, end_m, v_m_s: arena.beginV_m_s(part) });
      if (fault !== null) return fault;
      at_m = drawer.endX_m;
    } else {
      const v_m_s = arena.endV_m_s(part);
      at_m = end_m;
      place++;
      if (place === maxSpeed.count || arena.beginV_m_s(maxSpeed.parts[place]!) <= v_m_s) continue;
      const fault = accelerate(drawer, stages, ACCELERATING, { x_m: end_m, v_m_s });
      if (fault !== null) return fault;
      at_m = drawer.endX_m;
    }
  }
  return compose(arena, maxSpeed, overlays, stages.base) ? null : { kind: "exhausted" };
}

function isPlateau(arena: EnvelopeArena, part: number): boolean {
  const { v_m_s } = arena;
  const first = arena.first[part]!;
  for (let i = arena.end[part]! - 1; i > first; i--) {
    if (v_m_s[i] !== v_m_s[first]) return false;
  }
  return true;
}

/** Accelerates beneath the max speed envelope; the resulting curve, if any, becomes the next overlay. */
function accelerate(
  drawer: CurveDrawer,
  { maxSpeed, overlays }: Stages,
  kind: PartKind,
  from: { readonly x_m: number; readonly v_m_s: number },
): MaxEffortFault | null {
  const part = drawer.draw({
    mode: ACCELERATE,
    kind,
    direction: 1,
    x_m: from.x_m,
    v_m_s: from.v_m_s,
    ceiling: maxSpeed,
    limit_m: Infinity,
  });
  if (drawer.outcome === EXHAUSTED) return { kind: "exhausted" };
  if (drawer.outcome === STOPPED) return { kind: "stalled", x_m: drawer.endX_m };
  if (part !== NO_PART) overlays.push(part);
  return null;
}

/**
 * Makes one move along a plateau: holds the speed, or falls behind, or, if neither takes a step,
 * advances a little. The move ends at `drawer.endX_m`.
 */
function runPlateau(
  drawer: CurveDrawer,
  stages: Stages,
  plateau: { readonly at_m: number; readonly end_m: number; readonly v_m_s: number },
): MaxEffortFault | null {
  const { at_m, end_m, v_m_s } = plateau;
  const held = drawer.hold(at_m, v_m_s, end_m);
  if (drawer.outcome === EXHAUSTED) return { kind: "exhausted" };
  if (held !== NO_PART) stages.overlays.push(held);
  if (drawer.outcome === MET_LIMIT) return null;
  const from_m = drawer.endX_m;
  const nOverlays = stages.overlays.count;
  const fault = accelerate(drawer, stages, CATCHING_UP, { x_m: from_m, v_m_s });
  if (fault !== null) return fault;
  if (stages.overlays.count === nOverlays) {
    drawer.endX_m = Math.min(end_m, from_m + CATCHING_UP_ADVANCE_M);
  }
  return null;
}
