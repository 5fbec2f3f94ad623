/**
 * All ways of waiting on a grid, of trains as they are or as they could run otherwise, each tried by `what_if`: nothing
 * of the search is used. A way is as good as it solves many conflicts without a new one, then as its arrivals are
 * little late. What could not be better than the answer is not tried.
 */
import { type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { type Json, type LiveWorld, pick } from "./live_world.ts";
import { type Resolved, resolve } from "./resolution_trial.ts";

const GRID_S = 60;
const PASS_WEIGHT = 0.25;
const CHANGE_COST = 0.01;
const OTHER_RUN_COST = 0.05;
const ADDED_STOP_S = 30;
const MINUTE_MS = 60_000;
/** An answer's cost is printed with fewer digits. */
const EPSILON = 1e-6;

const START_MS = Date.UTC(2026, 2, 2, 6);

/** Leaves on a grid of half minutes, with at most two stops on its way. */
export function drawTiny(random: Random, { forms }: Pick<LiveWorld, "forms">): Json {
  const form = pick(random, forms);
  const stops = listStops(form).slice(2);
  const path = form["path"] as readonly { id: string }[];
  const more = new Set(stops.map((i) => path[i]?.id));
  const points = (form["schedule"] ?? []) as readonly { at: string }[];
  return {
    ...form,
    start_time: new Date(START_MS + 30_000 * wholeBetween(random, 0, 6)).toISOString(),
    schedule: points.filter(({ at }) => !more.has(at)),
  };
}

export interface TinyTrain {
  readonly id: number;
  readonly form: Json;
  /** How it could run otherwise. */
  readonly others?: readonly Json[];
}

/** How a train may run before it waits anywhere, and what that costs. */
interface Run {
  readonly id: number;
  readonly stored: Json;
  readonly form: Json;
  readonly cost: number;
}

interface Place {
  readonly timetable_id: number;
  readonly query: string;
  readonly where: string;
}

/** A train's run, and how long it waits at its start and at each stop, in steps of the grid. */
interface Way {
  readonly run: Run;
  readonly waits: readonly number[];
}

interface Judged {
  readonly left: number;
  readonly cost: number;
}

interface Allowed {
  /** Steps of the grid. */
  readonly later: number;
  readonly hold: number;
  readonly more?: Json;
  /** Of all trains: runs otherwise and waits that are tried together. */
  readonly changes_max?: number;
}

/** Throws where a way on the grid is better than the answer. */
export async function judgeOptimum(
  world: Pick<LiveWorld, "make">,
  place: Place,
  trains: readonly TinyTrain[],
  { later, hold, more, changes_max = Infinity }: Allowed,
): Promise<{ readonly answer: Resolved; readonly tried: number }> {
  const allow = { later: `PT${later * GRID_S}S`, hold: `PT${hold * GRID_S}S`, ...more };
  const answer = await resolve(world, place, { allow });
  const found: Judged = { left: answer.left.length, cost: answer.cost };
  let best: Judged = { left: Infinity, cost: Infinity };
  let tried = 0;
  const runs: Run[][] = [];
  for (const train of trains) runs.push(await listRuns(world, place, train));
  for (const ways of listWays(runs, { later, hold })) {
    if (ways.reduce((sum, way) => sum + countChanges(way), 0) > changes_max) continue;
    const cost = ways.reduce((sum, way) => sum + costOf(way), 0);
    if (!isLess({ left: 0, cost }, { ...found, cost: found.cost - EPSILON })) continue;
    tried++;
    const left = await tryWays(world, place, ways);
    if (left !== null && isLess({ left, cost }, best)) best = { left, cost };
  }
  if (isLess(best, { ...found, cost: found.cost - EPSILON })) {
    throw new Error(
      `${place.where}: ${JSON.stringify(found)}, possible is ${JSON.stringify(best)}`,
    );
  }
  return { answer, tried };
}

function isLess(a: Judged, b: Judged): boolean {
  return a.left < b.left || (a.left === b.left && a.cost < b.cost);
}

function* listWays(
  runs: readonly (readonly Run[])[],
  steps: { readonly later: number; readonly hold: number },
): Generator<readonly Way[]> {
  const [first, ...rest] = runs;
  if (first === undefined) {
    yield [];
    return;
  }
  for (const run of first) {
    const most = [steps.later, ...listStops(run.form).map(() => steps.hold)];
    for (const waits of listCounts(most))
      for (const others of listWays(rest, steps)) yield [{ run, waits }, ...others];
  }
}

function* listCounts([most, ...rest]: readonly number[]): Generator<number[]> {
  if (most === undefined) {
    yield [];
    return;
  }
  for (let n = 0; n <= most; n++) for (const others of listCounts(rest)) yield [n, ...others];
}

interface Point {
  readonly at: string;
  readonly arrival?: string | null;
  readonly stop_for?: string | null;
}

/** Places of the path where the train stops on its way. */
export function listStops(form: Json): number[] {
  const path = form["path"] as readonly { id: string }[];
  const points = (form["schedule"] ?? []) as readonly Point[];
  return path.flatMap(({ id }, i) => {
    const stops = points.some(({ at, stop_for }) => at === id && (stop_for ?? null) !== null);
    return i > 0 && i + 1 < path.length && stops ? [i] : [];
  });
}

function seconds(duration: string): number {
  const [, hours = "0", minutes = "0", rest = "0"] =
    /^PT(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?$/.exec(duration) ?? [];
  return 3600 * Number(hours) + 60 * Number(minutes) + Number(rest);
}

/** The train as it would be written by hand: later by what it has waited so far. */
function writeTrain(form: Json, own: readonly number[]): Json {
  const path = form["path"] as readonly { id: string }[];
  const stops = listStops(form);
  const place = (at: string): number => path.findIndex(({ id }) => id === at);
  const waited = (before: number): number =>
    stops.reduce((sum, i, k) => (i < before ? sum + GRID_S * (own[k + 1] ?? 0) : sum), 0);
  const schedule = ((form["schedule"] ?? []) as readonly Point[]).map((point) => {
    const i = place(point.at);
    const k = stops.indexOf(i);
    const more = k < 0 ? 0 : GRID_S * (own[k + 1] ?? 0);
    const { arrival = null, stop_for = null } = point;
    return {
      ...point,
      ...(arrival === null || i === 0 ? {} : { arrival: `PT${seconds(arrival) + waited(i)}S` }),
      ...(stop_for === null ? {} : { stop_for: `PT${seconds(stop_for) + more}S` }),
    };
  });
  const start_ms = Date.parse(String(form["start_time"])) + 1000 * GRID_S * (own[0] ?? 0);
  return { ...form, start_time: new Date(start_ms).toISOString(), schedule };
}

/** As it is, and otherwise where it can run so. */
async function listRuns(
  world: Pick<LiveWorld, "make">,
  place: Place,
  { id, form, others = [] }: TinyTrain,
): Promise<Run[]> {
  const runs: Run[] = [{ id, stored: form, form, cost: 0 }];
  if (others.length === 0) return runs;
  const before_ms = await readTimes(world, place, { id, form });
  for (const other of others) {
    const after_ms = await readTimes(world, place, { id, form: other });
    if (before_ms === null || after_ms === null) continue;
    let cost = OTHER_RUN_COST;
    for (const { at, weight } of listTimed(form)) {
      const lost_ms = (after_ms.get(at) ?? 0) - (before_ms.get(at) ?? 0);
      cost += (weight * Math.max(0, lost_ms)) / MINUTE_MS;
    }
    runs.push({ id, stored: form, form: other, cost });
  }
  return runs;
}

/** When it reaches each waypoint; null where it can't run. */
async function readTimes(
  world: Pick<LiveWorld, "make">,
  { timetable_id, query }: Place,
  { id, form }: TinyTrain,
): Promise<ReadonlyMap<string, number> | null> {
  const path = `/timetable/${timetable_id}/what_if?${query}`;
  const changes = [{ kind: "train_schedule", id, train: form }];
  const [summary] = (await world.make("POST", path, { changes })).json.trains;
  if (summary?.status !== "success") return null;
  const times_ms: readonly number[] = summary.path_item_times_final;
  return new Map(pathOf(form).map((at, i) => [at, times_ms[i] ?? 0]));
}

function pathOf(form: Json): string[] {
  return (form["path"] as readonly { id: string }[]).map(({ id }) => id);
}

/** Arrivals that count: all at stops and at the end, a quarter where the train is to pass at a time. */
function listTimed(form: Json): { readonly at: string; readonly weight: number }[] {
  const path = pathOf(form);
  const timed = ((form["schedule"] ?? []) as readonly Point[]).flatMap(
    ({ at, arrival = null, stop_for = null }) => {
      const is_inner = path.indexOf(at) > 0 && path.indexOf(at) + 1 < path.length;
      if (!is_inner || (arrival === null && stop_for === null)) return [];
      return [{ at, weight: stop_for === null ? PASS_WEIGHT : 1 }];
    },
  );
  return [...timed, { at: path.at(-1) ?? "", weight: 1 }];
}

function countChanges({ run: { stored, form }, waits }: Way): number {
  return Number(form !== stored) + waits.filter((n) => n > 0).length;
}

/** Minutes. */
function costOf({ run: { stored, form, cost }, waits }: Way): number {
  const path = pathOf(form);
  const stops = listStops(form);
  let minutes = cost + CHANGE_COST * waits.filter((n) => n > 0).length;
  for (const { at, weight } of listTimed(stored)) {
    const steps = waits.filter((_, k) => k === 0 || (stops[k - 1] ?? 0) < path.indexOf(at));
    minutes += (weight * GRID_S * steps.reduce((sum, n) => sum + n, 0)) / 60;
  }
  return minutes;
}

/** How many conflicts there are then; null where it makes a new one. */
async function tryWays(
  world: Pick<LiveWorld, "make">,
  { timetable_id, query }: Place,
  ways: readonly Way[],
): Promise<number | null> {
  const changes = ways.flatMap(({ run: { id, stored, form }, waits }) =>
    form === stored && waits.every((n) => n === 0)
      ? []
      : [{ kind: "train_schedule", id, train: writeTrain(form, waits) }],
  );
  const path = `/timetable/${timetable_id}/what_if?${query}`;
  const { conflicts } = (await world.make("POST", path, { changes })).json;
  return conflicts.new.length > 0 ? null : conflicts.count_after;
}

/** On each track of each station by itself, and with a stop at each place on its way where it passes, if asked for. */
export function listOthers(
  form: Json,
  {
    tracksOf,
    stops: with_stops,
  }: { readonly tracksOf: (waypoint: Json) => readonly string[]; readonly stops: boolean },
): readonly Json[] {
  const path = form["path"] as readonly Json[];
  const on_tracks = path.flatMap((waypoint, i) =>
    tracksOf(waypoint).map((track_id) => ({
      ...form,
      path: path.with(i, { ...waypoint, track_reference: { track_id } }),
    })),
  );
  const points = (form["schedule"] ?? []) as readonly Point[];
  if (!with_stops) return on_tracks;
  const stops = new Set(listStops(form));
  const held = path.flatMap((_, i) =>
    i === 0 || i + 1 === path.length || stops.has(i) ? [] : [stopAt(form, points, i)],
  );
  return [...on_tracks, ...held];
}

/** Before a closed signal. */
function stopAt(form: Json, points: readonly Point[], i: number): Json {
  const path = pathOf(form);
  const at = path[i] ?? "";
  const stop = { at, stop_for: `PT${ADDED_STOP_S}S`, reception_signal: "STOP" };
  const arrival = points.find((point) => point.at === at)?.arrival ?? null;
  const schedule = [...points.filter((point) => point.at !== at), { ...stop, arrival }];
  schedule.sort((a, b) => path.indexOf(a.at) - path.indexOf(b.at));
  return { ...form, schedule };
}
