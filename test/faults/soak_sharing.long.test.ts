// Method: three servers that share results and work, on one database and one real Valkey or Redis, under mixed load with a fault every minute; every record is compared with the database, every computed answer with that of a server that shares nothing, and the memory of the two servers that are never killed with what it was after a warm-up. SOAK_S sets how long, SOAK_FAULT_S how often.
import { setTimeout as wait } from "node:timers/promises";
import { expect, it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { has_valkey, ValkeyProcess } from "../helpers/valkey_process.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { Clients } from "./clients.ts";
import { Durable } from "./durable.ts";
import { Ledger } from "./ledger.ts";
import { Planners } from "./planners.ts";
import { FAULTS, heal, type World } from "./run_faults.ts";
import type { ServerProcess } from "./server_process.ts";
import { MemoryWatch } from "./soak.ts";

const SOAK_S = Number(process.env["SOAK_S"] ?? 1200);
const FAULT_S = Number(process.env["SOAK_FAULT_S"] ?? 60);
const SAMPLE_MS = 1000;
const STOPPED_MS = 10_000;
/** Less than the results take: they are evicted all the time, here and there. */
const RESULT_CACHE_MB = "4";
const VALKEY_OPTIONS = ["--maxmemory", "8mb", "--maxmemory-policy", "allkeys-lru"];

const VALKEY_FAULTS = {
  "the Valkey is killed": async (valkey: ValkeyProcess): Promise<void> => {
    await valkey.kill();
    await valkey.start(VALKEY_OPTIONS);
  },
  "the Valkey stands still": async (valkey: ValkeyProcess): Promise<void> => {
    valkey.pause();
    await wait(STOPPED_MS);
    valkey.resume();
  },
  "the Valkey is emptied": async (valkey: ValkeyProcess): Promise<void> => {
    await valkey.client().flushall();
  },
};

/** In turn; those of servers are of the last one alone. */
const TURNS = [
  "the Valkey is killed",
  "a server is killed",
  "the Valkey stands still",
  "the database is killed",
  "the Valkey is emptied",
  "a server hangs",
  "backends are ended",
] as const;

interface Soaked extends World {
  readonly valkey: ValkeyProcess;
  readonly planners: Planners;
}

async function breakOnce(soaked: Soaked, turn: number): Promise<void> {
  const name = TURNS[turn % TURNS.length] ?? TURNS[0];
  const { planners, valkey, servers } = soaked;
  if (name in VALKEY_FAULTS) {
    // Nobody may notice.
    await VALKEY_FAULTS[name as keyof typeof VALKEY_FAULTS](valkey);
    return;
  }
  planners.expectWhole(false);
  await FAULTS[name as keyof typeof FAULTS]({ ...soaked, servers: servers.slice(-1) });
  await heal(soaked);
  // Lost connections that nobody has used yet are noticed.
  await wait(scaled(1000));
  planners.expectWhole(true);
}

/** A fault, a time of health, and so on; the memory is looked at all the time. */
async function soak(soaked: Soaked, memory: MemoryWatch): Promise<number> {
  const end_ms = performance.now() + SOAK_S * 1000;
  let next_fault_ms = performance.now() + FAULT_S * 1000;
  let turn = 0;
  while (performance.now() < end_ms) {
    if (performance.now() >= next_fault_ms) {
      next_fault_ms += FAULT_S * 1000;
      await breakOnce(soaked, turn++);
    }
    memory.sample();
    await wait(SAMPLE_MS);
  }
  return turn;
}

async function run(valkey: ValkeyProcess): Promise<void> {
  const durable = await Durable.open();
  const { embedded, db } = durable;
  const start = async (url: string): Promise<ServerProcess> =>
    await durable.start({
      RESULT_CACHE_MB,
      SHARE_TRAINS: "20",
      // What must be answered must not be refused on a busy machine.
      WAIT_MS: String(scaled(10_000)),
      BATCH_WAIT_MS: String(scaled(30_000)),
      VALKEY_URL: url,
    });
  try {
    const ledger = new Ledger();
    const planners = new Planners();
    const judge = await start("");
    await planners.prepare(judge, ledger);
    const servers: ServerProcess[] = [];
    for (let i = 0; i < 3; i++) servers.push(await start(valkey.url()));
    const [first, second] = servers;
    if (first === undefined || second === undefined) throw new Error("there are three servers");
    await judge.stop();
    const urls = servers.map(({ url }) => url);
    const clients = new Clients({ ledger, urls, seed: 1, clients: 4 });
    const memory = new MemoryWatch([first, second]);
    const world: World = { random: makeRandom(1), servers, embedded, db, disk: null };
    const running = [clients.run(), planners.run(servers)];
    const faults = await soak({ ...world, valkey, planners }, memory);
    clients.stop();
    planners.stop();
    await Promise.all(running);
    for (const server of servers) await planners.askAll(server);
    const wrong = [...planners.wrong, ...(await ledger.audit(db))];
    const told = { faults, answers: planners.count, done: ledger.count("done") };
    console.log(JSON.stringify({ ...told, memory: memory.growths }));
    expect(wrong.slice(0, 10)).toEqual([]);
    expect(faults).toBeGreaterThanOrEqual(Math.floor(SOAK_S / FAULT_S / 2));
    expect(planners.count).toBeGreaterThan(SOAK_S / 2);
    expect(ledger.count("done")).toBeGreaterThan(SOAK_S / 2);
    expect(memory.findGrowing()).toEqual([]);
  } finally {
    await durable.close();
  }
}

it.skipIf(!has_valkey)(
  "three servers that share work lose nothing and keep their memory while something breaks every minute",
  async () => {
    const valkey = await ValkeyProcess.start(VALKEY_OPTIONS);
    try {
      await run(valkey);
    } finally {
      await valkey.close();
    }
  },
);
