// Method: timetables of other formats go in and out over HTTP; what they become is what the command makes of them. Computed times are those of the times of all trains.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { readTimetableFile } from "../../workers/exchange/read_timetable.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { parseCsv } from "../helpers/parse_csv.ts";
import type { CallResult } from "../helpers/services.ts";
import { hashTables } from "../helpers/test_database.ts";
import { encode, makeNetgraph } from "../workers/exchange/nge_files.ts";

const OPTIONS = {
  rolling_stock_name: "Regional",
  start_ms: Date.UTC(2026, 2, 2, 5),
  window_ms: 4 * 3_600_000,
  is_strict: true,
  stations: null,
};
const QUERY = "rolling_stock_name=Regional&start_time=2026-03-02T05:00:00Z&time_window=PT4H";

const JSON_TYPE = { "content-type": "application/json" };

const NETWORK = generateNetwork(TINY_OPTIONS);

const api = opened(() => startNetworkApi(NETWORK));

async function makeTimetable(): Promise<number> {
  return (await api.make("POST", "/timetable")).json.timetable_id;
}

async function send(id: number, query: string, body: unknown, headers = {}): Promise<CallResult> {
  return await api.call("POST", `/timetable/${id}/import?${query}`, body, headers);
}

describe("the import of a timetable from another format", () => {
  it("stores the trains that the command makes, and tells the report", async () => {
    const id = await makeTimetable();
    const { status, json, text } = await send(id, `format=nge&${QUERY}`, makeNetgraph());
    expect(status, text).toBe(200);
    expect(json.paced_train_ids).toHaveLength(4);
    expect(json.report).toEqual([]);
    const read = readTimetableFile("nge", { ...OPTIONS, bytes: encode(makeNetgraph()) });
    const stored = await api.make("GET", `/timetable/${id}/export`);
    expect(stored.json).toEqual(read.ok ? read.value.form : null);
  });

  it("looks up names of places in a network, and tells those that it has not", async () => {
    const [first, second] = NETWORK.railjson.operational_points;
    const id = await makeTimetable();
    const graph = makeNetgraph();
    graph["nodes"][0].betriebspunktName = first?.extensions?.sncf?.trigram;
    graph["nodes"][1].betriebspunktName = "B?";
    graph["nodes"][1].fullName = second?.extensions?.identifier?.name.toUpperCase();
    const { json } = await send(id, `format=nge&infra_id=${api.infra_id}`, graph);
    expect(json.report).toMatchObject([
      { code: "station_unknown", severity: "warning", where: { id: "C" }, count: 3 },
      // Nor was one told in the request.
      { code: "rolling_stock_missing", severity: "warning", where: { id: "IC 21" }, count: 4 },
    ]);
    const { json: stored } = await api.make("GET", `/timetable/${id}/export`);
    expect(stored.paced_trains[0].path).toMatchObject([
      { trigram: first?.extensions?.sncf?.trigram },
      { operational_point: second?.id },
      { trigram: "C" },
    ]);
  });

  it("refuses a file that can't be read, and changes nothing", async () => {
    const id = await makeTimetable();
    const before = await hashTables(api.services.db);
    const graph = makeNetgraph();
    graph["nodes"].pop();
    const refused = await send(id, "format=nge&strict=true", graph);
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({
      type: "editoast:timetable:import:Unreadable",
      context: { reason: "there is no node 3", line: null },
    });
    expect((await send(id, "format=nge", "{", JSON_TYPE)).status).toBe(400);
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it.each([
    ["format=gpx", 400],
    ["format=nge&start_time=tomorrow", 400],
    ["format=nge&time_window=P1M", 400],
    ["format=nge&infra_id=x", 400],
    ["format=nge&infra_id=999999", 404],
  ])("refuses %s: %i", async (query, status) => {
    const id = await makeTimetable();
    expect((await send(id, query, makeNetgraph())).status).toBe(status);
  });

  it("answers a repeated request under one key alike, and imports once", async () => {
    const id = await makeTimetable();
    const headers = { "idempotency-key": "netgraph-once" };
    const first = await send(id, "format=nge", makeNetgraph(), headers);
    const second = await send(id, "format=nge", makeNetgraph(), headers);
    expect(second.json).toEqual(first.json);
    const { json } = await api.make("GET", `/timetable/${id}/export`);
    expect(json.paced_trains).toHaveLength(4);
  });
});

describe("the export of a timetable in another format", () => {
  it("comes back equal", async () => {
    const id = await makeTimetable();
    await send(id, `format=nge&${QUERY}`, makeNetgraph());
    const file = await api.make("GET", `/timetable/${id}/export?format=nge`);
    expect(file.headers["content-type"]).toBe("application/x-netgraph+json");
    expect(JSON.parse(file.headers["x-exchange-report"] ?? "")).toMatchObject([
      { code: "stocks_left_out", count: 4 },
    ]);
    const copy = await makeTimetable();
    await send(copy, `format=nge&${QUERY}`, JSON.parse(file.text));
    const [one, other] = await Promise.all(
      [id, copy].map(async (each) => (await api.make("GET", `/timetable/${each}/export`)).text),
    );
    expect(other).toBe(one);
  });

  it.each(["csv", "xlsx", "gtfs"])("as %s comes back with its times", async (format) => {
    const id = await makeTimetable();
    const query = `format=${format}&infra_id=${api.infra_id}`;
    const train_schedules = NETWORK.train_schedules
      .filter(({ category }) => !/FREIGHT/.test(JSON.stringify(category)))
      .slice(0, 4);
    await api.make("POST", `/timetable/${id}/train_schedules`, train_schedules);
    const file = await api.make("GET", `/timetable/${id}/export?${query}`);
    const copy = await makeTimetable();
    const headers = { "content-type": file.headers["content-type"] ?? "" };
    const start_time = train_schedules[0]?.start_time.slice(0, 10);
    const days = `start_time=${start_time}T00:00:00Z&time_window=P2D`;
    const sent = await send(copy, `${query}&${days}`, Buffer.from(file.bytes), headers);
    expect(sent.status, sent.text).toBe(200);
    const again = await api.make("GET", `/timetable/${copy}/export?format=${format}`);
    expect(again.status).toBe(200);
    const stored = (await api.make("GET", `/timetable/${copy}/export`)).json.train_schedules;
    const names = (trains: readonly { train_name: string }[]): string[] =>
      trains.map(({ train_name }) => train_name);
    expect(names(stored)).toEqual(names(train_schedules));
    for (const train of stored) expect(train.schedule.length).toBeGreaterThan(0);
  });

  it("has the times of the runs on a network that is named", async () => {
    const id = await makeTimetable();
    const paced_trains = NETWORK.train_schedules.slice(0, 3).map((train) => ({
      ...train,
      schedule: train.schedule.map((point) => ({ ...point, arrival: null })),
      paced: { time_window: "PT1H", interval: "PT1H" },
    }));
    await api.make("POST", `/timetable/${id}/paced_trains`, paced_trains);
    const query = `infra_id=${api.infra_id}`;
    const file = await api.make("GET", `/timetable/${id}/export?format=nge&${query}`);
    const copy = await makeTimetable();
    await send(copy, "format=nge&rolling_stock_name=x", JSON.parse(file.text));
    const { json } = await api.make("GET", `/timetable/${copy}/export`);
    const [heads = [], ...rows] = parseCsv(
      (await api.make("GET", `/timetable/${id}/times?${query}`)).text,
    );
    const times = rows.map(
      (row): Record<string, string> =>
        Object.fromEntries(heads.map((head, i) => [head, row[i] ?? ""])),
    );
    for (const [i, train] of json.paced_trains.entries()) {
      const own = times.filter((row) => row["train_name"] === paced_trains[i]?.train_name);
      const start_ms = Date.parse(own[0]?.["departure"] ?? "");
      const since = own.slice(1).map((row) => Date.parse(row["arrival"] ?? "") - start_ms);
      expect(since.length).toBeGreaterThan(0);
      const arrivals = train.schedule.map((point: { arrival: string }) =>
        Math.round(Number(point.arrival.slice(2, -1)) * 1000),
      );
      expect(arrivals).toEqual(since);
    }
  });
});
