/**
 * Signal updates (engine.md 8.2): what the signals of a path show while a train runs, and from when
 * to when. A zone's change affects the signal that opens its block and those before it, so the walk
 * down the chain ends at the first unchanged signal.
 */
import type { Requirements } from "../requirements/packed_requirements.ts";
import { err, ok, type Result } from "../result.ts";
import {
  ASPECT_TABLE,
  CLEAR,
  clearestAspect,
  FIRST_ASPECT_FAULT,
  NO_ASPECT,
  NOTHING,
  OCCUPIED,
  TVM_300VL,
  VL,
} from "../signalling/aspects.ts";
import { describeSignalFault, type SignallingFault, systemOf } from "../signalling/signal_chain.ts";
import type { ProjectedSignals } from "./projection_path.ts";

/** Time spans of one train, by signal in path order, then by time. */
export interface SignalUpdates {
  /** [n] signal of the chain. */
  readonly signals: readonly number[];
  readonly aspects: readonly number[];
  /** Since the train's start. */
  readonly begins_ms: readonly number[];
  readonly ends_ms: readonly number[];
}

/** In place of an event: none. */
const NO_EVENT = -1;

/** Projects trains on one path, one after the other; owns its scratch memory. */
export class SignalProjector {
  readonly #signals: ProjectedSignals;
  /** Aspect beyond the last signal. */
  readonly #aspectBeyond: number;
  /** [nSignals] */
  readonly #aspects: Uint8Array;
  /** [nPlaces] 1 = the zone is occupied. */
  readonly #isOccupied: Uint8Array;
  /** [nBlocks] number of occupied zones. */
  readonly #occupied: Uint32Array;
  /** Events in order of time: time, aspect, next event of the same signal. */
  readonly #times_ms: number[] = [];
  readonly #eventAspects: number[] = [];
  readonly #nextEvents: number[] = [];
  /** [nSignals] */
  readonly #firstEvents: Int32Array;
  readonly #lastEvents: Int32Array;
  /** [nSignals] when the train saw the signal; Infinity = never. */
  readonly #seen_ms: Float64Array;

  constructor(signals: ProjectedSignals) {
    this.#signals = signals;
    const { chain, placeBlock } = signals;
    const nSignals = chain.signals.length;
    this.#aspectBeyond = findAspectBeyond(signals);
    this.#aspects = new Uint8Array(nSignals);
    this.#isOccupied = new Uint8Array(placeBlock.length);
    this.#occupied = new Uint32Array(chain.blocks.length);
    this.#firstEvents = new Int32Array(nSignals);
    this.#lastEvents = new Int32Array(nSignals);
    this.#seen_ms = new Float64Array(nSignals);
  }

