/** A short form of the comparison with policies of Cedar; the full one is in cedar.long.test.ts. */
import { beforeAll, expect, it } from "vitest";
import { compareWithCedar, prepareCedar } from "./cedar.ts";

beforeAll(prepareCedar);

it("allows in 100 random worlds what policies of Cedar allow", () => {
  let compared = 0;
  for (let seed = 1; seed <= 100; seed++) compared += compareWithCedar(seed, "all levels");
  expect(compared).toBeGreaterThan(5000);
});
