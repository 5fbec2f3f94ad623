/** Trains that may be changed: where each may wait, and what its delays cost. */
import type { MovableTrains } from "../../../workers/engine/resolution/uses.ts";
import { given } from "../../platform/given.ts";
import { DAY_MS } from "../../railway/days/operating_days.ts";
import { durationMs, isDateTimeMs } from "../../railway/iso8601.ts";
import type { AskedDate } from "../../timetable/calendar/asked_date.ts";
import { DAYS_FIRST } from "../../timetable/changes/changed_records.ts";
import type { NamedDeparture } from "../../timetable/train/train_kind.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ConflictQuestion } from "../conflict/kept_trains.ts";
import { identityOf } from "../conflict/planned_trains.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import { computeGroup, readGroups } from "../simulation/computed_groups.ts";
import { dayAround, startsWithin } from "./day_variants.ts";
import type { KnownTrain, KnownTrains } from "./known_trains.ts";
import { type Allow, TOLERANCE_MAX_MS, type TrainRef, type Weight } from "./resolution.schemas.ts";

/** Arrivals that passengers see count fully, times at which a train only passes less. */
const PASS_WEIGHT = 0.25;
/** Minutes for each train that runs otherwise: of equal answers the one that changes least wins. */
export const VARIED_COST = 0.05;
const SECONDS_OF_MINUTE = 60;
export const MS_OF_MINUTE = 60_000;

/** A train, and how it runs as it is, or on other tracks or with another stop when that is tried. */
export interface MovableTrain extends KnownTrain {
  readonly slot: number;
  readonly train: TrainSchedule;
  readonly start_ms: number;
  /** When it may start at all: from this moment until before that. */
  readonly starts_within: readonly [from_ms: number, to_ms: number];
  readonly run: ValidTrain;
  /** As it is stored; the same unless another one is tried. */
  readonly stored_run: ValidTrain;
  /** Places on its path where it may wait: the first waypoint, then those where it stops. */
  readonly waits_at: readonly number[];
  /** When the run arrives at each of them, since its start. */
  readonly arrivals_ms: readonly number[];
  /** How much each minute of delay counts. */
  readonly weight: number;
  /** Minutes that each second of delay costs from there to the next. */
  readonly slopes: readonly number[];
}

/** Those that still run as they did; the others can't be changed. All of each is worked out here, group by group. */
export async function readMovable(
  { timetable_id, setup, stocks, on = null }: ConflictQuestion,
  known: KnownTrains,
  slots: readonly number[],
  weights: readonly Weight[],
): Promise<MovableTrain[]> {
  const wanted = new Map(slots.map((slot) => [trainKeyOf(known.find(slot)), slot]));
  const ids = (kind: KnownTrain["kind"]): number[] => [
    ...new Set(trainsOf(known, slots).flatMap((one) => (one.kind === kind ? [one.id] : []))),
  ];
  const named = { train_schedule: ids("train_schedule"), paced_train: ids("paced_train") };
  const trains: MovableTrain[] = [];
  const source = { timetable_id, setup, stocks, named };
  const near = on === null ? null : spanOf(on, trainsOf(known, slots));
  const groups = readGroups(source, function* (kind, { id, record }) {
    const all = yield* kind.listDepartures(record, near);
    const has_days = record.startsWith(DAYS_FIRST);
    const departures = all.filter((one) => wanted.has(trainKeyOf(nameOf(kind.name, id, one))));
    return { kind: kind.name, id, has_days, departures };
  });
  for await (const group of groups) {
    for (const { expanded, results } of await computeGroup({ setup, stocks }, group)) {
      const { kind, id, has_days } = expanded;
      for (const [i, departure] of expanded.departures.entries()) {
        const one = nameOf(kind, id, departure);
        const slot = wanted.get(trainKeyOf(one));
        const run = results[i];
        if (slot === undefined || run?.kind !== "success") continue;
        const { start_ms } = departure;
        const train = one.day === null ? departure.train : withoutDays(departure.train);
        const starts_within = known.is_tied
          ? dayAround(start_ms, known.dates)
          : startsWithin(on, one, has_days);
        const waits_at = listWaits(train);
        const arrivals_ms = listArrivals(run, waits_at);
        const weight = weightOf(one, train, weights);
        const slopes = listSlopes(train, train, waits_at, weight);
        const costs = { weight, slopes };
        const runs = { run, stored_run: run };
        const own = { ...one, slot, train, start_ms, starts_within, ...runs };
        trains.push({ ...own, waits_at, arrivals_ms, ...costs });
      }
    }
  }
  return trains.sort((a, b) => a.slot - b.slot);
}

