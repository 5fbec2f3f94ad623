/** How a day that has run in part goes on, by train: its stops, and its waits for others. */
import { ClosedZones, type Closure } from "./closed_zones.ts";
import {
  type DayFacts,
  DEPARTED,
  ENDS,
  endAt,
  HELD_UNTIL,
  noFacts,
  noteReport,
  type StopReport,
} from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import type { Deadlock } from "./day_state.ts";
import type { DayWaits } from "./day_waits.ts";
import { decideOrders, type OrderDecision } from "./decided_orders.ts";
import { findImpossible, type SeenReport } from "./impossible_reports.ts";
import { type PassedReport, PassedTrains } from "./passed_trains.ts";
import { type SlowerReport, SlowerTrains } from "./slower_trains.ts";
import type { TrainStates } from "./train_states.ts";
import { NOBODY } from "./zone_holders.ts";

/** From a stop on a train goes behind another one. */
export interface StopOrder {
  readonly train: number;
  readonly stop: number;
  readonly first: number;
}

export interface ForecastStop {
  readonly plannedArrival_ms: number;
  /** Null: the train's end. */
  readonly plannedDeparture_ms: number | null;
  /** NaN: never. */
  readonly arrival_ms: number;
  readonly departure_ms: number;
  readonly hasArrived: boolean;
  readonly hasDeparted: boolean;
  /** -Infinity: it is not held. */
  readonly heldUntil_ms: number;
  /** It does not run beyond, and leaves the track or stays on it; null: it does, or has ended before. */
  readonly ends: "leaves" | "stands" | null;
  /** It has ended before. */
  readonly isCancelled: boolean;
}

export interface ForecastWait {
  /** A train, or else which closure. */
  readonly cause: number | null;
  readonly closure: number | null;
  readonly block: number;
  /** Infinity: it never gets on. */
  readonly time_ms: number;
}

/** Valid until the next one of its forecaster. */
export interface DayForecast {
  /** [nPlaces of all trains] as of a `DayResults`. */
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  /** [nTrains] each train's planned stops among its places. */
  readonly places: readonly (readonly number[])[];
  readonly deadlocks: readonly Deadlock[];
  /** Not believed: the train would have been faster than it can be. */
  readonly impossible: readonly SeenReport[];
  /** Ends that are not obeyed: the train was seen to go on. */
  readonly overrun: readonly StopReport[];
  /** Of one train. */
  listStops(t: number): ForecastStop[];
  /** By train. */
  groupWaits(): ReadonlyMap<number, readonly ForecastWait[]>;
}

export interface KnownFacts {
  readonly reports: readonly StopReport[];
  /** Trains that do not run. */
  readonly cancelled: ArrayLike<number>;
  readonly orders: readonly StopOrder[];
  readonly closures: readonly Closure[];
  readonly slower: readonly SlowerReport[];
  readonly passings: readonly PassedReport[];
  /** -Infinity: nothing is known. */
  readonly asOf_ms: number;
  readonly patience_ms: number;
}

/** What is known, as days are run with it; `places` are each train's planned stops. */
export function noteKnown(
  plan: DayPlan,
  { reports, cancelled, orders, closures, slower: reported, passings, asOf_ms }: KnownFacts,
): {
  readonly facts: DayFacts;
  readonly places: readonly (readonly number[])[];
  readonly impossible: ReadonlySet<SeenReport>;
  readonly overrun: readonly StopReport[];
} {
  const { runOf, placeStart } = plan;
  const places = Array.from(runOf, (run) => plan.stops[run]!);
  const noted = noFacts(plan, asOf_ms);
  const impossible = findImpossible(plan, places, [...reports, ...passings]);
  for (const report of reports) {
    const { train: t, stop, kind, time_ms } = report;
    if (impossible.has(report) || kind > HELD_UNTIL) continue;
    noteReport(noted, { t, at: placeStart[t]! + places[t]![stop]!, kind, time_ms });
  }
  const passed = notePassings(
    plan,
    places,
    noted,
    passings.filter((one) => !impossible.has(one)),
  );
  const overrun = noteEnds(plan, places, reports, noted);
  for (let i = 0; i < cancelled.length; i++) {
    const t = cancelled[i]!;
    noted.isCancelled[t] = 1;
    noted.visitEnd[t] = plan.visitStart[t]!;
  }
  const order = decideOrders(plan, placeOrders(places, orders), noted.visitEnd);
  const closed = closures.length === 0 ? null : new ClosedZones(plan, closures);
  const slower = reported.length === 0 ? null : new SlowerTrains(reported);
  return { facts: { ...noted, order, closed, slower, passed }, places, impossible, overrun };
}

