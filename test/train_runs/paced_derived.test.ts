// Method: random paced trains on a generated network against the same trains stored one by one (written out by the naive expansion); counts of tasks; table of errors and rights.
import { beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startTestApi } from "../helpers/api.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { MISSING_ID, prune } from "../platform/http/rules/valid_forms.ts";
import { expandNaively } from "../timetable/paced_train/naive_expansion.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

type Json = Record<string, unknown>;

const network = generateNetwork({ ...TINY_OPTIONS, margin: "5%" });
const FORMS = network.train_schedules.map((form): Json => ({ ...form }));
const STOCKS = [...network.rolling_stocks.map(({ name }) => name), "no such stock"];
const ROUNDS = countTries({ few: 15, many: 400 });

const api = opened(() => startNetworkApi(network));
let infra_id: number;
let profile_set_id: number;
beforeAll(async () => {
  ({ infra_id, profile_set_id } = api);
});

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

/** An hour's minutes of the first morning. */
function drawStart(random: Random): string {
  return new Date(Date.UTC(2026, 2, 2, 5, wholeBetween(random, 0, 59))).toISOString();
}

/** Each group with its own chance; some change no run, some make the train invalid. */
function drawGroups(random: Random): Json {
  const other = pick(random, FORMS);
  const { path, schedule, power_restrictions } = other;
  const margins = { boundaries: [], values: [pick(random, ["0%", "5%", "3min/100km"])] };
  const maybe = (chance: number, group: unknown): unknown =>
    random() < chance ? group : undefined;
  const has_path = random() < 0.3;
  return prune({
    train_name: maybe(0.3, { value: "renamed" }),
    rolling_stock: maybe(0.3, { rolling_stock_name: pick(random, STOCKS), comfort: "HEATING" }),
    labels: maybe(0.2, {}),
    speed_limit_tag: maybe(0.3, { value: pick(random, [null, "MA100", "HLP"]) }),
    start_time: maybe(0.4, { value: drawStart(random) }),
    constraint_distribution: maybe(0.3, { value: pick(random, ["LINEAR", "MARECO"]) }),
    options: maybe(0.2, { value: { use_electrical_profiles: random() < 0.5 } }),
    // the other train may start at a stop
    initial_speed: has_path ? {} : undefined,
    path_and_schedule: has_path ? { path, schedule, margins, power_restrictions } : undefined,
  });
}

function drawPacedTrain(random: Random): Json {
  const count = wholeBetween(random, 0, 5);
  const interval_s = wholeBetween(random, 1, 20) * 60;
  const exceptions = Array.from({ length: wholeBetween(random, 0, 4) }, (_, i) =>
    prune({
      key: `k"${i}`,
      occurrence_index: i < count && random() < 0.7 ? i : undefined,
      disabled: random() < 0.2,
      ...drawGroups(random),
    }),
  );
  return {
    ...pick(random, FORMS),
    start_time: drawStart(random),
    paced: { time_window: `PT${count * interval_s}S`, interval: `PT${interval_s}S` },
    exceptions,
  };
}

interface Stored {
  readonly timetable_id: number;
  readonly records: readonly (Json & { readonly id: number })[];
}

async function store(what: "paced_trains" | "train_schedules", forms: Json[]): Promise<Stored> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const records = (await api.make("POST", `/timetable/${timetable_id}/${what}`, forms)).json;
  return { timetable_id, records };
}

/** The same trains as paced trains and one by one. */
interface Pair {
  readonly paced: Stored;
  readonly single: Stored;
  /** Of the single train of an occurrence; `null`: the base train itself, which may never run. */
  readonly train_ids: ReadonlyMap<string, number>;
}

/** The name of an occurrence, its keys in the order of the answer. */
function nameOf(paced_train_id: number, occurrence: Json): string {
  return JSON.stringify({ paced_train_id, ...occurrence });
}

