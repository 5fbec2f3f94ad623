/** How trains of conflicts could run otherwise: on other tracks or other ways, and with stops where they pass. */

import type { InferOutput } from "valibot";
import type { Via } from "../../../workers/engine/path/other_ways.ts";
import type { Hold, ListHoldsInput } from "../../../workers/tasks/simulation/list_holds.ts";
import { given } from "../../platform/given.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { datetimeMs, durationMs, printDuration } from "../../railway/iso8601.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import type { ConflictList } from "../conflict/conflict.schemas.ts";
import { runTask } from "../path/setup.ts";
import { type ComputedTrain, computeDepartures } from "../simulation/compute_trains.ts";
import { isVaried, type MovableTrain, timesByWaypoint, varyTrain } from "./movable_trains.ts";
import type { Problem } from "./problem.ts";

/** Trains that are simulated, at most. */
const SIMULATED_MAX = 240;
/** A train is at a station so long before and after it stands there. */
const NEAR_MS = 60_000;
/** Places before a conflict, and before its end, at which a train may be held. */
const HOLDS_EACH = 3;
/** Other ways of a train for one conflict. */
const WAYS_EACH = 3;
/** The shortest stop that is added: its signal is asked for while the train stands. */
const HOLD_MS = 30_000;

/** A train that may run otherwise because of a conflict. */
export interface Candidate {
  /** Its conflict, by its place among those that are asked about. */
  readonly row: number;
  /** Its place among the trains. */
  readonly index: number;
  readonly variant: MovableTrain;
}

/** A train in a conflict. */
interface Involved {
  readonly row: number;
  readonly index: number;
  readonly movable: MovableTrain;
  /** When the conflict is. */
  readonly from_ms: number;
  readonly to_ms: number;
  /** What it is about. */
  readonly zones: readonly string[];
}

interface Wanted extends Pick<Candidate, "row" | "index"> {
  readonly train: TrainSchedule;
  /** The waypoint where it is to stop on another track, if it is. */
  readonly overtaken_at: string | null;
}

/** Conflict by conflict; those that are overtaken last. */
export async function listCandidates(
  problem: Problem,
  isCostly: (row: number) => boolean,
): Promise<Candidate[]> {
  const { allow } = problem.request;
  const involved = (await listInvolved(problem, isCostly)).slice(0, SIMULATED_MAX);
  const wanted = [
    ...(allow.tracks ? await listOnOtherTracks(problem, involved) : []),
    ...(allow.hold !== null && allow.hold_at === "operational_points"
      ? await listWithHolds(problem, involved)
      : []),
    ...(allow.routes ? await listOnOtherWays(problem, involved) : []),
  ];
  const isLast = ({ overtaken_at }: Wanted): number => Number(overtaken_at !== null);
  wanted.sort((a, b) => isLast(a) - isLast(b) || a.row - b.row);
  return await simulate(problem, wanted.slice(0, SIMULATED_MAX));
}

async function listInvolved(
  { ctx, opened, trains }: Problem,
  isCostly: (row: number) => boolean,
): Promise<Involved[]> {
  const indexOf = new Map(trains.map(({ slot }, index) => [slot, index]));
  const involved = await mapInTurns(opened.texts, ctx.signal, (text, row) => {
    if (!isCostly(row)) return [];
    const conflict: InferOutput<typeof ConflictList>[number] = JSON.parse(text);
    const [from_ms, to_ms] = [datetimeMs(conflict.start_time), datetimeMs(conflict.end_time)];
    const zones = conflict.requirements.map(({ zone }) => zone);
    return (opened.owners[row] ?? []).flatMap((slot): Involved[] => {
      const index = indexOf.get(slot);
      const movable = index === undefined ? undefined : trains[index];
      if (index === undefined || movable === undefined || isVaried(movable)) return [];
      return [{ row, index, movable, from_ms, to_ms, zones }];
    });
  });
  return involved.flat();
}

/** On each other track of the stations where a train is when its conflict is. */
async function listOnOtherTracks(
  { ctx, question }: Problem,
  involved: readonly Involved[],
): Promise<Wanted[]> {
  const items = await mapInTurns(involved, ctx.signal, listItems);
  const places = involved.flatMap((one, i) => (items[i] ?? []).map((item) => ({ ...one, item })));
  const stations = places.map(({ movable, item }) => {
    const { track_reference: _track, ...station } = {
      track_reference: null,
      ...given(movable.train.path[item], "the item is on the path"),
    };
    return toPathItem(station as TrainSchedule["path"][number]);
  });
  const tracks = await runTask(question.setup, "list_station_tracks", { stations });
  const aside = places.flatMap((one, i) => (tracks[i] ?? []).map((track) => ({ ...one, track })));
  return await mapInTurns(
    aside.slice(0, SIMULATED_MAX),
    ctx.signal,
    ({ row, index, movable: { train }, item, track }) => {
      const path = train.path.map((waypoint, k) =>
        k === item ? { ...waypoint, track_reference: { track_id: track } } : waypoint,
      );
      return { row, index, train: { ...train, path }, overtaken_at: null };
    },
  );
}

