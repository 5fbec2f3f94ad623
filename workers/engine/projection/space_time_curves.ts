/**
 * Space-time curves (engine.md 8.1): where a train is on another path, one stretch after another
 * that both have in common. A stretch is a run of track ranges that map onto the other path by a
 * shift or a reflection, so the points of the train's report are mapped without a search.
 */
import type { DirectedRanges } from "../path/train_path.ts";
import { findPoint, type TrainPoints, timeAt } from "../simulation/train_points.ts";
import type { ProjectionPath } from "./projection_path.ts";

/** Points of curve c are `positions_mm[start[c]]` up to the next. */
export interface SpaceTimeCurves {
  /** [nCurves + 1] */
  readonly start: readonly number[];
  /** On the projection path; decreasing along the curve of a train in the opposite direction. */
  readonly positions_mm: readonly number[];
  /** Since the train's start. */
  readonly times_ms: readonly number[];
}

/** A common range of tracks: [from, to] along the train's path; its start is at `at_mm` on the projection path. */
interface Overlap {
  readonly from_mm: number;
  readonly to_mm: number;
  readonly at_mm: number;
  readonly sign: 1 | -1;
}

/** Projects a train with the given track ranges. */
export function projectCurves(
  projection: ProjectionPath,
  ranges: DirectedRanges,
  points: TrainPoints,
): SpaceTimeCurves {
  const out = { start: [0], positions_mm: [] as number[], times_ms: [] as number[] };
  const { rangeOfTrack } = projection;
  const { directedTracks, begins_mm, ends_mm } = ranges;
  let stretch: Overlap[] = [];
  const close = (): void => {
    if (stretch.length === 0) return;
    drawStretch(stretch, points, out);
    out.start.push(out.positions_mm.length);
    stretch = [];
  };
  let start_mm = 0;
  let previous = 0;
  for (let i = 0; i < directedTracks.length; i++) {
    const range = rangeOfTrack.get(directedTracks[i]! >>> 1);
    if (range === undefined) close();
    else {
      if (Math.abs(range - previous) !== 1) close();
      previous = range;
      const overlap = findOverlap(projection, range, { ranges, index: i, start_mm });
      if (overlap === null) close();
      else stretch.push(overlap);
    }
    start_mm += ends_mm[i]! - begins_mm[i]!;
  }
  close();
  return out;
}

function findOverlap(
  { path, rangeStart_mm }: ProjectionPath,
  range: number,
  train: { readonly ranges: DirectedRanges; readonly index: number; readonly start_mm: number },
): Overlap | null {
  const own = train.ranges;
  const { index } = train;
  const other = path.ranges;
  const lo_mm = Math.max(own.begins_mm[index]!, other.begins_mm[range]!);
  const hi_mm = Math.min(own.ends_mm[index]!, other.ends_mm[range]!);
  if (lo_mm >= hi_mm) return null;
  const isReversed = (own.directedTracks[index]! & 1) === 1;
  const isMirrored = own.directedTracks[index] !== other.directedTracks[range];
  // The end of the overlap that the train reaches first.
  const first_mm = isReversed ? hi_mm : lo_mm;
  const from_mm =
    train.start_mm + (isReversed ? own.ends_mm[index]! - hi_mm : lo_mm - own.begins_mm[index]!);
  const isOtherReversed = (other.directedTracks[range]! & 1) === 1;
  const inside_mm = isOtherReversed
    ? other.ends_mm[range]! - first_mm
    : first_mm - other.begins_mm[range]!;
  return {
    from_mm,
    to_mm: from_mm + hi_mm - lo_mm,
    at_mm: rangeStart_mm[range]! + inside_mm,
    sign: isMirrored ? -1 : 1,
  };
}

/** Draws one curve: its first point, the train's points inside, its last point. */
function drawStretch(
  stretch: readonly Overlap[],
  points: TrainPoints,
  out: { readonly positions_mm: number[]; readonly times_ms: number[] },
): void {
  const { positions_mm, times_ms } = points;
  const from_mm = stretch[0]!.from_mm;
  let to_mm = from_mm;
  for (const overlap of stretch) to_mm += overlap.to_mm - overlap.from_mm;
  let at = 0;
  const add = (x_mm: number, t_ms: number): void => {
    while (at + 1 < stretch.length && x_mm > stretch[at]!.to_mm) at++;
    const overlap = stretch[at]!;
    const inside_mm = Math.max(0, Math.min(x_mm, overlap.to_mm) - overlap.from_mm);
    out.positions_mm.push(overlap.at_mm + overlap.sign * inside_mm);
    out.times_ms.push(t_ms);
  };
  let i = findPoint(positions_mm, from_mm);
  const end = findPoint(positions_mm, to_mm);
  if (i < positions_mm.length && positions_mm[i] !== from_mm)
    add(from_mm, timeAt(points, i, from_mm));
  for (; i < end; i++) add(positions_mm[i]!, times_ms[i]!);
  add(to_mm, timeAt(points, end, to_mm));
}
