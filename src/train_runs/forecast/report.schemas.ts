/** Reports of running trains, and decisions about them. */
import * as v from "valibot";
import { queryBool } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import { PrintedDateTime, TrackOffset } from "../../railway/quantities.ts";
import {
  Count,
  Identifier,
  isObject,
  NonBlankText,
  PlainObject,
  Text,
} from "../../railway/scalars.ts";
import { DateTime } from "../../railway/time.schemas.ts";
import { about, nameSchemas, onWire } from "../../railway/wire.ts";
import { queryListedDate } from "../../timetable/calendar/date_query.ts";
import { ReportedTrain, SentTrain } from "../operation/reported_train.ts";

const PAGE_MAX = 1000;
const PRIORITY_MAX = 9;
const PERCENT_MAX = 400;
/** As JSON: an index has no room for much more. */
const ZONE_BYTES_MAX = 2000;
const ENDS_TOO_EARLY = "until must be later than at";
/** They have no stop. */
const OF_WHOLE_TRAINS: ReadonlySet<string> = new Set(["cancelled", "slower"]);

const ReportEvent = about(
  v.picklist([
    "arrived",
    "departed",
    "passed",
    "held",
    "follows",
    "cancelled",
    "ends",
    "stands",
    "slower",
  ]),
  "`arrived`, `departed`: at a planned stop. `passed`: a waypoint, without a stop. `held`: it does not depart there before. `follows`: from there on it goes behind `other`. `cancelled`: the whole train does not run. `ends`: it does not run beyond that stop, and leaves the track there. `stands`: as `ends`, but it stays on the track, which is occupied for good. `slower`: from `at` to `until` it takes `percent` more time from each signal to the next",
);

/** When, and who says so; of reports of any kind. */
const said_entries = {
  observed_at: about(
    DateTime,
    "When that was known; of two reports of one priority the later one is believed",
  ),
  source: v.optional(about(Identifier, "Who says so"), "unknown"),
  priority: v.optional(
    about(
      v.pipe(Count, v.maxValue(PRIORITY_MAX, `must be at most ${PRIORITY_MAX}`)),
      "Of the source: the highest is believed, whatever lower ones say later, until it is withdrawn",
    ),
    0,
  ),
};

/** `name`: how its trains are named. */
function trainReport<Name>(name: v.GenericSchema<unknown, Name>) {
  return v.pipe(
    PlainObject,
    v.strictObject({
      train: about(name, "Which train"),
      event: ReportEvent,
      stop: v.optional(about(Identifier, "Id of its waypoint; none of `cancelled` and `slower`")),
      other: v.optional(about(name, "Of `follows` alone: the train that goes first")),
      at: about(v.nullable(DateTime), "When; null: what was said before is withdrawn"),
      percent: v.optional(
        about(
          v.pipe(
            v.number(),
            v.integer("must be a whole number"),
            v.minValue(1, "must be at least 1"),
            v.maxValue(PERCENT_MAX, `must be at most ${PERCENT_MAX}`),
          ),
          "Of `slower` alone: by how much its shortest running times are longer",
        ),
      ),
      until: v.optional(
        about(
          v.nullable(DateTime),
          "Of `slower` alone: when it is over; null or absent: nobody knows",
        ),
      ),
      ...said_entries,
    }),
    v.check(
      ({ event, stop }) => OF_WHOLE_TRAINS.has(event) === (stop === undefined),
      "must have a stop, unless the train is cancelled or slower",
    ),
    v.check(
      ({ event, percent, at }) =>
        event === "slower" ? at === null || percent !== undefined : percent === undefined,
      "must have percent if the train is slower, and else none",
    ),
    v.check(
      ({ event, until = null }) => event === "slower" || until === null,
      "must have no until, unless the train is slower",
    ),
    v.check((one) => isOverLater(one), ENDS_TOO_EARLY),
    v.check(
      ({ event, other }) => (event === "follows") === (other !== undefined),
      "must name another train if it follows one, and else none",
    ),
  );
}

/** Its trains are named as answers name them. */
export const TrainReport = trainReport(ReportedTrain);
export type TrainReport = v.InferOutput<typeof TrainReport>;

export const SentTrainReport = trainReport(SentTrain);

const ClosedRange = v.pipe(
  v.strictObject({
    track_section: about(Identifier, "Id of a track section"),
    begin: v.optional(about(TrackOffset, "Millimetres from its start; absent: from there")),
    end: v.optional(about(TrackOffset, "Millimetres from its start; absent: to its end")),
  }),
  v.check(({ begin = 0, end = Infinity }) => begin <= end, "begin must not be beyond end"),
);
/** Track that is closed, as answers name it. */
export const CLOSED_ENTRIES = {
  track_range: v.optional(about(ClosedRange, "Track that is closed")),
  zone: v.optional(about(Text, "Zone that is closed")),
};
export const ClosedPlace = v.object(CLOSED_ENTRIES);

