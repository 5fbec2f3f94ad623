// Method: two servers on one database under steady load without faults; every answer is compared with the database, and the servers' memory with what it was after a warm-up. SOAK_S sets how long.
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { connect } from "../../src/platform/db/client.ts";
import { startEmbedded } from "../../src/platform/db/embedded.ts";
import { createDatabase } from "../../src/platform/db/open.ts";
import { connectForTest } from "../helpers/test_database.ts";
import { Clients } from "./clients.ts";
import { Ledger } from "./ledger.ts";
import { ServerProcess } from "./server_process.ts";

const SOAK_S = Number(process.env["SOAK_S"] ?? 900);
/** Caches fill, code is compiled, the heap finds its size. */
const WARM_UP = 0.3;
const SAMPLE_MS = 1000;
/** Of the memory after the warm-up: growth of the heap that its next collection takes back. */
const GROWTH_MAX = 1.1;
const GROWTH_MB = 20;
const DATABASE = "soak";

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}

/** What else is asked all the time; each must succeed. */
const READS = [
  "/ready",
  "/metrics",
  "/projects?page_size=100",
  "/timetable?page_size=100",
  "/openapi.json",
  "/infra",
];

async function readAll({ url }: ServerProcess): Promise<string[]> {
  const wrong: string[] = [];
  for (const path of READS) {
    const answer = await fetch(url + path);
    await answer.arrayBuffer();
    if (answer.status !== 200) wrong.push(`${path}: ${answer.status}`);
  }
  return wrong;
}

it("answers everything and keeps its memory for a quarter of an hour", async () => {
  const folder = mkdtempSync(join(tmpdir(), "marey-soak-"));
  chmodSync(folder, 0o755);
  const data_dir = join(folder, "postgres");
  const embedded = await startEmbedded({ data_dir, is_disposable: false, log: () => undefined });
  const { socket_dir, user } = embedded;
  await createDatabase(connectForTest({ socket_dir, user, database: "postgres" }), DATABASE);
  const env = { DATA_DIR: data_dir, DATABASE_NAME: DATABASE, AUTHORIZATION: "disabled" };
  const settings = { ...env, LOG_LEVEL: "warn", WORKER_THREADS: "1" };
  const servers = [await ServerProcess.start(settings), await ServerProcess.start(settings)];
  const db = connect(connectForTest({ socket_dir, user, database: DATABASE }));
  const ledger = new Ledger();
  const urls = servers.map(({ url }) => url);
  const clients = new Clients({ ledger, urls, seed: 1, clients: 4 });
  const samples = servers.map((): number[] => []);
  const wrong: string[] = [];
  try {
    const running = clients.run();
    const end_ms = performance.now() + SOAK_S * 1000;
    while (performance.now() < end_ms) {
      for (const [i, server] of servers.entries()) {
        wrong.push(...(await readAll(server)));
        samples[i]?.push(server.memory_mb());
      }
      await wait(SAMPLE_MS);
    }
    clients.stop();
    await running;
    wrong.push(...(await ledger.audit(db)));
  } finally {
    for (const server of servers) await server.kill();
    await db.close();
    await embedded.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  const told = {
    done: ledger.count("done"),
    none: ledger.count("none"),
    unknown: ledger.count("unknown"),
  };
  const memory = samples.map((values) => {
    const warm = values.slice(Math.floor(values.length * WARM_UP));
    const third = Math.ceil(warm.length / 3);
    return { before_mb: median(warm.slice(0, third)), after_mb: median(warm.slice(-third)) };
  });
  console.log(JSON.stringify({ ...told, memory }));
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(told.done).toBeGreaterThan(SOAK_S);
  for (const { before_mb, after_mb } of memory) {
    expect(after_mb).toBeLessThan(before_mb * GROWTH_MAX + GROWTH_MB);
  }
});
