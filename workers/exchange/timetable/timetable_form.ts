/**
 * Timetables between formats: the document of this server's own import and export, and trains as lists of the places
 * that they pass. A format's reader makes trains of such lists and its writer takes trains apart into them, so that
 * ids of waypoints, durations and defaults are dealt with here alone.
 */
import type * as v from "valibot";
import type { Period } from "../../../src/railway/days/days.schemas.ts";
import {
  DURATION_MS_MAX,
  datetimeMs,
  durationMs,
  isDateTimeMs,
  printDateTime,
  printDuration,
} from "../../../src/railway/iso8601.ts";
import { type Numbering, numberTrain } from "../../../src/railway/numbering.ts";
import { TEXT_LENGTH_MAX } from "../../../src/railway/scalars.ts";
import {
  OCCURRENCES_MAX,
  POINT_DEFAULTS,
  TRAIN_DEFAULTS,
} from "../../../src/railway/train_defaults.ts";
import type { TRAIN_ENTRIES } from "../../../src/railway/train_entries.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { UnreadableSource } from "../source_fault.ts";

/** A train as it is created, all defaults filled in. */
export type TrainForm = v.InferOutput<v.ObjectSchema<typeof TRAIN_ENTRIES, undefined>> & {
  /** What its trips in feeds are named by; absent: by numbers. */
  readonly trip?: string;
};

export interface PacedForm extends TrainForm {
  readonly paced: { readonly time_window: string; readonly interval: string };
  readonly exceptions: readonly { readonly key: string }[];
  readonly numbering?: Numbering;
}

export interface TimetableForm {
  /** 2 with a period. */
  readonly version: 1 | 2;
  /** Of feeds, if they are named. */
  readonly feed_version?: string;
  readonly period?: Period;
  readonly day_lists?: readonly { readonly code: string; readonly dates: readonly string[] }[];
  readonly train_schedules: readonly TrainForm[];
  readonly paced_trains: readonly PacedForm[];
}

/** Called with each train of a file as it is read. */
export type TrainTaker = (train: TrainForm | PacedForm) => void;

export type Category = TrainForm["category"];

/** What is told of a place beside its times; absent: as by default. */
export type Marks = Partial<
  Pick<TrainForm["schedule"][number], "reception_signal" | "locked"> &
    Pick<TrainForm["path"][number], "deleted">
>;

/** A place that a train passes; times since its start, null: unknown, not a stop. */
export interface Call {
  readonly location: Location;
  readonly arrival_ms: number | null;
  readonly stop_ms: number | null;
  readonly marks?: Marks;
}

/** What a train is made of beside its calls. */
export type TrainHead = Pick<TrainForm, "train_name" | "rolling_stock_name"> &
  Partial<Omit<TrainForm, "path" | "schedule" | "start_time">> & { readonly start_ms: number };

/** Waypoints are numbered from 1. Throws an `UnreadableSource` for times and names that no train can have. */
export function makeTrain({ start_ms, ...head }: TrainHead, calls: readonly Call[]): TrainForm {
  if (!isDateTimeMs(start_ms)) throw new UnreadableSource("a train starts beyond the year 9999");
  for (const text of [head.train_name, head.rolling_stock_name]) {
    if (text.length > TEXT_LENGTH_MAX) throw new UnreadableSource("a name of a train is too long");
  }
  for (const { arrival_ms, stop_ms } of calls) {
    checkDuration(arrival_ms ?? 0, "a train arrives");
    checkDuration(stop_ms ?? 0, "a train stops");
  }
  return {
    ...TRAIN_DEFAULTS,
    ...head,
    start_time: printDateTime(start_ms),
    path: calls.map(({ location, marks = {} }, i) => {
      return { id: String(i + 1), deleted: marks.deleted ?? false, ...location };
    }),
    schedule: calls.flatMap(({ arrival_ms, stop_ms, marks = {} }, i) => {
      const arrival = i === 0 ? null : arrival_ms;
      const { deleted: _deleted, ...told } = marks;
      if (arrival === null && stop_ms === null && Object.keys(told).length === 0) return [];
      return [
        {
          ...POINT_DEFAULTS,
          ...told,
          at: String(i + 1),
          arrival: arrival === null ? null : printDuration(arrival),
          stop_for: stop_ms === null ? null : printDuration(stop_ms),
        },
      ];
    }),
  };
}