const Until = v.nullish(about(DateTime, "When it is over; null or absent: nobody knows"), null);

export const ClosedTrack = v.pipe(
  PlainObject,
  v.strictObject({
    event: about(v.literal("closed"), "No train gets a block with a zone of that track"),
    track_range: v.optional(about(ClosedRange, "What is closed, in both directions")),
    zone: v.optional(
      about(
        v.pipe(
          NonBlankText,
          v.check(
            (name) => Buffer.byteLength(JSON.stringify(name)) <= ZONE_BYTES_MAX,
            `must have at most ${ZONE_BYTES_MAX} bytes as JSON: close its track ranges instead`,
          ),
        ),
        "Instead of it: the name of a zone, as conflicts have it",
      ),
    ),
    date: v.optional(
      about(DateText, "Operating day under which it is listed, if the timetable has a period"),
    ),
    at: about(v.nullable(DateTime), "Since when; null: what was said before is withdrawn"),
    until: Until,
    ...said_entries,
  }),
  v.check(
    ({ track_range, zone }) => (track_range === undefined) !== (zone === undefined),
    "must have either track_range or zone",
  ),
  v.check((one) => isOverLater(one), ENDS_TOO_EARLY),
);
export type ClosedTrack = v.InferOutput<typeof ClosedTrack>;

function isOverLater({
  at,
  until = null,
}: {
  readonly at: string | null;
  readonly until?: string | null | undefined;
}): boolean {
  return until === null || (at !== null && datetimeMs(at) < datetimeMs(until));
}

export type DayReport = TrainReport | ClosedTrack;

/** By their event, so that a fault is told of the form that was meant. */
export const SentReport = v.pipe(
  v.lazy((input) =>
    isObject(input) && input["event"] === "closed" ? ClosedTrack : SentTrainReport,
  ),
  onWire({
    anyOf: [
      { $ref: "#/components/schemas/SentTrainReport" },
      { $ref: "#/components/schemas/ClosedTrack" },
    ],
  }),
);
export type SentReport = v.InferOutput<typeof SentTrainReport> | ClosedTrack;

export const REPORT_EXAMPLE = {
  train: { kind: "train_schedule", id: 12 },
  event: "departed",
  stop: "a",
  at: "2026-05-22T08:04:00Z",
  observed_at: "2026-05-22T08:04:10Z",
  source: "signal box",
};

export const RUN_EXAMPLE = {
  ...REPORT_EXAMPLE,
  train: { operation_id: 31, run: 7 },
  event: "arrived",
  stop: "b",
};

export const CLOSED_EXAMPLE = {
  event: "closed",
  track_range: { track_section: "TA1", begin: 0, end: 500_000 },
  at: "2026-05-22T08:10:00Z",
  until: "2026-05-22T09:00:00Z",
  observed_at: "2026-05-22T08:10:20Z",
  source: "signal box",
};

export const ReportsTaken = v.object({
  believed_count: about(Count, "Reports that are believed now"),
  outdated_count: about(
    Count,
    "Reports that are not: a newer one or one of a higher priority was known or came with them, or a taken hold was decided for longer",
  ),
});

export const BelievedReports = pageSchema(
  v.object({
    train: v.optional(about(ReportedTrain, "Which train; none of `closed`")),
    event: about(v.union([ReportEvent, v.literal("closed")]), "What was reported or decided"),
    ...CLOSED_ENTRIES,
    stop: v.nullable(about(Identifier, "Id of its waypoint")),
    other: v.optional(about(ReportedTrain, "The train that goes first")),
    at: v.nullable(PrintedDateTime),
    date: v.optional(about(DateText, "Operating day under which closed track is listed")),
    percent: v.optional(about(Count, "By how much the train is slower")),
    until: v.optional(about(v.nullable(PrintedDateTime), "When it is over; null: nobody knows")),
    observed_at: PrintedDateTime,
    source: about(Identifier, "Who says so"),
    priority: about(Count, "Of the source"),
  }),
);

export const ReportDateQuery = v.object({ date: queryListedDate });
export const ReportListQuery = v.object({
  ...pageQuery(PAGE_MAX),
  date: queryListedDate,
  latest_first: v.optional(
    about(queryBool, "By `observed_at`; else in the order in which something was said first"),
    ["false"],
  ),
});

nameSchemas({
  SentReport,
  SentTrainReport,
  TrainReport,
  ClosedTrack,
  ClosedPlace,
  ReportsTaken,
  BelievedReports,
});
