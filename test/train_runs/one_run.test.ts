// Method: drawn trains with wanted times, some kept, some out of reach. Files of every format, points as Parquet, a resolution of their conflicts and a short term train that is stored tell the run that the train's simulation tells.
import { parquetReadObjects } from "hyparquet";
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { exportedArrivals, type Json, wantTimes } from "./wanted_trains.ts";

const NETWORK = generateNetwork(TINY_OPTIONS);
const TRAINS = NETWORK.train_schedules.slice(0, 6) as Json[];
/** Beside the fastest run: too early, tight, loose, far too late. */
const SHARES = [0.7, 1.1, 1.3, 20];
const FORMATS = ["csv", "xlsx", "railml", "netex", "gtfs"] as const;

const api = opened(() => startNetworkApi(NETWORK));

const simulate = async (id: number): Promise<Json> =>
  (await api.make("GET", `/train_schedule/${id}/simulation?infra=${api.infra_id}`)).json;

async function makeTimetable(...forms: readonly Json[]): Promise<{ id: number; ids: number[] }> {
  const { timetable_id: id } = (await api.make("POST", "/timetable")).json;
  if (forms.length === 0) return { id, ids: [] };
  const { json } = await api.make("POST", `/timetable/${id}/train_schedules`, forms);
  return { id, ids: json.map((one: Json) => one["id"]) };
}

/** Each train with each share of its times. */
async function* drawTrains(seed: number): AsyncGenerator<Json> {
  const random = makeRandom(seed);
  const { id } = await makeTimetable();
  for (const base of TRAINS) {
    for (const share of SHARES) {
      const form = await wantTimes(api, id, { base, share, random });
      if (form !== null) yield form;
    }
  }
}

describe("the run of a train with wanted times", () => {
  it("is that of files and of points as Parquet", async () => {
    const held = new Map<string, number>();
    for await (const form of drawTrains(42)) {
      const { id: timetable_id, ids } = await makeTimetable(form);
      const { final_output } = await simulate(ids[0]!);
      const times: number[] = final_output.path_item_times.slice(1);
      const start_ms = Date.parse(form["start_time"]);
      for (const format of FORMATS) {
        const told = await exportedArrivals(api, timetable_id, { format, start_ms });
        // Feeds are of passengers.
        if (told === null) continue;
        held.set(format, (held.get(format) ?? 0) + 1);
        if (format !== "gtfs") expect(told, format).toEqual(times);
        // It has stops alone, in whole seconds.
        const rounded = times.map((at_ms) => 1000 * Math.round(at_ms / 1000));
        if (format === "gtfs") expect(rounded).toEqual(expect.arrayContaining(told));
      }
      const points = `/timetable/${timetable_id}/run_points?infra=${api.infra_id}`;
      const { bytes } = await api.make("GET", points);
      const rows = await parquetReadObjects({ file: Uint8Array.from(bytes).buffer });
      expect(rows.map((row) => Number(row["run_time_ms"]))).toEqual(final_output.times);
      expect(rows.map((row) => Number(row["position_mm"]))).toEqual(final_output.positions);
    }
    for (const format of FORMATS) expect(held.get(format)).toBeGreaterThan(TRAINS.length);
  });

  it("is that of a resolution, which moves it behind its double", async () => {
    let count = 0;
    for await (const form of drawTrains(43)) {
      const { id, ids } = await makeTimetable(form, form);
      const path = `/timetable/${id}/resolution?infra=${api.infra_id}`;
      const { changes, summaries, left } = (await api.make("POST", path, {})).json;
      if (left.length > 0) continue;
      await api.make("POST", `/timetable/${id}/changes`, { changes });
      for (const [i, change] of changes.entries()) {
        const { status, final_output } = await simulate(change.id);
        expect(status).toBe("success");
        expect(summaries[i].path_item_times_final).toEqual(final_output.path_item_times);
      }
      const query = `infra=${api.infra_id}`;
      expect((await api.make("GET", `/timetable/${id}/conflicts?${query}`)).json).toEqual([]);
      expect(changes.every((change: Json) => ids.includes(change["id"]))).toBe(true);
      count += changes.length;
    }
    expect(count).toBeGreaterThan(TRAINS.length);
  });
});

