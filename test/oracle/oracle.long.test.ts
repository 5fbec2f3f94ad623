/**
 * Method: the comparison of oracle.test.ts over thousands of seeds. `ORACLE_SEED` starts it elsewhere,
 * `ORACLE_COUNT` sets how many; a disagreement names its network, whose last number is the seed.
 */
import { expect, it } from "vitest";
import { judgeSeed, type Verdict } from "./judge_seed.ts";

const FIRST = Number(process.env["ORACLE_SEED"] ?? 1_000);
const COUNT = Number(process.env["ORACLE_COUNT"] ?? 2_000);
const PART = 250;

for (let from = FIRST; from < FIRST + COUNT; from += PART) {
  const to = Math.min(from + PART, FIRST + COUNT);
  it(`the engine and the oracle agree on seeds ${from} to ${to - 1}`, () => {
    const verdict: Verdict = { counts: {}, problems: [] };
    for (let seed = from; seed < to; seed++) {
      judgeSeed(seed, { paths: 30, properties: 10, runs: 12 }, verdict);
    }
    console.log(JSON.stringify(verdict.counts));
    expect(verdict.problems.slice(0, 5)).toEqual([]);
    const nRuns = verdict.counts["run success"] ?? 0;
    expect(verdict.counts["run other points"] ?? 0).toBeLessThanOrEqual(nRuns / 300);
  });
}
