/**
 * Random timetables with days over changes of clocks, and an own model of which trains run when: each operating day of
 * each train by Temporal, expressions evaluated date by date, in no common code with the server.
 */
import { Temporal } from "temporal-polyfill";
import type { Random } from "../workers/engine/seeded.ts";
import { drawPacedTrain, drawTrain, type LiveWorld, pick } from "./live_world.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = Record<string, any>;

export interface Period {
  readonly first: string;
  readonly last: string;
  readonly time_zone: string;
}

/** Periods over what clocks do, in both hemispheres. */
export const PERIODS: readonly Period[] = [
  { first: "2026-03-26", last: "2026-04-02", time_zone: "Europe/Berlin" },
  { first: "2026-10-22", last: "2026-10-28", time_zone: "Europe/Berlin" },
  { first: "2026-04-02", last: "2026-04-08", time_zone: "Australia/Lord_Howe" },
  { first: "2026-09-30", last: "2026-10-06", time_zone: "Australia/Sydney" },
  // skips 2011-12-30
  { first: "2011-12-27", last: "2012-01-03", time_zone: "Pacific/Apia" },
  // at midnight
  { first: "2016-09-29", last: "2016-10-04", time_zone: "America/Asuncion" },
  { first: "2026-01-01", last: "2026-01-06", time_zone: "UTC" },
];

/** Weeks around changes of the clock, and some without one. */
export const LONG_PERIODS: readonly Period[] = [
  { first: "2026-03-12", last: "2026-04-10", time_zone: "Europe/Berlin" },
  { first: "2026-09-24", last: "2026-10-20", time_zone: "Australia/Sydney" },
  { first: "2011-12-16", last: "2012-01-12", time_zone: "Pacific/Apia" },
  { first: "2026-01-01", last: "2026-01-25", time_zone: "UTC" },
];

const HOUR_MS = 3_600_000;

/** Of one of a record's trains on one of its days. */
export interface ModelRun {
  readonly kind: string;
  readonly id: number;
  readonly index: number | null;
  readonly key: string | null;
  readonly date: string;
  readonly start_ms: number;
  /** Of its record on that day. */
  readonly base_ms: number;
}

/** All dates of a period that its zone has. */
export function listDates({ first, last, time_zone }: Period): string[] {
  const dates: string[] = [];
  const end = Temporal.PlainDate.from(last);
  for (let one = Temporal.PlainDate.from(first); Temporal.PlainDate.compare(one, end) <= 0; ) {
    // a date that the zone skips begins on the next one
    if (one.toZonedDateTime(time_zone).toPlainDate().equals(one)) dates.push(one.toString());
    one = one.add({ days: 1 });
  }
  return dates;
}

/** Begin and end of a date. */
export function spanOf(date: string, time_zone: string): [number, number] {
  const day = Temporal.PlainDate.from(date);
  const [begin, end] = [day, day.add({ days: 1 })].map(
    (one) => one.toZonedDateTime(time_zone).epochMilliseconds,
  );
  return [begin ?? 0, end ?? 0];
}

/** Starts are often near midnight and where clocks change. */
function drawStart(random: Random, { first, last, time_zone }: Period, far_days = -300): string {
  const [begin] = spanOf(first, time_zone);
  const [end] = spanOf(last, time_zone);
  const day_ms = begin + Math.floor((random() * (end - begin)) / (24 * HOUR_MS)) * 24 * HOUR_MS;
  const hours = pick(random, [0, 0.5, 1, 2, 2.25, 3, 9, 22.5, 23.75]) + pick(random, [0, 0, 0.1]);
  const far_ms = random() < 0.1 ? far_days * 24 * HOUR_MS : 0;
  return new Date(day_ms + far_ms + Math.round(hours * 10) * (HOUR_MS / 10)).toISOString();
}

export function drawDays(random: Random, period: Period): Json {
  const all = [1, 2, 3, 4, 5, 6, 7];
  const weekdays = pick(random, [
    all,
    all,
    [1, 2, 3, 4, 5],
    [6, 7],
    all.filter(() => random() < 0.5),
  ]);
  const dates = listDates(period);
  const date = (): string => pick(random, dates);
  return {
    weekdays,
    ...(random() < 0.2 ? { from: date() } : {}),
    ...(random() < 0.4 ? { except: [random() < 0.5 ? date() : "some"] } : {}),
    ...(random() < 0.3 ? { also: [date()] } : {}),
    ...(random() < 0.3 ? { day_offset: pick(random, [0, 1, 2]) } : {}),
  };
}

/** Some stand for one night or two. */
function stretch(random: Random, form: Json): Json {
  const path: Json[] = form["path"];
  if (random() < 0.6) return form;
  const at = pick(random, path.slice(1))["id"];
  const stop_for = pick(random, ["PT9H", "PT23H50M", "PT24H", "PT30H", "PT50H"]);
  const others = form["schedule"].filter((one: Json) => one["at"] !== at);
  const schedule = [...others, { at, stop_for }];
  return { ...form, schedule, margins: { boundaries: [], values: ["0%"] } };
}

function dressForm(random: Random, form: Json, period: Period, far_days?: number): Json {
  return {
    ...stretch(random, form),
    start_time: drawStart(random, period, far_days),
    ...(random() < 0.85 ? { days: drawDays(random, period) } : {}),
  };
}

