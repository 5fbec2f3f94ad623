/**
 * Spacing requirements (engine.md 7.2): the zones that the train itself needs so that no signal
 * ahead slows it, from sighting the first signal that would slow it until its tail has left.
 */
import { OCCUPIED, TVM300, UNCONSTRAINED_MM_S } from "../signalling/aspects.ts";
import { evaluateSignals, type Probe, systemOf } from "../signalling/signal_chain.ts";
import { toMilli } from "../units.ts";
import type { Rows, RunOnPath } from "./events.ts";

/** Zones beyond a signal within which the last one needed is searched by bisection. */
const PROBE_WINDOW = 40;
/** A zone after a closed signal is reserved this long before the departure. */
export const CLOSED_SIGNAL_RESERVATION_US = 20e6;

/** A stop before a closed signal. */
export interface ClosedStop {
  readonly offset_mm: number;
}

/** A run whose spacing or routing is computed; `aspects` is scratch of at least nSignals. */
export interface SignalledRun extends RunOnPath {
  /** In path order. */
  readonly closedStops: readonly ClosedStop[];
  readonly aspects: Uint8Array;
}

/** A fault: index of the signal in the chain; its code is in `aspects`. */
export type FaultySignal = number;
export const NO_FAULT = -1;

/** Lists (zone, begin ms, end ms) in path order. Returns a signal that can't be evaluated, or NO_FAULT. */
export function listSpacing(run: SignalledRun, out: Rows): FaultySignal {
  const { along, times, passages } = run;
  const { chain, path, signalBlock, blockFirstZone } = along;
  const { signals, offsets_mm } = chain;
  const { logicalSignal, signalSight_mm } = path.infra;
  const emitter = new Emitter(run, out);
  const isQueued = (k: number): boolean => offsets_mm[k]! >= 0 && offsets_mm[k]! < path.length_mm;
  let k = 0;
  while (k < signals.length && !isQueued(k)) k++;
  const startZone = findStartZone(along.zoneStart_mm);
  emitter.next = startZone;
  emitter.emit(k < signals.length ? blockFirstZone[signalBlock[k]! + 1]! : startZone + 1, 0);
  while (k < signals.length) {
    let following = k + 1;
    while (following < signals.length && !isQueued(following)) following++;
    const seen_mm = offsets_mm[k]! - signalSight_mm[logicalSignal[signals[k]!]!]!;
    if (seen_mm >= path.length_mm) break;
    const protectedZone = blockFirstZone[signalBlock[k]! + 1]!;
    let fastest_mm_s = Infinity;
    if (systemOf(chain, k) >= TVM300) {
      const from_mm = Math.max(0, seen_mm);
      const to_mm = following < signals.length ? offsets_mm[following]! : path.length_mm;
      if (from_mm < to_mm) fastest_mm_s = toMilli(times.fastestBetween_m_s(from_mm, to_mm));
    }
    // What slows a train at any speed slows all trains on the path.
    const known = fastest_mm_s === Infinity ? along.freeZones[k]! : 0;
    const limit = known || findFirstFreeZone(run, { signal: k, protectedZone, fastest_mm_s });
    if (limit < 0) return -1 - limit;
    if (fastest_mm_s === Infinity) along.freeZones[k] = limit;
    emitter.emitOnEntry(protectedZone);
    emitter.emit(limit, passages.sights_us[k]!);
    k = following;
  }
  return NO_FAULT;
}

/** The zone containing the start of the path; at a border the one before it. */
export function findStartZone(zoneStart_mm: Float64Array): number {
  let z = 0;
  while (z + 2 < zoneStart_mm.length && zoneStart_mm[z + 1]! < 0) z++;
  return z;
}

interface Question {
  readonly signal: number;
  readonly protectedZone: number;
  /** Highest speed of the train while the signal applies. */
  readonly fastest_mm_s: number;
}

