/**
 * One random trial: what `what_if` tells of random changes of a random timetable, against two whole lists of
 * conflicts, one before and one after the changes were really stored, both made from nothing. They are stored one
 * by one, or by `changes` at once, which is then taken back.
 */
import { call } from "../helpers/services.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import {
  drawPacedTrain,
  drawTimetable,
  drawTrain,
  type Json,
  type LiveTimetable,
  type LiveWorld,
  pick,
} from "./live_world.ts";

export interface TrialFigures {
  readonly kinds: readonly string[];
  readonly gone_count: number;
  readonly new_count: number;
  readonly kept_count: number;
}

interface Drawn {
  readonly what: string;
  readonly change: Json;
  /** Stores it; the ids that it made. */
  readonly store: () => Promise<readonly number[]>;
  /** The summary of its train after that. */
  readonly summary: (made: readonly number[]) => Promise<unknown>;
}

interface Place {
  readonly world: LiveWorld;
  readonly random: Random;
  readonly timetable: LiveTimetable;
  readonly query: string;
}

/** Throws where the answers differ. */
export async function runTrial(
  world: LiveWorld,
  seed: number,
  stored: "one by one" | "at once" = "one by one",
): Promise<TrialFigures> {
  const random = makeRandom(seed);
  const timetable = await drawTimetable(random, world);
  const query = pick(random, world.queries);
  const drawn = drawChanges({ world, random, timetable, query });
  const server = world.openServer();
  const path = `/timetable/${timetable.id}`;
  const before = JSON.parse(await world.detectWhole(timetable.id, query));
  const kept = (await call(server, { path: `${path}/conflicts?${query}` })).text;
  const body = { changes: drawn.map(({ change }) => change) };
  const tried = await call(server, { method: "POST", path: `${path}/what_if?${query}`, body });
  const where = `seed ${seed}, ${query}, ${drawn.map(({ what }) => what).join()}`;
  if (tried.status !== 200) throw new Error(`${where}: ${tried.text}`);
  same(`${where}: kept`, (await call(server, { path: `${path}/conflicts?${query}` })).text, kept);
  const records = await listRecords(world, timetable.id);
  const { ids, undo } =
    stored === "one by one" ? await storeEach(drawn) : await storeAtOnce(world, path, body);
  const made = new Map(ids.flatMap((own, i) => own.map((id) => [id, i] as const)));
  const summaries: unknown[] = [];
  for (const [i, one] of drawn.entries()) summaries.push(await one.summary(ids[i] ?? []));
  const after = JSON.parse(await world.detectWhole(timetable.id, query));
  const { trains, conflicts } = tried.json;
  same(`${where}: summaries`, JSON.stringify(trains), JSON.stringify(summaries));
  const was = new Set(before.map((one: Json) => spell(one, made)));
  const is = new Set(after.map((one: Json) => spell(one, made)));
  const gone = [...was].filter((one) => !is.has(one));
  const come = [...is].filter((one) => !was.has(one));
  same(
    `${where}: gone`,
    conflicts.gone.map((one: Json) => spell(one, made)).join("\n"),
    gone.join("\n"),
  );
  same(
    `${where}: new`,
    conflicts.new.map((one: Json) => spell(one, made)).join("\n"),
    come.join("\n"),
  );
  same(`${where}: before`, String(conflicts.count_before), String(before.length));
  same(`${where}: after`, String(conflicts.count_after), String(after.length));
  if (undo !== null) {
    await storeAtOnce(world, path, { changes: undo });
    same(`${where}: taken back`, await listRecords(world, timetable.id), records);
  }
  return {
    kinds: drawn.map(({ what }) => what),
    gone_count: gone.length,
    new_count: come.length,
    kept_count: after.length - come.length,
  };
}

interface Stored {
  /** That each change has made. */
  readonly ids: readonly (readonly number[])[];
  readonly undo: readonly Json[] | null;
}

async function storeEach(drawn: readonly Drawn[]): Promise<Stored> {
  const ids: (readonly number[])[] = [];
  for (const one of drawn) ids.push(await one.store());
  return { ids, undo: null };
}

async function storeAtOnce(
  world: LiveWorld,
  path: string,
  body: { readonly changes: readonly Json[] },
): Promise<Stored> {
  const { trains, undo } = (await world.make("POST", `${path}/changes`, body)).json;
  const ids = body.changes.map((change, i) => ("added" in change ? [trains[i].id] : []));
  return { ids, undo };
}

