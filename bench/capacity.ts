/**
 * Capacity of 1 to 64 servers of 16 cores for three loads, by simulation from measured costs (bench/README.md).
 * `--check [trains]` measures costs here, with servers of one thread each, and holds the model against measured
 * runs of 1, 2 and 3 servers: within 20 % (needs a quiet machine with a Valkey or Redis on PATH).
 */
import { availableParallelism } from "node:os";
import { type Costs, type Outcome, type Request, simulate } from "./capacity/model.ts";
import { type TimedRun, type TimeRun, withSharedRuns } from "./shared_runs.ts";

/** Where `--check` has not measured: bench/README.md tells which are measured and which are estimates. */
const COSTS: Costs = {
  cold_train_ms: 2.4,
  prepare_ms: 0.08,
  collect_ms: 0.2,
  store_ms: 0.5,
  statement_ms: 0.5,
  record_ms: 0.01,
  operation_ms: 0.02,
  mib_ms: 0.7,
  train_bytes: 26_000,
};
const SERVERS = [1, 2, 4, 8, 16, 32, 64];
const THREADS = 16;
const DATABASE_CORES = 16;
const CHECK_TRAINS = 2000;
const CHECK_ROUNDS = 3;
const ERROR_MAX = 0.2;
const HOUR_MS = 3_600_000;

interface Load {
  readonly name: string;
  readonly makeRequests: (servers: number) => Request[];
}

/** Requests in even steps, to each server in turn. */
function spread(
  servers: number,
  {
    count,
    every_ms,
    trains,
    cold,
  }: Omit<Request, "at_ms" | "server"> & {
    readonly count: number;
    readonly every_ms: number;
  },
): Request[] {
  return Array.from({ length: count }, (_, i) => ({
    at_ms: i * every_ms,
    server: i % servers,
    trains,
    cold,
  }));
}

const LOADS: readonly Load[] = [
  {
    name: "a planner's day: a train changed each 10 s, a timetable of 3,000 opened each hour",
    makeRequests: (servers) => [
      ...spread(servers, { count: 8 * 360, every_ms: 10_000, trains: 100, cold: 1 }),
      ...spread(servers, { count: 8, every_ms: HOUR_MS, trains: 3000, cold: 3000 }),
    ],
  },
  {
    name: "500 planners: each asks for 100 trains each 10 s, 5 of them changed; each minute one opens 3,000",
    makeRequests: (servers) => [
      ...spread(servers, { count: 10 * 60 * 50, every_ms: 20, trains: 100, cold: 5 }),
      ...spread(servers, { count: 10, every_ms: 60_000, trains: 3000, cold: 3000 }),
    ],
  },
  {
    name: "a night: 1,000,000 cold trains, 200 timetables at once",
    makeRequests: (servers) =>
      spread(servers, { count: 200, every_ms: 0, trains: 5000, cold: 5000 }),
  },
];

function printTable(): void {
  for (const { name, makeRequests } of LOADS) {
    console.log(`\n${name}\n`);
    console.log("| servers | all done after | p50 | p99 | longest | most used |");
    console.log("|---|---|---|---|---|---|");
    for (const servers of SERVERS) {
      const plant = { servers, threads: THREADS, database_cores: DATABASE_CORES, cores: null };
      printRow(servers, simulate(plant, COSTS, makeRequests(servers)));
    }
  }
}

function printRow(servers: number, { end_ms, took_ms, use }: Outcome): void {
  const at = (share: number): string =>
    printTime(took_ms[Math.floor(share * (took_ms.length - 1))] ?? 0);
  const limits = Object.entries(use)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 2)
    .map(([name, share]) => `${name} ${Math.round(100 * share)} %`);
  const cells = [servers, printTime(end_ms), at(0.5), at(0.99), at(1), limits.join(", ")];
  console.log(`| ${cells.join(" | ")} |`);
}

function printTime(ms: number): string {
  return ms < 1000 ? `${ms.toFixed(0)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

const printRun = ({ s, cpu_s }: TimedRun): string =>
  `${s.toFixed(2)} s (${cpu_s.toFixed(2)} s of CPU)`;

async function measure(time: TimeRun, servers: number, is_warm = false) {
  const runs: TimedRun[] = [];
  for (let i = 0; i < CHECK_ROUNDS; i++) runs.push(await time({ servers, is_warm }));
  return runs.reduce((best, run) => (run.s < best.s ? run : best));
}

/**
 * Costs from a server alone, from one with a full Valkey, and, of storing, from the processor time that one with an
 * empty Valkey takes more than alone; the runs of several are predicted, and the time of that one.
 */
async function check(trains: number): Promise<void> {
  const is_done = await withSharedRuns(trains, async (time) => {
    const alone = await measure(time, 0);
    const warm = await measure(time, 1, true);
    const collect_ms = (warm.s * 1000) / trains - COSTS.prepare_ms;
    const cold_train_ms = (alone.s * 1000) / trains - COSTS.prepare_ms;
    const train_bytes = warm.read_bytes / trains;
    const storing = await measure(time, 1);
    const store_ms = ((storing.cpu_s - alone.cpu_s) * 1000) / trains;
    const costs = { ...COSTS, collect_ms, cold_train_ms, store_ms, train_bytes };
    console.log("measured:", { cold_train_ms, collect_ms, store_ms, train_bytes });
    console.log(`alone ${printRun(alone)}, all from the Valkey ${printRun(warm)}`);
    for (const servers of [1, 2, 3]) {
      const run = servers === 1 ? storing : await measure(time, servers);
      const cores = availableParallelism();
      const plant = { servers, threads: 1, database_cores: cores, cores };
      const request = { at_ms: 0, server: 0, trains, cold: trains };
      const predicted_s = simulate(plant, costs, [request]).end_ms / 1000;
      const error = predicted_s / run.s - 1;
      const verdict = Math.abs(error) <= ERROR_MAX ? "" : "  MISSED";
      const told = `measured ${printRun(run)}, model ${predicted_s.toFixed(2)} s`;
      console.log(`${servers} servers: ${told}, ${(100 * error).toFixed(0)} %${verdict}`);
      if (verdict !== "") process.exitCode = 1;
    }
  });
  if (!is_done) console.log("capacity: SKIPPED, no valkey-server and no redis-server on PATH");
}

const [mode, trains = CHECK_TRAINS] = process.argv.slice(2);
if (mode === "--check") await check(Number(trains));
else printTable();
