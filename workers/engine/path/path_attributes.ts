/**
 * Track attributes along a path in travel direction (engine.md 1.6, 3.2, 4.3): chunk pieces are
 * concatenated, clipped to the path, and equal neighbours merged. Results are new typed arrays;
 * nothing is cached, because a path is read once or twice.
 */
import { growFloat64 } from "../growable.ts";
import { findString } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import type { TrainPath } from "./train_path.ts";

/** A partition of the path: piece i is between boundaries i and i + 1. A path of length zero has no pieces. */
export interface PathPartition {
  /** [nPieces + 1] path offsets, strictly increasing, from 0 to the path's length. */
  readonly boundaries_mm: Float64Array;
  /** [nPieces] neighbours differ. */
  readonly values: Float64Array;
}

/** Ranges of a path, in travel order, that may leave gaps. */
export interface PathRanges {
  readonly from_mm: Float64Array;
  readonly to_mm: Float64Array;
  readonly values: Float64Array;
}

/** Slope in per mille, positive = climbing. */
export function readSlopes(path: TrainPath): PathPartition {
  const { slopeStart, slopeEnd_mm, slopeValue_permille } = path.infra;
  return joinDirected(path, {
    start: slopeStart,
    ends_mm: slopeEnd_mm,
    values: slopeValue_permille,
  });
}

/** Signed radius in metres, 0 = straight. */
export function readCurves(path: TrainPath): PathPartition {
  const { curveStart, curveEnd_mm, curveRadius_m } = path.infra;
  return joinDirected(path, { start: curveStart, ends_mm: curveEnd_mm, values: curveRadius_m });
}

/** Slope plus curve resistance in per mille, as used by the physics (engine.md 1.4). */
export function readGradients(path: TrainPath): PathPartition {
  const { gradientStart, gradientEnd_mm, gradientValue_permille } = path.infra;
  return joinDirected(path, {
    start: gradientStart,
    ends_mm: gradientEnd_mm,
    values: gradientValue_permille,
  });
}

/** Voltages as string indices of the network; -1 = not electrified. Neutral sections are separate. */
export function readVoltages(path: TrainPath): PathPartition {
  const { electrificationStart, electrificationEnd_mm, electrificationVoltage } = path.infra;
  const out = joinUndirected(path, {
    start: electrificationStart,
    ends_mm: electrificationEnd_mm,
    values: electrificationVoltage,
  });
  for (let i = 0; i < out.values.length; i++) if (out.values[i] === 0) out.values[i] = -1;
  return out;
}

/** Zones as indices, NONE for a chunk on no route. */
export function readZones(path: TrainPath): PathPartition {
  const { infra, chunks, chunkStart_mm } = path;
  const pieces = new PieceList(path.length_mm);
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i]! >>> 1;
    pieces.add(chunkStart_mm[i]! + infra.chunkLength_mm[chunk]!, infra.chunkZone[chunk]!);
  }
  return pieces.finish();
}

/** Neutral sections in the direction of travel; value 1 = the pantograph is lowered. */
export function readNeutralSections(path: TrainPath): PathRanges {
  const { infra, chunks, chunkStart_mm } = path;
  const { neutralStart, neutralFrom_mm, neutralTo_mm, neutralLowerPantograph } = infra;
  const ranges = new RangeList(path.length_mm);
  for (let i = 0; i < chunks.length; i++) {
    const start_mm = chunkStart_mm[i]!;
    for (let k = neutralStart[chunks[i]!]!; k < neutralStart[chunks[i]! + 1]!; k++) {
      const value = neutralLowerPantograph[k]!;
      ranges.add(start_mm + neutralFrom_mm[k]!, start_mm + neutralTo_mm[k]!, value);
    }
  }
  return ranges.finish();
}

/** Loading gauges blocked along the path; values are bit sets over LOADING_GAUGES. */
export function readGauges(path: TrainPath): PathRanges {
  const { infra, chunks, chunkStart_mm } = path;
  const { gaugeStart, gaugeFrom_mm, gaugeTo_mm, gaugeBlocked, chunkLength_mm } = infra;
  const ranges = new RangeList(path.length_mm);
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i]! >>> 1;
    const start_mm = chunkStart_mm[i]!;
    const end_mm = start_mm + chunkLength_mm[chunk]!;
    const first = gaugeStart[chunk]!;
    const end = gaugeStart[chunk + 1]!;
    for (let k = 0; k < end - first; k++) {
      if ((chunks[i]! & 1) === 0) {
        const g = first + k;
        ranges.add(start_mm + gaugeFrom_mm[g]!, start_mm + gaugeTo_mm[g]!, gaugeBlocked[g]!);
      } else {
        const g = end - 1 - k;
        ranges.add(end_mm - gaugeTo_mm[g]!, end_mm - gaugeFrom_mm[g]!, gaugeBlocked[g]!);
      }
    }
  }
  return ranges.finish();
}

