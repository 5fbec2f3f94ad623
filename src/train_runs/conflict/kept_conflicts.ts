/**
 * The conflicts of timetables that are kept, brought up to date by each question: what is stored now is
 * compared with what they were made from, and only trains that changed are computed and looked at again.
 */
import type { OccupancyRef } from "../../../workers/tasks/occupancy_ref.ts";
import type { Kept } from "../../platform/compute/kept_store.ts";
import { hashKey, hashText } from "../../platform/compute/setup.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { listRevisions } from "../../timetable/train/train.queries.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { SimulationSetup } from "../simulation/simulate_trains.ts";
import { countChanges, KeptTrains, type StoredChanges } from "./kept_trains.ts";
import { makeKept } from "./make_kept.ts";
import { tooManyConflicts } from "./running_trains.ts";
import type { Numbering } from "./slot_plan.ts";
import { updateKept } from "./update_kept.ts";

/** What conflicts are asked for; the rights on all of it were checked. */
export interface ConflictQuestion {
  readonly timetable_id: number;
  /** Before anything else was read; it differs after every change of a train. */
  readonly train_changes: string;
  /** Of all trains then. */
  readonly stock_names: readonly string[];
  readonly setup: SimulationSetup;
  /** Knows them. */
  readonly stocks: RequestStocks;
  /** JSON text of a list of works; null: none. */
  readonly works: string | null;
}

/** What a question uses of its request. */
type AskContext = Pick<Context, "services" | "signal">;

export interface KeptConflicts {
  readonly trains: KeptTrains;
  /** Keys of the rolling stocks that it was made with; null: there was none of that name. */
  readonly stock_keys: Map<string, string | null>;
  /** Of the question that compared the trains last. */
  train_changes: string;
  occupancy: OccupancyRef;
  numbering: Numbering;
  /** The answer; null: not printed since the last change. */
  json: Uint8Array | null;
  /** Its zones joined (`tabulate_taken`); null: not asked for since the last change. */
  taken: SharedArrayBuffer | null;
  /** Whether a task that failed may have left a broken version. */
  is_broken: boolean;
}

/** Trains and works that have too many conflicts, or are too many, stay so until one of them changes. */
interface KeptRefusal {
  readonly refusal: AppError;
  /** Digest of the trains' changes and the stocks that it was found with. */
  readonly inputs: string;
}

const REFUSAL_BYTES = 1000;

/** Of a train, beside the buffers: records and places on the main thread. */
const TRAIN_BYTES = 300;
const PLACE_BYTES = 200;
/** From so many changes on, and this share of all trains, everything is made anew. */
const CHANGES_MIN = 100;
const CHANGED_SHARE = 0.25;

/** Reads from what is kept, as of now. Others wait meanwhile: `read` takes what it needs and returns soon. */
export async function readKept<Result>(
  ctx: AskContext,
  question: ConflictQuestion,
  read: (kept: KeptConflicts) => Promise<Result>,
): Promise<Result> {
  const { occupancies } = ctx.services;
  const key = keyOf(question);
  const kept = occupancies.open<KeptConflicts | KeptRefusal>(key);
  return await kept.inTurn(ctx.signal, async () => {
    try {
      return await read(await refresh(ctx, question, kept));
    } finally {
      occupancies.resize(key, kept, kept.value === null ? 0 : bytesOf(kept.value));
    }
  });
}

/** Everything that conflicts depend on besides trains and stocks. */
function keyOf({ timetable_id, setup, works }: ConflictQuestion): string {
  const { infra, profiles, limits } = setup;
  return hashKey("conflicts", [
    timetable_id,
    infra.key,
    profiles?.key ?? null,
    limits?.group.key ?? null,
    works === null ? null : hashText(works),
  ]);
}

async function refresh(
  ctx: AskContext,
  question: ConflictQuestion,
  kept: Kept<KeptConflicts | KeptRefusal>,
): Promise<KeptConflicts> {
  const known = kept.value;
  if (known === null) return await makeAnew(ctx, question, kept);
  if ("refusal" in known) {
    if (known.inputs === digestInputs(question)) throw known.refusal;
    return await makeAnew(ctx, question, kept);
  }
  if (known.is_broken) return await makeAnew(ctx, question, kept);
  const changes = await addStaleStocks(question, known, await findChanges(ctx, question, known));
  const count = countChanges(changes);
  const is_small = count < CHANGES_MIN || count < CHANGED_SHARE * known.trains.count;
  if (count > 0 && (!is_small || !(await updateKept(ctx, question, known, changes)))) {
    // Nothing of it may be used again, whatever happens now.
    kept.value = null;
    return await makeAnew(ctx, question, kept);
  }
  known.trains.settle(changes);
  known.train_changes = question.train_changes;
  return known;
}

