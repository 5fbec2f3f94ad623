// Method: the commands of README and of the pages for operators and clients, taken out as they stand, run in a shell against real servers of fresh
// databases; only the port is another one, and `npm run` is what package.json says without the build.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { drawExtract } from "../bench/sample/town_line.ts";
import { frontOfRun } from "./helpers/fronts.ts";
import { scaled } from "./helpers/pace.ts";
import { freePort } from "./helpers/server_process.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGES = [
  "README.md",
  "docs/first_calls.md",
  "docs/operating.md",
  "docs/exchange.md",
  "docs/operations.md",
]
  .map((page) => readFileSync(join(ROOT, page), "utf8"))
  .join("\n");
const SHOWN_URL = "http://127.0.0.1:8090";
const DEADLINE_MS = scaled(120_000);

let folder: string;
let port: number;
const started: ChildProcess[] = [];

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "marey-readme-"));
  writeFileSync(join(folder, ".curlrc"), 'silent\nwrite-out = "%{stderr}HTTP %{http_code}\\n"\n');
});
beforeEach(async () => {
  port = await freePort();
});
afterAll(() => {
  for (const child of started) child.kill("SIGKILL");
  rmSync(folder, { recursive: true, force: true });
});

/** The commands of each shell block of a section; a line that ends in `\` goes on in the next. */
function commandsOf(title: string): string[][] {
  const section = PAGES.split(/^## /m).find((text) => text.startsWith(`${title}\n`)) ?? "";
  return [...section.matchAll(/^```sh\n([^`]*)```$/gm)].map(([, block = ""]) =>
    block.trim().split(/(?<!\\)\n/),
  );
}

/** `npm start`, `npm run demo`: what they run here, where the build is there already. */
function withoutNpm(command: string): string {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Readonly<Record<string, string>>;
  };
  return command.replace(/npm (?:run (\w+)(?: --)?|start)/, (_all, name: string | undefined) => {
    const script = scripts[name ?? "start"] ?? "";
    return script.replace(/^npm run -s build && node dist/, `exec node ${join(ROOT, "dist")}`);
  });
}

interface Shell {
  readonly child: ChildProcess;
  readonly output: () => string;
  readonly exit: Promise<number | null>;
}

function shell(script: string, data_dir: string): Shell {
  const child = spawn("bash", ["-c", script], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      CURL_HOME: folder,
      PORT: String(port),
      DATA_DIR: join(folder, data_dir),
      ...frontOfRun(),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout?.on("data", collect);
  child.stderr?.on("data", collect);
  const exit = once(child, "exit").then(([code]) => code as number | null);
  return { child, output: () => output, exit };
}

async function waitFor({ output, child }: Shell, text: RegExp): Promise<void> {
  while (!text.test(output())) {
    if (child.exitCode !== null) throw new Error(`ended before ${text}:\n${output()}`);
    await wait(50);
  }
}

/** Runs commands in one shell. Returns what each printed, the HTTP status of each answer included. */
async function runAll(commands: readonly string[]): Promise<string[]> {
  const mark = "---next command---";
  const script = commands
    .map((command) => `${command.replaceAll(SHOWN_URL, `http://127.0.0.1:${port}`)}`)
    .map((command) => `${command}\necho; echo "${mark}"`);
  const { output, exit } = shell(["exec 2>&1", ...script].join("\n"), "none");
  expect(await exit).toBe(0);
  return output().split(`${mark}\n`).slice(0, -1);
}

/** A command answers what its comment says, and is refused only where that is what it says. */
async function walk(commands: readonly string[]): Promise<string[]> {
  const outputs = await runAll(commands);
  expect(outputs).toHaveLength(commands.length);
  for (const [i, command] of commands.entries()) {
    const told = / {2}# (.*)$/.exec(command)?.[1];
    const output = outputs[i] ?? "";
    if (command.startsWith("curl ")) {
      expect(output, command).toMatch(told === '"status":403' ? /HTTP 403\n/ : /HTTP 20\d\n/);
    }
    if (told !== undefined) expect(output, command).toContain(told);
  }
  return outputs;
}

/** The running day of the demo; the id of the opened day is that of a demo without other calls. */
async function walkRunningDay(): Promise<void> {
  const commands = commandsOf("A running day").flat();
  const opens = commands.findIndex((command) => command.includes("/operation' "));
  expect(opens).toBeGreaterThan(0);
  const outputs = await walk(commands.slice(0, opens + 1));
  const [, id = ""] = /\{"id":(\d+)\}/.exec(outputs.at(-1) ?? "") ?? [];
  const place = "/operation/71";
  await walk(
    commands.slice(opens + 1).map((command) => command.replace(place, `/operation/${id}`)),
  );
  await walk(commandsOf("Robustness: try it").flat());
}

/** The line at the demo's end plays its day until two trains have told something, which is then stored. */
async function playDay(demo: Shell): Promise<void> {
  const [line = "", timetable = ""] = /npm run play -- \S+ (\d+) .*$/m.exec(demo.output()) ?? [];
  const played = shell(withoutNpm(line), "none");
  const minute = /^\d{4}-\d\d-\d\dT\d\d:\d\d [1-9]\d* reports, [1-9]\d* trains not at their ends$/m;
  await waitFor(played, new RegExp(`${minute.source}[^]*?${minute.source}`, "m"));
  played.child.kill("SIGINT");
  await played.exit;
  const answer = await fetch(`http://127.0.0.1:${port}/timetable/${timetable}/reports`);
  const { results } = (await answer.json()) as { results: { source: string }[] };
  expect(results.length).toBeGreaterThan(1);
  expect(results.every(({ source }) => source === "play")).toBe(true);
}

describe("the pages", () => {
  it(
    "shows what the demo prints, and every line of it works",
    async () => {
      const demo = shell(withoutNpm("npm run demo"), "demo");
      await waitFor(demo, /until Ctrl-C/);
      const [commands = []] = commandsOf("The calls");
      expect(commands.length).toBeGreaterThan(8);
      const printed = demo.output().match(/^(?:curl|node) .*$/gm) ?? [];
      const here = `http://127.0.0.1:${port}`;
      expect(printed.map((line) => line.replaceAll(here, SHOWN_URL))).toEqual(commands);
      await walk(commands);
      writeFileSync(join(folder, "region.osm.pbf"), drawExtract());
      const imports = commandsOf("Convert a file").flat();
      await walk(imports.filter((command) => command.startsWith("curl ")));
      await walkRunningDay();
      await playDay(demo);
      demo.child.kill("SIGTERM");
      expect(await demo.exit).toBe(0);
    },
    DEADLINE_MS,
  );

  it(
    "takes two users from the first administrator to a shared timetable and a new rolling stock",
    async () => {
      const [[add = "", start = ""] = [], users = [], stocks = []] = commandsOf("First rights");
      expect(users.length).toBeGreaterThan(8);
      const admin = shell(withoutNpm(add), "users");
      expect(await admin.exit, admin.output()).toBe(0);
      expect(admin.output()).toContain("oidc/alice (user 2) is an administrator");
      const server = shell(withoutNpm(start), "users");
      await waitFor(server, /listening on/);
      await walk([...users, ...stocks]);
      server.child.kill("SIGTERM");
      expect(await server.exit).toBe(0);
    },
    DEADLINE_MS,
  );
});
