/**
 * Runs of servers that share work, for benches: a timetable whose trains share no run, servers of one thread
 * each that have just started and computed some other trains (what they run is compiled by then), a Valkey that
 * was emptied before, one request for all trains.
 */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { Redis } from "ioredis";
import { Api, TimetableCreated, TrainsCreated } from "./demo/api.ts";
import { importNetwork } from "./demo/import_network.ts";
import { generateNetwork } from "./network.ts";
import { BenchServers, cpuSeconds, stopProcess, waitFor } from "./servers.ts";
import { figureOf, settled, VALKEY_URL, withValkey } from "./valkey.ts";

const FIRST_PORT = 8210;
const DATABASE = "shared";
const CREATE_BATCH = 2000;
const SERVERS_MAX = 3;
/** Other trains that a server computes first; too few to be shared. */
const EXERCISE_TRAINS = 250;
const POLL_MS = 20;

export interface SharedRun {
  /** 0: one server without a Valkey. */
  readonly servers: number;
  /** Another request has left all results in the Valkey before. */
  readonly is_warm: boolean;
}

export interface TimedRun {
  readonly s: number;
  /** CPU time of all servers meanwhile, PostgreSQL and the Valkey not counted. */
  readonly cpu_s: number;
  /** Bytes that the asked server has read of shared results. */
  readonly read_bytes: number;
}

interface World {
  readonly servers: BenchServers;
  readonly valkey: Redis;
  readonly path: string;
  /** One a server, so that none finds what another has computed. */
  readonly exercise_paths: readonly string[];
  readonly train_count: number;
  /** Of the first answer; all others are the same bytes. */
  digest: string | null;
}

export type TimeRun = (run: SharedRun) => Promise<TimedRun>;

/** Does something with runs of so many trains; false: there is no Valkey to run. */
export async function withSharedRuns(
  train_count: number,
  work: (time: TimeRun) => Promise<void>,
): Promise<boolean> {
  return await withValkey(async (valkey) => {
    await BenchServers.run(async (servers) => {
      const stored = await store(servers, train_count);
      const world: World = { servers, valkey, train_count, digest: null, ...stored };
      await work(async (run) => await timeRun(world, run));
    });
  });
}

async function store(
  servers: BenchServers,
  train_count: number,
): Promise<Pick<World, "path" | "exercise_paths">> {
  await servers.makeDatabase(DATABASE);
  const server = servers.startMarey(FIRST_PORT, DATABASE, { AUTHORIZATION: "disabled" });
  const base_url = `http://127.0.0.1:${FIRST_PORT}`;
  await waitFor(`${base_url}/ready`);
  const api = new Api(base_url);
  const network = generateNetwork({ train_count, paced_interval_s: null });
  const imported = await importNetwork(api, { ...network, train_schedules: [] });
  const query = `infra=${imported.infra_id}&electrical_profile_set_id=${imported.electrical_profile_set_id}`;
  const pathOf = async (count: number, margin: number): Promise<string> => {
    const { timetable_id } = await api.post("/timetable", {}, TimetableCreated);
    const trains = network.train_schedules.slice(0, count).map((train, i) => ({
      ...train,
      margins: { boundaries: [], values: [`${(margin + i / count).toFixed(5)}%`] },
    }));
    for (let i = 0; i < trains.length; i += CREATE_BATCH) {
      const batch = trains.slice(i, i + CREATE_BATCH);
      await api.post(`/timetable/${timetable_id}/train_schedules`, batch, TrainsCreated);
    }
    return `/timetable/${timetable_id}/simulations_summary?${query}`;
  };
  const path = await pathOf(train_count, 2);
  const exercise_paths: string[] = [];
  for (let i = 0; i < SERVERS_MAX; i++) exercise_paths.push(await pathOf(EXERCISE_TRAINS, 4 + i));
  await stopProcess(server);
  return { path, exercise_paths };
}

async function timeRun(world: World, { servers, is_warm }: SharedRun): Promise<TimedRun> {
  await world.valkey.flushall();
  if (is_warm) await withServers(world, 1, async (url) => await askAll(world, url));
  return await withServers(world, servers, async (url, pids) => {
    const usedCpu = (): number => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0);
    const before_s = usedCpu();
    const start_ms = performance.now();
    await askAll(world, url);
    const s = (performance.now() - start_ms) / 1000;
    const cpu_s = usedCpu() - before_s;
    return { s, cpu_s, read_bytes: servers === 0 ? 0 : await figureOf(url, "shared_read_bytes") };
  });
}

/** All of them have computed something; the first is asked. */
async function withServers<Value>(
  { servers, exercise_paths }: World,
  count: number,
  work: (url: string, pids: readonly number[]) => Promise<Value>,
): Promise<Value> {
  const env = { AUTHORIZATION: "disabled", WORKER_THREADS: "1" };
  const shared = count === 0 ? {} : { VALKEY_URL };
  const ports = Array.from({ length: Math.max(1, count) }, (_, i) => FIRST_PORT + i);
  const started = ports.map((port) => servers.startMarey(port, DATABASE, { ...env, ...shared }));
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  for (const [i, url] of urls.entries()) {
    await waitFor(`${url}/ready`);
    const answer = await fetch(`${url}${exercise_paths[i]}`);
    assert.ok(answer.ok);
    await answer.text();
    while (count > 0 && (await figureOf(url, "work_up")) !== 1) await wait(POLL_MS);
  }
  const pids = started.map(({ pid = 0 }) => pid);
  const value = await work(urls[0] ?? "", pids);
  if (count > 0) await settled(urls);
  for (const server of started) await stopProcess(server);
  return value;
}

async function askAll(world: World, url: string): Promise<void> {
  const answer = await fetch(url + world.path);
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 500));
  assert.equal(text.split("\n").length, world.train_count + 2);
  const digest = createHash("sha256").update(text).digest("hex");
  world.digest ??= digest;
  assert.equal(digest, world.digest, "the answers differ");
}
