// Method: an embedded server of the test's own, killed without warning under requests; rows counted.
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "../../../src/platform/db/embedded.ts";
import { migrate } from "../../../src/platform/db/migrate.ts";
import type { Services } from "../../../src/platform/services.ts";
import { scaled } from "../../helpers/pace.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { connectForTest } from "../../helpers/test_database.ts";

let folder: string;
let server: EmbeddedServer;
let target: { readonly socket_dir: string; readonly user: string; readonly database: string };
let db: Database;
let services: Services;
const log: string[] = [];

const options = () => ({
  data_dir: join(folder, "postgres"),
  // Durable: what is kept must really be on disk.
  is_disposable: false,
  log: (message: string) => void log.push(message),
});

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "marey-lost-"));
  chmodSync(folder, 0o755);
  server = await startEmbedded(options());
  const { socket_dir, user } = server;
  target = { socket_dir, user, database: "postgres" };
  // Longer than a test may take: a lost connection is noticed, not waited for.
  db = connect({ ...connectForTest(target), deadline_ms: scaled(600_000) });
  await migrate(db);
  services = makeServices({ db });
});
afterAll(async () => {
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const create = () => call(services, { method: "POST", path: "/timetable", body: {} });

/** Of the postmaster; null: there is none. */
function readPid(): number | null {
  try {
    return Number(readFileSync(join(server.folder, "data/postmaster.pid"), "utf8").split("\n")[0]);
  } catch {
    return null;
  }
}

async function countTimetables(): Promise<number> {
  return (await call(services, { path: "/timetable?page_size=1" })).json.count as number;
}

it(
  "answers 503 with Retry-After while the database is gone, heals by itself and loses nothing",
  async () => {
    const made: number[] = [];
    let refused = 0;
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) {
        const { status, json } = await create();
        expect(status).toBe(201);
        made.push(json.timetable_id as number);
      }
      const killed_pid = readPid() ?? 0;
      expect(killed_pid).toBeGreaterThan(1);
      process.kill(killed_pid, "SIGKILL");
      let is_healed = false;
      while (!is_healed) {
        // A new one starts only when the last process of the killed one has ended.
        const is_new = ![killed_pid, null].includes(readPid());
        const { status, headers, json } = await create();
        if (status === 201) {
          made.push(json.timetable_id as number);
          is_healed = is_new;
        } else {
          refused++;
          expect(status).toBe(503);
          expect(json.type).toBe("editoast:DatabaseUnavailable");
          expect(headers["retry-after"]).toBe("1");
        }
        await wait(25);
      }
    }
    expect(refused).toBeGreaterThan(0);
    expect(await countTimetables()).toBeGreaterThanOrEqual(made.length);
    for (const id of made) {
      expect((await call(services, { path: `/timetable/${id}/train_schedules` })).status).toBe(200);
    }
    expect(log.filter((message) => message.includes("has died")).length).toBeGreaterThan(0);
  },
  scaled(60_000),
);

it("is reused by a second start on the same data, and not stopped under the first one's feet", async () => {
  const second = await startEmbedded(options());
  expect(second.socket_dir).toBe(server.socket_dir);
  expect((await create()).status).toBe(201);
});
