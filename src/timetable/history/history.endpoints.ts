/**
 * The changes of a timetable's trains, for as long as events are kept, and how to undo them (interface.md 7.3).
 */
import * as v from "valibot";
import { okJson, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { page } from "../../platform/http/page.ts";
import { UndoResult } from "../changes/change.schemas.ts";
import { tooLargeTrains } from "../train_schedule/train_schedule.errors.ts";
import { getUndo, getValues, listHistory, readEntry } from "./history.queries.ts";
import { HistoryPage, HistoryQuery, HistoryValues, ValuesQuery } from "./history.schemas.ts";

const access = checked({
  roles: ["timetable:read"],
  levels: { timetable: "Reader", rolling_stock_collection: "Reader" },
});

export const HISTORY_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/history",
    summary: "Who changed which trains of a timetable, the last change first",
    params: v.object({ timetable_id: pathId }),
    query: HistoryQuery,
    answer: okJson(HistoryPage),
    access,
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const { db } = ctx.services;
      const { count, results } = await listHistory(db, timetable_id, query);
      const collection_ids = new Set(results.flatMap((row) => row.collection_ids));
      await ctx.require({ rolling_stock_collection: [...collection_ids] });
      return page(results.map(readEntry), count, query);
    },
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/history/:change_id",
    summary: "The trains of one change, as they were before and after it",
    params: v.object({ timetable_id: pathId, change_id: pathId }),
    query: ValuesQuery,
    answer: okText(HistoryValues),
    access,
    errors: ["TrainChangeNotFound", "TooManyItems"],
    handle: async (ctx, { params, query }) =>
      await showRecords(ctx, params.change_id, async (bytes_max) =>
        getValues(ctx.services.db, { ...params, ...query }, bytes_max),
      ),
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/history/:change_id/undo",
    summary: "The changes that take one back, to be sent to /timetable/{timetable_id}/changes",
    params: v.object({ timetable_id: pathId, change_id: pathId }),
    answer: okText(UndoResult),
    access,
    errors: ["TrainChangeNotFound", "TooManyItems"],
    handle: async (ctx, { params }) =>
      await showRecords(ctx, params.change_id, async (bytes_max) =>
        getUndo(ctx.services.db, params, bytes_max),
      ),
  }),
];

/** What an undo has must fit in a body, to be stored. */
async function showRecords(
  ctx: Context,
  change_id: number,
  read: (bytes_max: number) => ReturnType<typeof getUndo>,
): Promise<JsonText> {
  const bytes_max = Math.floor(ctx.services.config.limits.batch_body_bytes / 2);
  const found = await read(bytes_max);
  if (found === null) throw changeNotFound(change_id);
  await ctx.require({ rolling_stock_collection: found.collection_ids });
  if (found.json === null) throw tooLargeTrains(found.bytes, bytes_max);
  return { json: found.json };
}

function changeNotFound(change_id: number): AppError {
  const message = `Change '${change_id}' of trains, could not be found`;
  return new AppError("TrainChangeNotFound", message, { change_id });
}
