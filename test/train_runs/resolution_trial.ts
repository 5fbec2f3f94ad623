/**
 * What a resolution promises, judged by what the server tells of the stored timetable afterwards: after `changes` of
 * its changes exactly what it left is there, no other train differs, and all stay within what was allowed.
 */
import type { Json, LiveWorld } from "./live_world.ts";

const MINUTE_MS = 60_000;

export interface Resolved {
  readonly changes: readonly Json[];
  readonly summaries: readonly unknown[];
  readonly solved: readonly Json[];
  readonly left: readonly { readonly conflict: Json; readonly reason: string }[];
  readonly delays: readonly Json[];
  readonly cost: number;
  readonly bound: number;
  readonly work: number;
}

export interface TrialFigures {
  readonly before: number;
  readonly solved: number;
  readonly left: Readonly<Record<string, number>>;
  readonly changes: number;
  readonly again: number;
}

/** Minutes of a delay: all at a stop and at the end, a quarter where the train passes. */
export function weighDelay(form: Json, { at, before, after }: Json): number {
  const { path, schedule = [] } = form as {
    readonly path: readonly { readonly id: string }[];
    readonly schedule?: readonly { readonly at: string; readonly stop_for?: string | null }[];
  };
  const point = schedule.find((one) => one.at === at);
  const is_pass = path.at(-1)?.id !== at && (point?.stop_for ?? null) === null;
  const minutes = (Date.parse(String(after)) - Date.parse(String(before))) / MINUTE_MS;
  return is_pass ? 0.25 * minutes : minutes;
}

type Where = Pick<LiveWorld, "make" | "detectWhole">;

export async function resolve(
  world: Pick<LiveWorld, "make">,
  place: { readonly timetable_id: number; readonly query: string },
  body: Json = {},
): Promise<Resolved> {
  const path = `/timetable/${place.timetable_id}/resolution?${place.query}`;
  return (await world.make("POST", path, body)).json;
}

/** Throws where the promise is broken. */
export async function judgePromise(
  world: Where,
  place: { readonly timetable_id: number; readonly query: string; readonly where: string },
  body: Json = {},
): Promise<TrialFigures> {
  const { timetable_id, query, where } = place;
  const list = async (): Promise<string[]> => {
    const conflicts: Json[] = JSON.parse(await world.detectWhole(timetable_id, query));
    return conflicts.map(spell).sort();
  };
  const before = await list();
  const trains = await listTrains(world, timetable_id);
  const answer = await resolve(world, place, body);
  same(`${where}: asking stores nothing`, await listTrains(world, timetable_id), trains);
  same(
    `${where}: every conflict is solved or left`,
    [...answer.solved, ...answer.left.map(({ conflict }) => conflict)].map(spell).sort(),
    before,
  );
  const tried = await world.make("POST", `/timetable/${timetable_id}/what_if?${query}`, {
    changes: answer.changes,
  });
  same(`${where}: summaries`, answer.summaries.map(String), tried.json.trains.map(String));
  const named = new Set(answer.changes.map(({ kind, id }) => `${String(kind)} ${String(id)}`));
  await world.make("POST", `/timetable/${timetable_id}/changes`, { changes: answer.changes });
  const after = await list();
  same(`${where}: what is left`, answer.left.map(({ conflict }) => spell(conflict)).sort(), after);
  const now = await listTrains(world, timetable_id);
  const untouched = (all: ReadonlyMap<string, string>): Map<string, string> =>
    new Map([...all].filter(([name]) => !named.has(name)));
  same(`${where}: other trains`, untouched(now), untouched(trains));
  for (const name of named) judgeTolerances(`${where}: ${name}`, trains.get(name), now.get(name));
  const on_other_tracks = new Set(
    answer.changes.filter(namesTrack).map(({ kind, id }) => `${String(kind)} ${String(id)}`),
  );
  for (const { train, before: was, after: is } of answer.delays) {
    const late_ms = Date.parse(String(is)) - Date.parse(String(was));
    const { kind, id } = train as { kind: string; id: number };
    const least_ms = on_other_tracks.has(`${kind} ${id}`) ? -TRACK_MS : 0;
    if (late_ms < least_ms || late_ms > 120 * MINUTE_MS)
      throw new Error(`${where}: ${late_ms} ms late`);
  }
  const again = await resolve(world, place, body);
  if (answer.left.length === 0) same(`${where}: asked again`, again.changes, []);
  const left: Record<string, number> = {};
  for (const { reason } of answer.left) left[reason] = (left[reason] ?? 0) + 1;
  return {
    before: before.length,
    solved: answer.solved.length,
    left,
    changes: answer.changes.length,
    again: again.changes.length,
  };
}

