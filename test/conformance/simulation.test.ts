/** Every recorded simulation that is there must agree; other counts than these fail. */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRecordedSimulations } from "../../bench/recorded_simulations.ts";
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { departsWithoutBase } from "./departures.ts";
import { gradeSimulation, runSimulation } from "./simulation.ts";

const FOLDERS = [
  {
    folder: "../shared/reference",
    gradeable: 144,
    crashed: 3,
    departing: ["sim_B_fast_mar_toomuch"],
  },
  { folder: "../shared/reference2", gradeable: 26, crashed: 0, departing: [] },
];

describe.each(FOLDERS)(
  "base simulations of $folder",
  ({ folder, gradeable, crashed, departing }) => {
    it(`agree with the reference in all ${gradeable} gradeable cases`, (context) => {
      if (!existsSync(folder)) {
        console.warn(
          `SKIPPED: ${folder} is not there, no simulation is compared with the reference`,
        );
        context.skip();
      }
      const faults: string[] = [];
      const departures: string[] = [];
      let nGradeable = 0;
      let nCrashed = 0;
      let worst_item_ms = 0;
      let worst_energy = 0;
      for (const simulation of readRecordedSimulations(folder, tags)) {
        const own = runSimulation(simulation);
        if (departsWithoutBase(simulation, own)) {
          departures.push(simulation.recorded.name);
          continue;
        }
        const grade = gradeSimulation(simulation, own);
        if (grade.gradeable) nGradeable++;
        else nCrashed++;
        worst_item_ms = Math.max(worst_item_ms, grade.item_time_ms);
        worst_energy = Math.max(worst_energy, grade.energy_relative);
        for (const fault of grade.faults) faults.push(`${simulation.recorded.name}: ${fault}`);
      }
      expect(faults).toEqual([]);
      expect(departures).toEqual(departing);
      expect({ nGradeable, nCrashed }).toEqual({ nGradeable: gradeable, nCrashed: crashed });
      // Far inside the tolerance: the algorithm is the same, only rounding may differ.
      expect(worst_item_ms).toBeLessThanOrEqual(1);
      expect(worst_energy).toBeLessThan(1e-9);
    });
  },
);
