// Method: a planner's day in a real browser, from an empty server to a printed graph and an export that comes back equal.
// Nothing but the page is used, and what the hand does is counted.
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generateNetwork } from "../../bench/network.ts";
import { launchBrowser } from "../../bench/page/browser.ts";
import { scaled } from "../helpers/pace.ts";
import { Planner } from "./day/planner.ts";
import { type EmptyWorld, startEmptyWorld } from "./planner_world.ts";
import { describeVisit, startVisit, type Visit } from "./visit.ts";

/** More is slower than on paper. */
const TRAIN_ACTS_MAX = 6;

const browser: Browser | null = await launchBrowser();
let server: EmptyWorld | null = null;
let visit: Visit | null = null;

beforeAll(async () => {
  if (browser === null) return;
  server = await startEmptyWorld();
  visit = await startVisit(browser, server.gateway.pageOf("planner"));
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
  await server?.close();
});

describe.skipIf(browser === null)("a planner's day", () => {
  it("goes from an empty server to a printed graph and an export that comes back equal", async () => {
    if (visit === null) throw new Error("no visit");
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
