/**
 * A fault run: two servers on one durable database, clients that never pause, and every few moments
 * something dies, hangs or fills up. Then all heals, and every answer is compared with the database.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../src/platform/db/client.ts";
import type { EmbeddedServer } from "../../src/platform/db/embedded.ts";
import { scaled } from "../helpers/pace.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { Clients } from "./clients.ts";
import { Durable, postmasterOf } from "./durable.ts";
import { Ledger } from "./ledger.ts";
import type { ServerProcess } from "./server_process.ts";
import type { SmallDisk } from "./small_disk.ts";

const SERVERS = 2;
const HEAL_ATTEMPTS = 600;
/** Creations that are answered before the next fault. */
const WORK_BETWEEN = 10;
const WORK_PATIENCE_MS = 20_000;

export interface FaultOptions {
  readonly seed: number;
  /** Names of faults, in order; each is followed by a time of health. */
  readonly faults: readonly FaultName[];
  /** The file system of the data, where it can be filled. */
  readonly disk: SmallDisk | null;
}

export interface FaultReport {
  readonly wrong: readonly string[];
  readonly done: number;
  readonly refused: number;
  readonly unknown: number;
}

export interface World {
  readonly random: Random;
  readonly servers: readonly ServerProcess[];
  readonly embedded: EmbeddedServer;
  readonly db: Database;
  readonly disk: SmallDisk | null;
}

const pause = async (random: Random, min_ms: number, max_ms: number): Promise<void> => {
  await wait(wholeBetween(random, min_ms, max_ms));
};

function pick<T>(random: Random, list: readonly T[]): T {
  // The index is below the length.
  return list[wholeBetween(random, 0, list.length - 1)] as T;
}

/** Sends a signal to a process that may be gone already. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    if (pid > 1) process.kill(pid, name);
  } catch {
    // gone
  }
}

async function listBackends(db: Database): Promise<number[]> {
  const rows = await db
    .run<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    .catch(() => []);
  return rows.map(({ pid }) => pid);
}

export const FAULTS = {
  "a server is killed": async ({ random, servers }: World) => {
    await pick(random, servers).restart();
  },
  "a server hangs": async ({ random, servers }: World) => {
    const server = pick(random, servers);
    server.signal("SIGSTOP");
    await pause(random, 500, 2500);
    server.signal("SIGCONT");
  },
  "the database is killed": async ({ embedded }: World) => {
    signal(postmasterOf(embedded), "SIGKILL");
  },
  "the database stops fast": async ({ embedded }: World) => {
    signal(postmasterOf(embedded), "SIGINT");
  },
  "a backend is killed": async ({ random, db }: World) => {
    const backends = await listBackends(db);
    if (backends.length > 0) signal(pick(random, backends), "SIGKILL");
  },
  "backends are ended": async ({ random, db }: World) => {
    for (let i = 0; i < 30; i++) {
      for (const pid of await listBackends(db)) {
        if (wholeBetween(random, 0, 1) === 0) signal(pid, "SIGTERM");
      }
      await pause(random, 3, 40);
    }
  },
  "a backend hangs": async ({ random, db }: World) => {
    const backends = await listBackends(db);
    if (backends.length === 0) return;
    const pid = pick(random, backends);
    signal(pid, "SIGSTOP");
    await pause(random, 200, 2000);
    signal(pid, "SIGCONT");
  },
  "the disk is full": async ({ random, disk }: World) => {
    if (disk === null) return;
    disk.fill();
    await pause(random, 1500, 4000);
    disk.free();
  },
} as const satisfies Readonly<Record<string, (world: World) => Promise<void>>>;
export type FaultName = keyof typeof FAULTS;

// Object.keys forgets the key type.
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];

/** Until the servers work and the database takes changes again. */
export async function heal({ servers, embedded, db, disk }: World): Promise<void> {
  disk?.free();
  for (const server of servers) server.signal("SIGCONT");
  signal(postmasterOf(embedded), "SIGCONT");
  for (const server of servers) await server.ready();
  for (let i = 0; i < HEAL_ATTEMPTS; i++) {
    const asked = db.run("select 1 as one").then(
      () => true,
      () => false,
    );
    if (await asked) return;
    await wait(100);
  }
  throw new Error("the database does not come back");
}

/** A slow machine gets the time that it needs, so that faults meet work. */
async function waitForWork(ledger: Ledger): Promise<void> {
  const wanted = ledger.count("done") + WORK_BETWEEN;
  const end_ms = performance.now() + scaled(WORK_PATIENCE_MS);
  while (ledger.count("done") < wanted && performance.now() < end_ms) await wait(50);
}

/** One run of all faults. */
export async function runFaults(options: FaultOptions): Promise<FaultReport> {
  const { seed, faults, disk } = options;
  const durable = await Durable.open(disk?.folder);
  const { embedded, db, servers } = durable;
  try {
    for (let i = 0; i < SERVERS; i++) await durable.start({ QUERY_DEADLINE_MS: "3000" });
    const world: World = { random: makeRandom(seed), servers, embedded, db, disk };
    const ledger = new Ledger();
    const urls = servers.map(({ url }) => url);
    const clients = new Clients({ ledger, urls, seed, clients: 6 });
    const running = clients.run();
    for (const name of faults) {
      await pause(world.random, 200, 800);
      await waitForWork(ledger);
      await FAULTS[name](world);
      await pause(world.random, 0, 500);
    }
    await heal(world);
    await wait(scaled(100));
    clients.stop();
    await running;
    await heal(world);
    return {
      wrong: await ledger.audit(db),
      done: ledger.count("done"),
      refused: ledger.count("none"),
      unknown: ledger.count("unknown"),
    };
  } finally {
    await durable.close();
  }
}
