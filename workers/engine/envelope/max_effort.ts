/**
 * Max effort envelope (engine.md 4.9): what the train can actually achieve beneath the max speed envelope.
 * It accelerates after every rise of the envelope. Where it can't hold a plateau, it falls behind and
 * catches up. The scan only reads the max speed envelope; its curves are laid over it at the end.
 */
import { CATCHING_UP_ADVANCE_M } from "../physics/constants.ts";
import { ACCELERATE } from "../physics/train_forces.ts";
import { type CurveDrawer, EXHAUSTED, MET_LIMIT, NO_PART, STOPPED } from "./curve.ts";
import {
  ACCELERATING,
  CATCHING_UP,
  type Envelope,
  type EnvelopeArena,
  findStep,
  type PartKind,
} from "./envelope.ts";
import { findDip_m } from "./floor_dip.ts";
import type { Stages } from "./max_speed.ts";
import { compose, slicePart, speedAt } from "./overlay.ts";

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
    const begin = { x_m: begin_m, v_m_s: initialSpeed_m_s };
    const fault = accelerate(drawer, stages, begin, ACCELERATING);
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
      const plateau = { at_m, end_m, v_m_s: arena.beginV_m_s(part) };
      const fault = runPlateau(drawer, stages, plateau);
      if (fault !== null) return fault;
      at_m = drawer.endX_m;
    } else {
      const v_m_s = arena.endV_m_s(part);
      at_m = end_m;
      place++;
      if (place === maxSpeed.count || arena.beginV_m_s(maxSpeed.parts[place]!) <= v_m_s) continue;
      const fault = accelerate(drawer, stages, { x_m: end_m, v_m_s }, ACCELERATING);
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

interface Place {
  readonly x_m: number;
  readonly v_m_s: number;
}

/** Accelerates beneath the max speed envelope; the resulting curves, if any, become the next overlays. */
function accelerate(
  drawer: CurveDrawer,
  { maxSpeed, overlays, floors }: Stages,
  from: Place,
  kind: PartKind,
): MaxEffortFault | null {
  const { arena } = drawer;
  for (let at: Place | null = from; at !== null; ) {
    const part = drawer.draw({
      mode: ACCELERATE,
      kind,
      direction: 1,
      x_m: at.x_m,
      v_m_s: at.v_m_s,
      ceiling: maxSpeed,
      limit_m: Infinity,
      isSmooth: floors !== null,
    });
    const { outcome, endX_m } = drawer;
    if (outcome === EXHAUSTED) return { kind: "exhausted" };
    let from_m = -Infinity;
    let dip = part === NO_PART ? null : findFirstDip(arena, part, floors ?? [], from_m);
    at = null;
    while (dip !== null) {
      const end = followFloor(drawer, { maxSpeed, overlays }, { part, from_m }, dip);
      if (end === null) return { kind: "exhausted" };
      drawer.endX_m = end.x_m;
      if (!end.isBack) {
        const { x_m, v_m_s, isBeneath } = end;
        if (isBeneath && x_m < endOf_m(arena, maxSpeed)) at = { x_m, v_m_s };
        break;
      }
      from_m = end.x_m;
      drawer.endX_m = endX_m;
      dip = findFirstDip(arena, part, floors ?? [], from_m);
    }
    if (dip !== null) continue;
    if (outcome === STOPPED) return { kind: "stalled", x_m: endX_m };
    if (part !== NO_PART) {
      const cut = { from_m, to_m: Infinity, fromV_m_s: Number.NaN, toV_m_s: Number.NaN };
      const rest = from_m > -Infinity ? slicePart(arena, part, cut) : part;
      if (rest < 0) return { kind: "exhausted" };
      overlays.push(rest);
    }
  }
  return null;
}

interface Dip {
  readonly x_m: number;
  readonly floor: number;
}

/** Where a curve first comes below a floor. */
function findFirstDip(
  arena: EnvelopeArena,
  part: number,
  floors: readonly number[],
  from_m: number,
): Dip | null {
  for (const floor of floors) {
    const x_m = findDip_m(arena, part, floor, from_m);
    if (x_m === x_m && x_m < arena.endX_m(floor)) return { x_m, floor };
  }
  return null;
}

/** Takes a curve up to a dip, and then the floor until it comes back, ends, or meets the max speed; null if the arena is full. */
function followFloor(
  { arena }: CurveDrawer,
  { maxSpeed, overlays }: Pick<Stages, "maxSpeed" | "overlays">,
  { part, from_m }: { readonly part: number; readonly from_m: number },
  { x_m, floor }: Dip,
): (Place & { readonly isBeneath: boolean; readonly isBack: boolean }) | null {
  const back_m = findDip_m(arena, floor, part, x_m);
  let isBack = back_m > x_m;
  let to_m = isBack ? back_m : Math.min(arena.endX_m(floor), endOf_m(arena, maxSpeed));
  let isBeneath = true;
  for (const ceiling of maxSpeed.parts.subarray(0, maxSpeed.count)) {
    if (arena.endX_m(ceiling) <= x_m || arena.beginX_m(ceiling) >= to_m) continue;
    const met_m = findDip_m(arena, ceiling, floor, x_m);
    if (!(met_m < to_m)) continue;
    to_m = met_m;
    isBeneath = false;
    isBack = false;
  }
  const v_m_s = speedAt(arena, findStep(arena, floor, x_m), x_m);
  if (x_m > Math.max(from_m, arena.beginX_m(part))) {
    const cut = { from_m, to_m: x_m, fromV_m_s: Number.NaN, toV_m_s: v_m_s };
    const slice = slicePart(arena, part, cut);
    if (slice < 0) return null;
    overlays.push(slice);
  }
  if (to_m > x_m) {
    const cut = { from_m: x_m, to_m, fromV_m_s: v_m_s, toV_m_s: Number.NaN };
    const slice = slicePart(arena, floor, cut);
    if (slice < 0) return null;
    overlays.push(slice);
    return { x_m: to_m, v_m_s: arena.endV_m_s(slice), isBeneath, isBack };
  }
  return { x_m, v_m_s, isBeneath: false, isBack: false };
}

function endOf_m(arena: EnvelopeArena, { parts, count }: Envelope): number {
  return arena.endX_m(parts[count - 1]!);
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
  const held =
    stages.floors === null
      ? drawer.hold(at_m, v_m_s, end_m)
      : drawer.holdExactly(at_m, v_m_s, end_m);
  if (drawer.outcome === EXHAUSTED) return { kind: "exhausted" };
  if (held !== NO_PART) stages.overlays.push(held);
  if (drawer.outcome === MET_LIMIT) return null;
  const from_m = drawer.endX_m;
  const nOverlays = stages.overlays.count;
  const fault = accelerate(drawer, stages, { x_m: from_m, v_m_s }, CATCHING_UP);
  if (fault !== null) return fault;
  if (stages.overlays.count === nOverlays) {
    drawer.endX_m = Math.min(end_m, from_m + CATCHING_UP_ADVANCE_M);
  }
  return null;
}
