/**
 * Trains of both kinds (interface.md 8.3 and 9.3). A train inherits the rights of its timetable and
 * reveals its rolling stocks, a paced train also those of its exceptions. All these are only known
 * once it is read: each handler checks the rights on them before anything else.
 */
import * as v from "valibot";
import type { Config } from "../../platform/config.ts";
import type { PageAt } from "../../platform/db/query_page.ts";
import { batchBody, listBody, noContent, okText } from "../../platform/http/answers.ts";
import { printAuthorship } from "../../platform/http/authorship.ts";
import {
  type Context,
  checked,
  type Endpoint,
  endpoint,
  type JsonText,
} from "../../platform/http/endpoint.ts";
import { bodyId, pathId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { preconditionFailed, readIfMatch, setETag } from "../../platform/http/preconditions.ts";
import { joinedPage } from "../../platform/http/sending/page_text.ts";
import { encodeText } from "../../platform/text_pieces.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { DateText } from "../../railway/days/days.schemas.ts";
import type { Days } from "../../railway/days/operating_days.ts";
import { PrintedDateTime } from "../../railway/quantities.ts";
import { about } from "../../railway/wire.ts";
import { checkDays, type DatedForm } from "../calendar/check_days.ts";
import { queryListedDate } from "../calendar/date_query.ts";
import { listRunsOn } from "../calendar/runs_on_date.ts";
import { tellStored } from "../calendar/stored_warnings.ts";
import { PACED_TRAIN } from "../paced_train/paced_train.kind.ts";
import { timetableNotFound } from "../timetable/timetable.errors.ts";
import { tooManyTrains } from "../train_schedule/train_schedule.errors.ts";
import { TRAIN_SCHEDULE } from "../train_schedule/train_schedule.kind.ts";
import { foreseeTrains } from "./foresee_trains.ts";
import {
  createTrains,
  deleteTrains,
  getTrain,
  listTimetablesOfTrains,
  listTrains,
  type MadeTrains,
  type StoredTrain,
  updateTrain,
} from "./train.queries.ts";
import type { TrainColumns, TrainKind, WrittenKind } from "./train_kind.ts";

/*
 * Creates trains, all or none. The statement returns only their ids: the records are known here,
 * and a retry under the same idempotency key sends them again.
 */

/** Returns the trains in the order of the forms. */
async function createBatch<Form extends DatedForm>(
  ctx: Context,
  kind: WrittenKind<Form>,
  { timetable_id, forms }: { readonly timetable_id: number; readonly forms: readonly Form[] },
): Promise<JsonText> {
  const { signal } = ctx;
  const { db, config } = ctx.services;
  const { limits } = config;
  if (forms.length > limits.batch_trains) throw tooManyTrains(forms.length, limits.batch_trains);
  const columns = await doInTurns(toAllColumns(kind, forms, limits), signal);
  if (ctx.firstAnswer() === null) await checkDays(db, { timetable_id }, forms, (i) => `/${i}`);
  const author_id = ctx.user?.id ?? null;
  const { made_ids, modified_at } =
    ctx.firstAnswer<MadeTrains>() ??
    (await createTrains(db, kind, { timetable_id, author_id, columns, signal }));
  await tellStored(ctx, timetable_id, { ids: made_ids });
  const head = `"timetable_id":${timetable_id},${printAuthorship(ctx.user, modified_at)}`;
  return { json: await doInTurns(encodeText(printTrains(made_ids, head, columns))) };
}

function* toAllColumns<Form>(
  kind: WrittenKind<Form>,
  forms: readonly Form[],
  limits: Config["limits"],
): InTurns<TrainColumns[]> {
  const all: TrainColumns[] = [];
  for (const [i, form] of forms.entries()) {
    all.push(yield* kind.toColumns(form, limits, i));
    yield;
  }
  return all;
}

function* printTrains(
  made_ids: readonly number[],
  head: string,
  columns: readonly TrainColumns[],
): Generator<string> {
  yield "[";
  for (const [i, { record }] of columns.entries()) {
    yield `${i === 0 ? "" : ","}{"id":${made_ids[i]},${head},`;
    yield record.slice(1);
  }
  yield "]";
}

const TRAINS_PAGE_MAX = 200;
/** A train reveals its rolling stocks; one that does not exist requires nothing. */
const SHOWN = { timetable: "Reader", rolling_stock_collection: "Reader" } as const;
const TimetableParams = v.object({ timetable_id: pathId });

const dated_entries = {
  runs: v.exactOptional(
    about(
      v.array(
        v.strictObject({
          id: bodyId,
          date: about(DateText, "The operating day"),
          start_time: about(PrintedDateTime, "When it starts then"),
        }),
      ),
      "With a date: the starts of the results on it, in their order",
    ),
  ),
};

export const TRAIN_ENDPOINTS = [...makeEndpoints(TRAIN_SCHEDULE), ...makeEndpoints(PACED_TRAIN)];

function makeEndpoints<Form extends DatedForm>(kind: WrittenKind<Form>): Endpoint[] {
  return [
    makeListing(kind),
    makeCreation(kind),
    makeReading(kind),
    makeReplacement(kind),
    makeDeletion(kind),
  ];
}

function makeListing<Form>(kind: WrittenKind<Form>): Endpoint {
  return endpoint({
    method: "get",
    path: `/timetable/:timetable_id/${kind.name}s`,
    summary: `List the ${kind.noun}s of a timetable`,
    params: TimetableParams,
    query: v.object({ ...pageQuery(TRAINS_PAGE_MAX), date: queryListedDate }),
    answer: okText(pageSchema(kind.result, dated_entries)),
    access: checked({ roles: ["timetable:read"], levels: SHOWN }),
    errors: ["TooManyItems", "NoPeriod", "DateOutsidePeriod"],
    handle: async (ctx, { params: { timetable_id }, query: { date, ...query } }) => {
      if (date !== undefined) return await listOn(ctx, kind, { timetable_id, date, ...query });
      const found = await listTrains(ctx.services.db, kind, { timetable_id, ...query });
      if (found === null) throw timetableNotFound(timetable_id);
      await ctx.require({ rolling_stock_collection: found.collection_ids });
      return joinedPage(found, query);
    },
  });
}

/** The trains of a date as they are stored; their starts then stand beside them, since clients send back what they read. */
async function listOn(
  ctx: Context,
  kind: TrainKind,
  at: PageAt & { readonly timetable_id: number; readonly date: string },
): Promise<JsonText> {
  const { count, runs } = await listRunsOn(ctx, kind, at);
  const ids = runs.map(({ id }) => id);
  const found = await listTrains(ctx.services.db, kind, at, ids);
  if (found === null) throw timetableNotFound(at.timetable_id);
  await ctx.require({ rolling_stock_collection: found.collection_ids });
  // those that were deleted meanwhile are in neither list
  const missing = new Set(found.missing_ids);
  return joinedPage({ ...found, count }, at, { runs: runs.filter(({ id }) => !missing.has(id)) });
}

function makeCreation<Form extends DatedForm>(kind: WrittenKind<Form>): Endpoint {
  return endpoint({
    method: "post",
    path: `/timetable/:timetable_id/${kind.name}s`,
    summary: `Create ${kind.noun}s, all or none`,
    params: TimetableParams,
    body: listBody(kind.creation, [kind.example]),
    answer: okText(v.array(kind.result)),
    creates: "timetable/train/insert_batch",
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Creator" } }),
    errors: ["TooManyItems"],
    constraints: kind.constraints,
    links: {
      parameters: { [`${kind.name}_id`]: "$response.body#/0/id" },
      to: [
        `GET ${kind.path}`,
        `PUT ${kind.path}`,
        `GET ${kind.path}/path`,
        `GET ${kind.path}/simulation`,
      ],
    },
    handle: async (ctx, { params: { timetable_id }, body }) =>
      createBatch(ctx, kind, { timetable_id, forms: body }),
  });
}

function makeReading<Form>(kind: WrittenKind<Form>): Endpoint {
  return endpoint({
    method: "get",
    path: kind.path,
    summary: `A ${kind.noun}`,
    params: kind.params,
    answer: okText(kind.result),
    access: checked({ roles: ["timetable:read"], levels: SHOWN, trains: kind.trains }),
    errors: [kind.not_found],
    headers: ["etag"],
    reads: ({ params: { id } }) => ({ query: kind.get_query, id }),
    foresee: async (ctx, { params: { id } }) => foreseeTrains(ctx, kind, [id]),
    handle: async (ctx, { params: { id } }) => {
      const stored = await getTrain(ctx.services.db, kind, id);
      if (stored === null) throw kind.notFound(id);
      const { timetable_id, collection_ids } = stored;
      await ctx.require({ timetable: [timetable_id], rolling_stock_collection: collection_ids });
      setETag(ctx, stored.revision);
      return { json: stored.json };
    },
  });
}

function makeReplacement<Form extends DatedForm>(kind: WrittenKind<Form>): Endpoint {
  return endpoint({
    method: "put",
    path: kind.path,
    summary: `Replace a ${kind.noun}`,
    params: kind.params,
    body: kind.replacement,
    answer: okText(kind.result),
    access: checked({
      roles: ["timetable:write"],
      levels: { timetable: "Writer" },
      trains: kind.trains,
    }),
    errors: kind.replacement_errors,
    headers: ["if-match", "etag"],
    find: async (ctx, { params: { id } }) => findTrain(ctx, kind, id),
    handle: async (ctx, { body: { timetable_id, days, ...form }, found }) => {
      if (timetable_id !== undefined && timetable_id !== found.timetable_id) {
        throw kind.timetableIsImmutable(found.timetable_id);
      }
      const told = days === undefined || days === null ? {} : { days };
      // A replacement without the id has the form of a creation.
      const whole = { ...told, ...form } as Form;
      return await replaceTrain(ctx, kind, {
        stored: found,
        form: whole,
        sets_days: days !== undefined,
      });
    },
  });
}

function makeDeletion<Form>(kind: WrittenKind<Form>): Endpoint {
  return endpoint({
    method: "delete",
    path: kind.deletion_path,
    summary: `Delete ${kind.noun}s, all or none`,
    body: batchBody(v.strictObject({ ids: v.array(bodyId) }), { ids: [12, 13] }),
    answer: noContent,
    access: checked({ roles: ["timetable:write"], levels: { timetable: "Writer" } }),
    errors: [kind.batch_not_found, "TooManyItems"],
    handle: async (ctx, { body }) => deleteBatch(ctx, kind, [...new Set(body.ids)]),
  });
}

interface TrainReplacement<Form> {
  readonly stored: StoredTrain;
  readonly form: Form;
  /** Whether it tells days; otherwise the train keeps its own. */
  readonly sets_days: boolean;
}

/** The train to be replaced. */
async function findTrain(ctx: Context, kind: TrainKind, id: number): Promise<StoredTrain> {
  const stored = await getTrain(ctx.services.db, kind, id);
  if (stored === null) throw kind.notFound(id);
  await ctx.require({ timetable: [stored.timetable_id] });
  return stored;
}

async function replaceTrain<Form extends DatedForm>(
  ctx: Context,
  kind: WrittenKind<Form>,
  { stored, form, sets_days }: TrainReplacement<Form>,
): Promise<JsonText> {
  const { db, config } = ctx.services;
  const { id, timetable_id, revision, json } = stored;
  const columns = await doInTurns(kind.toColumns(form, config.limits), ctx.signal);
  if (sets_days || stored.days !== null) {
    const kept = stored.days === null ? undefined : (JSON.parse(stored.days) as Days);
    const dated = sets_days ? form : { ...form, days: kept };
    await checkDays(db, { timetable_id }, [dated], () => "");
  }
  const if_revision = readIfMatch(ctx);
  const author_id = ctx.user?.id ?? null;
  const changed = await updateTrain(db, kind, {
    id,
    columns,
    if_revision,
    author_id,
    sets_days,
  });
  if (changed === null && if_revision === null) throw kind.notFound(id);
  if (changed === null) {
    const named = `${kind.noun.charAt(0).toUpperCase()}${kind.noun.slice(1)} '${id}'`;
    throw preconditionFailed(`${named} has changed`, revision);
  }
  setETag(ctx, changed.revision);
  const kept_starts = await doInTurns(kind.listKeptStarts(json, columns.record), ctx.signal);
  await tellStored(ctx, timetable_id, { ids: [id], kept_starts });
  return { json: changed.json };
}

/** Deletes distinct ids. Throws Forbidden, or if they are too many or some do not exist. */
async function deleteBatch(ctx: Context, kind: TrainKind, ids: readonly number[]): Promise<void> {
  const { db, config } = ctx.services;
  const { batch_trains } = config.limits;
  if (ids.length > batch_trains) throw tooManyTrains(ids.length, batch_trains);
  const { count, timetable_ids } = await listTimetablesOfTrains(db, kind, ids);
  if (count < ids.length) throw kind.batchNotFound(ids.length - count);
  await ctx.require({ timetable: timetable_ids });
  // A train may have been deleted since; the statement then finds too few and deletes none.
  const missing_count = await deleteTrains(db, kind, ids, ctx.user?.id ?? null);
  if (missing_count > 0) throw kind.batchNotFound(missing_count);
}
