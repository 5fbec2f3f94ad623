// Method: where trains are said to be, read by a foreign reader, beside the forecast of the same moment, beside the exact runs of trains that are as planned, and beside the JSON form.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { type ReadVehicle, readTripUpdates } from "../helpers/read_trip_updates.ts";

const NETWORK = generateNetwork(TINY_OPTIONS);
const api = opened(() => startNetworkApi(NETWORK));
const PASSENGERS = NETWORK.train_schedules.filter(
  ({ category }) => !/FREIGHT|WORK/.test(JSON.stringify(category)),
);

interface Stop {
  readonly stop: string;
  readonly planned_arrival: string;
  readonly planned_departure: string | null;
  readonly has_departed: boolean;
  readonly has_arrived: boolean;
  readonly is_cancelled: boolean;
}
interface Train {
  readonly train: { readonly id: number };
  readonly stops: readonly Stop[];
}

async function makeTimetable(): Promise<string> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}`;
  await api.make("POST", `${path}/train_schedules`, PASSENGERS);
  return path;
}

const query = (more: string): string => `infra=${api.infra_id}${more}`;

async function readForecast(path: string, more = ""): Promise<readonly Train[]> {
  return (await api.make("GET", `${path}/forecast?${query(more)}`)).json.trains;
}

async function readVehicles(path: string, more = ""): Promise<readonly ReadVehicle[]> {
  const { bytes, headers } = await api.make(
    "GET",
    `${path}/gtfs_rt?of=vehicle_positions&${query(more)}`,
  );
  expect(headers["content-type"]).toBe("application/x-protobuf");
  const { vehicles, trips } = readTripUpdates(bytes);
  expect(trips).toEqual([]);
  return vehicles;
}

/** All that happened as planned until then, told. */
async function tellUntil(path: string, plan: readonly Train[], at_ms: number): Promise<void> {
  const reports = plan.flatMap(({ train, stops }) =>
    stops.flatMap(({ stop, planned_arrival, planned_departure }, i) =>
      [
        ...(i === 0 ? [] : [{ event: "arrived", at: planned_arrival }]),
        ...(planned_departure === null ? [] : [{ event: "departed", at: planned_departure }]),
      ]
        .filter(({ at }) => Date.parse(at) <= at_ms)
        .map((one) => ({ train, stop, ...one, observed_at: new Date(at_ms).toISOString() })),
    ),
  );
  await api.make("POST", `${path}/reports`, reports);
}

const METRES_PER_DEGREE = 111_320;

function farApart_m(place: ReadVehicle["place"], [lon, lat]: readonly [number, number]): number {
  const { latitude, longitude } = place ?? { latitude: Number.NaN, longitude: Number.NaN };
  const narrow = Math.cos((lat * Math.PI) / 180);
  return Math.hypot(
    (latitude - lat) * METRES_PER_DEGREE,
    (longitude - lon) * METRES_PER_DEGREE * narrow,
  );
}

/** A train that accelerates from rest between two points is behind an even one by at most a quarter; where it does they are nearer than this. */
const POINTS_M = 1200;

describe("vehicle positions", () => {
  it("have each train that is on its way where its run has it, and its next stop as the forecast has it", async () => {
    const path = await makeTimetable();
    const plan = await readForecast(path);
    const starts = plan.map(({ stops }) => Date.parse(stops[0]!.planned_departure!));
    const first_ms = Math.min(...starts);
    let seen = 0;
    let standing = 0;
    const stood = plan.flatMap(({ stops }) =>
      stops.slice(1, -1).map(({ planned_arrival }) => Date.parse(planned_arrival) + 5000),
    );
    const minutes = Array.from({ length: 8 }, (_, i) => first_ms + 60_000 * (1 + 8 * i));
    for (const at_ms of [...minutes, ...stood.slice(0, 4)].sort((a, b) => a - b)) {
      const at = new Date(at_ms).toISOString();
      await tellUntil(path, plan, at_ms);
      const more = `&as_of=${at}`;
      const now = await readForecast(path, more);
      const exact: { train_id: number; head: [number, number] }[] = (
        await api.make("GET", `${path}/positions?${query(`&at=${at}`)}`)
      ).json;
      const vehicles = await readVehicles(path, more);
      const updates = readTripUpdates(
        (await api.make("GET", `${path}/gtfs_rt?${query(more)}`)).bytes,
      );
      for (const { train, stops } of now) {
        const own = vehicles.find(({ trip_id }) => trip_id.startsWith(`t${train.id}-`));
        const there = exact.find(({ train_id }) => train_id === train.id);
        // At its end it is gone; at the moment of its start it may not be there yet.
        const [begin, end] = [stops[0]!.planned_arrival, stops.at(-1)!.planned_arrival];
        const is_on_way = Date.parse(begin) < at_ms && at_ms < Date.parse(end);
        expect(own !== undefined, `${train.id} at ${at}`).toBe(is_on_way);
        if (own === undefined || there === undefined) continue;
        const next = stops.findIndex((one) => !one.has_departed);
        expect(own.status).toBe(next === 0 || stops[next]!.has_arrived ? 1 : 2);
        const update = updates.trips.find(({ trip_id }) => trip_id === own.trip_id)!;
        expect([own.stop_sequence, own.stop_id]).toEqual([
          update.stops[0]!.stop_sequence,
          update.stops[0]!.stop_id,
        ]);
        expect(own.timestamp).toBe(Math.floor(at_ms / 1000));
        if (own.status === 1) standing++;
        expect(farApart_m(own.place, there.head)).toBeLessThan(own.status === 1 ? 2 : POINTS_M / 4);
        seen++;
      }
    }
    expect(seen).toBeGreaterThan(10);
    expect(standing).toBeGreaterThan(0);
  });

  it("leave out whoever does not run, and stay where a train was seen last until it is seen again", async () => {
    const path = await makeTimetable();
    const plan = await readForecast(path);
    const [{ train, stops }] = plan as [Train];
    const [begin] = stops;
    const left = begin!.planned_departure!;
    const report = { train, event: "departed", stop: begin!.stop, at: left, observed_at: left };
    await api.make("POST", `${path}/reports`, [report]);
    // Hours later it is said to be on its way to the next stop still: it was not seen there.
    const late = new Date(Date.parse(left) + 7_200_000).toISOString();
    const own = (vehicles: readonly ReadVehicle[]) =>
      vehicles.find(({ trip_id }) => trip_id.startsWith(`t${train.id}-`));
    const there = own(await readVehicles(path, `&as_of=${late}`));
    expect(there?.status).toBe(2);
    await api.make("POST", `${path}/reports`, [
      { train, event: "cancelled", at: late, observed_at: late },
    ]);
    expect(own(await readVehicles(path, `&as_of=${late}`))).toBe(undefined);
  });

  it("are none where nothing is known", async () => {
    expect(await readVehicles(await makeTimetable())).toEqual([]);
  });

  it("and trip updates are the same as JSON", async () => {
    const path = await makeTimetable();
    const plan = await readForecast(path);
    const at_ms = Math.max(...plan.map(({ stops }) => Date.parse(stops[0]!.planned_departure!)));
    await tellUntil(path, plan, at_ms);
    const ask = async (more: string) =>
      (await api.make("GET", `${path}/gtfs_rt?${query(more)}&format=json`)).json;
    const vehicles = await readVehicles(path);
    expect(vehicles.length).toBeGreaterThan(0);
    const told = await ask("&of=vehicle_positions");
    expect(told.header).toMatchObject({
      gtfsRealtimeVersion: "2.0",
      incrementality: "FULL_DATASET",
    });
    const STATUS = ["INCOMING_AT", "STOPPED_AT", "IN_TRANSIT_TO"];
    expect(told.entity).toEqual(
      vehicles.map((one) => ({
        id: one.id,
        vehicle: {
          trip: {
            tripId: one.trip_id,
            startDate: one.start_date,
            scheduleRelationship: "SCHEDULED",
          },
          position: {
            latitude: expect.closeTo(one.place!.latitude, 4),
            longitude: expect.closeTo(one.place!.longitude, 4),
          },
          currentStopSequence: one.stop_sequence,
          currentStatus: STATUS[one.status],
          timestamp: String(one.timestamp),
          stopId: one.stop_id,
        },
      })),
    );
    const { trips } = readTripUpdates(
      (await api.make("GET", `${path}/gtfs_rt?${query("")}`)).bytes,
    );
    const updates = await ask("");
    expect(updates.entity).toHaveLength(trips.length);
    for (const [i, { tripUpdate, id }] of updates.entity.entries()) {
      const own = trips[i]!;
      expect(id).toBe(own.id);
      expect(tripUpdate.stopTimeUpdate).toHaveLength(own.stops.length);
      const [stop] = own.stops;
      expect(tripUpdate.stopTimeUpdate[0]).toMatchObject({
        stopSequence: stop!.stop_sequence,
        stopId: stop!.stop_id,
        ...(stop!.departure !== null && {
          departure: { delay: stop!.departure.delay, time: String(stop!.departure.time) },
        }),
      });
    }
  });

  it("are asked for by their names", async () => {
    const path = await makeTimetable();
    for (const more of ["&of=vehicles", "&format=xml", "&of="]) {
      expect((await api.call("GET", `${path}/gtfs_rt?${query(more)}`)).status, more).toBe(400);
    }
  });
});
