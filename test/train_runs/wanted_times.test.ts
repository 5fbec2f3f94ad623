/**
 * Method: drawn trains with wanted times, some kept, some out of reach. What the run does of them is the same wherever
 * it is told: a trial before the train is stored, its run, its summary, tables, exports, and the zones in its conflicts.
 * Only two files make runs with wanted times, the task of stored trains and that of short term ones.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { startNetworkApi } from "../helpers/network_api.ts";
import { opened } from "../helpers/opened.ts";
import { parseCsvRecords } from "../helpers/parse_csv.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { type Json, tryOut, wantTimes } from "./wanted_trains.ts";

const TRAINS = 8;
/** Beside the fastest run: too early, tight, loose, far too late. */
const SHARES = [0.7, 1.1, 1.3, 400];
/** A run equal to the reference's keeps times to 2 s, told in whole ms. */
const KEPT_MS = 2002;

const NETWORK = generateNetwork(TINY_OPTIONS);
const api = opened(() => startNetworkApi(NETWORK));

describe("wanted times", () => {
  it("are kept or told alike in trials, runs, summaries, tables, exports and conflicts", async () => {
    const random = makeRandom(41);
    const query = `infra=${api.infra_id}`;
    let nKept = 0;
    let nTold = 0;
    const trains = NETWORK.train_schedules.slice(0, TRAINS) as Json[];
    for (const [base, share] of trains.flatMap((one) => SHARES.map((s) => [one, s] as const))) {
      const { timetable_id } = (await api.make("POST", "/timetable")).json;
      const timetable = `/timetable/${timetable_id}`;
      const form = await wantTimes(api, timetable_id, { base, share, random });
      if (form === null) continue;
      const tried = await tryOut(api, timetable_id, form);
      const [{ id }] = (await api.make("POST", `${timetable}/train_schedules`, [form])).json;
      const body = { infra_id: api.infra_id, ids: [id] };
      const summaries = await api.make("POST", "/train_schedule/simulation_summary", body);
      expect(summaries.json[id]).toEqual(tried);
      const run = (await api.make("GET", `/train_schedule/${id}/simulation?${query}`)).json;
      const times: number[] = run.final_output.path_item_times;
      expect(tried["path_item_times_final"]).toEqual(times);
      const warnings: Json[] = run.warnings ?? [];
      expect(tried["warnings_count"] ?? 0).toBe(warnings.length);
      for (const { at, arrival } of form["schedule"]) {
        if (arrival === undefined) continue;
        const item = (base["path"] as Json[]).findIndex((place) => place["id"] === at);
        const off_ms = Math.abs(times[item]! - 1000 * Number.parseFloat(arrival.slice(2)));
        const told = warnings.find(
          ({ type, waypoints }) =>
            waypoints[1] === at && (type === "dropped_target" || type === "unachievable_arrival"),
        );
        if (told === undefined) {
          nKept++;
          expect(off_ms).toBeLessThanOrEqual(KEPT_MS);
          continue;
        }
        nTold++;
        const { wanted_s, earliest_s, latest_s } = told;
        expect(earliest_s).toBeLessThanOrEqual(latest_s + 0.001);
        expect(wanted_s <= earliest_s || wanted_s >= latest_s).toBe(true);
      }
      const start_ms = Date.parse(base["start_time"]);
      for (const path of ["times?infra=", "export?format=csv&infra_id="]) {
        const { text } = await api.make("GET", `${timetable}/${path}${api.infra_id}`);
        const rows = parseCsvRecords(text).slice(1);
        const told_ms = rows.map(({ arrival = "" }) => Date.parse(arrival) - start_ms);
        expect(told_ms).toEqual(times.slice(1));
      }
      // A second train at the same times needs all of its zones when it does.
      await api.make("POST", `${timetable}/train_schedules`, [form]);
      const conflicts: Json[] = (await api.make("GET", `${timetable}/conflicts?${query}`)).json;
      const needs = (run.final_output.spacing_requirements as Json[]).map((need) => ({
        zone: need["zone"],
        start_ms: start_ms + need["begin_time"],
        end_ms: start_ms + need["end_time"],
      }));
      const inConflict = conflicts
        .filter(({ conflict_type }) => conflict_type === "Spacing")
        .flatMap(({ requirements }): Json[] => requirements)
        .map(({ zone, start_time, end_time }) => ({
          zone,
          start_ms: Date.parse(start_time),
          end_ms: Date.parse(end_time),
        }));
      expect(inConflict.length).toBeGreaterThan(0);
      for (const need of inConflict) expect(needs).toContainEqual(need);
    }
    expect(nKept).toBeGreaterThan(TRAINS);
    expect(nTold).toBeGreaterThan(TRAINS);
  });

  it("have one rule: nothing but two tasks makes runs that keep them", () => {
    const makers = ["src", "workers"].flatMap((room) =>
      readdirSync(room, { recursive: true, encoding: "utf8" })
        .filter((file) => file.endsWith(".ts"))
        .map((file) => join(room, file))
        .filter((file) => readFileSync(file, "utf8").includes("new ScheduleSimulator(")),
    );
    expect(makers.sort()).toEqual([
      "workers/engine/stdcm/way_runs.ts",
      "workers/tasks/simulation/simulate_trains.ts",
    ]);
  });
});
