/**
 * Requests whose way is closed as long as a train might use it, on a line with a train every few minutes:
 * the work is told in labels. That nothing is taken for closed that is not, the judges beside this file and
 * brute force (test/oracle/stdcm.test.ts) tell; here a gap just long enough.
 */
import { expect, it, vi } from "vitest";
import { type FitAmongInput, fitAmong, plainRequest } from "../../../../bench/network/fit_among.ts";
import { DEFAULT_OPTIONS } from "../../../../bench/network/options.ts";
import { makeWorld } from "../../../../bench/network/world.ts";
import { generateNetwork } from "../../../../bench/network.ts";
import { Exploration } from "../../../../workers/engine/stdcm/search/explore.ts";
import { LABEL_BYTES } from "../../../../workers/engine/stdcm/search/labels.ts";
import { judgeTrain } from "./judge_train.ts";

const HOUR_MS = 3_600_000;
/** Those of the first blocks; all ways up to a closed track are some 20,000. */
const LABELS_MAX = 200;
/** Ways of an hour's departures; those of the whole window are 16,000, or 4,000 to the stop alone. */
const LATE_LABELS_MAX = 2_500;
/** The labels behind the last one expanded are still made when memory is short. */
const AHEAD_LABELS = 100;

const network = generateNetwork({
  ...DEFAULT_OPTIONS,
  station_count: 8,
  station_distance_m: 19_000,
  branch_station_count: 0,
  train_count: 90,
  departure_interval_s: 420,
  paced_interval_s: null,
});
const { infra, timetable } = makeWorld(network, "closed");
const { main_line, railjson } = network;
const START_MS = timetable.train_starts_ms.reduce((a, b) => Math.min(a, b)) + 3 * HOUR_MS;

const request: FitAmongInput = (() => {
  const stock = network.rolling_stocks.find(({ name }) => name.endsWith("intercity"))!;
  return {
    infra,
    steps: [0, 3, main_line.length - 1].map((station, i) => ({
      locations: [{ kind: "uic" as const, uic: main_line[station]!.uic }],
      stop_ms: i === 0 ? null : 0,
      planned: null,
    })),
    ...plainRequest(stock),
    start_ms: START_MS,
    maximum_departure_delay_ms: 12 * HOUR_MS,
    maximum_run_time_ms: 12 * HOUR_MS,
    timetable,
  };
})();

/** All tracks of a station are closed between some hours of the request, one after the other. */
function closeStation(station: number, ...hours: readonly (readonly [number, number])[]): string {
  const { uic } = main_line[station]!;
  const point = railjson.operational_points.find(
    ({ extensions }) => extensions?.identifier?.uic === uic,
  );
  const at = (hour: number): string => new Date(START_MS + hour * HOUR_MS).toISOString();
  const lengths = new Map(railjson.track_sections.map(({ id, length }) => [id, length]));
  return JSON.stringify(
    hours.map(([from, to], id) => ({
      id,
      start_date_time: at(from),
      end_date_time: at(to),
      track_ranges: point!.parts.map(({ track }) => ({
        track_section: track,
        begin: 0,
        end: Math.round(1000 * lengths.get(track)!),
      })),
      work_schedule_type: "TRACK",
    })),
  );
}

/** The outcome, and labels of the search. */
function search(input: FitAmongInput) {
  const spy = vi.spyOn(Exploration.prototype, "next");
  const outcome = fitAmong(input);
  const [exploration] = spy.mock.contexts as Exploration[];
  const nLabels = exploration?.labels.count ?? 0;
  spy.mockRestore();
  return { outcome, nLabels };
}

const planned = { arrival_ms: START_MS + 2 * HOUR_MS, before_ms: 60_000, after_ms: 60_000 };

it.each([
  ["its destination is closed", { works: closeStation(7, [-1, 30]) }],
  ["a station on its only way is closed", { works: closeStation(5, [-1, 30]) }],
  [
    "works follow each other within what a train needs",
    { works: closeStation(5, [-1, 9], [9.0005, 30]) },
  ],
  [
    "its stop is closed when it is to be there",
    {
      works: closeStation(3, [1, 3]),
      steps: request.steps.map((step, i) => (i === 1 ? { ...step, planned } : step)),
    },
  ],
])("a search ends at once when %s", (_, closed) => {
  const { outcome, nLabels } = search({ ...request, ...closed });
  expect(outcome.kind).toBe("path_not_found");
  expect(nLabels).toBeLessThan(LABELS_MAX);
});

it("a train is found when a closed station opens for a quarter of an hour", () => {
  for (const station of [5, 7]) {
    const input = { ...request, works: closeStation(station, [-1, 9], [9.25, 30]) };
    const { outcome } = search(input);
    if (outcome.kind !== "success") throw new Error(outcome.kind);
    expect(judgeTrain(input, outcome)).toEqual([]);
  }
});

const late = {
  ...request,
  maximum_departure_delay_ms: 6 * HOUR_MS,
  maximum_run_time_ms: 4 * HOUR_MS,
};

it.each([
  ["its destination", { works: closeStation(7, [-1, 9.9]) }],
  ["a station where it stops", { works: closeStation(3, [-1, 9]) }],
])("a search looks at late departures alone when %s opens late", (_, closed) => {
  const { outcome, nLabels } = search({ ...late, ...closed });
  expect(outcome.kind).toBe("path_not_found");
  expect(nLabels).toBeGreaterThan(0);
  expect(nLabels).toBeLessThan(LATE_LABELS_MAX);
});

it("a train that leaves as late as it may waits at its stop for a destination that opens late", () => {
  const input = { ...late, works: closeStation(7, [-1, 9.3]) };
  const { outcome } = search(input);
  if (outcome.kind !== "success") throw new Error(outcome.kind);
  expect(judgeTrain(input, outcome)).toEqual([]);
  expect(outcome.departure_ms).toBeGreaterThan(START_MS + 5.3 * HOUR_MS);
});

it("a search that needs more memory than it may take finds a train in haste", () => {
  const needed = search(request);
  expect(needed.outcome.kind).toBe("success");
  const bound = Math.floor(needed.nLabels / 2);
  const { outcome, nLabels } = search({ ...request, memory_bytes: bound * LABEL_BYTES });
  if (outcome.kind !== "success") throw new Error(outcome.kind);
  expect(judgeTrain(request, outcome)).toEqual([]);
  expect(nLabels).toBeLessThan(bound + AHEAD_LABELS);
});

it("a search that needs more memory even so ends, and does not take it", () => {
  const bound = 20;
  const { outcome, nLabels } = search({ ...request, memory_bytes: bound * LABEL_BYTES });
  expect(outcome).toEqual({ kind: "work_limit" });
  expect(nLabels).toBeGreaterThan(bound);
  expect(nLabels).toBeLessThan(bound + AHEAD_LABELS);
});
