/**
 * Speed limits that are only in force for a time. They lower the network's limits (engine.md 1.6)
 * and change nothing else: pieces keep their source, so a run is bit for bit the same as on a
 * network that has the limit as a speed section. One exception: a route's speed takes precedence
 * over a speed section, but nothing takes precedence over a temporary limit.
 */
import { groupBy } from "../columns.ts";
import { findSlowest, type SpeedParts } from "../envelope/mrsp.ts";
import type { PathSpeedLimits } from "../path/path_attributes.ts";
import { addOverlap, layOutPieces, type PathSpans } from "../path/piece_overlaps.ts";
import type { DirectedRanges } from "../path/train_path.ts";
import { fromMilli } from "../units.ts";

/** Limits of one group as a list: one row per stretch of track. */
export interface TemporaryLimitRows {
  /** [n] number of the limit that the row is of. */
  readonly limits: Uint32Array;
  /** [n] track * 2 + direction: a limit applies in one direction. */
  readonly directedTracks: Uint32Array;
  /** [n] mm on the track, begin <= end in either direction. */
  readonly begins_mm: Float64Array;
  readonly ends_mm: Float64Array;
  /** [n] mm/s, above 0. */
  readonly speeds_mm_s: Float64Array;
  /** [n] ms since the epoch; in force from the start, but no longer at the end. */
  readonly starts_ms: Float64Array;
  readonly stops_ms: Float64Array;
}

/** The same, grouped: rows of directed track t are `items[start[t]]` up to the next. */
export interface TemporaryLimits extends TemporaryLimitRows {
  readonly start: Uint32Array;
  readonly items: Uint32Array;
}

/** Limits on one path; they may overlap. */
export interface PathTemporaryLimits extends PathSpans {
  readonly speeds_mm_s: number[];
}

/**
 * The same with their times. One is a stretch without a gap of a limit, which is judged by itself: a limit
 * may be put up in places far apart.
 */
export interface DatedLimits extends PathTemporaryLimits {
  readonly starts_ms: number[];
  readonly stops_ms: number[];
}

/** Limits of a path, lowered by temporary ones. */
export interface LoweredLimits extends PathSpeedLimits {
  /** [nPieces] 1 = a temporary limit is the lowest throughout the piece. */
  readonly isTemporary: Uint8Array;
}

/** Groups the rows by directed track; a network has `nTracks`. */
export function indexTemporaryLimits(rows: TemporaryLimitRows, nTracks: number): TemporaryLimits {
  return { ...rows, ...groupBy(rows.directedTracks, rows.directedTracks.length, 2 * nTracks) };
}

/** The limits on a path by their places, whenever they are in force. */
export function findTemporaryLimits(limits: TemporaryLimits, ranges: DirectedRanges): DatedLimits {
  const { start, items, begins_mm, ends_mm } = limits;
  const pieces = layOutPieces(ranges);
  const overlaps: PathSpans = { from_mm: [], to_mm: [] };
  const rows: number[] = [];
  const stretch = { from_mm: 0, to_mm: 0 };
  for (let i = 0; i < ranges.directedTracks.length; i++) {
    const track = ranges.directedTracks[i]!;
    for (let k = start[track]!; k < start[track + 1]!; k++) {
      const row = items[k]!;
      stretch.from_mm = begins_mm[row]!;
      stretch.to_mm = ends_mm[row]!;
      if (addOverlap(pieces, i, stretch, overlaps)) rows.push(row);
    }
  }
  return sortByPlace(joinNeighbours(limits, rows, overlaps));
}

/** Joins stretches of one limit that touch, as those on neighbouring tracks do. */
function joinNeighbours(
  { limits, speeds_mm_s, starts_ms, stops_ms }: TemporaryLimitRows,
  rows: readonly number[],
  { from_mm, to_mm }: PathSpans,
): DatedLimits {
  const order = [...rows.keys()].sort(
    (a, b) => limits[rows[a]!]! - limits[rows[b]!]! || from_mm[a]! - from_mm[b]!,
  );
  const joined: DatedLimits = {
    from_mm: [],
    to_mm: [],
    speeds_mm_s: [],
    starts_ms: [],
    stops_ms: [],
  };
  let limit = -1;
  for (const i of order) {
    const row = rows[i]!;
    const last = joined.to_mm.length - 1;
    if (limits[row] === limit && from_mm[i]! <= joined.to_mm[last]!) {
      joined.to_mm[last] = Math.max(joined.to_mm[last]!, to_mm[i]!);
      continue;
    }
    limit = limits[row]!;
    joined.from_mm.push(from_mm[i]!);
    joined.to_mm.push(to_mm[i]!);
    joined.speeds_mm_s.push(speeds_mm_s[row]!);
    joined.starts_ms.push(starts_ms[row]!);
    joined.stops_ms.push(stops_ms[row]!);
  }
  return joined;
}

