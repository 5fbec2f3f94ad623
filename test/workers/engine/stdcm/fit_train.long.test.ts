/** The judges of fit_train.test.ts on 2,000 seeds. */
import { expect, it } from "vitest";
import { judgeSeed, type Verdict } from "./judge_seed.ts";

it("fits trains in that meet nobody and keep what was asked for, on 2,000 seeds", () => {
  const verdict: Verdict = { counts: {}, problems: [] };
  for (let seed = 1000; seed < 3000; seed++) judgeSeed(seed, verdict);
  expect(verdict.problems).toEqual([]);
  expect(verdict.counts["success"]).toBeGreaterThan(1200);
});
