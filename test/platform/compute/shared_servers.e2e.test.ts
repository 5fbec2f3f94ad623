// Method: whole servers in this process on one database and one real Valkey or Redis, which is killed, stopped, filled up, made a replica and closed to them; every answer is compared with those of a server that shares nothing, tasks are counted.
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { makeNetwork } from "../../../bench/scale_world.ts";
import { SharedResults } from "../../../src/platform/compute/shared_results.ts";
import type { Services } from "../../../src/platform/services.ts";
import { type InThreadCompute, makeInThreadCompute } from "../../helpers/in_thread_compute.ts";
import { branchPath, JUNCTION_RAILJSON } from "../../helpers/junction_railjson.ts";
import { scaled } from "../../helpers/pace.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { until } from "../../helpers/until.ts";
import { has_valkey, ValkeyProcess } from "../../helpers/valkey_process.ts";
import { makeStudyWorld } from "../../studies/study_world.ts";
import { validStock, validTrain } from "../http/rules/valid_forms.ts";
import { type Ask, storeTrains, type TrainRequest } from "./train_requests.ts";

const ENGINE = "e".repeat(32);
/** Of a large timetable. */
const MANY_TRAINS = 823;
/** Tasks whose results are shared. */
const SHARED_TASKS = ["find_paths", "simulate_trains", "compile_infra"];
const log = { info: () => undefined, warn: () => undefined };

let database: TestDatabase;
let valkey: ValkeyProcess;
let asked: TrainRequest[];
let expected: string[];
const opened: SharedResults[] = [];

function open(options: Partial<ConstructorParameters<typeof SharedResults>[0]> = {}) {
  const shared = new SharedResults({
    url: valkey.url(),
    engine: ENGINE,
    log,
    lookup_ms: scaled(5000),
    pause_ms: 100,
    ...options,
  });
  opened.push(shared);
  return shared;
}

interface Server {
  readonly services: Services;
  readonly compute: InThreadCompute;
  readonly ask: Ask;
}

/** A server that has just started. */
function startServer(
  shared: SharedResults | null,
  { db }: Pick<TestDatabase, "db"> = database,
): Server {
  const compute = makeInThreadCompute();
  const services = makeServices({ db, services: { compute, shared } });
  const ask: Ask = async (request) => {
    const { status, text } = await call(services, request);
    if (status >= 300) throw new Error(`${request.method} ${request.path}: ${status} ${text}`);
    return text;
  };
  return { services, compute, ask };
}

async function askAll({ ask }: Server, requests = asked): Promise<string[]> {
  const answers: string[] = [];
  for (const one of requests) answers.push(await ask(one));
  return answers;
}

const settled = async (shared: SharedResults): Promise<void> =>
  await until(() => shared.outstanding_bytes === 0);

async function readiness({ services }: Server): Promise<unknown> {
  const { status, json } = await call(services, { path: "/ready" });
  expect(status).toBe(200);
  return json.shared;
}

beforeAll(async () => {
  database = await startTestDatabase();
  const judge = startServer(null);
  asked = await storeTrains(judge.ask);
  expected = await askAll(judge);
});
afterEach(async () => {
  for (const shared of opened.splice(0)) shared.close();
  await valkey?.close();
});
afterAll(async () => {
  await database.close();
});

