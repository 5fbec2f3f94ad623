/** From delays to changes of trains, and to the arrivals that change. */
import { CHANGE_COST, LEAD_COST } from "../../../workers/engine/resolution/plan.ts";
import { given } from "../../platform/given.ts";
import { durationMs, printDateTime, printDuration } from "../../railway/iso8601.ts";
import { nameDay } from "../../timetable/calendar/asked_date.ts";
import type { Change, TrainChange } from "../../timetable/changes/change.schemas.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import type { KnownTrains } from "./known_trains.ts";
import {
  isVaried,
  listTimed,
  type MovableTrain,
  MS_OF_MINUTE,
  timesByWaypoint,
  VARIED_COST,
} from "./movable_trains.ts";

/** A train that is changed, by its delays at the waiting places, in seconds. */
export interface DelayedTrain {
  readonly movable: MovableTrain;
  readonly delays: readonly number[];
}

/** Which train, as changes name it. */
interface TrainName {
  readonly kind: MovableTrain["kind"];
  readonly id: number;
  readonly occurrence_key?: number;
  readonly exception_key?: string;
}

export function nameTrain({ kind, id, identity }: MovableTrain): TrainName {
  if (identity === "") return { kind, id };
  if (identity.startsWith("#")) return { kind, id, occurrence_key: Number(identity.slice(1)) };
  return { kind, id, exception_key: identity.slice(1) };
}

/** Of trains of one day. One change a train; a paced train all of whose trains leave later by the same time is shifted as a whole. */
export function proposeChanges(known: KnownTrains, delayed: readonly DelayedTrain[]): Change[] {
  const services = new Map<number, DelayedTrain[]>();
  for (const one of delayed) {
    const { kind, id } = one.movable;
    if (kind === "paced_train") services.set(id, [...(services.get(id) ?? []), one]);
  }
  const shifted = new Map<number, number>();
  for (const [id, own] of services) {
    const [shift = null, ...others] = new Set(own.map(findShift));
    const [{ movable }] = own as [DelayedTrain];
    const is_whole = own.length === known.slotsOf(movable).size;
    if (is_whole && others.length === 0 && shift !== null) shifted.set(id, shift);
  }
  return [
    ...[...shifted].map(([id, shift]) => ({ kind: "paced_train" as const, id, shift })),
    ...delayed
      .filter(({ movable }) => movable.kind !== "paced_train" || !shifted.has(movable.id))
      .map(proposeChange),
  ];
}

/** By how much it leaves later, in ms; null: it changes otherwise. */
export function findShift({ movable, delays }: DelayedTrain): number | null {
  const first = given(delays[0], "every train has a start");
  return delays.every((delay) => delay === first) && !isVaried(movable) ? 1000 * first : null;
}

/** The change of one train: only its start, or all of it with other stops and other tracks. */
function proposeChange(one: DelayedTrain): Change {
  const name = nameTrain(one.movable);
  const shift = findShift(one);
  return shift === null
    ? { ...name, train: delayTrain(one.movable, one.delays) }
    : { ...name, shift };
}

/** A change as clients send it. */
export function printChange(change: Change): unknown {
  return "shift" in change ? { ...change, shift: printShift(change) } : change;
}

function printShift({ shift }: Extract<TrainChange, { readonly shift: number }>): string {
  return shift < 0 ? `-${printDuration(-shift)}` : printDuration(shift);
}

/** Later at its start, longer at its stops; what it should reach at which time after that is later as well. */
export function delayTrain(
  { train, start_ms, waits_at }: MovableTrain,
  delays: readonly number[],
): TrainSchedule {
  const delayOf = (k: number): number => given(delays[k], "every stretch has a delay");
  const indexOf = new Map(train.path.map(({ id }, i) => [id, i]));
  const schedule = train.schedule.map((point) => {
    const i = given(indexOf.get(point.at), "a point is on the path");
    const comes = Math.max(
      0,
      waits_at.findLastIndex((at) => at < i),
    );
    const k = i === 0 ? -1 : waits_at.indexOf(i);
    const wait = k < 0 ? 0 : delayOf(k) - delayOf(k - 1);
    const later = i === 0 ? 0 : delayOf(comes) - delayOf(0);
    return {
      ...point,
      arrival: point.arrival === null ? null : add(point.arrival, later),
      stop_for: point.stop_for === null ? null : add(point.stop_for, wait),
    };
  });
  return { ...train, start_time: printDateTime(start_ms + 1000 * delayOf(0)), schedule };
}

function add(duration: string, seconds: number): string {
  return printDuration(durationMs(duration) + 1000 * seconds);
}

/** Minutes that a changed train costs as it would run: its limits may be others when it leaves at another time. */
export function costOfChanged(
  { movable, delays }: DelayedTrain,
  after: ValidTrain,
  start_ms: number,
): number {
  const before_ms = timesByWaypoint(movable.stored_run);
  const after_ms = timesByWaypoint(after);
  let late_ms = 0;
  for (const [at, counts] of listTimed(movable.stored_run.train)) {
    const lost_ms = (after_ms.get(at) ?? 0) - (before_ms.get(at) ?? 0);
    late_ms += movable.weight * counts * Math.max(0, start_ms - movable.start_ms + lost_ms);
  }
  const lead = Math.max(0, -given(delays[0], "every train has a start"));
  const waits = delays.filter((delay, k) => delay !== (delays[k - 1] ?? 0)).length;
  const varied = isVaried(movable) ? VARIED_COST : 0;
  return late_ms / MS_OF_MINUTE + LEAD_COST * lead + CHANGE_COST * waits + varied;
}

/** Arrivals that change, from the runs as they are and as they become. */
export function listDelays(movable: MovableTrain, after: ValidTrain, start_ms: number): object[] {
  const before_ms = timesByWaypoint(movable.stored_run);
  const after_ms = timesByWaypoint(after);
  return [...listTimed(movable.stored_run.train).keys()].flatMap((at) => {
    const was = printDateTime(movable.start_ms + Math.round(before_ms.get(at) ?? 0));
    const is = printDateTime(start_ms + Math.round(after_ms.get(at) ?? 0));
    return was === is
      ? []
      : [{ train: { ...nameTrain(movable), ...nameDay(movable.day) }, at, before: was, after: is }];
  });
}
