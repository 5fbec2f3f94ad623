/**
 * Stores a list of changes, all or none. The new records are made here from what was read. The statement stores
 * them only if nothing that was read has changed since; otherwise they are made again, so no other change is lost.
 */
import { RECORD_SEPARATOR } from "../../platform/db/json_texts.ts";
import { given } from "../../platform/given.ts";
import { printAuthorship } from "../../platform/http/authorship.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printETag } from "../../platform/http/preconditions.ts";
import { encodeText } from "../../platform/text_pieces.ts";
import { doInTurns, type InTurns } from "../../platform/turns.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { tellStored } from "../calendar/stored_warnings.ts";
import type { TrainColumns, TrainKind } from "../train/train_kind.ts";
import { tooLargeTrains } from "../train_schedule/train_schedule.errors.ts";
import type { Change } from "./change.schemas.ts";
import {
  type ChangedTrain,
  changeRecords,
  checkCount,
  DAYS_FIRST,
  type KnownRecord,
  type KnownRecords,
  knownKey,
  readKnown,
} from "./changed_records.ts";
import { changeTrains, type MadeChanges } from "./changes.queries.ts";

/** A record with its id and its former state; null: it is added. */
interface StoredRecord extends ChangedTrain {
  readonly id: number;
  readonly was: KnownRecord | null;
}

const FIRST_REVISION = 1;

/** Throws PreconditionFailed if trains are not at the versions given in the changes. */
export async function storeChanges(
  ctx: Context,
  timetable_id: number,
  changes: readonly Change[],
): Promise<JsonText> {
  checkCount(ctx, changes);
  for (;;) {
    ctx.signal.throwIfAborted();
    try {
      const json = await tryToStore(ctx, timetable_id, changes);
      if (json !== null) return { json };
    } catch (error) {
      // The same request under the same key may have stored the changes and so caused the refusal.
      if (!(error instanceof AppError) || !(await ctx.wasOvertaken())) throw error;
    }
  }
}

/** The answer; null if something has changed since it was read, or the same request finished first. */
async function tryToStore(
  ctx: Context,
  timetable_id: number,
  changes: readonly Change[],
): Promise<Uint8Array | null> {
  const first = ctx.firstAnswer<MadeChanges>();
  const known =
    first === null ? await readKnown(ctx, timetable_id, changes) : readFirst(changes, first);
  // The answer contains the trains, before and after.
  const stocks = new RequestStocks(ctx);
  await stocks.learn([...known.values()].flatMap((one) => one.rolling_stock_names));
  if (first === null) checkVersions(changes, known);
  checkSize(ctx, known);
  const records = await changeRecords(ctx, { timetable_id, changes, known });
  const made = first ?? (await store(ctx, timetable_id, { known, records }));
  if (made === null || first !== ctx.firstAnswer()) return null;
  const stored = identify(records, known, made);
  const kept_starts = await doInTurns(listKept(stored), ctx.signal);
  const ids = stored.filter(({ columns }) => columns !== null).map(({ id }) => id);
  await tellStored(ctx, timetable_id, { ids, kept_starts });
  const head = `"timetable_id":${timetable_id},${printAuthorship(ctx.user, made.modified_at)}`;
  return await doInTurns(encodeText(printAnswer(head, changes, stored)));
}

/** The records that the first request under the idempotency key started from. */
function readFirst(changes: readonly Change[], first: MadeChanges): KnownRecords {
  const keys = new Set(
    changes.flatMap((one) => ("added" in one ? [] : [knownKey(one.kind, one.id)])),
  );
  const records = first.records.split(RECORD_SEPARATOR);
  return new Map(
    [...keys].map((key, i) => {
      const names = given(first.rolling_stock_names[i], "each record has its stocks");
      const known = {
        revision: given(first.revisions[i], "each record has its revision"),
        rolling_stock_names: JSON.parse(names) as string[],
        record: given(records[i], "each record was kept"),
      };
      return [key, known];
    }),
  );
}

function checkVersions(changes: readonly Change[], known: KnownRecords): void {
  const changed = changes.flatMap((one, i) => {
    if ("added" in one || one.version === undefined) return [];
    return known.get(knownKey(one.kind, one.id))?.revision === one.version ? [] : [i];
  });
  if (changed.length === 0) return;
  const message = `${changed.length} of the trains have changed`;
  throw new AppError("PreconditionFailed", message, { changed });
}