  /** Projects a train whose run ends at `end_ms`; fails if a signal can't be evaluated. */
  project(train: Requirements, end_ms: number): Result<SignalUpdates, SignallingFault> {
    this.#reset(train);
    const { chain, placeOfZone, placeBlock } = this.#signals;
    const { updateZones, updateTimes_ms } = train;
    let isEvaluated = false;
    for (let i = 0; i < updateZones.length; i++) {
      const place = placeOfZone.get(updateZones[i]! >>> 1);
      if (place === undefined) continue;
      const block = placeBlock[place]!;
      const before = this.#occupied[block]!;
      const isEntry = updateZones[i]! & 1;
      this.#occupied[block] = before + isEntry - this.#isOccupied[place]!;
      this.#isOccupied[place] = isEntry;
      let faulty = NO_EVENT;
      // The first evaluation covers all signals, which need not show the aspects of a clear line.
      if (!isEvaluated) faulty = this.#evaluateAll(updateTimes_ms[i]!);
      else if ((before === 0) !== (this.#occupied[block] === 0)) {
        faulty = this.#evaluateFrom(block, updateTimes_ms[i]!);
      }
      isEvaluated = true;
      if (faulty >= 0) return err(describeSignalFault(chain, faulty, this.#aspects[faulty]!));
    }
    return ok(this.#listSpans(end_ms));
  }

  #reset(train: Requirements): void {
    const { chain, signalOfPhysical } = this.#signals;
    for (let k = 0; k < this.#aspects.length; k++) {
      this.#aspects[k] = clearestAspect(systemOf(chain, k));
    }
    this.#isOccupied.fill(0);
    this.#occupied.fill(0);
    this.#times_ms.length = 0;
    this.#eventAspects.length = 0;
    this.#nextEvents.length = 0;
    this.#firstEvents.fill(NO_EVENT);
    this.#lastEvents.fill(NO_EVENT);
    this.#seen_ms.fill(Infinity);
    for (let i = 0; i < train.sightedSignals.length; i++) {
      const k = signalOfPhysical.get(train.sightedSignals[i]!);
      if (k !== undefined) this.#seen_ms[k] = train.sightingTimes_ms[i]!;
    }
  }

  /** Evaluates all signals; returns one that can't be evaluated, or NO_EVENT. */
  #evaluateAll(time_ms: number): number {
    for (let k = this.#aspects.length - 1; k >= 0; k--) {
      this.#show(k, time_ms);
      if (this.#aspects[k]! >= FIRST_ASPECT_FAULT) return k;
    }
    return NO_EVENT;
  }

  /** Evaluates the signal that opens a block and those before it, up to the first unchanged one. */
  #evaluateFrom(block: number, time_ms: number): number {
    const { opens, blockSignal } = this.#signals.chain;
    const entry = blockSignal[block]!;
    if (opens[entry] !== block) return NO_EVENT;
    for (let k = entry; k >= 0; k--) {
      const isChanged = this.#show(k, time_ms);
      if (this.#aspects[k]! >= FIRST_ASPECT_FAULT) return k;
      if (!isChanged) break;
    }
    return NO_EVENT;
  }

  /** Evaluates one signal; records an event if it has changed. */
  #show(k: number, time_ms: number): boolean {
    const { chain, shownTo_mm } = this.#signals;
    const { opens, drivers } = chain;
    const aspects = this.#aspects;
    const block = opens[k]!;
    let protection = CLEAR;
    if (block < 0) protection = NOTHING;
    else if (block < this.#occupied.length && this.#occupied[block]! > 0) protection = OCCUPIED;
    const next = k + 1 < aspects.length ? aspects[k + 1]! : this.#aspectBeyond;
    const aspect = ASPECT_TABLE[drivers[k]! + protection * 16 + next]!;
    if (aspect === aspects[k]) return false;
    aspects[k] = aspect;
    if (!Number.isNaN(shownTo_mm[k]!)) {
      const event = this.#times_ms.push(time_ms) - 1;
      this.#eventAspects.push(aspect);
      this.#nextEvents.push(NO_EVENT);
      const last = this.#lastEvents[k]!;
      if (last === NO_EVENT) this.#firstEvents[k] = event;
      else this.#nextEvents[last] = event;
      this.#lastEvents[k] = event;
    }
    return true;
  }

  #listSpans(end_ms: number): SignalUpdates {
    const times_ms = this.#times_ms;
    const out = {
      signals: [] as number[],
      aspects: [] as number[],
      begins_ms: [] as number[],
      ends_ms: [] as number[],
    };
    const add = (k: number, aspect: number, begin_ms: number, end: number): void => {
      out.signals.push(k);
      out.aspects.push(aspect);
      out.begins_ms.push(begin_ms);
      out.ends_ms.push(end);
    };
    for (let k = 0; k < this.#firstEvents.length; k++) {
      const first = this.#firstEvents[k]!;
      if (first === NO_EVENT) continue;
      const seen_ms = this.#seen_ms[k]!;
      // A sighting shows VL in every signaling system.
      if (times_ms[first] !== 0 && seen_ms < times_ms[first]!) {
        add(k, VL, seen_ms, times_ms[first]!);
      }
      for (let event = first; event !== NO_EVENT; event = this.#nextEvents[event]!) {
        const aspect = this.#eventAspects[event]!;
        const next = this.#nextEvents[event]!;
        if (next !== NO_EVENT) add(k, aspect, times_ms[event]!, times_ms[next]!);
        else if (aspect !== VL && aspect !== TVM_300VL) add(k, aspect, times_ms[event]!, end_ms);
      }
    }
    return out;
  }
}

/** The least restrictive aspect in the last system that may follow the last signal. */
function findAspectBeyond({ chain }: ProjectedSignals): number {
  const { infra, signals } = chain;
  const last = signals[signals.length - 1];
  if (last === undefined) return NO_ASPECT;
  const end = infra.logicalNextStart[last + 1]!;
  const hasNext = end > infra.logicalNextStart[last]!;
  return clearestAspect(hasNext ? infra.logicalNext[end - 1]! : infra.logicalSystem[last]!);
}
