// Method: whole servers in this process on one database and one real Valkey or Redis, one of them held back so that others must take its work; work is lost, outdated, wrong or fails, trains change, the Valkey goes away: every answer is compared with that of a server that shares nothing.
import { randomBytes } from "node:crypto";
import { Queue } from "bullmq";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import { JobQueue, type JobServer } from "../../src/platform/compute/job_queue.ts";
import { SharedResults } from "../../src/platform/compute/shared_results.ts";
import type { Database } from "../../src/platform/db/client.ts";
import { AbortSource } from "../../src/platform/http/request.ts";
import type { Services } from "../../src/platform/services.ts";
import { trainServer } from "../../src/train_runs/simulation/serve_trains.ts";
import { makeGate } from "../helpers/gate.ts";
import { type InThreadCompute, makeInThreadCompute } from "../helpers/in_thread_compute.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { call, makeServices } from "../helpers/services.ts";
import { startTestDatabase } from "../helpers/test_database.ts";
import { until } from "../helpers/until.ts";
import { has_valkey, ValkeyProcess } from "../helpers/valkey_process.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";
import { makeStudyWorld } from "../studies/study_world.ts";

const ENGINE = "f".repeat(32);
const QUEUE = `{marey}:work-${ENGINE}`;
const AGE_MS_MAX = 300_000;
/** Five jobs of train schedules. */
const TRAINS = 450;

const network = generateNetwork({ ...TINY_OPTIONS, train_count: TRAINS });
/** A margin of its own each: no train shares a run with another. */
const trains = network.train_schedules.map((train, i) => ({
  ...train,
  margins: { boundaries: [], values: [`${(1 + i / 100).toFixed(2)}%`] },
}));

interface Stored {
  readonly infra: number;
  /** Of the first train. */
  readonly stock: number;
  readonly timetable_id: number;
  readonly ids: readonly number[];
  readonly query: string;
}

const database = opened(startTestDatabase);
let valkey: ValkeyProcess;
let stored: Stored;
let known_conflicts: Promise<string> | null = null;
const closing: (() => unknown)[] = [];
const warned: unknown[] = [];

interface Server {
  readonly services: Services;
  readonly compute: InThreadCompute;
  readonly shared: SharedResults;
  readonly job_queue: JobQueue;
  /** Of the tasks that were run. */
  readonly priorities: Set<string | undefined>;
}

interface ServerOptions {
  /** Its trains are computed when this has ended. */
  readonly held?: Promise<unknown>;
  /** How it does the work of others; null: not at all. */
  readonly serve?: ((own: JobServer) => JobServer) | null;
  readonly env?: Readonly<Record<string, string>>;
  readonly db?: Database;
}

async function startServer({
  held = Promise.resolve(),
  serve = null,
  env = {},
  db = database.db,
}: ServerOptions): Promise<Server> {
  const log = { info: () => undefined, warn: (...said: unknown[]) => void warned.push(said) };
  const common = { url: valkey.url(), engine: ENGINE, log };
  const shared = new SharedResults({ ...common, lookup_ms: scaled(5000), pause_ms: 100 });
  const job_queue = new JobQueue({ ...common, results: shared, age_ms_max: AGE_MS_MAX });
  closing.push(
    async () => await job_queue.close(),
    () => shared.close(),
  );
  const inner = makeInThreadCompute();
  const priorities: Server["priorities"] = new Set();
  const compute: InThreadCompute = {
    ...inner,
    run: async (name, input, options) => {
      if (name === "simulate_trains") priorities.add(options.priority);
      // Many trains share a path: only runs are missing in numbers. One alone is of no large request.
      if ("trains" in input && name === "simulate_trains" && input.trains.length > 1) await held;
      return (await inner.run(name, input, options)) as never;
    },
  };
  const services = makeServices({ db, env, services: { compute, shared, job_queue } });
  await until(() => job_queue.is_up);
  if (serve !== null) job_queue.serve(serve(trainServer(services)));
  return { services, compute, shared, job_queue, priorities };
}