/** The changes that undo these must fit in a body. */
function checkSize({ services }: Context, known: KnownRecords): void {
  const bytes_max = Math.floor(services.config.limits.batch_body_bytes / 2);
  let bytes = 0;
  for (const { record } of known.values()) bytes += Buffer.byteLength(record);
  if (bytes > bytes_max) throw tooLargeTrains(bytes, bytes_max);
}

/** Null: one of the trains has changed since it was read. */
async function store(
  { services, user, signal }: Context,
  timetable_id: number,
  { known, records }: { readonly known: KnownRecords; readonly records: readonly ChangedTrain[] },
): Promise<MadeChanges | null> {
  const stored = records.filter(({ id }) => id !== null);
  const ids = stored.map(({ id }) => id ?? 0);
  const revisions = stored.map((one) => wasOf(one, known)?.revision ?? 0);
  const changesOf = (name: TrainKind["name"]) => {
    const added: TrainColumns[] = [];
    const replaced: { id: number; columns: TrainColumns }[] = [];
    for (const { kind, id, columns } of records) {
      if (kind.name !== name || columns === null) continue;
      if (id === null) added.push(columns);
      else replaced.push({ id, columns });
    }
    return { added, replaced };
  };
  return await changeTrains(services.db, timetable_id, {
    known: { ids, revisions },
    train_schedules: changesOf("train_schedule"),
    paced_trains: changesOf("paced_train"),
    author_id: user?.id ?? null,
    signal,
  });
}

function wasOf({ kind, id }: ChangedTrain, known: KnownRecords): KnownRecord | null {
  return id === null ? null : (known.get(knownKey(kind.name, id)) ?? null);
}

/** Gives the added records their ids, in the order of the statement's lists. */
function identify(
  records: readonly ChangedTrain[],
  known: KnownRecords,
  { made_ids }: MadeChanges,
): StoredRecord[] {
  const added = records.filter(({ id }) => id === null);
  const in_order = [
    ...added.filter(({ kind }) => kind.name === "train_schedule"),
    ...added.filter(({ kind }) => kind.name === "paced_train"),
  ];
  const ids = new Map(in_order.map((one, i) => [one, made_ids[i]]));
  return records.map((one) => ({
    ...one,
    id: one.id ?? given(ids.get(one), "each added train has an id"),
    was: wasOf(one, known),
  }));
}

function* listKept(records: readonly StoredRecord[]): InTurns<readonly string[]> {
  const keys: string[] = [];
  for (const { kind, was, columns } of records) {
    if (was === null || columns === null) continue;
    keys.push(...(yield* kind.listKeptStarts(was.record, columns.record)));
  }
  return keys;
}

/** `ChangesResult` as JSON text. */
function* printAnswer(
  head: string,
  changes: readonly Change[],
  records: readonly StoredRecord[],
): Generator<string> {
  const by_change = new Map(records.flatMap((one) => one.changes.map((i) => [i, one] as const)));
  yield '{"trains":[';
  for (const i of changes.keys()) {
    if (i > 0) yield ",";
    const one = given(by_change.get(i), "each change has its record");
    if (one.columns === null) {
      yield "null";
      continue;
    }
    yield `{${printName(one)},"etag":${printVersion(one)}`;
    if (one.changes[0] === i) {
      yield `,"train":{"id":${one.id},${head},`;
      yield `${one.columns.record.slice(1)}`;
    }
    yield "}";
  }
  yield '],"undo":[';
  for (const [i, one] of records.entries()) {
    if (i > 0) yield ",";
    yield* printUndo(one);
  }
  yield "]}";
}

/** The change that undoes all changes of a record. */
function* printUndo(one: StoredRecord): Generator<string> {
  const { was, columns } = one;
  if (was === null) yield `{${printName(one)},"version":${printVersion(one)},"removed":true}`;
  else {
    if (columns === null) yield '{"added":';
    else yield `{${printName(one)},"version":${printVersion(one)},"train":`;
    // a replacement without days keeps those that there are
    if (columns !== null && columns.days !== null && !was.record.startsWith(DAYS_FIRST)) {
      yield `{"days":null,${was.record.slice(1)}`;
    } else yield was.record;
    yield "}";
  }
}

function printName({ kind, id }: StoredRecord): string {
  return `"kind":"${kind.name}","id":${id}`;
}

/** The record's new ETag, as JSON text. */
function printVersion({ was }: StoredRecord): string {
  return JSON.stringify(printETag(was === null ? FIRST_REVISION : was.revision + 1));
}
