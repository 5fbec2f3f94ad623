// Method: for each of three callers a built server on an empty database; schemathesis (PyPI) reads its
// document and sends what it makes of it, in all its phases and to every operation. The administrator
// owns a record of every kind, the planner has the roles but none of these records, the stranger has
// nothing. Found: answers 5xx, undocumented statuses, answers that break their schema, invalid data that
// is accepted, valid data that is refused. SCHEMATHESIS names the program; else it is installed into a
// temporary folder. SCHEMATHESIS_EXAMPLES (200) and SCHEMATHESIS_SEED (1) change what is drawn.
// The callers run at once; drawing is what takes time, on one thread of Python each.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, describe, it } from "vitest";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { scaled } from "../../helpers/pace.ts";
import { findPython } from "../../helpers/python.ts";
import { ADMINISTRATOR, type FuzzServer, PLANNER, startFuzzServer } from "./schemathesis/server.ts";
import { makeWorld, type World } from "./schemathesis/world.ts";

const VERSION = "4.32.5";
const FOLDER = join(import.meta.dirname, "schemathesis");
const EXAMPLES = Number(process.env["SCHEMATHESIS_EXAMPLES"] ?? 200);
const SEED = Number(process.env["SCHEMATHESIS_SEED"] ?? 1);
const PHASES = ["Examples", "Coverage", "Fuzzing", "Stateful"];
const TIME_MAX_MS = scaled(40 * 60_000) * Math.max(1, EXAMPLES / 200);
/** Bodies of a megabyte are shown whole. */
const LINE_LENGTH_MAX = 2000;
const REPORT_LENGTH_MAX = 60_000;

const folder = mkdtempSync(join(tmpdir(), "marey-schemathesis-"));
chmodSync(folder, 0o755);
const program = findProgram();
if (program === null) console.warn("SKIPPED: no python3 with schemathesis, and none to install");

const servers: FuzzServer[] = [];
const fuzzers: ChildProcess[] = [];

/** The program, installed if need be; null without Python or a package index. */
function findProgram(): string | null {
  const given = process.env["SCHEMATHESIS"];
  if (given !== undefined) return given;
  if (spawnSync("schemathesis", ["--version"]).status === 0) return "schemathesis";
  const python = findPython(folder, [`schemathesis==${VERSION}`]);
  return python === null ? null : join(dirname(python), "schemathesis");
}

afterAll(async () => {
  for (const fuzzer of fuzzers) fuzzer.kill("SIGKILL");
  await Promise.all(servers.map(async (server) => await server.stop()));
  rmSync(folder, { recursive: true, force: true });
});

interface Caller {
  readonly name: string;
  readonly seed: number;
  /** Roles that the administrator assigns. */
  readonly roles: readonly string[];
}

/** Runs every phase as one caller; throws when anything was found or left out. */
async function fuzz({ name, seed, roles }: Caller): Promise<void> {
  const server = await startFuzzServer(join(folder, name));
  servers.push(server);
  const identity = `fuzz/${name}`;
  const worlds = await makeWorlds(server);
  const me = (await server.send(identity, "GET", "/authn/me")) as { id: number };
  if (roles.length > 0) {
    await server.send(ADMINISTRATOR, "POST", `/authn/user/${me.id}/roles/add`, roles);
  }
  const started_ms = performance.now();
  const { status, report } = await runProgram(
    name,
    [
      `--config-file=${join(FOLDER, "schemathesis.toml")}`,
      "run",
      `${server.base_url}/openapi.json`,
      `--header=x-remote-user-identity: ${identity}`,
      `--max-examples=${EXAMPLES}`,
      `--seed=${seed}`,
    ],
    worlds,
  );
  const elapsed_s = Math.round((performance.now() - started_ms) / 1000);
  console.log(`${name}: ${elapsed_s} s\n${summaryOf(report)}`);
  if (status !== 0) throw new Error(failureOf(name, report));
  const left_out = findLeftOut(report);
  if (left_out.length > 0) throw new Error(`left out: ${left_out.join(", ")}\n${report}`);
}

/** Records for what reads, for what changes and for what deletes (hooks.py). */
async function makeWorlds(server: FuzzServer): Promise<Record<string, World>> {
  const worlds: Record<string, World> = {};
  for (const name of ["READ", "CHANGE", "DELETE"]) {
    const user = (await server.send(`fuzz/${name}`, "GET", "/authn/me")) as { id: number };
    worlds[name] = await makeWorld(
      async (method, path, body) => await server.send(ADMINISTRATOR, method, path, body),
      name,
      user.id,
    );
  }
  return worlds;
}

interface Run {
  readonly status: number | null;
  readonly report: string;
}

/** Starts the program in the caller's folder, shows its progress, resolves when it has ended. */
async function runProgram(
  name: string,
  args: readonly string[],
  worlds: Readonly<Record<string, World>>,
): Promise<Run> {
  const child = spawn(program ?? "", args, {
    cwd: join(folder, name),
    env: {
      ...process.env,
      PYTHONPATH: FOLDER,
      PYTHONDONTWRITEBYTECODE: "1",
      SCHEMATHESIS_HOOKS: "hooks",
      MAREY_WORLDS: JSON.stringify(worlds),
      MAREY_OPERATION_COUNT: String(ENDPOINTS.length),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  fuzzers.push(child);
  createInterface({ input: child.stderr }).on("line", (line) => console.log(`${name}: ${line}`));
  let report = "";
  child.stdout.on("data", (chunk: Buffer) => {
    report += chunk.toString();
  });
  const [status] = (await once(child, "close")) as [number | null];
  return { status, report };
}

/** The part of the report that counts operations, phases and requests. */
function summaryOf(report: string): string {
  return report.slice(Math.max(0, report.lastIndexOf("API Operations:")));
}

/** What was found, each with its request as a curl line; the whole report is in a file that stays. */
function failureOf(name: string, report: string): string {
  const file = join(tmpdir(), `marey-schemathesis-${name}.txt`);
  writeFileSync(file, report);
  const start = report.search(/^=+ (FAILURES|ERRORS) =+$/m);
  const lines = report.slice(Math.max(0, start)).split("\n");
  const shown = lines.map((line) => line.slice(0, LINE_LENGTH_MAX)).join("\n");
  return `the whole report: ${file}\n${shown.slice(0, REPORT_LENGTH_MAX)}`;
}

/** Operations and phases that the report does not tell of as tested. */
function findLeftOut(report: string): string[] {
  const summary = summaryOf(report);
  const count = ENDPOINTS.length;
  const left_out = [`Selected: ${count}/${count}`, `Tested: ${count}`].filter(
    (line) => !summary.includes(line),
  );
  return [...left_out, ...PHASES.filter((phase) => !summary.includes(`✅ ${phase}`))];
}

describe.skipIf(program === null)("schemathesis finds nothing in any operation", () => {
  const fuzzAs = (caller: Caller) => async (): Promise<void> => await fuzz(caller);

  it.concurrent(
    "as an administrator, who has records of every kind",
    fuzzAs({ name: "administrator", seed: SEED, roles: [] }),
    TIME_MAX_MS,
  );

  it.concurrent(
    "as a planner, who has the roles but none of the records",
    fuzzAs({ name: "planner", seed: SEED + 1, roles: [PLANNER] }),
    TIME_MAX_MS,
  );

  it.concurrent(
    "as a stranger, whom nobody has given anything",
    fuzzAs({ name: "stranger", seed: SEED + 2, roles: [] }),
    TIME_MAX_MS,
  );
});
