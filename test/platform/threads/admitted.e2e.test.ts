// Method: the built pool of one thread with a short queue behind real requests, which all ask at once for simulations that nobody has computed. Tasks, those that come to nothing, and statements are counted against the answers.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../../bench/network/options.ts";
import { generateNetwork } from "../../../bench/network.ts";
import { type Compute, startCompute } from "../../../src/platform/compute/pool.ts";
import { scaled } from "../../helpers/pace.ts";
import { PATIENT_WAITS } from "../../helpers/patient_waits.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";

const WORKER = join(import.meta.dirname, "../../../dist/workers/main.js");
const TRAINS = 120;
const WAITING_MAX = 20;
const FLOODERS = 4;
/** Tasks of an answer: the path, the run, the text. */
const TASKS = 3;

const network = generateNetwork({ ...TINY_OPTIONS, margin: "5%", paced_interval_s: null });

let database: TestDatabase;
let pool: Compute;

beforeAll(async () => {
  expect(existsSync(WORKER), "npm run build comes first").toBe(true);
  database = await startTestDatabase();
  pool = startCompute({
    filename: WORKER,
    threads: 1,
    queue: WAITING_MAX,
    waits: PATIENT_WAITS,
    task_deadline_ms: scaled(60_000),
    memory_mb: 512,
    onThreadError: () => undefined,
  });
});
afterAll(async () => {
  await pool.close();
  await database.close();
});

it("of a flood what has begun is served, and what is refused has cost nothing", async () => {
  let tasks = 0;
  let lost = 0;
  const compute: Compute = {
    enter: async (share, signal) => await pool.enter(share, signal),
    threads: 1,
    get load() {
      return pool.load;
    },
    run: (name, input, options) => {
      tasks++;
      const outcome = pool.run(name, input, options);
      outcome.catch(() => {
        lost++;
      });
      return outcome;
    },
    evict: (key) => pool.evict(key),
    close: async () => pool.close(),
  };
  // Nothing is shared between trains: the cache of results holds none.
  const env = { RESULT_CACHE_MB: "1" };
  const services = makeServices({ db: database.db, env, services: { compute } });
  const make = async <T>(path: string, body?: unknown): Promise<T> => {
    const { status, text, json } = await call(services, { method: "POST", path, body });
    expect(status, text).toBeLessThan(300);
    return json as T;
  };
  const { infra } = await make<{ infra: number }>("/infra/railjson?name=tiny", network.railjson);
  for (const stock of network.rolling_stocks) await make("/rolling_stock", stock);
  const { timetable_id } = await make<{ timetable_id: number }>("/timetable");
  const forms = Array.from({ length: TRAINS }, (_, i) => ({
    ...network.train_schedules[i % network.train_schedules.length],
    margins: { boundaries: [], values: [`5.${String(i).padStart(6, "0")}%`] },
  }));
  const trains = await make<{ id: number }[]>(`/timetable/${timetable_id}/train_schedules`, forms);
  const ask = async ({ id }: { id: number }, who: string): Promise<number> => {
    const path = `/train_schedule/${id}/simulation?infra_id=${infra}`;
    const headers = { "x-remote-user-identity": who };
    return (await call(services, { path, headers })).status;
  };
  const [first, seldom, ...crowd] = trains;
  expect(await ask(first!, "first")).toBe(200);
  const statements = (): number => [...database.statements.values()].reduce((sum, n) => sum + n, 0);
  database.statements.clear();
  expect(await ask(first!, "first")).toBe(200);
  const statements_of_one = statements();
  database.statements.clear();
  tasks = 0;
  const flood = crowd.map(async (train, n) => await ask(train, `flood ${n % FLOODERS}`));
  const other = ask(seldom!, "seldom");
  const statuses = await Promise.all(flood);
  expect(await other).toBe(200);
  const answered = statuses.filter((status) => status === 200).length;
  expect(answered).toBeGreaterThan(WAITING_MAX);
  expect(statuses.filter((status) => status === 503)).toHaveLength(crowd.length - answered);
  expect(answered).toBeLessThan(crowd.length);
  expect(lost).toBe(0);
  // A path may be shared between trains, a run and a text not.
  expect(tasks).toBeGreaterThanOrEqual((TASKS - 1) * (answered + 1));
  expect(tasks).toBeLessThanOrEqual(TASKS * (answered + 1));
  expect(statements()).toBeLessThanOrEqual(statements_of_one * (answered + 1));
});
