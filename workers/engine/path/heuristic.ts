/**
 * Estimate of the remaining time (engine.md 2.5), from distances on the sphere. Where the geometry is longer
 * than the declared tracks, the distances times `measureGeoFactor` are a lower bound of the way.
 */
import { EARTH_RADIUS_M, interpolateLine, measureGeo, RADIANS } from "../geo.ts";
import type { Infra } from "../infra/infra.ts";
import { toMilli } from "../units.ts";
import type { BlockLocations } from "./block_locations.ts";

/** A target closer than this to an earlier one of its step counts as the same place. */
const SAME_PLACE_M = 1;
/** A wider gap between tracks that follow each other is way that no length pays for. */
const GAP_MAX_M = 0.001;

/** Finds the geo point of a block offset, on the first chunk that ends at or after it. */
export function locateGeo(infra: Infra, block: number, offset_mm: number, out: Float64Array): void {
  const { blockChunkStart, blockChunks, chunkLength_mm, chunkGeoStart } = infra;
  const end = blockChunkStart[block + 1]!;
  let k = blockChunkStart[block]!;
  let start_mm = 0;
  while (k < end - 1 && start_mm + chunkLength_mm[blockChunks[k]! >>> 1]! < offset_mm) {
    start_mm += chunkLength_mm[blockChunks[k]! >>> 1]!;
    k++;
  }
  if (k >= end) {
    out.fill(NaN);
    return;
  }
  const directed = blockChunks[k]!;
  const chunk = directed >>> 1;
  const along = (offset_mm - start_mm) / chunkLength_mm[chunk]!;
  const line = {
    lon: infra.geoLon,
    lat: infra.geoLat,
    along_m: infra.geoAlong_m,
    start: chunkGeoStart[chunk]!,
    end: chunkGeoStart[chunk + 1]!,
  };
  interpolateLine(line, (directed & 1) === 0 ? along : 1 - along, out);
}

/**
 * The greatest factor, at most 1, by which no distance on the sphere is longer than the tracks that lead over it;
 * 0 where geometry is missing or jumps.
 */
export function measureGeoFactor(infra: Infra): number {
  const { chunkLength_mm, chunkGeoStart, geoLon, geoLat } = infra;
  let factor = Infinity;
  let west = Infinity;
  let east = -Infinity;
  let south = Infinity;
  let north = -Infinity;
  for (let chunk = 0; chunk < chunkLength_mm.length; chunk++) {
    const start = chunkGeoStart[chunk]!;
    const end = chunkGeoStart[chunk + 1]!;
    let length_m = 0;
    for (let i = start; i < end; i++) {
      west = Math.min(west, geoLon[i]!);
      east = Math.max(east, geoLon[i]!);
      south = Math.min(south, geoLat[i]!);
      north = Math.max(north, geoLat[i]!);
      if (i === start) continue;
      const step_m = measureGeo(geoLon[i - 1]!, geoLat[i - 1]!, geoLon[i]!, geoLat[i]!);
      // Points between two vertices are not evenly spaced: Mercator is wider where the cosine is less.
      length_m += step_m * compareCosines(geoLat[i - 1]!, geoLat[i]!);
    }
    if (end - start < 2 || Number.isNaN(length_m)) return 0;
    if (length_m > 0) factor = Math.min(factor, chunkLength_mm[chunk]! / 1000 / length_m);
  }
  if (!(south > -89 && north < 89) || hasGap(infra)) return 0;
  // Straight distances by the middle latitude are longer than the shortest way on the sphere.
  const width_m = measureGeo(west, south, east, north);
  const bent = (width_m / EARTH_RADIUS_M / Math.cos(Math.max(-south, north) * RADIANS)) ** 2 / 8;
  return Math.min(1, Math.max(0, factor * (1 - bent)));
}

function compareCosines(latA: number, latB: number): number {
  const a = Math.cos(latA * RADIANS);
  const b = Math.cos(latB * RADIANS);
  return (latA < 0 !== latB < 0 ? 1 : Math.max(a, b)) / Math.min(a, b);
}

/** Whether the geometry jumps between chunks that follow each other in a block or from one block to the next. */
function hasGap(infra: Infra): boolean {
  const { blockChunkStart, blockChunks, blockExit, detectorBlockStart, detectorBlocks } = infra;
  for (let block = 0; block + 1 < blockChunkStart.length; block++) {
    const last = blockChunkStart[block + 1]! - 1;
    for (let k = blockChunkStart[block]!; k < last; k++) {
      if (jumps(infra, blockChunks[k]!, blockChunks[k + 1]!)) return true;
    }
    const exit = blockExit[block]!;
    for (let k = detectorBlockStart[exit]!; k < detectorBlockStart[exit + 1]!; k++) {
      const next = blockChunkStart[detectorBlocks[k]!]!;
      if (jumps(infra, blockChunks[last]!, blockChunks[next]!)) return true;
    }
  }
  return false;
}

