/**
 * A path as a chain of edges with what its run needs of the zones, and plans of a chain as schedules:
 * stops, and fixed points that hold the run to the plan where it loses time.
 */
import type { RunningTimes } from "../margins/running_times.ts";
import type { BlockPath } from "../path/block_path.ts";
import { openRequirements } from "../requirements/packed_requirements.ts";
import type { RequirementPath } from "../requirements/requirement_path.ts";
import { findStartZone } from "../requirements/spacing.ts";
import type { PathPhysics } from "../simulation/path_physics.ts";
import type { ReceptionSignal, ScheduleItem } from "../simulation/schedule.ts";
import type { DatedLimits } from "../simulation/temporary_limits.ts";
import type { TrainRunInput } from "../simulation/train_input.ts";
import { fromMilli, toMilli } from "../units.ts";
import type { ChainEdge, ChainNeed, ChainPlan, ChainStop, RunChain } from "./chain.ts";
import { type FixedPoints, spreadDelay } from "./even_delay.ts";

/** Stop duration while needs are measured, ms: long enough that nothing before the stop is later than it. */
export const LONG_STOP_MS = 100_000_000;
/** A position this near a stop is at the stop. */
const AT_STOP_MM = 10;

/** A path and everything read from it once. */
export interface Way {
  readonly path: BlockPath;
  readonly physics: PathPhysics;
  readonly along: RequirementPath;
  readonly stops: readonly ChainStop[];
  /** Temporary limits on it that a train may meet; null: none. */
  readonly limits: DatedLimits | null;
  /** Runs by the signals at stops and the temporary limits: their bases are alike whatever the schedule. */
  readonly runs: Map<string, TrainRunInput>;
}

/** A run of a way with long stops. */
export interface MeasuredRun {
  readonly times: RunningTimes;
  readonly requirements: SharedArrayBuffer;
  readonly trainLength_m: number;
}

/** Cuts a way at its stops and block borders and gives each need to the edge on which it begins. */
export function makeChain(way: Way, measured: MeasuredRun): RunChain {
  const { times, requirements, trainLength_m } = measured;
  const timeAt_s = (x_mm: number): number => times.timeAt_us(fromMilli(x_mm)) / 1e6;
  const cuts_mm = listCuts(way);
  const edges: (ChainEdge & { readonly needs: ChainNeed[] })[] = [];
  /** When an edge begins in the measured run, and from when on needs are its own. */
  const begins_ms: number[] = [];
  const owns_ms: number[] = [];
  let clock_ms = 0;
  let waited_ms = 0;
  for (let i = 0; i + 1 < cuts_mm.length; i++) {
    const from_mm = cuts_mm[i]!;
    const to_mm = cuts_mm[i + 1]!;
    const duration_s = timeAt_s(to_mm) - timeAt_s(from_mm);
    const stop = way.stops.find(({ at_mm }) => at_mm === to_mm) ?? null;
    begins_ms.push(clock_ms);
    owns_ms.push(clock_ms - waited_ms / 2);
    const speed_m_s = times.speedAt_m_s(fromMilli(to_mm));
    edges.push({ from_mm, to_mm, duration_s, speed_m_s, stop, needs: [] });
    waited_ms = stop === null ? 0 : LONG_STOP_MS;
    clock_ms += duration_s * 1000 + waited_ms;
  }
  const rows = openRequirements(requirements);
  const { zoneStart_mm } = way.along;
  const firstZone = findStartZone(zoneStart_mm);
  for (let r = 0; r < rows.spacingZones.length; r++) {
    const begin_ms = rows.spacingBegins_ms[r]!;
    let e = edges.length - 1;
    while (e > 0 && owns_ms[e]! > begin_ms) e--;
    const left_mm = zoneStart_mm[firstZone + r + 1]! + toMilli(trainLength_m);
    edges[e]!.needs.push({
      row: r,
      zone: rows.spacingZones[r]!,
      begin_s: (begin_ms - begins_ms[e]!) / 1000,
      release_mm: findRelease(way, left_mm),
    });
  }
  const toGo_s = [0];
  for (const { duration_s, stop } of [...edges].reverse()) {
    toGo_s.unshift(toGo_s[0]! + duration_s + (stop?.least_s ?? 0));
  }
  return { edges, toGo_s, timeAt_s };
}

