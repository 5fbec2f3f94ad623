/**
 * Lays curves over a base envelope (engine.md 4.6, "overlay composition"). Base parts that are not
 * cut are shared; of a cut part the remaining stretches are copied, with interpolated ends.
 */
import { JOINT_EPSILON_M_S } from "../physics/constants.ts";
import {
  type Envelope,
  type EnvelopeArena,
  findStep,
  type PartKind,
  segmentAcceleration,
  speedInSegment,
  timeInSegment_s,
} from "./envelope.ts";

/** A stretch of a part; a speed other than NaN replaces the part's own if it is close enough. */
export interface PartCut {
  readonly from_m: number;
  readonly to_m: number;
  readonly fromV_m_s: number;
  readonly toV_m_s: number;
}

/**
 * Composes `overlays` (parts in path order, not overlapping) and the base between them into `out`.
 * Returns false when the arena is full.
 */
export function compose(
  arena: EnvelopeArena,
  base: Envelope,
  overlays: Envelope,
  out: Envelope,
): boolean {
  out.clear();
  if (base.count === 0) return true;
  let place = 0;
  let at_m = arena.beginX_m(base.parts[0]!);
  let joint_m_s = Number.NaN;
  for (let k = 0; k <= overlays.count; k++) {
    const overlay = k < overlays.count ? overlays.parts[k]! : -1;
    const until_m = overlay < 0 ? Infinity : arena.beginX_m(overlay);
    const nextV_m_s = overlay < 0 ? Number.NaN : arena.beginV_m_s(overlay);
    while (place < base.count && at_m < until_m) {
      const part = base.parts[place]!;
      const end_m = arena.endX_m(part);
      const to_m = end_m < until_m ? end_m : until_m;
      if (to_m > at_m) {
        const toV_m_s = to_m === until_m ? nextV_m_s : Number.NaN;
        const slice = slicePart(arena, part, { from_m: at_m, to_m, fromV_m_s: joint_m_s, toV_m_s });
        if (slice < 0) return false;
        out.push(slice);
        at_m = to_m;
        joint_m_s = Number.NaN;
      }
      if (end_m <= until_m) place++;
    }
    if (overlay < 0) break;
    out.push(overlay);
    at_m = arena.endX_m(overlay);
    joint_m_s = arena.endV_m_s(overlay);
    while (place < base.count && arena.endX_m(base.parts[place]!) <= at_m) place++;
  }
  return true;
}

/** Returns a part for a stretch of `part` (itself if nothing changes); -1 if the arena is full. */
export function slicePart(arena: EnvelopeArena, part: number, cut: PartCut): number {
  const first = arena.first[part]!;
  const last = arena.end[part]! - 1;
  const begins = cut.from_m <= arena.x_m[first]!;
  const ends = cut.to_m >= arena.x_m[last]!;
  const firstStep = begins ? first : findStepAfter(arena, part, cut.from_m);
  const lastStep = ends ? last - 1 : findStep(arena, part, cut.to_m);
  const beginV = snap(
    begins ? arena.v_m_s[first]! : speedAt(arena, firstStep, cut.from_m),
    cut.fromV_m_s,
  );
  const endV = snap(ends ? arena.v_m_s[last]! : speedAt(arena, lastStep, cut.to_m), cut.toV_m_s);
  if (begins && ends && beginV === arena.v_m_s[first]! && endV === arena.v_m_s[last]!) return part;
  if (!arena.reserve(lastStep - firstStep + 2)) return -1;
  const { x_m, v_m_s, h_s } = arena;
  const to = arena.nPoints;
  const n = lastStep - firstStep + 2;
  x_m.copyWithin(to, firstStep, lastStep + 2);
  v_m_s.copyWithin(to, firstStep, lastStep + 2);
  h_s.copyWithin(to, firstStep, lastStep + 1);
  if (!ends) h_s[to + n - 2] = timeAt_s(arena, lastStep, cut.to_m);
  if (!begins) {
    h_s[to] = Math.max(0, h_s[to]! - timeAt_s(arena, firstStep, cut.from_m));
    x_m[to] = cut.from_m;
  }
  if (!ends) x_m[to + n - 1] = cut.to_m;
  v_m_s[to] = beginV;
  v_m_s[to + n - 1] = endV;
  arena.nPoints += n;
  return arena.addPart(to, to + n, partKind(arena, part));
}

export function partKind(arena: EnvelopeArena, part: number): PartKind {
  return arena.kind[part]! as PartKind; // the arena stores nothing but part kinds
}

/** Finds the step with x[i] <= x < x[i + 1]. */
function findStepAfter(arena: EnvelopeArena, part: number, x_m: number): number {
  const step = findStep(arena, part, x_m);
  return arena.x_m[step + 1]! <= x_m ? step + 1 : step;
}

function snap(own_m_s: number, neighbour_m_s: number): number {
  return Math.abs(own_m_s - neighbour_m_s) < JOINT_EPSILON_M_S ? neighbour_m_s : own_m_s;
}

function stepAcceleration(arena: EnvelopeArena, step: number): number {
  const dx_m = arena.x_m[step + 1]! - arena.x_m[step]!;
  return segmentAcceleration(dx_m, arena.v_m_s[step]!, arena.v_m_s[step + 1]!);
}

/** Speed at a position inside a step. */
export function speedAt(arena: EnvelopeArena, step: number, x_m: number): number {
  const v = arena.v_m_s[step]!;
  if (v === arena.v_m_s[step + 1]!) return v;
  return speedInSegment(stepAcceleration(arena, step), v, x_m - arena.x_m[step]!);
}

/** Time from the begin of a step to a position inside it. */
export function timeAt_s(arena: EnvelopeArena, step: number, x_m: number): number {
  const offset_m = x_m - arena.x_m[step]!;
  return timeInSegment_s(stepAcceleration(arena, step), arena.v_m_s[step]!, offset_m);
}
