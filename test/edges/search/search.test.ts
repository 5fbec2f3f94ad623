// Method: a hand-drawn network and records made by requests; items are compared key by key, points on the map with a walk along the great circles of a track's line.
import { beforeAll, describe, expect, it } from "vitest";
import { fillSearch } from "../../../src/network/infra/fill_search.ts";
import { startTestApi } from "../../helpers/api.ts";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { validStock, validTrain } from "../../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

const LENGTH_M = 1000;
/** Two legs of different lengths and directions. */
const BENT: readonly [number, number][] = [
  [2.3, 48.8],
  [2.302, 48.803],
  [2.311, 48.804],
];
const NAMES = [
  "Mont-St-Michel",
  "Saint-Michel sur Orge",
  "Saint Étienne Châteaucreux",
  "Œuilly",
  "L'Estaque",
  "Gare 100% (V_1)",
  "ΑΘΗΝΑ",
  "München Straße",
];

function line(line_code: number, line_name: string): Json {
  return { sncf: { line_code, line_name, track_number: 1, track_name: "V1" } };
}

function drawNetwork(): Json {
  const tracks = TINY_RAILJSON["track_sections"] as Json[];
  const [a, b] = tracks.map((track) => ({ ...track, extensions: line(590_000, "Paris – Sète") }));
  const bent = { ...b, geo: { type: "LineString", coordinates: BENT } };
  const lost = { ...a, id: "lost", extensions: line(7, "Bagnères") };
  const signals = TINY_RAILJSON["signals"] as Json[];
  return {
    ...TINY_RAILJSON,
    track_sections: [a, bent, { ...lost, geo: { type: "LineString", coordinates: EXTREME } }],
    signals: [
      { ...signals[0], track: "B", position: 250, extensions: { sncf: { label: "S/1", kp: "" } } },
      { ...signals[1], track: "A", logical_signals: undefined },
    ],
    operational_points: NAMES.map((name, i) => ({
      id: `op${i}`,
      parts: [
        { track: "no such track", position: 1 },
        { track: i === 1 ? "lost" : "B", position: i * 125 },
      ],
      extensions: {
        identifier: { name, uic: 87_000_000 + i },
        sncf: i === 0 ? null : pointSncf(`T${i}`),
      },
    })),
  };
}

const EXTREME = [
  [0, 1e300],
  [1, -1e300],
];

function pointSncf(trigram: string): Json {
  return { ci: 4, ch: "BV", ch_short_label: "", ch_long_label: "", trigram };
}

const api = opened(startTestApi);
let infra: number;

beforeAll(async () => {
  infra = (await api.make("POST", "/infra/railjson?name=drawn", drawNetwork())).json.infra;
});

