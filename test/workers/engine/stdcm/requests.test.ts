/** One request at a time: bad ones, works, temporary limits, stops and planned times on a generated network. */
import { describe, expect, it } from "vitest";
import { type FitAmongInput, fitAmong, plainRequest } from "../../../../bench/network/fit_among.ts";
import { locate } from "../../../../bench/network/run_network.ts";
import { openSimulation } from "../../../../workers/engine/margins/packed_simulation.ts";
import { describePath } from "../../../../workers/tasks/path/describe_path.ts";
import type { TrackSectionRange } from "../../../../workers/tasks/types.ts";
import { openWorld, START_MS } from "./drawn_requests.ts";
import type { FittedTrain } from "./judge_train.ts";

const HOUR_MS = 3_600_000;
const { network, infra } = openWorld(0);
const { path } = network.train_schedules[0]!;
const stock = network.rolling_stocks[0]!;

function step(index: number, stop_ms: number | null): FitAmongInput["steps"][number] {
  return { locations: [locate(path.at(index)!)], stop_ms, planned: null };
}

const request: FitAmongInput = {
  infra,
  steps: [step(0, null), step(-1, 0)],
  ...plainRequest(stock),
  start_ms: START_MS,
  maximum_departure_delay_ms: 2 * HOUR_MS,
  maximum_run_time_ms: 4 * HOUR_MS,
  timetable: {
    buffers: [],
    simulation_buffers: new Uint32Array(0),
    simulation_offsets: new Float64Array(0),
    train_simulations: new Uint32Array(0),
    train_starts_ms: new Float64Array(0),
  },
};

function fit(change: Partial<FitAmongInput>): FittedTrain {
  const outcome = fitAmong({ ...request, ...change });
  if (outcome.kind !== "success") throw new Error(`no train: ${JSON.stringify(outcome)}`);
  return outcome;
}

function runTime_ms(train: FittedTrain): number {
  return openSimulation(train.packed).final.itemTimes_ms.at(-1)!;
}

/** All tracks of the network, metres or mm. */
function allTracks(perMetre: number): { track: string; begin: number; end: number }[] {
  return network.railjson.track_sections.map(({ id, length }) => ({
    track: id,
    begin: 0,
    end: length * perMetre,
  }));
}

function workUntil(end_ms: number): string {
  return JSON.stringify([
    {
      id: 1,
      start_date_time: new Date(START_MS - HOUR_MS).toISOString(),
      end_date_time: new Date(end_ms).toISOString(),
      track_ranges: allTracks(1000).map(({ track, begin, end }) => ({
        track_section: track,
        begin,
        end,
        direction: "START_TO_STOP",
      })),
      work_schedule_type: "TRACK",
    },
  ]);
}

