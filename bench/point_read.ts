/**
 * `GET /train_schedule/{id}` of the real server beside the bare handler (bench/bare.ts) on the same
 * database: rounds alternate, so that both see the same machine. The server must be twice as fast at
 * 64 connections and not slower at 1.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../src/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "../src/db/embedded.ts";
import { migrate } from "../src/db/migrate.ts";
import { createDatabase } from "../src/db/open.ts";
import { type LoadResult, runLoad } from "./load.ts";

const DATABASE = "point_read";
const REAL_PORT = 8191;
const BARE_PORT = 8192;
const TRAINS = 10_000;
const CONNECTIONS = [1, 32, 64, 128];
const ROUNDS = Number(process.argv[2] ?? 10);
const ROUND_MS = 500;
/** Some 100,000 requests: compiled code, and the rhythm that a client pool falls into. */
const WARM_UP_MS = 4000;
const DEADLINE_MS = 60_000;
const START_TIMEOUT_MS = 30_000;

/** One timetable with trains whose records have the size of real ones; answers the first id. */
async function seed({
  socket_dir,
  user,
}: EmbeddedServer): Promise<{ db: Database; first_id: number }> {
  const shared = {
    connections: 2,
    streams: 1,
    queue: 100,
    deadline_ms: DEADLINE_MS,
    slow_deadline_ms: DEADLINE_MS,
  };
  const target = { socket_dir, user };
  await createDatabase({ ...shared, target: { ...target, database: "postgres" } }, DATABASE);
  const db = connect({ ...shared, target: { ...target, database: DATABASE } });
  await migrate(db);
  const path = Array.from({ length: 4 }, (_, i) => ({
    id: `w${i}`,
    deleted: false,
    uic: 87000000 + i,
  }));
  const record = JSON.stringify({ train_name: "8601", labels: ["am"], path, comfort: "STANDARD" });
  await db.run("insert into timetable default values");
  await db.run(
    `insert into train_schedule (timetable_id, rolling_stock_name, record)
     select t.id, 'x', $1 from timetable t, generate_series(1, $2::integer)`,
    [record, TRAINS],
  );
  const [row] = await db.run<{ id: number }>("select min(id) as id from train_schedule");
  await db.run("analyze");
  return { db, first_id: row?.id ?? 0 };
}

function start(file: string, args: readonly string[], env: NodeJS.ProcessEnv): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}

async function waitFor(url: string): Promise<void> {
  const end_ms = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if ((await fetch(url)).ok) return;
    } catch {
      // Not listening yet.
    }
    if (performance.now() > end_ms) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Mean rate, and the latencies of the round in the middle. */
function summarise(results: readonly LoadResult[]): LoadResult {
  const sorted = [...results].sort((a, b) => a.per_second - b.per_second);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error("there are no rounds");
  const sum = results.reduce((total, { per_second }) => total + per_second, 0);
  return { ...middle, per_second: sum / results.length };
}

function print(
  connections: number,
  name: string,
  { per_second, p50_ms, p99_ms }: LoadResult,
): void {
  const rate = Math.round(per_second).toLocaleString("en");
  console.log(
    `${String(connections).padStart(4)} connections  ${name}  ${rate.padStart(8)}/s` +
      `  p50 ${p50_ms.toFixed(2)} ms  p99 ${p99_ms.toFixed(2)} ms`,
  );
}

async function compare(first_id: number): Promise<void> {
  const path = (n: number): string => `/train_schedule/${first_id + ((n * 7919) % TRAINS)}`;
  const answer = async (port: number): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${port}${path(5)}`)).text();
  if ((await answer(REAL_PORT)) !== (await answer(BARE_PORT))) throw new Error("answers differ");
  for (const port of [BARE_PORT, REAL_PORT]) {
    await runLoad({ port, connections: 64, duration_ms: WARM_UP_MS, path });
  }
  for (const connections of CONNECTIONS) {
    const results: { bare: LoadResult[]; real: LoadResult[] } = { bare: [], real: [] };
    for (let round = 0; round < ROUNDS; round++) {
      const load = { connections, duration_ms: ROUND_MS, path };
      results.bare.push(await runLoad({ ...load, port: BARE_PORT }));
      results.real.push(await runLoad({ ...load, port: REAL_PORT }));
    }
    const [bare, real] = [summarise(results.bare), summarise(results.real)];
    print(connections, "bare ", bare);
    print(connections, "marey", real);
    console.log(`${" ".repeat(18)}${(real.per_second / bare.per_second).toFixed(2)}x`);
  }
}

const folder = mkdtempSync(join(tmpdir(), "marey-bench-"));
chmodSync(folder, 0o755);
const data_dir = join(folder, "postgres");
const server = await startEmbedded({ data_dir, is_disposable: true, log: console.error });
const children: ChildProcess[] = [];
try {
  // Stays open: the server stops an embedded PostgreSQL that nobody else uses.
  const { db, first_id } = await seed(server);
  const { socket_dir, user } = server;
  children.push(
    start("../src/main.js", [], {
      AUTHORIZATION: "disabled",
      PORT: String(REAL_PORT),
      DATA_DIR: data_dir,
      DATABASE_NAME: DATABASE,
      DATABASE_URL: "",
      LOG_LEVEL: "error",
    }),
    start("bare.js", [String(BARE_PORT), socket_dir, user, DATABASE], {}),
  );
  const some_train = `/train_schedule/${first_id}`;
  await waitFor(`http://127.0.0.1:${REAL_PORT}${some_train}`);
  await waitFor(`http://127.0.0.1:${BARE_PORT}${some_train}`);
  await compare(first_id);
  for (const child of children) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  await db.close();
} finally {
  for (const child of children) child.kill("SIGKILL");
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
}