/** All trains without their ids, which those of removed trains don't get back, and the times of their changes. */
async function listRecords(world: LiveWorld, timetable_id: number): Promise<string> {
  const lists = ["train_schedules", "paced_trains"].map(async (name) => {
    const { results } = (await world.make("GET", `/timetable/${timetable_id}/${name}`)).json;
    return results
      .map(({ id: _, modified_at: __, ...record }: Json) => JSON.stringify(record))
      .sort();
  });
  return (await Promise.all(lists)).flat().join("\n");
}

function same(what: string, found: string, expected: string): void {
  if (found !== expected) throw new Error(`${what}:\n${found}\ninstead of\n${expected}`);
}

/** A conflict as text; added trains by their change, occurrences without an exception that storing has made. */
function spell(conflict: Json, made: ReadonlyMap<number, number>): string {
  const {
    train_ids,
    paced_train_occurrence_ids,
    added_trains,
    train_schedule_ids: _,
    ...rest
  } = conflict;
  const added = [...((added_trains ?? []) as Json[])];
  const ids = (train_ids as number[]).filter((id) => {
    if (made.has(id)) added.push({ change: made.get(id) });
    return !made.has(id);
  });
  const occurrences = (paced_train_occurrence_ids as Json[]).flatMap(
    ({ paced_train_id, ...which }) => {
      const change = made.get(Number(paced_train_id));
      if (change === undefined) return [nameOf({ paced_train_id, ...which })];
      added.push({ change, ...which });
      return [];
    },
  );
  const names = [ids, occurrences.sort(), added.map((one) => nameOf(one)).sort()];
  return JSON.stringify([names, rest]);
}

function nameOf({ exception_key, ...which }: Json): string {
  return JSON.stringify("index" in which ? which : { ...which, exception_key });
}

const CHANGES = ["shift", "shift", "train", "removed", "added"] as const;

function drawChanges(place: Place): Drawn[] {
  const { random, timetable } = place;
  const schedules = [...timetable.schedules];
  const paced = [...timetable.paced];
  const take = (ids: number[]): number =>
    ids.splice(wholeBetween(random, 0, ids.length - 1), 1)[0] ?? 0;
  return Array.from({ length: wholeBetween(random, 1, 4) }, (): Drawn => {
    const what = pick(random, CHANGES);
    const is_paced = random() < 0.5;
    const ids = is_paced ? paced : schedules;
    if (what === "added" || ids.length === 0) return drawAdded(place, is_paced);
    const id = take(ids);
    if (!is_paced) return drawOfSchedule(place, id, what);
    return random() < 0.4 ? drawOfPaced(place, id, what) : drawOfOccurrence(place, id, what);
  });
}

function drawAdded({ world, random, timetable, query }: Place, is_paced: boolean): Drawn {
  const added = is_paced ? drawPacedTrain(random, world) : drawTrain(random, world);
  const kind = is_paced ? "paced_train" : "train_schedule";
  return {
    what: `${kind} added`,
    change: { added },
    store: async () => {
      const made = await world.make("POST", `/timetable/${timetable.id}/${kind}s`, [added]);
      return made.json.map(({ id }: { id: number }) => id);
    },
    summary: async ([id = 0]) => await summaryOf(world, query, kind, id),
  };
}

async function summaryOf(
  world: LiveWorld,
  query: string,
  kind: string,
  id: number,
): Promise<unknown> {
  const own = query.replace(/&work_schedule_group_id=\d+/, "");
  return (await world.make("GET", `/${kind}/simulations_summary?${own}&ids[]=${id}`)).json[id];
}

function drawShift(random: Random): { shift: string; shift_ms: number } {
  const minutes = wholeBetween(random, -20, 20);
  return { shift: `${minutes < 0 ? "-" : ""}PT${Math.abs(minutes)}M`, shift_ms: minutes * 60_000 };
}

function later(start_time: unknown, shift_ms: number): string {
  return new Date(Date.parse(String(start_time)) + shift_ms).toISOString();
}

type What = Exclude<(typeof CHANGES)[number], "added">;

async function edit(world: LiveWorld, path: string, change: (form: Json) => Json): Promise<void> {
  const { id: _, ...form } = (await world.make("GET", path)).json;
  await world.make("PUT", path, change(form));
}

