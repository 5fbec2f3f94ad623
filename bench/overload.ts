/**
 * A server that is asked for more than it can do, by many users and by one, in closed and open loops at 1
 * to 5 times what it can answer; beside each a healthy user on a connection of its own. Server and database
 * have one half of the cores, the load the other. What counts: 2xx a second of the peak's, and the healthy
 * user's p99 of that on the idle server. On both fronts of HTTP, each after its bare handler (bench/bare.ts).
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Database } from "../src/platform/db/client.ts";
import { moveTo } from "./cores.ts";
import { Api } from "./demo/api.ts";
import { type FloodResult, runFlood } from "./flood.ts";
import { startHealthyUser } from "./healthy_user.ts";
import { TINY_OPTIONS } from "./network/options.ts";
import { makeNetwork, prepare, storeTrains } from "./scale_world.ts";
import { BenchServers, mainThreadMs, stopProcess, waitFor } from "./servers.ts";

const DATABASE = "overload";
const PORT = 8196;
const BARE_PORT = 8199;
const BASE_URL = `http://127.0.0.1:${PORT}`;
const USERS = 50;
const TRAINS = 10_000;
const ROUND_MS = Number(process.argv[2] ?? 10_000);
/** Only requests whose names match are run. */
const WANTED = new RegExp(process.argv[3] ?? "");
const CLOSED_CONNECTIONS = [64, 320, 1_000, 6_000];
/** Far more than the cache of results holds: each simulation is computed when it is asked for. */
const SIMULATED_TRAINS = 4_000;
const RESULT_CACHE_MB = "1";
const OPEN_LOADS = [1, 2, 3, 5];
/** Rounds until the server's code is compiled. */
const WARM_UPS = 3;
const REST_MS = 1_500;
const OPEN_CONNECTIONS = 2_000;
/** Less than a fair share of the peak, also of the slower requests. */
const HEALTHY_PER_SECOND = 5;
const HEALTHY_PATHS = 100;

interface Request {
  readonly name: string;
  readonly path: (n: number) => string;
  /** Of closed loops; the first one's goodput is the peak. */
  readonly closed_connections: readonly number[];
}

interface Simulated {
  readonly infra_id: number;
  readonly ids: readonly number[];
}

/** Trains of a network, each with a run of its own. */
async function storeSimulated(servers: BenchServers): Promise<Simulated> {
  const server = servers.startMarey(PORT, DATABASE, { AUTHORIZATION: "disabled" });
  await waitFor(`${BASE_URL}/ready`);
  const api = new Api(BASE_URL);
  const network = makeNetwork({ ...TINY_OPTIONS, train_count: SIMULATED_TRAINS });
  const stored = await prepare(api, network);
  const ids = await storeTrains(api, stored);
  await stopProcess(server);
  return { infra_id: stored.infra_id, ids };
}