function jumps({ chunkGeoStart, geoLon, geoLat }: Infra, before: number, after: number): boolean {
  const a =
    (before & 1) === 0 ? chunkGeoStart[(before >>> 1) + 1]! - 1 : chunkGeoStart[before >>> 1]!;
  const b = (after & 1) === 0 ? chunkGeoStart[after >>> 1]! : chunkGeoStart[(after >>> 1) + 1]! - 1;
  return !(measureGeo(geoLon[a]!, geoLat[a]!, geoLon[b]!, geoLat[b]!) <= GAP_MAX_M);
}

export class Heuristic {
  readonly #infra: Infra;
  readonly #point = new Float64Array(2);
  #maxSpeed_m_s = 1;
  #factor = 1;
  #steps: readonly BlockLocations[] = [];
  /** [nSteps] first target of step k + 1. */
  #targetStart: number[] = [];
  #lon: number[] = [];
  #lat: number[] = [];
  /** [nSteps - 1] distance from the targets of step k + 1 to the end, mm. */
  #remaining_mm: number[] = [];

  constructor(infra: Infra) {
    this.#infra = infra;
  }

  /** `factor` of the distances on the sphere; below 1 no distance is told too long. */
  reset(steps: readonly BlockLocations[], maxSpeed_m_s: number, factor: number): void {
    this.#maxSpeed_m_s = maxSpeed_m_s;
    this.#factor = factor;
    this.#steps = steps;
    this.#targetStart = [0];
    this.#lon = [];
    this.#lat = [];
    for (let s = 1; s < steps.length; s++) this.#addTargets(steps[s]!);
    const nTargets = steps.length - 1;
    this.#remaining_mm = Array.from({ length: nTargets }, () => 0);
    for (let k = nTargets - 2; k >= 0; k--) {
      this.#remaining_mm[k] = this.#remaining_mm[k + 1]! + this.#distanceBetween_mm(k);
    }
  }

  #addTargets({ blocks, offsets_mm }: BlockLocations): void {
    const first = this.#targetStart[this.#targetStart.length - 1]!;
    for (let i = 0; i < blocks.length; i++) {
      locateGeo(this.#infra, blocks[i]!, offsets_mm[i]!, this.#point);
      const lon = this.#point[0]!;
      const lat = this.#point[1]!;
      let isNew = true;
      for (let t = first; t < this.#lon.length && isNew; t++) {
        isNew = !(measureGeo(lon, lat, this.#lon[t]!, this.#lat[t]!) < SAME_PLACE_M);
      }
      if (!isNew) continue;
      this.#lon.push(lon);
      this.#lat.push(lat);
    }
    this.#targetStart.push(this.#lon.length);
  }

  /** Least distance between the targets of two consecutive steps, mm. */
  #distanceBetween_mm(k: number): number {
    let least_mm = Infinity;
    for (let t = this.#targetStart[k]!; t < this.#targetStart[k + 1]!; t++) {
      least_mm = Math.min(least_mm, this.#nearest_mm(k + 1, this.#lon[t]!, this.#lat[t]!));
    }
    return least_mm;
  }

  /** Distance to the nearest target, mm; a position that is not on Earth counts as reached. */
  #nearest_mm(k: number, lon: number, lat: number): number {
    const lons = this.#lon;
    const lats = this.#lat;
    const end = this.#targetStart[k + 1]!;
    let least_m = Infinity;
    for (let t = this.#targetStart[k]!; t < end; t++) {
      const distance_m = measureGeo(lon, lat, lons[t]!, lats[t]!);
      if (Number.isNaN(distance_m)) return 0;
      if (distance_m < least_m) least_m = distance_m;
    }
    if (this.#factor < 1) least_m = Math.max(0, least_m - SAME_PLACE_M) * this.#factor;
    return toMilli(least_m);
  }

  /** Seconds from a position on a block, for a path that has reached k targets after its start. */
  estimate(k: number, block: number, offset_mm: number): number {
    const { blockLength_mm, blockEndLon, blockEndLat } = this.#infra;
    if (k >= this.#remaining_mm.length) return 0;
    let lon = blockEndLon[block]!;
    let lat = blockEndLat[block]!;
    if (offset_mm !== blockLength_mm[block]) {
      locateGeo(this.#infra, block, offset_mm, this.#point);
      lon = this.#point[0]!;
      lat = this.#point[1]!;
    }
    // A step over a whole block has passed the targets on it.
    const isThere = this.#factor < 1 && this.#steps[k + 1]!.blocks.includes(block);
    const nearest_mm = isThere ? 0 : this.#nearest_mm(k, lon, lat);
    return (nearest_mm + this.#remaining_mm[k]!) / 1000 / this.#maxSpeed_m_s;
  }
}
