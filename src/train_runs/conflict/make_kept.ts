/** Makes the kept conflicts of a timetable from nothing: all its trains are read and computed page by page. */
import type { RequirementsRef } from "../../../workers/tasks/types.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns, nextTurn } from "../../platform/turns.ts";
import type { RecordRow } from "../../timetable/train/train.queries.ts";
import type { TrainKind } from "../../timetable/train/train_kind.ts";
import type { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { ConflictQuestion, KeptConflicts } from "./kept_conflicts.ts";
import { KeptTrains, type StoredChanges } from "./kept_trains.ts";
import { pageTrains } from "./page_trains.ts";
import { orderOf } from "./planned_trains.ts";
import {
  packRequirements,
  type RunningTrain,
  simulatePages,
  type TrainOwner,
  tooManyConflicts,
} from "./running_trains.ts";
import type { TrainPlace } from "./slot_plan.ts";

interface ReadRecord {
  readonly kind: TrainKind;
  readonly id: number;
  readonly stock_names: readonly string[];
  readonly departure_count: number;
  readonly places: Map<string, TrainPlace>;
}

/** `stored`: the revisions of all trains, read before; a train that changes meanwhile differs from then on. */
export async function makeKept(
  ctx: Pick<Context, "services" | "signal">,
  question: ConflictQuestion,
  stored: StoredChanges,
): Promise<KeptConflicts> {
  const records = new Map<string, ReadRecord>();
  const onRecord = (kind: TrainKind, row: RecordRow, departure_count: number): void => {
    const { id, rolling_stock_names: stock_names } = row;
    const places = new Map<string, TrainPlace>();
    records.set(keyOf(kind.name, id), { kind, id, stock_names, departure_count, places });
  };
  const { stocks, timetable_id, works } = question;
  // However urgent the question: all trains are a batch.
  const setup = { ...question.setup, priority: "batch" } as const;
  const pages = pageTrains(ctx, timetable_id, onRecord);
  const running = await simulatePages(setup, stocks, pages);
  await nextTurn();
  const packed = packRequirements(running);
  const { infra, services, signal, share, priority } = setup;
  const input: TaskInput<"keep_conflicts"> = {
    infra,
    ...packed,
    ...listOwners(running),
    ...(works === null ? {} : { works }),
  };
  const made = await services.compute.run("keep_conflicts", input, { share, signal, priority });
  if (made.kind !== "success") throw tooManyConflicts(made.members_max);
  const runs = new WeakMap<RequirementsRef, number>();
  await mapInTurns(running, signal, ({ owner, start_ms, stock_name, requirements }, slot) => {
    const run = packed.train_simulations[slot] ?? 0;
    runs.set(requirements, run);
    const { kind, identity, ordinal, name } = readOwner(owner);
    const place = { slot, run, start_ms, stock_name, ordinal, name };
    records.get(keyOf(kind, owner.id))?.places.set(identity, place);
  });
  const { occupancy, json } = made;
  const { run_count } = occupancy;
  const numbering = { slot_count: running.length, free_slots: [], run_count, runs };
  return {
    ...(await keepRecords([...records.values()], stored, { stocks, signal })),
    train_changes: question.train_changes,
    occupancy,
    numbering,
    json,
    taken: null,
    is_broken: false,
  };
}

/** One loop, as all that is done with each of 100,000 trains without a break. */
function listOwners(
  running: readonly RunningTrain[],
): Pick<TaskInput<"keep_conflicts">, "orders" | "ordinals" | "names"> {
  const orders = new Float64Array(running.length);
  const ordinals = new Uint32Array(running.length);
  const names: string[] = [];
  for (const [slot, { owner }] of running.entries()) {
    const { kind, ordinal, name } = readOwner(owner);
    orders[slot] = orderOf(kind, owner.id);
    ordinals[slot] = ordinal;
    names.push(name);
  }
  return { orders, ordinals, names };
}

/** A record that was made after the revisions were read has none: it counts as changed. */
async function keepRecords(
  records: readonly ReadRecord[],
  stored: StoredChanges,
  { stocks, signal }: { readonly stocks: RequestStocks; readonly signal: AbortSignal },
): Promise<Pick<KeptConflicts, "trains" | "stock_keys">> {
  const trains = new KeptTrains();
  const stock_keys = new Map<string, string | null>();
  await mapInTurns(records, signal, ({ kind, id, ...read }) => {
    const revision = stored.changed[kind.name].get(id) ?? 0;
    trains.set(kind.name, id, { ...read, revision });
    for (const name of read.stock_names) {
      if (!stock_keys.has(name)) stock_keys.set(name, stocks.find(name)?.physics.key ?? null);
    }
  });
  trains.settle(stored);
  return { trains, stock_keys };
}

function readOwner(owner: TrainOwner): Pick<TrainPlace, "ordinal" | "name"> & {
  readonly kind: TrainKind["name"];
  readonly identity: string;
} {
  if (owner.kind === "train_schedule") {
    return { kind: "train_schedule", identity: "", ordinal: 0, name: "" };
  }
  const { identity, ordinal, json } = owner;
  return { kind: "paced_train", identity, ordinal, name: json };
}

function keyOf(kind: TrainKind["name"], id: number): string {
  return `${kind} ${id}`;
}
