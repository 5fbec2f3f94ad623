/**
 * The limits of a train (engine.md 4.7): those of the path, its own speed, safety speeds, each a
 * constant-speed range. Ranges of the train itself are cut where limits of an unknown tag begin or
 * end, because the reference counts each piece as a separate range. Also the profile in answers:
 * without train length and safety speeds.
 */
import { findSlowest, type SpeedParts } from "../envelope/mrsp.ts";
import type { PathSpeedLimits } from "../path/path_attributes.ts";
import type { CompiledStock } from "../physics/rolling_stock.ts";
import type { RangeMap } from "../range_map.ts";
import { countUpTo } from "../sorted.ts";
import { fromMilli, toMilli } from "../units.ts";
import type { LoweredLimits } from "./temporary_limits.ts";

/** Source codes of SPEED_LIMIT_SOURCES that this file needs. */
const NO_SOURCE = 0;
export const FALLBACK_TAG = 2;
export const UNKNOWN_TAG = 3;

/** The most restrictive speed profile of an answer. */
export interface AnsweredProfile {
  /** [nPieces - 1] inner ends, mm. */
  readonly boundaries_mm: Float64Array;
  /** [nPieces] */
  readonly speeds_m_s: Float64Array;
  /** [nPieces] index into SPEED_LIMIT_SOURCES. */
  readonly sources: Uint8Array;
  /** [nPieces] index of the fallback tag, -1 for other sources. */
  readonly fallbacks: Int32Array;
}

/** Collects every limit on a train on a path, in the order that decides ties. */
export function collectLimits(
  limits: PathSpeedLimits,
  stock: CompiledStock,
  safety_mm_s: RangeMap<number>,
): SpeedParts {
  const parts: SpeedParts = { from_mm: [], to_mm: [], v_m_s: [] };
  const { boundaries_mm, limits_mm_s } = limits;
  const length_mm = boundaries_mm[limits_mm_s.length]!;
  const trainLength_mm = toMilli(stock.length_m);
  const borders_mm = findUnknownTagBorders(limits);
  for (let i = 0; i < limits_mm_s.length; i++) {
    // A limit above the train's own speed never wins.
    if (limits_mm_s[i] === 0 || fromMilli(limits_mm_s[i]!) > stock.max_speed_m_s) continue;
    const to_mm = Math.min(length_mm, boundaries_mm[i + 1]! + trainLength_mm);
    add(parts, boundaries_mm[i]!, to_mm, fromMilli(limits_mm_s[i]!));
  }
  addCut(parts, borders_mm, { from_mm: 0, to_mm: length_mm, v_m_s: stock.max_speed_m_s });
  const { bounds_mm, values } = safety_mm_s;
  for (let i = 0; i < values.length; i++) {
    const speed_mm_s = values[i];
    if (speed_mm_s === null || speed_mm_s === undefined) continue;
    const to_mm = Math.min(length_mm, bounds_mm[i + 1]! + trainLength_mm);
    addCut(parts, borders_mm, { from_mm: bounds_mm[i]!, to_mm, v_m_s: fromMilli(speed_mm_s) });
  }
  return parts;
}

/** Builds the profile of the answer; pieces lowered by a temporary limit have no source. */
export function answerProfile(
  limits: PathSpeedLimits | LoweredLimits,
  maxSpeed_m_s: number,
): AnsweredProfile {
  const parts: SpeedParts = { from_mm: [], to_mm: [], v_m_s: [] };
  const pieceOf: number[] = [];
  const { boundaries_mm, limits_mm_s, sources, fallbacks } = limits;
  const isTemporary = "isTemporary" in limits ? limits.isTemporary : null;
  for (let i = 0; i < limits_mm_s.length; i++) {
    if (limits_mm_s[i] === 0 || fromMilli(limits_mm_s[i]!) > maxSpeed_m_s) continue;
    add(parts, boundaries_mm[i]!, boundaries_mm[i + 1]!, fromMilli(limits_mm_s[i]!));
    pieceOf.push(i);
  }
  const borders_mm = findUnknownTagBorders(limits);
  const length_mm = boundaries_mm[limits_mm_s.length]!;
  addCut(parts, borders_mm, { from_mm: 0, to_mm: length_mm, v_m_s: maxSpeed_m_s });
  const slowest = findSlowest(parts);
  const n = slowest.parts.length;
  const out = {
    boundaries_mm: Float64Array.from(slowest.boundaries_mm.slice(1, n)),
    speeds_m_s: new Float64Array(n),
    sources: new Uint8Array(n),
    fallbacks: new Int32Array(n).fill(-1),
  };
  for (let i = 0; i < n; i++) {
    const part = slowest.parts[i]!;
    out.speeds_m_s[i] = parts.v_m_s[part]!;
    const piece = pieceOf[part];
    if (piece !== undefined && isTemporary?.[piece] === 1) out.sources[i] = NO_SOURCE;
    else if (piece !== undefined) {
      out.sources[i] = sources[piece]!;
      out.fallbacks[i] = fallbacks[piece]!;
    } else {
      out.sources[i] = isUnknownTag(borders_mm, parts.from_mm[part]!) ? UNKNOWN_TAG : NO_SOURCE;
    }
  }
  return out;
}

function add(parts: SpeedParts, from_mm: number, to_mm: number, v_m_s: number): void {
  parts.from_mm.push(from_mm);
  parts.to_mm.push(to_mm);
  parts.v_m_s.push(v_m_s);
}

/** Adds a range, cut at the borders inside it. */
function addCut(
  parts: SpeedParts,
  borders_mm: readonly number[],
  range: { readonly from_mm: number; readonly to_mm: number; readonly v_m_s: number },
): void {
  let from_mm = range.from_mm;
  for (let i = countUpTo(borders_mm, from_mm); i < borders_mm.length; i++) {
    const border_mm = borders_mm[i]!;
    if (border_mm >= range.to_mm) break;
    add(parts, from_mm, border_mm, range.v_m_s);
    from_mm = border_mm;
  }
  add(parts, from_mm, range.to_mm, range.v_m_s);
}

/**
 * Begins and ends, alternating, of the stretches whose limit comes from an unknown tag. A limit of
 * 0 limits nothing, but its source still counts.
 */
function findUnknownTagBorders(limits: PathSpeedLimits): readonly number[] {
  const { boundaries_mm, sources } = limits;
  const borders_mm: number[] = [];
  for (let i = 0; i < sources.length; i++) {
    if (sources[i] !== UNKNOWN_TAG) continue;
    if (borders_mm[borders_mm.length - 1] === boundaries_mm[i]) borders_mm.pop();
    else borders_mm.push(boundaries_mm[i]!);
    borders_mm.push(boundaries_mm[i + 1]!);
  }
  return borders_mm;
}

/** Whether the stretch that begins at x is between a begin and its end. */
function isUnknownTag(borders_mm: readonly number[], x_mm: number): boolean {
  return countUpTo(borders_mm, x_mm) % 2 === 1;
}
