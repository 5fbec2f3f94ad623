/**
 * Everything that one run requires of the network (engine.md 7.1 to 7.3), packed. One builder per
 * thread owns all scratch memory, so results do not depend on earlier ones.
 */
import type { Envelope, EnvelopeArena } from "../envelope/envelope.ts";
import { err, ok, type Result } from "../result.ts";
import { INCOMPATIBLE, TVM300, UNCONSTRAINED_MM_S } from "../signalling/aspects.ts";
import {
  describeSignalFault,
  evaluateSignals,
  type Probe,
  type SignallingFault,
  systemOf,
} from "../signalling/signal_chain.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";
import type { Run } from "../simulation/simulate.ts";
import { toMilli } from "../units.ts";
import { listSightings, listZoneUpdates, Passages, Rows } from "./events.ts";
import { packRequirements } from "./packed_requirements.ts";
import type { RequirementPath } from "./requirement_path.ts";
import {
  CLOSED_SIGNAL_RESERVATION_US,
  type ClosedStop,
  type FaultySignal,
  listSpacing,
  NO_FAULT,
  roundToMs,
  type SignalledRun,
} from "./spacing.ts";
import { TrainTimes } from "./train_times.ts";

/*
 * Routing requirements (engine.md 7.3): when each route of a path must be set so that no signal
 * before it slows the train, and how long the train holds its zones.
 */

/** Deadline of a route without a limiting signal. */
const NO_DEADLINE_US = Infinity;

/**
 * Lists routes as (route, begin ms, first of their zones) and their zones as (zone path, end ms,
 * 0). Returns a signal that can't be evaluated, or NO_FAULT.
 */
function listRouting(run: SignalledRun, routes: Rows, zones: Rows): FaultySignal {
  const { along, passages } = run;
  const { path, zonePaths, zoneStart_mm, routeFirstZone } = along;
  routes.clear();
  zones.clear();
  for (let r = 0; r < path.routes.length; r++) {
    const deadline_us = findDeadline(run, r);
    if (deadline_us < 0) return -1 - deadline_us;
    if (deadline_us === NO_DEADLINE_US) continue;
    routes.push(path.routes[r]!, roundToMs(deadline_us), zones.count);
    for (let z = routeFirstZone[r]!; z < routeFirstZone[r + 1]!; z++) {
      if (zoneStart_mm[z + 1]! < 0) continue;
      zones.push(zonePaths[z]!, roundToMs(passages.exits_us[z]!), 0);
    }
  }
  return NO_FAULT;
}

/** When a route must be set; NO_DEADLINE_US if no signal requires it; -1 - signal for a fault. */
function findDeadline(run: SignalledRun, r: number): number {
  const { along, times, passages, closedStops } = run;
  const { chain } = along;
  const firstBlock = along.zoneBlock[along.routeFirstZone[r]!]!;
  if (firstBlock === 0) return 0;
  const known = along.limitingSignals?.[r] ?? -1;
  const limiting = known < 0 ? findLimitingSignal(run, firstBlock) : known - 1;
  if (limiting < NO_LIMIT) return limiting - NO_LIMIT;
  if (along.limitingSignals !== null) along.limitingSignals[r] = limiting + 1;
  if (limiting === NO_LIMIT) return NO_DEADLINE_US;
  const entry_mm = chain.offsets_mm[chain.blockSignal[firstBlock]!]!;
  const stop = findLastUpTo(closedStops, entry_mm);
  const reserved_us =
    stop < 0 ? 0 : times.departure_us(closedStops[stop]!.offset_mm) - CLOSED_SIGNAL_RESERVATION_US;
  return Math.max(0, passages.sights_us[limiting]!, reserved_us);
}

/** The last stop at or before an offset; -1 if there is none. */
function findLastUpTo(stops: readonly ClosedStop[], offset_mm: number): number {
  let lo = 0;
  let hi = stops.length;
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    if (stops[mid]!.offset_mm <= offset_mm) lo = mid + 1;
    else hi = mid;
  }
  return lo - 1;
}

/** No signal slows the train; smaller numbers are faults, as -2 - signal. */
const NO_LIMIT = -1;

const probe: Probe = { firstBlock: 0, lastBlock: 0, occupiedBlock: -1, stateAfter: INCOMPATIBLE };

