/** Timetables (interface.md 7): they hold trains and may have a name. */
import * as v from "valibot";
import { authorship_entries, dropped, dropped_authorship } from "../../platform/http/authorship.ts";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Count, PlainObject } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { Name } from "../../studies/project/fields.schemas.ts";

const TIMETABLES_PAGE_MAX = 1000;

/** Its name; null: none. Older clients name profiles in a creation, others send the record back. */
export const TimetableBody = v.pipe(
  PlainObject,
  v.strictObject({
    name: v.optional(about(v.nullable(Name), "Its name for people; null: none")),
    ...dropped("timetable_id", "train_count", "electrical_profile_set_id"),
    ...dropped_authorship,
  }),
);

export const NewTimetable = v.strictObject({ timetable_id: bodyId });
export const timetable_entries = {
  timetable_id: bodyId,
  name: about(v.nullable(Name), "Its name for people; null: none"),
  train_count: about(Count, "How many train schedules and paced trains it has"),
  ...authorship_entries,
};
export const Timetable = v.strictObject(timetable_entries);
export type Timetable = v.InferOutput<typeof Timetable>;

export const TimetableListQuery = v.object(pageQuery(TIMETABLES_PAGE_MAX));
export const TimetablePage = pageSchema(Timetable);

nameSchemas({ TimetableBody, NewTimetable, Timetable, TimetablePage });