export function makePaced(
  train: TrainForm,
  { window_ms, interval_ms }: { readonly window_ms: number; readonly interval_ms: number },
): PacedForm {
  checkDuration(window_ms, "a train repeats");
  checkDuration(interval_ms, "a train repeats");
  const count = Math.floor(window_ms / interval_ms);
  if (count > OCCURRENCES_MAX) {
    throw new UnreadableSource(`it runs ${count} times, at most ${OCCURRENCES_MAX} are taken`);
  }
  const paced = { time_window: printDuration(window_ms), interval: printDuration(interval_ms) };
  return { ...train, paced, exceptions: [] };
}

/** The single trains of a paced train without exceptions, with their numbers. */
export function listOccurrences({
  paced,
  exceptions: _exceptions,
  numbering,
  ...train
}: PacedForm): TrainForm[] {
  const interval_ms = durationMs(paced.interval);
  const count = Math.floor(durationMs(paced.time_window) / interval_ms);
  const start_ms = datetimeMs(train.start_time);
  return Array.from({ length: count }, (_, i) => ({
    ...train,
    ...(numbering && { train_name: numberTrain(numbering, i) }),
    start_time: printDateTime(start_ms + i * interval_ms),
  }));
}

function checkDuration(ms: number, what: string): void {
  if (ms >= 0 && ms <= DURATION_MS_MAX) return;
  throw new UnreadableSource(`${what} after less than nothing, or after more than a hundred years`);
}

/** The places of a train in its order; it is at the first one at its start. */
export function callsOf({ path, schedule }: Pick<TrainForm, "path" | "schedule">): Call[] {
  const points = new Map(schedule.map((point) => [point.at, point]));
  return path.map(({ id, deleted, ...location }, i) => {
    const { arrival, stop_for, reception_signal, locked } = points.get(id) ?? POINT_DEFAULTS;
    const marks: Marks = {
      ...(reception_signal !== POINT_DEFAULTS.reception_signal && { reception_signal }),
      ...(locked && { locked }),
      ...(deleted && { deleted }),
    };
    return {
      location,
      arrival_ms: i === 0 ? 0 : arrival === null ? null : durationMs(arrival),
      stop_ms: stop_for === null ? null : durationMs(stop_for),
      ...(Object.keys(marks).length > 0 && { marks }),
    };
  });
}

/** What a train tells beside its calls, as reports name it. */
const DETAILS = {
  margins: ({ margins }) => margins.values.some((value) => value !== "0%" && value !== "none"),
  "initial speeds": ({ initial_speed }) => initial_speed !== 0,
  "power restrictions": ({ power_restrictions }) => power_restrictions.length > 0,
  "waivers of electrical profiles": ({ options }) => options.use_electrical_profiles === false,
  "signals at stops": ({ schedule }) => schedule.some((one) => one.reception_signal !== "OPEN"),
  marks: ({ path, schedule }) =>
    path.some(({ deleted }) => deleted) || schedule.some(({ locked }) => locked),
  labels: ({ labels }) => labels.length > 0,
  "speed limit tags": ({ speed_limit_tag }) => speed_limit_tag !== null,
  comfort: ({ comfort }) => comfort !== "STANDARD",
  distributions: ({ constraint_distribution }) => constraint_distribution === "LINEAR",
  days: ({ days }) => days !== undefined,
  "own categories": ({ category }) => category !== null && !("main_category" in category),
} satisfies Record<string, (train: TrainForm) => boolean>;
type Detail = keyof typeof DETAILS;
const DETAIL_NAMES = Object.keys(DETAILS) as Detail[];

/** Tells what a format that holds only some of them leaves out of a train. */
export function noteDetails(
  train: TrainForm,
  held: readonly Detail[],
  { report, element }: { readonly report: ExchangeReport; readonly element: string },
): void {
  const left_out = DETAIL_NAMES.filter((name) => !held.includes(name));
  if (!left_out.some((name) => DETAILS[name](train))) return;
  const where = { element, id: train.train_name };
  const message = `${left_out.join(", ")} are left out`;
  report.note({ severity: "info", code: "details_left_out", where, message });
}

/** Whether a train runs on at its last place, which most formats take for a stop. */
export function passesEnd(train: TrainForm): boolean {
  const end = train.path.at(-1)?.id;
  return !train.schedule.some(({ at, stop_for }) => at === end && stop_for !== null);
}

/** Tells that a format stops a train at its last place. */
export function noteEnd(
  train: TrainForm,
  { report, element }: { readonly report: ExchangeReport; readonly element: string },
): void {
  if (!passesEnd(train)) return;
  const where = { element, id: train.train_name };
  const message =
    "it runs on at its last place, where trains of this format stop: it comes in later";
  report.note({ severity: "warning", code: "end_made_stop", where, message });
}

/** The document as the bytes of its JSON text. */
export function encodeTimetable(form: TimetableForm): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(form));
}
