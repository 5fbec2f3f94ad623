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
  db = connect(connectForTest(target));
  await migrate(db);
  services = makeServices({ db });
});
afterAll(async () => {
  await db.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

const create = () => call(services, { method: "POST", path: "/timetable", body: {} });

function killPostmaster(): void {
  const pid = readFileSync(join(server.folder, "data/postmaster.pid"), "utf8").split("\n")[0];
  process.kill(Number(pid), "SIGKILL");
}

async function countTimetables(): Promise<number> {
  return (await call(services, { path: "/timetable?page_size=1" })).json.count as number;
}

it(
  "answers 503 with Retry-After while the database is gone, heals by itself and loses nothing",
  async () => {
    const made: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 20; i++) {
        const { status, json } = await create();
        expect(status).toBe(201);
        made.push(json.timetable_id as number);
      }
      killPostmaster();
      let refused = 0;
      let healed = false;
      for (let i = 0; i < scaled(400) && !healed; i++) {
        const asked_ms = performance.now();
        const { status, headers, json } = await create();
        // A lost connection is noticed, not waited for.
        expect(performance.now() - asked_ms).toBeLessThan(connectForTest(target).deadline_ms / 2);
        if (status === 201) {
          made.push(json.timetable_id as number);
          healed = refused > 0;
        } else {
          refused++;
          expect(status).toBe(503);
          expect(json.type).toBe("editoast:DatabaseUnavailable");
          expect(headers["retry-after"]).toBe("1");
        }
        await wait(25);
      }
      expect(healed).toBe(true);
    }
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
