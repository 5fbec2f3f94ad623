// Method: trains that were accepted, and then everything under them is taken away and given back; lists that are empty, absent, or of nothing.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const network = generateNetwork(TINY_OPTIONS);
const [TRAIN] = network.train_schedules.map((form): Json => ({ ...form }));
const STOCK_NAME = String(TRAIN?.["rolling_stock_name"]);

const api = opened(() => startNetworkApi(network));

/** The network's own, an equal one, and one under another voltage. */
let contents: { own: number; equal: number; other_voltage: number };
let timetable: string;

beforeAll(async () => {
  const electrifications = (network.railjson["electrifications"] as Json[]).map((one) => ({
    ...one,
    voltage: "15000V",
  }));
  for (const changes of [{}, { electrifications }]) {
    await api.make("POST", "/infra/railjson?name=x", { ...network.railjson, ...changes });
  }
  const rows = await api.services.db.run<{ content_id: number }>(
    "select content_id from infra order by id",
  );
  const [own = 0, equal = 0, other_voltage = 0] = rows.map(({ content_id }) => content_id);
  contents = { own, equal, other_voltage };
});

beforeEach(async () => {
  timetable = `/timetable/${(await api.make("POST", "/timetable")).json.timetable_id}`;
});

async function create(kind: string, ...forms: readonly Json[]): Promise<number[]> {
  const made = (await api.make("POST", `${timetable}/${kind}s`, forms)).json as { id: number }[];
  return made.map(({ id }) => id);
}

async function accept(body: Json): Promise<Json> {
  return (await api.make("POST", `${timetable}/acknowledge?infra=${api.infra_id}`, body)).json;
}

async function refuse(body: Json): Promise<Json> {
  return (await api.call("POST", `${timetable}/acknowledge?infra=${api.infra_id}`, body)).json;
}

