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

/** Limits of a path, lowered by temporary ones. */
export interface LoweredLimits extends PathSpeedLimits {
  /** [nPieces] 1 = a temporary limit is the lowest throughout the piece. */
  readonly isTemporary: Uint8Array;
}

/** Groups the rows by directed track; a network has `nTracks`. */
export function indexTemporaryLimits(rows: TemporaryLimitRows, nTracks: number): TemporaryLimits {
  return { ...rows, ...groupBy(rows.directedTracks, rows.directedTracks.length, 2 * nTracks) };
}

/** Finds the limits on a path that are in force during a whole period, ms since the epoch. */
export function findTemporaryLimits(
  limits: TemporaryLimits,
  ranges: DirectedRanges,
  at_ms: number,
  until_ms = at_ms,
): PathTemporaryLimits {
  const { start, items, begins_mm, ends_mm, speeds_mm_s, starts_ms, stops_ms } = limits;
  const pieces = layOutPieces(ranges);
  const found: PathTemporaryLimits = { from_mm: [], to_mm: [], speeds_mm_s: [] };
  const stretch = { from_mm: 0, to_mm: 0 };
  for (let i = 0; i < ranges.directedTracks.length; i++) {
    const track = ranges.directedTracks[i]!;
    for (let k = start[track]!; k < start[track + 1]!; k++) {
      const row = items[k]!;
      if (at_ms < starts_ms[row]! || until_ms >= stops_ms[row]!) continue;
      stretch.from_mm = begins_mm[row]!;
      stretch.to_mm = ends_mm[row]!;
      if (addOverlap(pieces, i, stretch, found)) found.speeds_mm_s.push(speeds_mm_s[row]!);
    }
  }
  return found;
}

/** Times within a period at which the limits in force on a path change, ascending; ms since the epoch. */
export function listLimitChanges(
  { start, items, starts_ms, stops_ms }: TemporaryLimits,
  { directedTracks }: DirectedRanges,
  after_ms: number,
  until_ms: number,
): number[] {
  const changes_ms = new Set<number>();
  for (const track of directedTracks) {
    for (let k = start[track]!; k < start[track + 1]!; k++) {
      for (const at_ms of [starts_ms[items[k]!]!, stops_ms[items[k]!]!]) {
        if (at_ms > after_ms && at_ms <= until_ms) changes_ms.add(at_ms);
      }
    }
  }
  return [...changes_ms].sort((a, b) => a - b);
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
