/**
 * What is known of a running day: reports of arrivals and departures at planned stops, and until when they are
 * complete. The day is simulated from its begin, and bent where it would contradict them: time that is missing
 * between two reports is lost right before the later one. What is due but unreported has not happened yet.
 */
import type { ClosedZones } from "./closed_zones.ts";
import type { DayPlan } from "./day_plan.ts";
import { type DayOrder, decideOrders, type OrderDecision } from "./decided_orders.ts";
import type { OperatedRun } from "./operated_run.ts";
import type { PassedTrains } from "./passed_trains.ts";
import type { SlowerTrains } from "./slower_trains.ts";

export interface DayFacts {
  /** Nothing unreported happened before; -Infinity: nothing is known. */
  readonly asOf_ms: number;
  /** [nPlaces of all trains] reported times; NaN: no report. */
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  /** [nPlaces of all trains] a train is held there until then; -Infinity: it is not. */
  readonly holds_ms: Float64Array;
  /** [nTrains] its last reported place among the places of all trains; -1: none. */
  readonly lastSeen: Int32Array;
  /** [nTrains] 1: it does not run. */
  readonly isCancelled: Uint8Array;
  /** [nTrains] place at which it ends, among its own. */
  readonly ends: Int32Array;
  /** [nTrains] 1: it stays there, and has its zones for good. */
  readonly stands: Uint8Array;
  /** [nTrains] behind the visits that it may ask for. */
  readonly visitEnd: Uint32Array;
  /** Who goes first. */
  readonly order: DayOrder;
  /** Track that nobody gets for a time; null: none is closed. */
  readonly closed: ClosedZones | null;
  /** Trains that run slower for a time; null: none does. */
  readonly slower: SlowerTrains | null;
  /** Trains that were seen between their stops; null: none was. */
  readonly passed: PassedTrains | null;
}

/** Without any report but decided orders; those that come in are written into it. */
export function noFacts(
  plan: DayPlan,
  asOf_ms: number,
  orders: readonly OrderDecision[] = [],
): DayFacts {
  const nTrains = plan.runOf.length;
  const nPlaces = plan.placeStart[nTrains]!;
  return {
    asOf_ms,
    arrivals_ms: new Float64Array(nPlaces).fill(Number.NaN),
    departures_ms: new Float64Array(nPlaces).fill(Number.NaN),
    holds_ms: new Float64Array(nPlaces).fill(-Infinity),
    lastSeen: new Int32Array(nTrains).fill(-1),
    isCancelled: new Uint8Array(nTrains),
    ends: Int32Array.from(plan.runOf, (run) => plan.runs[run]!.isStop.length - 1),
    stands: new Uint8Array(nTrains),
    visitEnd: plan.visitStart.slice(1),
    order: decideOrders(plan, orders),
    closed: null,
    slower: null,
    passed: null,
  };
}

export const ARRIVED = 0;
export const DEPARTED = 1;
export const HELD_UNTIL = 2;
/** From there on it does not run: it leaves the track, or stays on it. Its time says nothing. */
export const ENDS = 3;
export const STANDS = 4;

/** What was reported of a planned stop; its begin is stop 0 of a train. */
export interface StopReport {
  readonly train: number;
  readonly stop: number;
  /** `ARRIVED`, `DEPARTED`, `HELD_UNTIL`, `ENDS` or `STANDS`. */
  readonly kind: number;
  readonly time_ms: number;
}

/** Notes a report about a place of a train; `at` counts the places of all trains. */
export function noteReport(
  facts: DayFacts,
  { t, at, kind, time_ms }: { t: number; at: number; kind: number; time_ms: number },
): void {
  if (kind === HELD_UNTIL) {
    facts.holds_ms[at] = time_ms;
    return;
  }
  (kind === ARRIVED ? facts.arrivals_ms : facts.departures_ms)[at] = time_ms;
  facts.lastSeen[t] = Math.max(facts.lastSeen[t]!, at);
}