/** Count, then one of each train. */
async function listStatuses(): Promise<Json[]> {
  const { text } = await api.make("GET", `${timetable}/statuses?infra=${api.infra_id}`);
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

async function replaceNetwork(content: keyof typeof contents): Promise<void> {
  await api.services.db.run(
    "update infra set content_id = $1, version = version + 1 where id = $2",
    [contents[content], api.infra_id],
  );
}

/** Takes it away; returns how to give it back, changed or not. */
async function takeStock(): Promise<(changes: Json) => Promise<void>> {
  const { json } = await api.make("GET", `/rolling_stock/name/${encodeURIComponent(STOCK_NAME)}`);
  const { id, version: _version, locked: _locked, liveries: _liveries, ...form } = json;
  await api.make("DELETE", `/rolling_stock/${id}?force=true`);
  return async (changes) => {
    await api.make("POST", "/rolling_stock", { ...form, ...changes });
  };
}

const PACED = { ...TRAIN, paced: { time_window: "PT0S", interval: "PT20M" }, exceptions: [] };

describe("trains that were accepted", () => {
  it("are valid again when their stock is made again as it was, whatever its id, and outdated when it is another", async () => {
    const ids = await create("train_schedule", TRAIN ?? {});
    expect(await accept({})).toEqual({ acknowledged_count: 1, invalid_count: 0 });
    const giveBack = await takeStock();
    const [id] = ids;
    const gone = { id, status: "invalid", reason: "rolling_stock_not_found" };
    expect((await listStatuses())[1]).toMatchObject(gone);
    // Who is invalid keeps what was accepted.
    expect(await accept({})).toEqual({ acknowledged_count: 0, invalid_count: 1 });
    await giveBack({});
    expect((await listStatuses())[1]).toMatchObject({ id, status: "valid" });
    const mass = network.rolling_stocks.find(({ name }) => name === STOCK_NAME)?.mass ?? 0;
    const again = await takeStock();
    await again({ mass: 1.2 * mass });
    const outdated = { reasons: ["running_time_changed"], changed: ["rolling_stock"] };
    expect((await listStatuses())[1]).toMatchObject({ id, status: "outdated", ...outdated });
    const back = await takeStock();
    await back({ mass });
    expect((await listStatuses())[1]).toMatchObject({ id, status: "valid" });
  });

  it("stay so on an equal content, are invalid on one without a path, and are valid as soon as it is back", async () => {
    const [id] = await create("train_schedule", TRAIN ?? {});
    await accept({});
    await replaceNetwork("equal");
    expect((await listStatuses())[1]).toEqual({ id, kind: "train_schedule", status: "valid" });
    await replaceNetwork("other_voltage");
    const invalid = { status: "invalid", reason: "path_not_found" };
    expect((await listStatuses())[1]).toEqual({ id, kind: "train_schedule", ...invalid });
    await replaceNetwork("own");
    expect((await listStatuses())[1]).toEqual({ id, kind: "train_schedule", status: "valid" });
  });

  it("are valid without any occurrence, and invalid with an exception in effect that has no run", async () => {
    const [id] = await create("paced_train", PACED);
    expect(await accept({})).toEqual({ acknowledged_count: 1, invalid_count: 0 });
    expect(await listStatuses()).toEqual([
      { count: 1 },
      { id, kind: "paced_train", status: "valid" },
    ]);
    const [waypoint] = TRAIN?.["path"] ?? [];
    const path = [waypoint, { ...waypoint, id: "again" }];
    const nowhere = {
      path,
      schedule: [],
      margins: { boundaries: [], values: ["0%"] },
      power_restrictions: [],
    };
    const exception = { key: "k", disabled: true, initial_speed: {}, path_and_schedule: nowhere };
    await api.make("PUT", `/paced_train/${id}`, { ...PACED, exceptions: [exception] });
    expect((await listStatuses())[1]).toMatchObject({ status: "valid" });
    const enabled = { ...exception, disabled: false };
    await api.make("PUT", `/paced_train/${id}`, { ...PACED, exceptions: [enabled] });
    expect((await listStatuses())[1]).toMatchObject({
      status: "invalid",
      reason: "simulation_failed",
    });
    expect(await accept({})).toEqual({ acknowledged_count: 0, invalid_count: 1 });
  });
});

describe("lists of trains to accept", () => {
  it("are all trains without any list, and none with empty ones", async () => {
    const [schedule] = await create("train_schedule", TRAIN ?? {});
    const [paced] = await create("paced_train", PACED);
    const counts = (acknowledged_count: number): Json => ({ acknowledged_count, invalid_count: 0 });
    expect(await accept({ train_schedule_ids: [], paced_train_ids: [] })).toEqual(counts(0));
    expect(await accept({ paced_train_ids: [] })).toEqual(counts(0));
    expect(await accept({ paced_train_ids: [paced, paced] })).toEqual(counts(1));
    expect(await accept({ train_schedule_ids: [schedule] })).toEqual(counts(1));
    expect(await accept({})).toEqual(counts(2));
  });

  it("do not hide that a timetable or a network is missing", async () => {
    const empty = { train_schedule_ids: [], paced_train_ids: [] };
    const there = `/acknowledge?infra=${api.infra_id}`;
    const answers = await Promise.all(
      [`/timetable/999999999${there}`, `${timetable}/acknowledge?infra=999999999`].map((path) =>
        api.call("POST", path, empty),
      ),
    );
    expect(answers.map(({ status, json }) => [status, json.type])).toEqual([
      [404, "editoast:timetable:NotFound"],
      [404, "editoast:timetable:InfraNotFound"],
    ]);
  });

  it("are all of a list, page by page, whatever its order, and none twice", async () => {
    const schedules = await create("train_schedule", ...Array(450).fill(TRAIN));
    const paced_train_ids = (await create("paced_train", ...Array(120).fill(PACED))).reverse();
    const [known = 0] = schedules;
    const train_schedule_ids = [known, ...schedules.reverse()];
    const { acknowledged_count } = await accept({ train_schedule_ids, paced_train_ids });
    expect(acknowledged_count).toBe(570);
    // as many as a page has are missing, and some in between
    const missing = Array.from({ length: 201 }, (_, i) => i + 1_000_000);
    const asked = [...missing, ...train_schedule_ids, 2_000_000];
    const bad = await refuse({ train_schedule_ids: asked, paced_train_ids });
    expect(bad["context"]).toEqual({ number: 202 });
  });

  it("are refused before any train is computed, when one is not there or they are too many", async () => {
    const [id] = await create("train_schedule", TRAIN ?? {});
    const { runs } = api.compute;
    const before_count = runs.length;
    const unknown = Array.from({ length: 9_999 }, (_, i) => i + 1_000_000_000);
    const missing = await refuse({ train_schedule_ids: [id, ...unknown] });
    expect(missing).toMatchObject({
      type: "editoast:train_schedule:BatchTrainScheduleNotFound",
      context: { number: 9_999 },
    });
    const many = await refuse({ train_schedule_ids: [id, ...unknown], paced_train_ids: [1] });
    expect(many).toMatchObject({ status: 422, context: { count: 10_001, count_max: 10_000 } });
    expect(runs.slice(before_count)).toEqual([]);
  });

  it.each(["ids", "train_schedule_id"])("are not all when the list is named %s", async (name) => {
    const [id] = await create("train_schedule", TRAIN ?? {});
    expect((await refuse({ [name]: [id] }))["type"]).toBe("editoast:request:InvalidBody");
  });
});

it("a timetable without trains has nothing to accept, no conflict, and trials of nothing change nothing", async () => {
  const infra = `infra=${api.infra_id}`;
  expect(await accept({})).toEqual({ acknowledged_count: 0, invalid_count: 0 });
  expect(await listStatuses()).toEqual([{ count: 0 }]);
  expect((await api.make("GET", `${timetable}/conflicts?${infra}`)).json).toEqual([]);
  const { json } = await api.make("POST", `${timetable}/what_if?${infra}`, { changes: [] });
  const conflicts = { gone: [], new: [], count_before: 0, count_after: 0 };
  expect(json).toEqual({ trains: [], conflicts });
});
