/**
 * A server that is asked for more than it can do, by many users and by one, in closed and open loops at 1
 * to 5 times what it can answer; beside each a healthy user on a connection of its own. Server and database
 * have one half of the cores, the load the other. What counts: 2xx a second of the peak's, and the healthy
 * user's p99 of that on the idle server. On both fronts of HTTP, each after its bare handler (bench/bare.ts).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../src/platform/db/client.ts";
import { moveTo } from "./cores.ts";
import { type FloodResult, runFlood } from "./flood.ts";
import { startHealthyUser } from "./healthy_user.ts";
import { BenchServers, stopProcess, waitFor } from "./servers.ts";

const DATABASE = "overload";
const PORT = 8196;
const BARE_PORT = 8199;
const USERS = 50;
const TRAINS = 10_000;
const ROUND_MS = Number(process.argv[2] ?? 10_000);
/** Only cases whose names match are run. */
const WANTED = new RegExp(process.argv[3] ?? "");
const PEAK_CONNECTIONS = 64;
const CLOSED_CONNECTIONS = [64, 320, 1_000, 6_000];
const OPEN_LOADS = [1, 2, 3, 5];
const OPEN_CONNECTIONS = 2_000;
/** Less than a fair share of the peak, also of the slower requests. */
const HEALTHY_PER_SECOND = 5;
const HEALTHY_PATHS = 100;

interface Request {
  readonly name: string;
  readonly path: (n: number) => string;
}

async function seed(db: Database): Promise<readonly [Request, Request]> {
  await db.run(`with s as (
      insert into subject select nextval('resource_id') from generate_series(1, ${USERS}) returning id
    ), n as (select id, row_number() over (order by id) - 1 as n from s)
    insert into app_user (id, identity_id, name) select id, 'bench/' || n, 'user ' || n from n`);
  await db.run("insert into subject_role (subject_id, app_role) select id, 'bench' from app_user");
  await db.run(`with t as (insert into timetable default values returning id)
    insert into resource_grant (resource_type, resource_id, subject_id, level)
    select 'timetable', t.id, null, 'Reader' from t`);
  await db.run(`insert into rolling_stock (name, power_restriction_codes, electric_modes, record, light_record, collection_id)
    select 'stock', '{}', '{}', '{}', '{}', id from rolling_stock_collection`);
  const record = JSON.stringify({ train_name: "8601", labels: ["am"], comfort: "STANDARD" });
  await db.run(
    `insert into train_schedule (timetable_id, rolling_stock_name, record)
     select t.id, 'stock', $1 from timetable t, generate_series(1, $2::integer)`,
    [record, TRAINS],
  );
  await db.run("vacuum analyze");
  const [row] = await db.run<{ first: number; timetable_id: number }>(
    "select min(id) as first, min(timetable_id) as timetable_id from train_schedule",
  );
  const { first = 0, timetable_id = 0 } = row ?? {};
  return [
    {
      name: "pages of 25 trains (the database is the bottleneck)",
      path: (n) =>
        `/timetable/${timetable_id}/train_schedules?page_size=25&page=${1 + (n % (TRAINS / 25))}`,
    },
    {
      name: "single trains (the main thread is the bottleneck)",
      path: (n) => `/train_schedule/${first + ((n * 7919) % TRAINS)}`,
    },
  ];
}

const load = (path: Request["path"]) => ({
  port: PORT,
  duration_ms: ROUND_MS,
  path,
  per_second: null,
  is_polite: false,
});

interface Case {
  readonly name: string;
  readonly flood: Parameters<typeof runFlood>[0];
}

