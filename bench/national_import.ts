/**
 * Bench: a country's feed of GTFS (30,000 trips of 1,000 services) comes into a timetable as trains with days, through a
 * server process with embedded PostgreSQL beside it: CPU time of the server and, told apart, of the database, and how much
 * the server's memory grew. Before the figures count, the trains of five dates are held against a reader of the feed of
 * its own: every call of every train, on both days beside a change of the clock, too.
 * A smaller one with `node dist/bench/national_import.js <trips> <services>`.
 */
import assert from "node:assert/strict";
import { strToU8, zipSync } from "fflate";
import * as v from "valibot";
import type { Database } from "../src/platform/db/client.ts";
import { parseDuration } from "../src/railway/iso8601.ts";
import { Api, TimetableCreated } from "./demo/api.ts";
import { importNetwork } from "./demo/import_network.ts";
import {
  type Feed,
  type FeedCall,
  type FeedSizes,
  listFeedCalls,
  makeFeed,
  uicOf,
  uicsOf,
} from "./national_feed.ts";
import { type GeneratedNetwork, generateNetwork } from "./network.ts";
import {
  BenchServers,
  cpuSeconds,
  databaseCpuSeconds,
  forgetPeakMemory,
  peakMemoryMib,
  residentMemoryMib,
  stopProcess,
  waitFor,
} from "./servers.ts";

const PORT = 8197;
const BASE_URL = `http://127.0.0.1:${PORT}`;
const DATABASE = "national";
const NETWORK = { track_section_count_min: 3_000, paced_interval_s: null };
/** The clock changes on 29 March. */
const DATES = ["2025-12-25", "2026-03-27", "2026-03-28", "2026-03-29", "2026-07-15"];
const MIB = 1024 * 1024;
const PAGE = 200;

const Made = v.object({
  train_schedule_ids: v.array(v.number()),
  paced_train_ids: v.array(v.number()),
  report: v.array(
    v.object({ severity: v.string(), code: v.string(), count: v.number(), message: v.string() }),
  ),
});
const Train = v.object({
  id: v.number(),
  train_name: v.string(),
  path: v.array(
    v.object({
      id: v.string(),
      uic: v.optional(v.number()),
      trigram: v.optional(v.string()),
      operational_point: v.optional(v.string()),
    }),
  ),
  schedule: v.array(
    v.object({
      at: v.string(),
      arrival: v.nullable(v.string()),
      stop_for: v.nullable(v.string()),
    }),
  ),
  days: v.object({ weekdays: v.array(v.number()) }),
});
type Train = v.InferOutput<typeof Train>;
const Page = v.object({
  results: v.array(Train),
  runs: v.array(v.object({ id: v.number(), start_time: v.string() })),
});

function seconds(duration: string): number {
  const parsed = parseDuration(duration);
  assert.ok(parsed.ok, duration);
  return parsed.value / 1000;
}

function callsOf(uics: ReadonlyMap<string, number>, train: Train, start_time: string): FeedCall[] {
  const start_s = Date.parse(start_time) / 1000;
  const told = new Map(train.schedule.map((point) => [point.at, point]));
  return train.path.map((item) => {
    const { arrival = null, stop_for = null } = told.get(item.id) ?? {};
    const arrival_s = start_s + (arrival === null ? 0 : seconds(arrival));
    const departure_s = arrival_s + (stop_for === null ? 0 : seconds(stop_for));
    return `${train.train_name}|${uicOf(uics, item)}|${arrival_s}|${departure_s}`;
  });
}

/** All calls of the trains of a date, sorted. */
async function listCalls(api: Api, timetable_id: number, network: GeneratedNetwork, date: string) {
  const uics = uicsOf(network);
  const calls: FeedCall[] = [];
  for (let page = 1; ; page++) {
    const at = `page_size=${PAGE}&page=${page}&date=${date}`;
    const found = await api.get(`/timetable/${timetable_id}/train_schedules?${at}`, Page);
    for (const [i, train] of found.results.entries()) {
      const run = found.runs[i];
      assert.equal(run?.id, train.id);
      calls.push(...callsOf(uics, train, run?.start_time ?? ""));
    }
    if (found.results.length < PAGE) return calls.sort();
  }
}

