// Method: a place of drawn trains is named again, so many millimetres further; every answer that tells times is compared with the rule that the train is at the second when it has stopped at the first, and with the same train that stops once for as long.
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { parseCsvRecords } from "../helpers/parse_csv.ts";
import { exportedArrivals, type Json } from "./wanted_trains.ts";

const NETWORK = generateNetwork(TINY_OPTIONS);
const TRAINS = NETWORK.train_schedules.filter(({ path }) => path.length > 3).slice(0, 8) as Json[];
const POINTS = new Map(NETWORK.railjson.operational_points.map((point) => [point.id, point]));
const [FIRST_S, SECOND_S] = [30, 40];

const api = opened(() => startNetworkApi(NETWORK));

/** The train with its third place on a track, and named again `gap_mm` further; null: it passes no part there. */
async function name(
  train: Json,
  stops: readonly Json[],
  gap_mm: number | null,
): Promise<number | null> {
  const point = POINTS.get(train["path"][2].operational_point);
  const path = (await pathOf(train))["track_section_ranges"] as Json[];
  const part = point?.parts.find(({ track }) => path.some((one) => one["track_section"] === track));
  if (part === undefined) return null;
  const range = path.find((one) => one["track_section"] === part.track);
  const sign = range?.["direction"] === "START_TO_STOP" ? 1 : -1;
  const offset = Math.round(part.position * 1000);
  const at = (id: string, place_mm: number) => ({ id, track: part.track, offset: place_mm });
  const again = gap_mm === null ? [] : [at("again", offset + sign * gap_mm)];
  const form = {
    ...train,
    path: [...train["path"].slice(0, 2), at("first", offset), ...again, ...train["path"].slice(3)],
    schedule: stops,
    margins: { boundaries: [], values: ["5%"] },
    power_restrictions: [],
  };
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const { json } = await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [form]);
  return json[0].id;
}

async function pathOf(train: Json): Promise<Json> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const { json } = await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [train]);
  return (await api.make("GET", `/train_schedule/${json[0].id}/path?infra=${api.infra_id}`)).json;
}

const simulate = async (id: number): Promise<Json> =>
  (await api.make("GET", `/train_schedule/${id}/simulation?infra=${api.infra_id}`)).json;