describe.skipIf(!has_valkey)("a second server", () => {
  it("answers the same bytes from what the first has computed, and computes nothing of it", async () => {
    valkey = await ValkeyProcess.start();
    const [first, second] = [open(), open()];
    await until(() => first.is_up && second.is_up);
    const one = startServer(first);
    expect(await askAll(one)).toEqual(expected);
    expect(one.compute.runs.filter((name) => SHARED_TASKS.includes(name)).length).toBeGreaterThan(
      10,
    );
    await settled(first);
    const other = startServer(second);
    expect(await askAll(other)).toEqual(expected);
    expect(other.compute.runs.filter((name) => SHARED_TASKS.includes(name))).toEqual([]);
    expect(second.figures).toMatchObject({ misses: 0, faults: 0, dropped: 0 });
    expect(second.figures.hits).toBeGreaterThan(10);
    expect(await readiness(other)).toBe("up");
    const metrics = (await call(other.services, { path: "/metrics" })).text;
    expect(metrics).toContain(`marey_shared_hits ${second.figures.hits}\n`);
    expect(metrics).toContain("marey_shared_up 1\n");
  });

  it(`answers the summaries of ${MANY_TRAINS} trains, none of which shares a run, without a task`, async () => {
    valkey = await ValkeyProcess.start();
    const own = await startTestDatabase();
    const [first, second] = [open(), open()];
    await until(() => first.is_up && second.is_up);
    const one = startServer(first, own);
    const network = makeNetwork({ ...TINY_OPTIONS, train_count: MANY_TRAINS });
    const requests = await storeTrains(one.ask, network);
    const summaries = requests.filter(({ path }) => path.endsWith("/simulations_summary"));
    const [answer = "", ...others] = await askAll(one, summaries);
    expect(others).toEqual([]);
    expect(answer.match(/"status":"success"/g)).toHaveLength(MANY_TRAINS);
    await settled(first);
    const other = startServer(second, own);
    expect(await askAll(other, summaries)).toEqual([answer]);
    expect(other.compute.runs.filter((name) => SHARED_TASKS.includes(name))).toEqual([]);
    expect(second.figures).toMatchObject({ misses: 0, faults: 0 });
    expect(second.figures.hits).toBeGreaterThan(MANY_TRAINS);
    await own.close();
  });

  it("refuses who has lost a right, whatever is shared, and asks for nothing then", async () => {
    valkey = await ValkeyProcess.start();
    const world = await makeStudyWorld();
    const maker = await world.actor("maker", "administrator");
    const { infra } = await maker.make("POST", "/infra/railjson?name=x", JUNCTION_RAILJSON);
    const { timetable_id } = await maker.make("POST", "/timetable");
    const collection = await maker.make("POST", "/rolling_stock_collection", { name: "own" });
    const stocks = `/rolling_stock?rolling_stock_collection_id=${collection.id}`;
    await maker.make("POST", stocks, validStock({ name: "own" }));
    const train = validTrain({ rolling_stock_name: "own", path: branchPath("N"), schedule: [] });
    const [{ id }] = await maker.make("POST", `/timetable/${timetable_id}/train_schedules`, [
      train,
    ]);
    const reader = await world.actor("reader");
    const grantAll = async (): Promise<void> => {
      await world.grant("infra", infra, reader.id, "Reader");
      await world.grant("timetable", timetable_id, reader.id, "Reader");
      await world.grant("rolling_stock_collection", collection.id, reader.id, "Reader");
    };
    await grantAll();
    const ask = async (shared: SharedResults): Promise<number> => {
      await until(() => shared.is_up);
      const env = { AUTHORIZATION: "enforce" };
      const { db } = world.api.services;
      const services = makeServices({ db, env, services: { shared } });
      const headers = { "x-remote-user-identity": "reader" };
      const path = `/train_schedule/${id}/simulation?infra_id=${infra}`;
      const { status } = await call(services, { path, headers });
      await settled(shared);
      return status;
    };
    const [warm, used, refused] = [open(), open(), open()];
    expect(await ask(warm)).toBe(200);
    expect(await ask(used)).toBe(200);
    // The network in two values, the path, the simulation.
    expect(used.figures).toMatchObject({ hits: 4, misses: 0 });
    await world.revokeAll(reader.id);
    expect(await ask(refused)).toBe(403);
    expect(refused.figures).toMatchObject({ hits: 0, misses: 0 });
    await world.close();
  });
});

describe.skipIf(!has_valkey)("a network that another server has compiled", () => {
  const compilations = ({ compute }: Server): number =>
    compute.runs.filter((name) => name === "compile_infra").length;
  const partsOf = async (): Promise<string[]> => await valkey.client().keys("*:network_part:*");

  async function startOnWarm(): Promise<Server> {
    const shared = open();
    await until(() => shared.is_up);
    return startServer(shared);
  }

  it("is taken whole, or compiled when a part is gone, cut off or another's", async () => {
    valkey = await ValkeyProcess.start();
    const client = valkey.client();
    const first = await startOnWarm();
    await askAll(first);
    expect(compilations(first)).toBe(1);
    await until(() => first.services.shared?.outstanding_bytes === 0);
    const [part = "", ...others] = await partsOf();
    expect(others).toEqual([]);
    const whole = (await client.getBuffer(part)) ?? Buffer.alloc(0);
    const second = await startOnWarm();
    expect(await askAll(second)).toEqual(expected);
    expect(compilations(second)).toBe(0);
    const [manifest = ""] = await client.keys("*:network:*");
    const manifest_bytes = (await client.getBuffer(manifest)) ?? Buffer.alloc(0);
    for (const wrong of [null, whole.subarray(0, -1), randomBytes(100), manifest_bytes]) {
      if (wrong === null) await client.del(part);
      else await client.set(part, wrong);
      const other = await startOnWarm();
      expect(await askAll(other)).toEqual(expected);
      expect(compilations(other)).toBe(1);
      await until(() => other.services.shared?.outstanding_bytes === 0);
      // It has left the right one behind.
      expect(await client.getBuffer(part)).toEqual(whole);
    }
  });
});

interface Fault {
  readonly what: string;
  readonly breaks: () => Promise<unknown>;
  readonly heals: () => Promise<unknown>;
}

const FILLER_BYTES = 500_000;

/** Fills the server up to its bound, which evicts nothing. */
async function fillUp(): Promise<void> {
  const client = valkey.client();
  await client.config("SET", "maxmemory-policy", "noeviction");
  await client.config("SET", "maxmemory", "8mb");
  try {
    for (let i = 0; i < 100; i++) await client.set(`filler${i}`, randomBytes(FILLER_BYTES));
  } catch (error) {
    expect(String(error)).toContain("OOM");
    // What is left between the last one that fitted and the bound.
    await client.config("SET", "maxmemory", "1mb");
    return;
  }
  throw new Error("the server took everything");
}

