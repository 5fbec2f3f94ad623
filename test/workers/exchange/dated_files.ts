/** Timetables with operating days as files: written and read again, with what is told of their trains. */
import { Temporal } from "temporal-polyfill";
import type { Period } from "../../../src/railway/days/days.schemas.ts";
import type { TimetableImportFormat } from "../../../src/railway/exchange_terms.ts";
import { readTimetableFile } from "../../../workers/exchange/read_timetable.ts";
import type { CalendarWish } from "../../../workers/exchange/timetable/dated_trains.ts";
import { type Station, StationIndex } from "../../../workers/exchange/timetable/station_index.ts";
import {
  callsOf,
  type TimetableForm,
  type TrainForm,
} from "../../../workers/exchange/timetable/timetable_form.ts";

export const READ_OPTIONS = {
  rolling_stock_name: "Regional 160",
  start_ms: Date.UTC(2026, 0, 1),
  window_ms: 0,
  is_strict: true,
  stations: null as StationIndex | null,
};

export function readDated(
  format: TimetableImportFormat,
  bytes: Uint8Array,
  { stations = null, ...wish }: Partial<CalendarWish> & { readonly stations?: StationIndex | null },
): TimetableForm {
  const calendar = { period: null, is_cut: false, ...wish };
  const outcome = readTimetableFile(format, { ...READ_OPTIONS, stations, bytes, calendar });
  if (!outcome.ok) throw new Error(`${outcome.error.line ?? "-"}: ${outcome.error.reason}`);
  return outcome.value.form;
}

const PLACES = 12;
export const stations = new StationIndex(
  Array.from({ length: PLACES }, (_, i): Station => {
    const place = [8 + i / 10, 47] as const;
    const trigram = `P${i}`;
    return { id: `op${i}`, name: `Place ${i}`, trigram, uic: null, secondary_code: null, place };
  }),
);

/** The same on places of the network; names as feeds keep them, and trains that they take. */
export function placed(form: TimetableForm): TimetableForm {
  const place = <Train extends TrainForm>(train: Train): Train => ({
    ...train,
    train_name: train.train_name.replaceAll(/\s/g, "_"),
    labels: [],
    category: null,
    path: train.path.map(({ id, deleted }, i) => {
      const trigram = `P${(i * 5 + train.train_name.length) % PLACES}`;
      return { id, deleted, trigram, secondary_code: null };
    }),
  });
  const { train_schedules, paced_trains } = form;
  return {
    ...form,
    train_schedules: train_schedules.map(place),
    paced_trains: paced_trains.map(place),
  };
}

/** Places and times, and all else that a table has. */
export const describeWhole = (train: TrainForm): unknown => {
  const { train_name, rolling_stock_name, category, labels } = train;
  return [train_name, rolling_stock_name, category, labels, callsOf(train)];
};

/** Without those that start at the second of two equal times of the clock, which railML can't tell. */
export function dropTwice(runs: readonly string[], { time_zone }: Period): string[] {
  return runs.filter((run) => {
    const [start] = JSON.parse(run) as [string];
    const zoned = Temporal.Instant.from(start).toZonedDateTimeISO(time_zone);
    return zoned.toPlainDateTime().toZonedDateTime(time_zone).equals(zoned);
  });
}
