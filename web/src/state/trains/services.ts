/**
 * Actions on services: paced trains with their exceptions, as forms. An exception changes an
 * occurrence, by its index, or adds a train; what it does not set is as in the service.
 */
import { DAY_MS } from "../../../../src/railway/days/operating_days.ts";
import { timeOfDay } from "../../../../src/railway/days/period_days.ts";
import { localOf, readZone } from "../../../../src/railway/days/zone_times.ts";
import { GROUP_FIELDS } from "../../../../src/railway/train_defaults.ts";
import {
  durationMs,
  listOccurrences,
  nameOccurrence,
  printDuration,
} from "../../graph/occurrences.ts";
import { calendar } from "../dates.ts";
import {
  copyRecord,
  type Edit,
  editRecord,
  formOf,
  isSame,
  printTime,
  type ServiceForm,
  startAt,
  type TrainForm,
} from "../edits/edit.ts";
import { ruleOf, withNumbering } from "../edits/numbering.ts";
import { changeOccurrence, type Exception } from "../edits/occurrence_edits.ts";
import type { PacedTrain, TrainSchedule } from "../timetable.ts";

export interface Pace {
  readonly interval_ms: number;
  readonly window_ms: number;
}

export function paceOf({ paced }: Pick<ServiceForm, "paced">): Pace {
  return { interval_ms: durationMs(paced.interval), window_ms: durationMs(paced.time_window) };
}

export function countTrains(pace: Pace): number {
  return Math.floor(pace.window_ms / pace.interval_ms);
}

/**
 * Exceptions of occurrences that no longer exist are dropped. Of the others a start of their own moves with its
 * occurrence, unless it is to be kept.
 */
export function setPace(form: ServiceForm, pace: Pace, keeps_starts = false): ServiceForm {
  const count = countTrains(pace);
  const later_ms = keeps_starts ? 0 : pace.interval_ms - paceOf(form).interval_ms;
  const exceptions = form.exceptions.flatMap((one) => {
    const { occurrence_index: index, start_time } = one;
    if ((index ?? 0) >= count) return [];
    if (!start_time || typeof index !== "number") return [one];
    const start_ms = Date.parse(start_time.value) + index * later_ms;
    return [{ ...one, start_time: { value: printTime(start_ms) } }];
  });
  const { interval_ms, window_ms } = pace;
  const paced = { interval: printDuration(interval_ms), time_window: printDuration(window_ms) };
  return { ...form, paced, exceptions };
}

/** Replaces a train by a service. */
export function makeService(train: TrainSchedule, pace: Pace): Edit[] {
  const edit = editRecord(train);
  if (edit.before === null) return [];
  const paced = { interval: "PT1H", time_window: "PT1H" };
  const form = setPace({ ...edit.before, paced, exceptions: [] }, pace);
  return [{ ...edit, after: null }, copyRecord(form)];
}

/** Removes an exception: the occurrence follows the service again, an added train is removed. */
export function resetException(form: ServiceForm, key: string): ServiceForm {
  return { ...form, exceptions: form.exceptions.filter((one) => one.key !== key) };
}

/** Replaces a service by its trains. */
export function splitService(service: PacedTrain): Edit[] {
  const edit = editRecord(service);
  const trains = listTrains(service).map(copyRecord);
  return [{ ...edit, after: null }, ...trains];
}

/** The trains that it stands for, with their exceptions applied. */
export function listTrains(service: PacedTrain): TrainForm[] {
  const { paced: _paced, numbering: _numbering, exceptions, ...base } = formOf(service);
  const by_key = new Map(exceptions.map((one) => [one.key, one]));
  return listOccurrences(service).map(({ exception_key, name: train_name, start_ms }) => {
    const exception = exception_key === null ? undefined : by_key.get(exception_key);
    return startAt({ ...applyException(base, exception), train_name }, start_ms);
  });
}

/** The fields that an exception changes but its name, which is the occurrence's. */
function applyException(base: TrainForm, exception: Exception | undefined): TrainForm {
  if (exception === undefined) return base;
  const groups = Object.entries(GROUP_FIELDS).flatMap(([group, field]) => {
    const change = exception[group as keyof typeof GROUP_FIELDS];
    return change === undefined ? [] : [[field, change.value]];
  });
  const { rolling_stock, path_and_schedule } = exception;
  return {
    ...base,
    ...rolling_stock,
    ...path_and_schedule,
    ...Object.fromEntries(groups),
  } as TrainForm;
}