async function search(object: string, query: unknown, page = ""): Promise<Json[]> {
  const answer = await api.call("POST", `/search${page}`, { object, query });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

/** Metres between two points of the sphere (haversine). */
function greatCircle([lonA, latA]: readonly number[], [lonB, latB]: readonly number[]): number {
  const radians = (degrees = 0): number => (degrees * Math.PI) / 180;
  const square = (x: number): number => x * x;
  const h =
    square(Math.sin(radians((latB ?? 0) - (latA ?? 0)) / 2)) +
    Math.cos(radians(latA)) *
      Math.cos(radians(latB)) *
      square(Math.sin(radians((lonB ?? 0) - (lonA ?? 0)) / 2));
  return 2 * 6_371_008.8 * Math.asin(Math.sqrt(h));
}

/** How far along the bent line a point lies, of 1; NaN when it lies beside it. */
function fractionOf(point: readonly number[]): number {
  const lengths = BENT.slice(1).map((vertex, i) => greatCircle(BENT[i] ?? [], vertex));
  const total_m = lengths.reduce((sum, length) => sum + length, 0);
  let before_m = 0;
  for (const [i, length_m] of lengths.entries()) {
    const from_m = greatCircle(BENT[i] ?? [], point);
    const detour_m = from_m + greatCircle(point, BENT[i + 1] ?? []) - length_m;
    if (detour_m < 1e-4) return (before_m + from_m) / total_m;
    before_m += length_m;
  }
  return Number.NaN;
}

describe("items", () => {
  it("of operational points have their places and a point on the map", async () => {
    const found = await search("operationalpoint", ["=", ["obj_id"], "op3"]);
    expect(found).toEqual([
      {
        infra_id: infra,
        obj_id: "op3",
        uic: 87_000_003,
        name: "Œuilly",
        trigram: "T3",
        ci: 4,
        ch: "BV",
        geographic: { type: "Point", coordinates: [expect.any(Number), expect.any(Number)] },
        track_sections: [
          { track: "no such track", position: 1 },
          { track: "B", position: 375 },
        ],
      },
    ]);
  });

  it("of signals have their line, and what they are not known to have is null", async () => {
    const [labelled, other, ...more] = await search("signal", true);
    expect(more).toEqual([]);
    const shared = { infra_id: infra, line_code: 590_000, line_name: "Paris – Sète" };
    const geographic = { type: "Point", coordinates: [expect.any(Number), expect.any(Number)] };
    expect(labelled).toEqual({
      ...shared,
      obj_id: "s.right",
      sprite_signaling_system: "BAL",
      sprite: "CARRE",
      label: "S/1",
      signaling_systems: ["BAL"],
      settings: ["Nf"],
      geographic,
    });
    const nothing = { label: null, signaling_systems: [], settings: [] };
    const no_sprite = { obj_id: "s.left", sprite_signaling_system: null, sprite: null };
    expect(other).toEqual({ ...shared, ...nothing, ...no_sprite, geographic });
  });

  it("of tracks are lines, each once, by their code, with their box", async () => {
    const box = async (code: number) =>
      (await api.make("GET", `/infra/${infra}/lines/${code}/bbox`)).json;
    expect(await search("track", true)).toEqual([
      { infra_id: infra, line_code: 7, line_name: "Bagnères", bbox: await box(7) },
      { infra_id: infra, line_code: 590_000, line_name: "Paris – Sète", bbox: await box(590_000) },
    ]);
  });

  it("of projects, studies, scenarios and trains have exactly their keys", async () => {
    const form = { name: "Coast", description: "All", tags: ["west"], budget: 3 };
    const project = (await api.make("POST", "/projects", form)).json;
    const path = `/projects/${project.id}/studies`;
    const study = (await api.make("POST", path, { ...form, state: "started" })).json;
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    await api.make("POST", "/rolling_stock", validStock({ name: "stock" }));
    const train = validTrain({ train_name: "Étoile 7", rolling_stock_name: "stock" });
    const trains = await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [train]);
    const scenario = (
      await api.make("POST", `${path}/${study.id}/scenarios`, {
        name: "Coast",
        infra_id: infra,
        timetable_id,
      })
    ).json;
    const { last_modification } = (await api.call("GET", `/projects/${project.id}`)).json;
    const { name, description, tags, budget } = form;
    const shared = { name, description, tags };
    expect(await search("project", ["search", ["tags"], "WEST"])).toEqual([
      { id: project.id, ...shared, image: null, studies_count: 1, last_modification },
    ]);
    expect(await search("study", ["=", ["project_id"], project.id])).toEqual([
      {
        id: study.id,
        project_id: project.id,
        ...shared,
        budget,
        scenarios_count: 1,
        last_modification: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      },
    ]);
    expect(await search("scenario", ["=", ["study_id"], study.id])).toEqual([
      {
        id: scenario.id,
        study_id: study.id,
        name,
        description: "",
        tags: [],
        electrical_profile_set_id: null,
        infra_id: infra,
        infra_name: "drawn",
        trains_count: 1,
        last_modification: scenario.last_modification,
      },
    ]);
    const of_timetable = ["=", ["timetable_id"], timetable_id];
    const query = ["and", of_timetable, ["search", ["train_name"], "etoile"]];
    const found = trains.json.map((train: object) => ({
      ...train,
      comfort: 0,
      constraint_distribution: 1,
    }));
    expect(trains.json).toMatchObject([{ comfort: "STANDARD", constraint_distribution: "MARECO" }]);
    expect(await search("trainschedule", query)).toEqual(found);
  });
});

describe("a point on the map", () => {
  it("lies on the track's line at the fraction that the position is of its length", async () => {
    const on_line = await search("operationalpoint", ["not", ["=", ["obj_id"], "op1"]]);
    expect(on_line).toHaveLength(NAMES.length - 1);
    for (const { obj_id, geographic } of on_line) {
      const { coordinates } = geographic as { coordinates: number[] };
      const position_m = 125 * Number(String(obj_id).slice(2));
      // Both ways of measuring agree to 1e-5 on lines of a kilometre.
      expect(fractionOf(coordinates)).toBeCloseTo(position_m / LENGTH_M, 5);
    }
    const [signal] = await search("signal", ["=", ["label"], "S/1"]);
    const { coordinates } = (signal ?? {})["geographic"] as { coordinates: number[] };
    expect(fractionOf(coordinates)).toBeCloseTo(0.25, 5);
  });

  it("is null where a line has no place on a map", async () => {
    const [found] = await search("operationalpoint", ["=", ["obj_id"], "op1"]);
    expect(found?.["geographic"]).toBeNull();
  });
});

