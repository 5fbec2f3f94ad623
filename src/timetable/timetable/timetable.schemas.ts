/** Timetables (interface.md 7): records without a field of their own, they hold trains. */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Count, PlainObject } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const TIMETABLES_PAGE_MAX = 1000;

/** Nothing can be set; keys of older clients are ignored. */
export const TimetableBody = v.pipe(PlainObject, v.object({}));

export const NewTimetable = v.strictObject({ timetable_id: bodyId });
export const Timetable = v.strictObject({
  timetable_id: bodyId,
  train_count: about(Count, "How many train schedules and paced trains it has"),
});
export type Timetable = v.InferOutput<typeof Timetable>;

export const TimetableListQuery = v.object(pageQuery(TIMETABLES_PAGE_MAX));
export const TimetablePage = pageSchema(Timetable);

nameSchemas({ TimetableBody, NewTimetable, Timetable, TimetablePage });