const asItIs = (own: JobServer): JobServer => own;

async function ask(services: Services, path: string, body?: unknown): Promise<string> {
  const { status, text } = await call(services, {
    path,
    ...(body === undefined ? {} : { method: "POST", body }),
  });
  if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
  return text;
}

const conflictsPath = (): string => `/timetable/${stored.timetable_id}/conflicts?${stored.query}`;
const linesPath = (): string =>
  `/timetable/${stored.timetable_id}/simulations_summary?${stored.query}`;

/** What a server that shares nothing answers. */
async function askAlone(
  path: string,
  body?: unknown,
  compute = makeInThreadCompute(),
): Promise<string> {
  return await ask(makeServices({ db: database.db, services: { compute } }), path, body);
}

/** The trains are the same whenever conflicts are asked for. */
async function conflictsAlone(): Promise<string> {
  return await (known_conflicts ??= askAlone(conflictsPath()));
}

/** Summaries of all train schedules by their ids. */
const summariesBody = (): unknown => ({ infra_id: stored.infra, ids: stored.ids });

/** A train along the way of the first one, some time on its day. */
const shortTermBody = (): unknown => {
  const [first] = trains;
  const [origin, destination] = [first?.path[0], first?.path.at(-1)].map((item) => {
    const { id: _id, ...location } = item ?? { id: "" };
    return { location, duration: 0 };
  });
  const timing_data = {
    arrival_time: first?.start_time,
    arrival_time_tolerance_before: 0,
    arrival_time_tolerance_after: 12 * 3_600_000,
  };
  const { stock: rolling_stock_id } = stored;
  return {
    steps: [{ ...origin, timing_data }, destination],
    rolling_stock_id,
    comfort: "STANDARD",
  };
};

const countOf = ({ compute }: Server, name: string): number =>
  compute.runs.filter((one) => one === name).length;

beforeAll(async () => {
  const services = makeServices({ db: database.db });
  const post = async <T>(path: string, body?: unknown): Promise<T> => {
    const { status, json, text } = await call(services, { method: "POST", path, body });
    if (status >= 300) throw new Error(`${path}: ${text}`);
    return json as T;
  };
  const { infra } = await post<{ infra: number }>("/infra/railjson?name=x", network.railjson);
  let of_first = 0;
  for (const stock of network.rolling_stocks) {
    const { id } = await post<{ id: number }>("/rolling_stock", stock);
    if (stock.name === trains[0]?.rolling_stock_name) of_first = id;
  }
  const { timetable_id } = await post<{ timetable_id: number }>("/timetable");
  const made = await post<{ id: number }[]>(`/timetable/${timetable_id}/train_schedules`, trains);
  await post(`/timetable/${timetable_id}/paced_trains`, network.paced_trains);
  const ids = made.map(({ id }) => id);
  stored = { infra, stock: of_first, timetable_id, ids, query: `infra_id=${infra}` };
});