/** Trains that are stored otherwise than they were. */
async function findChanges(
  ctx: AskContext,
  { timetable_id, train_changes }: ConflictQuestion,
  known: KeptConflicts,
): Promise<StoredChanges> {
  if (known.train_changes === train_changes) return known.trains.noChanges();
  const parts = await listRevisions(ctx.services.db, timetable_id, known.trains.digests);
  if (parts === null) throw timetableNotFound(timetable_id);
  return known.trains.compare(parts);
}

async function makeAnew(
  ctx: AskContext,
  question: ConflictQuestion,
  kept: Kept<KeptConflicts | KeptRefusal>,
): Promise<KeptConflicts> {
  const parts = await listRevisions(ctx.services.db, question.timetable_id, []);
  if (parts === null) throw timetableNotFound(question.timetable_id);
  try {
    const made = await makeKept(ctx, question, new KeptTrains().compare(parts));
    kept.value = made;
    return made;
  } catch (error) {
    if (isRefusal(error)) kept.value = { refusal: error, inputs: digestInputs(question) };
    throw error;
  }
}

/** That the trains, and what they meet, are too many is no accident: asking again would tell the same. */
function isRefusal(error: unknown): error is AppError {
  if (!(error instanceof AppError)) return false;
  return error.error_name === "TimetableTooManyConflicts" || error.error_name === "TooManyItems";
}

/** What a refusal depends on beside the question's key. */
function digestInputs({ train_changes, stock_names, stocks }: ConflictQuestion): string {
  const keys = [...stock_names]
    .sort()
    .map((name) => [name, stocks.find(name)?.physics.key ?? null]);
  return hashText(JSON.stringify([train_changes, keys]));
}

/** A train counts as changed when a stock that it names has. */
async function addStaleStocks(
  { stocks }: ConflictQuestion,
  { trains, stock_keys }: KeptConflicts,
  changes: StoredChanges,
): Promise<StoredChanges> {
  const names = trains.listStockNames(changes);
  // Known already, unless a train has got another stock since.
  await stocks.learn(names);
  const stale = new Set<string>();
  for (const name of names) {
    if (stock_keys.get(name) !== (stocks.find(name)?.physics.key ?? null)) stale.add(name);
  }
  return stale.size === 0 ? changes : trains.addTrainsOf(stale, changes);
}

function bytesOf(kept: KeptConflicts | KeptRefusal): number {
  if ("refusal" in kept) return REFUSAL_BYTES;
  const { occupancy, trains, json, taken } = kept;
  const { runs, runs_by_zone, slots, names, works, groups } = occupancy;
  const buffers = [runs, runs_by_zone, slots, names, works, ...groups];
  const shared_bytes = buffers.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const own_bytes = TRAIN_BYTES * trains.count + PLACE_BYTES * trains.place_count;
  return shared_bytes + own_bytes + (json?.byteLength ?? 0) + (taken?.byteLength ?? 0);
}

/** Its zones joined, for searches among its trains. */
export async function joinKept(
  { setup: { services, infra, signal, share, priority } }: ConflictQuestion,
  kept: KeptConflicts,
): Promise<SharedArrayBuffer> {
  const input = { infra, occupancy: kept.occupancy };
  const options = { share, signal, priority };
  kept.taken ??= await services.compute.run("tabulate_taken", input, options);
  return kept.taken;
}

/** The answer as JSON text. */
export async function listKept(
  { setup: { services, infra, signal, share, priority } }: ConflictQuestion,
  kept: KeptConflicts,
): Promise<Uint8Array> {
  if (kept.json !== null) return kept.json;
  const { occupancy } = kept;
  const options = { share, signal, priority };
  const listed = await services.compute.run("list_conflicts", { infra, occupancy }, options);
  if (listed.kind !== "success") {
    // Made anew it is refused, which is kept.
    kept.is_broken = true;
    throw tooManyConflicts(listed.members_max);
  }
  kept.json = listed.json;
  return listed.json;
}
