/**
 * Method: every recorded base simulation must come out of `simulate_trains` with the very same points
 * and milliseconds. The conformance tests allow more; here nothing is lost to the last bit.
 */
import { describe, expect, it } from "vitest";
import { findReference, hasReference } from "../../bench/recorded/cases.ts";
import { readRecordedSimulations } from "../../bench/recorded_simulations.ts";
import tags from "../../src/network/speed_limit_tag/speed_limit_tags.json" with { type: "json" };
import { type RecordedAnswer, runSimulation } from "../conformance/simulation.ts";

describe("recorded base simulations", () => {
  for (const name of ["reference", "reference2"]) {
    const folder = findReference(name);
    it.skipIf(!hasReference(folder))(`of ${name} come out to the point and the millisecond`, () => {
      const cases = readRecordedSimulations(folder, tags).filter(
        ({ recorded }) => recorded.http_status === 200,
      );
      let nCompared = 0;
      for (const one of cases) {
        // The folder's README fixes the form of its answers.
        const { base } = one.recorded.response as RecordedAnswer;
        if (base === undefined) continue;
        nCompared++;
        const own = runSimulation(one).base;
        const { name: label } = one.recorded;
        expect(own?.positions, label).toEqual(base.positions);
        expect(own?.times, label).toEqual(base.times);
        expect(own?.path_item_times, label).toEqual(base.path_item_times);
      }
      expect(nCompared).toBeGreaterThan(20);
    });
    if (!hasReference(folder)) console.warn(`SKIPPED: ${name} is not in ../shared`);
  }
});
