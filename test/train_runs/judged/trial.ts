/** Random timetables, trials and edits; each answer is compared with what single trains' answers tell. */
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { identify, type ModelConflict, spell, spellAnswered } from "./detect.ts";
import {
  drawChanges,
  drawException,
  drawForm,
  drawPacedTrain,
  drawSpoiler,
  drawStart,
  type Place,
  pick,
} from "./draw.ts";
import {
  applyGroups,
  changeRecord,
  countOccurrences,
  findException,
  type Json,
  type ModelRecord,
  startOfException,
  TRIED_KEY,
} from "./model.ts";
import {
  ANCHORS_MS,
  type JudgedWorld,
  judgeConflicts,
  readRecords,
  withoutWorks,
} from "./world.ts";

/** How often what was judged was met, by name. */
export type Figures = Map<string, number>;

function note(figures: Figures, what: string, count = 1): void {
  if (count > 0) figures.set(what, (figures.get(what) ?? 0) + count);
}

function same(where: string, found: unknown, expected: unknown): void {
  const [a, b] = [found, expected].map((one) => JSON.stringify(one, null, 1));
  if (a !== b) throw new Error(`${where}: answered\n${a}\nbut it is\n${b}`);
}

interface Trial extends Place {
  readonly timetable_id: number;
  readonly query: string;
  readonly where: string;
  readonly figures: Figures;
}

/** A timetable of its own, one trial of it, then edits. Throws at the first disagreement. */
export async function judgeTimetable(
  world: JudgedWorld,
  seed: number,
  { edits, figures }: { readonly edits: number; readonly figures: Figures },
): Promise<void> {
  const random = makeRandom(seed);
  const place: Place = { world, random, anchor_ms: pick(random, ANCHORS_MS) };
  const timetable_id = (await world.api.make("POST", "/timetable")).json.timetable_id;
  const create = async (kind: string, draw: (place: Place) => Json, most: number) => {
    const forms = Array.from({ length: wholeBetween(random, 0, most) }, () => draw(place));
    if (forms.length === 0) return;
    await world.api.make("POST", `/timetable/${timetable_id}/${kind}s`, forms);
  };
  await create("train_schedule", drawForm, 4);
  await create("paced_train", drawPacedTrain, 3);
  const query = pick(random, [...world.queries.keys()]);
  const trial = { ...place, timetable_id, query, where: `seed ${seed}`, figures };
  await judgeTrial(trial);
  for (let i = 0; i < edits; i++) {
    const what = pick(random, EDITS);
    await EDIT[what](trial);
    note(figures, `edit ${what}`);
    await judgeStored({ ...trial, where: `seed ${seed}, edit ${i} ${what}` });
  }
  await world.api.make("DELETE", `/timetable/${timetable_id}`);
}

/** The conflicts of what is stored. */
async function judgeStored(trial: Trial): Promise<ModelConflict[]> {
  const { world, timetable_id, query, where } = trial;
  const expected = await judgeConflicts(world, await readRecords(world, timetable_id), query);
  const path = `/timetable/${timetable_id}/conflicts?${query}`;
  expectList(`${where}: conflicts`, (await world.api.make("GET", path)).json, expected);
  note(trial.figures, "conflicts", expected.length);
  return expected;
}

/** The same conflicts, spacing first and each kind by its begin. */
function expectList(where: string, answered: readonly Json[], expected: readonly ModelConflict[]) {
  same(where, answered.map(spellAnswered).sort(), expected.map(spell).sort());
  const order = answered.map((one) => [one["conflict_type"], Date.parse(one["start_time"])]);
  const sorted = order.toSorted(([a, s], [b, t]) => (a === b ? s - t : a === "Spacing" ? -1 : 1));
  same(`${where} in order`, order, sorted);
}