describe("words", () => {
  it.each([
    ["mich st", [0, 1]],
    ["MICH", [0, 1]],
    ["michel orge saint", [1]],
    ["saint-etienne", [2]],
    ["etienne  CHÂTEAU", [2]],
    ["oeuilly", [3]],
    ["œUILLY", [3]],
    ["l’estaque", [4]],
    ["100%", [5]],
    ["v_1", [5]],
    ["vx1", []],
    ["αθηνα", [6]],
    ["munchen strasse", [7]],
    ["straße", [7]],
    ["", [0, 1, 2, 3, 4, 5, 6, 7]],
    [" - ", [0, 1, 2, 3, 4, 5, 6, 7]],
    ["michel paris", []],
  ])("%j finds the names that hold all of them", async (words, expected) => {
    const found = await search("operationalpoint", ["search", ["name"], words]);
    const ids = found.map(({ obj_id }) => String(obj_id));
    expect(ids.sort((a, b) => a.localeCompare(b))).toEqual(expected.map((i) => `op${i}`));
  });

  it("are what search looks for, where like looks for the text as it is", async () => {
    const count = async (query: unknown) => (await search("operationalpoint", query)).length;
    expect(await count(["like", ["name"], "%michel%"])).toBe(0);
    expect(await count(["ilike", ["name"], "%MICHEL%"])).toBe(2);
    expect(await count(["ilike", ["name"], "%étienne%"])).toBe(1);
    expect(await count(["ilike", ["name"], "%etienne%"])).toBe(0);
  });
});

describe("pages", () => {
  it("hold every item once, in one order, and are empty beyond the end", async () => {
    const all = (await search("operationalpoint", true)).map(({ name }) => name);
    expect(all).toEqual([...NAMES].sort());
    const paged: unknown[] = [];
    for (let page = 1; page <= 4; page++) {
      const items = await search("operationalpoint", true, `?page=${page}&page_size=3`);
      paged.push(...items.map(({ name }) => name));
    }
    expect(paged).toEqual(all);
    expect(await search("operationalpoint", true, "?page=999999999&page_size=1000")).toEqual([]);
  });

  it("have 25 items unless said, and at most 1000", async () => {
    const sizes = ["", "?page_size=1000", "?page_size=1001"].map((page) =>
      api.call("POST", `/search${page}`, { object: "track", query: true }),
    );
    const statuses = (await Promise.all(sizes)).map(({ status }) => status);
    expect(statuses).toEqual([200, 200, 400]);
    for (let i = 0; i < 26; i++) await api.make("POST", "/projects", { name: `p${i}` });
    expect(await search("project", ["like", ["name"], "p%"])).toHaveLength(25);
  });

  it("cost one statement", async () => {
    const before = api.statements.get("edges/search/operationalpoint") ?? 0;
    const sum = (): number => [...api.statements.values()].reduce((a, b) => a + b, 0);
    const statements = sum();
    await search("operationalpoint", ["search", ["name"], "mich st"]);
    expect(api.statements.get("edges/search/operationalpoint")).toBe(before + 1);
    expect(sum()).toBe(statements + 1);
  });
});

describe("a clone of a network", () => {
  it("is found beside its source, with its own id, until it is deleted", async () => {
    const query = ["=", ["trigram"], "T3"];
    const clone = (await api.make("POST", `/infra/${infra}/clone?name=copy`)).json;
    const [first, second, ...more] = await search("operationalpoint", query);
    expect(more).toEqual([]);
    expect(second).toEqual({ ...first, infra_id: clone });
    await api.make("DELETE", `/infra/${clone}`);
    expect(await search("operationalpoint", query)).toEqual([first]);
  });
});

describe("a network that was imported before there was a search", () => {
  const TABLES = ["infra_operational_point", "infra_signal", "infra_line"];

  it("is found after the next start, and nothing is done at the one after", async () => {
    const { db } = api.services;
    const objects = ["operationalpoint", "signal", "track"];
    const findAll = async () => Promise.all(objects.map((object) => search(object, true)));
    const before = await findAll();
    for (const table of TABLES) await db.run(`delete from ${table}`);
    await db.run("update infra_content set is_searchable = false");
    const broken = "insert into infra_content (railjson_version, object_count, is_published)";
    await db.run(`${broken} values ('3.4.12', 1, true)`);
    expect((await findAll()).flat()).toEqual([]);
    await fillSearch(api.services);
    expect(await findAll()).toEqual(before);
    const runs = api.compute.runs.length;
    await fillSearch(api.services);
    expect(api.compute.runs.length).toBe(runs);
  });
});

describe("a search that takes too long", () => {
  it("is cut at the statement's deadline and answered 504", async () => {
    const database = await startTestDatabase({ deadline_ms: scaled(300) });
    const services = makeServices({ db: database.db });
    const locked = database.db.run(
      `lock table infra_line in access exclusive mode; select pg_sleep(${scaled(1000) / 1000})`,
    );
    const readLock = "select 1 as one from pg_locks where mode = 'AccessExclusiveLock' and granted";
    while ((await database.db.run(readLock)).length === 0);
    const body = { object: "track", query: true };
    const answer = await call(services, { method: "POST", path: "/search", body });
    expect(answer.json).toMatchObject({ status: 504, type: "editoast:DeadlineExceeded" });
    await locked;
    await database.close();
  });
});