/** The first zone that may be occupied without the signal slowing the train; -1 - signal for a fault. */
function findFirstFreeZone(run: SignalledRun, question: Question): number {
  const { protectedZone } = question;
  const count = run.along.zonePaths.length;
  let lo = protectedZone;
  let hi = Math.min(lo + PROBE_WINDOW, count);
  const windowEnd = hi;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    const slows = isSlowed(run, question, mid);
    if (slows < 0) return slows;
    if (slows > 0) lo = mid + 1;
    else hi = mid;
  }
  while (lo >= windowEnd && lo < count) {
    const slows = isSlowed(run, question, lo);
    if (slows < 0) return slows;
    if (slows === 0) break;
    lo++;
  }
  return lo;
}

const probe: Probe = { firstBlock: 0, lastBlock: 0, occupiedBlock: -1, stateAfter: OCCUPIED };

/** Whether the signal slows the train if a zone is occupied: 1 or 0; -1 - signal for a fault. */
function isSlowed(
  { along, aspects }: SignalledRun,
  { signal, fastest_mm_s, protectedZone }: Question,
  zone: number,
): number {
  const { chain, zoneBlock, blockFirstZone } = along;
  const block = zoneBlock[zone]!;
  // Evaluates just enough blocks: a block's first zone still counts as following the previous block.
  const isFirst = zone === blockFirstZone[block];
  probe.firstBlock = zoneBlock[protectedZone - 1]!;
  probe.lastBlock = isFirst ? block - 1 : block;
  probe.occupiedBlock = isFirst ? -1 : block;
  const lowest = evaluateSignals(chain, probe, aspects);
  if (lowest < 0) return lowest;
  // Signals before the lowest one do not constrain.
  if (signal < lowest) return 0;
  return fastest_mm_s > UNCONSTRAINED_MM_S[aspects[signal]!]! ? 1 : 0;
}

/** Emits each zone once, in path order. */
class Emitter {
  next = 0;
  readonly #run: SignalledRun;
  readonly #out: Rows;
  /** First zone after each closed stop, ascending. */
  readonly #zonesBehind: readonly number[];
  /** Number of closed stops whose zone was reached. */
  #nStopsBefore = 0;

  constructor(run: SignalledRun, out: Rows) {
    this.#run = run;
    this.#out = out;
    out.clear();
    this.#zonesBehind = run.closedStops.map((stop) => findZoneBehind(run, stop));
  }

  /** Emits zones up to `end`, all beginning at one time. */
  emit(end: number, begin_us: number): void {
    while (this.next < end) this.#emitNext(begin_us);
  }

  /** Emits zones up to `end`, each beginning with the train's entry. */
  emitOnEntry(end: number): void {
    const { entries_us } = this.#run.passages;
    while (this.next < end) this.#emitNext(entries_us[this.next]!);
  }

  #emitNext(begin_us: number): void {
    const { along, times, passages, trainLength_mm, closedStops } = this.#run;
    const { path, zonePaths, zoneStart_mm } = along;
    const z = this.next++;
    const stops = this.#zonesBehind;
    while (this.#nStopsBefore < stops.length && stops[this.#nStopsBefore]! <= z)
      this.#nStopsBefore++;
    const stop = this.#nStopsBefore - 1;
    const reserved_us =
      stop < 0
        ? 0
        : times.departure_us(closedStops[stop]!.offset_mm) - CLOSED_SIGNAL_RESERVATION_US;
    const cleared_mm = zoneStart_mm[z + 1]! + trainLength_mm;
    const isCleared = cleared_mm >= 0 && cleared_mm <= path.length_mm;
    const end_us = isCleared ? passages.exits_us[z]! : times.total_us;
    const zone = path.infra.zonePathZone[zonePaths[z]!]!;
    this.#out.push(zone, roundToMs(Math.max(begin_us, reserved_us)), roundToMs(end_us));
  }
}

/** First zone after the block that contains a stop; none for a stop at the very end. */
function findZoneBehind({ along }: SignalledRun, { offset_mm }: ClosedStop): number {
  const { blockStart_mm, blocks } = along.chain;
  let lo = 0;
  let hi = blocks.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (offset_mm < blockStart_mm[mid + 1]!) hi = mid;
    else lo = mid + 1;
  }
  return lo < blocks.length ? along.blockFirstZone[lo + 1]! : Infinity;
}

export function roundToMs(time_us: number): number {
  return Math.floor(time_us / 1000 + 0.5);
}
