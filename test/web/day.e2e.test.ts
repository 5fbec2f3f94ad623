// Method: a planner's day in a real browser, from an empty server to a printed graph and an export that comes back equal.
// Nothing but the page is used, and what the hand does is counted.
import { describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { scaled } from "../helpers/pace.ts";
import { openEmptyPlace } from "./day/empty_place.ts";
import { Planner } from "./day/planner.ts";
import { describeVisit } from "./visit.ts";

/** More is slower than on paper. */
const TRAIN_ACTS_MAX = 6;

const { has_browser, place } = await openEmptyPlace();

describe.skipIf(!has_browser)("a planner's day", () => {
  it("goes from an empty server to a printed graph and an export that comes back equal", async () => {
    const { visit } = place();
    await visit.open("#/");
    const { railjson, rolling_stocks, main_line } = generateNetwork();
    const ends = [main_line[0]?.name ?? "", main_line.at(-1)?.name ?? ""] as const;
    const planner = new Planner(visit.page, { railjson, rolling_stocks, ends });
    try {
      await planner.importNetwork();
      await planner.makeTimetable("Spring");
      await planner.makeServices();
      await planner.makeTrainsByForm(8);
      await planner.makeTrainsByDrawing(6);
      await planner.makeTrainsByCopying(6);
      // The list follows the server's events.
      await expect
        .poll(async () => await planner.countTrains(), { timeout: scaled(30_000) })
        .toBe(2 * 14 + 20);
      expect(planner.train_acts.length).toBe(20);
      expect(Math.max(...planner.train_acts)).toBeLessThanOrEqual(TRAIN_ACTS_MAX);
      await planner.makeWork();
      await planner.makeLate();
      await planner.resolveConflicts();
      const pages = await planner.print();
      expect(pages).toBeGreaterThan(0);
      const written = await planner.writeTimetable();
      await planner.readTimetable(written, "Summer");
      expect(JSON.parse(await planner.writeTimetable())).toEqual(JSON.parse(written));
    } catch (error) {
      console.error(await describeVisit(visit));
      throw error;
    }
    expect([visit.errors, visit.refusals]).toEqual([[], []]);
    console.info(planner.describeActs());
  });
});