/** So that equal limits of two groups are spelled in one way. */
function sortByPlace(limits: DatedLimits): DatedLimits {
  const { from_mm, to_mm, speeds_mm_s } = limits;
  const order = [...from_mm.keys()].sort(
    (a, b) =>
      from_mm[a]! - from_mm[b]! || to_mm[a]! - to_mm[b]! || speeds_mm_s[a]! - speeds_mm_s[b]!,
  );
  return takeLimits(limits, order);
}

export function takeLimits(limits: DatedLimits, order: readonly number[]): DatedLimits {
  return {
    from_mm: order.map((i) => limits.from_mm[i]!),
    to_mm: order.map((i) => limits.to_mm[i]!),
    speeds_mm_s: order.map((i) => limits.speeds_mm_s[i]!),
    starts_ms: order.map((i) => limits.starts_ms[i]!),
    stops_ms: order.map((i) => limits.stops_ms[i]!),
  };
}

/** The limits of a path that are in force during a whole period; ms since the epoch. */
export function limitsThroughout(
  limits: DatedLimits,
  from_ms: number,
  until_ms: number,
): PathTemporaryLimits {
  const { starts_ms, stops_ms } = limits;
  const order = [...starts_ms.keys()];
  return takeLimits(
    limits,
    order.filter((i) => starts_ms[i]! <= from_ms && stops_ms[i]! > until_ms),
  );
}

/** Lowers the limits of a path where a temporary one is lower and not above the train's own speed. */
export function lowerLimits(
  limits: PathSpeedLimits,
  temporary: PathTemporaryLimits,
  maxSpeed_m_s: number,
): LoweredLimits {
  const { boundaries_mm, limits_mm_s, sources, fallbacks } = limits;
  const lowest = findLowest(temporary, boundaries_mm[limits_mm_s.length]!);
  const out = new PieceList();
  let t = 0;
  for (let i = 0; i < limits_mm_s.length; i++) {
    // A limit of 0 is ignored (engine.md 1.6).
    const own_mm_s = limits_mm_s[i] === 0 ? Infinity : limits_mm_s[i]!;
    for (let at_mm = boundaries_mm[i]!; at_mm < boundaries_mm[i + 1]!; ) {
      while (lowest.boundaries_mm[t + 1]! <= at_mm) t++;
      const end_mm = Math.min(boundaries_mm[i + 1]!, lowest.boundaries_mm[t + 1]!);
      const speed_mm_s = lowest.speeds_mm_s[t]!;
      const lowers = speed_mm_s < own_mm_s && fromMilli(speed_mm_s) <= maxSpeed_m_s;
      out.add(end_mm, {
        limit_mm_s: lowers ? speed_mm_s : limits_mm_s[i]!,
        source: sources[i]!,
        fallback: fallbacks[i]!,
        isTemporary: lowers ? 1 : 0,
      });
      at_mm = end_mm;
    }
  }
  return out.finish();
}

/** The lowest temporary limit at each position of the path; Infinity: none. */
function findLowest(
  { from_mm, to_mm, speeds_mm_s }: PathTemporaryLimits,
  length_mm: number,
): { readonly boundaries_mm: readonly number[]; readonly speeds_mm_s: readonly number[] } {
  const parts: SpeedParts = {
    from_mm: [...from_mm, 0],
    to_mm: [...to_mm, length_mm],
    v_m_s: [...speeds_mm_s.map(fromMilli), Infinity],
  };
  const slowest = findSlowest(parts);
  return {
    boundaries_mm: slowest.boundaries_mm,
    speeds_mm_s: slowest.parts.map((part) => speeds_mm_s[part] ?? Infinity),
  };
}

interface Piece {
  readonly limit_mm_s: number;
  readonly source: number;
  readonly fallback: number;
  isTemporary: number;
}

/** Collects pieces by their ends; equal neighbours are merged, as when limits are read. */
class PieceList {
  readonly #boundaries_mm: number[] = [0];
  readonly #pieces: Piece[] = [];

  add(end_mm: number, piece: Piece): void {
    const last = this.#pieces.at(-1);
    const isSame =
      last !== undefined &&
      last.limit_mm_s === piece.limit_mm_s &&
      last.source === piece.source &&
      last.fallback === piece.fallback;
    if (isSame) {
      this.#boundaries_mm.pop();
      last.isTemporary &= piece.isTemporary;
    } else this.#pieces.push(piece);
    this.#boundaries_mm.push(end_mm);
  }

  finish(): LoweredLimits {
    return {
      boundaries_mm: Float64Array.from(this.#boundaries_mm),
      limits_mm_s: Float64Array.from(this.#pieces, ({ limit_mm_s }) => limit_mm_s),
      sources: Uint8Array.from(this.#pieces, ({ source }) => source),
      fallbacks: Int32Array.from(this.#pieces, ({ fallback }) => fallback),
      isTemporary: Uint8Array.from(this.#pieces, ({ isTemporary }) => isTemporary),
    };
  }
}
