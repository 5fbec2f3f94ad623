// Method: random histories of edits (network, rolling stocks, trains); the statuses are compared with the full answers of the endpoints by id, kept when the trains were accepted and asked for again.
import { beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { call } from "../helpers/services.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const network = generateNetwork(TINY_OPTIONS);
const FORMS = network.train_schedules.map((form): Json => ({ ...form, margins: undefined }));
const HISTORIES = countTries({ few: 5, many: 60 });
const EDITS = 8;

const api = opened(() => startNetworkApi(network));

/** The network's and those that take its place: slower, with stations elsewhere, under another voltage. */
let contents: number[];

beforeAll(async () => {
  const slower = (network.railjson["speed_sections"] as Json[]).map((one) => ({
    ...one,
    speed_limit: one["speed_limit"] === null ? null : one["speed_limit"] * 0.7,
  }));
  const other = { ...network.railjson, speed_sections: slower };
  const points = (network.railjson["operational_points"] as Json[]).map((one) => ({
    ...one,
    parts: one["parts"].map((part: Json) => ({ ...part, position: part["position"] * 0.9 })),
  }));
  const moved = { ...network.railjson, operational_points: points };
  const electrifications = (network.railjson["electrifications"] as Json[]).map((one) => ({
    ...one,
    voltage: "15000V",
  }));
  const foreign = { ...network.railjson, electrifications };
  for (const railjson of [other, moved, foreign])
    await api.make("POST", "/infra/railjson?name=x", railjson);
  const rows = await api.services.db.run<{ content_id: number }>(
    "select content_id from infra order by id",
  );
  contents = rows.map(({ content_id }) => content_id);
});

function pick<T>(random: Random, items: readonly T[]): T {
  // The index is below the length.
  return items[wholeBetween(random, 0, items.length - 1)] as T;
}

interface Known {
  readonly kind: "train_schedule" | "paced_train";
  readonly id: number;
}

/** All answers about one train. */
interface Full {
  readonly paths: readonly string[];
  readonly summaries: readonly Json[];
  /** Which occurrence each of them changes, behind the base train; null: it is a train more. */
  readonly indices: readonly (number | null)[];
  readonly infra: string;
  readonly record: string;
  readonly stocks: readonly string[];
}

async function text(path: string): Promise<string> {
  return (await api.call("GET", path)).text;
}

async function readFull({ kind, id }: Known): Promise<Full> {
  const record = (await api.make("GET", `/${kind}/${id}`)).json as Json;
  const exceptions = ((record["exceptions"] ?? []) as Json[]).filter((one) => !one["disabled"]);
  const keys = [null, ...exceptions.map((one) => one["key"])];
  const infra = `infra=${api.infra_id}`;
  const variant = (key: string | null): string => (key === null ? "" : `&exception_key=${key}`);
  const paths: string[] = [];
  for (const key of keys) paths.push(await text(`/${kind}/${id}/path?${infra}${variant(key)}`));
  const answer = (await api.make("GET", `/${kind}/simulations_summary?${infra}&ids[]=${id}`)).json;
  const own = answer[id] as Json;
  const summaries =
    kind === "train_schedule"
      ? [own]
      : keys.map((key) =>
          key === null ? own["paced_train"] : (own["exceptions"][key] ?? own["paced_train"]),
        );
  const own_name = record["rolling_stock_name"];
  const names = [
    own_name,
    ...exceptions.map((one) => one["rolling_stock"]?.rolling_stock_name ?? own_name),
  ];
  const stocks: string[] = [];
  for (const name of names) {
    stocks.push((await text(`/rolling_stock/name/${name}`)).replace(/"(id|version)":\d+/g, ""));
  }
  const version = (await api.make("GET", `/infra/${api.infra_id}`)).json["version"];
  return {
    paths,
    summaries,
    indices: exceptions.map((one) => one["occurrence_index"] ?? null),
    infra: version,
    // A change that is taken back is none.
    record: JSON.stringify({ ...record, modified_at: null, modified_by: null }),
    stocks,
  };
}

/** The base train's, and those of exceptions that are otherwise, whatever their order. */
function differing(values: readonly unknown[], indices: readonly (number | null)[]): string {
  const [own, ...others] = values.map((one) => JSON.stringify(one));
  const rest = others.flatMap((text, i) => (text === own ? [] : [`${indices[i]} ${text}`]));
  return JSON.stringify([own, rest.sort()]);
}

function reasonOf({ status, error_type }: Json): string | null {
  if (status === "success") return null;
  if (status === "simulation_failed") return "simulation_failed";
  if (error_type === "rolling_stock_not_found") return error_type;
  return error_type === "invalid_path_items" ? "waypoint_not_found" : "path_not_found";
}

function expectStatus({ kind, id }: Known, was: Full | undefined, is: Full): Json {
  const reason = is.summaries.map(reasonOf).find((one) => one !== null) ?? null;
  if (reason !== null) return { id, kind, status: "invalid", reason };
  if (was === undefined) return { id, kind, status: "valid" };
  const timesOf = ({ summaries, indices }: Full): string =>
    differing(
      summaries.map((one) => [one["time"], one["path_item_times_final"]]),
      indices,
    );
  const pathsOf = ({ paths, indices }: Full): string => differing(paths, indices);
  const stocksOf = ({ stocks, indices }: Full): string => differing(stocks, indices);
  const reasons = [
    ...(pathsOf(was) === pathsOf(is) ? [] : ["path_changed"]),
    ...(timesOf(was) === timesOf(is) ? [] : ["running_time_changed"]),
  ];
  if (reasons.length === 0) return { id, kind, status: "valid" };
  const lengths = ({ summaries: [base] }: Full): Json => ({
    duration_ms: base?.["time"],
    length_mm: base?.["length"],
  });
  const at = expect.stringMatching(/^\d{4}-.*Z$/);
  return {
    id,
    kind,
    status: "outdated",
    reasons,
    changed: [
      ...(was.infra === is.infra ? [] : ["infra"]),
      ...(stocksOf(was) === stocksOf(is) ? [] : ["rolling_stock"]),
      ...(was.record === is.record ? [] : [kind]),
    ],
    acknowledged: { at, by: null, ...lengths(was) },
    now: lengths(is),
  };
}

class History {
  readonly random: Random;
  readonly accepted = new Map<number, Full>();
  trains: Known[] = [];
  timetable = 0;

  constructor(seed: number) {
    this.random = makeRandom(seed);
  }

  form(): Json {
    const form = pick(this.random, FORMS);
    const dice = this.random();
    if (dice < 0.1) return { ...form, rolling_stock_name: "no such stock" };
    if (dice < 0.2)
      return { ...form, path: [{ id: "x", track: "none", offset: 0 }, ...form["path"]] };
    return dice < 0.5
      ? { ...form, path: form["path"].slice(0, 2), schedule: [], power_restrictions: [] }
      : form;
  }

  paced(): Json {
    const exception = {
      key: "e",
      rolling_stock: { rolling_stock_name: this.stock(), comfort: "HEATING" },
    };
    const form = { ...this.form(), paced: { time_window: "PT1H", interval: "PT20M" } };
    return { ...form, exceptions: this.random() < 0.5 ? [exception] : this.exceptions() };
  }

  /** Some run as the base train does, some are switched off; in any order, under any keys. */
  exceptions(): Json[] {
    const some = [0, 1, 2, undefined].filter(() => this.random() < 0.5);
    const drawn = some.map((occurrence_index, i) => ({
      key: `${this.random() < 0.5 ? "a" : "b"}${i}`,
      ...(occurrence_index === undefined ? {} : { occurrence_index }),
      disabled: this.random() < 0.3,
      ...(this.random() < 0.4
        ? { rolling_stock: { rolling_stock_name: this.stock(), comfort: "STANDARD" } }
        : { start_time: { value: "2026-05-01T10:00:00Z" } }),
    }));
    return this.random() < 0.5 ? drawn : drawn.reverse();
  }

  stock(): string {
    return pick(this.random, network.rolling_stocks).name;
  }

  async start(): Promise<void> {
    this.timetable = (await api.make("POST", "/timetable")).json.timetable_id;
    const path = `/timetable/${this.timetable}`;
    const trains = Array.from({ length: 4 }, () => this.form());
    const paced = Array.from({ length: 3 }, () => this.paced());
    for (const [kind, forms] of [
      ["train_schedule", trains],
      ["paced_train", paced],
    ] as const) {
      const made = (await api.make("POST", `${path}/${kind}s`, forms)).json as Json[];
      this.trains.push(...made.map(({ id }) => ({ kind, id: id as number })));
    }
  }

  async acknowledge(chosen: readonly Known[] | null): Promise<void> {
    const ids = (kind: string): number[] =>
      (chosen ?? []).filter((one) => one.kind === kind).map(({ id }) => id);
    const body =
      chosen === null
        ? {}
        : { train_schedule_ids: ids("train_schedule"), paced_train_ids: ids("paced_train") };
    const path = `/timetable/${this.timetable}/acknowledge?infra=${api.infra_id}`;
    const { json } = await api.make("POST", path, body);
    let count = 0;
    for (const train of chosen ?? this.trains) {
      const full = await readFull(train);
      if (full.summaries.some((one) => reasonOf(one) !== null)) continue;
      this.accepted.set(train.id, full);
      count++;
    }
    const invalid_count = (chosen ?? this.trains).length - count;
    expect(json).toEqual({ acknowledged_count: count, invalid_count });
  }

  async edit(): Promise<void> {
    const dice = wholeBetween(this.random, 0, 5);
    if (dice === 0) {
      await api.services.db.run(
        "update infra set content_id = $1, version = version + 1 where id = $2",
        [pick(this.random, contents), api.infra_id],
      );
    } else if (dice === 1) {
      const stock = (await api.make("GET", `/rolling_stock/name/${this.stock()}`)).json as Json;
      const { id, version: _version, locked: _locked, liveries: _liveries, ...form } = stock;
      const max_speed = form["max_speed"] * (0.8 + 0.3 * this.random());
      await api.make("PATCH", `/rolling_stock/${id}`, { ...form, max_speed });
    } else if (dice === 2) {
      await this.acknowledge(this.trains.filter(() => this.random() < 0.5));
    } else if (dice === 3) {
      const { kind, id } = pick(this.random, this.trains);
      await api.make("DELETE", kind === "paced_train" ? "/paced_trains" : "/train_schedule", {
        ids: [id],
      });
      const path = `/timetable/${this.timetable}/train_schedules`;
      const [made] = (await api.make("POST", path, [this.form()])).json as Json[];
      const left = this.trains.filter((one) => one.id !== id);
      this.trains = [{ kind: "train_schedule", id: made?.["id"] }, ...left];
      this.trains.sort((a, b) => (a.kind === b.kind ? a.id - b.id : a.kind > b.kind ? -1 : 1));
    } else {
      const { kind, id } = pick(this.random, this.trains);
      const form = kind === "paced_train" ? this.paced() : this.form();
      // Often of the same train with other exceptions.
      const is_same = kind === "paced_train" && this.random() < 0.5;
      const stored = is_same ? (await api.make("GET", `/${kind}/${id}`)).json : form;
      const { id: _id, timetable_id: _of, ...base } = stored as Json;
      await api.make("PUT", `/${kind}/${id}`, {
        ...base,
        ...(is_same && { exceptions: form["exceptions"] }),
      });
    }
  }

  async check(): Promise<Json[]> {
    const path = `/timetable/${this.timetable}/statuses?infra=${api.infra_id}`;
    const [count, ...lines] = (await api.make("GET", path)).text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Json);
    expect(count).toEqual({ count: this.trains.length });
    const expected: Json[] = [];
    for (const train of this.trains) {
      expected.push(expectStatus(train, this.accepted.get(train.id), await readFull(train)));
    }
    expect(lines).toEqual(expected);
    return lines;
  }
}

