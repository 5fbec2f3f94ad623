// Method: files with operating days go in and out over HTTP: periods that are missing, fit and do not fit, by requests;
// the starts of a service with exceptions after a feed are those that its rules give by Temporal alone.
import { strToU8, zipSync } from "fflate";
import { Temporal } from "temporal-polyfill";
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import type { CallResult } from "../helpers/services.ts";
import { hashTables } from "../helpers/test_database.ts";
import { makeStudyWorld } from "../studies/study_world.ts";
import { listRuns } from "../workers/exchange/dated_timetables.ts";
import { GTFS_FEED } from "../workers/exchange/gtfs_files.ts";

const NETWORK = generateNetwork(TINY_OPTIONS);
const api = opened(() => startNetworkApi(NETWORK));

const FEED = Buffer.from(
  zipSync(
    Object.fromEntries(Object.entries(GTFS_FEED).map(([name, text]) => [name, strToU8(text)])),
  ),
);
const FEED_PERIOD = { first: "2026-03-01", last: "2026-04-01", time_zone: "Europe/Zurich" };
const ZIP = { "content-type": "application/zip" };

async function make(period: object | null = null): Promise<number> {
  return (await api.make("POST", "/timetable", { period })).json.timetable_id;
}

async function send(id: number, calendar: string, body: Buffer = FEED): Promise<CallResult> {
  const query = `format=gtfs&rolling_stock_name=x&calendar=${calendar}`;
  return await api.call("POST", `/timetable/${id}/import?${query}`, body, ZIP);
}

async function read(id: number) {
  return (await api.make("GET", `/timetable/${id}/export`)).json;
}

const DAILY = { weekdays: [1, 2, 3, 4, 5, 7], except: ["2026-03-27"] };

