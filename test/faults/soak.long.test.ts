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
import { MemoryWatch, readAll } from "./soak.ts";

const SOAK_S = Number(process.env["SOAK_S"] ?? 900);
const SAMPLE_MS = 1000;
const DATABASE = "soak";

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
  const memory = new MemoryWatch(servers);
  const wrong: string[] = [];
  try {
    const running = clients.run();
    const end_ms = performance.now() + SOAK_S * 1000;
    while (performance.now() < end_ms) {
      for (const server of servers) wrong.push(...(await readAll(server)));
      memory.sample();
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
  console.log(JSON.stringify({ ...told, memory: memory.growths }));
  expect(wrong.slice(0, 10)).toEqual([]);
  expect(told.done).toBeGreaterThan(SOAK_S);
  expect(memory.findGrowing()).toEqual([]);
});