/** A train that was seen behind a stop, and not leaving it, left it so late, but not before it was to. */
function notePassings(
  plan: DayPlan,
  places: readonly (readonly number[])[],
  facts: DayFacts,
  passings: readonly PassedReport[],
): PassedTrains | null {
  if (passings.length === 0) return null;
  const passed = new PassedTrains(plan, places, passings);
  for (const t of new Set(passings.map(({ train }) => train))) {
    for (const { place, left_ms } of passed.list(t)) {
      const at = plan.placeStart[t]! + place;
      if (!Number.isNaN(facts.departures_ms[at]!)) continue;
      const planned_ms = plan.starts_ms[t]! + plan.runs[plan.runOf[t]!]!.departures_ms[place]!;
      noteReport(facts, { t, at, kind: DEPARTED, time_ms: Math.max(left_ms, planned_ms) });
    }
  }
  return passed;
}

/** The first end on a train's path counts; of two at one stop that it stays there. Returns those that it was seen to go on from. */
function noteEnds(
  plan: DayPlan,
  places: readonly (readonly number[])[],
  reports: readonly StopReport[],
  facts: DayFacts,
): StopReport[] {
  const overrun: StopReport[] = [];
  for (const report of reports) {
    const { train: t, stop, kind } = report;
    if (kind < ENDS) continue;
    const place = places[t]![stop]!;
    const at = plan.placeStart[t]! + place;
    const stands = kind !== ENDS;
    if (at < facts.lastSeen[t]! || !Number.isNaN(facts.departures_ms[at]!)) overrun.push(report);
    else if (place < facts.ends[t]! || (place === facts.ends[t]! && stands))
      endAt(facts, plan, { t, place, stands });
  }
  return overrun;
}

export function placeOrders(
  places: readonly (readonly number[])[],
  orders: readonly StopOrder[],
): OrderDecision[] {
  return orders.map(({ train, stop, first }) => ({ train, place: places[train]![stop]!, first }));
}

/** By train. */
export function groupWaits(
  { trains, causes, blocks, times_ms }: DayWaits,
  { isOver, isWaiting, waitsFor, block: next }: TrainStates,
): Map<number, ForecastWait[]> {
  const groups = new Map<number, ForecastWait[]>();
  const nTrains = isOver.length;
  const add = (t: number, by: number, block: number, time_ms: number): void => {
    const isTrain = by < nTrains;
    const cause = isTrain ? by : null;
    const wait = { cause, closure: isTrain ? null : by - nTrains, block, time_ms };
    const own = groups.get(t);
    if (own === undefined) groups.set(t, [wait]);
    else own.push(wait);
  };
  for (let i = 0; i < trains.count; i++) {
    add(trains.values[i]!, causes.values[i]!, blocks.values[i]!, times_ms.values[i]!);
  }
  for (let t = 0; t < nTrains; t++) {
    if (isOver[t] === 0 && isWaiting[t] === 1 && waitsFor[t] !== NOBODY)
      add(t, waitsFor[t]!, next[t]!, Infinity);
  }
  return groups;
}

export function describeStop(
  { runs, runOf, starts_ms, placeStart }: DayPlan,
  { arrivals_ms, departures_ms }: Pick<DayForecast, "arrivals_ms" | "departures_ms">,
  facts: DayFacts,
  { t, place }: { readonly t: number; readonly place: number },
): ForecastStop {
  const run = runs[runOf[t]!]!;
  const at = placeStart[t]! + place;
  const start_ms = starts_ms[t]!;
  const seen = facts.lastSeen[t]!;
  return {
    plannedArrival_ms: start_ms + run.planned_ms[run.times.placePoint[place]!]!,
    plannedDeparture_ms:
      place === run.isStop.length - 1 ? null : start_ms + run.departures_ms[place]!,
    arrival_ms: arrivals_ms[at]!,
    departure_ms: departures_ms[at]!,
    hasArrived: at <= seen,
    hasDeparted: at < seen || !Number.isNaN(facts.departures_ms[at]!),
    heldUntil_ms: facts.holds_ms[at]!,
    ends:
      place === facts.ends[t]! ? endOf(place === run.isStop.length - 1, facts.stands[t]!) : null,
    isCancelled: place > facts.ends[t]!,
  };
}

function endOf(isPlanned: boolean, stands: number): ForecastStop["ends"] {
  if (stands === 1) return "stands";
  return isPlanned ? null : "leaves";
}
