/** Track stretches on the axis, and the reverse: which tracks lie along a stretch of a way. */
import { applyScale, type Scale, type TrackRange, type Way } from "./axis.ts";

export interface Stretch {
  readonly from_share: number;
  readonly to_share: number;
}

/** On one track; without a direction it counts both ways. */
export interface DirectedRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: TrackRange["direction"] | null;
}

type Placed = { readonly way: Pick<Way, "ranges">; readonly scale: Scale };

/** Positions of ranges, way by way; adjoining ranges are one stretch. What two ways share appears once. */
export function placeRanges(
  ranges: readonly DirectedRange[],
  ways: readonly Placed[],
): readonly Stretch[] {
  const found: Stretch[] = [];
  for (const { way, scale } of ways) {
    for (const [from_mm, to_mm] of joinPieces(listPieces(ranges, way))) {
      const [a, b] = [applyScale(scale, from_mm), applyScale(scale, to_mm)];
      const stretch = { from_share: Math.min(a, b), to_share: Math.max(a, b) };
      if (!found.some((one) => isSameStretch(one, stretch))) found.push(stretch);
    }
  }
  return found;
}

type Piece = readonly [from_mm: number, to_mm: number];

function listPieces(ranges: readonly DirectedRange[], { ranges: own }: Pick<Way, "ranges">) {
  const pieces: Piece[] = [];
  let start_mm = 0;
  for (const { track_section, begin, end, direction } of own) {
    for (const range of ranges) {
      if (range.track_section !== track_section) continue;
      if (range.direction !== null && range.direction !== direction) continue;
      const [low, high] = [Math.max(begin, range.begin), Math.min(end, range.end)];
      if (low >= high) continue;
      const into = direction === "START_TO_STOP" ? low - begin : end - high;
      pieces.push([start_mm + into, start_mm + into + high - low]);
    }
    start_mm += end - begin;
  }
  return pieces.sort((a, b) => a[0] - b[0]);
}

function joinPieces(pieces: readonly Piece[]): Piece[] {
  const joined: Piece[] = [];
  for (const [from_mm, to_mm] of pieces) {
    const last = joined.at(-1);
    if (last !== undefined && from_mm <= last[1]) {
      joined[joined.length - 1] = [last[0], Math.max(last[1], to_mm)];
    } else joined.push([from_mm, to_mm]);
  }
  return joined;
}

/** The same place differs a little between two ways. */
const SAME_SHARE = 0.002;

function isSameStretch(a: Stretch, b: Stretch): boolean {
  return (
    Math.abs(a.from_share - b.from_share) < SAME_SHARE &&
    Math.abs(a.to_share - b.to_share) < SAME_SHARE
  );
}

/** A way's tracks between two shares of the axis, in its direction, in whole millimetres. */
export function cutWay({ way, scale }: Placed, { from_share, to_share }: Stretch): TrackRange[] {
  const inverse = invertScale(scale);
  const [a, b] = [applyScale(inverse, from_share), applyScale(inverse, to_share)];
  const [low_mm, high_mm] = [Math.min(a, b), Math.max(a, b)];
  const found: TrackRange[] = [];
  let start_mm = 0;
  for (const range of way.ranges) {
    const length = range.end - range.begin;
    const from = Math.round(Math.max(0, low_mm - start_mm));
    const to = Math.round(Math.min(length, high_mm - start_mm));
    if (from < to) {
      const is_forward = range.direction === "START_TO_STOP";
      const begin = is_forward ? range.begin + from : range.end - to;
      found.push({ ...range, begin, end: begin + to - from });
    }
    start_mm += length;
  }
  return found;
}

/** From shares of the axis to positions. */
export function invertScale({ from, to }: Scale): Scale {
  const is_falling = (to.at(-1) ?? 0) < (to[0] ?? 0);
  return is_falling
    ? { from: to.slice().reverse(), to: from.slice().reverse() }
    : { from: to, to: from };
}
