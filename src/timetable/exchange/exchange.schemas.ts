/** A timetable as a document, the answer of an import, and the query of an export. */
import * as v from "valibot";
import {
  bodyId,
  queryBool,
  queryInfra,
  queryKinds,
  queryOneOf,
  queryText,
  queryTextList,
} from "../../platform/http/fields.ts";
import { DateText, Period } from "../../railway/days/days.schemas.ts";
import {
  SERVICE_KINDS,
  TIMETABLE_FORMATS,
  TIMETABLE_IMPORT_FORMATS,
  TIMETABLE_WINDOW,
} from "../../railway/exchange_terms.ts";
import { type Parsed, parseDuration, parseUtcDateTime } from "../../railway/iso8601.ts";
import { ExchangeReportRows } from "../../railway/report.schemas.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { type ColumnHead, readColumnHead } from "../../railway/table_columns.ts";
import { about, type JsonSchema, nameSchemas, onWire } from "../../railway/wire.ts";
import { DayList } from "../calendar/day_list.schemas.ts";
import { PacedTrainCreation } from "../paced_train/paced_train.schemas.ts";
import { TrainScheduleCreation } from "../train_schedule/train_schedule.schemas.ts";

/** Version of the format; a worker reads the document (`workers/tasks/exchange/split_timetable.ts`). */
export const DOCUMENT_VERSION = 1;
export const DATED_VERSION = 2;

/** Everything in a timetable, in the form of a creation: without ids, in the order of creation. */
export const TimetableDocument = v.strictObject({
  version: about(
    v.picklist([DOCUMENT_VERSION, DATED_VERSION]),
    "Version of the format: 2 with a period",
  ),
  period: v.exactOptional(about(Period, "Of the timetable; that which imports it contains it")),
  day_lists: v.exactOptional(about(v.array(DayList), "Of the timetable")),
  train_schedules: v.optional(about(v.array(TrainScheduleCreation), "Train schedules"), []),
  paced_trains: v.optional(about(v.array(PacedTrainCreation), "Paced trains"), []),
});

/** In the order of the document. */
export const ImportedTrains = v.strictObject({
  train_schedule_ids: about(v.array(bodyId), "Ids in the order of the document"),
  paced_train_ids: about(v.array(bodyId), "Ids in the order of the document"),
  report: v.exactOptional(about(ExchangeReportRows, "Of a file in another format")),
});
export type ImportedTrains = v.InferOutput<typeof ImportedTrains>;

const FORMATS = ["json", ...TIMETABLE_FORMATS] as const;
const IMPORT_FORMATS = ["json", ...TIMETABLE_IMPORT_FORMATS] as const;
const CALENDARS = ["window", "keep", "cut"] as const;
const Format = v.pipe(
  queryText,
  v.picklist(
    FORMATS,
    `must be one of ${FORMATS.join(", ")}; times as CSV are at /timetable/{timetable_id}/times`,
  ),
  v.description("Format of the document"),
);
const ImportFormat = v.pipe(queryOneOf(IMPORT_FORMATS), v.description("Format of the document"));

/** Milliseconds. */
export function parsedBy(
  parse: (text: string) => Parsed,
  shown: JsonSchema,
): v.GenericSchema<string, number> {
  return v.pipe(
    v.string(),
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const parsed = parse(dataset.value);
      if (parsed.ok) return parsed.value;
      addIssue({ message: parsed.error });
      return NEVER;
    }),
    onWire({ type: "string", ...shown }),
  );
}

const queryColumns = v.pipe(
  queryTextList,
  v.array(
    v.pipe(
      v.string(),
      v.rawTransform(({ dataset, addIssue, NEVER }): ColumnHead => {
        const head = readColumnHead(dataset.value);
        if (head !== null) return head;
        addIssue({ message: "must be a column and what it is called, as train:Zugnummer" });
        return NEVER;
      }),
    ),
  ),
);

export const ExportQuery = v.object({
  format: v.optional(Format, ["json"]),
  infra_id: v.optional(
    about(queryInfra, "Network whose computed times and names of stations other formats get"),
  ),
});

const ofFile = (which: string): string =>
  `With \`keep\` or \`cut\`, of another format: the ${which} of the file's operating days that is taken; trains without any day left are left out`;