/** The same train as it would run otherwise. */
export function varyTrain(movable: MovableTrain, run: ValidTrain): MovableTrain {
  const { train } = run;
  const waits_at = listWaits(train);
  const arrivals_ms = listArrivals(run, waits_at);
  const slopes = listSlopes(train, movable.stored_run.train, waits_at, movable.weight);
  return { ...movable, train, run, waits_at, arrivals_ms, slopes };
}

export function isVaried({ run, stored_run }: MovableTrain): boolean {
  return run !== stored_run;
}

/** Minutes that it is later because it runs otherwise, before it waits anywhere; by weight. */
export function costOfVariant({ weight, run, stored_run }: MovableTrain): number {
  const after_ms = timesByWaypoint(run);
  const before_ms = timesByWaypoint(stored_run);
  let cost_ms = 0;
  for (const [id, counts] of listTimed(stored_run.train)) {
    const lost_ms = (after_ms.get(id) ?? 0) - (before_ms.get(id) ?? 0);
    cost_ms += weight * counts * Math.max(0, lost_ms);
  }
  return cost_ms / MS_OF_MINUTE;
}

/** When a run reaches each waypoint, since its start. */
export function timesByWaypoint({ train, outcome }: ValidTrain): Map<string, number> {
  const { item_times_ms } = outcome.final;
  return new Map(train.path.map(({ id }, i) => [id, item_times_ms[i] ?? 0]));
}

function trainsOf(known: KnownTrains, slots: readonly number[]): KnownTrain[] {
  return slots.map((slot) => known.find(slot));
}

/** With all operating days of the trains. */
function spanOf(on: AskedDate, trains: readonly KnownTrain[]): AskedDate {
  const days = trains.map(({ day }) => day ?? on.day);
  const from_ms = on.begin_ms + (Math.min(on.day, ...days) - on.day - 1) * DAY_MS;
  const to_ms = on.end_ms + (Math.max(on.day, ...days) - on.day + 1) * DAY_MS;
  return { ...on, from_ms, to_ms };
}

function nameOf(
  kind: KnownTrain["kind"],
  id: number,
  { occurrence, day = null }: NamedDeparture,
): KnownTrain {
  return { kind, id, identity: identityOf(occurrence), day };
}

function withoutDays({ days: _days, ...train }: TrainSchedule): TrainSchedule {
  return train;
}

export function trainKeyOf({ kind, id, identity, day }: KnownTrain): string {
  return `${kind} ${id} ${day} ${identity}`;
}

/** Indices on the path, ascending. */
function listWaits({ path, schedule }: TrainSchedule): number[] {
  const stops = new Set(schedule.filter((one) => one.stop_for !== null).map(({ at }) => at));
  const inner = path.flatMap(({ id }, i) =>
    i > 0 && i + 1 < path.length && stops.has(id) ? [i] : [],
  );
  return [0, ...inner];
}

/** When the run arrives at each waiting place, since its start. */
export function listArrivals(run: ValidTrain, waits_at: readonly number[]): number[] {
  const { item_times_ms } = run.outcome.final;
  return waits_at.map((i) =>
    i === 0 ? -Infinity : given(item_times_ms[i], "a waypoint has a time"),
  );
}

/** A run that was tried, with its delays in seconds. */
export interface LearntRun {
  readonly movable: MovableTrain;
  readonly run: ValidTrain;
  readonly delays: readonly number[];
}

/** As the workers take them. `fixed`: slots of trains that stay as they are after all. */
export function describeMovable(
  trains: readonly MovableTrain[],
  known: KnownTrains,
  options: {
    readonly allow: Allow;
    readonly fixed: ReadonlySet<number>;
  },
): MovableTrains {
  const stretchStart = new Uint32Array(trains.length + 1);
  const arrivals_ms: number[] = [];
  const waits: number[] = [];
  const slopes: number[] = [];
  for (const [t, one] of trains.entries()) {
    const count = one.waits_at.length;
    arrivals_ms.push(...one.arrivals_ms);
    waits.push(...listMostWaits(one, options));
    slopes.push(...one.slopes);
    stretchStart[t + 1] = given(stretchStart[t], "each train has a start") + count;
  }
  const copies = trains.map(({ slot }) => known.copiesOf(slot));
  return {
    slots: Uint32Array.from(copies.flat()),
    slotTrains: Uint32Array.from(copies.flatMap((slots, train) => slots.map(() => train))),
    leads: Float64Array.from(trains, (one) => mostLead(one, options)),
    stretchStart,
    arrivals_ms: Float64Array.from(arrivals_ms),
    waits: Float64Array.from(waits),
    slopes: Float64Array.from(slopes),
  };
}