afterEach(async () => {
  for (const close of closing.splice(0)) await close();
  await valkey?.close();
  warned.length = 0;
});
describe.skipIf(!has_valkey)("work of a large request", () => {
  it("is done by another server too: conflicts, lines, summaries and short term trains are those of one server", async () => {
    const shortTermPath = `/timetable/${stored.timetable_id}/stdcm?infra=${stored.infra}`;
    for (const [path, body] of [
      [conflictsPath()],
      [linesPath()],
      ["/train_schedule/simulation_summary", summariesBody()],
      [shortTermPath, shortTermBody()],
    ] as const) {
      const judge = makeInThreadCompute();
      const alone = await askAlone(path, body, judge);
      if (path === shortTermPath) expect(alone).toContain('"status":"success"');
      valkey = await ValkeyProcess.start();
      const gate = makeGate();
      const asking = await startServer({ held: gate.opened });
      const helping = await startServer({ serve: asItIs });
      const answer = ask(asking.services, path, body);
      await until(() => helping.job_queue.figures.done >= 3);
      gate.open();
      expect(await answer).toBe(alone);
      expect(asking.job_queue.figures.put).toBeGreaterThanOrEqual(5);
      await until(() => helping.job_queue.figures.taken === helping.job_queue.figures.done);
      // Its own callers come first.
      expect([...helping.priorities]).toEqual(["batch"]);
      // What others have computed is not computed here: three jobs at least.
      expect(asking.compute.countTrains()).toBeLessThanOrEqual(judge.countTrains() - 300);
      expect(asking.shared.figures.hits).toBeGreaterThanOrEqual(300);
      const metrics = (await call(helping.services, { path: "/metrics" })).text;
      expect(metrics).toContain(`marey_work_done ${helping.job_queue.figures.done}\n`);
      expect(await valkey.client().keys(`${QUEUE}:????????-*`)).toEqual([]);
      for (const close of closing.splice(0)) await close();
      await valkey.close();
    }
  });

  it("is of paced trains too: their summaries are those of one server", async () => {
    const path = `/timetable/${stored.timetable_id}/paced_trains?page_size=100`;
    const { results } = JSON.parse(await askAlone(path)) as { results: { id: number }[] };
    const body = { infra_id: stored.infra, ids: results.map(({ id }) => id) };
    valkey = await ValkeyProcess.start();
    const env = { SHARE_TRAINS: "1" };
    const asking = await startServer({ env });
    await startServer({ env, serve: asItIs });
    const asked = "/paced_train/simulation_summary";
    expect(await ask(asking.services, asked, body)).toBe(await askAlone(asked, body));
    expect(asking.job_queue.figures.put).toBeGreaterThan(0);
  });

  it("stays where it is when little is missing, or nothing", async () => {
    valkey = await ValkeyProcess.start();
    const env = { SHARE_TRAINS: String(TRAINS) };
    const one = await startServer({ env });
    await ask(one.services, conflictsPath());
    await until(() => one.shared.outstanding_bytes === 0);
    const warm = await startServer({});
    expect(await ask(warm.services, conflictsPath())).toBe(await conflictsAlone());
    expect(one.job_queue.figures.put + warm.job_queue.figures.put).toBe(0);
    expect(countOf(warm, "simulate_trains")).toBe(0);
  });

  it("is done by the asking server when the others begin it and never end", async () => {
    valkey = await ValkeyProcess.start();
    const gate = makeGate();
    const asking = await startServer({ held: gate.opened });
    const never = makeGate();
    const silent = await startServer({
      serve: (own) => ({ ...own, run: async () => await never.opened }),
    });
    const answer = ask(asking.services, conflictsPath());
    await until(() => silent.job_queue.figures.taken === 2);
    gate.open();
    expect(await answer).toBe(await conflictsAlone());
    never.open();
  });

  it("is done by the asking server when it fails twice, and the log tells", async () => {
    valkey = await ValkeyProcess.start();
    const gate = makeGate();
    const asking = await startServer({ held: gate.opened });
    const failing = await startServer({
      serve: (own) => ({
        ...own,
        run: async () => {
          throw new Error("broken");
        },
      }),
    });
    const answer = ask(asking.services, conflictsPath());
    await until(() => failing.job_queue.figures.failed >= 6);
    await until(() => warned.length >= 3);
    gate.open();
    expect(await answer).toBe(await conflictsAlone());
    expect(JSON.stringify(warned)).toContain('"broken"');
    expect(failing.job_queue.figures.done).toBe(0);
  });

  it("answers the trains that the asking server has read, whatever they are meanwhile", async () => {
    valkey = await ValkeyProcess.start();
    const before = await askAlone(linesPath());
    const gate = makeGate();
    const asking = await startServer({ held: gate.opened });
    const [id] = stored.ids;
    const [train] = trains;
    const path = `/train_schedule/${id}`;
    const change = async (body: unknown): Promise<void> => {
      const { status } = await call(asking.services, { method: "PUT", path, body });
      expect(status).toBe(200);
    };
    let has_changed: Promise<void> | null = null;
    const helping = await startServer({
      serve: (own) => ({
        ...own,
        run: async (job, signal) => {
          has_changed ??= change({ ...train, margins: { boundaries: [], values: ["80%"] } });
          await has_changed;
          await own.run(job, signal);
        },
      }),
    });
    const answer = ask(asking.services, linesPath());
    await until(() => helping.job_queue.figures.done >= 3);
    gate.open();
    expect(await answer).toBe(before);
    const after = await askAlone(linesPath());
    expect(after).not.toBe(before);
    expect(await ask(asking.services, linesPath())).toBe(after);
    await change(train);
  });

  it("is taken back when the asking client leaves", async () => {
    valkey = await ValkeyProcess.start();
    const gate = makeGate();
    const asking = await startServer({ held: gate.opened });
    const running = makeGate();
    const helping = await startServer({
      serve: (own) => ({
        ...own,
        run: async (job, signal) => {
          await running.opened;
          await own.run(job, signal);
        },
      }),
    });
    const abort = new AbortSource();
    const path = conflictsPath();
    const answer = call(asking.services, { path, abort });
    await until(() => helping.job_queue.figures.taken === 2);
    const client = valkey.client();
    expect(await client.llen(`${QUEUE}:wait`)).toBeGreaterThan(0);
    abort.abort(new Error("the client has left"));
    await answer;
    const countWaiting = async (): Promise<number> => await client.llen(`${QUEUE}:wait`);
    await expect.poll(countWaiting, { timeout: scaled(10_000) }).toBe(0);
    running.open();
    await until(() => helping.job_queue.figures.done === 2);
    gate.open();
  });

  it("is put for those who may see the trains, and for nobody else", async () => {
    valkey = await ValkeyProcess.start();
    const world = await makeStudyWorld();
    const maker = await world.actor("maker", "administrator");
    const { infra } = await maker.make("POST", "/infra/railjson?name=x", JUNCTION_RAILJSON);
    const { timetable_id } = await maker.make("POST", "/timetable");
    const collection = await maker.make("POST", "/rolling_stock_collection", { name: "own" });
    const stocks = `/rolling_stock?rolling_stock_collection_id=${collection.id}`;
    await maker.make("POST", stocks, validStock({ name: "own" }));
    const made = ["1%", "2%", "3%"].map((margin) =>
      validTrain({
        rolling_stock_name: "own",
        path: branchPath("N"),
        schedule: [],
        margins: { boundaries: [], values: [margin] },
      }),
    );
    await maker.make("POST", `/timetable/${timetable_id}/train_schedules`, made);
    const reader = await world.actor("reader");
    const env = { AUTHORIZATION: "enforce", SHARE_TRAINS: "1" };
    const asking = await startServer({ env, db: world.api.services.db });
    const headers = { "x-remote-user-identity": "reader" };
    const path = `/timetable/${timetable_id}/conflicts?infra_id=${infra}`;
    await world.grant("infra", infra, reader.id, "Reader");
    await world.grant("timetable", timetable_id, reader.id, "Reader");
    expect((await call(asking.services, { path, headers })).status).toBe(403);
    expect(asking.job_queue.figures.put).toBe(0);
    expect(asking.compute.runs).toEqual([]);
    await world.grant("rolling_stock_collection", collection.id, reader.id, "Reader");
    expect((await call(asking.services, { path, headers })).status).toBe(200);
    expect(asking.job_queue.figures.put).toBe(1);
    await world.close();
  });
});

