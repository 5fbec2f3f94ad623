// Method: one train after the other on one fresh thread is the reference; the built pool with one and two threads, in drawn batches and orders, twice, and whole requests cold, cached and with a cache too small must give its bytes.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import {
  compileNetwork,
  makePathRequests,
  makeSimulationInput,
} from "../../../bench/network/run_network.ts";
import { generateNetwork } from "../../../bench/network.ts";
import { DerivedCache } from "../../../src/platform/compute/derived_cache.ts";
import { type Compute, startCompute } from "../../../src/platform/compute/pool.ts";
import { makeShare } from "../../../src/platform/queues/fair_queue.ts";
import type { Services } from "../../../src/platform/services.ts";
import type { FoundPath, TrainOutcome } from "../../../workers/tasks/types.ts";
import { opened } from "../../helpers/opened.ts";
import { scaled } from "../../helpers/pace.ts";
import { PATIENT_WAITS } from "../../helpers/patient_waits.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";

const WORKER = join(import.meta.dirname, "../../../dist/workers/main.js");
const BATCH_MAX = 7;
/** Room for a few of the trains. */
const SMALL_CACHE_BYTES = 50_000;

const network = generateNetwork({ ...TINY_OPTIONS, station_count: 5, train_count: 32 });

const pools: Compute[] = [];

function startPool(threads: number): Compute {
  const pool = startCompute({
    filename: WORKER,
    threads,
    queue: 10_000,
    waits: PATIENT_WAITS,
    task_deadline_ms: scaled(60_000),
    memory_mb: 512,
    onThreadError: () => undefined,
  });
  pools.push(pool);
  return pool;
}

beforeAll(() => {
  expect(existsSync(WORKER), "npm run build comes first").toBe(true);
});
afterAll(async () => {
  for (const pool of pools) await pool.close();
});

function hash(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const shuffled = [...items];
  for (let i = shuffled.length - 1; i > 0; i--) {
    const j = wholeBetween(random, 0, i);
    [shuffled[i], shuffled[j]] = [shuffled[j]!, shuffled[i]!];
  }
  return shuffled;
}

/** All indices once, in a drawn order and in batches of drawn sizes. */
function drawBatches(random: Random, count: number): number[][] {
  const order = shuffle(random, [...Array(count).keys()]);
  const batches: number[][] = [];
  while (order.length > 0) batches.push(order.splice(0, wholeBetween(random, 1, BATCH_MAX)));
  return batches;
}

describe("the tasks of a train", () => {
  const infra = compileNetwork(network, "same.1");
  const requests = makePathRequests(network);

  async function findAll(pool: Compute, batches: readonly number[][]): Promise<FoundPath[]> {
    const paths: FoundPath[] = [];
    await Promise.all(
      batches.map(async (batch) => {
        const messages = batch.map((i) => {
          const { items, stock } = requests[i]!;
          return { items_json: JSON.stringify(items), stock };
        });
        const input = { infra, requests: messages };
        const outcomes = await pool.run("find_paths", input, { share: makeShare(null) });
        for (const [at, outcome] of outcomes.entries()) {
          if (outcome.kind !== "success") throw new Error(outcome.kind);
          paths[batch[at]!] = outcome.path;
        }
      }),
    );
    return paths;
  }

  async function simulate(
    pool: Compute,
    paths: readonly FoundPath[],
    batches: readonly number[][],
  ): Promise<TrainOutcome[]> {
    const whole = makeSimulationInput(network, infra, paths);
    const outcomes: TrainOutcome[] = [];
    await Promise.all(
      batches.map(async (batch) => {
        const trains = batch.map((i) => {
          const { path, stock_index, ...settings } = whole.trains[i]!;
          return { path, stock_index, settings_json: JSON.stringify(settings) };
        });
        const input = { ...whole, trains };
        const own = await pool.run("simulate_trains", input, { share: makeShare(null) });
        for (const [at, outcome] of own.entries()) outcomes[batch[at]!] = outcome;
      }),
    );
    return outcomes;
  }

  /** Everything that a train leaves in the cache, as one text. */
  function print(path: FoundPath, outcome: TrainOutcome): string {
    if (outcome.kind !== "success") return JSON.stringify(outcome);
    const { packed, requirements, ...figures } = outcome;
    const { buffer, byte_offset, byte_length } = requirements;
    return JSON.stringify([
      hash(new Uint8Array(path.packed)),
      hash(new Uint8Array(packed)),
      hash(new Uint8Array(buffer, byte_offset, byte_length)),
      figures,
    ]);
  }

  it("give the same bytes on one thread and on two, in any batches and order, twice", async () => {
    const one_by_one = requests.map((_, i) => [i]);
    const judge = startPool(1);
    const paths = await findAll(judge, one_by_one);
    const runs = await simulate(judge, paths, one_by_one);
    const expected = runs.map((run, i) => print(paths[i]!, run));
    expect(new Set(expected).size).toBeGreaterThan(16);
    expect(runs.filter(({ kind }) => kind === "success").length).toBeGreaterThan(24);
    for (const threads of [1, 2]) {
      const pool = startPool(threads);
      for (const seed of [1, 2]) {
        const random = makeRandom(seed);
        const own_paths = await findAll(pool, drawBatches(random, requests.length));
        const own_runs = await simulate(pool, own_paths, drawBatches(random, requests.length));
        const printed = own_runs.map((run, i) => print(own_paths[i]!, run));
        expect(printed, `${threads} threads, seed ${seed}`).toEqual(expected);
      }
    }
  });
});