describe("a short term request", () => {
  it("without other trains leaves at once", () => {
    expect(fit({}).departure_ms).toBe(START_MS);
  });

  it("waits for the end of works, and finds nothing when they outlast its window", () => {
    const end_ms = START_MS + HOUR_MS;
    const { departure_ms } = fit({ works: workUntil(end_ms) });
    expect(departure_ms).toBeGreaterThanOrEqual(end_ms);
    expect(departure_ms).toBeLessThan(end_ms + 10);
    const outcome = fitAmong({ ...request, works: workUntil(START_MS + 10 * HOUR_MS) });
    expect(outcome).toEqual({ kind: "path_not_found" });
  });

  it("has to wait a time gap longer", () => {
    const end_ms = START_MS + HOUR_MS;
    const { departure_ms } = fit({ works: workUntil(end_ms), time_gap_before_ms: 60_000 });
    expect(departure_ms).toBeGreaterThanOrEqual(end_ms + 60_000);
  });

  it("runs under the temporary limits that it meets", () => {
    const limit = (start_ms: number, stop_ms: number): Uint8Array =>
      new TextEncoder().encode(
        JSON.stringify([
          {
            start_date_time: new Date(start_ms).toISOString(),
            end_date_time: new Date(stop_ms).toISOString(),
            track_ranges: allTracks(1).flatMap((range) =>
              ["START_TO_STOP", "STOP_TO_START"].map((direction) => ({ ...range, direction })),
            ),
            speed_limit: 10,
          },
        ]),
      );
    const runs = (from_h: number, to_h: number): FittedTrain => {
      const json = limit(START_MS + from_h * HOUR_MS, START_MS + to_h * HOUR_MS);
      return fit({ limits: { key: `${from_h} ${to_h}`, json } });
    };
    const free = fit({});
    const slow_ms = (free.path.length_mm / 1000 / 10) * 1000;
    expect(runTime_ms(runs(-1, 3))).toBeGreaterThan(slow_ms - 1);
    expect(runTime_ms(runs(-1, 0))).toBe(runTime_ms(free));
    expect(runTime_ms(runs(1, 2))).toBe(runTime_ms(free));
    // It waits for the end of a limit when that lets it arrive earlier.
    const waiting = runs(-1, 1 / 6);
    expect(waiting.departure_ms).toBe(START_MS + HOUR_MS / 6);
    expect(runTime_ms(waiting)).toBe(runTime_ms(free));
    const soon_ms = START_MS + HOUR_MS / 6 + runTime_ms(free);
    expect(soon_ms).toBeLessThan(START_MS + slow_ms);
  });

  it("arrives when it is planned to", () => {
    const planned = { arrival_ms: START_MS + HOUR_MS, before_ms: 0, after_ms: 0 };
    const train = fit({ steps: [step(0, null), { ...step(-1, 60_000), planned }] });
    const arrival_ms = train.departure_ms + runTime_ms(train);
    expect(Math.abs(arrival_ms - planned.arrival_ms)).toBeLessThanOrEqual(4);
  });

  it.each([30_000, null])("stops and then takes a step of the same block: %s", (stop_ms) => {
    const printed = describePath({ infra, path: fit({}).path });
    const ranges: TrackSectionRange[] = JSON.parse(printed).track_section_ranges;
    const longest = ranges.reduce((a, b) => (a.end - a.begin > b.end - b.begin ? a : b));
    const { track_section: track, begin, end, direction } = longest;
    const at = (into_mm: number, via_ms: number | null): FitAmongInput["steps"][number] => {
      const offset_mm = direction === "START_TO_STOP" ? begin + into_mm : end - into_mm;
      return {
        locations: [{ kind: "track_offset", track, offset_mm }],
        stop_ms: via_ms,
        planned: null,
      };
    };
    const vias = [at(300_000, 30_000), at(305_000, stop_ms)];
    const { schedule } = fit({ steps: [step(0, null), ...vias, step(-1, 0)] });
    expect(schedule).toHaveLength(stop_ms === null ? 2 : 3);
  });

  it("finds nothing that takes longer than it may", () => {
    const time_ms = runTime_ms(fit({}));
    expect(fitAmong({ ...request, maximum_run_time_ms: time_ms - 5000 }).kind).toBe(
      "path_not_found",
    );
    expect(fitAmong({ ...request, maximum_run_time_ms: time_ms + 5000 }).kind).toBe("success");
  });

  it("answers the same whatever was searched before", () => {
    const first = fit({ margin: { kind: "percentage", value: 5 } });
    fit({ steps: [step(-1, null), step(0, 0)] });
    const again = fit({ margin: { kind: "percentage", value: 5 } });
    expect(new Uint8Array(again.packed)).toEqual(new Uint8Array(first.packed));
    expect(again.departure_ms).toBe(first.departure_ms);
  });
});

describe("a bad short term request", () => {
  const planned = { arrival_ms: START_MS, before_ms: 0, after_ms: 0 };
  const late = { ...planned, arrival_ms: START_MS + 24 * HOUR_MS };
  const CASES: readonly [string, FitAmongInput["steps"], string][] = [
    ["has one step", [step(0, 0)], "core:not_enough_stdcm_steps"],
    ["has no stop at its end", [step(0, null), step(-1, null)], "core:missing_last_stdcm_stop"],
    [
      "has a planned time where it passes",
      [step(0, null), { ...step(1, null), planned }, step(-1, 0)],
      "core:invalid_stdcm_step_with_timing_data",
    ],
    [
      "has a planned time beyond its window",
      [step(0, null), { ...step(-1, 0), planned: late }],
      "core:invalid_stdcm_inputs",
    ],
  ];
  it.each(CASES)("that %s is told so", (_, steps, type) => {
    const outcome = fitAmong({ ...request, steps });
    expect(outcome.kind === "invalid_request" ? outcome.error.type : outcome.kind).toBe(type);
  });

  it("that names an unknown place is told which step", () => {
    const locations = [{ kind: "trigram" as const, trigram: "no such place" }];
    const outcome = fitAmong({
      ...request,
      steps: [step(0, null), { locations, stop_ms: 0, planned: null }],
    });
    expect(outcome).toEqual({ kind: "invalid_path_items", item_indices: [1] });
  });
});
