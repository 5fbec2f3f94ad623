/** The trains of a timetable in two steps, as existing clients read them (interface.md 7 and 8.3). */
import * as v from "valibot";
import { batchBody, okText } from "../../platform/http/answers.ts";
import { type Context, checked, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { pathId } from "../../platform/http/fields.ts";
import { setETag } from "../../platform/http/preconditions.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { getTimetableTrains } from "../../timetable/timetable/timetable.queries.ts";
import {
  tooLargeTrains,
  tooManyTrains,
  trainScheduleBatchNotFound,
} from "../../timetable/train_schedule/train_schedule.errors.ts";
import { readTrainBatch } from "../../timetable/train_schedule/train_schedule.queries.ts";
import { TrainScheduleResult } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { TimetableTrains, TrainIds } from "./compat.schemas.ts";

export const COMPAT_TRAIN_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id",
    summary: "The ids of a timetable's train schedules",
    params: v.object({ timetable_id: pathId }),
    answer: okText(TimetableTrains),
    access: checked({ roles: ["timetable:read"], levels: { timetable: "Reader" } }),
    headers: ["etag"],
    handle: async (ctx, { params: { timetable_id } }) => {
      const found = await getTimetableTrains(ctx.services.db, timetable_id);
      if (found === null) throw timetableNotFound(timetable_id);
      setETag(ctx, found.revision);
      return { json: found.json };
    },
  }),
  endpoint({
    method: "post",
    path: "/train_schedule",
    summary: "Read train schedules by id",
    body: batchBody(TrainIds, { ids: [12, 13] }),
    answer: okText(v.array(TrainScheduleResult)),
    creates: null,
    access: checked({
      roles: ["timetable:read"],
      // A train's answer reveals its rolling stock.
      levels: { timetable: "Reader", rolling_stock_collection: "Reader" },
    }),
    errors: ["TrainScheduleBatchNotFound", "TooManyItems"],
    handle: async (ctx, { body: { ids } }) => answerTrains(ctx, [...new Set(ids)]),
  }),
];

/** The trains in the order of the (distinct) ids, all or none. */
async function answerTrains(ctx: Context, ids: readonly number[]): Promise<JsonText> {
  const { batch_trains, batch_body_bytes } = ctx.services.config.limits;
  if (ids.length > batch_trains) throw tooManyTrains(ids.length, batch_trains);
  const batch = await readTrainBatch(ctx.services.db, ids, batch_body_bytes);
  if (batch.count < ids.length) throw trainScheduleBatchNotFound(ids.length - batch.count);
  await ctx.require({
    timetable: batch.timetable_ids,
    rolling_stock_collection: batch.collection_ids,
  });
  if (batch.json === null) throw tooLargeTrains(batch.bytes, batch_body_bytes);
  return { json: batch.json };
}