describe("two stops at one place", () => {
  it.each([0, 1, 4, 10, 11, 900])("%i mm apart are one after the other", async (gap_mm) => {
    let count = 0;
    for (const base of TRAINS) {
      const last = base["path"].at(-1).id;
      const end = { at: last, stop_for: "PT0S" };
      const id = await name(
        base,
        [
          { at: "first", stop_for: `PT${FIRST_S}S` },
          { at: "again", stop_for: `PT${SECOND_S}S` },
          end,
        ],
        gap_mm,
      );
      const once = await name(
        base,
        [{ at: "first", stop_for: `PT${FIRST_S + SECOND_S}S` }, end],
        null,
      );
      if (id === null || once === null) continue;
      count++;
      const [twice_run, once_run] = [await simulate(id), await simulate(once)];
      const times: number[] = twice_run["final_output"].path_item_times;
      const other: number[] = once_run["final_output"].path_item_times;
      const [arrives = 0, again = 0] = times.slice(2, 4);
      expect(again - arrives).toBeGreaterThanOrEqual(FIRST_S * 1000);
      // So far a train goes in some seconds.
      expect(again - arrives).toBeLessThan(FIRST_S * 1000 + (gap_mm <= 10 ? 500 : 5000));
      if (gap_mm === 0) {
        expect(again - arrives).toBe(FIRST_S * 1000);
        expect([...times.slice(0, 3), ...times.slice(4)]).toEqual(other);
      }
      // The curve stands until the second stop ends.
      const { positions, times: moments } = twice_run["final_output"];
      const at_mm = (await api.make("GET", `/train_schedule/${id}/path?infra=${api.infra_id}`)).json
        .path_item_positions[3];
      const stood = moments.filter((_ms: number, i: number) => positions[i] === at_mm);
      expect(Math.abs(Math.max(...stood) - (again + SECOND_S * 1000))).toBeLessThanOrEqual(1);
      // Tables and files tell the same.
      const { timetable_id } = (await api.make("GET", `/train_schedule/${id}`)).json;
      const query = `infra=${api.infra_id}`;
      const { text } = await api.make("GET", `/timetable/${timetable_id}/times?${query}`);
      const start_ms = Date.parse(base["start_time"]);
      const rows = parseCsvRecords(text).slice(2, 4);
      expect(
        rows.map(({ arrival = "", departure = "" }) =>
          [arrival, departure].map((moment) => Date.parse(moment) - start_ms),
        ),
      ).toEqual([
        [arrives, arrives + FIRST_S * 1000],
        [again, again + SECOND_S * 1000],
      ]);
      for (const format of ["csv", "xlsx", "railml", "netex"] as const) {
        const told = await exportedArrivals(api, timetable_id, { format, start_ms });
        if (told !== null || format !== "netex") expect(told, format).toEqual(times.slice(1));
      }
    }
    expect(count).toBeGreaterThan(0);
  });

  it.each([
    ["on its way", 2],
    ["at its start", 0],
  ])("%s: a time wanted of the second, and those behind it, are kept", async (_where, at) => {
    let count = 0;
    for (const base of NETWORK.train_schedules.slice(0, 12) as Json[]) {
      if (base["path"].length < at + 2) continue;
      const train = {
        ...base,
        initial_speed: 0,
        margins: { boundaries: [], values: ["0%"] },
        power_restrictions: [],
      };
      const [place, last] = [base["path"][at], base["path"].at(-1)];
      const again = { ...place, id: "again" };
      const path = base["path"].toSpliced(at + 1, 0, again);
      const stops = [
        { at: place.id, stop_for: `PT${FIRST_S}S` },
        { at: "again", stop_for: `PT${SECOND_S}S` },
        { at: last.id, stop_for: "PT0S" },
      ];
      const fastest: number[] = await ride({ ...train, path, schedule: stops });
      // Half a minute for each stretch: the second place is then reached so much later, unless it is the start.
      const wanted = [at === 0 ? FIRST_S * 1000 : (fastest[at + 1] ?? 0) + 30_000];
      wanted.push((fastest.at(-1) ?? 0) + 60_000);
      const [, second, end] = stops;
      const schedule = [
        stops[0],
        { ...second, arrival: `PT${(wanted[0] ?? 0) / 1000}S` },
        { ...end, arrival: `PT${(wanted[1] ?? 0) / 1000}S` },
      ];
      const times = await ride({ ...train, path, schedule });
      const kept = [times[at + 1], times.at(-1)];
      // The answers of the reference engine are kept to its 2 s.
      for (const [i, ms] of kept.entries()) {
        expect(
          Math.abs((ms ?? 0) - (wanted[i] ?? 0)),
          JSON.stringify({ fastest, wanted, times }),
        ).toBeLessThan(2000);
      }
      count++;
    }
    expect(count).toBeGreaterThan(3);
  });

  it.each([0, 4])(
    "%i mm apart are so for a short term train, and when it is stored",
    async (gap_mm) => {
      const stocks = (await api.make("GET", "/light_rolling_stock")).json.results as Json[];
      let count = 0;
      for (const base of TRAINS) {
        const id = await name(base, [{ at: base["path"].at(-1).id, stop_for: "PT0S" }], gap_mm);
        if (id === null) continue;
        const { path } = (await api.make("GET", `/train_schedule/${id}`)).json;
        const durations = new Map([
          ["first", 1000 * FIRST_S],
          ["again", 1000 * SECOND_S],
        ]);
        const steps = (path as Json[]).map(({ id: step, deleted: _, ...location }, i) => ({
          location,
          duration: i === 0 || i === path.length - 1 ? 0 : (durations.get(step) ?? null),
        }));
        const stock = stocks.find((one) => one["name"] === base["rolling_stock_name"]);
        const { timetable_id } = (await api.make("POST", "/timetable")).json;
        const asked = await api.make(
          "POST",
          `/timetable/${timetable_id}/stdcm?infra=${api.infra_id}`,
          {
            steps,
            rolling_stock_id: stock?.["id"],
            comfort: "STANDARD",
            start_time: base["start_time"],
          },
        );
        if (asked.json.status !== "success") continue;
        count++;
        const { train_schedule, simulation } = asked.json;
        const place = (path as Json[]).findIndex((one) => one["id"] === "first");
        const [arrives, again] = simulation.final_output.path_item_times.slice(place, place + 2);
        expect(again - arrives).toBeGreaterThanOrEqual(1000 * FIRST_S);
        expect(again - arrives).toBeLessThan(1000 * FIRST_S + 500);
        const list = `/timetable/${timetable_id}/train_schedules`;
        const [stored] = (await api.make("POST", list, [train_schedule])).json;
        const run = (await simulate(stored.id))["final_output"];
        expect(run.positions).toEqual(simulation.final_output.positions);
        expect(run.times).toEqual(simulation.final_output.times);
        const start_ms = Date.parse(train_schedule.start_time);
        const told = await exportedArrivals(api, timetable_id, { format: "csv", start_ms });
        expect(told).toEqual(run.path_item_times.slice(1));
      }
      expect(count).toBeGreaterThan(0);
    },
  );
});

async function ride(train: Json): Promise<number[]> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const { json } = await api.make("POST", `/timetable/${timetable_id}/train_schedules`, [train]);
  return (await simulate(json[0].id))["final_output"].path_item_times;
}
