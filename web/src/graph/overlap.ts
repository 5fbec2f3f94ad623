/** Projects a run unknown to the server onto a way, by the track stretches that both follow in one direction. */
import type { TrackRange } from "./axis.ts";
import { firstAfter, type SentCurve } from "./runs.ts";

interface Shared {
  /** On the train's path. */
  readonly from_mm: number;
  readonly to_mm: number;
  /** Added to get the position on the way. */
  readonly offset_mm: number;
}

export function projectRanges(
  run: SentCurve,
  path: readonly TrackRange[],
  way: readonly TrackRange[],
): SentCurve[] {
  const positions = Float64Array.from(run.positions);
  return mergeShared(listShared(path, way)).map((shared) => cut(run, positions, shared));
}

function listShared(path: readonly TrackRange[], way: readonly TrackRange[]): Shared[] {
  const starts = new Map<string, { readonly range: TrackRange; readonly start_mm: number }>();
  let start_mm = 0;
  for (const range of way) {
    starts.set(range.track_section, { range, start_mm });
    start_mm += range.end - range.begin;
  }
  const found: Shared[] = [];
  let own_mm = 0;
  for (const range of path) {
    const other = starts.get(range.track_section);
    const begin = Math.max(range.begin, other?.range.begin ?? 0);
    const end = Math.min(range.end, other?.range.end ?? 0);
    if (other !== undefined && other.range.direction === range.direction && begin < end) {
      const is_forward = range.direction === "START_TO_STOP";
      const into_mm = is_forward ? begin - range.begin : range.end - end;
      const into_other_mm = is_forward ? begin - other.range.begin : other.range.end - end;
      const from_mm = own_mm + into_mm;
      const offset_mm = other.start_mm + into_other_mm - from_mm;
      found.push({ from_mm, to_mm: from_mm + end - begin, offset_mm });
    }
    own_mm += range.end - range.begin;
  }
  return found;
}

function mergeShared(all: readonly Shared[]): Shared[] {
  const merged: Shared[] = [];
  for (const one of all) {
    const last = merged.at(-1);
    const goes_on = last?.to_mm === one.from_mm && last.offset_mm === one.offset_mm;
    if (last !== undefined && goes_on) merged[merged.length - 1] = { ...last, to_mm: one.to_mm };
    else merged.push(one);
  }
  return merged;
}

function cut(
  { times }: SentCurve,
  positions: Float64Array,
  { from_mm, to_mm, offset_mm }: Shared,
): SentCurve {
  const found: { positions: number[]; times: number[] } = { positions: [], times: [] };
  const add = (position: number, time: number): void => {
    found.positions.push(position + offset_mm);
    found.times.push(time);
  };
  const timeAt = (x: number): number => {
    const i = firstAfter(positions, x);
    const [x0 = 0, x1 = 0] = [positions[i - 1], positions[i]];
    const [t0 = 0, t1 = 0] = [times[i - 1], times[i]];
    return x1 === x0 ? t0 : t0 + ((x - x0) / (x1 - x0)) * (t1 - t0);
  };
  if ((positions[0] ?? 0) < from_mm) add(from_mm, timeAt(from_mm));
  for (const [i, position] of positions.entries()) {
    if (position >= from_mm && position <= to_mm) add(position, times[i] ?? 0);
  }
  if ((positions.at(-1) ?? 0) > to_mm) add(to_mm, timeAt(to_mm));
  return found;
}
