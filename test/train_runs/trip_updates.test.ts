// Method: what a foreign reader gets of running trips, joined by its ids with the feed of the same timetable, whose times are placed by Temporal alone.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { type ReadTrip, readTripUpdates } from "../helpers/read_trip_updates.ts";
import { expectOfFeed, readFeed } from "./trip_feed.ts";

type Json = Record<string, unknown>;

const NETWORK = generateNetwork(TINY_OPTIONS);
const api = opened(() => startNetworkApi(NETWORK));
const PASSENGERS = NETWORK.train_schedules.filter(
  ({ category }) => !/FREIGHT|WORK/.test(JSON.stringify(category)),
);
const [TRAIN] = PASSENGERS;
const BERLIN = { first: "2026-03-01", last: "2026-11-30", time_zone: "Europe/Berlin" };
const EVERY_HOUR = { time_window: "PT4H", interval: "PT1H" };

async function makeTimetable(
  period: Json | null,
  { trains = [], services = [] }: { trains?: readonly object[]; services?: readonly object[] },
) {
  const { timetable_id } = (await api.make("POST", "/timetable", { period })).json;
  const path = `/timetable/${timetable_id}`;
  const add = async (kind: string, rows: readonly object[]) =>
    rows.length === 0 ? [] : (await api.make("POST", `${path}/${kind}`, rows)).json;
  const schedules = await add("train_schedules", trains);
  await add("paced_trains", services);
  return { path, ids: schedules.map(({ id }: { id: number }) => id) };
}

const ask = async (path: string, query = "") =>
  await api.call("GET", `${path}/gtfs_rt?infra=${api.infra_id}${query}`);

const key = ({ trip_id, start_date, start_time }: ReadTrip): string =>
  [trip_id, start_date, start_time].join();

