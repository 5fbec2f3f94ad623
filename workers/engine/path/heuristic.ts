/**
 * Estimate of the remaining time (engine.md 2.5), from distances on the sphere. Used unchanged even
 * if the geometry is longer than the declared tracks, because it decides which path is found.
 */
import { interpolateLine, measureGeo } from "../geo.ts";
import type { Infra } from "../infra/infra.ts";
import { toMilli } from "../units.ts";
import type { BlockLocations } from "./block_locations.ts";

/** A target closer than this to an earlier one of its step counts as the same place. */
const SAME_PLACE_M = 1;

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

export class Heuristic {
  readonly #infra: Infra;
  readonly #point = new Float64Array(2);
  #maxSpeed_m_s = 1;
  /** [nSteps] first target of step k + 1. */
  #targetStart: number[] = [];
  #lon: number[] = [];
  #lat: number[] = [];
  /** [nSteps - 1] distance from the targets of step k + 1 to the end, mm. */
  #remaining_mm: number[] = [];

  constructor(infra: Infra) {
    this.#infra = infra;
  }

  reset(steps: readonly BlockLocations[], maxSpeed_m_s: number): void {
    this.#maxSpeed_m_s = maxSpeed_m_s;
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
    const distance_mm = this.#nearest_mm(k, lon, lat) + this.#remaining_mm[k]!;
    return distance_mm / 1000 / this.#maxSpeed_m_s;
  }
}
