/**
 * Method: check vectors of engine.md 11.2 and the behaviours that interface.md 11.1 fixes, on the recorded
 * network small_infra; the stock and the path from W by M to N are those of a recorded case.
 */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRecordedSimulations } from "../../../../bench/recorded_simulations.ts";
import tags from "../../../../src/network/speed_limit_tag/speed_limit_tags.json" with {
  type: "json",
};
import {
  ConflictDetector,
  type Conflicts,
  ROUTING,
  SPACING,
} from "../../../../workers/engine/conflicts/detect_conflicts.ts";
import { type Infra, stringAt } from "../../../../workers/engine/infra/infra.ts";
import { packPath } from "../../../../workers/engine/path/train_path.ts";
import { resolveWaypoint } from "../../../../workers/engine/path/waypoints.ts";
import { printSignalUpdates } from "../../../../workers/engine/projection/print_projection.ts";
import { makeProjectionPath } from "../../../../workers/engine/projection/projection_path.ts";
import { SignalProjector } from "../../../../workers/engine/projection/signal_updates.ts";
import {
  openRequirements,
  type Requirements,
} from "../../../../workers/engine/requirements/packed_requirements.ts";
import { makeRequirementPath } from "../../../../workers/engine/requirements/requirement_path.ts";
import type { ScheduleItem } from "../../../../workers/engine/simulation/schedule.ts";
import { viewInfra, viewPathFinder } from "../../../../workers/tasks/infra_views.ts";
import type { TrainRun } from "../../../../workers/tasks/types.ts";
import { packRequirements } from "../../../conformance/requirements.ts";
import { buildSchedule, prepareRun } from "../../../conformance/schedule.ts";

const FOLDER = "../shared/reference";
const CASE = "sim_arr_fast_mar_ok";
const M_MM = 11_850_000;
const N_MM = 45_850_000;
const START_MS = Date.parse("2024-10-24T08:00:00Z");

const isThere = existsSync(FOLDER);
if (!isThere) console.warn(`SKIPPED: no check vectors of engine.md 11.2 without ${FOLDER}`);

function stopAt(
  offset_mm: number,
  stop_s: number,
  reception_signal: ScheduleItem["reception_signal"] = "OPEN",
): ScheduleItem {
  return { offset_mm, arrival_ms: null, stop_for_ms: stop_s * 1000, reception_signal };
}

function readCase(): {
  input: ReturnType<typeof readRecordedSimulations>[number]["input"];
  train: TrainRun;
} {
  const recorded = readRecordedSimulations(FOLDER, tags).find((one) => one.recorded.name === CASE);
  const [train] = recorded?.input.trains ?? [];
  if (recorded === undefined || train === undefined) throw new Error(`no case ${CASE}`);
  return { input: recorded.input, train };
}

/** Simulates without margins; `path` replaces that from W to N. */
function simulate(
  schedule: readonly ScheduleItem[],
  path?: TrainRun["path"],
): { requirements: Requirements; end_ms: number; prepared: Prepared } {
  const { input, train } = readCase();
  const margins = { boundaries_mm: [], values: [] };
  const own = { ...train, path: path ?? train.path, margins, schedule };
  const prepared = prepareRun({ ...input, trains: [own] });
  if (!prepared.ok) throw new Error(prepared.error.kind);
  const runs = buildSchedule(prepared.value);
  if (!runs.ok) throw new Error(runs.error.kind);
  const packed = packRequirements(prepared.value, runs.value);
  if (!packed.ok) throw new Error(packed.error.kind);
  return {
    requirements: openRequirements(packed.value),
    end_ms: runs.value.final.times_ms.at(-1)!,
    prepared: prepared.value,
  };
}

type Prepared = Extract<ReturnType<typeof prepareRun>, { ok: true }>["value"];

function detect(infra: Infra, trains: readonly { of: Requirements; start_s: number }[]): Conflicts {
  const result = new ConflictDetector().detect(infra, {
    simulations: trains.map(({ of }) => of),
    trainSimulations: Uint32Array.from(trains.keys()),
    trainStarts_ms: Float64Array.from(trains, ({ start_s }) => START_MS + 1000 * start_s),
  });
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
}

/** `begin-end (requirements)` of each conflict. */
function spansOf({ begins_ms, ends_ms, requirementStart }: Conflicts): string[] {
  const time = (ms: number): string => new Date(ms).toISOString().slice(11, 23);
  return Array.from(
    begins_ms,
    (begin, c) =>
      `${time(begin)}-${time(ends_ms[c]!)} (${requirementStart[c + 1]! - requirementStart[c]!})`,
  );
}

