/**
 * How far ahead each signal makes a train require zones (engine.md 7.2), in blocks, so that the search
 * has it block by block: signals depend on the blocks ahead alone, so the result is kept by the list of
 * those. Signalling that depends on speed (TVM) is evaluated for every speed up to the train's highest.
 */
import { Float64Column } from "../columns.ts";
import { growFloat64, growInt32 } from "../growable.ts";
import type { Infra } from "../infra/infra.ts";
import type { Explorers } from "../path/explorers.ts";
import { OCCUPIED, UNCONSTRAINED_MM_S } from "../signalling/aspects.ts";
import { evaluateSignals, makeSignalChain, type Probe } from "../signalling/signal_chain.ts";

/** In place of a row: too little is known of the way ahead. */
export const NEEDS_MORE = -1;

/** Lists of blocks whose signals are kept for one consist, and about what each takes. */
const LISTS_KEPT_MAX = 250_000;
const LIST_BYTES = 200;

export class SignalReach {
  readonly #infra: Infra;
  readonly #maxSpeed_mm_s: number;
  /** That the lists belong to. */
  #generation = 0;
  /** Row by list of blocks, or NEEDS_MORE. */
  readonly #rows = new Map<number, number>();
  #nRows = 0;
  #count = 0;
  #start = new Int32Array(256);
  /** Where a signal stands and where it is first seen, mm from the begin of the block. */
  position_mm = new Float64Array(256);
  seen_mm = new Float64Array(256);
  /** Number of blocks that must be free for the slowest train, the first one included; 0 = none. */
  least = new Int32Array(256);
  /** Speeds above which one block more must be free, for each signal from `#speedStart` on. */
  readonly #speeds_mm_s = new Float64Column();
  #speedStart = new Int32Array(256);
  #aspects = new Uint8Array(64);

  constructor(infra: Infra, maxSpeed_mm_s: number) {
    this.#infra = infra;
    this.#maxSpeed_mm_s = maxSpeed_mm_s;
  }

  /** To be called between searches only: forgets all rows when the lists have got other numbers. */
  trim(generation: number): void {
    if (generation === this.#generation && this.#rows.size <= LISTS_KEPT_MAX) return;
    this.#generation = generation;
    this.#rows.clear();
    this.#nRows = 0;
    this.#count = 0;
    this.#speeds_mm_s.clear();
  }

  /** Memory, about. */
  get bytes(): number {
    return LIST_BYTES * this.#rows.size;
  }

  first(row: number): number {
    return this.#start[row]!;
  }

  end(row: number): number {
    return this.#start[row + 1]!;
  }

  /** Whether a signal asks a faster train for more blocks. */
  dependsOnSpeed(signal: number): boolean {
    return this.#speedStart[signal + 1]! > this.#speedStart[signal]!;
  }

  /** Number of blocks that must be free for a train of that speed, the first one included. */
  reachAt(signal: number, speed_mm_s: number): number {
    let blocks = this.least[signal]!;
    for (let k = this.#speedStart[signal]!; k < this.#speedStart[signal + 1]!; k++) {
      if (speed_mm_s > this.#speeds_mm_s.values[k]!) blocks++;
    }
    return blocks;
  }

  /** Returns the row of the signals at the begin of and inside the block at an index, or NEEDS_MORE. */
  find(explorers: Explorers, segment: number, index: number): number {
    // A path that ends asks for less than one that goes on over the same blocks.
    const key = 2 * explorers.listFrom(segment, index) + (explorers.isComplete(segment) ? 1 : 0);
    const known = this.#rows.get(key);
    if (known !== undefined) return known;
    const row = this.#make(explorers, segment, index);
    this.#rows.set(key, row);
    return row;
  }

  #make(explorers: Explorers, segment: number, index: number): number {
    const nBlocks = explorers.lastIndex(segment) + 1 - index;
    const blocks = new Uint32Array(nBlocks);
    for (let i = 0; i < nBlocks; i++) blocks[i] = explorers.blockAt(segment, index + i);
    const routes: number[] = [];
    for (let at = segment; at >= 0; at = explorers.parentOf(at)) routes.push(explorers.routeOf(at));
    const chain = makeSignalChain(this.#infra, {
      blocks,
      routes: Uint32Array.from(routes.reverse()),
      start_mm: 0,
    });
    if (this.#aspects.length < chain.signals.length) {
      this.#aspects = new Uint8Array(2 * chain.signals.length);
    }
    const first = this.#count;
    const firstSpeed = this.#speeds_mm_s.count;
    const { signals, offsets_mm, opens } = chain;
    const { logicalSignal, signalSight_mm } = this.#infra;
    for (let k = 0; k < signals.length && opens[k]! < 1; k++) {
      if (k > chain.blockSignal[1]!) break;
      const sight_mm = signalSight_mm[logicalSignal[signals[k]!]!]!;
      this.#push(offsets_mm[k]!, offsets_mm[k]! - sight_mm);
      if (!this.#measure(chain, k, explorers.isComplete(segment))) {
        this.#count = first;
        this.#speeds_mm_s.count = firstSpeed;
        return NEEDS_MORE;
      }
    }
    const row = this.#nRows++;
    this.#start = growInt32(this.#start, this.#nRows + 1);
    this.#start[row] = first;
    this.#start[row + 1] = this.#count;
    return row;
  }

  /** Sets what the signal pushed last asks for; false when too little is known. */
  #measure(
    chain: ReturnType<typeof makeSignalChain>,
    signal: number,
    isComplete: boolean,
  ): boolean {
    const n = this.#count - 1;
    const nBlocks = chain.blocks.length;
    const probe: Probe = { firstBlock: 0, lastBlock: 0, occupiedBlock: 0, stateAfter: OCCUPIED };
    const nearest = chain.opens[signal] === 0 ? 0 : 1;
    let isEnough = isComplete;
    this.least[n] = nearest;
    for (let b = nearest; b < nBlocks; b++) {
      probe.lastBlock = b;
      probe.occupiedBlock = b;
      const lowest = evaluateSignals(chain, probe, this.#aspects);
      const isBeyond = lowest < 0 || signal < lowest;
      const limit_mm_s = isBeyond ? Infinity : UNCONSTRAINED_MM_S[this.#aspects[signal]!]!;
      isEnough = this.#maxSpeed_mm_s <= limit_mm_s;
      if (isEnough) break;
      isEnough = isComplete;
      const isForAll = limit_mm_s < 0 && this.least[n] === b;
      if (isForAll) this.least[n] = b + 1;
      else this.#speeds_mm_s.push(limit_mm_s);
    }
    this.#speedStart[n + 1] = this.#speeds_mm_s.count;
    return isEnough;
  }

  #push(position_mm: number, seen_mm: number): void {
    const n = this.#count++;
    this.position_mm = growFloat64(this.position_mm, this.#count);
    this.seen_mm = growFloat64(this.seen_mm, this.#count);
    this.least = growInt32(this.least, this.#count);
    this.#speedStart = growInt32(this.#speedStart, this.#count + 1);
    this.position_mm[n] = position_mm;
    this.seen_mm[n] = seen_mm;
    this.#speedStart[n] = this.#speeds_mm_s.count;
  }
}