async function makePair(random: Random): Promise<Pair> {
  const forms = Array.from({ length: wholeBetween(random, 1, 3) }, () => drawPacedTrain(random));
  const paced = await store("paced_trains", forms);
  const names: string[] = [];
  const trains: Json[] = [];
  for (const { id, timetable_id: _, ...record } of paced.records) {
    for (const { occurrence, train } of expandNaively(record)) {
      names.push(nameOf(id, occurrence));
      trains.push(train);
    }
  }
  const single = await store("train_schedules", trains);
  const train_ids = new Map(names.map((name, i) => [name, single.records[i]?.id ?? 0]));
  return { paced, single, train_ids };
}

function query(ids: readonly number[] = []): string {
  const list = ids.map((id) => `&ids[]=${id}`).join("");
  return `infra=${infra_id}&electrical_profile_set_id=${profile_set_id}${list}`;
}

/** What each occurrence of a paced train must show, by its name. */
function* occurrencesOf({ paced }: Pair): Generator<{ id: number; name: string; key?: string }> {
  for (const { id, timetable_id: _, ...record } of paced.records) {
    for (const { occurrence } of expandNaively(record)) {
      const key = occurrence["exception_key"] as string | undefined;
      yield { id, name: nameOf(id, occurrence), ...(key === undefined ? {} : { key }) };
    }
  }
}

type Variants = Record<string, { paced_train: unknown; exceptions: Record<string, unknown> }>;

/** Compares the answer of each occurrence with that of the same train stored by itself. */
function compare(pair: Pair, found: Variants, expected: Json, absent: unknown): number {
  let differing_count = 0;
  for (const { id, name, key } of occurrencesOf(pair)) {
    const single = expected[String(pair.train_ids.get(name))] ?? absent;
    const { paced_train, exceptions } = found[id] ?? { paced_train: absent, exceptions: {} };
    const own = key === undefined ? undefined : exceptions[key];
    expect(own ?? paced_train, name).toEqual(single);
    if (own !== undefined) {
      expect(own, `${name} is told because it differs`).not.toEqual(paced_train);
      differing_count++;
    }
  }
  return differing_count;
}

describe("paced trains and the same trains stored one by one", () => {
  it("have the same summaries, projections and conflicts, in random timetables", async () => {
    const random = makeRandom(9);
    const seen = { summaries: 0, projections: 0, conflicts: 0, successes: 0, failures: 0 };
    const longest = FORMS.find(({ rolling_stock_name }) => rolling_stock_name === STOCKS[0]);
    const [whole] = (await store("train_schedules", [longest ?? {}])).records;
    const path = (await api.make("GET", `/train_schedule/${whole?.id}/path?${query()}`)).json;
    expect(path.status).toBe("success");
    for (let round = 0; round < ROUNDS; round++) {
      const pair = await makePair(random);
      const paced_ids = pair.paced.records.map(({ id }) => id);
      const single_ids = pair.single.records.map(({ id }) => id);

      const summary = "simulations_summary";
      const found = await api.make("GET", `/paced_train/${summary}?${query(paced_ids)}`);
      const expected = await api.make("GET", `/train_schedule/${summary}?${query(single_ids)}`);
      expect(Object.keys(found.json)).toEqual(paced_ids.map(String));
      seen.summaries += compare(pair, found.json, expected.json, undefined);
      for (const { status } of Object.values(expected.json) as { status: string }[]) {
        if (status === "success") seen.successes++;
        else seen.failures++;
      }

      const body = { path };
      const project = "project_path";
      const curves = await api.make("POST", `/paced_train/${project}?${query(paced_ids)}`, body);
      const single_path = `/v2/train_schedule/${project}?${query(single_ids)}`;
      const single = (await api.make("POST", single_path, body)).json;
      const single_curves = Object.fromEntries(
        Object.entries(single).map(([id, one]) => [id, (one as Json)["space_time_curves"]]),
      );
      seen.projections += compare(pair, curves.json, single_curves, []);

      seen.conflicts += await compareConflicts(pair);
    }
    // The comparison saw something of everything.
    expect(seen.summaries).toBeGreaterThan(5);
    expect(seen.projections).toBeGreaterThan(5);
    expect(seen.conflicts).toBeGreaterThan(20);
    expect(seen.successes).toBeGreaterThan(50);
    expect(seen.failures).toBeGreaterThan(3);
  });

  it("have the same paths and simulations, of the base and of every exception", async () => {
    const random = makeRandom(10);
    for (let round = 0; round < 4; round++) {
      const pair = await makePair(random);
      for (const { id, name, key } of occurrencesOf(pair)) {
        const tail = key === undefined ? "" : `&exception_key=${encodeURIComponent(key)}`;
        for (const what of ["path", "simulation"]) {
          const single = `/train_schedule/${pair.train_ids.get(name)}/${what}?${query()}`;
          const found = await api.make("GET", `/paced_train/${id}/${what}?${query()}${tail}`);
          expect(found.text, name).toBe((await api.make("GET", single)).text);
        }
      }
    }
  });
});

