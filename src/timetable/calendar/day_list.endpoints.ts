/** Lists of days of a timetable: holidays, school days. Nothing is built in, since no library's holidays are a railway's. */

import type * as v from "valibot";
import { object } from "valibot";
import { jsonBody, noContent, okJson } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { getTimetable } from "../timetable/timetable.queries.ts";
import { DAY_LIST_CONSTRAINTS, dayListIsUsed, dayListNotFound } from "./calendar.errors.ts";
import { deleteDayList, insertDayList, listDayLists, updateDayList } from "./calendar.queries.ts";
import {
  DAY_LIST_EXAMPLE,
  DayList,
  DayListPage,
  DayListParams,
  DayListQuery,
  DayListReplacement,
  LISTS_MAX,
} from "./day_list.schemas.ts";
import { tellStored } from "./stored_warnings.ts";

const TimetableParams = object({ timetable_id: pathId });
const reading = checked({ roles: ["timetable:read"], levels: { timetable: "Reader" } });
const writing = checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } });

export const DAY_LIST_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/day_lists",
    summary: "The lists of days of a timetable",
    params: TimetableParams,
    query: DayListQuery,
    answer: okJson(DayListPage),
    access: reading,
    handle: async ({ services }, { params: { timetable_id }, query }) => {
      const { results, count } = await listDayLists(services.db, timetable_id, query);
      return page(results, count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/day_lists",
    summary: "Give a timetable a list of days",
    params: TimetableParams,
    body: jsonBody(DayList, DAY_LIST_EXAMPLE),
    answer: okJson(DayList),
    creates: "timetable/day_list/insert",
    access: writing,
    errors: ["DayListCodeAlreadyUsed", "TooManyItems"],
    headers: ["etag"],
    constraints: DAY_LIST_CONSTRAINTS,
    handle: async (ctx, { params: { timetable_id }, body }) => {
      const { db } = ctx.services;
      const how = { timetable_id, author_id: ctx.user?.id ?? null, count_max: LISTS_MAX };
      const revision = await insertDayList(db, body, how);
      if (revision === null) {
        if ((await getTimetable(db, timetable_id)) === null) throw timetableNotFound(timetable_id);
        const message = `A timetable has at most ${LISTS_MAX} lists of days`;
        throw new AppError("TooManyItems", message, {
          count: LISTS_MAX + 1,
          count_max: LISTS_MAX,
        });
      }
      setETag(ctx, revision);
      return body;
    },
  }),
  endpoint({
    method: "put",
    path: "/timetable/:timetable_id/day_lists/:code",
    summary: "Replace a list of days; trains that name it then run on other dates",
    params: DayListParams,
    body: jsonBody(DayListReplacement, DAY_LIST_EXAMPLE),
    answer: okJson(DayList),
    access: writing,
    errors: ["DayListNotFound", "DayListCodeImmutable"],
    headers: ["if-match", "etag"],
    handle: async (ctx, { params, body }) => replaceDayList(ctx, params, body),
  }),
  endpoint({
    method: "delete",
    path: "/timetable/:timetable_id/day_lists/:code",
    summary: "Delete a list of days that no train names",
    params: DayListParams,
    answer: noContent,
    access: writing,
    errors: ["DayListNotFound", "DayListIsUsed"],
    handle: async (ctx, { params: { timetable_id, code } }) => {
      const how = { timetable_id, author_id: ctx.user?.id ?? null };
      const use_count = await deleteDayList(ctx.services.db, code, how);
      if (use_count === null) throw dayListNotFound(code);
      if (use_count > 0) throw dayListIsUsed(code, use_count);
    },
  }),
];

async function replaceDayList(
  ctx: Context,
  { timetable_id, code }: v.InferOutput<typeof DayListParams>,
  given: v.InferOutput<typeof DayListReplacement>,
): Promise<DayList> {
  if (given.code !== undefined && given.code !== code) {
    throw new AppError("DayListCodeImmutable", "The code of a day list can't change", { code });
  }
  const list = { code, name: given.name, dates: given.dates };
  const how = { timetable_id, author_id: ctx.user?.id ?? null, if_revision: readIfMatch(ctx) };
  const saved = await updateDayList(ctx.services.db, list, how);
  if (saved === null) throw dayListNotFound(code);
  if (!saved.is_changed) throw preconditionFailed(`Day list '${code}' has changed`, saved.revision);
  setETag(ctx, saved.revision);
  await tellStored(ctx, timetable_id, { ids: null });
  return list;
}
