/** What benches of real servers share: a disposable PostgreSQL, server processes, rounds and their print. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect, type Database } from "../src/platform/db/client.ts";
import { type EmbeddedServer, startEmbedded } from "../src/platform/db/embedded.ts";
import { migrate } from "../src/platform/db/migrate.ts";
import { createDatabase } from "../src/platform/db/open.ts";
import type { LoadResult } from "./load.ts";

const DEADLINE_MS = 300_000;
const START_TIMEOUT_MS = 30_000;
const KIB_PER_MIB = 1024;
const TICKS_PER_S = 100;
/** Exit code of a server that could not start. */
const START_FAILED = 1;

export class BenchServers {
  readonly #postgres: EmbeddedServer;
  readonly #folder: string;
  readonly #children: ChildProcess[] = [];
  readonly #databases: Database[] = [];
  /** Rejects when a server can't start: another one may have its port, and would be measured in its place. */
  readonly #failed: Promise<never>;
  #fail: (error: Error) => void = () => undefined;

  private constructor(postgres: EmbeddedServer, folder: string) {
    this.#postgres = postgres;
    this.#folder = folder;
    this.#failed = new Promise((_, reject) => {
      this.#fail = reject;
    });
  }

  /** Runs a bench on a PostgreSQL of its own and cleans up after it. */
  static async run(bench: (servers: BenchServers) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), "marey-bench-"));
    chmodSync(folder, 0o755);
    const data_dir = join(folder, "postgres");
    const log = console.error;
    const servers = new BenchServers(
      await startEmbedded({ data_dir, is_disposable: true, log }),
      folder,
    );
    try {
      await Promise.race([bench(servers), servers.#failed]);
      await servers.#stop();
    } finally {
      for (const child of servers.#children) child.kill("SIGKILL");
      await servers.#postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  }

  get folder(): string {
    return this.#folder;
  }

  get target(): { readonly socket_dir: string; readonly user: string } {
    const { socket_dir, user } = this.#postgres;
    return { socket_dir, user };
  }

  /** A migrated database; stays open: a server stops an embedded PostgreSQL that nobody else uses. */
  async makeDatabase(database: string): Promise<Database> {
    const shared = {
      connections: 2,
      streams: 1,
      queue: 100,
      waits: { target_ms: 100, interval_ms: 250 },
      deadline_ms: DEADLINE_MS,
      slow_deadline_ms: DEADLINE_MS,
    };
    await createDatabase({ ...shared, target: { ...this.target, database: "postgres" } }, database);
    const db = connect({ ...shared, target: { ...this.target, database } });
    this.#databases.push(db);
    await migrate(db);
    return db;
  }

  /** Starts Marey on a database; returns its process. */
  startMarey(port: number, database: string, env: Readonly<Record<string, string>>): ChildProcess {
    return this.startProcess("../src/main.js", [], {
      PORT: String(port),
      DATA_DIR: join(this.#folder, "postgres"),
      DATABASE_NAME: database,
      DATABASE_URL: "",
      LOG_LEVEL: "error",
      ...env,
    });
  }

  startProcess(
    file: string,
    args: readonly string[],
    env: Readonly<Record<string, string>> = {},
  ): ChildProcess {
    const child = spawn(process.execPath, [join(import.meta.dirname, file), ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit"],
    });
    child.once("exit", (code) => {
      if (code === START_FAILED) this.#fail(new Error(`${file} could not start`));
    });
    this.#children.push(child);
    return child;
  }

  async #stop(): Promise<void> {
    for (const child of this.#children) await stopProcess(child);
    for (const db of this.#databases) await db.close();
  }
}

/** Ends a process if it still runs. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Peak memory of a process since its start or the last `forgetPeakMemory`, from Linux. */
export function peakMemoryMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const kib = /^VmHWM:\s+(\d+) kB/m.exec(status)?.[1];
  if (kib === undefined) throw new Error("the kernel tells no peak memory");
  return Number(kib) / KIB_PER_MIB;
}

/** From now on the peak is that of what comes. */
export function forgetPeakMemory(pid: number): void {
  writeFileSync(`/proc/${pid}/clear_refs`, "5");
}

/** Memory of a process now, from Linux. */
export function residentMemoryMib(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? Number.NaN) / KIB_PER_MIB;
}

/** CPU seconds of all threads of a process, from Linux: the time of its work on idle cores. */
export function cpuSeconds(pid: number): number {
  const [utime = 0, stime = 0] = readStat(pid).slice(11, 13);
  return (utime + stime) / TICKS_PER_S;
}

/** The same of all processes of a database's server, also of those that have ended. */
export async function databaseCpuSeconds(db: Database): Promise<number> {
  const [row] = await db.run<{ pid: number }>("select pg_backend_pid() as pid");
  const [, parent = 0] = readStat(row?.pid ?? 0);
  const ticks = readStat(parent).slice(11, 15);
  const children = readdirSync("/proc").filter((name) => isChild(Number(name), parent));
  const own_s = ticks.reduce((sum, one) => sum + one, 0) / TICKS_PER_S;
  return children.reduce((sum, child) => sum + cpuSeconds(Number(child)), own_s);
}

function isChild(pid: number, parent: number): boolean {
  try {
    return pid > 0 && readStat(pid)[1] === parent;
  } catch {
    // It has ended meanwhile.
    return false;
  }
}

/** What Linux tells after a process's name; NaN where it is no number. */
function readStat(pid: number): number[] {
  return readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .map(Number);
}

/** CPU milliseconds of the main thread of a process, from Linux. */
export function mainThreadMs(pid: number): number {
  const text = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, "utf8");
  return Number(text.split(" ")[0]) / 1e6;
}

/** Waits until a GET of the URL is answered with 2xx. */
export async function waitFor(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const end_ms = performance.now() + START_TIMEOUT_MS;
  for (;;) {
    try {
      if ((await fetch(url, { headers })).ok) return;
    } catch {
      // Not listening yet.
    }
    if (performance.now() > end_ms) throw new Error(`${url} does not answer`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Mean rate, and the latencies of the round in the middle. */
export function summarise(results: readonly LoadResult[]): LoadResult {
  const sorted = [...results].sort((a, b) => a.per_second - b.per_second);
  const middle = sorted[sorted.length >> 1];
  if (middle === undefined) throw new Error("there are no rounds");
  const sum = results.reduce((total, { per_second }) => total + per_second, 0);
  return { ...middle, per_second: sum / results.length };
}

export function printRate(
  connections: number,
  name: string,
  { per_second, p50_ms, p99_ms }: LoadResult,
): void {
  const rate = Math.round(per_second).toLocaleString("en");
  console.log(
    `${String(connections).padStart(4)} connections  ${name}  ${rate.padStart(8)}/s` +
      `  p50 ${p50_ms.toFixed(2)} ms  p99 ${p99_ms.toFixed(2)} ms`,
  );
}