function print(name: string, result: FloodResult, peak: number): void {
  const { goodput, p50_ms, p99_ms, counts, unsent } = result;
  const seconds = ROUND_MS / 1000;
  console.log(
    `  ${name.padEnd(44)} 2xx ${Math.round(goodput).toLocaleString("en").padStart(7)}/s` +
      ` (${(goodput / peak).toFixed(2)} of peak)` +
      `  503 ${Math.round((counts.get(503) ?? 0) / seconds).toLocaleString("en")}/s` +
      `  ended ${counts.get(0) ?? 0}  unsent ${unsent}` +
      `  p50 ${p50_ms.toFixed(1)}  p99 ${p99_ms.toFixed(1)} ms`,
  );
}

async function measure({ name, path }: Request): Promise<void> {
  console.log(name);
  const user = (n: number): string => `bench/${n % (USERS - 1)}`;
  const healthy = {
    port: PORT,
    user: `bench/${USERS - 1}`,
    paths: Array.from({ length: HEALTHY_PATHS }, (_, n) => path(n)),
    per_second: HEALTHY_PER_SECOND,
    duration_ms: ROUND_MS,
  };
  await runFlood({ ...load(path), connections: PEAK_CONNECTIONS, user });
  const peak = (await runFlood({ ...load(path), connections: PEAK_CONNECTIONS, user })).goodput;
  const idle = await (await startHealthyUser(healthy)).result;
  print("healthy user, idle server", idle, HEALTHY_PER_SECOND);
  const cases: Case[] = CLOSED_CONNECTIONS.flatMap((connections) =>
    [false, true].map((is_polite) => ({
      name: `closed, ${connections} connections${is_polite ? ", polite" : ""}`,
      flood: { ...load(path), connections, user, is_polite },
    })),
  );
  cases.push({
    name: "closed, 1000 connections of one user",
    flood: { ...load(path), connections: 1_000, user: () => "bench/0" },
  });
  for (const times of OPEN_LOADS) {
    const per_second = times * peak;
    cases.push({
      name: `open, ${times} times the peak`,
      flood: { ...load(path), connections: OPEN_CONNECTIONS, user, per_second },
    });
  }
  for (const { name: what, flood } of cases.filter((one) => WANTED.test(`${name}, ${one.name}`))) {
    const user_beside = await startHealthyUser(healthy);
    const [flooded, beside] = await Promise.all([runFlood(flood), user_beside.result]);
    print(what, flooded, peak);
    print("   healthy user beside", beside, HEALTHY_PER_SECOND);
    console.log(`     its p99 of idle: ${(beside.p99_ms / idle.p99_ms).toFixed(1)}`);
  }
}

/** What the shortest handler on a front answers where the server has its peak. */
async function measureBare(path: Request["path"]): Promise<void> {
  const user = (): string => "bench/0";
  const flood = { ...load(path), port: BARE_PORT, connections: PEAK_CONNECTIONS, user };
  await runFlood(flood);
  const { goodput } = await runFlood(flood);
  console.log(`  single trains of the bare handler: ${Math.round(goodput).toLocaleString("en")}/s`);
}

moveTo("server");
await BenchServers.run(async (servers) => {
  const db = await servers.makeDatabase(DATABASE);
  const [pages, trains] = await seed(db);
  const roles = join(servers.folder, "roles.json");
  writeFileSync(roles, JSON.stringify({ bench: { name: "Bench", implies: ["timetable:read"] } }));
  const { socket_dir, user } = servers.target;
  for (const front of ["uws", "node"]) {
    console.log(`HTTP by ${front}`);
    const args = [front, String(BARE_PORT), socket_dir, user, DATABASE];
    const bare = servers.startProcess("bare.js", args);
    const env = { APPLICATION_ROLES_FILE: roles, HTTP_FRONT: front };
    const server = servers.startMarey(PORT, DATABASE, env);
    await waitFor(`http://127.0.0.1:${PORT}/ready`);
    await waitFor(`http://127.0.0.1:${BARE_PORT}${trains.path(0)}`);
    moveTo("load");
    await measureBare(trains.path);
    await stopProcess(bare);
    for (const request of [pages, trains]) await measure(request);
    await stopProcess(server);
    moveTo("server");
  }
});
