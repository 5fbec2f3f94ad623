/**
 * A day of a country as tables: the summaries of 29,000 runs, and their points and times as Parquet, through a server
 * process. First each on a server that has computed no run, then all three in turn on one that has. Of each the time, the
 * CPU time, and the peak of the server's memory above what it was. The client counts lines and rows, no more.
 * `node dist/bench/tables.js 3000` is a smaller run.
 */
import assert from "node:assert/strict";
import { parquetMetadata } from "hyparquet";
import {
  BASE_URL,
  makeNetwork,
  onServer,
  prepare,
  storeTrains,
  type World,
} from "./scale_world.ts";
import { BenchServers, cpuSeconds, forgetPeakMemory, peakMemoryMib } from "./servers.ts";

const TRAINS = Number(process.argv[2] ?? 29_000);
/** As of the largest timetable of `timetable_scale`. */
const TRAINS_OF_LINE = 29_000 / 141;
const ROUNDS = 2;
const MIB = 1024 * 1024;
/** More than the end of a table takes, which tells how many rows there are. */
const END_BYTES = 16 * MIB;
const TABLES = {
  summaries: "simulations_summary?",
  points: "run_points?",
  times: "times?format=parquet&",
};
type Table = keyof typeof TABLES;

interface Told {
  readonly seconds: number;
  readonly cpu_s: number;
  readonly grown_mib: number;
  readonly size_mib: number;
  readonly rows: number;
}

async function ask(pid: number, path: string): Promise<Told> {
  forgetPeakMemory(pid);
  const idle_mib = peakMemoryMib(pid);
  const [begin_ms, before_s] = [performance.now(), cpuSeconds(pid)];
  const answer = await fetch(`${BASE_URL}${path}`);
  assert.equal(answer.status, 200);
  let [size, lines] = [0, 0];
  const end: Uint8Array[] = [];
  let end_bytes = 0;
  for await (const piece of answer.body ?? []) {
    size += piece.length;
    for (let at = piece.indexOf(10); at >= 0; at = piece.indexOf(10, at + 1)) lines++;
    end.push(piece);
    end_bytes += piece.length;
    while (end_bytes - (end[0]?.length ?? 0) > END_BYTES) end_bytes -= end.shift()?.length ?? 0;
  }
  const is_table = answer.headers.get("content-type")?.includes("parquet") === true;
  const seconds = (performance.now() - begin_ms) / 1000;
  return {
    seconds,
    cpu_s: cpuSeconds(pid) - before_s,
    grown_mib: peakMemoryMib(pid) - idle_mib,
    size_mib: size / MIB,
    // The first line is the number of trains.
    rows: is_table ? countRows(end) : lines - 1,
  };
}

function countRows(end: readonly Uint8Array[]): number {
  return Number(parquetMetadata(Uint8Array.from(Buffer.concat(end)).buffer).num_rows);
}

/** Asks for the tables of a timetable that is new to the server; returns how long each took. */
async function askAll({ api, pid }: World, tables: readonly Table[]): Promise<readonly Told[]> {
  const network = makeNetwork({
    line_count: Math.ceil(TRAINS / TRAINS_OF_LINE),
    train_count: TRAINS,
  });
  const stored = await prepare(api, network);
  await storeTrains(api, stored);
  const { infra_id, electrical_profile_set_id, timetable_id } = stored;
  const run = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  const told: Told[] = [];
  for (const table of tables) {
    const one = await ask(pid, `/timetable/${timetable_id}/${TABLES[table]}${run}`);
    if (table === "summaries") assert.equal(one.rows, TRAINS);
    else assert.ok(one.rows > TRAINS);
    told.push(one);
  }
  return told;
}

function report(what: string, told: Told, beside: Told): void {
  const { seconds, cpu_s, grown_mib, size_mib, rows } = told;
  console.log(
    `${what.padEnd(18)} ${seconds.toFixed(1)} s (${(seconds / beside.seconds).toFixed(2)} times the summaries), ` +
      `${cpu_s.toFixed(1)} s of CPU, ${rows} rows in ${size_mib.toFixed(0)} MiB, ` +
      `memory at most ${grown_mib.toFixed(0)} MiB more`,
  );
}

const ORDER: readonly Table[] = ["summaries", "points", "times"];

await BenchServers.run(async (servers) => {
  let cold: Told | null = null;
  for (const table of ORDER) {
    await onServer(servers, table, async (world) => {
      const is_last = table === ORDER.at(-1);
      const rounds = is_last ? Array.from({ length: ROUNDS }, () => ORDER).flat() : [];
      const [first, ...warm] = (await askAll(world, [table, ...rounds])) as [Told, ...Told[]];
      cold ??= first;
      report(`${table}, cold`, first, cold);
      for (const [i, one] of warm.entries()) {
        const beside = warm[i - (i % ORDER.length)] ?? one;
        report(`${ORDER[i % ORDER.length]}, warm`, one, beside);
      }
    });
  }
});
