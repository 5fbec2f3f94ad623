// Method: the same as in open_day_killed.e2e.test.ts, with 100 kills and more trains.
import { expect, it } from "vitest";
import { killOpenDays } from "./open_day_kills.ts";

it("a hundred kills leave an opened day on one whole plan, and all reports", async () => {
  const figures = await killOpenDays(50, 150, 2);
  for (const count of Object.values(figures)) expect(count).toBeGreaterThan(0);
});