/** A stop at the start ends an edge of no length. */
function listCuts({ path, stops }: Way): number[] {
  const cuts_mm = new Set<number>([0, path.length_mm]);
  for (const border_mm of path.blockBorders_mm) cuts_mm.add(border_mm);
  for (const { at_mm } of stops) cuts_mm.add(at_mm);
  const sorted_mm = [...cuts_mm].sort((a, b) => a - b);
  return stops[0]?.at_mm === 0 ? [0, ...sorted_mm] : sorted_mm;
}

/** Where the head is when the tail has left; at a stop that is when the train goes on. */
function findRelease({ path, stops }: Way, left_mm: number): number {
  const stop = stops.find(({ at_mm }) => Math.abs(at_mm - left_mm) <= AT_STOP_MM);
  const release_mm = stop === undefined ? left_mm : stop.at_mm + AT_STOP_MM + 1;
  return release_mm > path.length_mm ? Infinity : release_mm;
}

/** A plan and the chain that it was made on. */
export interface PlannedRun {
  readonly chain: RunChain;
  readonly plan: ChainPlan;
}

/** Where a planned run is at a time after the begin of an edge, mm. */
function findPosition_mm(chain: RunChain, { from_mm, to_mm }: ChainEdge, time_s: number): number {
  const begin_s = chain.timeAt_s(from_mm);
  let low_mm = from_mm;
  let high_mm = to_mm;
  while (high_mm - low_mm > 1) {
    const middle_mm = Math.floor((low_mm + high_mm) / 2);
    if (chain.timeAt_s(middle_mm) - begin_s < time_s) low_mm = middle_mm;
    else high_mm = middle_mm;
  }
  return high_mm;
}

/** A need of a run that meets an occupancy; times s. */
export interface Meeting {
  /** Number of the requirement. */
  readonly index: number;
  readonly begin_s: number;
  readonly end_s: number;
  readonly taken: { readonly from_s: number; readonly to_s: number };
}

/**
 * Holds the run where it begins to need a zone too early or leaves one too late, whichever is nearer to the
 * plan; null when it can't be held there. Runs are where they are to be but for a little: a place that is
 * held already is asked for that much later or earlier, and for `more_s`. Where it can't be faster, what is
 * returned is another plan, which begins that leg sooner, with its own fixed points.
 */
export function repairPlan(
  planned: PlannedRun,
  fixed: FixedPoints,
  { index, begin_s, end_s, taken }: Meeting,
  more_s: number,
): PlannedRun | null {
  const { chain, plan } = planned;
  const edge = chain.edges.find(({ needs }) => needs.some(({ row }) => row === index));
  const need = edge?.needs.find(({ row }) => row === index);
  if (edge === undefined || need === undefined) return null;
  const later_s = taken.to_s - begin_s;
  const sooner_s = end_s - taken.from_s;
  const isEarly = later_s < sooner_s;
  const at_mm = isEarly ? findPosition_mm(chain, edge, need.begin_s) : need.release_mm;
  const isOnWay = isEarly ? need.begin_s > 0 && at_mm > 0 : at_mm < Infinity;
  if (!isOnWay) return null;
  const asked_s = fixed.get(at_mm) ?? (isEarly ? begin_s : end_s);
  if (isEarly) {
    fixed.set(at_mm, asked_s + later_s + more_s);
    return planned;
  }
  const leg = chain.edges.findLastIndex(({ to_mm, stop }) => stop !== null && to_mm < at_mm);
  const legBegin_mm = leg < 0 ? 0 : chain.edges[leg]!.to_mm;
  const legBegin_s = leg < 0 ? plan.departure_s : plan.departures_s[leg]!;
  const fastest_s = (x_mm: number): number =>
    legBegin_s + chain.timeAt_s(x_mm) - chain.timeAt_s(legBegin_mm);
  const missing_s = fastest_s(at_mm) - (asked_s - sooner_s);
  if (missing_s > 0) {
    const sooner = beginSooner(planned, { leg, at_mm }, missing_s + more_s);
    fixed.clear();
    if (sooner !== null)
      spreadDelay(chain, sooner.plan).forEach((time_s, x_mm) => fixed.set(x_mm, time_s));
    return sooner;
  }
  fixed.set(at_mm, Math.max(fastest_s(at_mm), asked_s - sooner_s - more_s));
  // A run that was slowed needs longer from the place before than the chain, which is as fast as it can be.
  const places_mm = [...fixed.keys()].filter((one) => one > legBegin_mm && one < at_mm);
  const before_mm = Math.max(...places_mm);
  const before_s = fixed.get(before_mm);
  if (before_s !== undefined) {
    fixed.set(before_mm, Math.max(fastest_s(before_mm), before_s - sooner_s - more_s));
  }
  return planned;
}

