// Method: random trains and paced trains on a generated network; lines against the answers of the endpoints by id, CSV parsed by an independent parser and compared with paths, path properties and the naive expansion.
import { parquetMetadata, parquetReadObjects } from "hyparquet";
import { beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { guardText } from "../../src/railway/table_text.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { openStream } from "../helpers/open_stream.ts";
import { opened } from "../helpers/opened.ts";
import { parseCsv, parseCsvRecords } from "../helpers/parse_csv.ts";
import { prune } from "../platform/http/rules/valid_forms.ts";
import { expandNaively } from "../timetable/paced_train/naive_expansion.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const network = generateNetwork(TINY_OPTIONS);
const FORMS = network.train_schedules.map((form): Json => ({ ...form }));
const STOCKS = [...network.rolling_stocks.map(({ name }) => name), "no such stock"];
const NAMES = [
  "plain",
  'a "quoted", one',
  "two\r\nlines",
  "=1+1",
  "-x",
  "@y",
  "+z",
  "Straße 中",
  " =1+1",
  "|calc",
  "%0=1",
  "x;=1+1;y",
  "a\t=b",
];
const ROUNDS = 15;

const api = opened(() => startNetworkApi(network));
let infra_id: number;
let profile_set_id: number;
beforeAll(async () => {
  ({ infra_id, profile_set_id } = api);
});

function pick<T>(random: Random, items: readonly T[]): T {
  const item = items[wholeBetween(random, 0, items.length - 1)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}

function drawTrain(random: Random): Json {
  const form: Json = { ...pick(random, FORMS), train_name: pick(random, NAMES) };
  const chance = random();
  if (chance < 0.1) return { ...form, rolling_stock_name: "no such stock" };
  // the last waypoint first: another path, or none
  if (chance < 0.2)
    return { ...form, path: [...form["path"]].reverse(), schedule: [], margins: {} };
  if (chance < 0.3) return { ...form, path: [{ id: "x", track: "none", offset: 0 }], schedule: [] };
  return form;
}

function complete(form: Json): Json {
  const { margins, ...others } = form;
  const has_margins = margins?.values !== undefined && others["schedule"].length > 0;
  const cut = others["schedule"].length === 0 ? { power_restrictions: [], initial_speed: 0 } : {};
  return { ...others, ...cut, ...(has_margins ? { margins } : {}) };
}

function drawPacedTrain(random: Random): Json {
  const count = wholeBetween(random, 0, 6);
  const exceptions = Array.from({ length: wholeBetween(random, 0, 4) }, (_, i) =>
    prune({
      key: pick(random, ["=k", 'k"', "k,"]) + i,
      occurrence_index: i < count && random() < 0.7 ? i : undefined,
      disabled: random() < 0.2,
      train_name: random() < 0.4 ? { value: pick(random, NAMES) } : undefined,
      rolling_stock:
        random() < 0.4
          ? { rolling_stock_name: pick(random, STOCKS), comfort: "HEATING" }
          : undefined,
      start_time: random() < 0.4 ? { value: "2026-03-02T06:07:08.009Z" } : undefined,
    }),
  );
  return {
    ...complete(drawTrain(random)),
    paced: { time_window: `PT${count * 600}S`, interval: "PT10M" },
    ...(random() < 0.5 && {
      numbering: { first: 4001, step: 2, suffix: pick(random, ["", ",="]) },
    }),
    exceptions,
  };
}

interface Filled {
  readonly timetable_id: number;
  readonly trains: readonly Json[];
  readonly paced_trains: readonly Json[];
}

async function fill(trains: Json[], paced_trains: Json[]): Promise<Filled> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}`;
  return {
    timetable_id,
    trains: (await api.make("POST", `${path}/train_schedules`, trains)).json,
    paced_trains: (await api.make("POST", `${path}/paced_trains`, paced_trains)).json,
  };
}

async function fillAtRandom(random: Random): Promise<Filled> {
  const many = <T>(make: () => T): T[] => Array.from({ length: wholeBetween(random, 0, 6) }, make);
  return await fill(
    many(() => complete(drawTrain(random))),
    many(() => drawPacedTrain(random)),
  );
}

/** Profiles in every second round. */
function parameters(round: number): string {
  const profiles = round % 2 === 0 ? `&electrical_profile_set_id=${profile_set_id}` : "";
  return `infra=${infra_id}${profiles}`;
}

const idsOf = (records: readonly Json[]): number[] => records.map((one) => one["id"]);

async function askSummaries(what: string, records: readonly Json[], query: string): Promise<Json> {
  const ids = idsOf(records)
    .map((id) => `&ids[]=${id}`)
    .join("");
  return (await api.make("GET", `/${what}/simulations_summary?${query}${ids}`)).json;
}

describe("the summaries of a timetable", () => {
  it("are their number and then what the summaries by ids answer, a line a train", async () => {
    const random = makeRandom(11);
    let line_count = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const { timetable_id, trains, paced_trains } = await fillAtRandom(random);
      const query = parameters(round);
      const path = `/timetable/${timetable_id}/simulations_summary?${query}`;
      const { text, headers } = await api.make("GET", path);
      expect(headers["content-type"]).toBe("application/x-ndjson");
      expect(text.endsWith("\n")).toBe(true);
      const [first, ...lines] = text
        .slice(0, -1)
        .split("\n")
        .map((line) => JSON.parse(line));
      expect(first).toEqual({ count: trains.length + paced_trains.length });
      const of_trains = await askSummaries("train_schedule", trains, query);
      const of_paced = await askSummaries("paced_train", paced_trains, query);
      expect(lines).toEqual([
        ...idsOf(trains).map((id) => ({ id, kind: "train_schedule", ...of_trains[id] })),
        ...idsOf(paced_trains).map((id) => ({ id, kind: "paced_train", ...of_paced[id] })),
      ]);
      line_count += lines.length;
    }
    expect(line_count).toBeGreaterThan(ROUNDS * 3);
  });

  it("begin with the number before anything is computed", async () => {
    const { timetable_id } = await fill([complete(pick(makeRandom(1), FORMS))], []);
    api.services.derived.keys().forEach((key) => api.services.derived.delete(key));
    const before = api.compute.runs.length;
    const path = `/timetable/${timetable_id}/simulations_summary?infra=${infra_id}`;
    const { body } = await openStream(api.services, path);
    const { value } = await body.next();
    expect(new TextDecoder().decode(value)).toBe('{"count":1}\n');
    expect(api.compute.runs.slice(before)).toEqual([]);
    await body.return?.();
  });

  it("are computed group by group as they are read, and no further once the reader has left", async () => {
    const { timetable_id } = await fill(
      Array.from({ length: 1_000 }, () => complete(FORMS[0] ?? {})),
      [],
    );
    const pages = (): number =>
      api.statements.get("timetable/train/list_records_of_timetable") ?? 0;
    const path = `/timetable/${timetable_id}/simulations_summary?infra=${infra_id}`;
    const { body, abort } = await openStream(api.services, path);
    const before = pages();
    await body.next();
    expect(pages() - before).toBe(0);
    await body.next();
    expect(pages() - before).toBe(1);
    abort.abort(new Error("left"));
    await expect(
      (async () => {
        while ((await body.next()).done !== true);
      })(),
    ).rejects.toThrow("left");
    expect(pages() - before).toBeLessThanOrEqual(2);
  });
});

/** Minimal model of a path: which track is at a position. */
interface Ridden {
  readonly ranges: readonly {
    track_section: string;
    begin: number;
    end: number;
    direction: string;
  }[];
  readonly points: readonly Json[];
  readonly positions: readonly number[];
}

const LOCAL_NAMES = new Map<string, string>(
  (network.railjson["track_sections"] as readonly Json[]).map((track) => [
    track["id"],
    track["extensions"]?.sncf?.track_name ?? track["id"],
  ]),
);
const POINT_NAMES = new Map<string, string>(
  (network.railjson["operational_points"] as readonly Json[]).map((point) => [
    point["id"],
    point["extensions"].identifier.name,
  ]),
);

/** Every place, as `track/offset`, where the path is at a position. */
function placesAt({ ranges }: Ridden, position_mm: number): string[] {
  const places: string[] = [];
  let start_mm = 0;
  for (const { track_section, begin, end, direction } of ranges) {
    const along_mm = position_mm - start_mm;
    const offset_mm = direction === "START_TO_STOP" ? begin + along_mm : end - along_mm;
    if (along_mm >= 0 && along_mm <= end - begin) places.push(`${track_section}/${offset_mm}`);
    start_mm += end - begin;
  }
  return places;
}

async function ride(train_id: number): Promise<Ridden> {
  const found = (await api.make("GET", `/train_schedule/${train_id}/path?infra=${infra_id}`)).json;
  const ranges = found.track_section_ranges;
  const body = { track_section_ranges: ranges };
  const path = `/infra/${infra_id}/path_properties?props[]=operational_points`;
  const points = (await api.make("POST", path, body)).json.operational_points;
  return { ranges, points, positions: found.path_item_positions };
}

function checkPlace(row: Json, waypoint: Json, ridden: Ridden): void {
  const position_mm = Number(row["position_mm"]);
  expect(placesAt(ridden, position_mm)).toContain(`${row["track_section"]}/${row["offset_mm"]}`);
  expect(row["track"]).toBe(LOCAL_NAMES.get(row["track_section"]));
  const here = ridden.points.filter((point) => point["position"] === position_mm);
  const named = waypoint["operational_point"];
  if (named !== undefined) expect(row["station"]).toBe(POINT_NAMES.get(named));
  else if (here.length === 0) expect(row["station"]).toBe("");
  else expect(here.map((point) => POINT_NAMES.get(point["id"]))).toContain(row["station"]);
}

/** What a spreadsheet shows of a text that must not be a formula. */
const harmless = (text: string): string => text.replaceAll(/(^|[;\t])(\s*[=+\-@|%])/g, "$1'$2");
const timeOf = (text: string): number => Date.parse(text);
const msOf = (text: string): number => Math.round(Number(text.slice(2, -1)) * 1000);

function checkTimes(row: Json, point: Json | undefined, expected_ms: number): void {
  expect(row["arrival"]).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/);
  expect(timeOf(row["arrival"])).toBe(expected_ms);
  const stop_for = point?.["stop_for"] ?? null;
  expect(row["stop_s"]).toBe(stop_for === null ? "" : String(msOf(stop_for) / 1000));
  const stop_ms = stop_for === null ? 0 : msOf(stop_for);
  expect(timeOf(row["departure"])).toBe(expected_ms + stop_ms);
}

interface Expected {
  readonly owner: Json;
  readonly train: Json;
  readonly summary: Json;
}

/** Every train that runs, by itself and by the letter, with the summary told for it elsewhere. */
async function listExpected({ trains, paced_trains }: Filled, query: string): Promise<Expected[]> {
  const of_trains = await askSummaries("train_schedule", trains, query);
  const of_paced = await askSummaries("paced_train", paced_trains, query);
  const single = trains.map((train) => ({
    owner: { kind: "train_schedule", id: String(train["id"]), occurrence: "", exception_key: "" },
    train,
    summary: of_trains[train["id"]],
  }));
  const occurrences = paced_trains.flatMap(({ id, timetable_id: _, ...record }) =>
    expandNaively(record as never).map(({ occurrence, train }) => {
      const { index = "", exception_key } = occurrence as Json;
      const key = exception_key === undefined ? "" : harmless(exception_key);
      const { paced_train: base, exceptions } = of_paced[id];
      return {
        owner: {
          kind: "paced_train",
          id: String(id),
          occurrence: String(index),
          exception_key: key,
        },
        train,
        summary: exceptions[exception_key] ?? base,
      };
    }),
  );
  return [...single, ...occurrences];
}

function checkRows(rows: Json[], { owner, train, summary }: Expected): void {
  for (const row of rows) {
    expect(row).toMatchObject({ ...owner, train_name: harmless(train["train_name"]) });
    expect(row["status"]).toBe(summary["status"]);
  }
  if (summary["status"] !== "success") {
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({
      error_type: summary["error_type"] ?? "",
      waypoint: "",
      arrival: "",
      departure: "",
    });
    return;
  }
  expect(rows.map((row) => row["waypoint"])).toEqual(train["path"].map((one: Json) => one["id"]));
  const start_ms = timeOf(train["start_time"]);
  for (const [i, row] of rows.entries()) {
    const point = train["schedule"].find((one: Json) => one["at"] === row["waypoint"]);
    checkTimes(row, point, start_ms + summary["path_item_times_final"][i]);
  }
}

/** Compares both forms, field by field; returns the names of the trains. */
async function compareParquet(timetable_id: number, groups_min: number): Promise<string> {
  const path = `/timetable/${timetable_id}/times?infra=${infra_id}`;
  const rows = parseCsvRecords((await api.make("GET", path)).text);
  const { bytes, headers } = await api.make("GET", `${path}&format=parquet`);
  expect(headers["content-type"]).toBe("application/vnd.apache.parquet");
  const file = Uint8Array.from(bytes).buffer;
  expect(parquetMetadata(file).row_groups.length).toBeGreaterThanOrEqual(groups_min);
  const read: Json[] = await parquetReadObjects({ file });
  expect(read).toHaveLength(rows.length);
  for (const [i, row] of rows.entries()) {
    for (const [name, text] of Object.entries(row)) {
      const value: unknown = read[i]?.[name];
      if (text === "") expect(value, name).toBe(null);
      else if (value instanceof Date) expect(value.getTime(), name).toBe(Date.parse(text));
      else if (typeof value === "string") expect(guardText(value), name).toBe(text);
      else expect(String(value), name).toBe(text);
    }
  }
  return read.map((one) => String(one["train_name"])).join();
}

describe("the times of a timetable", () => {
  it("are those of the summaries, for every train and every occurrence, with the reasons of invalid ones", async () => {
    const random = makeRandom(12);
    const statuses = new Map<string, number>();
    for (let round = 0; round < ROUNDS; round++) {
      const filled = await fillAtRandom(random);
      const query = parameters(round);
      const path = `/timetable/${filled.timetable_id}/times?${query}`;
      const { text, headers } = await api.make("GET", path);
      expect(headers["content-type"]).toBe("text/csv; charset=utf-8; header=present");
      const rows = parseCsvRecords(text);
      for (const expected of await listExpected(filled, query)) {
        const { status } = expected.summary;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        checkRows(
          rows.splice(0, status === "success" ? expected.train["path"].length : 1),
          expected,
        );
      }
      expect(rows).toEqual([]);
    }
    expect([...statuses.keys()]).toContain("pathfinding_input_error");
    expect(statuses.get("success")).toBeGreaterThan(ROUNDS);
  });

  it("are the same rows as Parquet, read by another library, with texts as they are", async () => {
    const random = makeRandom(14);
    const texts = new Set<string>();
    for (let round = 0; round < ROUNDS; round++) {
      const { timetable_id } = await fillAtRandom(random);
      texts.add(await compareParquet(timetable_id, 1));
    }
    expect([...texts].join()).toContain("=1+1");
  });

  it("are the same rows as Parquet where they take many groups, and where there are none", async () => {
    const [form = {}] = FORMS;
    const paced = { time_window: "PT3000M", interval: "PT1M" };
    const many = await fill([], [{ ...complete(form), paced, exceptions: [] }]);
    await compareParquet(many.timetable_id, 2);
    await compareParquet((await fill([], [])).timetable_id, 0);
  });

  it("name the station and the track where the path runs", async () => {
    const filled = await fill(FORMS.map(complete), []);
    const { text } = await api.make(
      "GET",
      `/timetable/${filled.timetable_id}/times?infra=${infra_id}`,
    );
    const rows = parseCsvRecords(text);
    let station_count = 0;
    for (const train of filled.trains) {
      const own = rows.filter((row) => row["id"] === String(train["id"]));
      const ridden = await ride(train["id"]);
      expect(own.map((row) => Number(row["position_mm"]))).toEqual(ridden.positions);
      for (const [i, row] of own.entries()) {
        checkPlace(row, train["path"][i], ridden);
        if (row["station"] !== "") station_count++;
      }
    }
    expect(station_count).toBeGreaterThan(FORMS.length);
  });

  it("name the place of a waypoint on a track where no station is", async () => {
    const [form = {}] = FORMS;
    const filled = await fill([complete(form)], []);
    const { ranges } = await ride(idsOf(filled.trains)[0] ?? 0);
    const long = ranges.filter(({ begin, end }) => end - begin > 2_000);
    const path = long.map(({ track_section, begin, end }, i) => ({
      id: `w${i}`,
      track: track_section,
      offset: Math.floor((begin + end) / 2) + 1,
    }));
    // an end of a track is also the start of the next one: the waypoint tells which is meant
    const at_end = long.slice(1, -1).map(({ track_section, end }, i) => ({
      id: `e${i}`,
      track: track_section,
      offset: end,
    }));
    const own = await fill(
      [path, ...at_end.map((one) => [path[0], one, path.at(-1)])].map((items) => ({
        ...complete({ ...form, schedule: [], margins: {} }),
        path: items,
      })),
      [],
    );
    const times = `/timetable/${own.timetable_id}/times?infra=${infra_id}`;
    const rows = parseCsvRecords((await api.make("GET", times)).text);
    const wanted = own.trains.flatMap(({ path: items }) => items);
    expect(rows.filter((row) => row["status"] !== "success")).toEqual([]);
    expect(rows.map((row) => `${row["track_section"]}/${row["offset_mm"]}`)).toEqual(
      wanted.map((one: Json) => `${one["track"]}/${one["offset"]}`),
    );
    expect(rows.length).toBeGreaterThan(6);
  });

  it("of an empty timetable are the header alone, whose lines end as RFC 4180 says", async () => {
    const { timetable_id } = await fill([], []);
    const { text } = await api.make("GET", `/timetable/${timetable_id}/times?infra=${infra_id}`);
    expect(text.endsWith("\r\n")).toBe(true);
    expect(parseCsv(text)).toEqual([
      [
        "kind",
        "id",
        "occurrence",
        "exception_key",
        "train_name",
        "waypoint",
        "position_mm",
        "station",
        "track",
        "track_section",
        "offset_mm",
        "arrival",
        "departure",
        "stop_s",
        "status",
        "error_type",
      ],
    ]);
  });

  it("need an infrastructure that there is and can be used, and profiles that there are", async () => {
    const { timetable_id } = await fill([], []);
    for (const tail of ["times", "simulations_summary"]) {
      const path = `/timetable/${timetable_id}/${tail}`;
      expect((await api.call("GET", path)).status).toBe(400);
      const none = await api.call("GET", `${path}?infra=999999`);
      expect(none.json.type).toBe("editoast:timetable:InfraNotFound");
      const no_profiles = await api.call(
        "GET",
        `${path}?infra=${infra_id}&electrical_profile_set_id=999999`,
      );
      expect(no_profiles.json.type).toBe("editoast:electrical_profiles:NotFound");
    }
  });
});
