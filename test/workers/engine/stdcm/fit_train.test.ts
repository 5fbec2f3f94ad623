/**
 * Property: on generated networks with random timetables every train that is fitted in is in conflict
 * with nobody, also when it is kept and simulated as any other, keeps its times and limits and takes
 * its steps; and no change of the request that gives more freedom makes it worse. Few seeds here, 2,000
 * in fit_train.long.test.ts.
 */
import { expect, it } from "vitest";
import { judgeSeed, type Verdict } from "./judge_seed.ts";

it("fits trains in that meet nobody and keep what was asked for", () => {
  const verdict: Verdict = { counts: {}, problems: [] };
  for (let seed = 0; seed < 100; seed++) judgeSeed(seed, verdict);
  expect(verdict.problems).toEqual([]);
  // Without these the judges would have had nothing to judge.
  expect(verdict.counts["success"]).toBeGreaterThan(60);
  expect(verdict.counts["leaves later"]).toBeGreaterThan(10);
  expect(verdict.counts["loses time"]).toBeGreaterThan(2);
  expect(verdict.counts["on its path"]).toBeGreaterThan(20);
}, 240_000);