describe.skipIf(!isThere)("a train from W to N", () => {
  it("needs its zones and routes when the reference needs them", () => {
    const { requirements } = simulate([stopAt(N_MM, 0)]);
    const { spacingBegins_ms, spacingEnds_ms, routeBegins_ms } = requirements;
    expect(Array.from(spacingBegins_ms.subarray(0, 5))).toEqual([0, 55931, 55931, 55931, 114243]);
    expect(Array.from(spacingEnds_ms.subarray(0, 5))).toEqual([
      84292, 94438, 132005, 162453, 189552,
    ]);
    expect([...routeBegins_ms]).toEqual([0, 55931, 226318, 249961, 560796, 580265, 605265, 648624]);
  });

  it("needs nothing behind a closed signal until 20 s before it departs", () => {
    const closed = simulate([stopAt(M_MM, 60, "STOP"), stopAt(N_MM, 0)]);
    const open = simulate([stopAt(M_MM, 60), stopAt(N_MM, 0)]);
    const reserved = (of: Requirements): number =>
      of.spacingBegins_ms.findIndex((begin) => begin === 374_222);
    const first = reserved(closed.requirements);
    expect(first).toBeGreaterThan(0);
    expect(Math.max(...closed.requirements.spacingBegins_ms.slice(0, first))).toBeLessThan(374_222);
    expect(Math.min(...closed.requirements.spacingBegins_ms.slice(first))).toBe(374_222);
    expect(reserved(open.requirements)).toBe(-1);
  });

  it("holds its last zone until its last stop is over", () => {
    const { requirements, end_ms } = simulate([stopAt(0, 120), stopAt(N_MM, 30)]);
    expect(end_ms).toBe(894_640);
    expect(requirements.spacingEnds_ms.at(-1)).toBe(924_640);
  });

  it("conflicts with its copy 60 s and 100 s later as in the reference, in spacing only", () => {
    const { requirements: of, prepared } = simulate([stopAt(N_MM, 0)]);
    const { infra } = prepared.path;
    const after = (start_s: number): Conflicts =>
      detect(infra, [
        { of, start_s: 0 },
        { of, start_s },
      ]);
    expect(spansOf(after(60))).toEqual([
      "08:00:00.000-08:04:58.417 (6)",
      "08:10:17.796-08:13:54.640 (3)",
    ]);
    expect(spansOf(after(100))).toEqual([
      "08:00:55.931-08:04:22.453 (1)",
      "08:10:48.624-08:14:34.640 (1)",
    ]);
    expect([...after(60).kinds, ...after(100).kinds]).toEqual([SPACING, SPACING, SPACING, SPACING]);
    expect(after(900).count).toBe(0);
  });

  it("projected on its own path alters signals 83 times, SA2 to VL, S and A", () => {
    const { requirements, end_ms, prepared } = simulate([stopAt(N_MM, 0)]);
    const along = makeRequirementPath(prepared.path);
    if (!along.ok) throw new Error(along.error.kind);
    const { infra, routes, ranges } = prepared.path;
    const { blocks } = along.value.chain;
    const projection = makeProjectionPath(infra, { blocks, routes, ranges });
    if (!projection.ok || projection.value.signals === null) throw new Error("a path");
    const updates = new SignalProjector(projection.value.signals).project(requirements, end_ms);
    if (!updates.ok) throw new Error(updates.error.kind);
    const list = JSON.parse(printSignalUpdates(projection.value, updates.value));
    expect(list.length).toBe(83);
    const shared = {
      signal_id: "SA2",
      signaling_system: "BAL",
      position_start: 1_100_000,
      position_end: 3_080_000,
      blinking: false,
    };
    const span = (label: string, color: number, time_start: number, time_end: number): object => ({
      ...shared,
      aspect_label: label,
      color,
      time_start,
      time_end,
    });
    expect(list.filter((one: { signal_id: string }) => one.signal_id === "SA2")).toEqual([
      span("VL", -16_711_936, 55_931, 71_640),
      span("S", -65_536, 71_640, 132_004),
      span("A", -256, 132_004, 162_452),
    ]);
  });
});

describe.skipIf(!isThere)("trains that meet at a junction", () => {
  const { ref, infra } = isThere ? openNetwork() : { ref: null, infra: null };

  /** From 550 m of a station track over the junction to 10 km of TD0. */
  function leave(track: string, schedule: readonly ScheduleItem[]): Requirements {
    const finder = viewPathFinder(ref!);
    const items = [[track, 550_000] as const, ["TD0", 10_000_000] as const].map(
      ([name, offset_mm]) => {
        const resolved = resolveWaypoint(finder.infra, {
          kind: "track_offset",
          track: name,
          offset_mm,
        });
        if (!resolved.ok) throw new Error(resolved.error.type);
        return resolved.value;
      },
    );
    const outcome = finder.find(items, {
      loading_gauge: "G1",
      is_thermal: true,
      supported_electrifications: [],
      supported_signaling_systems: ["BAL"],
      maximum_speed_m_s: 40,
    });
    if (outcome.kind !== "success") throw new Error(outcome.kind);
    const { length_mm, itemPositions_mm } = outcome.path;
    const path = {
      packed: packPath(outcome.path),
      length_mm,
      item_positions_mm: itemPositions_mm,
    };
    return simulate([...schedule, stopAt(length_mm, 0)], path).requirements;
  }

  const kindsOf = (first: Requirements, second: Requirements): number[] =>
    [
      ...new Set(
        detect(infra!, [
          { of: first, start_s: 0 },
          { of: second, start_s: 1 },
        ]).kinds,
      ),
    ].sort((a, b) => a - b);

  it("conflict in spacing and routing when they leave together", () => {
    expect(kindsOf(leave("TC0", []), leave("TC1", []))).toEqual([SPACING, ROUTING]);
  });

  it.each(["STOP", "SHORT_SLIP_STOP"] as const)(
    "do not conflict when one waits ten minutes on %s before the junction",
    (signal) => {
      expect(kindsOf(leave("TC0", [stopAt(290_000, 600, signal)]), leave("TC1", []))).toEqual([]);
    },
  );

  it("conflict when it waits on an open signal", () => {
    expect(kindsOf(leave("TC0", [stopAt(290_000, 600)]), leave("TC1", []))).not.toEqual([]);
  });
});

function openNetwork(): { ref: ReturnType<typeof readCase>["input"]["infra"]; infra: Infra } {
  const { input } = readCase();
  const infra = viewInfra(input.infra);
  expect(Array.from(infra.trackName, (name) => stringAt(infra, name))).toContain("TC0");
  return { ref: input.infra, infra };
}
