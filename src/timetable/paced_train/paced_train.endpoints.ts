/**
 * Paced trains (interface.md 9.3). A paced train inherits the rights of its timetable, and shows its
 * own rolling stock and its exceptions'; all are known only after it is read, so each handler of one
 * asks for them before anything else.
 */
import * as v from "valibot";
import { batchBody, listBody, noBody, noContent, okText } from "../../platform/http/answers.ts";
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
import { createBatch } from "../train_schedule/create_batch.ts";
import { deleteBatch } from "../train_schedule/delete_batch.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import {
  PACED_TRAIN_CONSTRAINTS,
  pacedTrainBatchNotFound,
  pacedTrainNotFound,
  pacedTrainTimetableIsImmutable,
} from "./paced_train.errors.ts";
import {
  createPacedTrains,
  deletePacedTrains,
  getPacedTrain,
  listPacedTrains,
  listTimetablesOfPacedTrains,
  type StoredPacedTrain,
  toAllColumns,
  toColumns,
  updatePacedTrain,
} from "./paced_train.queries.ts";
import {
  PACED_TRAIN_EXAMPLE,
  PacedTrainCreation,
  PacedTrainReplacement,
  PacedTrainResult,
} from "./paced_train.schemas.ts";
import { checkOccurrences } from "./pacing_rules.ts";

const PACED_TRAINS_PAGE_MAX = 200;
/** Showing a train shows its rolling stocks; one that does not exist asks nothing. */
const SHOWN = { timetable: "Reader", rolling_stock_collection: "Reader" } as const;
const PacedTrainParams = v.object({ paced_train_id: pathId });
const TimetableParams = v.object({ timetable_id: pathId });

export const PACED_TRAIN_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/paced_trains",
    summary: "List the paced trains of a timetable",
    params: TimetableParams,
    query: v.object(pageQuery(PACED_TRAINS_PAGE_MAX)),
    body: noBody,
    answer: okText(pageSchema(PacedTrainResult)),
    access: checked({ roles: ["timetable:read"], levels: SHOWN, needs: ofTimetable }),
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const found = await listPacedTrains(ctx.services.db, timetable_id, query);
      if (found === null) throw timetableNotFound(timetable_id);
      await ctx.require({ rolling_stock_collection: found.collection_ids });
      return pageText(found.results, found.count, query);
    },
  }),
  endpoint({
    method: "post",
    path: "/timetable/:timetable_id/paced_trains",
    summary: "Create paced trains, all or none",
    params: TimetableParams,
    query: NoQuery,
    body: listBody(PacedTrainCreation, [PACED_TRAIN_EXAMPLE]),
    answer: okText(v.array(PacedTrainResult)),
    creates: "timetable/paced_train/insert_batch",
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Creator" },
      needs: ofTimetable,
    }),
    errors: ["TooManyItems"],
    constraints: PACED_TRAIN_CONSTRAINTS,
    links: {
      parameters: { paced_train_id: "$response.body#/0/id" },
      to: [
        "GET /paced_train/:paced_train_id",
        "PUT /paced_train/:paced_train_id",
        "GET /paced_train/:paced_train_id/path",
        "GET /paced_train/:paced_train_id/simulation",
      ],
    },
    handle: async (ctx, { params: { timetable_id }, body }) => {
      const { batch_trains, paced_train_occurrences } = ctx.services.config.limits;
      if (body.length > batch_trains) throw tooManyTrains(body.length, batch_trains);
      for (const [i, one] of body.entries()) checkOccurrences(one, paced_train_occurrences, i);
      const columns = await doInTurns(toAllColumns(body), ctx.signal);
      return await createBatch(ctx, timetable_id, { columns, insert: createPacedTrains });
    },
  }),
  endpoint({
    method: "get",
    path: "/paced_train/:paced_train_id",
    summary: "A paced train",
    params: PacedTrainParams,
    query: NoQuery,
    body: noBody,
    answer: okText(PacedTrainResult),
    access: checked({ roles: ["timetable:read"], levels: SHOWN }),
    errors: ["PacedTrainNotFound"],
    headers: ["etag"],
    handle: async (ctx, { params: { paced_train_id } }) => {
      const stored = await getPacedTrain(ctx.services.db, paced_train_id);
      if (stored === null) throw pacedTrainNotFound(paced_train_id);
      const { timetable_id, collection_ids } = stored;
      await ctx.require({ timetable: [timetable_id], rolling_stock_collection: collection_ids });
      setETag(ctx, stored.revision);
      return { json: stored.json };
    },
  }),
  endpoint({
    method: "put",
    path: "/paced_train/:paced_train_id",
    summary: "Replace a paced train",
    params: PacedTrainParams,
    query: NoQuery,
    // as large as in a batch: what could be created can be replaced
    body: batchBody(PacedTrainReplacement, PACED_TRAIN_EXAMPLE),
    answer: okText(PacedTrainResult),
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    errors: ["PacedTrainNotFound", "PacedTrainTimetableImmutable", "TooManyItems"],
    headers: ["if-match", "etag"],
    find: async (ctx, { params: { paced_train_id } }) => findPacedTrain(ctx, paced_train_id),
    handle: async (ctx, { body, found }) => replacePacedTrain(ctx, found, body),
  }),
  endpoint({
    method: "delete",
    path: "/paced_trains",
    summary: "Delete paced trains, all or none",
    params: NoParams,
    query: NoQuery,
    body: batchBody(v.object({ ids: v.array(bodyId) }), { ids: [12, 13] }),
    answer: noContent,
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    errors: ["PacedTrainBatchNotFound", "TooManyItems"],
    handle: async (ctx, { body }) => {
      await deleteBatch(ctx, [...new Set(body.ids)], {
        listTimetables: listTimetablesOfPacedTrains,
        remove: deletePacedTrains,
        notFound: pacedTrainBatchNotFound,
      });
    },
  }),
];

/** The paced train that is to be replaced. */
async function findPacedTrain(ctx: Context, id: number): Promise<StoredPacedTrain> {
  const stored = await getPacedTrain(ctx.services.db, id);
  if (stored === null) throw pacedTrainNotFound(id);
  await ctx.require({ timetable: [stored.timetable_id] });
  return stored;
}

async function replacePacedTrain(
  ctx: Context,
  stored: StoredPacedTrain,
  body: v.InferOutput<typeof PacedTrainReplacement>,
): Promise<JsonText> {
  const { db } = ctx.services;
  const { id } = stored;
  const { timetable_id, ...paced_train } = body;
  if (timetable_id !== undefined && timetable_id !== stored.timetable_id) {
    throw pacedTrainTimetableIsImmutable(stored.timetable_id);
  }
  checkOccurrences(paced_train, ctx.services.config.limits.paced_train_occurrences);
  const if_revision = readIfMatch(ctx);
  const columns = await doInTurns(toColumns(paced_train), ctx.signal);
  const changed = await updatePacedTrain(db, id, { columns, if_revision });
  if (changed === null && if_revision === null) throw pacedTrainNotFound(id);
  if (changed === null) {
    throw new AppError("PreconditionFailed", `Paced train '${id}' has changed`, {
      current: stored.revision,
    });
  }
  setETag(ctx, changed.revision);
  return { json: changed.json };
}
