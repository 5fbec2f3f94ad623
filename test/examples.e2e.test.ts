// Method: the commands of README's table of examples, run as they stand against the sample; what they print and write is compared with what the server answers to other calls.
import { spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../src/platform/root.ts";
import { frontOfRun } from "./helpers/fronts.ts";
import { freePort } from "./helpers/server_process.ts";

const README = readFileSync(join(PROJECT_ROOT, "README.md"), "utf8");
const COMMANDS = [...README.matchAll(/^\| `((?:python3|node) \S*examples\/\S+)` \|/gm)].map(
  ([, command = ""]) => command.split(" "),
);
const has_python = spawnSync("python3", ["--version"]).status === 0;

let folder: string;
let base: string;
let stop: () => void;

/** A command's output. */
function run([program = "", script = ""]: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(program, [join(PROJECT_ROOT, script)], {
    cwd: folder,
    encoding: "utf8",
    env: { ...process.env, MAREY_URL: base, PYTHONDONTWRITEBYTECODE: "1" },
  });
  expect(status, stderr).toBe(0);
  return stdout;
}

const commandOf = (name: string): readonly string[] =>
  COMMANDS.find(([, script = ""]) => script.includes(name)) ?? [];

async function get<Answer>(path: string): Promise<Answer> {
  return (await (await fetch(base + path)).json()) as Answer;
}

interface Overview {
  readonly timetables: {
    readonly results: readonly {
      readonly timetable_id: number;
      readonly name: string;
      readonly scenario: { readonly infra_id: number } | null;
    }[];
  };
}

async function countConflicts(timetable_id: number): Promise<number> {
  const { timetables } = await get<Overview>("/overview");
  const scenario = timetables.results.find((one) => one.scenario !== null)?.scenario;
  const path = `/timetable/${timetable_id}/conflicts?infra=${scenario?.infra_id}`;
  return (await get<readonly unknown[]>(path)).length;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marey-examples-"));
  const port = await freePort();
  base = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(PROJECT_ROOT, "dist/bench/sample.js")], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: join(folder, "data"),
      ...frontOfRun(),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  stop = () => child.kill("SIGTERM");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  while (!output.includes("until Ctrl-C")) {
    if (child.exitCode !== null) throw new Error(`the sample ended:\n${output}`);
    await wait(50);
  }
});
afterAll(() => {
  stop();
  rmSync(folder, { recursive: true, force: true });
});

describe("the examples", () => {
  it("are five, of which README tells", () => {
    expect(COMMANDS).toHaveLength(5);
  });

  it.skipIf(!has_python)("tell a day as a table", () => {
    const printed = run(commandOf("day_table"));
    const [head, ...rows] = readFileSync(join(folder, "day.csv"), "utf8").trim().split(/\r?\n/);
    expect(head).toContain("kWh");
    const departures = rows.map((row) => row.split(",")[3] ?? "");
    expect(departures).toEqual(departures.toSorted());
    const sum = rows.reduce((all, row) => all + Number(row.split(",")[7]), 0);
    const told = /: (\d+) trains, ([\d,]+) kWh/.exec(printed) ?? [];
    expect(Number(told[1])).toBe(rows.length);
    expect(Number(told[2]?.replaceAll(",", ""))).toBe(Math.round(sum));
  });

  it.skipIf(!has_python)("draw a train graph", async () => {
    const printed = run(commandOf("train_graph"));
    const svg = readFileSync(join(folder, "graph.svg"), "utf8");
    for (const station of ["Seehaven", "Midbridge", "Oldtown"]) expect(svg).toContain(station);
    const lines = svg.match(/stroke="#05c"/g) ?? [];
    const [, count] = /: (\d+) trains/.exec(printed) ?? [];
    expect(lines.length).toBeGreaterThanOrEqual(Number(count));
    expect(svg).not.toContain("NaN");
  });

  it.skipIf(!has_python)("compare two timetables", () => {
    const rows = run(commandOf("compare")).split("\n");
    const row = rows.find((line) => line.startsWith("S1 east")) ?? "";
    const [minutes = 0, then = 0, more = 0, kwh = 0, kwh_then = 0] = row
      .slice("S1 east".length)
      .trim()
      .split(/\s+/)
      .map(Number);
    // More time in hand is less energy.
    expect(then).toBeGreaterThan(minutes);
    expect(more).toBeCloseTo(then - minutes, 1);
    expect(kwh_then).toBeLessThan(kwh);
  });

  it("make an hourly service and resolve its conflicts, in a copy", async () => {
    const { timetables } = await get<Overview>("/overview");
    const original = timetables.results.find(({ scenario }) => scenario !== null);
    const before = await countConflicts(original?.timetable_id ?? 0);
    const printed = run(commandOf("hourly_service"));
    const [, stored] = /stored: (\d+) conflicts/.exec(printed) ?? [];
    expect(Number(stored)).toBeGreaterThan(before);
    const now = await get<Overview>("/overview");
    const copy = now.timetables.results.find(({ name }) => name.endsWith("a service more"));
    expect(await countConflicts(copy?.timetable_id ?? 0)).toBe(0);
    expect(await countConflicts(original?.timetable_id ?? 0)).toBe(before);
  });

  it("fit a train in at short notice", () => {
    const printed = run(commandOf("short_term"));
    expect(printed).toMatch(/departs at \d\d:\d\d:\d\d/);
    expect(printed).toMatch(/'0\.0'/);
  });
});

describe.runIf(!has_python)("without python3", () => {
  it("three examples are skipped", () => {
    console.warn("SKIPPED: no python3 on the path, so three examples were not run");
  });
});
