/**
 * Whole timetables through the real server in a process of its own: import, export, times as CSV and
 * summaries as NDJSON of 10,000 trains, each with a margin of its own, in five timetables and in one. What a
 * stream takes of the server's memory must not grow with the timetable: the peak while the streams of the
 * large one are read is held against that of the small ones, which leave as much garbage. Then a reader that stops reading, one that leaves, and the
 * largest import that is taken, with `/health` asked all the time. Fails when a count or a bound is wrong,
 * so `npm run test:long` runs it, too.
 */
import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import * as v from "valibot";
import { REQUEST_LIMITS } from "../src/platform/limits.ts";
import { Api, TimetableCreated } from "./demo/api.ts";
import { type Imported, importNetwork } from "./demo/import_network.ts";
import { probeWhile } from "./health_probe.ts";
import { type GeneratedNetwork, generateNetwork } from "./network.ts";
import { BenchServers, forgetPeakMemory, peakMemoryMib, waitFor } from "./servers.ts";

const PORT = 8198;
const BASE_URL = `http://127.0.0.1:${PORT}`;
const DATABASE = "exchange";
const SMALL = 2_000;
const LARGE = 10_000;
const SMALL_COUNT = LARGE / SMALL;
/**
 * Small beside what 10,000 simulations take, so that neither the cache nor garbage that no thread had to
 * collect yet hides a stream that keeps all.
 */
const MEMORY = { RESULT_CACHE_MB: "64", WORKER_MEMORY_MB: "256" };
/** Of all results that were computed: garbage is collected when each thread sees fit. */
const GROWTH_SHARE_MAX = 0.5;
const IDLE_MS = 2_000;
/** Half a megabyte of CSV each, many times what sockets hold. */
const PACED_TRAINS = 300;
const PACED = { time_window: "PT400M", interval: "PT1M" };
const LEFT_MS_MAX = 5_000;
const MIB = 1024 * 1024;

const Imports = v.object({
  train_schedule_ids: v.array(v.number()),
  paced_train_ids: v.array(v.number()),
});

interface World {
  readonly api: Api;
  readonly pid: number;
  readonly stored: Imported;
  readonly network: GeneratedNetwork;
}

function tell(what: string, figure: string): void {
  console.log(`${what.padEnd(44)} ${figure.padStart(14)}`);
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start_ms = performance.now();
  const value = await work();
  tell(what, `${((performance.now() - start_ms) / 1000).toFixed(2)} s`);
  return value;
}

interface Document {
  readonly version: 1;
  readonly train_schedules: readonly object[];
}

let margin_count = 0;

/** A document of so many trains, each with a margin that no other has. */
function makeDocument({ train_schedules }: GeneratedNetwork, count: number): Document {
  const trains = Array.from({ length: count }, (_, i) => {
    const train = train_schedules[i % train_schedules.length];
    const margins = { boundaries: [], values: [`${(5 + ++margin_count * 1e-5).toFixed(5)}%`] };
    const { schedule = [], ...others } = train ?? {};
    const stops = schedule.map((point) => ({ ...point, arrival: null }));
    return { ...others, schedule: stops, margins };
  });
  return { version: 1, train_schedules: trains };
}

async function importTrains({ api }: World, document: object): Promise<number> {
  const { timetable_id } = await api.post("/timetable", {}, TimetableCreated);
  await api.post(`/timetable/${timetable_id}/import`, document, Imports);
  return timetable_id;
}

async function openStream(
  path: string,
  signal?: AbortSignal,
): Promise<ReadableStreamDefaultReader<Uint8Array>> {
  const response = await fetch(BASE_URL + path, signal === undefined ? {} : { signal });
  assert.equal(response.status, 200, path);
  assert.ok(response.body !== null);
  return response.body.getReader();
}

/** Reads a stream to its end and keeps nothing of it but its size and its number of lines. */
async function drain(path: string): Promise<{ bytes: number; lines: number }> {
  const reader = await openStream(path);
  let bytes = 0;
  let lines = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { bytes, lines };
    bytes += value.length;
    for (const byte of value) if (byte === 10) lines++;
  }
}

function listStreams(
  { stored }: World,
  timetable_id: number,
): Record<"summaries" | "times" | "document", string> {
  const { infra_id, electrical_profile_set_id } = stored;
  const run = `infra=${infra_id}&electrical_profile_set_id=${electrical_profile_set_id}`;
  return {
    summaries: `/timetable/${timetable_id}/simulations_summary?${run}`,
    times: `/timetable/${timetable_id}/times?${run}`,
    document: `/timetable/${timetable_id}/export?format=json`,
  };
}

interface Memory {
  readonly peak_mib: number;
  /** What all results would take that were computed meanwhile. */
  readonly computed_mib: number;
}

