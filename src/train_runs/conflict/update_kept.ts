/** Brings kept conflicts up to date: the trains that changed are read and computed, and their zones looked at again. */
import type { Context } from "../../platform/http/endpoint.ts";
import { mapInTurns, nextTurn, type Work, workInTurns } from "../../platform/turns.ts";
import { listTrainRows } from "../../timetable/train/train.queries.ts";
import type { NamedDeparture, TrainKind } from "../../timetable/train/train_kind.ts";
import { TRAIN_KINDS } from "../../timetable/train/train_kinds.ts";
import { computeDepartures } from "../simulation/compute_trains.ts";
import { urgencyOf } from "../simulation/setup.ts";
import type { ConflictQuestion, KeptConflicts } from "./kept_conflicts.ts";
import type { StoredChanges } from "./kept_trains.ts";
import { nameOccurrence, orderOf, planTrains } from "./planned_trains.ts";
import { NO_PLACES, type PlannedTrain, SlotPlan, type TrainPlaces } from "./slot_plan.ts";

/** A record as it is stored now. */
interface Changed {
  readonly kind: TrainKind;
  readonly id: number;
  readonly stock_names: readonly string[];
  readonly departures: readonly NamedDeparture[];
}

/** False when everything must be made anew instead; then nothing of it may be used again. */
export async function updateKept(
  ctx: Pick<Context, "services" | "signal">,
  question: ConflictQuestion,
  kept: KeptConflicts,
  changes: StoredChanges,
): Promise<boolean> {
  const { stocks } = question;
  const changed = await readChanged(ctx, question.timetable_id, changes);
  if (changed === null) return false;
  await stocks.learn(changed.flatMap(({ stock_names }) => stock_names));
  const departures = changed.flatMap((one) => one.departures);
  const gone = listGone(changed, changes);
  const known = [...changed, ...gone].map(({ kind, id }) => placesOf(kept, kind, id).size);
  const touched_count = known.reduce((sum, count) => sum + count, departures.length);
  const priority = urgencyOf(question.setup, touched_count);
  const setup = { ...question.setup, priority };
  const computed = await computeDepartures(setup, departures, stocks);
  const plan = new SlotPlan(kept.numbering);
  const places: TrainPlaces[] = [];
  let next = 0;
  await mapInTurns(changed, ctx.signal, ({ kind, id, departures: own }) => {
    const planned = planTrains(own, computed.slice(next, next + own.length), (occurrence) =>
      occurrence === null ? "" : nameOccurrence(id, occurrence),
    );
    next += own.length;
    places.push(plan.change(orderOf(kind.name, id), placesOf(kept, kind, id), planned));
  });
  await mapInTurns(gone, ctx.signal, ({ kind, id }) =>
    plan.change(orderOf(kind.name, id), placesOf(kept, kind, id), NO_TRAINS),
  );
  if (!(await runPlan(setup, kept, plan))) return false;
  for (const { kind, id } of gone) kept.trains.delete(kind.name, id);
  for (const [i, { kind, id, stock_names, departures: own }] of changed.entries()) {
    const revision = changes.changed[kind.name].get(id) ?? 0;
    const departure_count = own.length;
    kept.trains.set(kind.name, id, {
      revision,
      stock_names,
      places: places[i] ?? NO_PLACES,
      departure_count,
    });
    for (const name of stock_names) {
      kept.stock_keys.set(name, stocks.find(name)?.physics.key ?? null);
    }
  }
  // The error of too many trains is the one of making it anew.
  return kept.trains.departure_count <= ctx.services.config.limits.conflict_trains;
}

const NO_TRAINS: readonly PlannedTrain[] = [];

function placesOf({ trains }: KeptConflicts, kind: TrainKind, id: number): TrainPlaces {
  return trains.find(kind.name, id)?.places ?? NO_PLACES;
}

/** Null when they are too many trains, or records too large to be read at once. Those that are gone meanwhile are left out. */
async function readChanged(
  { services, signal }: Pick<Context, "services" | "signal">,
  timetable_id: number,
  { changed }: StoredChanges,
): Promise<Changed[] | null> {
  const { conflict_trains } = services.config.limits;
  const all: Changed[] = [];
  let count = 0;
  for (const kind of TRAIN_KINDS) {
    const ids = [...changed[kind.name].keys()];
    if (ids.length === 0) continue;
    const rows = await listTrainRows(services.db, kind, ids);
    if (rows.some(({ record }) => record === null)) return null;
    const own = rows.filter((row) => row.timetable_id === timetable_id);
    const read = await workInTurns(own, signal, function* (row): Work<Changed> {
      const { id, rolling_stock_names: stock_names, record } = row;
      // A hundred records could fill the memory.
      const departures = count > conflict_trains ? [] : yield* kind.listDepartures(record ?? "");
      count += departures.length;
      return { kind, id, stock_names, departures };
    });
    if (count > conflict_trains) return null;
    for (const one of read) all.push(one);
  }
  return all;
}

/** Records that are not stored any more. */
function listGone(
  read: readonly Changed[],
  { changed, deleted }: StoredChanges,
): { readonly kind: TrainKind; readonly id: number }[] {
  return TRAIN_KINDS.flatMap((kind) => {
    const found = new Set(read.flatMap((one) => (one.kind === kind ? one.id : [])));
    const vanished = [...changed[kind.name].keys()].filter((id) => !found.has(id));
    return [...deleted[kind.name], ...vanished].map((id) => ({ kind, id }));
  });
}

/** Not cancelled with its request: a thread that is ended while it writes would leave a broken version. */
async function runPlan(
  { services, infra, share, priority }: ConflictQuestion["setup"],
  kept: KeptConflicts,
  plan: SlotPlan,
): Promise<boolean> {
  if (plan.is_empty) return true;
  await nextTurn();
  const { occupancy } = kept;
  const input = { infra, occupancy, changes: plan.toChanges() };
  kept.is_broken = true;
  const updated = await services.compute.run("update_occupancy", input, { share, priority });
  kept.is_broken = false;
  if (updated.kind !== "success") return false;
  kept.occupancy = updated.occupancy;
  kept.numbering = plan.commit(updated.occupancy);
  kept.json = null;
  kept.taken = null;
  return true;
}