async function seed(
  db: Database,
  { infra_id, ids }: Simulated,
): Promise<readonly [Request, Request, Request]> {
  await db.run(`with s as (
      insert into subject select nextval('resource_id') from generate_series(1, ${USERS}) returning id
    ), n as (select id, row_number() over (order by id) - 1 as n from s)
    insert into app_user (id, identity_id, name) select id, 'bench/' || n, 'user ' || n from n`);
  await db.run("insert into subject_role (subject_id, app_role) select id, 'bench' from app_user");
  const [row] = await db.run<{ timetable_id: number }>(
    "insert into timetable default values returning id as timetable_id",
  );
  const { timetable_id = 0 } = row ?? {};
  for (const type of ["timetable", "infra"]) {
    await db.run(`insert into resource_grant (resource_type, resource_id, subject_id, level)
      select '${type}', id, null, 'Reader' from ${type}`);
  }
  await db.run(`insert into rolling_stock (name, power_restriction_codes, electric_modes, record, light_record, collection_id)
    select 'stock', '{}', '{}', '{}', '{}', id from rolling_stock_collection`);
  const record = JSON.stringify({ train_name: "8601", labels: ["am"], comfort: "STANDARD" });
  await db.run(
    `insert into train_schedule (timetable_id, rolling_stock_name, record)
     select $3, 'stock', $1 from generate_series(1, $2::integer)`,
    [record, TRAINS, timetable_id],
  );
  await db.run("vacuum analyze");
  const [train] = await db.run<{ first: number }>(
    "select min(id) as first from train_schedule where timetable_id = $1",
    [timetable_id],
  );
  const { first = 0 } = train ?? {};
  return [
    {
      name: "pages of 25 trains (the database is the bottleneck)",
      path: (n) =>
        `/timetable/${timetable_id}/train_schedules?page_size=25&page=${1 + (n % (TRAINS / 25))}`,
      closed_connections: CLOSED_CONNECTIONS,
    },
    {
      name: "single trains (the main thread is the bottleneck)",
      path: (n) => `/train_schedule/${first + ((n * 7919) % TRAINS)}`,
      closed_connections: CLOSED_CONNECTIONS,
    },
    {
      name: "single simulations (the threads are the bottleneck)",
      path: (n) => `/train_schedule/${ids[n % ids.length]}/simulation?infra_id=${infra_id}`,
      closed_connections: [300, 2_000],
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
  const { goodput, p50_ms, p99_ms, refused_p99_ms, counts, unsent } = result;
  const seconds = ROUND_MS / 1000;
  console.log(
    `  ${name.padEnd(44)} 2xx ${Math.round(goodput).toLocaleString("en").padStart(7)}/s` +
      ` (${(goodput / peak).toFixed(2)} of peak)` +
      `  503 ${Math.round((counts.get(503) ?? 0) / seconds).toLocaleString("en")}/s` +
      ` (p99 ${refused_p99_ms.toFixed(0)} ms)` +
      `  ended ${counts.get(0) ?? 0}  unsent ${unsent}` +
      `  p50 ${p50_ms.toFixed(1)}  p99 ${p99_ms.toFixed(1)} ms`,
  );
}

async function measure({ name, path, closed_connections }: Request, pid: number): Promise<void> {
  console.log(name);
  const user = (n: number): string => `bench/${n % (USERS - 1)}`;
  const healthy = {
    port: PORT,
    user: `bench/${USERS - 1}`,
    paths: Array.from({ length: HEALTHY_PATHS }, (_, n) => path(n)),
    per_second: HEALTHY_PER_SECOND,
    duration_ms: ROUND_MS,
  };
  const [connections = 1] = closed_connections;
  for (let n = 0; n < WARM_UPS; n++) await runFlood({ ...load(path), connections, user });
  const before_ms = mainThreadMs(pid);
  const { goodput: peak, counts } = await runFlood({ ...load(path), connections, user });
  const of_answer_ms = (mainThreadMs(pid) - before_ms) / (counts.get(200) ?? 1);
  console.log(`  the main thread has ${of_answer_ms.toFixed(3)} ms of work with an answer`);
  const idle = await (await startHealthyUser(healthy)).result;
  print("healthy user, idle server", idle, HEALTHY_PER_SECOND);
  const cases: Case[] = closed_connections.flatMap((count) =>
    [false, true].map((is_polite) => ({
      name: `closed, ${count} connections${is_polite ? ", polite" : ""}`,
      flood: { ...load(path), connections: count, user, is_polite },
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
  for (const { name: what, flood } of cases) {
    // What was held back of the case before is gone then.
    await pause(REST_MS);
    const user_beside = await startHealthyUser(healthy);
    const from_ms = mainThreadMs(pid);
    const [flooded, beside] = await Promise.all([runFlood(flood), user_beside.result]);
    const worked_ms = mainThreadMs(pid) - from_ms;
    print(what, flooded, peak);
    const good = (flooded.counts.get(200) ?? 0) + (beside.counts.get(200) ?? 0);
    const of_refusal_ms = (worked_ms - good * of_answer_ms) / (flooded.counts.get(503) ?? 0);
    if (Number.isFinite(of_refusal_ms)) {
      console.log(`     main thread: at most ${of_refusal_ms.toFixed(3)} ms with a refusal`);
    }
    print("   healthy user beside", beside, HEALTHY_PER_SECOND);
    console.log(`     its p99 of idle: ${(beside.p99_ms / idle.p99_ms).toFixed(1)}`);
  }
}

/** What the shortest handler on a front answers where the server has its peak. */
async function measureBare({
  path,
  closed_connections: [connections = 1],
}: Request): Promise<void> {
  const user = (): string => "bench/0";
  const flood = { ...load(path), port: BARE_PORT, connections, user };
  await runFlood(flood);
  const { goodput } = await runFlood(flood);
  console.log(`  single trains of the bare handler: ${Math.round(goodput).toLocaleString("en")}/s`);
}

moveTo("server");
await BenchServers.run(async (servers) => {
  const db = await servers.makeDatabase(DATABASE);
  const requests = await seed(db, await storeSimulated(servers));
  const [, trains] = requests;
  const roles = join(servers.folder, "roles.json");
  writeFileSync(
    roles,
    JSON.stringify({ bench: { name: "Bench", implies: ["timetable:read", "infra:read"] } }),
  );
  const { socket_dir, user } = servers.target;
  for (const front of ["uws", "node"]) {
    console.log(`HTTP by ${front}`);
    const args = [front, String(BARE_PORT), socket_dir, user, DATABASE];
    const bare = servers.startProcess("bare.js", args);
    const env = { APPLICATION_ROLES_FILE: roles, HTTP_FRONT: front, RESULT_CACHE_MB };
    const server = servers.startMarey(PORT, DATABASE, env);
    await waitFor(`${BASE_URL}/ready`);
    await waitFor(`http://127.0.0.1:${BARE_PORT}${trains.path(0)}`);
    moveTo("load");
    await measureBare(trains);
    await stopProcess(bare);
    for (const request of requests.filter((one) => WANTED.test(one.name))) {
      await measure(request, server.pid ?? 0);
    }
    await stopProcess(server);
    moveTo("server");
  }
});