describe("the statuses of a timetable's trains", () => {
  it("of a paced train stay when an occurrence gets another start, name or key, or is as it was", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const [form = {}, other = {}] = FORMS;
    const paced = { ...form, paced: { time_window: "PT1H", interval: "PT20M" } };
    const { path, schedule } =
      other["path"].length === form["path"].length
        ? { ...form, path: form["path"].slice(0, 2), schedule: [] }
        : other;
    const way = {
      path,
      schedule,
      margins: { boundaries: [], values: ["0%"] },
      power_restrictions: [],
    };
    const elsewhere = {
      key: "way",
      occurrence_index: 1,
      initial_speed: {},
      path_and_schedule: way,
    };
    const late = {
      key: "late",
      occurrence_index: 2,
      start_time: { value: "2026-05-01T10:00:00Z" },
    };
    const at = `/timetable/${timetable_id}`;
    const body = [{ ...paced, exceptions: [elsewhere, late] }];
    const [{ id }] = (await api.make("POST", `${at}/paced_trains`, body)).json;
    const infra = `infra=${api.infra_id}`;
    await api.make("POST", `${at}/acknowledge?${infra}`, {});
    const statusWith = async (...exceptions: readonly Json[]): Promise<Json> => {
      await api.make("PUT", `/paced_train/${id}`, { ...paced, exceptions });
      return JSON.parse(
        (await api.make("GET", `${at}/statuses?${infra}`)).text.split("\n")[1] ?? "",
      );
    };
    const valid = { status: "valid" };
    expect(await statusWith(late, elsewhere)).toMatchObject(valid);
    expect(await statusWith({ ...elsewhere, key: "renamed" })).toMatchObject(valid);
    expect(await statusWith(elsewhere, { ...late, disabled: true })).toMatchObject(valid);
    const named = { key: "name", occurrence_index: 0, train_name: { value: "another" } };
    const more = { key: "more", start_time: { value: "2026-05-01T12:00:00Z" } };
    expect(await statusWith(elsewhere, named, more)).toMatchObject(valid);
    const outdated = { status: "outdated", changed: ["paced_train"] };
    expect(await statusWith({ ...elsewhere, occurrence_index: 2 })).toMatchObject(outdated);
    expect(await statusWith({ ...elsewhere, disabled: true })).toMatchObject(outdated);
    expect(await statusWith()).toMatchObject(outdated);
    expect(await statusWith(elsewhere)).toMatchObject(valid);
  });

  it("are accepted train by train, and none is when one is not in the timetable", async () => {
    const history = new History(99);
    await history.start();
    const [one, other] = history.trains as [Known, Known];
    const path = `/timetable/${history.timetable}/acknowledge?infra=${api.infra_id}`;
    const bad = await api.call("POST", path, { train_schedule_ids: [one.id, 999_999] });
    expect(bad.json.type).toBe("editoast:train_schedule:BatchTrainScheduleNotFound");
    const paced = await api.call("POST", path, { paced_train_ids: [one.id] });
    expect(paced.json.type).toBe("editoast:paced_train:BatchNotFound");
    const elsewhere = new History(98);
    await elsewhere.start();
    const [foreign] = elsewhere.trains as [Known];
    const theirs = await api.call("POST", path, { train_schedule_ids: [one.id, foreign.id] });
    expect(theirs.json.type).toBe("editoast:train_schedule:BatchTrainScheduleNotFound");
    const count = async (): Promise<number> =>
      (await api.services.db.run("select from acknowledgement")).length;
    const before = await count();
    await api.make("PUT", `/train_schedule/${one.id}`, FORMS[0]);
    await api.make("PUT", `/train_schedule/${other.id}`, FORMS[0]);
    await api.services.db.run("update infra set content_id = $1 where id = $2", [
      contents[0] ?? 0,
      api.infra_id,
    ]);
    const { json } = await api.make("POST", path, { train_schedule_ids: [one.id] });
    expect(json).toEqual({ acknowledged_count: 1, invalid_count: 0 });
    expect(await count()).toBe(before + 1);
  });

  it("are not accepted of a timetable that is deleted while its trains are read: it is not found", async () => {
    const history = new History(101);
    await history.start();
    const { db } = api.services;
    const path = `/timetable/${history.timetable}`;
    const query = async (...asked: Parameters<typeof db.query>): Promise<object[]> => {
      const rows = await db.query(...asked);
      const is_page = asked[0] === "timetable/train/list_records_of_timetable";
      if (is_page) await api.call("DELETE", path);
      return rows;
    };
    const deleting = new Proxy(db, {
      get: (target, name): unknown => {
        if (name === "query") return query;
        const member: unknown = Reflect.get(target, name);
        return typeof member === "function" ? member.bind(target) : member;
      },
    });
    const { status, json } = await call(
      { ...api.services, db: deleting },
      { method: "POST", path: `${path}/acknowledge?infra=${api.infra_id}`, body: {} },
    );
    expect([status, json.type]).toEqual([404, "editoast:timetable:NotFound"]);
    expect(json.context).toEqual({ timetable_id: history.timetable });
  });

  it("are forgotten with the train, the network or the timetable", async () => {
    const history = new History(100);
    await history.start();
    const { infra } = (await api.make("POST", "/infra/railjson?name=y", network.railjson)).json;
    for (const { kind, id } of history.trains) {
      const form = kind === "paced_train" ? history.paced() : {};
      const [first = {}] = FORMS;
      await api.make("PUT", `/${kind}/${id}`, { ...form, ...first });
    }
    const accept = async (infra_id: number): Promise<void> => {
      const path = `/timetable/${history.timetable}/acknowledge?infra=${infra_id}`;
      expect((await api.make("POST", path, {})).json.acknowledged_count).toBe(7);
    };
    const count = async (): Promise<number> => {
      const rows = await api.services.db.run(
        `select from acknowledgement where train_schedule_id = any($1::bigint[])
         or paced_train_id = any($1::bigint[])`,
        [history.trains.map(({ id }) => id)],
      );
      return rows.length;
    };
    await api.services.db.run("update infra set content_id = $1 where id = $2", [
      contents[0] ?? 0,
      api.infra_id,
    ]);
    await accept(api.infra_id);
    await accept(api.infra_id);
    await accept(infra);
    expect(await count()).toBe(14);
    await api.make("DELETE", `/infra/${infra}`);
    expect(await count()).toBe(7);
    await api.make("DELETE", "/train_schedule", { ids: [history.trains[0]?.id] });
    expect(await count()).toBe(6);
    await api.make("DELETE", "/paced_train", { ids: [history.trains.at(-1)?.id] });
    expect(await count()).toBe(5);
    await api.make("DELETE", `/timetable/${history.timetable}`);
    expect(await count()).toBe(0);
  });

  // The last: it leaves network and stocks as they came.
  it("are those that full answers then and now tell, after random edits", async () => {
    const seen = new Map<string, number>();
    for (let seed = 1; seed <= HISTORIES; seed++) {
      const history = new History(seed);
      await history.start();
      for (const one of await history.check()) expect(one["status"]).not.toBe("outdated");
      await history.acknowledge(null);
      for (let i = 0; i < EDITS; i++) {
        await history.edit();
        for (const { status, reason, reasons = [], changed = [] } of await history.check()) {
          for (const what of [status, reason, ...reasons, ...changed]) {
            seen.set(what, (seen.get(what) ?? 0) + 1);
          }
        }
      }
    }
    for (const what of [
      "valid",
      "rolling_stock_not_found",
      "waypoint_not_found",
      "path_not_found",
      "path_changed",
      "running_time_changed",
      "infra",
      "rolling_stock",
      "train_schedule",
      "paced_train",
    ]) {
      expect(seen.get(what) ?? 0, what).toBeGreaterThan(0);
    }
  });
});