async function judgeTrial(trial: Trial): Promise<void> {
  const { world, timetable_id, query, where, figures } = trial;
  const records = await readRecords(world, timetable_id);
  const changes = drawChanges(trial, records);
  const told = `${where}, ${query}, ${JSON.stringify(changes)}`;
  const path = `/timetable/${timetable_id}/what_if?${query}`;
  const spoiler = drawSpoiler(trial, records, changes);
  if (spoiler !== null) {
    const [change, status] = spoiler;
    const body = { changes: [...changes, change] };
    const refused = await world.api.call("POST", path, body);
    same(`${told}, ${JSON.stringify(change)}`, refused.status, status);
    note(figures, `refused ${status}`);
  }
  const before = await judgeStored({ ...trial, where: told });
  const becomes = applyChanges(records, changes);
  const after = await judgeConflicts(world, [...becomes.values()], query);
  const answer = (await world.api.make("POST", path, { changes })).json;
  const [was, is] = [before, after].map((list) => new Set(list.map(identify)));
  const gone = before.filter((one) => !is?.has(identify(one)));
  const made = after.filter((one) => !was?.has(identify(one)));
  expectList(`${told}: gone`, answer.conflicts.gone, gone);
  expectList(`${told}: new`, answer.conflicts.new, made);
  const { count_before, count_after } = answer.conflicts;
  same(`${told}: counts`, [count_before, count_after], [before.length, after.length]);
  for (const [i, change] of changes.entries()) {
    await judgeSummary({ ...trial, where: `${told}: train ${i}` }, answer.trains[i], {
      change,
      record: becomes.get(keyOf(change, i)),
      tried_key: TRIED_KEY + i,
    });
    note(figures, describe(change));
  }
  note(figures, "gone", gone.length);
  note(figures, "new", made.length);
}

function describe({ kind, occurrence_key, exception_key, added, shift, removed }: Json): string {
  if (added !== undefined) return added.paced === undefined ? "added" : "added paced";
  const by_key = exception_key === undefined ? "occurrence" : "exception";
  const which = occurrence_key === undefined && exception_key === undefined ? kind : by_key;
  const deed = removed ? "removed" : "train";
  return `${which} ${shift === undefined ? deed : "shift"}`;
}

function keyOf({ kind, id, added }: Json, i: number): string {
  return added === undefined ? `${kind} ${id}` : `added ${i}`;
}

/** All records afterwards; one that is removed is not there. */
function applyChanges(
  records: readonly ModelRecord[],
  changes: readonly Json[],
): Map<string, ModelRecord> {
  const becomes = new Map(records.map((one) => [`${one.kind} ${one.id}`, one]));
  for (const [i, change] of changes.entries()) {
    const key = keyOf(change, i);
    const { added } = change;
    if (added !== undefined) {
      const kind = added.paced === undefined ? "train_schedule" : "paced_train";
      becomes.set(key, { kind, id: null, added_by: i, form: added });
      continue;
    }
    const known = becomes.get(key);
    if (known === undefined) throw new Error(`no ${key}`);
    const form = changeRecord(known.form, change, TRIED_KEY + i);
    if (form === null) becomes.delete(key);
    else becomes.set(key, { ...known, form });
  }
  return becomes;
}

interface Tried {
  readonly change: Json;
  readonly record: ModelRecord | undefined;
  readonly tried_key: string;
}

async function judgeSummary(
  { world, query, where }: Trial,
  answered: Json | null,
  { change, record, tried_key }: Tried,
): Promise<void> {
  if (record === undefined) return same(where, answered, null);
  const own = withoutWorks(query);
  const { form } = record;
  const variant = async (exception: Json | null): Promise<Json> => {
    const start_ms =
      exception === null ? Date.parse(form["start_time"]) : startOfException(form, exception);
    const start_time = new Date(start_ms).toISOString();
    return await world.simulate({ ...applyGroups(form, exception), start_time }, own);
  };
  if (record.kind === "train_schedule") {
    return expectSummary(where, answered, await variant(null));
  }
  if (change["occurrence_key"] !== undefined || change["exception_key"] !== undefined) {
    const exception =
      findException(form, change) ?? findException(form, { exception_key: tried_key });
    if (exception === null || exception["disabled"]) return same(where, answered, null);
    return expectSummary(where, answered, await variant(exception));
  }
  expectSummary(where, answered?.["paced_train"], await variant(null));
  const { exceptions = {} } = answered ?? {};
  const enabled = ((form["exceptions"] ?? []) as Json[]).filter((one) => !one["disabled"]);
  for (const one of enabled) {
    const summary = exceptions[one["key"]] ?? answered?.["paced_train"];
    expectSummary(`${where}, ${one["key"]}`, summary, await variant(one));
  }
  const keys = new Set(enabled.map((one) => one["key"]));
  same(
    where,
    Object.keys(exceptions).filter((key) => !keys.has(key)),
    [],
  );
}

