// Method: a newcomer follows README alone, in an empty folder: its command is run as it stands there (but for the port and the build), its page is opened in a browser, and what its table names is done: a train made, conflicts resolved, a graph printed.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../bench/page/browser.ts";
import { drawExtract } from "../bench/sample/town_line.ts";
import { PROJECT_ROOT } from "../src/platform/root.ts";
import { frontOfRun } from "./helpers/fronts.ts";
import { scaled } from "./helpers/pace.ts";
import { freePort } from "./helpers/server_process.ts";
import { TOWN_FEED } from "./helpers/town_feed.ts";
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
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-newcomer-"));
});
afterAll(async () => {
  await visit?.close();
  await browser?.close();
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

interface Started {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** What an `npm run` of README starts, without the build, in the empty folder. */
function start(name: string, args: readonly string[], port: number): Started {
  const { scripts } = JSON.parse(readFileSync(join(PROJECT_ROOT, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  const [, file = ""] = /(dist\/[\w/]+\.js)\W*$/.exec(scripts[name] ?? "") ?? [];
  const child = spawn(process.execPath, [join(PROJECT_ROOT, file), ...args], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      ...frontOfRun(),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  return { child, output: () => output };
}

describe.skipIf(browser === null)("a newcomer", () => {
  it(
    "comes by README from an empty folder to a train, a timetable without conflicts and a printed graph",
    async () => {
      if (browser === null) throw new Error("no browser");
      const port = await freePort();
      const [, name = ""] = /^npm run (\w+)$/.exec(COMMAND) ?? [];
      const { child, output } = start(name, [], port);
      while (!output().includes("until Ctrl-C")) {
        if (child.exitCode !== null) throw new Error(`${COMMAND} ended:\n${output()}`);
        await wait(50);
      }
      const base = ADDRESS.replace(/:\d+$/, `:${port}/`);
      expect(output()).toContain(`the planner's page: ${base}`);
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
      child.kill("SIGTERM");
      expect((await once(child, "exit"))[0]).toBe(0);
    },
    DEADLINE_MS,
  );
});

describe("the sample", () => {
  /** README's arguments; `--exit` ends it. */
  const [, words = ""] = /```sh\nnpm run sample -- (.*)\n```/.exec(README) ?? [];

  it.each([
    ["is the town line without files", [], "Town line: 38 track sections, 7 stations, 4 trains"],
    ["is a region with files", words.split(" "), "region: 38 track sections, 7 stations"],
  ] as const)(
    "%s",
    async (_title, args, told) => {
      writeFileSync(join(folder, "region.osm.pbf"), drawExtract());
      writeFileSync(join(folder, "feed.zip"), TOWN_FEED);
      const { child, output } = start("sample", [...args, "--exit"], await freePort());
      expect((await once(child, "exit"))[0], output()).toBe(0);
      expect(output()).toContain(told);
      expect(output()).toMatch(/^the planner's page: http:\S+\/#\/timetable\/\d+\/graph/m);
    },
    DEADLINE_MS,
  );
});
