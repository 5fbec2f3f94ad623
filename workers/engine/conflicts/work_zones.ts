/** Finds the zones that works on tracks take from traffic (engine.md 7.4). */
import { Uint32Column } from "../columns.ts";
import { findChunk } from "../infra/find_chunk.ts";
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";

/** Finds the zones of one work after another; owns its scratch memory. */
export class WorkZoneFinder {
  readonly #infra: Infra;
  /** [nZones] number of the last work that takes the zone. */
  readonly #lastWork: Uint32Array;
  #work = 0;
  readonly #zones = new Uint32Column();

  constructor(infra: Infra) {
    this.#infra = infra;
    this.#lastWork = new Uint32Array(infra.zoneName.length);
  }

  /**
   * The zones of every chunk that touches a range, ends included, each once; chunks on no route
   * have none. The result is a view, valid until the next call.
   */
  find(tracks: Uint32Array, begins_mm: Float64Array, ends_mm: Float64Array): Uint32Array {
    const { trackFirstChunk, chunkOffset_mm, chunkLength_mm, chunkZone } = this.#infra;
    const lastWork = this.#lastWork;
    const zones = this.#zones;
    const work = ++this.#work;
    zones.clear();
    for (let i = 0; i < tracks.length; i++) {
      const end = trackFirstChunk[tracks[i]! + 1]!;
      const first = findChunk(this.#infra, tracks[i]!, begins_mm[i]!, 0);
      for (let chunk = first; chunk >= 0 && chunk < end; chunk++) {
        if (chunkOffset_mm[chunk]! > ends_mm[i]!) break;
        const zone = chunkZone[chunk]!;
        if (chunkOffset_mm[chunk]! + chunkLength_mm[chunk]! < begins_mm[i]!) continue;
        if (zone === NONE || lastWork[zone] === work) continue;
        lastWork[zone] = work;
        zones.push(zone);
      }
    }
    return zones.values.subarray(0, zones.count);
  }
}
