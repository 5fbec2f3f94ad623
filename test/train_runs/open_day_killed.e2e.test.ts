// Method: a built server is killed while it opens a day and while it refreshes one; its successor's forecast, trains and reports beside what was planned and reported; many more kills in the long run.
import { expect, it } from "vitest";
import { killOpenDays } from "./open_day_kills.ts";

it("a server that is killed leaves an opened day on one whole plan, and all reports", async () => {
  const figures = await killOpenDays(3, 40, 1);
  expect(figures.unanswered).toBeGreaterThan(0);
});
