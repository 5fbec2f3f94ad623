// Method: a preview tells what the import of the same file makes, and changes nothing; what was chosen for a name counts for the next import.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { hashTables } from "../helpers/test_database.ts";
import { lineOf, printOsm } from "../workers/exchange/osm_files.ts";

const api = opened(startTestApi);
const BYTES = { "content-type": "application/octet-stream" };
const CSV = { "content-type": "text/csv" };
const EXTRACT = printOsm(lineOf(["Aden", "Bern HB", "Chur"]));
const TABLE =
  "train,station,arrival,departure\n" +
  "1,Aden,,2026-03-02T08:00:00Z\n,Bern,2026-03-02T08:10:00Z,2026-03-02T08:12:00Z\n,Chur,2026-03-02T08:30:00Z,\n" +
  "2,Chur,,2026-03-02T09:00:00Z\n,Bern,2026-03-02T09:10:00Z,\n";

async function makeNetwork(): Promise<number> {
  const made = await api.call("POST", "/infra/import?format=osm&name=line", EXTRACT, BYTES);
  expect(made.status, made.text).toBe(201);
  return made.json.infra;
}

async function preview(infra: number, body = TABLE): Promise<CallResult> {
  const query = `format=csv&infra_id=${infra}&rolling_stock_name=x`;
  return await api.call("POST", `/timetable/import/preview?${query}`, body, CSV);
}

describe("the preview of an import", () => {
  it("of a network tells its objects and its place, and stores nothing", async () => {
    const before = await hashTables(api.services.db);
    const told = await api.call("POST", "/infra/import/preview?format=osm", EXTRACT, BYTES);
    expect(told.status, told.text).toBe(200);
    expect(await hashTables(api.services.db)).toEqual(before);
    const infra = await makeNetwork();
    const { json } = await api.call("GET", `/infra/${infra}/railjson`);
    const counts = Object.entries(json).flatMap(([key, list]) =>
      Array.isArray(list) ? [[key, list.length]] : [],
    );
    expect(told.json.counts).toEqual(Object.fromEntries(counts));
    expect(told.json.bounds).toEqual([8, 48, 8.4, 48]);
    const lengths = (json.track_sections as { length: number }[]).map(({ length }) => length);
    expect(told.json.length).toBe(Math.round(lengths.reduce((sum, one) => sum + one, 0)));
    expect(told.json.report.length).toBeGreaterThan(0);
  });

  it("of a timetable tells its trains, its period and its places, and stores nothing", async () => {
    const infra = await makeNetwork();
    const before = await hashTables(api.services.db);
    const told = await preview(infra);
    expect(told.status, told.text).toBe(200);
    expect(await hashTables(api.services.db)).toEqual(before);
    expect(told.json).toMatchObject({
      train_schedules: 2,
      paced_trains: 0,
      first_start: "2026-03-02T08:00:00Z",
      last_start: "2026-03-02T09:00:00Z",
      found: { match: 0, word: 2, place: 0, not: 1 },
    });
    const [first, ...others] = told.json.places;
    expect(first).toMatchObject({
      name: "Bern",
      found_by: null,
      operational_point: null,
      candidates: [{ name: "Bern HB" }],
    });
    expect(others.map((one: { found_by: string }) => one.found_by)).toEqual(["word", "word"]);
    expect(told.json.report).toMatchObject([{ code: "station_unknown" }]);
  });

  it("counts what was chosen for a name, as the import does", async () => {
    const infra = await makeNetwork();
    const [{ candidates }] = (await preview(infra)).json.places;
    const matches = [{ name: "Bern", operational_point: candidates[0].id }];
    const put = await api.call("PUT", `/infra/${infra}/station_matches`, { matches });
    expect(put.status, put.text).toBe(200);
    const kept = await api.call("GET", `/infra/${infra}/station_matches`);
    expect(kept.json).toEqual({ matches });
    const told = await preview(infra);
    expect(told.json.found).toEqual({ match: 1, word: 2, place: 0, not: 0 });
    expect(told.json.report).toEqual([]);
    const timetable = await api.call("POST", "/timetable", { name: "x" });
    const path = `/timetable/${timetable.json.id ?? timetable.json.timetable_id}`;
    const query = `format=csv&infra_id=${infra}&rolling_stock_name=x`;
    const made = await api.call("POST", `${path}/import?${query}`, TABLE, CSV);
    expect(made.status, made.text).toBe(200);
    expect(made.json.report).toEqual([]);
    const { json } = await api.call("GET", `${path}/export`);
    expect(json.train_schedules[0].path[1]).toMatchObject({ operational_point: candidates[0].id });
  });

  it("counts it on a copy of the network too, from then on with choices of its own", async () => {
    const infra = await makeNetwork();
    const [{ candidates }] = (await preview(infra)).json.places;
    const matches = [{ name: "Bern", operational_point: candidates[0].id }];
    await api.call("PUT", `/infra/${infra}/station_matches`, { matches });
    const { json: copy } = await api.call("POST", `/infra/${infra}/clone?name=copy`);
    expect((await preview(copy)).json.found).toMatchObject({ match: 1, not: 0 });
    await api.call("PUT", `/infra/${copy}/station_matches`, { matches: [] });
    const kept = await api.call("GET", `/infra/${infra}/station_matches`);
    expect(kept.json).toEqual({ matches });
  });

  it("refuses what the import refuses", async () => {
    const infra = await makeNetwork();
    const told = await preview(infra, "train\n1\n");
    expect(told.status).toBe(400);
    expect(told.json.type).toBe("editoast:timetable:import:Unreadable");
    const network = await api.call("POST", "/infra/import/preview?format=osm", "<osm/>", BYTES);
    expect(network.json.type).toMatch(/Unreadable/);
    expect((await preview(999_999)).status).toBe(404);
    const missing = await api.call("PUT", "/infra/999999/station_matches", { matches: [] });
    expect(missing.status).toBe(404);
    const faulty = { matches: [{ name: "", operational_point: "x" }] };
    expect((await api.call("PUT", `/infra/${infra}/station_matches`, faulty)).status).toBe(422);
  });
});
