/**
 * Method: the comparison of signalling.test.ts over thousands of networks. `ORACLE_SEED` starts it
 * elsewhere, `ORACLE_COUNT` sets how many; a disagreement names its network, whose last number is the seed.
 */
import { expect, it } from "vitest";
import { drawLine, judgeNetworks } from "./judge_requirements.ts";
import { drawNetwork } from "./opened.ts";

const FIRST = Number(process.env["ORACLE_SEED"] ?? 1_000);
const COUNT = Number(process.env["ORACLE_COUNT"] ?? 2_000);
const PART = 500;

for (let from = FIRST; from < FIRST + COUNT; from += PART) {
  const to = Math.min(from + PART, FIRST + COUNT);
  it.each([
    { name: "networks", draw: drawNetwork },
    { name: "lines", draw: drawLine },
  ])(`the engine and the oracle agree on $name ${from} to ${to - 1}`, ({ draw }) => {
    const { counts, problems } = judgeNetworks(draw, from, to);
    console.log(JSON.stringify(counts));
    expect(problems.slice(0, 5)).toEqual([]);
    expect(counts["requirements"] ?? 0).toBeGreaterThan(to - from);
  });
}