/** New connections need a password that nobody has told, and there are only new ones. */
async function lockOut(): Promise<void> {
  const client = valkey.client();
  await client.config("SET", "requirepass", "new");
  await client.client("KILL", "TYPE", "normal", "SKIPME", "yes");
}

const FAULTS: readonly Fault[] = [
  {
    what: "is killed, and started again empty",
    breaks: async () => await valkey.kill(),
    heals: async () => await valkey.start(),
  },
  {
    what: "stands still, and goes on",
    breaks: async () => valkey.pause(),
    heals: async () => valkey.resume(),
  },
  {
    what: "is full, and emptied",
    breaks: fillUp,
    heals: async () => {
      const client = valkey.client();
      await client.config("SET", "maxmemory", "0");
      await client.flushall();
    },
  },
  {
    what: "is made a replica that can't be written, and a primary again",
    breaks: async () => await valkey.client().replicaof("127.0.0.1", 9),
    heals: async () => await valkey.client().replicaof("NO", "ONE"),
  },
  {
    what: "has another password, and none again",
    breaks: lockOut,
    heals: async () => await valkey.client("new").config("SET", "requirepass", ""),
  },
];

describe.skipIf(!has_valkey)("no request fails, and results are shared again, when Valkey", () => {
  it.each(FAULTS)("$what", async ({ breaks, heals }) => {
    valkey = await ValkeyProcess.start();
    const shared = open({ lookup_ms: 50 });
    await until(() => shared.is_up);
    await breaks();
    const during = startServer(shared);
    expect(await askAll(during)).toEqual(expected);
    await until(() => !shared.is_up);
    expect(await readiness(during)).toBe("down");
    expect(await askAll(startServer(shared))).toEqual(expected);
    await heals();
    await until(() => shared.is_up);
    const healed = startServer(shared);
    expect(await readiness(healed)).toBe("up");
    expect(await askAll(healed)).toEqual(expected);
    await settled(shared);
    // A busy machine may be late with ten look-ups in a row; then this one has stored little.
    const countShared = async (): Promise<number> => {
      const own = open();
      await until(() => own.is_up);
      expect(await askAll(startServer(own))).toEqual(expected);
      await settled(own);
      return own.figures.hits;
    };
    await expect.poll(countShared, { timeout: scaled(30_000) }).toBeGreaterThan(10);
  });

  it("has had another password from the start, until it is told the right one", async () => {
    valkey = await ValkeyProcess.start(["--requirepass", "right"]);
    const lines: unknown[] = [];
    const shared = open({
      url: valkey.url("wrong"),
      log: { info: () => undefined, warn: (...said: unknown[]) => void lines.push(said) },
    });
    const during = startServer(shared);
    expect(await askAll(during)).toEqual(expected);
    await until(() => lines.length === 1);
    expect(await readiness(during)).toBe("down");
    expect(JSON.stringify(lines)).toContain("WRONGPASS");
    expect(JSON.stringify(lines)).not.toContain('wrong"');
    await valkey.client("right").config("SET", "requirepass", "wrong");
    await until(() => shared.is_up);
    expect(await askAll(startServer(shared))).toEqual(expected);
    await settled(shared);
    expect(shared.figures.written_bytes).toBeGreaterThan(0);
    expect(lines).toHaveLength(1);
  });

  it("is part of a cluster, which is not asked at all and told once", async () => {
    const folder = mkdtempSync(join(tmpdir(), "marey-cluster-"));
    valkey = await ValkeyProcess.start(["--cluster-enabled", "yes", "--dir", folder]);
    try {
      // Of all slots, it takes what concerns one key and refuses what concerns several.
      const client = valkey.client();
      await client.call("cluster", "addslotsrange", 0, 16_383);
      const setsOne = async (): Promise<unknown> => await client.set("a", "1").catch(() => null);
      await expect.poll(setsOne, { timeout: scaled(10_000) }).toBe("OK");
      const lines: unknown[] = [];
      const shared = open({
        log: { info: () => undefined, warn: (...said: unknown[]) => void lines.push(said) },
      });
      await until(() => lines.length === 1);
      const server = startServer(shared);
      expect(await askAll(server)).toEqual(expected);
      expect(await readiness(server)).toBe("down");
      expect(JSON.stringify(lines)).toContain("part of a cluster");
      expect(await client.keys("marey:*")).toEqual([]);
    } finally {
      await valkey.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("keeps what it has room for: 8 MiB, the oldest evicted", async () => {
    valkey = await ValkeyProcess.start(["--maxmemory", "8mb", "--maxmemory-policy", "allkeys-lru"]);
    const client = valkey.client();
    for (let i = 0; i < 30; i++) await client.set(`filler${i}`, randomBytes(FILLER_BYTES));
    const shared = open();
    await until(() => shared.is_up);
    expect(await askAll(startServer(shared))).toEqual(expected);
    await settled(shared);
    expect(shared.figures.dropped).toBe(0);
    expect(shared.is_up).toBe(true);
    expect(await client.dbsize()).toBeLessThan(30 + shared.figures.misses);
  });
});
