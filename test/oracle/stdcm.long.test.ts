/**
 * Method: the comparison of stdcm.test.ts over more seeds. `ORACLE_SEED` starts it elsewhere,
 * `ORACLE_COUNT` tells how many; a disagreement names its network, whose last number is the seed.
 */
import { expect, it } from "vitest";
import { judgeSeeds } from "./stdcm_judge.ts";

const FIRST = Number(process.env["ORACLE_SEED"] ?? 1_000);
const COUNT = Number(process.env["ORACLE_COUNT"] ?? 500);
const PART = 100;
/** Every second at which a train may leave. */
const GRID_MS = 1000;

for (let from = FIRST; from < FIRST + COUNT; from += PART) {
  const to = Math.min(from + PART, FIRST + COUNT);
  it(`the search for short term paths and brute force agree on seeds ${from} to ${to - 1}`, () => {
    const { counts, problems } = judgeSeeds(from, to, GRID_MS);
    console.log(JSON.stringify(counts));
    expect(problems).toEqual([]);
    expect(counts["success"] ?? 0).toBeGreaterThan(0);
  });
}