/** Without exceptions, where it is a paced one. */
export function drawDatedForm(
  random: Random,
  world: LiveWorld,
  period: Period,
  is_paced: boolean,
): Json {
  if (!is_paced) return dressForm(random, drawTrain(random, world), period);
  return { ...dressForm(random, drawPacedTrain(random, world), period, 0), exceptions: [] };
}

export interface DatedTimetable {
  readonly id: number;
  readonly period: Period;
  readonly records: readonly Json[];
  readonly runs: readonly ModelRun[];
}

export async function drawDated(
  random: Random,
  world: LiveWorld,
  period: Period,
  [schedules, paced]: readonly [number, number] = [8, 3],
): Promise<DatedTimetable> {
  const id: number = (await world.make("POST", "/timetable", { period })).json.timetable_id;
  const some = listDates(period).filter(() => random() < 0.4);
  const list = { code: "some", name: "Some", dates: some };
  await world.make("POST", `/timetable/${id}/day_lists`, list);
  const dress = (form: Json, far_days?: number): Json => dressForm(random, form, period, far_days);
  const forms = {
    train_schedule: Array.from({ length: schedules }, () => dress(drawTrain(random, world))),
    paced_train: Array.from({ length: paced }, () => {
      const form = dress(drawPacedTrain(random, world), 0);
      const exceptions = form["exceptions"].map((one: Json) =>
        one["start_time"] === undefined
          ? one
          : { ...one, start_time: { value: drawStart(random, period, 0) } },
      );
      return { ...form, exceptions };
    }),
  };
  const records: Json[] = [];
  for (const kind of ["train_schedule", "paced_train"] as const) {
    const made = await world.make("POST", `/timetable/${id}/${kind}s`, forms[kind]);
    for (const one of made.json) records.push({ ...one, kind });
  }
  const runs = records.flatMap((record) => modelRuns(record, period, some));
  return { id, period, records, runs };
}

function isIn(date: string, entry: string | Json, some: readonly string[]): boolean {
  if (entry === "some") return some.includes(date);
  if (typeof entry === "string") return entry === date;
  return entry["from"] <= date && date <= entry["to"];
}

function runsOn(days: Json, date: string, some: readonly string[]): boolean {
  const { weekdays, from = date, to = date, except = [], also = [] } = days;
  if (also.some((entry: string | Json) => isIn(date, entry, some))) return true;
  if (except.some((entry: string | Json) => isIn(date, entry, some))) return false;
  return from <= date && date <= to && weekdays.includes(Temporal.PlainDate.from(date).dayOfWeek);
}

/** Each train of a record on each of its days. */
function modelRuns(record: Json, period: Period, some: readonly string[]): ModelRun[] {
  const { kind, id, start_time, days, paced, exceptions = [] } = record;
  const zone = period.time_zone;
  const localOf = (text: string): Temporal.PlainDateTime =>
    Temporal.Instant.from(text).toZonedDateTimeISO(zone).toPlainDateTime();
  const example = localOf(start_time)
    .toPlainDate()
    .subtract({ days: days?.day_offset ?? 0 });
  const dates = listDates(period).filter((date) =>
    days === undefined ? example.toString() === date : runsOn(days, date, some),
  );
  return dates.flatMap((date): ModelRun[] => {
    const later = example.until(Temporal.PlainDate.from(date), { largestUnit: "days" });
    const startOf = (text: string): number =>
      days === undefined
        ? Date.parse(text)
        : localOf(text).add(later).toZonedDateTime(zone, { disambiguation: "compatible" })
            .epochMilliseconds;
    const own = { kind, id, date, base_ms: startOf(start_time) };
    if (kind === "train_schedule") {
      return [{ ...own, index: null, key: null, start_ms: startOf(start_time) }];
    }
    const [window, interval] = [paced.time_window, paced.interval].map((text: string) =>
      Temporal.Duration.from(text).total("milliseconds"),
    ) as [number, number];
    const trains: ModelRun[] = [];
    const start_ms = startOf(start_time);
    for (let index = 0; index < Math.floor(window / interval); index++) {
      const change = exceptions.find((one: Json) => one["occurrence_index"] === index);
      if (change?.disabled) continue;
      const at_ms = start_ms + index * interval;
      const own_start = change?.start_time?.value;
      trains.push({
        ...own,
        index,
        key: change?.key ?? null,
        start_ms: own_start === undefined ? at_ms : startOf(own_start),
      });
    }
    for (const { key, occurrence_index, disabled, start_time: added } of exceptions) {
      if (occurrence_index !== undefined || disabled) continue;
      trains.push({ ...own, index: null, key, start_ms: startOf(added?.value ?? start_time) });
    }
    return trains;
  });
}

/** A train of a record, on whatever day. */
export function nameOf({
  kind,
  id,
  index,
  key,
}: Pick<ModelRun, "kind" | "id" | "index" | "key">): string {
  return JSON.stringify([kind, id, index, key]);
}

/** A record as it runs on one of its days, without days; `runs`: its own of that day. */
export function unroll(record: Json, runs: readonly ModelRun[]): Json {
  const { id: _id, timetable_id: _of, kind: _kind, days: _days, ...form } = record;
  const start_time = new Date(runs[0]?.base_ms ?? 0).toISOString();
  if (record["kind"] === "train_schedule") return { ...form, start_time };
  const exceptions = record["exceptions"].map((one: Json) => {
    const run = runs.find(({ key }) => key === one["key"]);
    if (one["start_time"] === undefined || run === undefined) return one;
    return { ...one, start_time: { value: new Date(run.start_ms).toISOString() } };
  });
  return { ...form, start_time, exceptions };
}