describe("the run of a short term train", () => {
  it("is that of the train that is stored", async () => {
    const stocks = (await api.make("GET", "/light_rolling_stock")).json.results as Json[];
    const random = makeRandom(44);
    let count = 0;
    for (const base of TRAINS) {
      for (const margin of [null, "5%", "4.5min/100km"]) {
        const { id } = await makeTimetable();
        const stock = stocks.find((one) => one["name"] === base["rolling_stock_name"]);
        const places = base["path"] as Json[];
        const arrival_time = base["start_time"];
        const timing_data = {
          arrival_time,
          arrival_time_tolerance_before: 0,
          arrival_time_tolerance_after: 600_000,
        };
        const steps = places.map(({ id: _, ...location }, i) => ({
          location,
          duration: i === places.length - 1 ? 0 : random() < 0.5 ? 60_000 : null,
          ...(i === 0 ? { duration: 0, timing_data } : {}),
        }));
        const body = { steps, rolling_stock_id: stock?.["id"], comfort: "STANDARD", margin };
        const path = `/timetable/${id}/stdcm?infra=${api.infra_id}`;
        const { status, simulation, train_schedule } = (await api.make("POST", path, body)).json;
        if (status !== "success") continue;
        count++;
        const list = `/timetable/${id}/train_schedules`;
        const [stored] = (await api.make("POST", list, [train_schedule])).json;
        const run = await simulate(stored.id);
        // The stored train has all places on its way as waypoints, the answer those that were asked for.
        const { path_item_times: asked, ...curve } = simulation.final_output;
        const { path_item_times: all, ...kept } = run["final_output"];
        expect(kept).toEqual(curve);
        expect(all).toEqual(expect.arrayContaining(asked));
      }
    }
    expect(count).toBeGreaterThan(TRAINS.length);
  });
});

describe("a train that comes back to a zone", () => {
  it("has one run wherever it is told, and no conflict with itself", async () => {
    const base = TRAINS.find((one) => one["rolling_stock_name"] === "demo_multiple_unit")!;
    const stocks = (await api.make("GET", "/light_rolling_stock")).json.results as Json[];
    const stock = stocks.find((one) => one["name"] === base["rolling_stock_name"]);
    // On the crossover between the two a detector has one zone on both of its sides.
    const from = { track: "T.DML.2.1", offset: 100_000 };
    const to = { track: "T.CVX-DML.V2.1", offset: 100_000 };
    const form: Json = {
      ...base,
      path: [
        { id: "a", ...from },
        { id: "b", ...to },
      ],
      schedule: [{ at: "b", arrival: "PT15M", stop_for: "PT0S" }],
      margins: { boundaries: [], values: ["5%"] },
      power_restrictions: [],
    };
    const { id, ids } = await makeTimetable(form);
    const { final_output, status } = await simulate(ids[0]!);
    expect(status).toBe("success");
    const entered = (final_output.zone_updates as Json[])
      .filter((one) => one["is_entry"])
      .map((one) => one["zone"]);
    expect(new Set(entered).size).toBeLessThan(entered.length);
    const conflicts = `/timetable/${id}/conflicts?infra=${api.infra_id}`;
    expect((await api.make("GET", conflicts)).json).toEqual([]);
    const start_ms = Date.parse(form["start_time"]);
    for (const format of FORMATS.filter((one) => one !== "gtfs")) {
      const told = await exportedArrivals(api, id, { format, start_ms });
      expect(told, format).toEqual(final_output.path_item_times.slice(1));
    }
    const trial = `/timetable/${id}/what_if?infra=${api.infra_id}`;
    const { trains } = (await api.make("POST", trial, { changes: [{ added: form }] })).json;
    expect(trains[0].path_item_times_final).toEqual(final_output.path_item_times);
    const { id: empty } = await makeTimetable();
    const asked = await api.make("POST", `/timetable/${empty}/stdcm?infra=${api.infra_id}`, {
      steps: [
        { location: from, duration: 0 },
        { location: to, duration: 0 },
      ],
      start_time: form["start_time"],
      rolling_stock_id: stock?.["id"],
      comfort: "STANDARD",
    });
    expect(asked.json.status).toBe("success");
    const { train_schedule, simulation } = asked.json;
    const list = `/timetable/${empty}/train_schedules`;
    const [stored] = (await api.make("POST", list, [train_schedule])).json;
    const run = (await simulate(stored.id))["final_output"];
    expect(run.times).toEqual(simulation.final_output.times);
    expect(run.zone_updates).toEqual(simulation.final_output.zone_updates);
  });
});