/** Trains that differ from one in name and start only, by start, including that train. */
export function listAlike(
  train: TrainSchedule,
  all: Iterable<TrainSchedule>,
): readonly TrainSchedule[] {
  const like = coreOf(train);
  return [...all]
    .filter((one) => isSame(coreOf(one), like))
    .toSorted((a, b) => startBeside(a, train) - startBeside(b, train));
}

function coreOf(train: TrainSchedule): unknown {
  const { follows: _own, days, ...form } = formOf(train);
  const { day_offset: _own_too, ...plain } = days ?? {};
  return { ...form, days: plain, train_name: "", start_time: "" };
}

/** When it starts on the operating day of another train of the same days, whichever dates are their examples. */
function startBeside(train: TrainSchedule, other: TrainSchedule): number {
  const known = calendar.peek();
  if (known === null || !train.days || !other.days) return Date.parse(train.start_time);
  const afterDay = ({ start_time, days }: TrainSchedule): number => {
    const start_ms = Date.parse(start_time);
    const clock = readZone(known.period.time_zone, start_ms, start_ms);
    return timeOfDay(localOf(clock, start_ms)) + (days?.day_offset ?? 0) * DAY_MS;
  };
  return Date.parse(other.start_time) + afterDay(train) - afterDay(other);
}

/**
 * One service in place of similar trains, at the most frequent interval between them. Trains off the interval
 * become exceptions; occurrences without a train are switched off. Empty unless there are two different starts.
 */
export function joinTrains(trains: readonly TrainSchedule[]): Edit[] {
  const [first] = trains;
  const starts = trains.map((train) => startBeside(train, first ?? train));
  const first_ms = starts[0] ?? 0;
  const interval_ms = usualGap(starts);
  const { before } = first === undefined ? { before: null } : editRecord(first);
  if (before === null || interval_ms === null) return [];
  const count = 1 + Math.round(((starts.at(-1) ?? 0) - first_ms) / interval_ms);
  const pace = { interval_ms, window_ms: count * interval_ms };
  const paced = { interval: "PT1H", time_window: "PT1H" };
  let form = setPace({ ...before, paced, exceptions: [] }, pace);
  const taken = new Set<number>();
  const indices = starts.map((start_ms) => Math.round((start_ms - first_ms) / interval_ms));
  form = withNumbering(form, ruleOf(trains, indices));
  for (const [i, { train_name }] of trains.entries()) {
    const start_ms = starts[i] ?? 0;
    const index = indices[i] ?? 0;
    form = placeTrain(form, { index: taken.has(index) ? null : index, start_ms, train_name });
    taken.add(index);
  }
  for (let index = 0; index < count; index++) {
    if (!taken.has(index)) {
      form = changeOccurrence(form, { index, exception_key: null }, { disabled: true });
    }
  }
  return [...trains.map((train) => ({ ...editRecord(train), after: null })), copyRecord(form)];
}

/** An exception if the train differs from the service; without an index it adds a train. */
function placeTrain(
  form: ServiceForm,
  { index, start_ms, train_name }: { index: number | null; start_ms: number; train_name: string },
): ServiceForm {
  const regular_ms = Date.parse(form.start_time) + (index ?? 0) * paceOf(form).interval_ms;
  const change = {
    ...((index === null || start_ms !== regular_ms) && {
      start_time: { value: printTime(start_ms) },
    }),
    ...(train_name !== nameOccurrence(form, index, null) && { train_name: { value: train_name } }),
  };
  if (index !== null) {
    const which = { index, exception_key: null };
    return Object.keys(change).length === 0 ? form : changeOccurrence(form, which, change);
  }
  const key = `train more ${form.exceptions.length + 1}`;
  return { ...form, exceptions: [...form.exceptions, { key, disabled: false, ...change }] };
}

/** The most frequent gap between neighbours; of equally frequent ones the smaller. */
function usualGap(starts: readonly number[]): number | null {
  const counts = new Map<number, number>();
  for (const [i, start_ms] of starts.entries()) {
    const gap_ms = start_ms - (starts[i - 1] ?? start_ms);
    if (gap_ms > 0) counts.set(gap_ms, (counts.get(gap_ms) ?? 0) + 1);
  }
  const [usual] = [...counts].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  return usual?.[0] ?? null;
}
