// Method: tables as Parquet, read by another library, against the answers of the endpoints by id and in JSON, row by row.
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { expandNaively } from "../timetable/paced_train/naive_expansion.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = Record<string, any>;

const NETWORK = generateNetwork(TINY_OPTIONS);
const FORMS = NETWORK.train_schedules.map((form): Json => ({ ...form }));
const NAMES = ["plain", "=1+1", "'x", 'a "b",\r\nc', "x;=1+1;y", "Straße 中", ""];
const PARQUET = "application/vnd.apache.parquet";

const api = opened(() => startNetworkApi(NETWORK));

async function readTable(path: string): Promise<Json[]> {
  const { bytes, headers } = await api.make("GET", path);
  expect(headers["content-type"]).toBe(PARQUET);
  return await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
}

interface Made {
  readonly timetable_id: number;
  readonly trains: readonly Json[];
  readonly paced_trains: readonly Json[];
}

/** All forms at one time, so that they meet, one that does not run, and services with exceptions. */
async function makeTimetable(): Promise<Made> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}`;
  const start_time = "2026-03-02T08:00:00.250Z";
  const forms = FORMS.map((form, i) => ({
    ...form,
    start_time,
    train_name: NAMES[i % NAMES.length],
  }));
  const lost = {
    ...FORMS[0],
    path: [{ id: "x", track: "none", offset: 0 }],
    schedule: [],
    margins: undefined,
    power_restrictions: [],
  };
  const paced = forms.slice(0, 3).map((form, i) => ({
    ...form,
    paced: { time_window: "PT30M", interval: "PT10M" },
    exceptions: [
      { key: "=k", occurrence_index: 1, train_name: { value: "@one" } },
      { key: "added", start_time: { value: `2026-03-02T0${i + 5}:07:08.009Z` } },
    ],
  }));
  return {
    timetable_id,
    trains: (await api.make("POST", `${path}/train_schedules`, [...forms, lost])).json,
    paced_trains: (await api.make("POST", `${path}/paced_trains`, paced)).json,
  };
}

/** The rows that the answers about single trains give. */
async function listPoints({ trains, paced_trains }: Made): Promise<Json[]> {
  const rows: Json[] = [];
  const add = async (owner: Json, train: Json, path: string): Promise<void> => {
    const { final_output, status } = (await api.make("GET", path)).json;
    if (status !== "success") return;
    for (const [i, position_mm] of final_output.positions.entries()) {
      const run_time_ms = final_output.times[i];
      rows.push({
        ...owner,
        train_name: train["train_name"],
        time: Date.parse(train["start_time"]) + run_time_ms,
        run_time_ms,
        position_mm,
        speed_m_s: final_output.speeds[i],
      });
    }
  };
  for (const train of trains) {
    const { id } = train;
    const owner = { kind: "train_schedule", id, occurrence: null, exception_key: null };
    await add(owner, train, `/train_schedule/${id}/simulation?infra=${api.infra_id}`);
  }
  for (const { id, timetable_id: _, ...record } of paced_trains) {
    for (const { occurrence, train } of expandNaively(record as never)) {
      const { index = null, exception_key = null } = occurrence as Json;
      const owner = { kind: "paced_train", id, occurrence: index, exception_key };
      const query =
        exception_key === null ? "" : `&exception_key=${encodeURIComponent(exception_key)}`;
      await add(owner, train, `/paced_train/${id}/simulation?infra=${api.infra_id}${query}`);
    }
  }
  return rows;
}

/** Integers are as large as they may be in the file. */
function plainOf(row: Json): Json {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      if (typeof value === "bigint") return [name, Number(value)];
      return [name, value instanceof Date ? value.getTime() : value];
    }),
  );
}

/** What is absent or null in JSON is null in a row: absent here. */
function withoutNone(item: Json): Json {
  return Object.fromEntries(Object.entries(item).filter(([, value]) => value !== null));
}

function takeTrain({ kind, id, occurrence, exception_key, date, ...others }: Json): [Json, Json] {
  return [withoutNone({ kind, id, occurrence_key: occurrence, exception_key, date }), others];
}

const textOf = (value: Date | null): string | null =>
  value === null
    ? null
    : value
        .toISOString()
        .replace(/\.000Z$/, "Z")
        .replace(/(\.\d+?)0+Z$/, "$1Z");

/** A stop of the JSON, as a row tells it. */
function jsonOfForecast(row: Json): Json {
  const [train, stop] = takeTrain(row);
  const times = ["planned_arrival", "planned_departure", "arrival", "departure", "held_until"];
  return {
    ...stop,
    ...Object.fromEntries(times.map((name) => [name, textOf(stop[name])])),
    follows: JSON.parse(stop["follows"]),
    train: plainOf(train),
  };
}

function jsonOfRobustness(row: Json): Json {
  const [train, others] = takeTrain(plainOf(row));
  const { of, operational_point, trigram, uic, secondary_code, category, ...figures } = others;
  const punctual = [60, 180, 300].map((within_seconds) => ({
    within_seconds,
    share: figures[`within_${within_seconds}_share`],
    low: figures[`within_${within_seconds}_low`],
    high: figures[`within_${within_seconds}_high`],
  }));
  const { arrivals, never, mean_seconds, p95_seconds } = figures;
  const head: Json = {
    all: {},
    train: { train },
    station: { station: withoutNone({ operational_point, trigram, uic, secondary_code }) },
    category: { category },
  }[of as "all" | "train" | "station" | "category"];
  return { ...head, arrivals, never, mean_seconds, p95_seconds, punctual };
}

describe("a table for notebooks", () => {
  it("of the points of runs has those that each train's simulation tells, in the order of the trains", async () => {
    const made = await makeTimetable();
    const path = `/timetable/${made.timetable_id}/run_points?infra=${api.infra_id}`;
    const rows = (await readTable(path)).map(plainOf);
    const expected = await listPoints(made);
    expect(rows).toHaveLength(expected.length);
    expect(rows).toEqual(expected);
    expect(new Set(rows.map(({ id, kind }) => `${kind} ${id}`)).size).toBeGreaterThan(5);
    expect(rows.map(({ train_name }) => train_name)).toContain("@one");
  });

  it("of a timetable without trains has no row", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const query = `infra=${api.infra_id}&format=parquet`;
    for (const what of [
      "run_points?",
      "conflicts?",
      "occupied_zones?at=2026-03-02T08:00:00Z&",
      "forecast?",
    ]) {
      expect(
        await readTable(
          `/timetable/${timetable_id}/${what}${query.replace(/&format.*$/, what === "run_points?" ? "" : "$&")}`,
        ),
      ).toEqual([]);
    }
  });

  it("of points has many row groups where there are many trains, none of them large", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const paced = { time_window: "PT3000M", interval: "PT1M" };
    const { margins: _margins, ...form } = FORMS[0]!;
    await api.make("POST", `/timetable/${timetable_id}/paced_trains`, [
      { ...form, paced, exceptions: [] },
    ]);
    const before = api.compute.runs.length;
    const rows = await readTable(`/timetable/${timetable_id}/run_points?infra=${api.infra_id}`);
    const own = rows.filter(({ occurrence }) => occurrence === 0n);
    expect(rows).toHaveLength(3000 * own.length);
    expect(rows.at(-1)).toMatchObject({
      occurrence: 2999n,
      position_mm: own.at(-1)?.["position_mm"],
    });
    const tasks = api.compute.runs.slice(before).filter((name) => name === "encode_run_points");
    expect(tasks.length).toBeGreaterThan(1);
  });

  it("of conflicts has those of the JSON, with their lists as texts", async () => {
    const { timetable_id } = await makeTimetable();
    const path = `/timetable/${timetable_id}/conflicts?infra=${api.infra_id}`;
    const told: Json[] = (await api.make("GET", path)).json;
    expect(told.length).toBeGreaterThan(2);
    const rows = await readTable(`${path}&format=parquet`);
    const lists = [
      "train_schedule_ids",
      "paced_train_occurrence_ids",
      "work_schedule_ids",
      "requirements",
    ];
    expect(
      rows.map((row) => ({
        ...Object.fromEntries(lists.map((name) => [name, JSON.parse(row[name])])),
        conflict_type: row["conflict_type"],
        start: row["start_time"].getTime(),
        end: row["end_time"].getTime(),
      })),
    ).toEqual(
      told.map((one) => ({
        ...Object.fromEntries(lists.map((name) => [name, one[name]])),
        conflict_type: one["conflict_type"],
        start: Date.parse(one["start_time"]),
        end: Date.parse(one["end_time"]),
      })),
    );
  });

  it("of occupied zones has those of the JSON, with their shapes as GeoJSON", async () => {
    const { timetable_id } = await makeTimetable();
    const path = `/timetable/${timetable_id}/occupied_zones?infra=${api.infra_id}&at=2026-03-02T08:03:00Z`;
    const told: Json = (await api.make("GET", path)).json;
    expect(told["features"].length).toBeGreaterThan(2);
    const rows = (await readTable(`${path}&format=parquet`)).map(plainOf);
    expect(
      rows.map(({ geometry, date, ...row }) => ({ ...row, geometry: JSON.parse(geometry) })),
    ).toEqual(
      told["features"].map(({ properties: { occurrence, ...one }, geometry }: Json) => ({
        ...one,
        occurrence: occurrence?.index ?? null,
        exception_key: occurrence?.exception_key ?? null,
        geometry,
      })),
    );
  });

  it("of a forecast has each train's stops as the JSON tells them, decisions among them", async () => {
    const { timetable_id, trains } = await makeTimetable();
    const day = `/timetable/${timetable_id}`;
    const [one, other] = trains as [Json, Json];
    const nameOf = ({ id }: Json): Json => ({ kind: "train_schedule", id });
    const said = { observed_at: "2026-03-02T08:01:01Z", stop: one["path"][0].id };
    await api.make("POST", `${day}/reports`, [
      { ...said, train: nameOf(one), event: "departed", at: "2026-03-02T08:01:00.5Z" },
      {
        ...said,
        train: nameOf(other),
        event: "held",
        at: "2026-03-02T08:20:00Z",
        stop: other["path"][0].id,
      },
      {
        ...said,
        train: nameOf(other),
        event: "follows",
        other: nameOf(one),
        at: said.observed_at,
        stop: other["path"][0].id,
      },
    ]);
    const path = `${day}/forecast?infra=${api.infra_id}`;
    const told: Json = (await api.make("GET", path)).json;
    const rows = await readTable(`${path}&format=parquet`);
    const stops = told["trains"].flatMap(({ train, stops: of_train }: Json) =>
      of_train.map((stop: Json) => ({ train, ...stop })),
    );
    expect(stops.filter(({ has_departed }: Json) => has_departed)).toHaveLength(1);
    expect(stops.filter(({ follows }: Json) => follows.length > 0).length).toBeGreaterThan(0);
    expect(rows.map(jsonOfForecast)).toEqual(stops);
  });

  it("of robustness has the figures of all, of trains, stations and categories, as the JSON tells them", async () => {
    const { timetable_id } = await makeTimetable();
    const path = `/timetable/${timetable_id}/robustness?infra=${api.infra_id}`;
    const body = { delays: [{ of: "entry", exponential: { mean: "PT3M" } }], days: 20 };
    const told: Json = (await api.make("POST", path, body)).json;
    const answer = await api.make("POST", `${path}&format=parquet`, body);
    expect(answer.headers["content-type"]).toBe(PARQUET);
    const rows = await parquetReadObjects({ file: Uint8Array.from(answer.bytes).buffer });
    const of = (what: string): Json[] =>
      rows.filter((row) => row["of"] === what).map(jsonOfRobustness);
    expect(told["trains"].length).toBeGreaterThan(5);
    expect(of("all")).toEqual([told["all"]]);
    expect(of("train")).toEqual(told["trains"]);
    const stations = told["stations"].map(({ station, ...figures }: Json) => ({
      station: withoutNone(station),
      ...figures,
    }));
    expect(of("station")).toEqual(stations);
    expect(of("category")).toEqual(told["categories"]);
    expect(rows.map((row) => row["of"])).toEqual([
      "all",
      ...told["trains"].map(() => "train"),
      ...told["stations"].map(() => "station"),
      ...told["categories"].map(() => "category"),
    ]);
  });

  it("of robustness is not made for a client that takes lines", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}/robustness?infra=${api.infra_id}&format=parquet`;
    const answer = await api.call("POST", path, { delays: [] }, { accept: "application/x-ndjson" });
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    expect(JSON.parse(answer.text.trim().split("\n").at(-1) ?? "")).toMatchObject({ trains: [] });
  });

  it("is no other for a format that there is not", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    for (const what of ["conflicts?", "occupied_zones?at=2026-03-02T08:00:00Z&", "forecast?"]) {
      const path = `/timetable/${timetable_id}/${what}infra=${api.infra_id}&format=xls`;
      expect((await api.call("GET", path)).status).toBe(400);
    }
  });
});
