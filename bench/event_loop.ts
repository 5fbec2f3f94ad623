/**
 * `[rows told]`: how long the main thread of a built server computes at a stretch, without a look at its event
 * loop, for every hostile body at every endpoint, from nobody, a reader and an administrator, for the largest
 * files and documents, and for reading the largest records that may be stored. The rule is 50 ms. The least of
 * some tries counts: what a body costs is in all of them, what the machine adds is not. The exit code is 1 when
 * something is over the bound, which is higher on a slower machine.
 */
import { ENDPOINTS } from "../src/server/endpoints.ts";
import { type ProbedServer, startProbedServer } from "../test/helpers/probed_server.ts";
import { FULL_DOCUMENTS, FULL_FILES, FULL_IMPORTS } from "../test/platform/http/full_documents.ts";
import { FORMS, SHAPES, type Shape } from "../test/platform/http/hostile_bodies.ts";
import {
  CALLERS,
  ENFORCED,
  endpointOf,
  fillEnforced,
  fillServer,
  type Named,
  sendShape,
} from "../test/platform/http/sent_shapes.ts";
import { makeStoredHostile } from "../test/platform/http/stored_hostile.ts";

const [ROWS_TOLD = 40] = process.argv.slice(2).map(Number);
const STRETCH_MAX_MS = 50;
const TRIES = 3;
/** What `calibrate` takes on the machine that the bound was set on, with nothing else on it. */
const CALIBRATION_MS = 10;
const CALIBRATION_RUNS = 15;

type Caller = keyof typeof CALLERS;

interface Row {
  readonly caller: Caller | "anybody";
  readonly path: string;
  readonly what: string;
  readonly status: number;
  readonly ms: number;
  readonly bound_ms: number;
}

/** The bound on this machine as it is now. */
function calibrate(): number {
  const text = JSON.stringify(
    Array.from({ length: 30_000 }, (_, i) => ({ id: `w${i}`, offset: i })),
  );
  const runs = Array.from({ length: CALIBRATION_RUNS }, () => {
    const before = process.cpuUsage();
    JSON.stringify(JSON.parse(text));
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  const median_ms = runs.sort((a, b) => a - b)[Math.floor(CALIBRATION_RUNS / 2)] ?? 0;
  return STRETCH_MAX_MS * Math.max(1, median_ms / CALIBRATION_MS);
}

/** The shortest of the longest stretches that something costs, and its last status. */
async function measure(
  server: ProbedServer,
  work: (round: number) => Promise<number>,
): Promise<Pick<Row, "bound_ms" | "ms" | "status">> {
  const bound_ms = calibrate();
  let ms = Number.POSITIVE_INFINITY;
  let status = 0;
  for (let round = 0; round < TRIES && ms > bound_ms; round++) {
    await server.takeLongestStretch();
    status = await work(round);
    ms = Math.min(ms, await server.takeLongestStretch());
  }
  return { status, ms, bound_ms };
}

async function measureBodies(server: ProbedServer, named: Named): Promise<Row[]> {
  const rows: Row[] = [];
  const add = async (caller: Caller, title: string, shapes: readonly Shape[]): Promise<void> => {
    const endpoint = endpointOf(title);
    for (const shape of shapes) {
      const sender = server.as(CALLERS[caller]);
      const told = await measure(server, async (round) =>
        sendShape(sender, endpoint, named, shape, round),
      );
      rows.push({ caller, path: title, what: shape[0], ...told });
    }
  };
  for (const caller of Object.keys(CALLERS) as Caller[]) {
    for (const { method, path, body } of ENDPOINTS) {
      if (body.kind === "none") continue;
      const title = `${method.toUpperCase()} ${path}`;
      await add(caller, title, [...SHAPES, ...(FORMS[title] ?? [])]);
    }
  }
  await add("administrator", "POST /timetable/:timetable_id/import", FULL_IMPORTS);
  await add("administrator", "POST /infra/railjson", FULL_DOCUMENTS);
  return rows;
}

async function measureFiles(server: ProbedServer, named: Named): Promise<Row[]> {
  const rows: Row[] = [];
  const type = { "content-type": "application/octet-stream" };
  for (const [what, path, make] of FULL_FILES) {
    const url = path.replace(":timetable_id", named["timetable_id"] ?? "1");
    const bytes = make();
    const told = await measure(
      server,
      async () => (await server.as(CALLERS.administrator).send("POST", url, bytes, type)).status,
    );
    rows.push({ caller: "administrator", path: url, what, ...told });
  }
  return rows;
}

async function measureReads(): Promise<Row[]> {
  const server = await startProbedServer();
  const rows: Row[] = [];
  for (const path of await makeStoredHostile(server, await fillServer(server))) {
    const told = await measure(server, async () => (await server.read(path)).status);
    rows.push({ caller: "anybody", path, what: "read", ...told });
  }
  await server.stop();
  return rows;
}

const server = await startProbedServer(ENFORCED);
const named = await fillEnforced(server);
const rows = [...(await measureBodies(server, named)), ...(await measureFiles(server, named))];
await server.stop();
rows.push(...(await measureReads()));
rows.sort((a, b) => b.ms - a.ms);
const over = rows.filter(({ ms, bound_ms }) => ms > bound_ms);
console.table(
  rows
    .slice(0, Math.max(ROWS_TOLD, over.length))
    .map(({ bound_ms, ms, ...row }) => ({ ...row, ms: Math.round(ms), of: Math.round(bound_ms) })),
);
console.log(`${rows.length} measured, ${over.length} over the bound`);
if (over.length > 0) process.exitCode = 1;
