/**
 * What users accept of a timetable's trains, and which trains differ from what was accepted. Both
 * recompute everything, from the same cached results as summaries.
 */
import { getInfra } from "../../network/infra/infra.queries.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { encodeGroups } from "../../platform/http/sending/text_stream.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { openTimetableStocks } from "../../timetable/train/open_timetable.ts";
import { countNamedTrains } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { NamedTrains } from "../simulation/computed_groups.ts";
import { openSimulationSetup } from "../simulation/setup.ts";
import {
  type Accepted,
  type AcceptedTrain,
  type Acknowledgement,
  acknowledgeTrains,
  listAcknowledgements,
} from "./acknowledgement.queries.ts";
import { type JudgedSource, type JudgedTrain, judgeTrains } from "./judge_trains.ts";

interface Target {
  readonly timetable_id: number;
  readonly infra_id: number;
}

/** Source of the trains with known stocks. Throws not found. */
async function openSource(
  ctx: Context,
  { timetable_id, infra_id }: Target,
  stocks: RequestStocks,
): Promise<JudgedSource> {
  // The version is read first: what is accepted is then never older than it.
  const infra = await getInfra(ctx.services.db, infra_id);
  const setup = await openSimulationSetup(
    ctx,
    { infra_id, electrical_profile_set_id: null, temporary_speed_limit_group_id: null },
    { priority: "batch", area: "TimetableInfraNotFound" },
  );
  const infra_version = Number(infra?.version ?? 0);
  return { timetable_id, setup, stocks, infra_version };
}

/** If trains are named, their stocks are read and checked page by page instead. */
async function openStocks(
  ctx: Context,
  timetable_id: number,
  named: NamedTrains | null,
): Promise<RequestStocks> {
  if (named === null) return (await openTimetableStocks(ctx, timetable_id)).stocks;
  const stocks = new RequestStocks(ctx);
  await stocks.learn([], { timetable: [timetable_id] });
  await checkNamed(ctx, timetable_id, named);
  return stocks;
}

/** Throws, before any train is computed, if the trains are too many or not all in the timetable. */
async function checkNamed(
  { services: { db, config } }: Context,
  timetable_id: number,
  named: NamedTrains,
): Promise<void> {
  const { batch_trains } = config.limits;
  const count = TRAIN_KINDS.reduce((sum, { name }) => sum + named[name].length, 0);
  if (count > batch_trains) throw tooManyTrains(count, batch_trains);
  const found = await countNamedTrains(db, timetable_id, named);
  if (found === null) throw timetableNotFound(timetable_id);
  for (const kind of TRAIN_KINDS) {
    const missing_count = named[kind.name].length - found[kind.name];
    if (missing_count > 0) throw kind.batchNotFound(missing_count);
  }
}

/** Trains by kind. A missing list means none of that kind; without any list, all of the timetable. */
export type WantedTrains = { readonly [Kind in TrainKind["name"]]?: readonly number[] | undefined };

export interface AcknowledgedTrains {
  readonly acknowledged_count: number;
  readonly invalid_count: number;
}

/** Accepts the trains as they are now; invalid ones keep their former acceptance. Throws not found. */
export async function acknowledge(
  ctx: Context,
  target: Target,
  wanted: WantedTrains,
): Promise<AcknowledgedTrains> {
  const named = nameTrains(wanted);
  const source = await openSource(ctx, target, await openStocks(ctx, target.timetable_id, named));
  // A train may have been deleted since: ids that do not turn up are missing.
  const missing = new Map(TRAIN_KINDS.map((kind) => [kind, new Set(named?.[kind.name])] as const));
  const trains: AcceptedTrain[] = [];
  let invalid_count = 0;
  for await (const group of judgeTrains(named === null ? source : { ...source, named })) {
    for (const { kind, id, now } of group) {
      missing.get(kind)?.delete(id);
      if (now.reason === null) trains.push({ kind: kind.name, id, ...now.accepted });
      else invalid_count++;
    }
  }
  for (const [kind, { size }] of missing) if (size > 0) throw kind.batchNotFound(size);
  const { infra_id } = target;
  const by = { infra_id, user_id: ctx.user?.id ?? null, signal: ctx.signal };
  return {
    acknowledged_count: await acknowledgeTrains(ctx.services.db, trains, by),
    invalid_count,
  };
}

/** Each id once; null: all. */
function nameTrains({ train_schedule, paced_train }: WantedTrains): NamedTrains | null {
  if (train_schedule === undefined && paced_train === undefined) return null;
  return { train_schedule: [...new Set(train_schedule)], paced_train: [...new Set(paced_train)] };
}

/** The lines in UTF-8; all rights are checked before the first. */
export async function streamStatuses(
  ctx: Context,
  target: Target,
): Promise<AsyncIterable<Uint8Array>> {
  const { stocks, train_count } = await openTimetableStocks(ctx, target.timetable_id);
  const source = await openSource(ctx, target, stocks);
  return encodeGroups(printLines(source, target.infra_id, train_count), ctx.signal);
}

async function* printLines(
  source: JudgedSource,
  infra_id: number,
  count: number,
): AsyncGenerator<Iterable<string>> {
  yield [`${JSON.stringify({ count })}\n`];
  for await (const group of judgeTrains(source)) {
    const [first] = group;
    if (first === undefined) continue;
    // A group is of one kind.
    const ids = group.map(({ id }) => id);
    const known = await listAcknowledgements(source.setup.services.db, first.kind, {
      ids,
      infra_id,
    });
    yield group.map((one) => `${JSON.stringify(printStatus(one, known.get(one.id)))}\n`);
  }
}

function printStatus(
  { kind: { name: kind }, id, now }: JudgedTrain,
  was: Acknowledgement | undefined,
): Readonly<Record<string, unknown>> {
  if (now.reason !== null) return { id, kind, status: "invalid", reason: now.reason };
  const { accepted: is } = now;
  const reasons = was === undefined ? [] : listReasons(was, is);
  if (was === undefined || reasons.length === 0) return { id, kind, status: "valid" };
  return {
    id,
    kind,
    status: "outdated",
    reasons,
    changed: listChanged(kind, was, is),
    acknowledged: {
      at: was.acknowledged_at,
      by: was.acknowledged_by,
      duration_ms: was.duration_ms,
      length_mm: was.length_mm,
    },
    now: { duration_ms: is.duration_ms, length_mm: is.length_mm },
  };
}

function listReasons(was: Accepted, is: Accepted): string[] {
  return [
    ...(was.path_digest === is.path_digest ? [] : ["path_changed"]),
    ...(was.times_digest === is.times_digest ? [] : ["running_time_changed"]),
  ];
}

/** Which inputs have changed; which of them is the cause can't be told. */
function listChanged(kind: TrainKind["name"], was: Accepted, is: Accepted): string[] {
  return [
    ...(was.infra_version === is.infra_version ? [] : ["infra"]),
    ...(was.stocks_digest === is.stocks_digest ? [] : ["rolling_stock"]),
    ...(was.record_digest === is.record_digest ? [] : [kind]),
  ];
}