/** Stations where a train is when the conflict is. */
function listItems({ movable: { train, run, start_ms }, from_ms, to_ms }: Involved): number[] {
  const { item_times_ms } = run.outcome.final;
  return train.path.flatMap((waypoint, item) => {
    const arrives_ms = start_ms + (item_times_ms[item] ?? 0);
    const next_ms = start_ms + (item_times_ms[item + 1] ?? item_times_ms[item] ?? 0);
    const is_near = arrives_ms - NEAR_MS <= to_ms && from_ms <= next_ms + NEAR_MS;
    return is_near && !("track" in waypoint) ? [item] : [];
  });
}

/** By the shortest ways between its waypoints that leave the zones of its conflict. */
async function listOnOtherWays(
  { question: { setup }, end }: Problem,
  involved: readonly Involved[],
): Promise<Wanted[]> {
  const wanted: Wanted[] = [];
  for (const { row, index, movable, zones } of involved) {
    if (wanted.length >= SIMULATED_MAX || end.is_over) break;
    const { train, run } = movable;
    const items = train.path.map(toPathItem);
    const input = { path: run.path, items, stock: run.stock.path, zones, count_max: WAYS_EACH };
    for (const vias of await runTask(setup, "list_other_ways", input)) {
      wanted.push({ row, index, train: passBy(train, vias), overtaken_at: null });
    }
  }
  return wanted;
}

/** `vias` in the order in which they are passed. */
function passBy(train: TrainSchedule, vias: readonly Via[]): TrainSchedule {
  return vias.reduce((now, { before, track, offset_mm }, i) => {
    const via = { id: nameWaypoint(now, "way"), deleted: false, track, offset: offset_mm };
    return { ...now, path: now.path.toSpliced(before + i, 0, via) };
  }, train);
}

/**
 * With a stop at one of the last operational points before the conflict, or within it, where a train can stand and does
 * not stop: on its own track, and where that is allowed on each other one of the place, so that others overtake it there.
 */
async function listWithHolds(problem: Problem, involved: readonly Involved[]): Promise<Wanted[]> {
  const ask = ({ movable }: Involved, before_ms: number) => ({
    ...describeStanding(movable),
    stops_mm: movable.waits_at.map((at) => movable.run.path.item_positions_mm[at] ?? 0),
    before_ms: before_ms - movable.start_ms,
  });
  const { setup } = problem.question;
  const asked = [
    ...involved.map((one) => ask(one, one.from_ms)),
    ...involved.map((one) => ask(one, one.to_ms)),
  ];
  const holds = await runTask(setup, "list_holds", { trains: asked, count_max: HOLDS_EACH });
  const places = involved.flatMap((one, i) => {
    const before = given(holds[i], "every train is answered");
    const known = new Set(before.map(({ position_mm }) => position_mm));
    const within = given(holds[i + involved.length], "every train is answered");
    const others = within.filter(({ position_mm }) => !known.has(position_mm));
    return [...before, ...others].map((hold) => ({ ...one, hold }));
  });
  const inTurns = async <Item>(items: readonly Item[], work: (item: Item) => Wanted) =>
    await mapInTurns(items.slice(0, SIMULATED_MAX), problem.ctx.signal, work);
  const own = await inTurns(places, ({ row, index, movable, hold }) => {
    const { train } = addStop(movable, hold);
    return { row, index, train, overtaken_at: null };
  });
  if (!problem.request.allow.tracks) return own;
  const stations = places.map(({ hold: { operational_point } }) =>
    toPathItem({ operational_point, secondary_code: null, track_reference: null }),
  );
  const tracks = await runTask(setup, "list_station_tracks", { stations });
  const aside = places.flatMap((one, i) => {
    const others = (tracks[i] ?? []).filter((track) => track !== one.hold.track);
    return others.map((track) => ({ ...one, track }));
  });
  const overtaken = await inTurns(aside, ({ row, index, movable, hold, track }) => {
    const { train, at } = addStop(movable, hold, track);
    return { row, index, train, overtaken_at: at };
  });
  return [...own, ...overtaken];
}

type Standing = Pick<ListHoldsInput["trains"][number], "path" | "packed" | "length_mm">;

function describeStanding({ run }: Pick<MovableTrain, "run">): Standing {
  const { path, outcome, stock } = run;
  return { path, packed: outcome.packed, length_mm: Math.round(stock.physics.length_m * 1000) };
}