function drawOfSchedule({ world, random, query }: Place, id: number, what: What): Drawn {
  const { shift, shift_ms } = drawShift(random);
  const train = drawTrain(random, world);
  const path = `/train_schedule/${id}`;
  const name = { kind: "train_schedule", id };
  const changes = {
    shift: { ...name, shift },
    train: { ...name, train },
    removed: { ...name, removed: true },
  };
  return {
    what: `train_schedule ${what}`,
    change: changes[what],
    store: async () => {
      if (what === "removed") await world.make("DELETE", "/train_schedule", { ids: [id] });
      else
        await edit(world, path, (form) =>
          what === "train" ? train : { ...form, start_time: later(form["start_time"], shift_ms) },
        );
      return [];
    },
    summary: async () =>
      what === "removed" ? null : await summaryOf(world, query, "train_schedule", id),
  };
}

function drawOfPaced({ world, random, query }: Place, id: number, what: What): Drawn {
  const { shift, shift_ms } = drawShift(random);
  const train = drawPacedTrain(random, world);
  const path = `/paced_train/${id}`;
  const name = { kind: "paced_train", id };
  const changes = {
    shift: { ...name, shift },
    train: { ...name, train },
    removed: { ...name, removed: true },
  };
  const shiftAll = (form: Json): Json => ({
    ...form,
    start_time: later(form["start_time"], shift_ms),
    exceptions: (form["exceptions"] as Json[]).map((one) => {
      const start = one["start_time"] as { value: string } | undefined;
      return start === undefined
        ? one
        : { ...one, start_time: { value: later(start.value, shift_ms) } };
    }),
  });
  return {
    what: `paced_train ${what}`,
    change: changes[what],
    store: async () => {
      if (what === "removed") await world.make("DELETE", "/paced_trains", { ids: [id] });
      else await edit(world, path, (form) => (what === "train" ? train : shiftAll(form)));
      return [];
    },
    summary: async () =>
      what === "removed" ? null : await summaryOf(world, query, "paced_train", id),
  };
}

/** One of the first three occurrences, by its index or, where it has one, by its exception's key. */
function drawOfOccurrence({ world, random, query }: Place, id: number, what: What): Drawn {
  const { shift, shift_ms } = drawShift(random);
  const train = drawTrain(random, world);
  const index = wholeBetween(random, 0, 2);
  const name = { kind: "paced_train", id, occurrence_key: index };
  const changes = {
    shift: { ...name, shift },
    train: { ...name, train },
    removed: { ...name, removed: true },
  };
  const path = `/paced_train/${id}`;
  const store = async (): Promise<readonly number[]> => {
    await edit(world, path, (form) => {
      const exceptions = form["exceptions"] as Json[];
      const known = exceptions.find((one) => one["occurrence_index"] === index);
      const one = known ?? { key: "of the trial", occurrence_index: index, disabled: false };
      const start = one["start_time"] as { value: string } | undefined;
      const { interval } = form["paced"] as { interval: string };
      const interval_ms = Number(interval.slice(2, -1)) * 1000;
      const start_time = start?.value ?? later(form["start_time"], index * interval_ms);
      const changed = {
        shift: { ...one, start_time: { value: later(start_time, shift_ms) } },
        removed: { ...one, disabled: true },
        train: { ...one, disabled: false, ...groupsOf(train) },
      }[what];
      return { ...form, exceptions: [...exceptions.filter((other) => other !== known), changed] };
    });
    return [];
  };
  const summary = async (): Promise<unknown> => {
    const { exceptions } = (await world.make("GET", path)).json;
    const { key, disabled } = exceptions.find((one: Json) => one["occurrence_index"] === index);
    if (disabled) return null;
    const answer = (await summaryOf(world, query, "paced_train", id)) as Json;
    return (answer["exceptions"] as Json)[key] ?? answer["paced_train"];
  };
  return { what: `occurrence ${what}`, change: changes[what], store, summary };
}

/** All of a train as groups of an exception. */
function groupsOf(train: Json): Json {
  const {
    rolling_stock_name,
    comfort = "STANDARD",
    path,
    schedule,
    margins,
    power_restrictions,
  } = train;
  const value = (field: string): Json =>
    train[field] === undefined ? {} : { value: train[field] };
  return {
    train_name: value("train_name"),
    rolling_stock: { rolling_stock_name, comfort },
    rolling_stock_category: value("category"),
    labels: value("labels"),
    speed_limit_tag: value("speed_limit_tag"),
    start_time: value("start_time"),
    constraint_distribution: value("constraint_distribution"),
    initial_speed: value("initial_speed"),
    options: value("options"),
    path_and_schedule: { path, schedule, margins, power_restrictions },
  };
}
