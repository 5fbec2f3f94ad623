// Method: two trains over a junction on a network drawn by hand; what is reported beside what is told, in any order.
import { describe, expect, it } from "vitest";
import { KeptStore } from "../../src/platform/compute/kept_store.ts";
import { startJunctionApi } from "../helpers/junction_api.ts";
import { branchPath } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { call, makeServices } from "../helpers/services.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

interface Stop {
  readonly stop: string;
  readonly planned_arrival: string;
  readonly planned_departure: string | null;
  readonly arrival: string | null;
  readonly departure: string | null;
  readonly delay_seconds: number | null;
  readonly has_arrived: boolean;
  readonly has_departed: boolean;
  readonly ends: "leaves" | "stands" | null;
  readonly is_cancelled: boolean;
}

interface ToldTrain {
  readonly train: { readonly id: number };
  readonly stops: readonly Stop[];
  readonly waits: readonly { readonly cause: { readonly id: number } }[];
}

const api = opened(startJunctionApi);

const SECOND = "2026-05-22T08:03:00Z";

async function makeDay(schedule: readonly Json[] = [], second: "N" | "S" = "S") {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const form = { rolling_stock_name: "electric", schedule };
  const rows = (
    await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [
      validTrain({ ...form, start_time: "2026-05-22T08:00:00Z", path: branchPath("N") }),
      validTrain({ ...form, start_time: SECOND, path: branchPath(second) }),
    ])
  ).json;
  const [one, other] = rows.map(({ id }: { id: number }) => id) as [number, number];
  const path = `/timetable/${timetable_id}`;
  const first = branchPath("N")[0]!["id"];
  return {
    one,
    other,
    path,
    first,
    report: (change: Json = {}): Json => ({
      train: { kind: "train_schedule", id: one },
      event: "departed",
      stop: first,
      at: "2026-05-22T08:02:50Z",
      observed_at: "2026-05-22T08:02:51Z",
      ...change,
    }),
    send: async (...reports: readonly Json[]) =>
      (await api.make("POST", `${path}/reports`, reports)).json,
    forecast: async (query = "") =>
      (await api.make("GET", `${path}/forecast?infra=${api.infra_id}${query}`)).json,
  };
}

function trainOf(forecast: { trains: readonly ToldTrain[] }, id: number): ToldTrain {
  const found = forecast.trains.find(({ train }) => train.id === id);
  if (found === undefined) throw new Error("the train is told");
  return found;
}

