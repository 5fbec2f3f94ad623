/** The model compared with an independent engine, policies of Cedar, on 10,000 random worlds. */
import { beforeAll, expect, it } from "vitest";
import { compareWithCedar, prepareCedar } from "./cedar.ts";

const FIRST_SEED = Number(process.env["CEDAR_SEED"] ?? 1000);

beforeAll(prepareCedar);

it("allows in 10,000 random worlds what policies of Cedar allow", () => {
  let compared = 0;
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 10_000; seed++) {
    compared += compareWithCedar(seed, seed % 10 === 0 ? "all levels" : "edges");
  }
  console.log(`${compared} decisions compared`);
  expect(compared).toBeGreaterThan(200_000);
});
