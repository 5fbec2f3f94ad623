/** Opened days: running days that stand on a plan of their own. */
import * as v from "valibot";
import { bodyId, queryId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const PAGE_MAX = 200;

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

export const OpenDayQuery = v.object({
  ...pageQuery(PAGE_MAX),
  timetable_id: about(queryId, "Whose days are listed"),
});
export const OpenDayPage = pageSchema(OpenedDay);

nameSchemas({ OpenDayForm, NewOpenDay, OpenedDay, OpenDayPage });