async function compareConflicts({ paced, single, train_ids }: Pair): Promise<number> {
  const read = async (timetable_id: number): Promise<Json[]> =>
    (await api.make("GET", `/timetable/${timetable_id}/conflicts?${query()}`)).json;
  const names = new Map([...train_ids].map(([name, id]) => [id, name]));
  // An order that does not depend on how the trains are called.
  const sort = (conflicts: readonly Json[]): string[] =>
    conflicts.map((conflict) => JSON.stringify(conflict)).sort();
  const expected = (await read(single.timetable_id)).map((conflict) => {
    const ids = conflict["train_schedule_ids"] as number[];
    const occurrences = ids.map((id) => names.get(id) ?? "").sort();
    return { ...conflict, train_ids: [], train_schedule_ids: [], occurrences };
  });
  const found = (await read(paced.timetable_id)).map((conflict) => {
    const occurrences = (conflict["paced_train_occurrence_ids"] as Json[])
      .map((one) => JSON.stringify(one))
      .sort();
    return { ...conflict, paced_train_occurrence_ids: [], occurrences };
  });
  expect(sort(found)).toEqual(sort(expected));
  return found.length;
}

describe("train schedules and occurrences of one timetable", () => {
  it("are in conflict with each other, each told by its own kind of name", async () => {
    const form = { ...FORMS[0], start_time: "2026-03-02T05:00:00Z" };
    const paced = { time_window: "PT2H", interval: "PT1H" };
    const exceptions = [
      { key: "later", occurrence_index: 1, start_time: { value: "2026-03-02T09:00:00Z" } },
      { key: "more", start_time: { value: "2026-03-02T05:00:30Z" } },
    ];
    const { timetable_id, records } = await store("paced_trains", [{ ...form, paced, exceptions }]);
    const path = `/timetable/${timetable_id}/train_schedules`;
    const [train] = (await api.make("POST", path, [form])).json;
    const conflicts = (await api.make("GET", `/timetable/${timetable_id}/conflicts?${query()}`))
      .json;
    const paced_train_id = records[0]?.id;
    expect(conflicts.length).toBeGreaterThan(0);
    expect(conflicts[0]).toMatchObject({
      train_ids: [train.id],
      train_schedule_ids: [train.id],
      paced_train_occurrence_ids: [
        { paced_train_id, index: 0 },
        { paced_train_id, exception_key: "more" },
      ],
      work_schedule_ids: [],
    });
  });

  it("are no more than the limit, occurrences counted", async () => {
    const small = await startTestApi({ conflict_trains: 12 });
    const infra = (await small.make("POST", "/infra/railjson?name=x", network.railjson)).json.infra;
    const { timetable_id } = (await small.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}`;
    const paced = { time_window: "PT12H", interval: "PT1H" };
    await small.make("POST", `${path}/paced_trains`, [{ ...FORMS[0], paced }]);
    const conflicts = `${path}/conflicts?infra=${infra}`;
    expect((await small.call("GET", conflicts)).status).toBe(200);
    await small.make("POST", `${path}/train_schedules`, [FORMS[0]]);
    expect((await small.call("GET", conflicts)).json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 13, count_max: 12 },
    });
    await small.close();
  });
});

describe("a paced train", () => {
  it("of 288 occurrences costs one path and one simulation, shared with its summary", async () => {
    const { runs } = api.compute;
    const form = { ...FORMS[1], margins: { boundaries: [], values: ["7.125%"] } };
    const paced = { time_window: "P1D", interval: "PT5M" };
    const { timetable_id, records } = await store("paced_trains", [{ ...form, paced }]);
    const before = { misses: api.services.derived.figures.misses, runs: runs.length };
    await api.make("GET", `/timetable/${timetable_id}/conflicts?${query()}`);
    // the path is known from other trains of the same form
    expect(api.services.derived.figures.misses - before.misses).toBe(1);
    expect(runs.slice(before.runs)).toEqual(["simulate_trains", "keep_conflicts"]);
    await api.make("GET", `/paced_train/simulations_summary?${query([records[0]?.id ?? 0])}`);
    expect(runs.slice(before.runs)).toEqual(["simulate_trains", "keep_conflicts"]);
  });

  it("moved in time, or renamed by an exception, computes nothing anew", async () => {
    const paced = { time_window: "PT1H", interval: "PT15M" };
    const form = { ...FORMS[2], paced };
    const { records } = await store("paced_trains", [form]);
    const id = records[0]?.id ?? 0;
    const summary = `/paced_train/simulations_summary?${query([id])}`;
    const first = await api.make("GET", summary);
    const before = api.compute.runs.length;
    await api.make("PUT", `/paced_train/${id}`, {
      ...form,
      start_time: "2026-03-03T05:00:00Z",
      exceptions: [
        { key: "k", occurrence_index: 1, train_name: { value: "other" }, labels: {} },
        { key: "l", start_time: { value: "2026-03-03T05:01:00Z" } },
      ],
    });
    const second = await api.make("GET", summary);
    expect(second.text).toBe(first.text);
    expect(second.json[id].exceptions).toEqual({});
    expect(api.compute.runs.length).toBe(before);
  });

  it("shows a change of a rolling stock at the next read, also of an exception's", async () => {
    const paced = { time_window: "PT1H", interval: "PT15M" };
    const { rolling_stock_name, comfort } = FORMS[0] ?? {};
    const own = network.rolling_stocks.find(({ name }) => name === rolling_stock_name);
    const rolling_stock = { rolling_stock_name: "comes later", comfort };
    const exceptions = [{ key: "k", rolling_stock }];
    const { records } = await store("paced_trains", [{ ...FORMS[0], paced, exceptions }]);
    const id = records[0]?.id ?? 0;
    const read = async (): Promise<Json> =>
      (await api.make("GET", `/paced_train/simulations_summary?${query([id])}`)).json[id]
        .exceptions;
    expect(await read()).toMatchObject({
      k: { status: "pathfinding_input_error", error_type: "rolling_stock_not_found" },
    });
    const slow = { ...own, name: "comes later", max_speed: 10 };
    const stock = (await api.make("POST", "/rolling_stock", slow)).json;
    const slower = await read();
    expect(slower).toMatchObject({ k: { status: "success" } });
    // As fast as the train's own: nothing differs any more.
    const fast = { ...slow, max_speed: own?.max_speed };
    await api.make("PATCH", `/rolling_stock/${stock.id}`, fast);
    expect(await read()).toEqual({});
  });

  it("answers for a disabled exception by its key, and leaves it out of summaries", async () => {
    const paced = { time_window: "PT1H", interval: "PT15M" };
    const exceptions = [
      {
        key: "off",
        occurrence_index: 0,
        disabled: true,
        rolling_stock: { rolling_stock_name: "x" },
      },
    ];
    const { records } = await store("paced_trains", [{ ...FORMS[0], paced, exceptions }]);
    const id = records[0]?.id ?? 0;
    const path = await api.make("GET", `/paced_train/${id}/path?${query()}&exception_key=off`);
    expect(path.json).toMatchObject({ failed_status: "pathfinding_input_error" });
    const found = await api.make("GET", `/paced_train/simulations_summary?${query([id])}`);
    expect(found.json[id].exceptions).toEqual({});
  });

  it("is simulated with so many others only as their records fit into 64 MiB", async () => {
    const labels = Array.from({ length: 1000 }, () => "x".repeat(3500));
    const paced = { time_window: "PT1H", interval: "PT15M" };
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const ids: number[] = [];
    for (let i = 0; i < 5; i++) {
      const batch = Array.from({ length: 4 }, () => ({ ...FORMS[0], labels, paced }));
      const made = await api.make("POST", `/timetable/${timetable_id}/paced_trains`, batch);
      ids.push(...made.json.map(({ id }: { id: number }) => id));
    }
    const answer = await api.call("GET", `/paced_train/simulations_summary?${query(ids)}`);
    expect(answer.json).toMatchObject({
      type: "editoast:request:TooManyItems",
      context: { count: 20, count_max: 19 },
    });
    const fewer = `/paced_train/simulations_summary?${query(ids.slice(1))}`;
    expect((await api.call("GET", fewer)).status).toBe(200);
  });

  it("has its summaries under the paths of all clients, byte by byte", async () => {
    const { paced } = await makePair(makeRandom(11));
    const ids = paced.records.map(({ id }) => id);
    const body = { infra_id, electrical_profile_set_id: profile_set_id, ids };
    const texts = await Promise.all([
      api.make("GET", `/paced_train/simulations_summary?${query([...ids, ...ids])}`),
      api.make("POST", "/paced_train/simulations_summary", body),
      api.make("POST", "/paced_train/simulation_summary", body),
    ]);
    expect(new Set(texts.map(({ text }) => text)).size).toBe(1);
  });

  it("that does not exist, on what does not exist, is told by its own errors", async () => {
    const paced = { time_window: "PT1H", interval: "PT15M" };
    const { records } = await store("paced_trains", [{ ...FORMS[0], paced }]);
    const id = records[0]?.id ?? 0;
    const ranges = [{ track_section: "none", begin: 0, end: 1, direction: "START_TO_STOP" }];
    const body = { ids: [id], track_section_ranges: ranges };
    const missing_infra = { type: "InfraNotFound", context: { infra_id: MISSING_ID } };
    for (const what of ["path", "simulation"]) {
      for (const [path, error] of [
        [
          `/paced_train/${MISSING_ID}/${what}?infra=${infra_id}`,
          { type: "NotFound", context: { paced_train_id: MISSING_ID } },
        ],
        [`/paced_train/${id}/${what}?infra=${MISSING_ID}`, missing_infra],
        [
          `/paced_train/${id}/${what}?infra_id=${infra_id}&exception_key=no`,
          { type: "ExceptionNotFound", context: { exception_key: "no" } },
        ],
      ] as const) {
        const { json } = await api.call("GET", path);
        expect(json).toMatchObject({
          ...error,
          status: 404,
          type: `editoast:paced_train:${error.type}`,
        });
      }
    }
    const summary = "/paced_train/simulations_summary";
    const project = "/paced_train/project_path";
    const batch = { type: "BatchNotFound", context: { count: 1 } };
    for (const [method, path, sent, error] of [
      ["GET", `${summary}?infra=${infra_id}&ids[]=${id}&ids[]=${MISSING_ID}`, undefined, batch],
      ["GET", `${summary}?infra=${MISSING_ID}&ids[]=${id}`, undefined, missing_infra],
      ["POST", summary, { infra_id: MISSING_ID, ids: [id] }, missing_infra],
      ["POST", `${project}?infra=${infra_id}`, { ...body, ids: [MISSING_ID] }, batch],
      ["POST", `${project}?infra=${MISSING_ID}`, body, missing_infra],
    ] as const) {
      const { json } = await api.call(method, path, sent);
      expect(json, path).toMatchObject({ ...error, type: `editoast:paced_train:${error.type}` });
    }
  });
});
