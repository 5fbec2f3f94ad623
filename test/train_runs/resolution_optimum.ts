/**
 * All ways of waiting on a grid, each tried by `what_if`: nothing of the search is used. A way is as good as it
 * solves many conflicts without a new one, then as its arrivals are little late.
 */
import type { Json, LiveWorld } from "./live_world.ts";
import { type Resolved, resolve } from "./resolution_trial.ts";

const GRID_S = 60;
const PASS_WEIGHT = 0.25;
const CHANGE_COST = 0.01;

export interface TinyTrain {
  readonly id: number;
  readonly form: Json;
}

interface Place {
  readonly timetable_id: number;
  readonly query: string;
  readonly where: string;
}

/** Waits by train, in steps of the grid: at its start, then at each stop. */
type Ways = readonly (readonly number[])[];

interface Judged {
  readonly left: number;
  readonly cost: number;
}

/** Throws where a way on the grid is better than the answer. */
export async function judgeOptimum(
  world: Pick<LiveWorld, "make">,
  place: Place,
  trains: readonly TinyTrain[],
  steps: { readonly later: number; readonly hold: number },
): Promise<{ readonly answer: Resolved; readonly tried: number }> {
  const allow = { later: `PT${steps.later * GRID_S}S`, hold: `PT${steps.hold * GRID_S}S` };
  const answer = await resolve(world, place, { allow });
  let best: Judged = { left: Infinity, cost: Infinity };
  let tried = 0;
  for (const ways of listWays(trains, steps)) {
    tried++;
    const judged = await tryWays(world, place, trains, ways);
    if (judged !== null && isLess(judged, best)) best = judged;
  }
  const found = { left: answer.left.length, cost: answer.cost };
  if (isLess(best, { ...found, cost: found.cost - 1e-6 })) {
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
  trains: readonly TinyTrain[],
  steps: { readonly later: number; readonly hold: number },
): Generator<Ways> {
  const [first, ...rest] = trains;
  if (first === undefined) {
    yield [];
    return;
  }
  const most = [steps.later, ...listStops(first.form).map(() => steps.hold)];
  for (const own of listCounts(most))
    for (const others of listWays(rest, steps)) yield [own, ...others];
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

/** Null where it makes a new conflict. */
async function tryWays(
  world: Pick<LiveWorld, "make">,
  { timetable_id, query }: Place,
  trains: readonly TinyTrain[],
  ways: Ways,
): Promise<Judged | null> {
  const changed = trains.flatMap((train, i) => {
    const own = ways[i] ?? [];
    return own.some((n) => n > 0) ? [{ train, own }] : [];
  });
  const changes = changed.map(({ train: { id, form }, own }) => ({
    kind: "train_schedule",
    id,
    train: writeTrain(form, own),
  }));
  const path = `/timetable/${timetable_id}/what_if?${query}`;
  const { conflicts } = (await world.make("POST", path, { changes })).json;
  if (conflicts.new.length > 0) return null;
  let cost = 0;
  for (const { train, own } of changed) {
    const { form } = train;
    const path_length = (form["path"] as readonly unknown[]).length;
    const stops = listStops(form);
    const timed = ((form["schedule"] ?? []) as readonly Point[]).map(({ at, stop_for }) => {
      const i = (form["path"] as readonly { id: string }[]).findIndex(({ id }) => id === at);
      return { i, weight: (stop_for ?? null) === null ? PASS_WEIGHT : 1 };
    });
    const points = timed.filter(({ i }) => i > 0 && i + 1 < path_length);
    for (const { i, weight } of [...points, { i: path_length - 1, weight: 1 }]) {
      const late = own.reduce(
        (sum, n, k) => (k === 0 || (stops[k - 1] ?? 0) < i ? sum + n : sum),
        0,
      );
      cost += (weight * late * GRID_S) / 60;
    }
    cost += CHANGE_COST * own.filter((n) => n > 0).length;
  }
  return { left: conflicts.count_after, cost };
}