/** Reads every stream of each timetable, one after another. */
async function readStreams(
  world: World,
  timetable_ids: readonly number[],
  count: number,
): Promise<Memory> {
  const before = await readMetric("marey_derived_cache_misses");
  forgetPeakMemory(world.pid);
  for (const timetable_id of timetable_ids) await readTimetable(world, timetable_id, count);
  const peak_mib = peakMemoryMib(world.pid);
  tell(
    `${timetable_ids.length} x ${count} trains, peak memory of the server`,
    `${peak_mib.toFixed(0)} MiB`,
  );
  const computed = (await readMetric("marey_derived_cache_misses")) - before;
  const cached_bytes = await readMetric("marey_derived_cache_bytes");
  const entry_mib = cached_bytes / (await readMetric("marey_derived_cache_entries")) / MIB;
  tell(`${computed} results computed, all together`, `${(computed * entry_mib).toFixed(0)} MiB`);
  return { peak_mib, computed_mib: computed * entry_mib };
}

async function readTimetable(world: World, timetable_id: number, count: number): Promise<void> {
  const { summaries, times, document } = listStreams(world, timetable_id);
  const read = async (what: string, path: string) => {
    const found = await timed(`${count} trains, ${what}`, () => drain(path));
    tell("", `${(found.bytes / MIB).toFixed(1)} MiB`);
    return found;
  };
  assert.equal((await read("summaries, cold", summaries)).lines, count + 1);
  assert.ok((await read("times", times)).lines > count);
  await read("document", document);
}

async function readMetric(name: string): Promise<number> {
  const metrics = await (await fetch(`${BASE_URL}/metrics`)).text();
  const found = new RegExp(`^${name} (\\d+)`, "m").exec(metrics)?.[1];
  assert.ok(found !== undefined, `no metric ${name}`);
  return Number(found);
}

/** A reader that stops: the server stops too. One that leaves: nothing runs any more. */
async function stallAndLeave(world: World): Promise<void> {
  const { train_schedules } = makeDocument(world.network, PACED_TRAINS);
  const paced_trains = train_schedules.map((train) => ({ ...train, paced: PACED }));
  const timetable_id = await importTrains(world, { version: 1, paced_trains });
  forgetPeakMemory(world.pid);
  const leaving = new AbortController();
  const before = await readMetric("marey_derived_cache_misses");
  const { times } = listStreams(world, timetable_id);
  const reader = await openStream(times, leaving.signal);
  await reader.read();
  let held = -1;
  for (let now = 0; now !== held; now = await readMetric("marey_derived_cache_misses")) {
    held = now;
    await wait(IDLE_MS);
  }
  assert.ok(held - before < PACED_TRAINS, "the server goes on while nobody reads");
  tell("computed for a reader that stops", `${held - before} of ${PACED_TRAINS}`);
  tell("peak memory meanwhile", `${peakMemoryMib(world.pid).toFixed(0)} MiB`);
  leaving.abort();
  const until_ms = performance.now() + LEFT_MS_MAX;
  while ((await readMetric("marey_tasks_running")) > 0) {
    assert.ok(performance.now() < until_ms, "the work of a client that has left goes on");
    await wait(10);
  }
}

/** As many trains as one import may hold. */
async function importLargest(world: World): Promise<void> {
  const { timetable_trains, timetable_body_bytes } = REQUEST_LIMITS;
  const one = JSON.stringify(makeDocument(world.network, 100)).length / 100;
  const count = Math.min(timetable_trains, Math.floor((timetable_body_bytes * 0.99) / one));
  const document = makeDocument(world.network, count);
  tell(`an import of ${count} trains`, `${(JSON.stringify(document).length / MIB).toFixed(1)} MiB`);
  forgetPeakMemory(world.pid);
  const { probe } = await probeWhile(BASE_URL, () =>
    timed("stored after", () => importTrains(world, document)),
  );
  tell("longest /health meanwhile", `${probe.longest_ms.toFixed(0)} ms`);
  tell("peak memory of the server", `${peakMemoryMib(world.pid).toFixed(0)} MiB`);
}

await BenchServers.run(async (servers) => {
  await servers.makeDatabase(DATABASE);
  const env = { AUTHORIZATION: "disabled", ...MEMORY };
  const server = servers.startMarey(PORT, DATABASE, env);
  await waitFor(`${BASE_URL}/ready`);
  const api = new Api(BASE_URL);
  const network = generateNetwork({ margin: "5%", paced_interval_s: null });
  const stored = await importNetwork(api, { ...network, train_schedules: [] });
  const world = { api, pid: server.pid ?? 0, stored, network };
  const warm = await importTrains(world, makeDocument(network, SMALL));
  const small: number[] = [];
  while (small.length < SMALL_COUNT) {
    small.push(await importTrains(world, makeDocument(network, SMALL)));
  }
  const large = await importTrains(world, makeDocument(network, LARGE));
  // The first stream also takes what any first computation does.
  await drain(listStreams(world, warm).summaries);
  const of_small = await readStreams(world, small, SMALL);
  const of_large = await readStreams(world, [large], LARGE);
  const growth_mib = of_large.peak_mib - of_small.peak_mib;
  assert.ok(
    growth_mib < of_large.computed_mib * GROWTH_SHARE_MAX,
    `${growth_mib} MiB more for one timetable of ${LARGE} trains than for ${SMALL_COUNT} of ${SMALL}`,
  );
  await stallAndLeave(world);
  await importLargest(world);
});