/** The first signal on the train's way that slows it while the route after a block is not set. */
function findLimitingSignal(run: SignalledRun, firstBlock: number): number {
  const { along, aspects } = run;
  const { chain } = along;
  const { offsets_mm, blockSignal } = chain;
  probe.lastBlock = firstBlock - 1;
  const lowest = evaluateSignals(chain, probe, aspects);
  if (lowest < 0) return NO_LIMIT + lowest;
  let limiting = NO_LIMIT;
  for (let b = firstBlock - 1; b >= 0; b--) {
    const begin = b === 0 ? 0 : blockSignal[b]! + 1;
    for (let k = blockSignal[b + 1]!; k >= begin; k--) {
      // Signals before the lowest one do not constrain.
      if (k < lowest) return limiting;
      if (offsets_mm[k]! < 0 || !isSlowed(run, k)) break;
      limiting = k;
    }
  }
  return limiting;
}

function isSlowed({ along, times, aspects }: SignalledRun, k: number): boolean {
  const { chain, path } = along;
  const limit_mm_s = UNCONSTRAINED_MM_S[aspects[k]!]!;
  if (systemOf(chain, k) < TVM300 || limit_mm_s === Infinity) return limit_mm_s !== Infinity;
  const { infra } = path;
  const sight_mm = infra.signalSight_mm[infra.logicalSignal[chain.signals[k]!]!]!;
  const from_mm = Math.max(0, chain.offsets_mm[k]! - sight_mm);
  const to_mm = Math.min(path.length_mm, findReach(along, k));
  if (from_mm > to_mm) return 0 > limit_mm_s;
  return toMilli(times.fastestBetween_m_s(from_mm, to_mm)) > limit_mm_s;
}

/** End of the block that a signal opens, or that it stands in. */
function findReach({ chain, signalBlock }: RequirementPath, k: number): number {
  const opened = chain.opens[k]!;
  const hasOpened = opened >= 0 && opened < chain.blocks.length;
  return chain.blockStart_mm[(hasOpened ? opened : signalBlock[k]!) + 1]!;
}

/** A simulated run: its final envelope and the schedule that it is based on. */
export interface SimulatedRun {
  readonly run: Run;
  readonly arena: EnvelopeArena;
  readonly envelope: Envelope;
  /** Merged, in path order. */
  readonly schedule: readonly ScheduleItem[];
}

export class RequirementBuilder {
  readonly #times = new TrainTimes();
  readonly #passages = new Passages();
  readonly #spacing = new Rows();
  readonly #routes = new Rows();
  readonly #routeZones = new Rows();
  readonly #updates = new Rows();
  readonly #sightings = new Rows();
  #aspects = new Uint8Array(1024);

  /** Builds the packed requirements (packed_requirements.ts); fails if a signal can't be evaluated. */
  build(
    along: RequirementPath,
    { run, arena, envelope, schedule }: SimulatedRun,
  ): Result<SharedArrayBuffer, SignallingFault> {
    const { chain } = along;
    const nSignals = chain.signals.length;
    if (this.#aspects.length < nSignals) this.#aspects = new Uint8Array(2 * nSignals);
    this.#times.read({ arena, envelope, stops: run.stops });
    const signalled: SignalledRun = {
      along,
      times: this.#times,
      passages: this.#passages,
      trainLength_mm: toMilli(run.forces.stock.length_m),
      closedStops: schedule.filter(
        (item) => item.reception_signal !== "OPEN" && item.stop_for_ms !== null,
      ),
      aspects: this.#aspects,
    };
    this.#passages.read(along, signalled);
    let faulty = listSpacing(signalled, this.#spacing);
    if (faulty === NO_FAULT) faulty = listRouting(signalled, this.#routes, this.#routeZones);
    if (faulty !== NO_FAULT) {
      return err(describeSignalFault(chain, faulty, this.#aspects[faulty]!));
    }
    listZoneUpdates(signalled, this.#updates);
    listSightings(signalled, this.#sightings);
    const lists = {
      spacing: this.#spacing,
      routes: this.#routes,
      routeZones: this.#routeZones,
      updates: this.#updates,
      sightings: this.#sightings,
    };
    return ok(packRequirements(lists));
  }
}
