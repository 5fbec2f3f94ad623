/** A visitor's page: what it shows, and what went wrong in it. */
import { setTimeout as wait } from "node:timers/promises";
import axe from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { expect } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { makeRandom } from "../workers/engine/seeded.ts";

/** Told by the browser for each answer that is no success; looked at as `refusals`. */
const REFUSED = "Failed to load resource";

const PATIENCE_MS = 5_000;

/** Answers of the server come after up to so many milliseconds, and out of order. */
const LATE_MS = Number(process.env["LATE_MS"] ?? 0);
/** A browser whose answers pass through a test keeps none of them: it asks for every tile again. */
export const IS_WITHOUT_CACHE = LATE_MS > 0;

/** Of what is looked at again and again until it is so. */
export const PATIENT = { timeout: scaled(PATIENCE_MS) };

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  /** Errors in the console, and thrown ones. */
  readonly errors: string[];
  /** Answers that were no success: `404 GET /path`. */
  readonly refusals: string[];
  /** Opens a view by its hash. */
  open(hash: string): Promise<void>;
  close(): Promise<void>;
}

export interface Screen {
  readonly width?: number;
  readonly height?: number;
  readonly is_dark?: boolean;
  readonly is_touch?: boolean;
  /** Of the browser: `fr-FR`. */
  readonly locale?: string;
  /** `Europe/Paris`. */
  readonly zone?: string;
}

export async function startVisit(
  browser: Browser,
  base: string,
  {
    width = 1280,
    height = 800,
    is_dark = false,
    is_touch = false,
    locale = "en-GB",
    zone = "UTC",
  }: Screen = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width, height },
    hasTouch: is_touch,
    colorScheme: is_dark ? "dark" : "light",
    reducedMotion: "reduce",
    locale,
    timezoneId: zone,
    permissions: ["clipboard-read", "clipboard-write"],
  });
  context.setDefaultTimeout(scaled(PATIENCE_MS));
  if (LATE_MS > 0) await answerOutOfOrder(context);
  const page = await context.newPage();
  const errors: string[] = [];
  const refusals: string[] = [];
  page.on("console", (message) => {
    const text = message.text();
    if (message.type() === "error" && !text.startsWith(REFUSED)) errors.push(text);
  });
  page.on("pageerror", (error) => errors.push(error.stack ?? String(error)));
  page.on("response", (answer) => {
    const { pathname } = new URL(answer.url());
    if (answer.status() >= 400) {
      refusals.push(`${answer.status()} ${answer.request().method()} ${pathname}`);
    }
  });
  return {
    page,
    context,
    errors,
    refusals,
    open: async (hash) => {
      await page.goto(base + hash);
    },
    close: async () => {
      // An answer that is still held back has nobody to go to.
      await page.unrouteAll({ behavior: "ignoreErrors" });
      await context.unrouteAll({ behavior: "ignoreErrors" });
      await context.close();
    },
  };
}

async function answerOutOfOrder(context: BrowserContext): Promise<void> {
  const random = makeRandom(LATE_MS);
  await context.route("**", async (route) => {
    const asked = route.request();
    const { accept = "" } = asked.headers();
    const is_stream = /event-stream|ndjson/.test(accept);
    if (asked.resourceType() !== "fetch" || is_stream) return await route.fallback();
    // The server acts in the order of the questions; only its answers change places.
    const answer = await route.fetch({ maxRedirects: 0 });
    await wait(random() * LATE_MS);
    await route.fulfill({ response: answer });
  });
}

/** What a visitor would tell when something went wrong. */
export async function describeVisit({ page, errors, refusals }: Visit): Promise<string> {
  const shown = await page.locator("body").ariaSnapshot();
  return [page.url(), ...errors, ...refusals, shown].join("\n");
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/** WCAG 2.2 AA as axe sees it; nothing is excepted. */
export async function expectAccessible({ page }: Visit): Promise<void> {
  // Evaluated by the debugger: the page's policy forbids scripts of others.
  await page.evaluate(axe.source);
  const violations = await page.evaluate<readonly Violation[]>(`
    axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] })
      .then(({ violations }) => violations)`);
  const told = violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary}`),
  );
  expect(told).toEqual([]);
}
