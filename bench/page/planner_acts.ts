/**
 * A planner's acts with a browser's own keys and pointer, those that store among them: how long each takes from the
 * input to the next picture, by the Event Timing API of the browser (its durations are multiples of 8 ms, what takes
 * less than 16 ms isn't told).
 */
import type { Locator, Page } from "playwright-core";

const TARGET_MS = 100;
/** What is drawn later than this is no answer to the act. */
const SETTLED_MS = 1000;
const LEAST_TOLD_MS = 16;

/** From the input to the picture; the longest of an act's events counts. */
const LISTEN = `(() => {
  window.slowestEventMs = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) window.slowestEventMs = Math.max(window.slowestEventMs, duration);
  }).observe({ type: "event", durationThreshold: ${LEAST_TOLD_MS} });
})()`;

interface Act {
  readonly name: string;
  readonly act: () => Promise<void>;
  /** What has to be there before the next one. */
  readonly done: () => Promise<void>;
}

/** In their order: each begins where the one before has left the page. A train is chosen. */
function listActs(page: Page): readonly Act[] {
  const graph = page.getByRole("application");
  const conflicts = page.getByRole("list", { name: /^Conflicts/ });
  const button = (name: string | RegExp): Locator =>
    page.getByRole("button", { name, exact: typeof name === "string" }).first();
  const summary = (name: RegExp): Locator =>
    page.locator("summary, [role=tab]", { hasText: name }).first();
  const tried = page.locator(".tried");
  const isTried = async (): Promise<void> =>
    await tried.locator("p[aria-busy=false]", { hasText: /^Conflicts: / }).waitFor();
  const isNotTried = async (): Promise<void> => await tried.waitFor({ state: "detached" });
  const told = async (what: RegExp): Promise<void> =>
    await page.locator(".notice.done", { hasText: what }).first().waitFor();
  const press = (name: string) => async (): Promise<void> => await graph.press(name);
  const click = (target: Locator) => async (): Promise<void> => await target.click();
  return [
    {
      name: "a train by a click on its row",
      act: click(page.locator(".list .item").nth(3)),
      done: async () => await button("Duplicate").waitFor(),
    },
    { name: "a minute later, tried", act: press("Alt+ArrowRight"), done: isTried },
    { name: "stored", act: press("Enter"), done: isNotTried },
    { name: "undone", act: click(button(/^Undo/)), done: async () => await told(/^Undone/) },
    {
      name: "duplicated",
      act: click(button("Duplicate")),
      done: async () => await told(/: stored/),
    },
    {
      name: "deleted, by its menu",
      act: async () => {
        await page.locator(".move .acts .menu > summary").click();
        await button("Delete").click();
      },
      done: async () => await told(/: deleted/),
    },
    {
      name: "the deletion undone",
      act: click(button(/^Undo/)),
      done: async () => await told(/^Undone/),
    },
    {
      name: "form of a new train",
      act: click(button("New train")),
      done: async () => await page.getByRole("combobox", { name: "From", exact: true }).waitFor(),
    },
    {
      name: "a letter of a station",
      act: async () =>
        await page.getByRole("combobox", { name: "From", exact: true }).pressSequentially("a"),
      done: async () => await page.locator(".picks").getByRole("option").first().waitFor(),
    },
    {
      name: "form given up",
      act: click(button("Cancel")),
      done: async () =>
        await page
          .getByRole("combobox", { name: "From", exact: true })
          .waitFor({ state: "detached" }),
    },
    {
      name: "tools for several opened",
      act: click(summary(/^Several trains/)),
      done: async () => await button("All that are shown").waitFor(),
    },
    {
      name: "all chosen",
      act: click(button("All that are shown")),
      done: async () =>
        await page
          .getByText(/trains (and|or) services? (are|is) chosen/)
          .first()
          .waitFor(),
    },
    { name: "none chosen", act: click(button("None")), done: async () => undefined },
    {
      name: "list of conflicts opened",
      act: click(summary(/^Conflicts/)),
      done: async () => await conflicts.waitFor(),
    },
    {
      name: "a conflict chosen",
      act: async () => await conflicts.getByRole("button").nth(2).click(),
      done: async () => undefined,
    },
    { name: "fit", act: click(button("Fit")), done: async () => undefined },
    {
      name: "works and limits opened",
      act: click(summary(/^Works/)),
      done: async () => await button("Draw an area").waitFor(),
    },
    {
      name: "take along opened",
      act: click(summary(/^Export and print/)),
      done: async () => await button("Print to scale …").waitFor(),
    },
  ];
}

/** Prints a row an act; the first round loads what is loaded when it is opened. */
export async function measurePlannerActs(page: Page, what: string): Promise<void> {
  await page.evaluate(LISTEN);
  for (const { name, act, done } of listActs(page)) {
    await page.evaluate("window.slowestEventMs = 0");
    await act();
    await done();
    await page.waitForTimeout(SETTLED_MS);
    const slowest_ms = await page.evaluate<number>("window.slowestEventMs");
    const shown = slowest_ms === 0 ? `below ${LEAST_TOLD_MS}` : slowest_ms.toFixed(0);
    console.log(
      `${`${what}, ${name}`.padEnd(52)} next picture after ${shown} ms (target ${TARGET_MS})`,
    );
  }
}