export const TimetableImportQuery = v.object({
  format: v.optional(ImportFormat, ["json"]),
  infra_id: v.optional(
    about(queryInfra, "Network in which other formats' names of places are looked up"),
  ),
  rolling_stock_name: about(
    v.optional(v.pipe(queryText, Text), [TIMETABLE_WINDOW.rolling_stock_name]),
    "Rolling stock of trains that name none",
  ),
  start_time: about(
    v.optional(v.pipe(queryText, parsedBy(parseUtcDateTime, { format: "date-time" })), [
      TIMETABLE_WINDOW.start_time,
    ]),
    "First moment of periodic timetables, and the first day of services",
  ),
  time_window: about(
    v.optional(v.pipe(queryText, parsedBy(parseDuration, { format: "duration" })), [
      TIMETABLE_WINDOW.time_window,
    ]),
    "How long periodic timetables run, and services are taken",
  ),
  kinds: about(
    v.optional(queryKinds, [SERVICE_KINDS.join(",")]),
    "Kinds of railways that are taken of GTFS and NeTEx",
  ),
  columns: about(
    v.optional(queryColumns, []),
    "What a table calls its columns, as `train:Zugnummer,station:Ort`; signs as in URLs",
  ),
  strict: about(
    v.optional(queryBool, ["false"]),
    "All or nothing: a train that can't be read refuses the file; else it is left out and reported",
  ),
  calendar: about(
    v.optional(v.pipe(queryText, v.picklist(CALENDARS)), ["window"]),
    "`keep`: services become trains with days; a timetable without a period gets that of the file (Writer), another one must contain it. `cut`: as `keep`, but days that its period does not have are left out, and clocks of another zone converted. `window`: services become a train for each day of the window",
  ),
  first: v.optional(about(v.pipe(queryText, DateText), ofFile("first"))),
  last: v.optional(about(v.pipe(queryText, DateText), ofFile("last"))),
});

/** Of a file in another format; the whole of it is refused by an import alone. */
export const TimetablePreviewQuery = v.object({
  ...TimetableImportQuery.entries,
  format: v.pipe(queryOneOf(TIMETABLE_IMPORT_FORMATS), v.description("Format of the file")),
});

const NamedPoint = v.strictObject({
  id: about(Text, "Id of an operational point"),
  name: about(v.nullable(Text), "Its name"),
});

const LookedUpPlace = v.strictObject({
  name: about(Text, "What the file calls it"),
  count: about(Count, "How often it was looked up"),
  found_by: about(
    v.nullable(v.picklist(["match", "word", "place"])),
    "As it was chosen before, by a code or name, or within 500 m; null: it was not found",
  ),
  operational_point: about(v.nullable(NamedPoint), "Which one it is in the network"),
  candidates: about(v.array(NamedPoint), "Those of a similar name, if it needs a choice"),
});

/** May be longer than a timetable's period. */
const FilePeriod = v.strictObject({
  first: about(DateText, "First operating day"),
  last: about(DateText, "Last operating day"),
  time_zone: about(Text, "Of its clock, UTC if it tells none"),
});

const Start = about(v.nullable(Text), "Of all trains; null: there are none");
export const TimetableImportPreview = v.strictObject({
  train_schedules: about(Count, "How many train schedules it would have"),
  paced_trains: about(Count, "How many paced trains it would have"),
  first_start: Start,
  last_start: Start,
  period: v.exactOptional(
    about(
      v.nullable(FilePeriod),
      "With `calendar`: of the file's operating days; null: it tells none",
    ),
  ),
  found: about(
    v.strictObject({
      match: about(Count, "As they were chosen before"),
      word: about(Count, "By a code or name"),
      place: about(Count, "Within 500 m"),
      not: about(Count, "Not at all"),
    }),
    "How many names of places were found in which way",
  ),
  places: about(
    v.array(LookedUpPlace),
    "At most 500; first those that were not found, then those found by where they are",
  ),
  report: ExchangeReportRows,
});

nameSchemas({
  TimetableDocument,
  ImportedTrains,
  NamedPoint,
  LookedUpPlace,
  TimetableImportPreview,
});
