/**
 * Services that are changed themselves. What was proposed for one of its trains, or lets one run otherwise, is tried
 * for all of the service, with and without what else was proposed: sixteen exceptions are more to tell than one
 * change. It is tried as all proposals are, and all of the service's trains count.
 */
import { doInTurns } from "../../platform/turns.ts";
import { datetimeMs, printDateTime } from "../../railway/iso8601.ts";
import type { Change } from "../../timetable/changes/change.schemas.ts";
import { moveStarts } from "../../timetable/changes/changed_records.ts";
import type { PacedTrain } from "../../timetable/paced_train/effective_trains.ts";
import { PACED_TRAIN } from "../../timetable/paced_train/paced_train.kind.ts";
import { listTrainRows } from "../../timetable/train/train.queries.ts";
import { parseRecord } from "../../timetable/train_schedule/parse_record.ts";
import { type CheckedProposal, checkChanges, costOfProposal } from "./check_proposal.ts";
import { type MovableTrain, readMovable } from "./movable_trains.ts";
import { listCandidates } from "./other_run_candidates.ts";
import { allowsOtherRuns, type Problem } from "./problem.ts";
import { type DelayedTrain, delayTrain, findShift, proposeChanges } from "./proposed_changes.ts";

/** Changes of one service that are tried: those that most of its trains were given. */
const VARIANTS_MAX = 6;
const EPSILON = 1e-9;

interface Lifted {
  readonly id: number;
  readonly change: Change;
  /** All trains of the service. */
  readonly trains: readonly DelayedTrain[];
}

/** Null: nothing of it costs less. */
export async function liftServices(
  problem: Problem,
  checked: CheckedProposal,
): Promise<CheckedProposal | null> {
  let best = checked;
  let lifted: readonly Lifted[] = [];
  let single: readonly DelayedTrain[] = checked.tried.flatMap((one) => one ?? []);
  for (const [id, own] of groupByService([...single, ...(await listOtherRuns(problem, checked))])) {
    const service = problem.end.is_over ? null : await readService(problem, id);
    if (service === null) continue;
    for (const { change, shift_s } of await listVariants(problem, id, own)) {
      const others = single.filter(({ movable }) => movable.id !== id);
      const trains = service.map((movable) => ({
        movable,
        delays: movable.waits_at.map(() => shift_s),
      }));
      for (const left of others.length === 0 ? [others] : [[], others]) {
        if (problem.end.is_over) break;
        const all = [...lifted.filter((one) => one.id !== id), { id, change, trains }];
        const next = await tryAll(problem, all, left);
        if (!isBetter(problem, next, best)) continue;
        [best, lifted, single] = [next, all, left];
        break;
      }
    }
  }
  return best === checked ? null : best;
}

/** Services by how many of their trains are changed, most first. */
function groupByService(all: readonly DelayedTrain[]): [number, DelayedTrain[]][] {
  const services = new Map<number, DelayedTrain[]>();
  for (const one of all) {
    const { kind, id } = one.movable;
    if (kind === "paced_train") services.set(id, [...(services.get(id) ?? []), one]);
  }
  return [...services].sort(([, a], [, b]) => b.length - a.length);
}

/** All trains of a service; null: not all of them run, or may be changed. */
async function readService(
  { question, known, request }: Problem,
  id: number,
): Promise<MovableTrain[] | null> {
  const slots = [...known.slotsOf({ kind: "paced_train", id, day: null }).values()].map(
    ({ slot }) => slot,
  );
  const { trains, weights } = request;
  const list = (refs: Parameters<typeof known.listSlots>[0][]): Set<number> =>
    new Set(refs.flatMap((one) => known.listSlots(one)));
  if (trains !== undefined && "fixed" in trains) {
    const fixed = list(trains.fixed);
    if (slots.some((slot) => fixed.has(slot))) return null;
  }
  if (trains !== undefined && "may_change" in trains) {
    const named = list(trains.may_change);
    if (!slots.every((slot) => named.has(slot))) return null;
  }
  const own = await readMovable(question, known, slots, weights);
  return own.length < slots.length ? null : own;
}

interface Variant {
  readonly change: Change;
  /** How much later all of its trains leave, in seconds. */
  readonly shift_s: number;
}

/** Trains of the conflicts that stay, as they could run otherwise, where that is allowed. */
async function listOtherRuns(problem: Problem, { gone }: CheckedProposal): Promise<DelayedTrain[]> {
  if (!allowsOtherRuns(problem)) return [];
  const { texts } = problem.opened;
  const candidates = await listCandidates(problem, (row) => !gone.has(texts[row] ?? ""));
  return candidates.map(({ variant }) => ({
    movable: variant,
    delays: variant.waits_at.map(() => 0),
  }));
}

/** Changes of the service as its trains are changed, the most frequent first. */
async function listVariants(
  { ctx }: Problem,
  id: number,
  own: readonly DelayedTrain[],
): Promise<Variant[]> {
  const [row] = await listTrainRows(ctx.services.db, PACED_TRAIN, [id]);
  if (row === undefined || row.record === null) return [];
  const service = await doInTurns(parseRecord<PacedTrain>(row.record), ctx.signal);
  const counts = new Map<string, Variant & { count: number }>();
  for (const one of own) {
    const change = changeService(service, id, one);
    if (change === null) continue;
    const key = JSON.stringify(change);
    const known = counts.get(key) ?? { change, shift_s: one.delays[0] ?? 0, count: 0 };
    known.count++;
    counts.set(key, known);
  }
  const sorted = [...counts.values()].sort((a, b) => b.count - a.count);
  return sorted.slice(0, VARIANTS_MAX);
}

/** Null: the train has a path or a schedule of its own, which says nothing of the others. */
function changeService(service: PacedTrain, id: number, one: DelayedTrain): Change | null {
  const which = { kind: "paced_train", id } as const;
  const shift = findShift(one);
  if (shift !== null) return { ...which, shift };
  const was = one.movable.stored_run.train;
  if (!isSame([was.path, was.schedule], [service.path, service.schedule])) return null;
  const { path, schedule, margins, power_restrictions } = delayTrain(one.movable, one.delays);
  const move = (start_time: string): string =>
    printDateTime(datetimeMs(start_time) + 1000 * (one.delays[0] ?? 0));
  const changed = { path, schedule, margins, power_restrictions };
  return { ...which, train: { ...moveStarts(service, move), ...changed } };
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

async function tryAll(
  { ctx, question, known }: Problem,
  lifted: readonly Lifted[],
  others: readonly DelayedTrain[],
): Promise<CheckedProposal> {
  const own = lifted.flatMap(({ trains }) => trains);
  const changes = [...lifted.map(({ change }) => change), ...proposeChanges(known, others)];
  return await checkChanges(ctx, question, known, [
    { day: null, changes, delayed: [...own, ...others] },
  ]);
}

/** It makes nothing new, and solves more or costs less. */
function isBetter(problem: Problem, next: CheckedProposal, best: CheckedProposal): boolean {
  const { texts } = problem.opened;
  const countSolved = ({ gone }: CheckedProposal): number =>
    texts.filter((text) => gone.has(text)).length;
  if (next.made.length > 0 || next.tried.includes(null)) return false;
  const more = countSolved(next) - countSolved(best);
  if (more !== 0) return more > 0;
  return costOfProposal(problem, next) < costOfProposal(problem, best) - EPSILON;
}
