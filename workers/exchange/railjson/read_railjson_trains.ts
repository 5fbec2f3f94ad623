/**
 * Reads trains as the peer exports them, in the forms of several years: a list or lists of them; places of a path with
 * their location within them or beside their id; exceptions within `paced` or beside it.
 */
import * as v from "valibot";
import { isObject } from "../../../src/railway/scalars.ts";
import { Duration } from "../../../src/railway/time.schemas.ts";
import { GROUP_FIELDS } from "../../../src/railway/train_defaults.ts";
import { STRICT_TRAIN_ENTRIES, strictly } from "../../../src/railway/train_entries.ts";
import type { ExchangeReport } from "../exchange_report.ts";
import { readJson } from "../read_json.ts";
import { UnreadableSource } from "../source_fault.ts";
import type { PacedForm, TrainForm, TrainTaker } from "../timetable/timetable_form.ts";
import type { TimetableSource } from "../timetable/timetable_source.ts";
import { dropUnknown, type Fields, faultOf, type NewerPlace, pickKnown } from "./newer_fields.ts";

/** Names of lists of trains in documents. */
const LISTS = ["train_schedules", "paced_trains", "trains", "results"];
/** Of a record, which has others here. */
const OF_RECORDS = [
  "id",
  "timetable_id",
  "train_schedule_set_id",
  "created_by",
  "updated_by",
  "created_at",
  "updated_at",
  "version",
];
const POINT_FIELDS = [
  "id",
  "deleted",
  "track",
  "offset",
  "operational_point",
  "trigram",
  "uic",
  "secondary_code",
  "local_track_name",
  "track_reference",
];
const EXCEPTION_FIELDS = [
  "key",
  "occurrence_index",
  "disabled",
  "rolling_stock",
  "path_and_schedule",
  ...Object.keys(GROUP_FIELDS),
];

const Train = strictly(STRICT_TRAIN_ENTRIES);
const Paced = strictly({
  ...STRICT_TRAIN_ENTRIES,
  paced: strictly({ time_window: Duration, interval: Duration }),
  exceptions: v.array(v.looseObject({ key: v.string() })),
});

export function readRailjsonTrains(
  { bytes, rolling_stock_name }: TimetableSource,
  report: ExchangeReport,
  take: TrainTaker,
): void {
  const trains = listTrains(readJson(bytes), report);
  for (const [i, train] of trains.entries()) {
    const where = { element: "train", id: nameOf(train) || String(i + 1) };
    for (const form of report.attempt(where, () => [readTrain(train, report)])) {
      take(form.rolling_stock_name === "" ? { ...form, rolling_stock_name } : form);
    }
  }
}

function listTrains(given: unknown, report: ExchangeReport): readonly unknown[] {
  if (Array.isArray(given)) return given;
  if (!isObject(given)) throw new UnreadableSource("a timetable is a list of trains, or has some");
  const { version: _version, ...lists } = pickKnown(given, [...LISTS, "version"], {
    element: "timetable",
    report,
  });
  const found = Object.values(lists).filter((list) => Array.isArray(list));
  if (found.length === 0) throw new UnreadableSource(`it has none of ${LISTS.join(", ")}`);
  return found.flat();
}

function nameOf(train: unknown): string {
  const name = isObject(train) ? train["train_name"] : undefined;
  return typeof name === "string" ? name.slice(0, 100) : "";
}

/** Throws an `UnreadableSource`. */
function readTrain(given: unknown, report: ExchangeReport): TrainForm | PacedForm {
  if (!isObject(given)) throw new UnreadableSource("a train is an object");
  const told = { element: "train", report };
  const own = Object.entries(given).filter(([name]) => !OF_RECORDS.includes(name));
  const { paced, exceptions, ...fields } = Object.fromEntries(own);
  const train: Fields = {
    rolling_stock_name: "",
    constraint_distribution: "STANDARD",
    ...fields,
    path: readPath(fields["path"], told),
  };
  if (!isObject(paced)) return parse(Train, train, told);
  const { exceptions: inner, ...pace } = paced;
  return parse(
    Paced,
    { ...train, paced: pace, exceptions: readExceptions(inner ?? exceptions, told) },
    told,
  );
}

function readExceptions(given: unknown, told: NewerPlace): unknown[] {
  if (!Array.isArray(given)) return [];
  const own = { ...told, element: "exception" };
  return given.filter(isObject).map((exception) => {
    const known = pickKnown(exception, EXCEPTION_FIELDS, own);
    const changed = known["path_and_schedule"];
    if (!isObject(changed)) return known;
    return { ...known, path_and_schedule: { ...changed, path: readPath(changed["path"], own) } };
  });
}

/** Each with its place beside its id. */
function readPath(path: unknown, { element, report }: NewerPlace): unknown {
  if (!Array.isArray(path)) return path;
  return path.map((point: unknown) => {
    if (!isObject(point)) return point;
    const { location, ...beside } = point;
    const flat = isObject(location) ? { ...beside, ...location } : beside;
    return pickKnown(flat, POINT_FIELDS, { element: `${element}.path`, report });
  });
}

function parse<Form>(
  schema: v.GenericSchema<unknown, Form>,
  train: Fields,
  told: NewerPlace,
): Form {
  dropUnknown(schema, train, told);
  const fault = faultOf(schema, train);
  if (fault !== null) throw new UnreadableSource(fault);
  return v.parse(schema, train);
}
