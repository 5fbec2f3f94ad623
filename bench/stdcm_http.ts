/**
 * Bench: short term path requests over HTTP, through a server process with its PostgreSQL: a day of trains
 * on the lines of a large network, four requests, each first and again, and the longest wait of `/health`
 * meanwhile. The first one also runs all trains. An answer must be as it was the first time. By default
 * the network of 100,000 track sections with 29,000 trains; another size with
 * `node dist/bench/stdcm_http.js <track sections> <trains>`.
 */
import assert from "node:assert/strict";
import * as v from "valibot";
import type { Api } from "./demo/api.ts";
import { probeWhile } from "./health_probe.ts";
import { LARGE_OPTIONS } from "./network/options.ts";
import {
  BASE_URL,
  makeSharedNetwork,
  onServer,
  prepare,
  type Stored,
  storeTrains,
  timed,
  type World,
} from "./scale_world.ts";
import { BenchServers } from "./servers.ts";

const ROUNDS = 5;
const HOUR_MS = 3_600_000;
const STOP_MS = 60_000;

const Answer = v.looseObject({ status: v.string(), departure_time: v.optional(v.string()) });
type Body = Readonly<Record<string, unknown>>;

/** Requests of an intercity train over a whole line, half a day into the timetable. */
function makeRequests({ network, ...stored }: Stored): Readonly<Record<string, Body>> {
  const { main_line, rolling_stocks, train_schedules } = network;
  const starts_ms = train_schedules.map(({ start_time }) => Date.parse(start_time));
  const start_ms = starts_ms.reduce((a, b) => Math.min(a, b), Infinity) + 12 * HOUR_MS;
  const last = main_line.length - 1;
  const steps = main_line
    .filter((_, i) => i % 3 === 0 || i === last)
    .map(({ uic }) => ({ location: { uic }, duration: STOP_MS }));
  const stock = rolling_stocks.find(({ name }) => name.endsWith("intercity"));
  const request = {
    steps,
    rolling_stock_id: stored.rolling_stock_ids.get(stock?.name ?? ""),
    comfort: "STANDARD",
    start_time: new Date(start_ms).toISOString(),
    maximum_departure_delay: 4 * HOUR_MS,
    maximum_run_time: 8 * HOUR_MS,
  };
  const early = {
    arrival_time: new Date(start_ms + HOUR_MS / 6).toISOString(),
    arrival_time_tolerance_before: 0,
    arrival_time_tolerance_after: 60_000,
  };
  return {
    "an intercity train": request,
    "leaving within 5 min": { ...request, maximum_departure_delay: 300_000 },
    "without a stop": { ...request, steps: [steps.at(0), steps.at(-1)] },
    "arriving too early": {
      ...request,
      steps: steps.map((one, i) => (i === steps.length - 1 ? { ...one, timing_data: early } : one)),
    },
  };
}

function print(what: string, figure_s: number): void {
  console.log(`${what.padEnd(72)} ${(1000 * figure_s).toFixed(0).padStart(8)} ms`);
}

async function askAll(api: Api, stored: Stored): Promise<void> {
  const path = `/timetable/${stored.timetable_id}/stdcm?infra=${stored.infra_id}`;
  for (const [what, body] of Object.entries(makeRequests(stored))) {
    const ask = async (): Promise<string> => {
      const { status, departure_time } = await api.post(path, body, Answer);
      return departure_time === undefined ? status : `${status}, leaves at ${departure_time}`;
    };
    const [expected, first_s] = await timed(ask);
    print(`${what}: ${expected}, first`, first_s);
    let least_s = Infinity;
    for (let round = 0; round < ROUNDS; round++) {
      const [answer, round_s] = await timed(ask);
      assert.equal(answer, expected);
      least_s = Math.min(least_s, round_s);
    }
    print(`  the same again (best of ${ROUNDS})`, least_s);
  }
}

async function benchHttp({ api }: World): Promise<void> {
  const [sections = 100_000, trains = 29_000] = process.argv.slice(2).map(Number);
  const network = makeSharedNetwork({
    ...LARGE_OPTIONS,
    track_section_count_min: sections,
    train_count: trains,
  });
  const [stored, import_s] = await timed(() => prepare(api, network));
  print(`${network.railjson.track_sections.length} track sections, imported`, import_s);
  const [ids, store_s] = await timed(() => storeTrains(api, stored));
  print(`${ids.length} trains, stored`, store_s);
  const { probe } = await probeWhile(BASE_URL, () => askAll(api, stored));
  print(`longest /health of ${probe.count}`, probe.longest_ms / 1000);
}

await BenchServers.run((servers) => onServer(servers, "stdcm", benchHttp));
