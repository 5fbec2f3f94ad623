/** Opened days: running days that stand on a plan of their own. */
import * as v from "valibot";
import { bodyId, queryId, queryText } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, PlainObject, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { ReportedTrain } from "./reported_train.ts";

const PAGE_MAX = 200;
const RUNS_PAGE_MAX = 1000;

export const OpenDayForm = v.strictObject({
  timetable_id: about(bodyId, "Whose trains run"),
  infra_id: about(bodyId, "On what"),
  date: v.optional(
    about(DateText, "A day of the period; absent: each train at its `start_time`, as in reports"),
  ),
  electrical_profile_set_id: v.nullish(about(bodyId, "Electrical profiles that count"), null),
  temporary_speed_limit_group_id: v.nullish(
    about(bodyId, "Temporary speed limits that count"),
    null,
  ),
});
export type OpenDayForm = v.InferOutput<typeof OpenDayForm>;

export const NewOpenDay = v.strictObject({ id: bodyId });

export const OpenedDay = v.strictObject({
  id: bodyId,
  timetable_id: bodyId,
  infra_id: bodyId,
  date: v.exactOptional(about(DateText, "The operating day; absent: trains at their starts")),
  electrical_profile_set_id: v.nullable(bodyId),
  temporary_speed_limit_group_id: v.nullable(bodyId),
  run_count: about(Count, "Trains of its plan"),
  begin: about(v.nullable(PrintedDateTime), "When the first one starts; null: there is none"),
  end: about(v.nullable(PrintedDateTime), "When the last one is planned to end"),
  opened_at: PrintedDateTime,
  opened_by: about(v.nullable(Text), "Name of the user; null: nobody was signed in, or is gone"),
  plan: about(Count, "How many plans it has stood on, from 1"),
  planned_at: about(PrintedDateTime, "Of when its plan is"),
  has_plan_changed: about(
    v.boolean(),
    "Trains, rolling stocks or the period were changed since; maybe none of this day",
  ),
  has_network_changed: about(v.boolean(), "The infrastructure was edited since"),
});
export type OpenedDay = v.InferOutput<typeof OpenedDay>;

export const RefreshForm = v.pipe(
  PlainObject,
  v.strictObject({
    dry_run: v.optional(about(v.boolean(), "Only what would change is told"), false),
  }),
);

const run_entries = {
  run: about(Count, "Its number on this day, which stays"),
  train: about(ReportedTrain, "Its name in reports and answers"),
  name: about(Text, "Its name for people"),
  start: about(PrintedDateTime, "When it starts as planned"),
};

export const RUNS_TOLD_MAX = 100;

function listOf<T>(what: string, entries: v.GenericSchema<unknown, T>) {
  return about(
    v.strictObject({
      count: about(Count, "How many"),
      runs: about(v.array(entries), `The first ${RUNS_TOLD_MAX} of them`),
    }),
    what,
  );
}

export const RefreshedDay = v.strictObject({
  is_dry_run: about(v.boolean(), "Nothing has changed yet"),
  added: listOf("Trains that the day did not have", v.strictObject(run_entries)),
  removed: listOf(
    "Trains that it has no more, as they were; what is reported of them is kept and not used",
    v.strictObject({ ...run_entries, report_count: about(Count, "Of reports about it") }),
  ),
  changed: listOf(
    "Trains that are otherwise: the same ones by their planned departure, or else by their name",
    v.strictObject({
      ...run_entries,
      was: about(
        v.strictObject({
          train: about(ReportedTrain, "Its name then"),
          start: about(PrintedDateTime, "Its start then"),
        }),
        "As it was",
      ),
      is_run_changed: about(v.boolean(), "Its path, stops, stock or margins"),
    }),
  ),
  rolling_stocks: about(v.array(Text), "Names of those that were changed"),
  has_network_changed: about(v.boolean(), "The infrastructure was edited since the last plan"),
});
export type RefreshedDay = v.InferOutput<typeof RefreshedDay>;

export const OpenDayQuery = v.object({
  ...pageQuery(PAGE_MAX),
  timetable_id: about(queryId, "Whose days are listed"),
});
export const OpenDayPage = pageSchema(OpenedDay);

export const RunsQuery = v.object({
  ...pageQuery(RUNS_PAGE_MAX),
  name: v.optional(about(queryText, "Only trains that are called so")),
});
const OpenDayRun = v.strictObject({
  ...run_entries,
  is_gone: about(v.boolean(), "The day's plan has it no more, since a refresh"),
});
export type OpenDayRun = v.InferOutput<typeof OpenDayRun>;
export const OpenDayRunPage = pageSchema(OpenDayRun);

nameSchemas({
  OpenDayForm,
  NewOpenDay,
  OpenedDay,
  OpenDayPage,
  OpenDayRunPage,
  RefreshForm,
  RefreshedDay,
});