/** Repairs a plan wherever its run meets others; the first place where it must begin sooner comes before all others. */
export function repairAll(
  planned: PlannedRun,
  fixed: FixedPoints,
  meetings: readonly Meeting[],
  more_s: number,
): PlannedRun | null {
  for (const meeting of meetings) {
    const repaired = repairPlan(planned, fixed, meeting, more_s);
    if (repaired !== planned) return repaired;
  }
  return planned;
}

/** The plan with a begin of its leg behind an edge (-1: the first) that is so much sooner; null: there is none. */
function beginSooner(
  { chain, plan }: PlannedRun,
  { leg, at_mm }: { readonly leg: number; readonly at_mm: number },
  sooner_s: number,
): PlannedRun | null {
  const stop = chain.edges[leg]?.stop;
  const first_s =
    stop === undefined || stop === null
      ? plan.earliestDeparture_s
      : plan.arrivals_s[leg]! + stop.least_s;
  const begin_s = leg < 0 ? plan.departure_s : plan.departures_s[leg]!;
  if (begin_s - sooner_s < first_s) return null;
  const isMoved = (e: number): boolean => e > leg && chain.edges[e]!.to_mm < at_mm;
  const moved: ChainPlan = {
    ...plan,
    departure_s: leg < 0 ? plan.departure_s - sooner_s : plan.departure_s,
    arrivals_s: plan.arrivals_s.map((time_s, e) => (isMoved(e) ? time_s - sooner_s : time_s)),
    departures_s: plan.departures_s.map((time_s, e) =>
      isMoved(e) || e === leg ? time_s - sooner_s : time_s,
    ),
  };
  return { chain, plan: moved };
}

/** The plan with other stops on the way: a run that comes to them a little early or late leaves them as planned. */
export function leaveAsPlanned(
  { chain, plan }: PlannedRun,
  arrivalAt_s: (at_mm: number) => number,
): PlannedRun {
  const departures_s = plan.departures_s.map((departure_s, e) => {
    const { stop } = chain.edges[e]!;
    if (stop === null || e === chain.edges.length - 1) return departure_s;
    const early_s = plan.arrivals_s[e]! - arrivalAt_s(stop.at_mm);
    return Math.max(plan.arrivals_s[e]! + stop.least_s, departure_s + early_s);
  });
  return { chain, plan: { ...plan, departures_s } };
}

/** Which signals stops have. */
export interface StopSignals {
  /** Where the train was asked to stand. */
  readonly closed: ReceptionSignal;
  /** Whether also at stops on the way where it was only asked to begin again: it may have to stand there. */
  readonly everywhere: boolean;
}

/** Whether a train was asked to stand at a stop; else it only begins again there. */
export function isAsked({ least_s }: ChainStop): boolean {
  return least_s > 0;
}

export function signalAt(
  stop: ChainStop,
  isLast: boolean,
  { closed, everywhere }: StopSignals,
): ReceptionSignal {
  return isAsked(stop) || (everywhere && !isLast) ? closed : "OPEN";
}

/** The schedule of a plan: stops with their durations and, where time is lost, arrivals and the fixed points. */
export function makeSchedule(
  { chain, plan }: PlannedRun,
  fixed: FixedPoints,
  signals: StopSignals,
): ScheduleItem[] {
  const ms = (time_s: number): number => Math.round((time_s - plan.departure_s) * 1000);
  const items: ScheduleItem[] = [];
  const last = chain.edges.length - 1;
  chain.edges.forEach(({ to_mm, stop }, e) => {
    if (stop === null) return;
    const arrival_ms = ms(plan.arrivals_s[e]!);
    items.push({
      offset_mm: to_mm,
      arrival_ms: plan.losesTime ? arrival_ms : null,
      stop_for_ms: ms(plan.departures_s[e]!) - arrival_ms,
      reception_signal: signalAt(stop, e === last, signals),
    });
  });
  for (const [offset_mm, time_s] of fixed) {
    if (items.some((item) => item.offset_mm === offset_mm)) continue;
    items.push({
      offset_mm,
      arrival_ms: ms(time_s),
      stop_for_ms: null,
      reception_signal: "OPEN",
    });
  }
  return items.sort((a, b) => a.offset_mm - b.offset_mm);
}