/** How much earlier it may leave, in seconds. */
function mostLead(
  { slot, start_ms, starts_within: [from_ms] }: MovableTrain,
  { allow, fixed }: { readonly allow: Allow; readonly fixed: ReadonlySet<number> },
): number {
  const earlier_ms = Math.min(durationMs(allow.earlier), start_ms - from_ms);
  return fixed.has(slot) || !isDateTimeMs(start_ms - earlier_ms)
    ? 0
    : Math.floor(earlier_ms / 1000);
}

/** How much longer it may wait at each of its places, in seconds. */
function listMostWaits(
  { slot, start_ms, starts_within: [, to_ms], waits_at }: MovableTrain,
  { allow, fixed }: { readonly allow: Allow; readonly fixed: ReadonlySet<number> },
): number[] {
  const later_ms = Math.max(0, Math.min(durationMs(allow.later), to_ms - 1 - start_ms));
  const hold_ms = allow.hold === null ? 0 : durationMs(allow.hold);
  const may_change = !fixed.has(slot) && isDateTimeMs(start_ms + later_ms);
  return waits_at.map((_, k) =>
    may_change ? Math.floor((k === 0 ? later_ms : hold_ms) / 1000) : 0,
  );
}

/** How much later it may be at the end of its way, in ms. */
export function findReach({ waits_at }: MovableTrain, { later, hold }: Allow): number {
  const holds_ms = hold === null ? 0 : durationMs(hold) * (waits_at.length - 1);
  return Math.min(durationMs(later) + holds_ms, TOLERANCE_MAX_MS);
}

/** By stretch: all arrivals at its end and on the way there. A stop that is only tried is no arrival that counts. */
function listSlopes(
  { path }: TrainSchedule,
  stored: TrainSchedule,
  waits_at: readonly number[],
  weight: number,
): number[] {
  const slopes = waits_at.map(() => 0);
  const timed = listTimed(stored);
  let k = 0;
  for (const [i, { id }] of path.entries()) {
    if (i > 0) {
      const counts = timed.get(id) ?? 0;
      slopes[k] = given(slopes[k], "it is one of them") + (weight * counts) / SECONDS_OF_MINUTE;
    }
    if (waits_at[k + 1] === i) k++;
  }
  return slopes;
}

/** Waypoints whose arrivals count, in the path's order, and how much. */
export function listTimed({ path, schedule }: TrainSchedule): Map<string, number> {
  const points = new Map(schedule.map((point) => [point.at, point]));
  const timed = new Map<string, number>();
  for (const [i, { id }] of path.entries()) {
    const point = points.get(id);
    if (i > 0 && (i + 1 === path.length || (point !== undefined && point.stop_for !== null))) {
      timed.set(id, 1);
    } else if (i > 0 && point !== undefined && point.arrival !== null) timed.set(id, PASS_WEIGHT);
  }
  return timed;
}

function weightOf(one: KnownTrain, train: TrainSchedule, weights: readonly Weight[]): number {
  return weights.find((weight) => fits(one, train, weight))?.weight ?? 1;
}

function fits(
  one: KnownTrain,
  train: TrainSchedule,
  { train: ref, category, label }: Weight,
): boolean {
  if (ref !== undefined) return isNamed(one, ref);
  if (label !== undefined) return train.labels.includes(label);
  if (train.category === null) return false;
  return Object.values(train.category).includes(category ?? "");
}

function isNamed({ kind, id, identity }: KnownTrain, ref: TrainRef): boolean {
  if (kind !== ref.kind || id !== ref.id) return false;
  if (ref.occurrence_key !== undefined) return identity === `#${ref.occurrence_key}`;
  return ref.exception_key === undefined || identity === `+${ref.exception_key}`;
}
