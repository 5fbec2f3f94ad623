/** Where the steps of a request lie on blocks, and which of them a run over a block reaches. */
import type { FoundSteps } from "../../path/search.ts";
import type { StdcmStep } from "../steps.ts";

/** A stretch of a block up to the next stop or the block's end, and the last step reached on it. */
export interface Stretch {
  to_mm: number;
  step: number;
  stops: boolean;
}

/** A place on a block. */
export interface BlockPlace {
  readonly block: number;
  readonly offset_mm: number;
}

export class StepPlaces {
  readonly #steps: readonly StdcmStep[];
  /** By step: offsets on a block, ascending. */
  readonly #offsets_mm: readonly ReadonlyMap<number, readonly number[]>[];
  /** [nBlocks] 1 = a place of some step: nearly all blocks have none. */
  readonly hasPlace: Uint8Array;

  constructor(steps: readonly StdcmStep[], nBlocks: number) {
    this.#steps = steps;
    this.hasPlace = new Uint8Array(nBlocks);
    for (const { places } of steps) for (const block of places.blocks) this.hasPlace[block] = 1;
    this.#offsets_mm = steps.map(({ places }) => {
      const byBlock = new Map<number, number[]>();
      places.blocks.forEach((block, i) => {
        const known = byBlock.get(block);
        if (known === undefined) byBlock.set(block, [places.offsets_mm[i]!]);
        else known.push(places.offsets_mm[i]!);
      });
      for (const offsets_mm of byBlock.values()) offsets_mm.sort((a, b) => a - b);
      return byBlock;
    });
  }

  /** First place of a step at or after a place on a block; Infinity = none. */
  find(step: number, { block, offset_mm }: BlockPlace): number {
    if (this.hasPlace[block] === 0) return Infinity;
    const offsets_mm = this.#offsets_mm[step]?.get(block);
    if (offsets_mm === undefined) return Infinity;
    for (const place_mm of offsets_mm) if (place_mm >= offset_mm) return place_mm;
    return Infinity;
  }

  /** Goes on from a place on a block, over steps where the train passes, to a stop or the block's end. */
  advance(from: BlockPlace, reached: number, length_mm: number, out: Stretch): void {
    out.to_mm = length_mm;
    out.step = reached;
    out.stops = false;
    let offset_mm = from.offset_mm;
    for (let step = reached + 1; step < this.#steps.length; step++) {
      offset_mm = this.find(step, { block: from.block, offset_mm });
      if (offset_mm === Infinity) return;
      out.step = step;
      if (this.#steps[step]!.stop_s === null) continue;
      out.to_mm = offset_mm;
      out.stops = true;
      return;
    }
  }

  /** First step behind a reached one at which the train stops. */
  nextStop(reached: number): number {
    let step = reached + 1;
    while (step < this.#steps.length && this.#steps[step]!.stop_s === null) step++;
    return step;
  }

  /** The run over blocks in the form that paths are made of; null when a step is not on it. */
  trace(blocks: readonly number[], lengths_mm: Float64Array, start_mm: number): FoundSteps | null {
    const targets_mm: number[][] = [];
    const to_mm = blocks.map((block) => lengths_mm[block]!);
    let step = 0;
    for (let i = 0; i < blocks.length; i++) {
      const targets: number[] = i === 0 ? [start_mm] : [];
      let offset_mm = i === 0 ? start_mm : 0;
      while (step + 1 < this.#steps.length) {
        offset_mm = this.find(step + 1, { block: blocks[i]!, offset_mm });
        if (offset_mm === Infinity) break;
        targets.push(offset_mm);
        step++;
      }
      targets_mm.push(targets);
      if (step === this.#steps.length - 1) to_mm[i] = targets.at(-1)!;
    }
    if (step < this.#steps.length - 1) return null;
    const from_mm = blocks.map((_, i) => (i === 0 ? start_mm : 0));
    return { kind: "found", blocks: [...blocks], from_mm, to_mm, targets_mm };
  }
}
