// Method: a newcomer follows README alone, in an empty folder: its command is run as it stands there (but for the port and the build), its page is opened in a browser, and what its table names is done: a train made, conflicts resolved, a graph printed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../bench/page/browser.ts";
import { PROJECT_ROOT } from "../src/platform/root.ts";
import { frontOfRun } from "./helpers/fronts.ts";
import { scaled } from "./helpers/pace.ts";
import { freePort } from "./helpers/server_process.ts";
import { Planner } from "./web/day/planner.ts";
import { openConflicts, summaryOf } from "./web/steps.ts";
import { describeVisit, startVisit, type Visit } from "./web/visit.ts";

const DEADLINE_MS = scaled(240_000);
const SEARCHED = { timeout: scaled(60_000) };
const README = readFileSync(join(PROJECT_ROOT, "README.md"), "utf8");
/** The first command of README, and the address that it tells to open. */
const [, COMMAND = ""] = /```sh\nnpm ci && (.*)\n```/.exec(README) ?? [];
const [, ADDRESS = ""] = /open <(http:[^>]+)>/.exec(README) ?? [];

const browser: Browser | null = await launchBrowser();
let folder: string;
let visit: Visit | null = null;
let demo: ChildProcess | null = null;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-newcomer-"));
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
  demo?.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** Starts what README says; returns the page's address when the command tells it. */
async function follow(port: number): Promise<string> {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const [, name = ""] = /^npm run (\w+)$/.exec(COMMAND) ?? [];
  const [, file = ""] = /&& node (\S+)$/.exec(scripts[name] ?? "") ?? [];
  const child = spawn(process.execPath, [join(PROJECT_ROOT, file)], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      ...frontOfRun(),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  demo = child;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  while (!output.includes("until Ctrl-C")) {
    if (child.exitCode !== null) throw new Error(`${COMMAND} ended:\n${output}`);
    await wait(50);
  }
  return /^the planner's page: (\S+)$/m.exec(output)?.[1] ?? "";
}

describe.skipIf(browser === null)("a newcomer", () => {
  it(
    "comes by README from an empty folder to a train, a timetable without conflicts and a printed graph",
    async () => {
      if (browser === null) throw new Error("no browser");
      const port = await freePort();
      const told = await follow(port);
      const base = ADDRESS.replace(/:\d+$/, `:${port}/`);
      expect(told.startsWith(base)).toBe(true);
      visit = await startVisit(browser, base);
      await visit.open("");
      const { page } = visit;
      try {
        // Its timetable is the only one there.
        await page.getByRole("link", { name: "Demo line" }).click();
        const planner = new Planner(page, { rolling_stocks: [], ends: ["Auberive", "Hauteroche"] });
        await summaryOf(page, /^Trains \([1-9]/).waitFor(SEARCHED);
        const before = await planner.countTrains();
        await planner.makeTrainsByForm(1);
        // The list follows the server's events.
        await expect.poll(async () => await planner.countTrains(), SEARCHED).toBe(before + 1);
        await summaryOf(page, /^Conflicts \([1-9]/).waitFor(SEARCHED);
        await openConflicts(page);
        await page.getByRole("button", { name: /^Resolve all …/ }).click();
        await page.getByRole("button", { name: "Find a proposal" }).press("Enter");
        await page.getByRole("button", { name: "Find another one" }).waitFor(SEARCHED);
        await page.getByRole("button", { name: "Store", exact: true }).click();
        await summaryOf(page, /^Conflicts \(0\)/).waitFor(SEARCHED);
        expect(await planner.print()).toBeGreaterThan(0);
      } catch (error) {
        console.error(await describeVisit(visit));
        throw error;
      }
      expect([visit.errors, visit.refusals]).toEqual([[], []]);
      demo?.kill("SIGTERM");
      expect((await once(demo!, "exit"))[0]).toBe(0);
    },
    DEADLINE_MS,
  );
});