interface Question {
  readonly feed: Feed;
  readonly infra_id: number;
  readonly sizes: FeedSizes;
}

async function importFeed(
  timetable_id: number,
  { feed, infra_id, sizes }: Question,
  { pid, db }: { readonly pid: number; readonly db: Database },
): Promise<void> {
  const body = zipSync(
    Object.fromEntries(Object.entries(feed).map(([name, text]) => [name, strToU8(text)])),
  );
  const text_bytes = Object.values(feed).reduce((sum, text) => sum + text.length, 0);
  const query = `format=gtfs&calendar=keep&infra_id=${infra_id}&rolling_stock_name=demo_intercity`;
  forgetPeakMemory(pid);
  const base_mib = residentMemoryMib(pid);
  const before = [cpuSeconds(pid), await databaseCpuSeconds(db)] as const;
  const begin_ms = performance.now();
  const answer = await fetch(`${BASE_URL}/timetable/${timetable_id}/import?${query}`, {
    method: "POST",
    headers: { "content-type": "application/zip" },
    body,
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text.slice(0, 1000));
  const passed_s = (performance.now() - begin_ms) / 1000;
  const [server_s, database_s] = [
    cpuSeconds(pid) - before[0],
    (await databaseCpuSeconds(db)) - before[1],
  ];
  const grown_mib = peakMemoryMib(pid) - base_mib;
  const made = v.parse(Made, JSON.parse(text));
  const count = made.train_schedule_ids.length;
  assert.equal(made.paced_train_ids.length, 0);
  assert.ok(count > sizes.trip_count / 3 && count < sizes.trip_count, `${count} trains`);
  for (const { severity, code, message, count: notes } of made.report)
    console.log(`  ${notes} × ${severity} ${code}: ${message}`);
  const file_mib = text_bytes / MIB;
  console.log(
    `${sizes.trip_count} trips of ${sizes.service_count} services, ${file_mib.toFixed(1)} MiB of text, ${(body.length / MIB).toFixed(1)} as a ZIP: ` +
      `${count} trains with days, ${server_s.toFixed(1)} s of the server's CPU (aim 30), ${database_s.toFixed(1)} s of the database's, ` +
      `${passed_s.toFixed(1)} s passed; memory grew by ${grown_mib.toFixed(0)} MiB over ${base_mib.toFixed(0)}, ` +
      `${(grown_mib / file_mib).toFixed(1)} times the text (aim 8)`,
  );
}

async function bench(servers: BenchServers, sizes: FeedSizes): Promise<void> {
  const db = await servers.makeDatabase(DATABASE);
  const network = generateNetwork(NETWORK);
  const feed = makeFeed(network, sizes);
  const start = async () => {
    const server = servers.startMarey(PORT, DATABASE, { AUTHORIZATION: "disabled" });
    await waitFor(`${BASE_URL}/ready`);
    return server;
  };
  const first = await start();
  const api = new Api(BASE_URL);
  const { infra_id } = await importNetwork(api, { ...network, train_schedules: [] });
  await stopProcess(first);
  // what the network's import left of its memory would hide what this one takes
  const server = await start();
  const { timetable_id } = await api.post("/timetable", {}, TimetableCreated);
  await importFeed(timetable_id, { feed, infra_id, sizes }, { pid: server.pid ?? 0, db });
  for (const date of DATES) {
    const wanted = listFeedCalls(feed, date);
    assert.deepEqual(await listCalls(api, timetable_id, network, date), wanted);
    assert.ok(wanted.length > 0);
    console.log(`${date}: ${wanted.length} calls as in the feed`);
  }
  await stopProcess(server);
}

const [trip_count = 30_000, service_count = 1_000] = process.argv.slice(2).map(Number);
await BenchServers.run(async (servers) => await bench(servers, { trip_count, service_count }));