/** What a summary repeats of the simulation. */
function expectSummary(where: string, summary: Json | null | undefined, simulation: Json): void {
  const has_run = simulation["status"] === "success";
  same(`${where}: runs`, summary?.["status"] === "success", has_run);
  if (!has_run) return;
  const { base, provisional, final_output } = simulation;
  same(
    `${where}: summary`,
    [
      summary?.["time"],
      summary?.["length"],
      summary?.["energy_consumption"],
      summary?.["path_item_times_base"],
      summary?.["path_item_times_provisional"],
      summary?.["path_item_times_final"],
    ],
    [
      final_output.times.at(-1),
      final_output.positions.at(-1),
      final_output.energy_consumption,
      base.path_item_times,
      provisional.path_item_times,
      final_output.path_item_times,
    ],
  );
}

export const EDITS = [
  "add",
  "delete",
  "exceptions",
  "pace",
  "move",
  "stock",
  "again",
  "network",
] as const;

async function pickRecord(
  { world, timetable_id, random }: Trial,
  kind: ModelRecord["kind"] | null,
): Promise<ModelRecord | null> {
  const all = await readRecords(world, timetable_id);
  const own = all.filter((one) => kind === null || one.kind === kind);
  return own.length === 0 ? null : pick(random, own);
}

async function put({ world }: Trial, { kind, id, form }: ModelRecord, change: Json): Promise<void> {
  const { id: _id, timetable_id: _of, ...stored } = form;
  await world.api.make("PUT", `/${kind}/${id}`, { ...stored, ...change });
}

function drawFree(random: Random, form: Json): number | null {
  const taken = new Set((form["exceptions"] as Json[]).map((one) => one["occurrence_index"]));
  const free = Array.from({ length: countOccurrences(form) }, (_, i) => i).filter(
    (i) => !taken.has(i),
  );
  return free.length === 0 || random() < 0.3 ? null : pick(random, free);
}

async function findStock({ world, random }: Trial): Promise<readonly [id: number, form: Json]> {
  const name = encodeURIComponent(pick(random, world.stock_names));
  const { json } = await world.api.make("GET", `/rolling_stock/name/${name}`);
  const { id, version: _version, locked: _locked, liveries: _liveries, ...form } = json;
  return [id, form];
}

const EDIT: Readonly<Record<(typeof EDITS)[number], (trial: Trial) => Promise<void>>> = {
  add: async (trial) => {
    const is_paced = trial.random() < 0.5;
    const path = `/timetable/${trial.timetable_id}/${is_paced ? "paced_trains" : "train_schedules"}`;
    const form = is_paced ? drawPacedTrain(trial) : drawForm(trial);
    await trial.world.api.make("POST", path, [form]);
  },
  delete: async (trial) => {
    const record = await pickRecord(trial, null);
    if (record === null) return;
    const path = record.kind === "paced_train" ? "/paced_trains" : "/train_schedule";
    await trial.world.api.make("DELETE", path, { ids: [record.id] });
  },
  exceptions: async (trial) => {
    const record = await pickRecord(trial, "paced_train");
    if (record === null) return;
    const { form } = record;
    const kept = (form["exceptions"] as Json[])
      .filter(() => trial.random() < 0.8)
      .map((one) => (trial.random() < 0.3 ? { ...one, disabled: !one["disabled"] } : one));
    const index = drawFree(trial.random, { ...form, exceptions: kept });
    const added = drawException(trial, `new ${trial.random()}`, index);
    await put(trial, record, { exceptions: [...kept, added] });
  },
  pace: async (trial) => {
    const record = await pickRecord(trial, "paced_train");
    if (record === null) return;
    const { paced, exceptions } = drawPacedTrain(trial);
    await put(trial, record, { paced, exceptions });
  },
  move: async (trial) => {
    const record = await pickRecord(trial, null);
    if (record !== null) await put(trial, record, { start_time: drawStart(trial) });
  },
  network: async ({ world }) => await world.replaceNetwork(),
  /** Another mass: all runs with it are others. */
  stock: async (trial) => {
    const [id, form] = await findStock(trial);
    const mass = form["mass"] * (0.9 + 0.2 * trial.random());
    await trial.world.api.make("PATCH", `/rolling_stock/${id}`, { ...form, mass });
    trial.world.forget();
  },
  /** Deleted, looked at without it, and made again under its name, sometimes as another one. */
  again: async (trial) => {
    const [id, form] = await findStock(trial);
    const { api } = trial.world;
    await api.make("DELETE", `/rolling_stock/${id}?force=true`);
    trial.world.forget();
    if (trial.random() < 0.5) await judgeStored({ ...trial, where: `${trial.where}, no stock` });
    const max_speed = form["max_speed"] * (trial.random() < 0.5 ? 1 : 0.9);
    await api.make("POST", "/rolling_stock", { ...form, max_speed });
    trial.world.forget();
  },
};