describe("a forecast", () => {
  it("without reports is the plan", async () => {
    const day = await makeDay();
    const forecast = await day.forecast();
    expect(forecast).toMatchObject({
      as_of: null,
      deadlocks: [],
      cancelled: [],
      left_out: [],
      unused_reports: [],
    });
    for (const { stops, waits } of forecast.trains as ToldTrain[]) {
      expect(waits).toEqual([]);
      for (const { delay_seconds, has_arrived, has_departed } of stops) {
        expect([delay_seconds, has_arrived, has_departed]).toEqual([0, false, false]);
      }
    }
  });

  it("has a reported departure, the delay behind it, and who waits for the train", async () => {
    const day = await makeDay();
    expect(await day.send(day.report())).toEqual({ believed_count: 1, outdated_count: 0 });
    const forecast = await day.forecast();
    expect(forecast.as_of).toBe("2026-05-22T08:02:51Z");
    const { stops } = trainOf(forecast, day.one);
    expect(stops[0]).toMatchObject({ departure: "2026-05-22T08:02:50Z", has_departed: true });
    expect(stops.at(-1)!.delay_seconds).toBeGreaterThan(60);
    const other = trainOf(forecast, day.other);
    expect(other.waits.map(({ cause }) => cause.id)).toContain(day.one);
    expect(other.stops.at(-1)!.delay_seconds).toBeGreaterThan(0);
  });

  it("is told of one train, of one station, or line by line", async () => {
    const day = await makeDay([{ at: "before", stop_for: "PT60S" }]);
    await day.send(day.report());
    const all = await day.forecast();
    const { trains, ...rest } = all;
    const own = await day.forecast(`&train_schedule_id=${day.one}`);
    expect(own).toEqual({ ...rest, trains: [trainOf(all, day.one)] });
    expect(await day.forecast("&paced_train_id=1")).toEqual({ ...rest, trains: [] });
    expect(await day.forecast("&station=nowhere")).toEqual({ ...rest, trains: [] });
    const path = `${day.path}/forecast?infra=${api.infra_id}`;
    const answer = await api.call("GET", path, undefined, { accept: "application/x-ndjson" });
    const lines = answer.text.trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([rest, ...trains]);
  });

  it("is never before now", async () => {
    const day = await makeDay();
    const { trains } = await day.forecast("&as_of=2026-05-22T09:00:00Z");
    for (const { stops } of trains as ToldTrain[]) {
      for (const { arrival, departure } of stops) {
        for (const time of [arrival, departure]) {
          if (time !== null) expect(time >= "2026-05-22T09:00:00Z").toBe(true);
        }
      }
    }
  });

  it("obeys what is decided, until that is withdrawn", async () => {
    const day = await makeDay();
    const at = "2026-05-22T08:20:00Z";
    const hold = day.report({ event: "held", at, observed_at: "2026-05-22T07:00:00Z" });
    await day.send(hold);
    expect(trainOf(await day.forecast(), day.one).stops[0]!.departure! >= at).toBe(true);
    await day.send({ ...hold, at: null, observed_at: "2026-05-22T07:01:00Z" });
    expect(trainOf(await day.forecast(), day.one).stops[0]!.departure! < at).toBe(true);
    const { stop: _, ...cancelled } = day.report({ event: "cancelled" });
    await day.send(cancelled);
    const { cancelled: told, trains } = await day.forecast();
    expect(told).toEqual([{ kind: "train_schedule", id: day.one }]);
    expect(trains).toHaveLength(1);
  });

  it("has a train end on its way, on the track or not, until it is seen to go on", async () => {
    const day = await makeDay([{ at: "before", stop_for: "PT60S" }]);
    const planned = trainOf(await day.forecast(), day.one).stops;
    const early = { stop: "before", observed_at: "2026-05-22T07:00:00Z" };
    const asked = { at: early.observed_at, ...early };
    await day.send(day.report({ event: "ends", ...asked }));
    const left = await day.forecast();
    const { stops } = trainOf(left, day.one);
    expect(stops.map(({ ends, is_cancelled }) => [ends, is_cancelled])).toEqual([
      [null, false],
      ["leaves", false],
      [null, true],
    ]);
    expect(stops[1]).toMatchObject({ arrival: planned[1]!.arrival, departure: null });
    expect(stops[2]).toMatchObject({ arrival: null, departure: null, delay_seconds: null });
    await day.send(day.report({ event: "stands", ...asked }));
    expect(trainOf(await day.forecast(), day.one).stops[1]).toMatchObject({ ends: "stands" });
    const gone = { at: "2026-05-22T08:05:00Z", observed_at: "2026-05-22T08:05:01Z" };
    await day.send(day.report({ event: "departed", stop: "before", ...gone }));
    const seen = await day.forecast();
    expect(trainOf(seen, day.one).stops.at(-1)!.arrival).not.toBeNull();
    expect(seen.unused_reports).toEqual(
      ["ends", "stands"].map((event) => ({
        train: { kind: "train_schedule", id: day.one },
        stop: "before",
        event,
        reason: "seen_behind",
      })),
    );
  });

  it("has trains behind one that stays on the track wait for ever, and those behind one that leaves it not", async () => {
    const arrivals = [];
    for (const event of ["ends", "stands"]) {
      const day = await makeDay([{ at: "before", stop_for: "PT60S" }], "N");
      const asked = { event, stop: "before", at: "2026-05-22T07:00:00Z" };
      await day.send(day.report({ ...asked, observed_at: asked.at }));
      const { stops } = trainOf(await day.forecast(), day.other);
      arrivals.push(stops.map(({ arrival }) => arrival !== null));
    }
    expect(arrivals).toEqual([
      [true, true, true],
      [true, false, false],
    ]);
  });

  it("has a train go behind another one where that is decided, until it is withdrawn", async () => {
    const day = await makeDay();
    const early = trainOf(await day.forecast(), day.one).stops.at(-1)!.arrival!;
    const { at: _, ...decided } = day.report({
      event: "follows",
      other: { kind: "train_schedule", id: day.other },
      observed_at: "2026-05-22T07:00:00Z",
    });
    await day.send({ ...decided, at: "2026-05-22T07:00:00Z" });
    const forecast = await day.forecast();
    const behind = trainOf(forecast, day.one);
    expect(behind.stops[0]).toMatchObject({ follows: [decided["other"]] });
    expect(new Set(behind.waits.map(({ cause }) => cause.id))).toEqual(new Set([day.other]));
    expect(trainOf(forecast, day.other).waits).toEqual([]);
    expect(
      behind.stops.at(-1)!.arrival! > trainOf(forecast, day.other).stops.at(-1)!.arrival!,
    ).toBe(true);
    const { results } = (await api.make("GET", `${day.path}/reports`)).json;
    expect(results).toMatchObject([{ event: "follows", other: decided["other"] }]);
    await day.send({ ...decided, at: null, observed_at: "2026-05-22T07:01:00Z" });
    expect(trainOf(await day.forecast(), day.one).stops.at(-1)!.arrival).toBe(early);
    const nobody = { ...decided, other: { kind: "train_schedule", id: 999_999 } };
    await day.send({ ...nobody, at: "2026-05-22T07:02:00Z" });
    expect((await day.forecast()).unused_reports).toMatchObject([{ reason: "unknown_other" }]);
  });

  it("is the same in whatever order reports come", async () => {
    const times = ["08:01:00", "08:02:00", "08:03:00"].map((time) => `2026-05-22T${time}Z`);
    const forecasts: unknown[] = [];
    for (const order of [
      [0, 1, 2],
      [2, 0, 1],
      [1, 2, 0],
    ]) {
      const day = await makeDay();
      const reports = times.map((at, i) =>
        day.report({ at: i === 1 ? null : at, observed_at: at }),
      );
      for (const i of order) await day.send(reports[i]!);
      const text = JSON.stringify(await day.forecast());
      forecasts.push(
        text.replaceAll(`"id":${day.one}`, `"id":1`).replaceAll(`"id":${day.other}`, `"id":2`),
      );
      const together = await makeDay();
      const all = times.map((at, i) =>
        together.report({ at: i === 1 ? null : at, observed_at: at }),
      );
      expect(await together.send(...order.map((i) => all[i]!))).toEqual({
        believed_count: 1,
        outdated_count: 2,
      });
      const { results } = (await api.make("GET", `${together.path}/reports`)).json;
      const at = "2026-05-22T08:03:00.000Z";
      expect(results).toMatchObject([{ at, observed_at: at, source: "unknown" }]);
    }
    expect(new Set(forecasts).size).toBe(1);
  });

  it("reads no train and computes no run again, until a train changes", async () => {
    const day = await makeDay();
    const pages = "timetable/train/list_records_of_timetable";
    const ask = async () => {
      const before = { read: api.statements.get(pages) ?? 0, ran: api.compute.runs.length };
      const forecast = await day.forecast();
      const ran = api.compute.runs.slice(before.ran);
      return { forecast, ran, read: (api.statements.get(pages) ?? 0) - before.read };
    };
    expect((await ask()).read).toBeGreaterThan(0);
    await day.send(day.report());
    const known = await ask();
    expect({ read: known.read, ran: known.ran }).toEqual({ read: 0, ran: ["forecast_day"] });
    expect(trainOf(known.forecast, day.one).stops[0]!.has_departed).toBe(true);
    await api.make("PUT", `/train_schedule/${day.other}`, {
      ...validTrain({ rolling_stock_name: "electric", schedule: [], path: branchPath("S") }),
      start_time: "2026-05-22T08:10:00Z",
    });
    const changed = await ask();
    expect(changed.read).toBeGreaterThan(0);
    expect(trainOf(changed.forecast, day.other).stops[0]!.planned_departure).toBe(
      "2026-05-22T08:10:00Z",
    );
    expect(trainOf(changed.forecast, day.one).stops[0]!.has_departed).toBe(true);
  });

  it("is the same on two servers of the database, whichever is told", async () => {
    const day = await makeDay();
    const { config: _config, printMetrics: _print, ...shared } = api.services;
    const services = { ...shared, kept: new KeptStore(2 ** 20) };
    const other = makeServices({ db: shared.db, services });
    const here = await day.forecast();
    const ask = async () =>
      (await call(other, { path: `${day.path}/forecast?infra=${api.infra_id}` })).json;
    expect(await ask()).toEqual(here);
    await day.send(day.report());
    const told = await day.forecast();
    expect(told).not.toEqual(here);
    expect(await ask()).toEqual(told);
    const at = "2026-05-22T08:03:10Z";
    const reports = [day.report({ at, observed_at: at })];
    const answer = await call(other, {
      method: "POST",
      path: `${day.path}/reports`,
      body: reports,
    });
    expect(answer.status).toBe(200);
    const later = await ask();
    expect(later).not.toEqual(told);
    expect(await day.forecast()).toEqual(later);
  });

  it("tells reports of trains and stops that are not planned, and forgets all of a day", async () => {
    const day = await makeDay();
    await day.send(
      day.report({ stop: "nowhere" }),
      day.report({ train: { kind: "train_schedule", id: 999_999 } }),
    );
    const { unused_reports } = await day.forecast();
    expect(unused_reports.map(({ reason }: { reason: string }) => reason)).toEqual([
      "unknown_stop",
      "unknown_train",
    ]);
    await api.make("DELETE", `${day.path}/reports`);
    expect(await day.forecast()).toMatchObject({ as_of: null, unused_reports: [] });
  });

  it("tells a report of a train that is faster than it can be, and nothing follows from it, in any order", async () => {
    const end = branchPath("N").at(-1)!["id"];
    const left = { at: "2026-05-22T08:02:00Z", observed_at: "2026-05-22T08:05:00Z" };
    const came = (at: string) => ({
      event: "arrived",
      stop: end,
      at,
      observed_at: left.observed_at,
    });
    const forecasts = [];
    for (const at of [null, "2026-05-22T08:01:05Z", "2026-05-22T08:12:00Z"]) {
      for (const isFirst of [true, false]) {
        const day = await makeDay();
        const reports = [left, ...(at === null ? [] : [came(at)])].map(day.report);
        for (const one of isFirst ? reports : reports.toReversed()) await day.send(one);
        const { unused_reports, trains } = await day.forecast();
        forecasts.push({ trains: trainOf({ trains }, day.one).stops, unused_reports });
        if (at?.endsWith("05Z") !== true) continue;
        const train = { kind: "train_schedule", id: day.one };
        expect(unused_reports).toEqual([
          { train, stop: end, event: "arrived", reason: "impossible" },
        ]);
        const { results } = (await api.make("GET", `${day.path}/reports`)).json;
        expect(results).toHaveLength(2);
      }
    }
    const [none, , fast, late, possible] = forecasts;
    expect(fast!.trains).toEqual(none!.trains);
    expect(late).toMatchObject({ trains: none!.trains });
    expect(possible).toMatchObject({ unused_reports: [] });
    expect(possible!.trains.at(-1)).toMatchObject({ has_arrived: true });
  });

  it("takes no report that is incomplete, and then none", async () => {
    const day = await makeDay();
    for (const wrong of [
      { at: "2026-05-22T08:00:00" },
      { observed_at: null },
      { event: "seen" },
      { stop: undefined },
      { event: "cancelled" },
      { event: "stands", stop: undefined },
      { event: "follows" },
      { other: { kind: "train_schedule", id: day.one } },
      { train: { kind: "paced_train", id: 1 } },
      { train: { kind: "paced_train", id: 1, occurrence_key: 0, exception_key: "a" } },
      { train: { kind: "train_schedule", id: day.one, occurrence_key: 0 } },
      { more: 1 },
    ]) {
      const body = [day.report(), day.report(wrong)];
      const { status } = await api.call("POST", `${day.path}/reports`, body);
      expect(status, JSON.stringify(wrong)).toBe(422);
    }
    const many = Array.from({ length: 10_001 }, () => day.report());
    expect((await api.call("POST", `${day.path}/reports`, many)).status).toBe(422);
    expect((await api.make("GET", `${day.path}/reports`)).json.count).toBe(0);
  });
});
