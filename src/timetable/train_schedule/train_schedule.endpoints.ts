/**
 * Train schedules (interface.md 8.3). A train inherits the rights of its timetable, which is known
 * only after the train is read: each such handler asks for them before anything else.
 */
import * as v from "valibot";
import {
  batchBody,
  jsonBody,
  listBody,
  noBody,
  noContent,
  okText,
} from "../../platform/http/answers.ts";
import {
  type Context,
  checked,
  type Endpoint,
  endpoint,
  type JsonText,
} from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { bodyId, NoParams, NoQuery, pathId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { pageText } from "../../platform/http/page_text.ts";
import { readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { doInTurns } from "../../platform/turns.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { ofTimetable } from "../timetable/timetable.needs.ts";
import { createBatch } from "./create_batch.ts";
import { deleteBatch } from "./delete_batch.ts";
import {
  TRAIN_SCHEDULE_CONSTRAINTS,
  timetableIsImmutable,
  tooManyTrains,
  trainScheduleBatchNotFound,
  trainScheduleNotFound,
} from "./train_schedule.errors.ts";
import {
  createTrainSchedules,
  deleteTrainSchedules,
  getTrainSchedule,
  listTimetablesOfTrains,
  listTrainSchedules,
  type StoredTrain,
  toAllColumns,
  updateTrainSchedule,
} from "./train_schedule.queries.ts";
import {
  TRAIN_EXAMPLE,
  TrainScheduleCreation,
  TrainScheduleReplacement,
  TrainScheduleResult,
} from "./train_schedule.schemas.ts";

const TRAINS_PAGE_MAX = 200;
function namedTrain({
  params,
}: {
  readonly params: { readonly train_schedule_id: number };
}): number[] {
  return [params.train_schedule_id];
}
/** Showing a train shows its rolling stock; one that does not exist asks nothing. */
const SHOWN = { timetable: "Reader", rolling_stock_collection: "Reader" } as const;
const TrainParams = v.object({ train_schedule_id: pathId });
const TimetableParams = v.object({ timetable_id: pathId });

export const TRAIN_SCHEDULE_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/train_schedules",
    summary: "List the train schedules of a timetable",
    params: TimetableParams,
    query: v.object(pageQuery(TRAINS_PAGE_MAX)),
    body: noBody,
    answer: okText(pageSchema(TrainScheduleResult)),
    access: checked({ roles: ["timetable:read"], levels: SHOWN, needs: ofTimetable }),
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const found = await listTrainSchedules(ctx.services.db, timetable_id, query);
      if (found === null) throw timetableNotFound(timetable_id);
      await ctx.require({ rolling_stock_collection: found.collection_ids });
      return pageText(found.results, found.count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/train_schedules",
    summary: "Create train schedules, all or none",
    params: TimetableParams,
    query: NoQuery,
    body: listBody(TrainScheduleCreation, [TRAIN_EXAMPLE]),
    answer: okText(v.array(TrainScheduleResult)),
    creates: "timetable/train_schedule/insert_batch",
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Creator" },
      needs: ofTimetable,
    }),
    errors: ["TooManyItems"],
    constraints: TRAIN_SCHEDULE_CONSTRAINTS,
    links: {
      parameters: { train_schedule_id: "$response.body#/0/id" },
      to: [
        "GET /train_schedule/:train_schedule_id",
        "PUT /train_schedule/:train_schedule_id",
        "GET /train_schedule/:train_schedule_id/path",
        "GET /train_schedule/:train_schedule_id/simulation",
      ],
    },
    handle: async (ctx, { params: { timetable_id }, body }) => {
      const { batch_trains } = ctx.services.config.limits;
      if (body.length > batch_trains) throw tooManyTrains(body.length, batch_trains);
      const columns = await doInTurns(toAllColumns(body), ctx.signal);
      return await createBatch(ctx, timetable_id, { columns, insert: createTrainSchedules });
    },
  }),
  endpoint({
    method: "get",
    path: "/train_schedule/:train_schedule_id",
    summary: "A train schedule",
    params: TrainParams,
    query: NoQuery,
    body: noBody,
    answer: okText(TrainScheduleResult),
    access: checked({ roles: ["timetable:read"], levels: SHOWN, trains: namedTrain }),
    errors: ["TrainScheduleNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params: { train_schedule_id } }) => {
      const train = await getTrainSchedule(ctx.services.db, train_schedule_id);
      if (train === null) throw trainScheduleNotFound(train_schedule_id);
      const { timetable_id, collection_id } = train;
      await ctx.require({
        timetable: [timetable_id],
        rolling_stock_collection: collection_id === null ? [] : [collection_id],
      });
      setETag(ctx, train.revision);
      return { json: train.json };
    },
  }),
  endpoint({
    method: "put",
    path: "/train_schedule/:train_schedule_id",
    summary: "Replace a train schedule",
    params: TrainParams,
    query: NoQuery,
    body: jsonBody(TrainScheduleReplacement, TRAIN_EXAMPLE),
    answer: okText(TrainScheduleResult),
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Writer" },
      trains: namedTrain,
    }),
    errors: ["TrainScheduleNotFound", "TrainScheduleTimetableImmutable"],
    headers: ["if-match", "etag"],
    find: async (ctx, { params: { train_schedule_id } }) => findTrain(ctx, train_schedule_id),
    handle: async (ctx, { body, found }) => replaceTrain(ctx, found, body),
  }),
  endpoint({
    method: "delete",
    path: "/train_schedule",
    summary: "Delete train schedules, all or none",
    params: NoParams,
    query: NoQuery,
    body: batchBody(v.object({ ids: v.array(bodyId) }), { ids: [12, 13] }),
    answer: noContent,
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    errors: ["TrainScheduleBatchNotFound", "TooManyItems"],
    handle: async (ctx, { body }) => {
      await deleteBatch(ctx, [...new Set(body.ids)], {
        listTimetables: listTimetablesOfTrains,
        remove: deleteTrainSchedules,
        notFound: trainScheduleBatchNotFound,
      });
    },
  }),
];

/** The train that is to be replaced. */
async function findTrain(ctx: Context, id: number): Promise<StoredTrain> {
  const stored = await getTrainSchedule(ctx.services.db, id);
  if (stored === null) throw trainScheduleNotFound(id);
  await ctx.require({ timetable: [stored.timetable_id] });
  return stored;
}

async function replaceTrain(
  ctx: Context,
  stored: StoredTrain,
  body: v.InferOutput<typeof TrainScheduleReplacement>,
): Promise<JsonText> {
  const { db } = ctx.services;
  const { id } = stored;
  const { timetable_id, ...train } = body;
  if (timetable_id !== undefined && timetable_id !== stored.timetable_id) {
    throw timetableIsImmutable(stored.timetable_id);
  }
  const if_revision = readIfMatch(ctx);
  const changed = await updateTrainSchedule(db, id, { train, if_revision });
  if (changed === null && if_revision === null) throw trainScheduleNotFound(id);
  if (changed === null) {
    throw new AppError("PreconditionFailed", `Train schedule '${id}' has changed`, {
      current: stored.revision,
    });
  }
  setETag(ctx, changed.revision);
  return { json: changed.json };
}