describe.skipIf(!has_valkey)("in the queue", () => {
  /** A job that anybody may have put. */
  async function putForeign(data: unknown, timestamp = Date.now()): Promise<void> {
    const url = valkey.url();
    const queue = new Queue(`work-${ENGINE}`, {
      prefix: "{marey}",
      skipVersionCheck: true,
      connection: { url },
    });
    await queue.add("job", data, { timestamp, removeOnFail: true, removeOnComplete: true });
    await queue.close();
  }

  const job = () => ({
    parameters: {
      infra_id: stored.infra,
      electrical_profile_set_id: null,
      temporary_speed_limit_group_id: null,
    },
    infra_digest: "another",
    kind: "train_schedule",
    ids: stored.ids.slice(0, 10),
    traceparent: null,
  });

  it("what is older than a request may be is thrown away unread", async () => {
    valkey = await ValkeyProcess.start();
    await putForeign(job(), Date.now() - AGE_MS_MAX - 1);
    let run_count = 0;
    const helping = await startServer({
      serve: (own) => ({
        ...own,
        run: async () => {
          run_count++;
        },
      }),
    });
    await until(() => helping.job_queue.figures.expired === 1);
    await putForeign(job());
    await until(() => helping.job_queue.figures.done === 1);
    expect(run_count).toBe(1);
    expect(helping.job_queue.figures.taken).toBe(1);
  });

  it("what others put stays while this server has no room, and is taken then", async () => {
    valkey = await ValkeyProcess.start();
    let has_room = false;
    let looked_count = 0;
    const mayTake = (): boolean => {
      looked_count++;
      return has_room;
    };
    const busy = await startServer({ serve: (own) => ({ ...own, mayTake }) });
    await putForeign(job());
    await until(() => looked_count > 10);
    expect(busy.job_queue.figures.taken).toBe(0);
    has_room = true;
    await until(() => busy.job_queue.figures.taken === 1);
    // Room is where nothing waits for a thread.
    const mayTakeAt = (load: number): boolean =>
      trainServer({ ...busy.services, compute: { ...busy.compute, load, threads: 2 } }).mayTake();
    expect([0, 2, 3].map(mayTakeAt)).toEqual([true, true, false]);
  });

  it("what is no work, or of another network, fails and harms nobody", async () => {
    valkey = await ValkeyProcess.start();
    const helping = await startServer({ serve: asItIs });
    const wrong = [randomBytes(100).toString("base64"), null, {}, { ...job(), ids: [-1] }, job()];
    for (const data of wrong) await putForeign(data);
    await until(() => helping.job_queue.figures.failed === wrong.length);
    expect(helping.job_queue.figures.done).toBe(0);
    expect(countOf(helping, "simulate_trains")).toBe(0);
    const client = valkey.client();
    // Random bytes where a job should be, and one that is not there at all.
    await client.hset(`${QUEUE}:poison`, {
      name: randomBytes(9),
      data: randomBytes(99),
      opts: "{",
    });
    await client.lpush(`${QUEUE}:wait`, "poison", "absent");
    await client.zadd(`${QUEUE}:marker`, 0, "0");
    const gate = makeGate();
    const asking = await startServer({ held: gate.opened });
    const answer = ask(asking.services, conflictsPath());
    await until(() => helping.job_queue.figures.done >= 3);
    gate.open();
    expect(await answer).toBe(await conflictsAlone());
  });
});

describe.skipIf(!has_valkey)("no request fails when, with work in the queue, Valkey", () => {
  it.each([
    { what: "is killed", breaks: async () => await valkey.kill() },
    { what: "stands still", breaks: async () => valkey.pause() },
    {
      what: "is emptied",
      breaks: async () => await valkey.client().flushall(),
    },
    {
      what: "has something else in the queue's place",
      breaks: async () => {
        const client = valkey.client();
        await client.flushall();
        await client.set(`${QUEUE}:wait`, randomBytes(100));
        await client.set(`${QUEUE}:events`, "x");
      },
    },
  ])("$what", async ({ breaks }) => {
    valkey = await ValkeyProcess.start();
    const gate = makeGate();
    const asking = await startServer({ held: gate.opened });
    const helping = await startServer({ serve: asItIs });
    const answer = ask(asking.services, conflictsPath());
    await until(() => helping.job_queue.figures.done >= 1);
    await breaks();
    gate.open();
    const expected = await conflictsAlone();
    expect(await answer).toBe(expected);
    expect(await ask(makeServices({ ...asking, db: database.db }), conflictsPath())).toBe(expected);
    valkey.resume();
  });
});
