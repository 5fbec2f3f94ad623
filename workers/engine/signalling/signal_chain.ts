/**
 * The signals of a list of blocks as one chain in travel order, each with the rules that apply to it (engine.md
 * 1.13). Evaluating the list is a walk down the chain, one look-up per signal. A block's exit signal is the
 * next block's entry signal and is in the chain once. Made once per path; its trains share it.
 */
import { type Infra, stringAt } from "../infra/infra.ts";
import { JAUNE_CLI, STARTS_AT_BUFFER_STOP, STOPS_AT_BUFFER_STOP } from "../infra/layout.ts";
import {
  ASPECT_NOT_IN_SCHEMA,
  ASPECT_TABLE,
  CLEAR,
  clearestAspect,
  driverOf,
  FIRST_ASPECT_FAULT,
  NO_ASPECT,
  NOTHING,
  OCCUPIED,
  UNCONSTRAINED_MM_S,
} from "./aspects.ts";

/** Why signals along a path can't be evaluated. */
export type SignallingFault =
  /** The path's routes have no sequence of blocks that connect from signal to signal. */
  | { readonly kind: "broken_block_path" }
  /** A signal meets an aspect that its system does not know. */
  | { readonly kind: "unknown_aspect"; readonly signal: string }
  /** A signal would show an aspect that its own system does not have. */
  | { readonly kind: "aspect_not_in_schema"; readonly signal: string };

/** Immutable. */
export interface SignalChain {
  readonly infra: Infra;
  readonly blocks: Uint32Array;
  /** [nSignals] logical signals in travel order. */
  readonly signals: Uint32Array;
  /** [nSignals] mm from the start of the path. */
  readonly offsets_mm: Float64Array;
  /** [nSignals] offset into ASPECT_TABLE if the next signal of the chain was evaluated before. */
  readonly drivers: Uint16Array;
  /** [nSignals] the same for the signal that is evaluated first. */
  readonly firstDrivers: Uint16Array;
  /** [nSignals] block that the signal opens; nBlocks = what follows the last one, -1 = none. */
  readonly opens: Int32Array;
  /** [nBlocks + 1] entry signal of each block; a first block without one has its first signal instead; the last entry is nSignals if the last block ends at a buffer stop. */
  readonly blockSignal: Uint32Array;
  /** [nBlocks + 1] mm from the start of the path. */
  readonly blockStart_mm: Float64Array;
  /** [nSignals] aspects with all blocks clear and a clear line beyond. */
  readonly clear: Uint8Array;
  /** Up to this signal `clear` contains neither faults nor aspects that constrain a train; -1 = none. */
  readonly calmEnd: number;
}

export interface BlockList {
  readonly blocks: Uint32Array;
  /** Routes of the path, which select conditional parameters. */
  readonly routes: Uint32Array;
  /** Offset of the path's start from the start of the first block. */
  readonly start_mm: number;
}

/**
 * Lists the signals of the blocks. If neighbouring blocks share no signal, as with two systems on
 * one mast, the later block's entry signal stands for both.
 */
export function makeSignalChain(
  infra: Infra,
  { blocks, routes, start_mm }: BlockList,
): SignalChain {
  const nBlocks = blocks.length;
  const signals: number[] = [];
  const offsets_mm: number[] = [];
  const opens: number[] = [];
  const blockSignal = new Uint32Array(nBlocks + 1);
  const blockStart_mm = new Float64Array(nBlocks + 1);
  blockStart_mm[0] = -start_mm + 0;
  for (let b = 0; b < nBlocks; b++) {
    const block = blocks[b]!;
    const flags = infra.blockFlags[block]!;
    const first = infra.blockSignalStart[block]!;
    const hasExit = (flags & STOPS_AT_BUFFER_STOP) === 0;
    const hasEntry = (flags & STARTS_AT_BUFFER_STOP) === 0;
    // The exit signal is the next block's entry signal and is added with that block.
    const end = infra.blockSignalStart[block + 1]! - (hasExit && b < nBlocks - 1 ? 1 : 0);
    blockSignal[b] = signals.length;
    for (let k = first; k < end; k++) {
      signals.push(infra.blockSignals[k]!);
      offsets_mm.push(blockStart_mm[b]! + infra.blockSignalPosition_mm[k]!);
      const isExit = hasExit && k === infra.blockSignalStart[block + 1]! - 1;
      if (k === first && hasEntry) opens.push(b);
      else opens.push(isExit ? b + 1 : -1);
    }
    blockSignal[b + 1] = hasExit ? signals.length - 1 : signals.length;
    blockStart_mm[b + 1] = blockStart_mm[b]! + infra.blockLength_mm[block]!;
  }
  const rules = chooseDrivers(infra, signals, new Set(routes));
  const chain = {
    infra,
    blocks,
    signals: Uint32Array.from(signals),
    offsets_mm: Float64Array.from(offsets_mm),
    ...rules,
    opens: Int32Array.from(opens),
    blockSignal,
    blockStart_mm,
  };
  return { ...chain, ...evaluateClear(chain) };
}