/** A train does not run beyond one of its planned stops. It asks for nothing behind the block in which that lies. */
export function endAt(
  facts: DayFacts,
  plan: DayPlan,
  { t, place, stands }: { readonly t: number; readonly place: number; readonly stands: boolean },
): void {
  const { blockPlace, blockZone } = plan.runs[plan.runOf[t]!]!;
  let block = 1;
  while (block < blockPlace.length && blockPlace[block]! < place) block++;
  facts.ends[t] = place;
  facts.stands[t] = stands ? 1 : 0;
  facts.visitEnd[t] = plan.visitStart[t]! + blockZone[block]!;
}

/** A reported time; without a report another one. */
export function seenOr_ms(reported_ms: number, otherwise_ms: number): number {
  return Number.isNaN(reported_ms) ? otherwise_ms : reported_ms;
}

/** When a train appears, so much later than planned; it stood there before it left for as long as it has to. Infinity: it does not run. */
export function appearsAt_ms(
  { runs, runOf, starts_ms, placeStart }: DayPlan,
  facts: DayFacts,
  t: number,
  later_ms = 0,
): number {
  if (facts.isCancelled[t] === 1) return Infinity;
  const { arrivals_ms, departures_ms } = facts;
  const first = placeStart[t]!;
  const appears_ms = starts_ms[t]! + later_ms;
  const left_ms = departures_ms[first]!;
  if (!Number.isNaN(arrivals_ms[first]!) || Number.isNaN(left_ms)) {
    return seenArrival_ms(facts, t, first, appears_ms);
  }
  return Math.min(left_ms, Math.max(appears_ms, left_ms - runs[runOf[t]!]!.leastStops_ms[0]!));
}

/** When a train arrives at a stop, from when it would. */
export function seenArrival_ms(facts: DayFacts, t: number, at: number, arrival_ms: number): number {
  const { arrivals_ms, departures_ms, lastSeen, asOf_ms } = facts;
  if (!Number.isNaN(arrivals_ms[at]!)) return arrivals_ms[at]!;
  if (!Number.isNaN(departures_ms[at]!)) return Math.min(arrival_ms, departures_ms[at]!);
  return at > lastSeen[t]! ? Math.max(arrival_ms, asOf_ms) : arrival_ms;
}

/** When it may depart, from when it would be ready. */
export function seenReady_ms(
  { departures_ms, holds_ms }: DayFacts,
  at: number,
  ready_ms: number,
): number {
  return seenOr_ms(departures_ms[at]!, Math.max(ready_ms, holds_ms[at]!));
}

/** When it departs from a stop, from when it would; it may have got its block long before. */
export function seenDeparture_ms(
  facts: DayFacts,
  t: number,
  at: number,
  leaves_ms: number,
): number {
  const { departures_ms, lastSeen, asOf_ms } = facts;
  if (at < lastSeen[t]!) return seenOr_ms(departures_ms[at]!, leaves_ms);
  return seenOr_ms(departures_ms[at]!, Math.max(leaves_ms, asOf_ms));
}

interface Asked {
  readonly t: number;
  /** Its first place among those of all trains. */
  readonly first: number;
  readonly run: OperatedRun;
  readonly block: number;
}

/** The latest time at which a train got a block in front of which it can't have stayed, by its next report; Infinity: not known. */
export function provenAt_ms(
  { arrivals_ms, departures_ms, lastSeen, passed }: DayFacts,
  { t, first, run, block }: Asked,
): number {
  const place = run.blockPlace[block]!;
  const { placePoint } = run.times;
  for (let at = first + place; at <= lastSeen[t]!; at++) {
    // It may have come to the block's signal without leaving it.
    const came_ms = at === first + place && block > 0 ? Number.NaN : arrivals_ms[at]!;
    const seen_ms = seenOr_ms(came_ms, departures_ms[at]!);
    if (Number.isNaN(seen_ms)) continue;
    const ahead_ms = run.planned_ms[placePoint[at - first]!]! - run.departures_ms[place]!;
    const passed_ms = passed?.provenAt_ms(t, run, block, at - first) ?? Infinity;
    return passed_ms < Infinity ? passed_ms : seen_ms - Math.max(0, ahead_ms);
  }
  return passed?.provenAt_ms(t, run, block) ?? Infinity;
}
