/**
 * Streams of events: `[streams] [changes a second] [round in ms]`. Once each stream's timetable has 100 of them,
 * once all look at one. What counts: the server's memory a stream, the time from a change's commit until a
 * client has its event, and the rate of point reads beside that without changes and streams. Clients are in a
 * process of their own; changes go straight into the database, so that no request competes. The server's CPU time
 * for an event told to a stream holds on a busy machine too.
 */
import { type ChildProcess, fork } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../src/platform/db/client.ts";
import type { Heard } from "./event_clients.ts";
import { runLoad } from "./load.ts";
import { BenchServers, cpuSeconds, forgetPeakMemory, peakMemoryMib, waitFor } from "./servers.ts";

const DATABASE = "events";
const PORT = 8197;
const [STREAMS = 10_000, PER_SECOND = 100, ROUND_MS = 10_000] = process.argv.slice(2).map(Number);
/** Half as many as the streams of one user would allow. */
const USERS = Math.ceil(STREAMS / 50);
const TIMETABLES = 100;
const TRAINS_OF_TIMETABLE = 100;
const READS = 32;
const KIB_PER_MIB = 1024;

interface World {
  readonly db: Database;
  readonly first_timetable: number;
  readonly first_train: number;
}

async function seed(db: Database): Promise<World> {
  await db.run(`with s as (
      insert into subject select nextval('resource_id') from generate_series(1, ${USERS}) returning id
    ), n as (select id, row_number() over (order by id) - 1 as n from s)
    insert into app_user (id, identity_id, name) select id, 'bench/' || n, 'user ' || n from n`);
  await db.run("insert into subject_role (subject_id, app_role) select id, 'bench' from app_user");
  await db.run(
    `insert into timetable select nextval('resource_id') from generate_series(1, ${TIMETABLES})`,
  );
  await db.run(`insert into resource_grant (resource_type, resource_id, subject_id, level)
    select 'timetable', id, null, 'Reader' from timetable`);
  const record = JSON.stringify({ train_name: "8601", labels: ["am"], comfort: "STANDARD" });
  await db.run(
    `insert into train_schedule (timetable_id, rolling_stock_name, record)
     select t.id, 'none', $1 from timetable t, generate_series(1, ${TRAINS_OF_TIMETABLE}) order by t.id`,
    [record],
  );
  await db.run("vacuum analyze");
  const [row] = await db.run<{ first_timetable: number; first_train: number }>(
    "select min(timetable_id) as first_timetable, min(id) as first_train from train_schedule",
  );
  if (row === undefined) throw new Error("nothing was made");
  return { db, ...row };
}

/** Changes trains one after the other until it is told to stop; when each was committed, by train. */
async function change(
  { db, first_train }: World,
  trains: number,
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const committed = new Map<number, number[]>();
  const start_ms = performance.now();
  for (let n = 0; !signal.aborted; n++) {
    const early_ms = start_ms + (n * 1000) / PER_SECOND - performance.now();
    if (early_ms > 0) await wait(early_ms);
    const id = first_train + ((n * 7919) % trains);
    await db.run("update train_schedule set revision = revision + 1 where id = $1", [id]);
    const own = committed.get(id) ?? [];
    committed.set(id, own);
    own.push(Date.now());
  }
  return committed;
}

/** From the commit to the client; a client may be told before the commit's answer is here. */
function delaysOf(
  committed: ReadonlyMap<number, readonly number[]>,
  heard: readonly Heard[],
): number[] {
  const delays = heard.flatMap(({ train_id, at_ms }) => {
    const before = (committed.get(train_id) ?? []).filter((one_ms) => one_ms <= at_ms + 5);
    const last_ms = before.at(-1);
    return last_ms === undefined ? [] : [Math.max(0, at_ms - last_ms)];
  });
  return delays.sort((a, b) => a - b);
}

async function openClients(
  { first_timetable }: World,
  timetables: number,
): Promise<{ readonly child: ChildProcess; readonly heard: Heard[] }> {
  const values = [PORT, first_timetable, timetables, STREAMS, USERS];
  const child = fork(join(import.meta.dirname, "event_clients.js"), values.map(String));
  const heard: Heard[] = [];
  await new Promise<void>((resolve, reject) => {
    child.on("exit", (code) => reject(new Error(`the clients ended with ${code}`)));
    child.on("message", (message) => {
      if (message === "open") resolve();
      else heard.push(...(message as Heard[]));
    });
  });
  return { child, heard };
}

/** What the process has now. */
function memoryMib(pid: number): number {
  forgetPeakMemory(pid);
  return peakMemoryMib(pid);
}

/** Events told to streams since the server's start. */
async function toldCount(): Promise<number> {
  const metrics = await (await fetch(`http://127.0.0.1:${PORT}/metrics`)).text();
  return Number(/^marey_events_told (\d+)/m.exec(metrics)?.[1] ?? 0);
}

async function readRate({ first_train }: World): Promise<number> {
  const { per_second } = await runLoad({
    port: PORT,
    connections: READS,
    duration_ms: ROUND_MS,
    path: (n) => `/train_schedule/${first_train + ((n * 7919) % TRAINS_OF_TIMETABLE)}`,
    headers: (n) => `x-remote-user-identity: bench/${n % USERS}\r\n`,
  });
  return per_second;
}

async function measure(world: World, pid: number, timetables: number): Promise<void> {
  const alone = await readRate(world);
  const before_mib = memoryMib(pid);
  const { child, heard } = await openClients(world, timetables);
  const kib = ((memoryMib(pid) - before_mib) * KIB_PER_MIB) / STREAMS;
  const changing = new AbortController();
  const changes = change(world, timetables * TRAINS_OF_TIMETABLE, changing.signal);
  const [told, cpu_s] = [await toldCount(), cpuSeconds(pid)];
  await wait(ROUND_MS);
  const told_us = ((cpuSeconds(pid) - cpu_s) * 1e6) / ((await toldCount()) - told);
  const quiet_count = heard.length;
  const beside = await readRate(world);
  changing.abort();
  const committed = await changes;
  await wait(2000);
  child.removeAllListeners("exit");
  child.kill("SIGKILL");
  const count = [...committed.values()].reduce((sum, { length }) => sum + length, 0);
  console.log(
    `${STREAMS} streams of ${timetables} timetables: ${kib.toFixed(1)} KiB each, ${count} changes, ${told_us.toFixed(1)} µs of CPU time for a told event`,
  );
  for (const [name, part] of [
    ["without reads", heard.slice(0, quiet_count)],
    ["with reads", heard.slice(quiet_count)],
  ] as const) {
    const delays = delaysOf(committed, part);
    const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN;
    console.log(
      `  ${name}: ${delays.length} heard, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, last ${delays.at(-1)} ms`,
    );
  }
  console.log(
    `  point reads ${alone.toFixed(0)}/s without, ${beside.toFixed(0)}/s with: ${(beside / alone).toFixed(2)}`,
  );
}

await BenchServers.run(async (servers) => {
  const world = await seed(await servers.makeDatabase(DATABASE));
  const roles = join(servers.folder, "roles.json");
  writeFileSync(roles, JSON.stringify({ bench: { name: "Bench", implies: ["timetable:read"] } }));
  const server = servers.startMarey(PORT, DATABASE, {
    APPLICATION_ROLES_FILE: roles,
    EVENT_STREAMS: String(2 * STREAMS),
  });
  await waitFor(`http://127.0.0.1:${PORT}/health`);
  await readRate(world);
  for (const timetables of [TIMETABLES, 1]) await measure(world, server.pid ?? 0, timetables);
});