function chooseDrivers(
  infra: Infra,
  signals: readonly number[],
  routes: ReadonlySet<number>,
): Pick<SignalChain, "drivers" | "firstDrivers"> {
  const drivers = new Uint16Array(signals.length);
  const firstDrivers = new Uint16Array(signals.length);
  for (let k = 0; k < signals.length; k++) {
    const signal = signals[k]!;
    const flags = effectiveFlags(infra, signal, routes);
    const system = infra.logicalSystem[signal]!;
    firstDrivers[k] = driverOf(system, system, flags);
    const next = signals[k + 1];
    drivers[k] =
      next === undefined ? firstDrivers[k]! : driverOf(system, infra.logicalSystem[next]!, flags);
  }
  return { drivers, firstDrivers };
}

/** The first conditional parameter whose route is on the path replaces the default one. */
function effectiveFlags(infra: Infra, signal: number, routes: ReadonlySet<number>): number {
  const flags = infra.logicalFlags[signal]!;
  const end = infra.logicalConditionStart[signal + 1]!;
  for (let k = infra.logicalConditionStart[signal]!; k < end; k++) {
    if (routes.has(infra.conditionRoute[k]!)) {
      return (flags & ~JAUNE_CLI) | infra.conditionFlags[k]!;
    }
  }
  return flags;
}

/** System of a signal of the chain, an index into SIGNALING_SYSTEMS. */
export function systemOf({ infra, signals }: SignalChain, k: number): number {
  return infra.logicalSystem[signals[k]!]!;
}

function evaluateClear(
  chain: Omit<SignalChain, "clear" | "calmEnd">,
): Pick<SignalChain, "clear" | "calmEnd"> {
  const { infra, signals, drivers, opens } = chain;
  const clear = new Uint8Array(signals.length);
  const last = signals[signals.length - 1];
  let aspect = last === undefined ? NO_ASPECT : clearestAspect(infra.logicalSystem[last]!);
  let calmEnd = signals.length - 1;
  for (let k = signals.length - 1; k >= 0; k--) {
    const protection = opens[k]! < 0 ? NOTHING : CLEAR;
    // After a fault the walk continues as if the signal were clear; the chain before it is then known.
    const next = aspect >= FIRST_ASPECT_FAULT ? clearestOf(infra, signals[k + 1]!) : aspect;
    aspect = ASPECT_TABLE[drivers[k]! + protection * 16 + next]!;
    clear[k] = aspect;
    if (aspect >= FIRST_ASPECT_FAULT || UNCONSTRAINED_MM_S[aspect] !== Infinity) calmEnd = k - 1;
  }
  return { clear, calmEnd };
}

function clearestOf(infra: Infra, signal: number): number {
  return clearestAspect(infra.logicalSystem[signal]!);
}

/** Makes the fault of a signal from its code in place of an aspect. */
export function describeSignalFault(chain: SignalChain, k: number, code: number): SignallingFault {
  const { infra, signals } = chain;
  const signal = stringAt(infra, infra.signalName[infra.logicalSignal[signals[k]!]!]!);
  return {
    kind: code === ASPECT_NOT_IN_SCHEMA ? "aspect_not_in_schema" : "unknown_aspect",
    signal,
  };
}

/** What to evaluate: blocks from the first to the last, all clear except one. */
export interface Probe {
  firstBlock: number;
  lastBlock: number;
  /** Occupied block, -1 = none. */
  occupiedBlock: number;
  /** State of what follows the last block. */
  stateAfter: number;
}

/**
 * Evaluates the signals of a probe into `aspects` ([nSignals] scratch). Returns the lowest signal
 * that was written: all signals before it show `chain.clear`, which does not constrain. A fault is
 * returned as -1 - the signal's index in the chain; its code is in `aspects`.
 */
export function evaluateSignals(chain: SignalChain, probe: Probe, aspects: Uint8Array): number {
  const { opens, drivers, clear, blockSignal } = chain;
  const { occupiedBlock, stateAfter } = probe;
  const after = probe.lastBlock + 1;
  const lowest = blockSignal[probe.firstBlock]!;
  // Before this signal, only clear blocks follow.
  const clearFrom = occupiedBlock < 0 ? Infinity : blockSignal[occupiedBlock]!;
  const calmEnd = Math.min(chain.calmEnd, clearFrom);
  let k = Math.min(blockSignal[after]!, chain.signals.length - 1);
  let driver = chain.firstDrivers[k]!;
  let aspect = NO_ASPECT;
  for (; k >= lowest; k--) {
    const block = opens[k]!;
    let protection = CLEAR;
    if (block < 0) protection = NOTHING;
    else if (block === after) protection = stateAfter;
    else if (block === occupiedBlock) protection = OCCUPIED;
    aspect = ASPECT_TABLE[driver + protection * 16 + aspect]!;
    aspects[k] = aspect;
    if (aspect >= FIRST_ASPECT_FAULT) return -1 - k;
    if (k <= calmEnd && aspect === clear[k]) return k;
    if (k > 0) driver = drivers[k - 1]!;
  }
  return lowest;
}
