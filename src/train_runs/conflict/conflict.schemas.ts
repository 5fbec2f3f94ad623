/** Conflicts of a timetable: query and answer (interface.md 11.1). */
import * as v from "valibot";
import {
  bodyId,
  queryId,
  queryInfra,
  queryLimits,
  queryProfiles,
} from "../../platform/http/fields.ts";
import { answer_format } from "../../platform/http/sending/parquet_stream.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { queryConflictDate } from "../../timetable/calendar/date_query.ts";

export const ConflictQuery = v.object({
  infra_id: queryInfra,
  electrical_profile_set_id: v.optional(queryProfiles),
  temporary_speed_limit_group_id: v.optional(queryLimits),
  work_schedule_group_id: v.optional(about(queryId, "Works that count; without it none do")),
});

/** Of the conflicts alone. */
export const DatedConflictQuery = v.object({
  ...ConflictQuery.entries,
  date: queryConflictDate,
  format: answer_format,
});

const Span = { start_time: PrintedDateTime, end_time: PrintedDateTime };

const DayShift = about(
  v.pipe(v.number(), v.integer()),
  "With a date: how many days after it the train's operating day is; -1 is the day before",
);

/** Of one of the trains in a conflict. */
export const SHIFTED_ENTRIES = { day_shift: v.optional(DayShift) };

export const CONFLICT_ENTRIES = {
  train_ids: about(v.array(bodyId), "Train schedules in it"),
  train_schedule_ids: about(
    v.array(bodyId),
    "The same list under the name that later clients read",
  ),
  train_day_shifts: v.exactOptional(
    about(v.array(DayShift), "With a date: of each of the train schedules, in their order"),
  ),
  paced_train_occurrence_ids: about(
    v.array(
      v.object({
        paced_train_id: bodyId,
        index: v.optional(about(Count, "Which occurrence, from 0; absent for an added train")),
        exception_key: v.optional(about(Text, "Key of the exception that it is")),
        ...SHIFTED_ENTRIES,
      }),
    ),
    "Occurrences of paced trains in it",
  ),
  work_schedule_ids: about(v.array(bodyId), "Works in it"),
  ...Span,
  conflict_type: about(
    v.picklist(["Spacing", "Routing"]),
    "Whether trains are too close to each other, or need a zone with its switches set differently",
  ),
  requirements: about(
    v.array(v.object({ zone: about(Text, "Zone of the network"), ...Span })),
    "Zones that more than one of them needs, and when",
  ),
};

/** Spacing conflicts first, then by start within each kind. */
export const ConflictList = v.array(v.object(CONFLICT_ENTRIES));

const DaySet = v.object({
  count: about(Count, "How many days"),
  first: about(DateText, "The first of them"),
  last: about(DateText, "The last of them"),
  bits: about(
    v.pipe(v.string(), v.regex(/^[01]+$/)),
    "One sign for each day of the period from its first on: 1 where they stand",
  ),
});

export const DAY_SETS_ENTRIES = {
  day_sets: about(v.array(DaySet), "The sets of days that conflicts have, each once"),
};

/** A conflict with its days. */
export const STANDING_ENTRIES = {
  ...CONFLICT_ENTRIES,
  day_set: about(Count, "On which days: a place in `day_sets`. Times are of the first one"),
};

/** Of all days of the period. */
export const ConflictsOfDays = v.object({
  ...DAY_SETS_ENTRIES,
  conflicts: about(
    v.array(v.object(STANDING_ENTRIES)),
    "Each once, whatever the days: spacing conflicts first, then by start within each kind",
  ),
  outside_count: about(
    Count,
    "Trains without days that start on no day of the period: they are in no conflict here",
  ),
});

nameSchemas({ ConflictList, ConflictsOfDays });
