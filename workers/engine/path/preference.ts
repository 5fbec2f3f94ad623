/**
 * What it costs to run against the direction in which tracks are usually used (layout.ts, `trackUsual`): a fifth of
 * the time more. So a train that names no track takes the one of its direction where there are two, the other one
 * where that saves more, and a single track in both directions. Without usual directions nothing costs more.
 */
import type { Infra } from "../infra/infra.ts";
import { toMilli } from "../units.ts";
import { timeToOffset } from "./block_times.ts";

const AGAINST_WEIGHT = 0.2;
/** Speeds whose costs are kept: most searches of a thread are for few. */
const SPEEDS_MAX = 8;

export class Preference {
  readonly #infra: Infra;
  /** Blocks that are for some length against it, and for what share of their length. */
  readonly #blocks: readonly number[];
  readonly #shares: readonly number[];
  readonly #known = new Map<number, Float64Array>();

  constructor(infra: Infra) {
    const { blockChunkStart, blockChunks, blockLength_mm, chunkTrack, chunkLength_mm } = infra;
    this.#infra = infra;
    const blocks: number[] = [];
    const shares: number[] = [];
    const nBlocks = infra.trackUsual.some((usual) => usual !== 0) ? blockLength_mm.length : 0;
    for (let block = 0; block < nBlocks; block++) {
      let against_mm = 0;
      for (let i = blockChunkStart[block]!; i < blockChunkStart[block + 1]!; i++) {
        const directed = blockChunks[i]!;
        const usual = infra.trackUsual[chunkTrack[directed >>> 1]!]!;
        // 1 is the increasing direction, whose bit is 0.
        if (usual !== 0 && usual - 1 !== (directed & 1))
          against_mm += chunkLength_mm[directed >>> 1]!;
      }
      if (against_mm === 0) continue;
      blocks.push(block);
      shares.push(against_mm / blockLength_mm[block]!);
    }
    this.#blocks = blocks;
    this.#shares = shares;
  }

  /** [nBlocks] seconds that each block costs more than it takes; null: none does. Not to be changed. */
  surcharges_s(maxSpeed_m_s: number): Float64Array | null {
    if (this.#blocks.length === 0) return null;
    const known = this.#known.get(maxSpeed_m_s);
    if (known !== undefined) return known;
    const infra = this.#infra;
    const maxSpeed_mm_s = toMilli(maxSpeed_m_s);
    const made = new Float64Array(infra.blockLength_mm.length);
    this.#blocks.forEach((block, i) => {
      const time_s = timeToOffset(infra, block, infra.blockLength_mm[block]!, maxSpeed_mm_s);
      made[block] = AGAINST_WEIGHT * this.#shares[i]! * time_s;
    });
    if (this.#known.size === SPEEDS_MAX) this.#known.clear();
    this.#known.set(maxSpeed_m_s, made);
    return made;
  }
}