/** Where a speed limit comes from; indices of `PathSpeedLimits.sources`. */
export const SPEED_LIMIT_SOURCES = [
  "none",
  "given_train_tag",
  "fallback_tag",
  "unknown_tag",
] as const;

export interface PathSpeedLimits {
  /** [nPieces + 1] as in PathPartition. */
  readonly boundaries_mm: Float64Array;
  /** [nPieces] mm/s; Infinity = no limit; 0 is to be ignored (engine.md 1.6). */
  readonly limits_mm_s: Float64Array;
  /** [nPieces] index into SPEED_LIMIT_SOURCES. */
  readonly sources: Uint8Array;
  /** [nPieces] index of the tag in the given fallback list; -1 if the source is not a fallback tag. */
  readonly fallbacks: Int32Array;
}

/**
 * Resolves the speed limits along the path for a train's tag (engine.md 1.6): the limit of the
 * path's route on the chunk, else of the tag, else the highest of its fallbacks, else the default.
 */
export function readSpeedLimits(
  path: TrainPath,
  tag: string | null,
  fallbackTags: readonly string[],
): PathSpeedLimits {
  const { infra, chunks, chunkStart_mm } = path;
  const { speedStart, speedEnd_mm, speedLimit } = infra;
  const tagString = tag === null ? NONE : findString(infra, tag);
  const fallbackStrings = tag === null ? [] : fallbackTags.map((name) => findString(infra, name));
  const onPath = new Set(path.routes);
  // Resolved limits are interned, so that neighbours merge exactly if all three parts are equal.
  const resolved = new ResolvedLimits(path, { tagged: tag !== null, tagString, fallbackStrings });
  const pieces = new PieceList(path.length_mm);
  for (let i = 0; i < chunks.length; i++) {
    const route = routeOnPath(path, chunks[i]!, onPath);
    for (let k = speedStart[chunks[i]!]!; k < speedStart[chunks[i]! + 1]!; k++) {
      pieces.add(chunkStart_mm[i]! + speedEnd_mm[k]!, resolved.intern(speedLimit[k]!, route));
    }
  }
  const { boundaries_mm, values } = pieces.finish();
  return {
    boundaries_mm,
    limits_mm_s: Float64Array.from(values, (id) => resolved.limits_mm_s[id]!),
    sources: Uint8Array.from(values, (id) => resolved.sources[id]!),
    fallbacks: Int32Array.from(values, (id) => resolved.fallbacks[id]!),
  };
}

function routeOnPath(path: TrainPath, chunk: number, onPath: ReadonlySet<number>): number {
  const { chunkRouteStart, chunkRoutes } = path.infra;
  for (let k = chunkRouteStart[chunk]!; k < chunkRouteStart[chunk + 1]!; k++) {
    if (onPath.has(chunkRoutes[k]!)) return chunkRoutes[k]!;
  }
  return NONE;
}

interface TagQuery {
  readonly tagged: boolean;
  readonly tagString: number;
  readonly fallbackStrings: readonly number[];
}

/** Limits met on one path, resolved for one tag; equal ones share an id. */
class ResolvedLimits {
  readonly limits_mm_s: number[] = [];
  readonly sources: number[] = [];
  readonly fallbacks: number[] = [];
  readonly #path: TrainPath;
  readonly #query: TagQuery;
  readonly #ids = new Map<string, number>();
  readonly #idOfLimit = new Map<number, number>();

  constructor(path: TrainPath, query: TagQuery) {
    this.#path = path;
    this.#query = query;
  }

  intern(limit: number, route: number): number {
    const { infra } = this.#path;
    for (let k = infra.limitRouteStart[limit]!; k < infra.limitRouteStart[limit + 1]!; k++) {
      if (infra.limitRoute[k] === route) return this.#add(infra.limitRouteSpeed_mm_s[k]!, 0, -1);
    }
    const known = this.#idOfLimit.get(limit);
    if (known !== undefined) return known;
    const id = this.#resolveTag(limit);
    this.#idOfLimit.set(limit, id);
    return id;
  }

  #resolveTag(limit: number): number {
    const { tagged, tagString, fallbackStrings } = this.#query;
    const default_mm_s = this.#path.infra.limitDefault_mm_s[limit]!;
    if (!tagged) return this.#add(default_mm_s, 0, -1);
    const own_mm_s = this.#speedOfTag(limit, tagString);
    if (own_mm_s >= 0) return this.#add(own_mm_s, 1, -1);
    let best_mm_s = -1;
    let best = -1;
    for (let i = 0; i < fallbackStrings.length; i++) {
      const speed_mm_s = this.#speedOfTag(limit, fallbackStrings[i]!);
      if (speed_mm_s <= best_mm_s) continue;
      best_mm_s = speed_mm_s;
      best = i;
    }
    return best >= 0 ? this.#add(best_mm_s, 2, best) : this.#add(default_mm_s, 3, -1);
  }

  #speedOfTag(limit: number, tag: number): number {
    const { limitTagStart, limitTag, limitTagSpeed_mm_s } = this.#path.infra;
    if (tag === NONE) return -1;
    for (let k = limitTagStart[limit]!; k < limitTagStart[limit + 1]!; k++) {
      if (limitTag[k] === tag) return limitTagSpeed_mm_s[k]!;
    }
    return -1;
  }

  #add(limit_mm_s: number, source: number, fallback: number): number {
    const key = `${limit_mm_s}/${source}/${fallback}`;
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const id = this.sources.length;
    this.#ids.set(key, id);
    this.limits_mm_s.push(limit_mm_s);
    this.sources.push(source);
    this.fallbacks.push(fallback);
    return id;
  }
}

