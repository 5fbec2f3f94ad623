/** Every recorded simulation that is there must agree in its provisional and final runs; other counts than these fail. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRecordedSimulations } from "../../bench/recorded_simulations.ts";
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { findDeparture } from "./departures.ts";
import { gradeSchedule } from "./schedule.ts";
import { runSimulation } from "./simulation.ts";

const FOLDERS = [
  {
    folder: "../shared/reference",
    gradeable: 143,
    crashed: 3,
    departures: [
      "sim_B_fast_mar_toomuch: there is always a run",
      "sim_arr_passing_sta: a time that can be kept is kept",
    ],
  },
  { folder: "../shared/reference2", gradeable: 26, crashed: 0, departures: [] },
];

describe.each(FOLDERS)(
  "provisional and final simulations of $folder",
  ({ folder, ...expected }) => {
    it(`agree with the reference in all ${expected.gradeable} gradeable cases`, (context) => {
      if (!existsSync(folder)) {
        console.warn(`SKIPPED: ${folder} is not there, no schedule is compared with the reference`);
        context.skip();
      }
      const faults: string[] = [];
      const departures: string[] = [];
      const worst: Record<string, number> = {};
      let gradeable = 0;
      let crashed = 0;
      for (const simulation of readRecordedSimulations(folder, tags)) {
        const own = runSimulation(simulation);
        const departure = findDeparture(simulation, own);
        if (departure !== null) {
          departures.push(`${simulation.recorded.name}: ${departure}`);
          continue;
        }
        const { problems, deviations } = gradeSchedule(simulation, own);
        if (simulation.recorded.http_status === 500) crashed++;
        else gradeable++;
        for (const problem of problems) faults.push(`${simulation.recorded.name}: ${problem}`);
        for (const [name, value] of Object.entries(deviations)) {
          worst[name] = Math.max(worst[name] ?? 0, value);
        }
      }
      expect(faults).toEqual([]);
      expect({ gradeable, crashed, departures }).toEqual(expected);
      // Far inside the tolerance: every search ends with the same iterate.
      expect(worst["item_time_ms"]).toBeLessThanOrEqual(1);
      expect(worst["energy_relative"]).toBeLessThan(1e-9);
    });
  },
);
