/**
 * Trains that must run behind slower ones for hours: on a line with a train every few minutes, requests
 * without a stop. The judge is that of random requests; the work is told in ways run as a whole, each of
 * which costs some runs over the whole line.
 */
import { expect, it, vi } from "vitest";
import { type FitAmongInput, fitAmong, plainRequest } from "../../../../bench/network/fit_among.ts";
import { DEFAULT_OPTIONS } from "../../../../bench/network/options.ts";
import { locate } from "../../../../bench/network/run_network.ts";
import { makeWorld } from "../../../../bench/network/world.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { openSimulation } from "../../../../workers/engine/margins/packed_simulation.ts";
import { TrainFinder } from "../../../../workers/engine/stdcm/find_train.ts";
import { type FittedTrain, judgeTrain } from "./judge_train.ts";

const HOUR_MS = 3_600_000;
const NO_TRAINS = { train_simulations: new Uint32Array(0), train_starts_ms: new Float64Array(0) };
/** Twice as many as the searches need: each is some runs over the whole line. */
const WAYS_MAX = 8;

const network = generateNetwork({
  ...DEFAULT_OPTIONS,
  station_count: 16,
  station_distance_m: 19_000,
  branch_station_count: 0,
  train_count: 90,
  departure_interval_s: 240,
  paced_interval_s: null,
});
const { infra, timetable } = makeWorld(network, "crawl");
const first_ms = timetable.train_starts_ms.reduce((a, b) => Math.min(a, b), Infinity);
const stock = network.rolling_stocks.find(({ name }) => name.endsWith("intercity"))!;

function requestAfter(hours: number): FitAmongInput {
  const ends = [network.main_line.at(0)!, network.main_line.at(-1)!];
  return {
    infra,
    steps: ends.map(({ uic }, i) => ({
      locations: [locate({ id: `${i}`, deleted: false, uic })],
      stop_ms: i === 0 ? null : 0,
      planned: null,
    })),
    ...plainRequest(stock),
    start_ms: first_ms + hours * HOUR_MS,
    maximum_departure_delay_ms: 2 * HOUR_MS,
    maximum_run_time_ms: 8 * HOUR_MS,
    timetable,
  };
}

/** Ways run as a whole in the last search of what is done. */
function countWays(work: () => void): number {
  const spy = vi.spyOn(TrainFinder.prototype, "find");
  work();
  const finder = spy.mock.contexts.at(-1) as TrainFinder;
  spy.mockRestore();
  return finder.nWays;
}

it.each([2, 3.3])("a train runs behind slower ones, %d h into the day", (hours) => {
  const request = requestAfter(hours);
  const alone = fitAmong({ ...request, timetable: { ...timetable, ...NO_TRAINS } });
  let outcome = alone;
  const nWays = countWays(() => {
    outcome = fitAmong(request);
  });
  if (outcome.kind !== "success" || alone.kind !== "success") throw new Error(outcome.kind);
  expect(judgeTrain(request, outcome)).toEqual([]);
  const time_ms = ({ packed }: FittedTrain): number =>
    openSimulation(packed).final.itemTimes_ms.at(-1)!;
  // It is slowed on its way, and does not wait instead.
  expect(time_ms(outcome)).toBeGreaterThan(time_ms(alone) + HOUR_MS / 12);
  expect(outcome.schedule.length).toBeGreaterThan(1);
  expect(nWays).toBeGreaterThan(0);
  expect(nWays).toBeLessThanOrEqual(WAYS_MAX);
});