/** Before a closed signal: what lies behind it is needed only when the train leaves. */
function addStop(
  { train, run }: MovableTrain,
  { operational_point, track, position_mm }: Hold,
  other_track: string | null = null,
): { readonly train: TrainSchedule; readonly at: string } {
  const { item_positions_mm } = run.path;
  const item = item_positions_mm.indexOf(position_mm);
  const added = {
    id: item < 0 ? nameWaypoint(train, "hold") : given(train.path[item], "it is one of them").id,
    deleted: false,
    operational_point,
    secondary_code: null,
    track_reference: { track_id: other_track ?? track },
  };
  const next = item_positions_mm.findIndex((at_mm) => at_mm > position_mm);
  const path = item < 0 ? train.path.toSpliced(next, 0, added) : [...train.path];
  if (item >= 0 && other_track !== null) path[item] = added;
  const at = added.id;
  const known = train.schedule.find((point) => point.at === at);
  const stop = {
    at,
    arrival: known?.arrival ?? null,
    stop_for: printDuration(HOLD_MS),
    reception_signal: "STOP" as const,
    locked: known?.locked ?? false,
  };
  const order = new Map(path.map(({ id }, i) => [id, i]));
  const schedule = [...train.schedule.filter((point) => point.at !== at), stop].sort(
    (a, b) => (order.get(a.at) ?? 0) - (order.get(b.at) ?? 0),
  );
  return { train: { ...train, path, schedule }, at };
}

/** An id that no waypoint of the train has. */
function nameWaypoint({ path }: TrainSchedule, what: "hold" | "way"): string {
  const taken = new Set(path.map(({ id }) => id));
  let n = 1;
  while (taken.has(`${what}-${n}`)) n++;
  return `${what}-${n}`;
}

async function simulate(problem: Problem, wanted: readonly Wanted[]): Promise<Candidate[]> {
  const found = await compute(problem, wanted);
  const { signal } = problem.ctx;
  const relaxed = await mapInTurns(found, signal, ({ row, index, run, overtaken_at }) => {
    const movable = given(problem.trains[index], "it is one of them");
    return { row, index, train: relaxArrivals(movable, run), overtaken_at };
  });
  // Those that are late by it ask for what they reach.
  const computed = await compute(problem, relaxed);
  const stand = await findStanding(problem, computed);
  const candidates = await mapInTurns(computed, signal, ({ row, index, run }, i): Candidate[] => {
    const movable = given(problem.trains[index], "it is one of them");
    return stand[i] === true ? [{ row, index, variant: varyTrain(movable, run) }] : [];
  });
  return candidates.flat();
}

/** Whether each stands whole between signals where it is overtaken, if it is. */
async function findStanding(
  { question }: Problem,
  computed: readonly Computed[],
): Promise<boolean[]> {
  const holds = await runTask(question.setup, "list_holds", {
    trains: computed.map((one) => ({
      ...describeStanding(one),
      stops_mm: [],
      before_ms: Infinity,
    })),
    count_max: Infinity,
  });
  return computed.map(({ run, overtaken_at }, i) => {
    if (overtaken_at === null) return true;
    const item = run.train.path.findIndex(({ id }) => id === overtaken_at);
    const at_mm = run.path.item_positions_mm[item];
    return holds[i]?.some(({ position_mm }) => position_mm === at_mm) === true;
  });
}

type Computed = Pick<Wanted, "row" | "index" | "overtaken_at"> & {
  readonly run: Extract<ComputedTrain, { readonly kind: "success" }>;
};

/** Those that can run. */
async function compute(
  { question: { setup, stocks }, trains }: Problem,
  wanted: readonly Wanted[],
): Promise<Computed[]> {
  const departures = wanted.map(({ index, train }) => {
    const { start_ms } = given(trains[index], "it is one of them");
    return { train, start_ms };
  });
  const runs = await computeDepartures(setup, departures, stocks);
  return wanted.flatMap(({ row, index, overtaken_at }, i): Computed[] => {
    const run = runs[i];
    return run?.kind === "success" ? [{ row, index, run, overtaken_at }] : [];
  });
}

/** Arrivals that are asked for are later by what the train loses because it runs otherwise. */
function relaxArrivals({ stored_run }: MovableTrain, run: Computed["run"]): TrainSchedule {
  const [before_ms, after_ms] = [timesByWaypoint(stored_run), timesByWaypoint(run)];
  const schedule = run.train.schedule.map((point) => {
    const lost_ms = (after_ms.get(point.at) ?? 0) - (before_ms.get(point.at) ?? 0);
    if (point.arrival === null || lost_ms <= 0) return point;
    const seconds = Math.ceil(lost_ms / 1000);
    return { ...point, arrival: printDuration(durationMs(point.arrival) + 1000 * seconds) };
  });
  return { ...run.train, schedule };
}