/** So much sooner a train may be on another track of a station, or by another way. */
const TRACK_MS = MINUTE_MS;

function namesTrack({ train }: Json): boolean {
  return /"track_reference"|"way-\d/.test(JSON.stringify(train ?? null));
}

const LATER_S = 900;
const HOLD_S = 600;

interface StoredTrain {
  readonly start_time: string;
  readonly path: readonly Json[];
  readonly schedule: readonly { readonly at: string; readonly stop_for: string | null }[];
}

/** Of a stop that is added, beside what it is held. */
const ADDED_STOP_S = 30;

/** That a train schedule leaves and stops within what is allowed by default, and goes by the same places. */
function judgeTolerances(what: string, before = "{}", after = "{}"): void {
  const was: StoredTrain = JSON.parse(before);
  const is: StoredTrain = JSON.parse(after);
  const later_s = (Date.parse(is.start_time) - Date.parse(was.start_time)) / 1000;
  if (later_s < 0 || later_s > LATER_S) throw new Error(`${what}: leaves ${later_s} s later`);
  const known = new Set(was.path.map(({ id }) => id));
  const placesOf = ({ path }: StoredTrain): unknown =>
    path.filter(({ id }) => known.has(id)).map((place) => ({ ...place, track_reference: null }));
  same(`${what}: places`, placesOf(is), placesOf(was));
  const stopped = new Map(was.schedule.map(({ at, stop_for }) => [at, stop_for]));
  for (const { at, stop_for } of is.schedule) {
    const is_added = (stopped.get(at) ?? null) === null && stop_for !== null;
    const longer_s = seconds(stop_for) - seconds(stopped.get(at));
    const most_s = HOLD_S + (is_added ? ADDED_STOP_S : 0);
    if (longer_s < 0 || longer_s > most_s) throw new Error(`${what}: stops ${longer_s} s longer`);
  }
  for (const { at } of was.schedule) {
    if (!is.schedule.some((point) => point.at === at)) throw new Error(`${what}: no ${at}`);
  }
}

/** Of a duration as it is answered. */
function seconds(printed: string | null | undefined): number {
  return Number((printed ?? "PT0S").slice(2, -1));
}

/** As the server has it, with occurrences named by their place: storing gives them exceptions. */
function spell(conflict: Json): string {
  const occurrences = (conflict["paced_train_occurrence_ids"] as Json[]).map((one) => {
    const { exception_key, ...which } = one;
    return "index" in which ? which : { ...which, exception_key };
  });
  return JSON.stringify({ ...conflict, paced_train_occurrence_ids: occurrences });
}

async function listTrains(
  world: Pick<LiveWorld, "make">,
  timetable_id: number,
): Promise<Map<string, string>> {
  const trains = new Map<string, string>();
  for (const kind of ["train_schedule", "paced_train"]) {
    const path = `/timetable/${timetable_id}/${kind}s?page_size=200`;
    for (const one of (await world.make("GET", path)).json.results) {
      trains.set(`${kind} ${one.id}`, JSON.stringify(one));
    }
  }
  return trains;
}

function same(what: string, found: unknown, expected: unknown): void {
  const print = (value: unknown): string =>
    JSON.stringify(value instanceof Map ? [...value] : value, null, 1);
  if (print(found) !== print(expected)) {
    throw new Error(`${what}:\n${print(found)}\ninstead of\n${print(expected)}`);
  }
}
