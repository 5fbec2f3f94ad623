/** A browser that stands before an empty server, for the tests of one file. */
import { afterAll, beforeAll } from "vitest";
import { launchBrowser } from "../../../bench/page/browser.ts";
import { type EmptyWorld, startEmptyWorld } from "../planner_world.ts";
import { type Screen, startVisit, type Visit } from "../visit.ts";

interface EmptyPlace {
  readonly server: EmptyWorld;
  readonly visit: Visit;
}

/** `place` is for the tests: before them nothing runs. Without a browser they are to be skipped. */
export async function openEmptyPlace(
  screen?: Screen,
): Promise<{ readonly has_browser: boolean; readonly place: () => EmptyPlace }> {
  const browser = await launchBrowser();
  let server: EmptyWorld | null = null;
  let visit: Visit | null = null;
  beforeAll(async () => {
    if (browser === null) return;
    server = await startEmptyWorld();
    visit = await startVisit(browser, server.gateway.pageOf("planner"), screen);
  });
  afterAll(async () => {
    await visit?.close();
    await browser?.close();
    await server?.close();
  });
  return {
    has_browser: browser !== null,
    place: () => {
      if (visit === null || server === null) throw new Error("nothing runs");
      return { server, visit };
    },
  };
}