describe("the answers about a timetable", () => {
  const database = opened(startTestDatabase);
  let asked: readonly Asked[];
  beforeAll(async () => {
    const services = makeServices({ db: database.db, services: { compute: startPool(2) } });
    asked = await store(services);
  });

  interface Asked {
    readonly method: string;
    readonly path: string;
    readonly body?: unknown;
  }

  async function make({ method, path, body }: Asked, services: Services): Promise<string> {
    const { status, text } = await call(services, { method, path, body });
    if (status >= 300) throw new Error(`${method} ${path}: ${text}`);
    return text;
  }

  /** Stores the network and its trains; everything that one can ask about them. */
  async function store(services: Services): Promise<Asked[]> {
    const post = async <T>(path: string, body?: unknown): Promise<T> =>
      JSON.parse(await make({ method: "POST", path, body }, services)) as T;
    const { infra } = await post<{ infra: number }>("/infra/railjson?name=x", network.railjson);
    for (const stock of network.rolling_stocks) await post("/rolling_stock", stock);
    const { id } = await post<{ id: number }>(
      "/electrical_profile_set?name=x",
      network.electrical_profile_set,
    );
    const { timetable_id } = await post<{ timetable_id: number }>("/timetable");
    const timetable = `/timetable/${timetable_id}`;
    const [trains, paced] = [
      await post<{ id: number }[]>(`${timetable}/train_schedules`, network.train_schedules),
      await post<{ id: number }[]>(`${timetable}/paced_trains`, network.paced_trains),
    ];
    const run = `infra_id=${infra}&electrical_profile_set_id=${id}`;
    const body = {
      infra_id: infra,
      electrical_profile_set_id: id,
      ids: trains.map((train) => train.id),
    };
    const first = `/train_schedule/${trains[0]?.id}/path?infra_id=${infra}`;
    const { track_section_ranges, routes, blocks } = JSON.parse(
      await make({ method: "GET", path: first }, services),
    ) as Record<string, unknown>;
    const path = { track_section_ranges, routes, blocks };
    const singles = [
      ...trains.map((train) => `/train_schedule/${train.id}`),
      ...paced.map((train) => `/paced_train/${train.id}`),
    ];
    const get = (what: string): Asked => ({ method: "GET", path: what });
    return [
      ...singles.map((single) => get(`${single}/path?infra_id=${infra}`)),
      ...singles.map((single) => get(`${single}/simulation?${run}`)),
      get(`/paced_train/${paced[1]?.id}/simulation?${run}&exception_key=railcar`),
      get(`${timetable}/conflicts?${run}`),
      { method: "POST", path: "/train_schedule/simulations_summary", body },
      { method: "POST", path: "/v2/train_schedule/project_path", body: { ...body, path } },
      {
        method: "POST",
        path: "/paced_train/project_path",
        body: { ...body, ids: paced.map((train) => train.id), path },
      },
    ];
  }

  /** Asks everything in a drawn order, several at a time; hashes in the order of `asked`. */
  async function askAll(services: Services, random: Random, lanes: number): Promise<string[]> {
    const answers: string[] = [];
    const order = shuffle(random, [...asked.keys()]);
    const runLane = async (): Promise<void> => {
      for (let i = order.pop(); i !== undefined; i = order.pop()) {
        answers[i] = hash(await make(asked[i]!, services));
      }
    };
    await Promise.all(Array.from({ length: lanes }, runLane));
    return answers;
  }

  it("are the same bytes on one thread and on two, cold, cached and hardly cached", async () => {
    const judge = makeServices({ db: database.db, services: { compute: startPool(1) } });
    const expected: string[] = [];
    for (const one of asked) expected.push(hash(await make(one, judge)));
    for (const threads of [1, 2]) {
      const options = { db: database.db, services: { compute: startPool(threads) } };
      const cached = makeServices(options);
      const derived = new DerivedCache(SMALL_CACHE_BYTES);
      const hardly = makeServices({ ...options, services: { ...options.services, derived } });
      const random = makeRandom(threads);
      expect(await askAll(cached, random, 4), `${threads} threads, cold`).toEqual(expected);
      const { misses } = cached.derived.figures;
      expect(await askAll(cached, random, 4), `${threads} threads, cached`).toEqual(expected);
      expect(cached.derived.figures.misses).toBe(misses);
      expect(await askAll(hardly, random, 4), `${threads} threads, hardly`).toEqual(expected);
      expect(hardly.derived.figures.misses).toBeGreaterThan(misses);
    }
  });
});
