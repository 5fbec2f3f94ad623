/** Lists of days of a timetable, which its trains name by code (interface.md 7.4). */
import * as v from "valibot";
import { pathId, pathText } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { DateText, ListCode } from "../../railway/days/days.schemas.ts";
import { Identifier } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const DATES_MAX = 1000;
/** Of a timetable. */
export const LISTS_MAX = 200;

const CODE = "The code by which trains name it; no other of the timetable has the same";

const fields = {
  name: about(Identifier, "Its name for people"),
  dates: about(
    v.pipe(
      v.array(DateText),
      v.maxLength(DATES_MAX, `must have at most ${DATES_MAX} items`),
      v.transform((dates) => [...new Set(dates)].sort()),
    ),
    "Its dates; those outside the timetable's period have no effect",
  ),
};

export const DayList = v.strictObject({ code: about(ListCode, CODE), ...fields });
export type DayList = v.InferOutput<typeof DayList>;

/** A replacement; the code may be repeated but not changed. */
export const DayListReplacement = v.strictObject({
  code: v.optional(about(ListCode, CODE)),
  ...fields,
});

export const DayListParams = v.object({ timetable_id: pathId, code: about(pathText, CODE) });
export const DayListQuery = v.object(pageQuery(LISTS_MAX));
export const DayListPage = pageSchema(DayList);

export const DAY_LIST_EXAMPLE = {
  code: "holidays",
  name: "Public holidays",
  dates: ["2025-12-25", "2026-01-01"],
};

nameSchemas({ DayList, DayListReplacement, DayListPage });
