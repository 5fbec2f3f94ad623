/**
 * Method: the built server in its own process with one thread, and requests of 900 stops on a line full of
 * trains. What its main thread computed without a break, and what a short request takes after others have left,
 * is told for people, beside what twelve hard searches would take; that each is answered is what is tested.
 */
import { afterAll, beforeAll, expect, it } from "vitest";
import { type GeneratedNetwork, generateNetwork } from "../../bench/network.ts";
import { scaled } from "../helpers/pace.ts";
import { type ProbedServer, startProbedServer } from "../helpers/probed_server.ts";
import type { Json } from "./stdcm_world.ts";

const MINUTE_MS = 60_000;
const LEAVING = 12;

let server: ProbedServer;
let network: GeneratedNetwork;
let path: string;
let stock_id: unknown;

beforeAll(async () => {
  network = generateNetwork({
    station_count: 16,
    station_distance_m: 284_000 / 15,
    branch_station_count: 0,
    train_count: 300,
    departure_interval_s: 300,
    paced_interval_s: null,
  });
  server = await startProbedServer({ WORKER_THREADS: "1" });
  const { infra } = await server.make("POST", "/infra/railjson?name=line", network.railjson);
  for (const stock of network.rolling_stocks) {
    const { id } = await server.make("POST", "/rolling_stock", stock);
    if (stock.name.endsWith("intercity")) stock_id = id;
  }
  const { timetable_id } = await server.make("POST", "/timetable", {});
  const timetable = `/timetable/${String(timetable_id)}`;
  await server.make("POST", `${timetable}/train_schedules`, network.train_schedules);
  path = `${timetable}/stdcm?infra=${String(infra)}`;
  await server.make("POST", path, makeRequest(0));
}, scaled(200_000));
afterAll(async () => {
  await server.stop();
});

/** Stops of a second all along the line, several at each station. */
function makeRequest(stop_count: number): Json {
  const { main_line, train_schedules } = network;
  const first_ms = Math.min(...train_schedules.map((train) => Date.parse(train.start_time)));
  const every = (main_line.length - 1) / (stop_count + 1);
  const places = Array.from({ length: stop_count }, (_, i) => Math.round((i + 1) * every));
  return {
    steps: [0, ...places, main_line.length - 1].map((at, i) => ({
      location: { uic: main_line[at]?.uic },
      duration: i === 0 ? 0 : 1000,
    })),
    rolling_stock_id: stock_id,
    comfort: "STANDARD",
    margin: "5%",
    start_time: new Date(first_ms + 120 * MINUTE_MS).toISOString(),
    maximum_departure_delay: 240 * MINUTE_MS,
    maximum_run_time: 24 * 60 * MINUTE_MS,
    time_gap_before: 2 * MINUTE_MS,
  };
}

async function timed_ms(work: () => Promise<unknown>): Promise<number> {
  const begin_ms = performance.now();
  await work();
  return performance.now() - begin_ms;
}

it("a hard search leaves others their answers, and its thread when its caller has left", async () => {
  await server.takeLongestStretch();
  const hard_ms = await timed_ms(async () => {
    const [found, health] = await Promise.all([
      server.make("POST", path, makeRequest(900)),
      server.read("/health"),
    ]);
    expect(found).toMatchObject({ status: "success" });
    expect(health.status).toBe(200);
  });
  const stretch_ms = await server.takeLongestStretch();

  const leave = new AbortController();
  const left = Array.from({ length: LEAVING }, async () =>
    server.postAndLeave(path, makeRequest(900), leave.signal),
  );
  setTimeout(() => leave.abort(), hard_ms / 2);
  expect(await Promise.all(left)).toContain(true);
  const easy_ms = await timed_ms(async () => {
    expect(await server.make("POST", path, makeRequest(0))).toMatchObject({ status: "success" });
  });
  const told = [hard_ms, easy_ms, stretch_ms].map((ms) => ms.toFixed(0));
  console.log(
    `a hard search, a short one after ${LEAVING} left, longest stretch: ${told.join(", ")} ms`,
  );
});
