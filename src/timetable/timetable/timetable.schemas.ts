/** Timetables (interface.md 7): they hold trains and may have a name. */
import * as v from "valibot";
import { authorship_entries, dropped, dropped_authorship } from "../../platform/http/authorship.ts";
import { bodyId, queryBool } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Period } from "../../railway/days/days.schemas.ts";
import { Count, PlainObject } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { Name } from "../../studies/project/fields.schemas.ts";

const TIMETABLES_PAGE_MAX = 1000;

/** Its name; null: none. Older clients name profiles in a creation, others send the record back. */
export const TimetableBody = v.pipe(
  PlainObject,
  v.strictObject({
    name: v.optional(about(v.nullable(Name), "Its name for people; null: none")),
    period: v.optional(
      about(v.nullable(Period), "On which days its trains run; null: on those of their starts"),
    ),
    ...dropped("changed_days"),
    ...dropped("timetable_id", "train_count", "electrical_profile_set_id"),
    ...dropped_authorship,
  }),
);

export const NewTimetable = v.strictObject({ timetable_id: bodyId });
export const timetable_entries = {
  timetable_id: bodyId,
  name: about(v.nullable(Name), "Its name for people; null: none"),
  train_count: about(Count, "How many train schedules and paced trains it has"),
  period: v.exactOptional(
    about(Period, "On which days its trains run; absent: on those of their starts"),
  ),
  ...authorship_entries,
};
export const Timetable = v.strictObject(timetable_entries);
export type Timetable = v.InferOutput<typeof Timetable>;

export const IDS_MAX = 100;
const changed_trains = v.strictObject({
  count: about(Count, "How many trains"),
  ids: about(v.array(bodyId), `The first ${IDS_MAX} of them`),
});

/** The answer of a change. */
export const ChangedTimetable = v.strictObject({
  ...timetable_entries,
  changed_days: v.exactOptional(
    about(
      v.strictObject({
        lost: about(changed_trains, "Trains that do not run any more on some dates"),
        gained: about(changed_trains, "Trains that run on more dates"),
      }),
      "What another period does to trains",
    ),
  ),
});
export type ChangedTimetable = v.InferOutput<typeof ChangedTimetable>;

export const TimetableChangeQuery = v.object({
  force: about(
    v.optional(queryBool, ["false"]),
    "A period with which trains do not run any more on some dates is meant so",
  ),
});

export const TimetableDeletionQuery = v.object({
  force: about(v.optional(queryBool, ["false"]), "Its opened days are to go too"),
});

export const TimetableListQuery = v.object(pageQuery(TIMETABLES_PAGE_MAX));
export const TimetablePage = pageSchema(Timetable);

nameSchemas({ ChangedTimetable, Period, TimetableBody, NewTimetable, Timetable, TimetablePage });
