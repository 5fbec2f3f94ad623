// Method: the real server on a socket with the built pool; clients that leave, that share and that do not read, and the tasks that the pool gets meanwhile.

import { existsSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import { type Compute, startCompute } from "../../../src/platform/compute/pool.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import type { Services } from "../../../src/platform/services.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { scaled } from "../../helpers/pace.ts";
import { PATIENT_WAITS } from "../../helpers/patient_waits.ts";
import { openSocket } from "../../helpers/raw_http.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";

const WORKER = join(import.meta.dirname, "../../../dist/workers/main.js");
const TRAINS = 800;
/** Computed at a time. */
const GROUP_TRAINS = 200;
const DEADLINE_MS = scaled(30_000);
/** Of trains that take megabytes of CSV each. */
const PACED_TRAINS = 40;
const OCCURRENCES = 6_000;

const network = generateNetwork({ ...TINY_OPTIONS, margin: "5%", paced_interval_s: null });

type Json = Record<string, unknown>;

let database: TestDatabase;
let pool: Compute;
let services: Services;
let server: HttpServer;
/** Names of the tasks that the pool was given, in order. */
const runs: string[] = [];
let infra_id: number;
const sockets: Socket[] = [];

beforeAll(async () => {
  expect(existsSync(WORKER), "npm run build comes first").toBe(true);
  database = await startTestDatabase();
  pool = startCompute({
    filename: WORKER,
    threads: 2,
    queue: 1_000,
    waits: PATIENT_WAITS,
    task_deadline_ms: scaled(60_000),
    memory_mb: 512,
    onThreadError: () => undefined,
  });
  const compute: Compute = {
    enter: async (share, signal) => await pool.enter(share, signal),
    threads: pool.threads,
    get load() {
      return pool.load;
    },
    run: (name, input, options) => {
      runs.push(name);
      return pool.run(name, input, options);
    },
    evict: (key) => pool.evict(key),
    close: async () => pool.close(),
  };
  services = makeServices({ db: database.db, env: { PORT: "0" }, services: { compute } });
  const dispatch = createDispatch(services, ENDPOINTS);
  server = await startServer({ config: services.config, dispatch, onError: () => undefined });
  infra_id = Number((await make("/infra/railjson?name=tiny", network.railjson))["infra"]);
  for (const stock of network.rolling_stocks) await make("/rolling_stock", stock);
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
});
afterAll(async () => {
  await server.stop(1_000);
  await pool.close();
  await database.close();
});

async function make(path: string, body?: unknown): Promise<Json> {
  const answer = await call(services, { method: "POST", path, body });
  if (answer.status >= 300) throw new Error(`${path}: ${answer.text}`);
  return answer.json;
}

async function until(is_so: () => boolean): Promise<void> {
  const end_ms = performance.now() + DEADLINE_MS;
  while (!is_so()) {
    if (performance.now() > end_ms) throw new Error("waited too long");
    await wait(5);
  }
}

async function makeTimetable(): Promise<number> {
  const { timetable_id } = await make("/timetable");
  return Number(timetable_id);
}

let margin_count = 0;

/** Trains no two of which share a run, nor with those of an earlier call. */
async function storeTrains(): Promise<number> {
  const timetable_id = await makeTimetable();
  const trains = Array.from({ length: TRAINS }, (_, i) => {
    const margins = { boundaries: [], values: [`5.${String(++margin_count).padStart(6, "0")}%`] };
    return { ...network.train_schedules[i % network.train_schedules.length], margins };
  });
  await make(`/timetable/${timetable_id}/train_schedules`, trains);
  return timetable_id;
}

interface Reader {
  readonly socket: Socket;
  /** Everything received, headers and chunk marks included. */
  text(): string;
}

async function ask(path: string): Promise<Reader> {
  const socket = await openSocket(server.port);
  sockets.push(socket);
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
  return { socket, text: () => text };
}

const isWhole = (reader: Reader): boolean => reader.text().endsWith("0\r\n\r\n");
const countTrains = (reader: Reader): number => reader.text().split('"kind":').length - 1;
const summaries = (timetable_id: number): string =>
  `/timetable/${timetable_id}/simulations_summary?infra=${infra_id}`;

describe("a stream of summaries", () => {
  it("stops the running tasks and starts no more when its only client leaves", async () => {
    const timetable_id = await storeTrains();
    const before = services.derived.figures.misses;
    const reader = await ask(summaries(timetable_id));
    await until(() => countTrains(reader) > 0);
    expect(reader.text()).toContain(`{"count":${TRAINS}}\n`);
    await until(() => pool.load > 0);
    reader.socket.destroy();
    await until(() => pool.load === 0);
    const asked = services.derived.figures.misses - before;
    const run_count = runs.length;
    // a path and a simulation each, of the trains of few groups
    expect(asked).toBeLessThan(TRAINS);
    const pages = database.statements.get("timetable/train/list_records_of_timetable");
    expect((await call(services, { path: "/timetable" })).status).toBe(200);
    await wait(200);
    expect(database.statements.get("timetable/train/list_records_of_timetable")).toBe(pages);
    expect([pool.load, runs.length]).toEqual([0, run_count]);
  });

  it("goes on for another client when one leaves, and is computed once for both", async () => {
    const timetable_id = await storeTrains();
    const before = services.derived.figures.misses;
    const [leaving, staying] = [
      await ask(summaries(timetable_id)),
      await ask(summaries(timetable_id)),
    ];
    await until(() => countTrains(leaving) > 0);
    leaving.socket.destroy();
    await until(() => isWhole(staying));
    expect(countTrains(staying)).toBe(TRAINS);
    // All paths are known. The leaving one may take a group along that the other has not joined yet.
    const asked = services.derived.figures.misses - before;
    expect(asked).toBeGreaterThanOrEqual(TRAINS);
    expect(asked).toBeLessThanOrEqual(TRAINS + GROUP_TRAINS);
  });
});

describe("a table of times", () => {
  it("waits for a client that does not read, and ends with it", async () => {
    const timetable_id = await makeTimetable();
    const [form] = network.train_schedules;
    const paced = { time_window: `PT${OCCURRENCES}M`, interval: "PT1M" };
    const trains = Array.from({ length: PACED_TRAINS }, () => ({ ...form, paced }));
    await make(`/timetable/${timetable_id}/paced_trains`, trains);
    const reader = await ask(`/timetable/${timetable_id}/times?infra=${infra_id}`);
    await until(() => reader.text().includes("paced_train,"));
    reader.socket.pause();
    const groups = (): number => runs.filter((name) => name === "name_waypoints").length;
    // what the sockets of both ends take is soon full
    let held = -1;
    while (held !== groups()) {
      await until(() => pool.load === 0);
      held = groups();
      await wait(scaled(100));
    }
    expect(held).toBeLessThan(PACED_TRAINS / 2);
    reader.socket.destroy();
    await until(() => pool.load === 0);
    await wait(100);
    expect(groups()).toBeLessThanOrEqual(held + 1);
  });

  it("arrives whole at a slow client", async () => {
    const timetable_id = await makeTimetable();
    const [form] = network.train_schedules;
    const paced = { time_window: `PT${OCCURRENCES}M`, interval: "PT1M" };
    const trains = Array.from({ length: 3 }, () => ({ ...form, paced }));
    await make(`/timetable/${timetable_id}/paced_trains`, trains);
    const reader = await ask(`/timetable/${timetable_id}/times?infra=${infra_id}`);
    reader.socket.pause();
    await wait(300);
    reader.socket.resume();
    await until(() => isWhole(reader));
    const lines = reader.text().split("paced_train,").length - 1;
    expect(lines).toBe(3 * OCCURRENCES * (form?.path.length ?? 0));
  });
});
