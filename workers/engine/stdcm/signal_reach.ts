/**
 * How far ahead each signal makes a train require zones (engine.md 7.2), in blocks, so that the search
 * has it block by block: signals depend on the blocks ahead alone, so the result is kept by the list of
 * those. Signalling that depends on speed (TVM) is evaluated at the train's highest one.
 */
import type { Infra } from "../infra/infra.ts";
import type { Explorers } from "../path/explorers.ts";
import { growFloat64, growInt32 } from "../path/growable.ts";
import { OCCUPIED, UNCONSTRAINED_MM_S } from "../signalling/aspects.ts";
import { evaluateSignals, makeSignalChain, type Probe } from "../signalling/signal_chain.ts";

/** In place of a row: too little is known of the way ahead. */
export const NEEDS_MORE = -1;

export class SignalReach {
  readonly #infra: Infra;
  readonly #maxSpeed_mm_s: number;
  /** Row by list of blocks, or NEEDS_MORE. */
  readonly #rows = new Map<number, number>();
  #nRows = 0;
  #count = 0;
  #start = new Int32Array(256);
  /** Where a signal stands and where it is first seen, mm from the begin of the block. */
  position_mm = new Float64Array(256);
  seen_mm = new Float64Array(256);
  /** Number of blocks that must be free, the first one included; 0 = none. */
  reach = new Int32Array(256);
  #aspects = new Uint8Array(64);

  constructor(infra: Infra, maxSpeed_mm_s: number) {
    this.#infra = infra;
    this.#maxSpeed_mm_s = maxSpeed_mm_s;
  }

  /** Forgets all rows: the lists have got other numbers. */
  clear(): void {
    this.#rows.clear();
    this.#nRows = 0;
    this.#count = 0;
  }

  first(row: number): number {
    return this.#start[row]!;
  }

  end(row: number): number {
    return this.#start[row + 1]!;
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
    const { signals, offsets_mm, opens } = chain;
    const { logicalSignal, signalSight_mm } = this.#infra;
    for (let k = 0; k < signals.length && opens[k]! < 1; k++) {
      if (k > chain.blockSignal[1]!) break;
      const reach = this.#measure(chain, k, explorers.isComplete(segment));
      if (reach === NEEDS_MORE) {
        this.#count = first;
        return NEEDS_MORE;
      }
      const sight_mm = signalSight_mm[logicalSignal[signals[k]!]!]!;
      this.#push(offsets_mm[k]!, offsets_mm[k]! - sight_mm, reach);
    }
    const row = this.#nRows++;
    this.#start = growInt32(this.#start, this.#nRows + 1);
    this.#start[row] = first;
    this.#start[row + 1] = this.#count;
    return row;
  }

  #measure(chain: ReturnType<typeof makeSignalChain>, signal: number, isComplete: boolean): number {
    const nBlocks = chain.blocks.length;
    const probe: Probe = { firstBlock: 0, lastBlock: 0, occupiedBlock: 0, stateAfter: OCCUPIED };
    for (let b = chain.opens[signal] === 0 ? 0 : 1; b < nBlocks; b++) {
      probe.lastBlock = b;
      probe.occupiedBlock = b;
      const lowest = evaluateSignals(chain, probe, this.#aspects);
      if (lowest < 0 || signal < lowest) return b;
      const limit_mm_s = UNCONSTRAINED_MM_S[this.#aspects[signal]!]!;
      if (this.#maxSpeed_mm_s <= limit_mm_s) return b;
    }
    return isComplete ? nBlocks : NEEDS_MORE;
  }

  #push(position_mm: number, seen_mm: number, reach: number): void {
    const n = this.#count++;
    this.position_mm = growFloat64(this.position_mm, this.#count);
    this.seen_mm = growFloat64(this.seen_mm, this.#count);
    this.reach = growInt32(this.reach, this.#count);
    this.position_mm[n] = position_mm;
    this.seen_mm[n] = seen_mm;
    this.reach[n] = reach;
  }
}
