/** Reports of running trains, and decisions about them. */
import * as v from "valibot";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, Identifier, PlainObject } from "../../railway/scalars.ts";
import { DateTime } from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { queryListedDate } from "../../timetable/calendar/date_query.ts";
import { ReportedTrain } from "../operation/reported_train.ts";

const PAGE_MAX = 1000;
const PRIORITY_MAX = 9;

const ReportEvent = about(
  v.picklist(["arrived", "departed", "held", "follows", "cancelled", "ends", "stands"]),
  "`arrived`, `departed`: at a planned stop. `held`: it does not depart there before. `follows`: from there on it goes behind `other`. `cancelled`: the whole train does not run. `ends`: it does not run beyond that stop, and leaves the track there. `stands`: as `ends`, but it stays on the track, which is occupied for good",
);

export const TrainReport = v.pipe(
  PlainObject,
  v.strictObject({
    train: about(ReportedTrain, "As answers name it"),
    event: ReportEvent,
    stop: v.optional(about(Identifier, "Id of its waypoint; none of `cancelled`")),
    other: v.optional(about(ReportedTrain, "Of `follows` alone: the train that goes first")),
    at: about(v.nullable(DateTime), "When; null: what was said before is withdrawn"),
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
  }),
  v.check(
    ({ event, stop }) => (event === "cancelled") === (stop === undefined),
    "must have a stop, unless the train is cancelled",
  ),
  v.check(
    ({ event, other }) => (event === "follows") === (other !== undefined),
    "must name another train if it follows one, and else none",
  ),
);
export type TrainReport = v.InferOutput<typeof TrainReport>;

export const REPORT_EXAMPLE = {
  train: { kind: "train_schedule", id: 12 },
  event: "departed",
  stop: "a",
  at: "2026-05-22T08:04:00Z",
  observed_at: "2026-05-22T08:04:10Z",
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
    train: about(ReportedTrain, "Which train"),
    event: ReportEvent,
    stop: v.nullable(about(Identifier, "Id of its waypoint")),
    other: v.optional(about(ReportedTrain, "The train that goes first")),
    at: v.nullable(PrintedDateTime),
    observed_at: PrintedDateTime,
    source: about(Identifier, "Who says so"),
    priority: about(Count, "Of the source"),
  }),
);

export const ReportDateQuery = v.object({ date: queryListedDate });
export const ReportListQuery = v.object({ ...pageQuery(PAGE_MAX), date: queryListedDate });

nameSchemas({ TrainReport, ReportsTaken, BelievedReports });