interface Pieces {
  readonly start: Uint32Array;
  readonly ends_mm: Float64Array;
  readonly values: Float64Array | Uint32Array;
}

function joinDirected(path: TrainPath, { start, ends_mm, values }: Pieces): PathPartition {
  const { chunks, chunkStart_mm } = path;
  const pieces = new PieceList(path.length_mm);
  for (let i = 0; i < chunks.length; i++) {
    for (let k = start[chunks[i]!]!; k < start[chunks[i]! + 1]!; k++) {
      pieces.add(chunkStart_mm[i]! + ends_mm[k]!, values[k]!);
    }
  }
  return pieces.finish();
}

function joinUndirected(path: TrainPath, { start, ends_mm, values }: Pieces): PathPartition {
  const { infra, chunks, chunkStart_mm } = path;
  const pieces = new PieceList(path.length_mm);
  for (let i = 0; i < chunks.length; i++) {
    const chunk = chunks[i]! >>> 1;
    const first = start[chunk]!;
    const end = start[chunk + 1]!;
    if ((chunks[i]! & 1) === 0) {
      for (let k = first; k < end; k++) pieces.add(chunkStart_mm[i]! + ends_mm[k]!, values[k]!);
    } else {
      const chunkEnd_mm = chunkStart_mm[i]! + infra.chunkLength_mm[chunk]!;
      for (let k = end - 1; k >= first; k--) {
        pieces.add(k === first ? chunkEnd_mm : chunkEnd_mm - ends_mm[k - 1]!, values[k]!);
      }
    }
  }
  return pieces.finish();
}

/** Scratch of the class below: most pieces merge, so the smaller results are copied out. */
const boundariesScratch = { array: new Float64Array(256) };
const valuesScratch = { array: new Float64Array(256) };

/**
 * Collects pieces given by their ends, clips them to [0, length] and merges equal neighbours. Only
 * one may be used at a time: all share the scratch.
 */
class PieceList {
  readonly #length_mm: number;
  #count = 0;
  #at_mm = 0;

  constructor(length_mm: number) {
    this.#length_mm = length_mm;
    boundariesScratch.array[0] = 0;
  }

  add(unclippedEnd_mm: number, value: number): void {
    const end_mm = Math.min(unclippedEnd_mm, this.#length_mm);
    if (end_mm <= this.#at_mm) return;
    const values = valuesScratch.array;
    if (this.#count === 0 || values[this.#count - 1] !== value) {
      values[this.#count++] = value;
      if (this.#count === values.length) growScratch();
    }
    boundariesScratch.array[this.#count] = end_mm;
    this.#at_mm = end_mm;
  }

  finish(): PathPartition {
    return {
      boundaries_mm: boundariesScratch.array.slice(0, this.#count + 1),
      values: valuesScratch.array.slice(0, this.#count),
    };
  }
}

function growScratch(): void {
  const { length } = valuesScratch.array;
  boundariesScratch.array = growFloat64(boundariesScratch.array, length + 1);
  valuesScratch.array = growFloat64(valuesScratch.array, length + 1);
}

/** Collects ranges in travel order, clips them to [0, length] and merges equal neighbours. */
class RangeList {
  readonly #from_mm: number[] = [];
  readonly #to_mm: number[] = [];
  readonly #values: number[] = [];
  readonly #length_mm: number;

  constructor(length_mm: number) {
    this.#length_mm = length_mm;
  }

  add(unclippedFrom_mm: number, unclippedTo_mm: number, value: number): void {
    const from_mm = Math.max(0, unclippedFrom_mm);
    const to_mm = Math.min(this.#length_mm, unclippedTo_mm);
    if (from_mm >= to_mm) return;
    const last = this.#values.length - 1;
    if (last >= 0 && this.#to_mm[last] === from_mm && this.#values[last] === value) {
      this.#to_mm[last] = to_mm;
      return;
    }
    this.#from_mm.push(from_mm);
    this.#to_mm.push(to_mm);
    this.#values.push(value);
  }

  finish(): PathRanges {
    return {
      from_mm: Float64Array.from(this.#from_mm),
      to_mm: Float64Array.from(this.#to_mm),
      values: Float64Array.from(this.#values),
    };
  }
}
