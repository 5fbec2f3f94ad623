// Method: a table of requests beside the times that follow from them, for a train that alone runs for an hour.
import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { placeAlone, readSearchTimes } from "../../src/train_runs/stdcm/search_times.ts";
import { StdcmRequest } from "../../src/train_runs/stdcm/stdcm.schemas.ts";

type Json = Record<string, unknown>;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** From its start to each of three steps. */
const ITEM_TIMES_MS = [0, 20 * MINUTE_MS, HOUR_MS];

function at(time: string, before_min: number, after_min: number): Json {
  return {
    timing_data: {
      arrival_time: `2026-05-22T${time}:00Z`,
      arrival_time_tolerance_before: before_min * MINUTE_MS,
      arrival_time_tolerance_after: after_min * MINUTE_MS,
    },
  };
}

function read(steps: readonly Json[], change: Json = {}): StdcmRequest {
  return v.parse(StdcmRequest, {
    steps: steps.map((step) => ({ location: { track: "T", offset: 0 }, duration: 0, ...step })),
    rolling_stock_id: 1,
    comfort: "STANDARD",
    ...change,
  }) as StdcmRequest;
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, 16);
}

interface Expected {
  readonly earliest: string;
  readonly delay_min: number;
  readonly run_min: number;
  readonly alone: string;
}

const START = { start_time: "2026-05-22T08:00:00Z" };
const CASES: readonly (readonly [string, StdcmRequest, Expected])[] = [
  [
    "a departure with tolerances",
    read([at("08:00", 5, 10), {}, {}]),
    { earliest: "07:55", delay_min: 75, run_min: 120, alone: "07:55" },
  ],
  [
    "an arrival with tolerances",
    read([{}, {}, at("12:00", 5, 10)]),
    { earliest: "09:55", delay_min: 75, run_min: 120, alone: "10:55" },
  ],
  [
    "a time on the way",
    read([{}, at("12:00", 0, 0), {}]),
    { earliest: "10:00", delay_min: 60, run_min: 120, alone: "11:40" },
  ],
  [
    "a start",
    read([{}, {}, {}], START),
    { earliest: "08:00", delay_min: 60, run_min: 120, alone: "08:00" },
  ],
  [
    "a start and stops, which make it longer",
    read([{}, { duration: 7 * MINUTE_MS }, {}], START),
    { earliest: "08:00", delay_min: 60, run_min: 127, alone: "08:00" },
  ],
  [
    "an arrival and a longest run time",
    read([{}, {}, at("12:00", 0, 0)], { maximum_run_time: 90 * MINUTE_MS }),
    { earliest: "10:30", delay_min: 60, run_min: 90, alone: "11:00" },
  ],
  [
    "everything",
    read([at("08:30", 0, 0), {}, {}], {
      ...START,
      maximum_run_time: 90 * MINUTE_MS,
      maximum_departure_delay: 45 * MINUTE_MS,
    }),
    { earliest: "08:00", delay_min: 45, run_min: 90, alone: "08:00" },
  ],
];

describe("the times of a search", () => {
  it.each(CASES)("of %s", (_, request, { earliest, delay_min, run_min, alone }) => {
    const times = readSearchTimes(request, HOUR_MS);
    expect(clock(times.earliest_departure_ms)).toBe(earliest);
    expect(times.maximum_departure_delay_ms / MINUTE_MS).toBe(delay_min);
    expect(times.maximum_run_time_ms / MINUTE_MS).toBe(run_min);
    const span_ms = times.latest_end_ms - times.earliest_departure_ms;
    expect(span_ms / MINUTE_MS).toBe(delay_min + run_min);
    expect(clock(placeAlone(request, ITEM_TIMES_MS))).toBe(alone);
  });

  it.each([
    ["before it may leave", at("06:00", 0, 119), 1],
    ["after it can have arrived", at("11:01", 0, 0), 1],
  ])("a step that is wanted %s is none of them", (_, step, index) => {
    const request = read([{}, step, {}], START);
    const path = `/steps/${index}/timing_data`;
    expect(() => readSearchTimes(request, HOUR_MS)).toThrow(
      expect.objectContaining({ error_name: "StdcmInvalidInputs", context: { path } }),
    );
  });

  it("reach to the last moment that a step may have", () => {
    for (const step of [at("06:00", 0, 120), at("11:00", 0, 0)]) {
      expect(() => readSearchTimes(read([{}, step, {}], START), HOUR_MS)).not.toThrow();
    }
  });

  it("are within the calendar", () => {
    const request = read([{}, {}, {}], { start_time: "9999-12-31T23:00:00Z" });
    expect(() => readSearchTimes(request, HOUR_MS)).toThrow(
      expect.objectContaining({ error_name: "StdcmInvalidInputs", context: { path: "/steps" } }),
    );
  });
});