describe("trip updates", () => {
  it("have the ids, stops and times of the feed of the same timetable, with delays of the forecast", async () => {
    const { path, ids } = await makeTimetable(null, {
      trains: NETWORK.train_schedules,
      services: [
        { ...TRAIN, paced: EVERY_HOUR, exceptions: [] },
        { ...TRAIN, paced: EVERY_HOUR, exceptions: [], numbering: { first: 1, step: 2 } },
        {
          ...TRAIN,
          paced: EVERY_HOUR,
          exceptions: [
            { key: "off", occurrence_index: 1, disabled: true },
            { key: "more", start_time: { value: "2026-03-03T00:20:00Z" } },
          ],
        },
      ],
    });
    const feed = await readFeed(api, path);
    const plan = readTripUpdates((await ask(path)).bytes);
    expect(plan).toMatchObject({ version: "2.0", incrementality: 0, feed_version: feed.version });
    expect(plan.trips.length).toBeGreaterThan(PASSENGERS.length);
    expect(new Set(plan.trips.map(key)).size).toBe(plan.trips.length);
    for (const trip of plan.trips) expectOfFeed(feed, trip);
    // All trips of the feed run: those of a frequency as often as it says.
    const told = new Set(plan.trips.map(({ trip_id }) => trip_id));
    expect(feed.trips.map((row) => row["trip_id"]).filter((id) => !told.has(id!))).toEqual([]);
    const at = plan.trips.findIndex(({ trip_id }) => trip_id.startsWith(`t${ids[0]}-`));
    const train = { kind: "train_schedule", id: ids[0] };
    const [stop] = NETWORK.train_schedules[0]!.path;
    const first_s = plan.trips[at]!.stops[0]!.departure!.time;
    const late = new Date((first_s + 600) * 1000).toISOString();
    const report = { train, event: "departed", stop: stop!.id, at: late, observed_at: late };
    const cancelled = {
      train: { ...train, id: ids[1] },
      event: "cancelled",
      at: late,
      observed_at: late,
    };
    await api.make("POST", `${path}/reports`, [report, cancelled]);
    const now = readTripUpdates((await ask(path)).bytes);
    expect(now.timestamp).toBe(first_s + 600);
    for (const trip of now.trips) expectOfFeed(feed, trip);
    const own = now.trips.find(({ trip_id }) => trip_id.startsWith(`t${ids[0]}-`))!;
    // It has left its first stop.
    expect(own.stops.map(({ stop_id }) => stop_id)).toEqual(
      plan.trips[at]!.stops.slice(1).map(({ stop_id }) => stop_id),
    );
    const forecast = (await api.make("GET", `${path}/forecast?infra=${api.infra_id}`)).json;
    const expected = forecast.trains.find((one: Json) => (one["train"] as Json)["id"] === ids[0]);
    expect(own.stops.at(-1)!.arrival).toEqual({
      time: Math.round(Date.parse(expected.stops.at(-1).arrival) / 1000),
      delay: expected.stops.at(-1).delay_seconds,
    });
    const gone = now.trips.find(({ trip_id }) => trip_id.startsWith(`t${ids[1]}-`));
    expect(gone).toMatchObject({ schedule_relationship: 3, stops: [] });
  });

  it("skip the stops that a train does not come to any more, and end with what comes before", async () => {
    const { path, ids } = await makeTimetable(null, { trains: PASSENGERS });
    const plan = readTripUpdates((await ask(path)).bytes);
    const at = plan.trips.findIndex(({ stops }) => stops.length > 2);
    const planned = plan.trips[at]!;
    const of = ids.find((id: number) => planned.trip_id.startsWith(`t${id}-`))!;
    const forecast = (await api.make("GET", `${path}/forecast?infra=${api.infra_id}`)).json;
    const own = forecast.trains.find((one: Json) => (one["train"] as Json)["id"] === of);
    const stop = own.stops[1].stop as string;
    const time = "2026-03-02T00:00:00Z";
    const train = { kind: "train_schedule", id: of };
    const end = { train, event: "ends", stop, at: time, observed_at: time };
    await api.make("POST", `${path}/reports`, [end]);
    const feed = await readFeed(api, path);
    const now = readTripUpdates((await ask(path)).bytes).trips[at]!;
    expectOfFeed(feed, now);
    expect(now.stops.map((one) => one.stop_id)).toEqual(planned.stops.map((one) => one.stop_id));
    const [first, last, ...skipped] = now.stops;
    expect(first).toEqual(planned.stops[0]);
    expect(last).toEqual({ ...planned.stops[1], departure: null });
    expect(skipped.length).toBeGreaterThan(0);
    for (const one of skipped) {
      expect(one).toMatchObject({ schedule_relationship: 1, arrival: null, departure: null });
    }
  });

  it("name the day on which a trip starts, over changes of the clock too", async () => {
    const { path } = await makeTimetable(BERLIN, {
      services: [
        {
          ...TRAIN,
          start_time: "2026-03-02T21:30:00Z",
          paced: EVERY_HOUR,
          exceptions: [],
          numbering: { first: 1, step: 2 },
          days: { weekdays: [1, 2, 3, 4, 5, 6, 7] },
        },
        {
          ...TRAIN,
          start_time: "2026-03-02T22:10:00Z",
          paced: EVERY_HOUR,
          exceptions: [],
          days: { weekdays: [1, 2, 3, 4, 5, 6, 7] },
        },
      ],
    });
    const feed = await readFeed(api, path);
    let count = 0;
    for (const date of ["2026-03-27", "2026-03-28", "2026-03-29", "2026-07-01", "2026-10-25"]) {
      const { bytes, status, text } = await ask(path, `&date=${date}`);
      expect(status, text).toBe(200);
      const { trips } = readTripUpdates(bytes);
      for (const trip of trips) expectOfFeed(feed, trip);
      count += trips.length;
    }
    expect(count).toBeGreaterThan(30);
  });

  it("keep the ids of other trains when one is deleted; the version tells that", async () => {
    const { path, ids } = await makeTimetable(null, { trains: PASSENGERS });
    const before = readTripUpdates((await ask(path)).bytes);
    await api.make("DELETE", "/train_schedule", { ids: ids.slice(0, 1) });
    const after = readTripUpdates((await ask(path)).bytes);
    expect(after.trips).toEqual(
      before.trips.filter(({ trip_id }) => !trip_id.startsWith(`t${ids[0]}-`)),
    );
    expect(after.trips.length).toBe(before.trips.length - 1);
    expect(after.feed_version).not.toBe(before.feed_version);
    expect((await readFeed(api, path)).version).toBe(after.feed_version);
  });

  it("tell no delay that the form has no room for", async () => {
    const { path } = await makeTimetable(null, { trains: PASSENGERS });
    for (const [year, is_told] of [
      [2090, true],
      [9999, false],
    ] as const) {
      const { json } = await ask(path, `&format=json&as_of=${year}-01-01T00:00:00Z`);
      const { departure } = json.entity[0].tripUpdate.stopTimeUpdate[0];
      expect(Number(departure.time) * 1000).toBeGreaterThanOrEqual(Date.UTC(year, 0));
      expect(departure.delay === undefined).toBe(!is_told);
    }
  });

  it("are not sent again to whoever has them", async () => {
    const { path } = await makeTimetable(null, { trains: PASSENGERS });
    const { headers } = await ask(path);
    const etag = headers["etag"] ?? "";
    const again = async () =>
      await api.call("GET", `${path}/gtfs_rt?infra=${api.infra_id}`, undefined, {
        "if-none-match": etag,
      });
    expect((await again()).status).toBe(304);
    expect((await ask(path, "&as_of=2030-01-01T00:00:00Z")).headers["etag"]).not.toBe(etag);
  });
});