describe("the import of a feed that keeps its days", () => {
  it("gives a timetable without a period that of the feed, and its trains days", async () => {
    const id = await make();
    const { status, text } = await send(id, "keep");
    expect(status, text).toBe(200);
    const { period, train_schedules, paced_trains } = await read(id);
    expect(period).toEqual(FEED_PERIOD);
    // The train arrives after the change of clocks: it starts at eight by the clock all the same.
    expect(train_schedules).toMatchObject([
      { train_name: "IC 1", start_time: "2026-03-01T07:00:00Z", days: DAILY },
    ]);
    expect(paced_trains).toMatchObject([
      { start_time: "2026-03-28T05:00:00Z", days: { weekdays: [], also: ["2026-03-28"] } },
    ]);
  });

  it("says the days by the period of the timetable, where this contains that of the feed", async () => {
    const period = { ...FEED_PERIOD, first: "2025-12-14", last: "2026-12-12" };
    const id = await make(period);
    expect((await send(id, "keep")).status).toBe(200);
    const stored = await read(id);
    expect(stored.period).toEqual(period);
    expect(stored.train_schedules[0].days).toEqual({
      ...DAILY,
      from: "2026-03-01",
      to: "2026-04-01",
    });
  });

  it("refuses another zone and days beyond the period, unless they may be cut", async () => {
    const whole = await make();
    await send(whole, "keep");
    const name = ({ train_name }: { train_name: string }): string => train_name;
    const runs = listRuns(await read(whole), name);
    for (const [period, until] of [
      [{ ...FEED_PERIOD, time_zone: "America/New_York" }, "2026-05"],
      [{ ...FEED_PERIOD, last: "2026-03-10" }, "2026-03-11"],
    ] as const) {
      const id = await make(period);
      const before = await hashTables(api.services.db);
      const refused = await send(id, "keep");
      expect(refused.status).toBe(422);
      expect(refused.json.context.path).toBe("/period");
      expect(await hashTables(api.services.db)).toEqual(before);
      const cut = await send(id, "cut");
      expect(cut.status, cut.text).toBe(200);
      const kept = runs.filter((run) => run < JSON.stringify([until]));
      expect(listRuns(await read(id), name)).toEqual(kept);
      expect(kept.length).toBeGreaterThan(5);
    }
  });

  it("takes a part of its days, and tells how many trains have none of them", async () => {
    const whole = await make();
    await send(whole, "keep");
    const name = ({ train_name }: { train_name: string }): string => train_name;
    const [first, last] = ["2026-03-05", "2026-03-20"];
    const runs = listRuns(await read(whole), name, [first, last]);
    expect(runs).toHaveLength(14);
    for (const period of [null, { ...FEED_PERIOD, first, last: "2026-03-25" }]) {
      const id = await make(period);
      const sent = await send(id, `keep&first=${first}&last=${last}`);
      expect(sent.status, sent.text).toBe(200);
      // The service of one date has none of these days.
      expect(sent.json.report).toContainEqual(
        expect.objectContaining({ code: "train_cut", count: 1 }),
      );
      const stored = await read(id);
      expect(stored.period).toEqual(period ?? { ...FEED_PERIOD, first, last });
      expect(listRuns(stored, name)).toEqual(runs);
    }
  });

  it.each([
    ["window&first=2026-03-05", "first: is told with calendar=keep or cut alone"],
    ["keep&first=2026-03-05&last=2026-03-04", "first: first must not be after last"],
    ["keep&first=2026-03-05&last=2028-06-01", "first: must have at most 800 days"],
    ["keep&last=2026-02-30", "last: must be a date"],
    ["keep&first=2026-02-28", "2026-02-28 to 2026-04-01 is not within the file's days"],
    ["cut&last=2026-04-02", "2026-03-01 to 2026-04-02 is not within the file's days"],
  ])("refuses a part that it can't take, and changes nothing: %s", async (query, reason) => {
    const id = await make();
    const before = await hashTables(api.services.db);
    for (const path of [`/timetable/${id}/import`, "/timetable/import/preview"]) {
      const asked = `${path}?format=gtfs&rolling_stock_name=x&calendar=${query}`;
      const { status, text, json } = await api.call("POST", asked, FEED, ZIP);
      expect(status, text).toBe(400);
      expect(JSON.stringify(json)).toContain(reason);
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("takes a document of the own form, and a file without days, whole alone", async () => {
    const id = await make();
    const path = `/timetable/${id}/import?calendar=keep&first=2026-03-05`;
    const document = await read(id);
    const own = await api.call("POST", path, document);
    expect(own.json).toMatchObject({ status: 400, context: { parameter: "first" } });
    const table = "train,station,departure\n1,A,2026-03-02T08:00:00Z\n,B,2026-03-02T09:00:00Z\n";
    const { json } = await api.call("POST", `${path}&format=csv`, table, {
      "content-type": "text/csv",
    });
    expect(json).toMatchObject({ status: 400, type: "editoast:timetable:import:Unreadable" });
    expect(JSON.stringify(json)).toContain("it has no operating days");
  });

  it("is told beforehand: the days of the file, and what a part of them brings", async () => {
    const tell = async (query: string) => {
      const path = `/timetable/import/preview?format=gtfs&rolling_stock_name=x${query}`;
      const { status, text, json } = await api.call("POST", path, FEED, ZIP);
      expect(status, text).toBe(200);
      return json;
    };
    expect(await tell("&calendar=keep")).toMatchObject({
      period: FEED_PERIOD,
      train_schedules: 1,
      paced_trains: 1,
    });
    const part = await tell("&calendar=keep&first=2026-03-05&last=2026-03-20");
    expect(part).toMatchObject({ period: FEED_PERIOD, train_schedules: 1, paced_trains: 0 });
    expect(part.report).toContainEqual(expect.objectContaining({ code: "train_cut", count: 1 }));
    expect(await tell("&start_time=2026-03-02T00:00:00Z")).not.toHaveProperty("period");
  });

  it("takes a train a day, and sets no period, if days are not to be kept", async () => {
    const id = await make();
    expect((await send(id, "window&start_time=2026-03-02T00:00:00Z&time_window=P3D")).status).toBe(
      200,
    );
    const stored = await read(id);
    expect(stored.version).toBe(1);
    expect(stored.train_schedules).toHaveLength(3);
  });

  it("takes the period of a document in the own form too", async () => {
    const source = await make();
    await send(source, "keep");
    const document = await read(source);
    const id = await make();
    expect((await api.call("POST", `/timetable/${id}/import`, document)).status).toBe(422);
    const sent = await api.call("POST", `/timetable/${id}/import?calendar=keep`, document);
    expect(sent.status, sent.text).toBe(200);
    expect(await read(id)).toEqual(document);
  });
});

const world = opened(makeStudyWorld);

describe("a period that an import sets", () => {
  it("needs Writer; who may only add trains is refused, and nothing is stored", async () => {
    const owner = await world.actor("owner", "administrator");
    const { timetable_id: id } = await owner.make("POST", "/timetable");
    const document = { version: 2, period: FEED_PERIOD, day_lists: [], train_schedules: [] };
    const path = `/timetable/${id}/import?calendar=keep`;
    const ask = async (name: string, level: string): Promise<CallResult> => {
      const caller = await world.actor(name, "operational-studies-analyst");
      await world.grant("timetable", id, caller.id, level);
      return await caller.call("POST", path, document);
    };
    const refused = await ask("may add", "Creator");
    expect(refused.json).toMatchObject({ status: 403, context: { required: "Writer" } });
    expect((await owner.make("GET", `/timetable/${id}`)).period).toBeUndefined();
    const answered = await ask("may write", "Writer");
    expect(answered.status, answered.text).toBe(200);
    expect((await owner.make("GET", `/timetable/${id}`)).period).toEqual(FEED_PERIOD);
    const again = await ask("may add too", "Creator");
    expect(again.status, again.text).toBe(200);
  });
});

describe("the export of a timetable with a period", () => {
  it("writes each train of a service on all of its days, exceptions and changes of the clock too", async () => {
    const period = { first: "2026-03-01", last: "2026-11-30", time_zone: "Europe/Berlin" };
    const id = await make(period);
    const [train] = NETWORK.train_schedules.filter(
      ({ category }) => !/FREIGHT|WORK/.test(JSON.stringify(category)),
    );
    const exceptions = [
      { key: "off", occurrence_index: 1, disabled: true },
      { key: "own", occurrence_index: 2, start_time: { value: "2026-03-03T00:20:00Z" } },
    ];
    const service = {
      ...train,
      train_name: "night",
      start_time: "2026-03-02T21:30:00Z",
      paced: { time_window: "PT4H", interval: "PT1H" },
      exceptions,
      days: { weekdays: [6, 7] },
    };
    await api.make("POST", `/timetable/${id}/paced_trains`, [service]);
    const query = `infra_id=${api.infra_id}`;
    const file = await api.make("GET", `/timetable/${id}/export?format=gtfs&${query}`);
    const copy = await make();
    const sent = await api.call(
      "POST",
      `/timetable/${copy}/import?format=gtfs&calendar=keep&${query}`,
      Buffer.from(file.bytes),
      ZIP,
    );
    expect(sent.status, sent.text).toBe(200);
    const expected: string[] = [];
    let date = Temporal.PlainDate.from(period.first);
    for (; date.toString() <= period.last; date = date.add({ days: 1 })) {
      if (date.dayOfWeek < 6) continue;
      const at = (days: number, plainTime: string): number =>
        date.add({ days }).toZonedDateTime({ timeZone: period.time_zone, plainTime })
          .epochMilliseconds;
      const start_ms = at(0, "22:30");
      // The second of two is at 1:20 by the clock of the next day; the others so many hours after the first.
      for (const ms of [start_ms, at(1, "01:20"), start_ms + 3 * 3_600_000]) {
        expected.push(JSON.stringify([new Date(ms).toISOString(), "night"]));
      }
    }
    const runs = listRuns(await read(copy), ({ train_name }) => train_name);
    expect(runs).toEqual(expected.sort());
  });
});
