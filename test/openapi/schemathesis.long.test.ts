// Method: the built server as a process of its own on an empty database; schemathesis (PyPI) reads its
// document and sends what it makes of it, as an administrator with records and as a stranger without
// rights. Found: answers 5xx, undocumented statuses, answers that break their schema, invalid data that
// is accepted, valid data that is refused. SCHEMATHESIS names the program; else it is installed into a
// temporary folder. SCHEMATHESIS_EXAMPLES (20) and SCHEMATHESIS_SEED (1) change what is drawn.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REQUEST_EXAMPLES } from "../../src/openapi/examples.ts";
import { PROJECT_ROOT } from "../../src/root.ts";

const VERSION = "4.32.5";
const FOLDER = join(import.meta.dirname, "schemathesis");
const ADMINISTRATOR = "fuzz/administrator";
const STRANGER = "fuzz/stranger";

const folder = mkdtempSync(join(tmpdir(), "marey-schemathesis-"));
chmodSync(folder, 0o755);
const program = findProgram();
if (program === null) console.warn("SKIPPED: no python3 with schemathesis, and none to install");

let server: ChildProcess | null = null;
let base_url = "";

/** The program, installed if need be; null without Python or a package index. */
function findProgram(): string | null {
  const given = process.env["SCHEMATHESIS"];
  if (given !== undefined) return given;
  if (spawnSync("schemathesis", ["--version"]).status === 0) return "schemathesis";
  const python = join(folder, "python");
  if (spawnSync("python3", ["-m", "venv", python]).status !== 0) return null;
  const install = ["-m", "pip", "install", "--quiet", `schemathesis==${VERSION}`];
  const made = spawnSync(join(python, "bin/python"), install, { stdio: "inherit" });
  return made.status === 0 ? join(python, "bin/schemathesis") : null;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function send(method: string, path: string, body?: unknown): Promise<unknown> {
  const answer = await fetch(base_url + path, {
    method,
    headers: { "x-remote-user-identity": ADMINISTRATOR, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
  return text === "" ? null : JSON.parse(text);
}

/** Sends the document's examples in the order in which they need each other; answers the ids made. */
async function makeRecords(): Promise<Record<string, number>> {
  const example = (key: string): unknown => REQUEST_EXAMPLES[key];
  const post = async (path: string, key: string, change: object = {}): Promise<number> => {
    const made = await send("POST", path, { ...(example(key) as object), ...change });
    const { id, infra, timetable_id } = made as Record<string, number>;
    return typeof made === "number" ? made : (id ?? infra ?? timetable_id ?? 0);
  };
  const infra_id = await post("/infra/railjson?name=fuzz", "POST /infra/railjson");
  const timetable_id = await post("/timetable", "POST /timetable");
  const trains = example("POST /timetable/:timetable_id/train_schedules");
  const paced = example("POST /timetable/:timetable_id/paced_trains");
  const [train] = (await send("POST", `/timetable/${timetable_id}/train_schedules`, trains)) as {
    id: number;
  }[];
  const [paced_train] = (await send("POST", `/timetable/${timetable_id}/paced_trains`, paced)) as {
    id: number;
  }[];
  const collection = "POST /rolling_stock_collection";
  const rolling_stock_collection_id = await post("/rolling_stock_collection", collection);
  // The role `admin` gives no rights on the default collection.
  const stocks = `/rolling_stock?rolling_stock_collection_id=${rolling_stock_collection_id}`;
  const rolling_stock_id = await post(stocks, "POST /rolling_stock");
  const profiles = "POST /electrical_profile_set";
  const electrical_profile_set_id = await post("/electrical_profile_set?name=fuzz", profiles);
  const group_id = await post("/authn/group", "POST /authn/group");
  await post("/sub_category", "POST /sub_category");
  const project_id = await post("/projects", "POST /projects");
  const studies = `/projects/${project_id}/studies`;
  const study_id = await post(studies, "POST /projects/:project_id/studies");
  const scenario = "POST /projects/:project_id/studies/:study_id/scenarios";
  const scenarios = `${studies}/${study_id}/scenarios`;
  const scenario_id = await post(scenarios, scenario, { infra_id, timetable_id });
  return {
    infra_id,
    infra: infra_id,
    timetable_id,
    train_schedule_id: train?.id ?? 0,
    paced_train_id: paced_train?.id ?? 0,
    rolling_stock_id,
    rolling_stock_collection_id,
    electrical_profile_set_id,
    group_id,
    project_id,
    study_id,
    scenario_id,
  };
}

beforeAll(async () => {
  if (program === null) return;
  const main = join(PROJECT_ROOT, "dist/src/main.js");
  expect(existsSync(main), "npm run build comes first").toBe(true);
  const port = await freePort();
  base_url = `http://127.0.0.1:${port}`;
  server = spawn(process.execPath, [main], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      PORT: String(port),
      DATA_DIR: join(folder, "postgres"),
      BOOTSTRAP_ADMINS: ADMINISTRATOR,
      LOG_LEVEL: "error",
    },
    stdio: ["ignore", "inherit", "inherit"],
  });
  for (let i = 0; i < 600; i++) {
    const answer = await fetch(`${base_url}/ready`).catch(() => null);
    if (answer?.ok === true) return;
    await wait(100);
  }
  throw new Error("the server is not ready");
});

afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    server.kill("SIGTERM");
    await once(server, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

/** Runs schemathesis; resolves with its report when it found something, else with the empty text. */
async function fuzz(identity: string, records: Record<string, number>): Promise<string> {
  const { SCHEMATHESIS_EXAMPLES = "20", SCHEMATHESIS_SEED = "1" } = process.env;
  const child = spawn(
    program ?? "",
    [
      `--config-file=${join(FOLDER, "schemathesis.toml")}`,
      "run",
      `${base_url}/openapi.json`,
      `--header=x-remote-user-identity: ${identity}`,
      `--max-examples=${SCHEMATHESIS_EXAMPLES}`,
      `--seed=${SCHEMATHESIS_SEED}`,
      "--continue-on-failure",
      "--no-color",
      "--request-timeout=60",
    ],
    {
      cwd: folder,
      env: {
        ...process.env,
        PYTHONPATH: FOLDER,
        PYTHONDONTWRITEBYTECODE: "1",
        SCHEMATHESIS_HOOKS: "hooks",
        MAREY_RECORDS: JSON.stringify(records),
      },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  let output = "";
  const collect = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  child.stdout.on("data", collect);
  child.stderr.on("data", collect);
  const [status] = (await once(child, "exit")) as [number | null];
  // Bodies of a megabyte are shown whole.
  const lines = output.split("\n").map((line) => line.slice(0, 400));
  console.log(lines.slice(-25).join("\n"));
  return status === 0 ? "" : lines.join("\n").slice(0, 60_000);
}

describe.skipIf(program === null)("schemathesis finds nothing", () => {
  it("as an administrator who has records of every kind", async () => {
    expect(await fuzz(ADMINISTRATOR, await makeRecords())).toBe("");
  });

  it("as a stranger, whom nobody has given anything", async () => {
    expect(await fuzz(STRANGER, {})).toBe("");
  });
});
