/**
 * Check vectors of engine.md 11.2 with margins and arrivals: a train on the recorded network
 * small_infra. The path and the stock are those of a recorded case, the schedules are the page's.
 */
import { existsSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readRecordedSimulations } from "../../../../bench/recorded_simulations.ts";
import tags from "../../../../src/network/speed_limit_tag/speed_limit_tags.json" with {
  type: "json",
};
import type { Margins, MarginValue } from "../../../../workers/engine/margins/margin_ranges.ts";
import type { ScheduledReports } from "../../../../workers/engine/margins/scheduled_run.ts";
import type { Result } from "../../../../workers/engine/result.ts";
import { type SimulationFault } from "../../../../workers/engine/simulation/faults.ts";
import type { ScheduleItem } from "../../../../workers/engine/simulation/schedule.ts";
import { buildSchedule, prepareRun } from "../../../conformance/schedule.ts";

const FOLDER = "../shared/reference";
/** Runs from W by M to N on the tracks of the page. */
const CASE = "sim_arr_fast_mar_ok";
const M_MM = 11_850_000;
const N_MM = 45_850_000;

const percent = (value: number): MarginValue => ({ kind: "percentage", value });
const minutes = (value: number): MarginValue => ({ kind: "min_per_100km", value });
const whole = (value: MarginValue): Margins => ({ boundaries_mm: [], values: [value] });

function stopAt(offset_mm: number, arrival_s: number | null, stop_s = 0): ScheduleItem {
  const arrival_ms = arrival_s === null ? null : arrival_s * 1000;
  return { offset_mm, arrival_ms, stop_for_ms: stop_s * 1000, reception_signal: "OPEN" };
}

interface Wanted {
  readonly algorithm: "LINEAR" | "MARECO";
  readonly margins: Margins;
  readonly schedule: readonly ScheduleItem[];
}

function build(wanted: Wanted): Result<ScheduledReports, SimulationFault> {
  const recorded = readRecordedSimulations(FOLDER, tags).find((one) => one.recorded.name === CASE);
  if (recorded === undefined) throw new Error(`no case ${CASE}`);
  const [train] = recorded.input.trains;
  if (train === undefined) throw new Error("a case has one train");
  const prepared = prepareRun({
    ...recorded.input,
    trains: [
      {
        ...train,
        path: { ...train.path, item_positions_mm: [0, M_MM, N_MM] },
        constraint_distribution: wanted.algorithm,
        margins: wanted.margins,
        schedule: wanted.schedule,
      },
    ],
  });
  return prepared.ok ? buildSchedule(prepared.value) : prepared;
}

const last = (times_ms: Float64Array): number => times_ms[times_ms.length - 1]!;

/** Times at N of the three runs, then the final time at M, ms. */
interface Row extends Wanted {
  readonly name: string;
  readonly atN_ms: readonly [number, number, number];
  readonly atM_ms?: number;
}

const rows: readonly Row[] = [
  {
    name: "5 %",
    algorithm: "MARECO",
    margins: whole(percent(5)),
    schedule: [stopAt(N_MM, null)],
    atN_ms: [774640, 812672, 812672],
  },
  {
    name: "5 %",
    algorithm: "LINEAR",
    margins: whole(percent(5)),
    schedule: [stopAt(N_MM, null)],
    atN_ms: [774640, 812737, 812737],
    atM_ms: 279233,
  },
  {
    name: "10 min/100km",
    algorithm: "MARECO",
    margins: whole(minutes(10)),
    schedule: [stopAt(N_MM, null)],
    atN_ms: [774640, 1048607, 1048607],
  },
  {
    name: "arrival at N after 900 s without margin",
    algorithm: "MARECO",
    margins: whole(percent(0)),
    schedule: [stopAt(N_MM, 900)],
    atN_ms: [774640, 774640, 898969],
    atM_ms: 266147,
  },
  {
    name: "arrival at N after 900 s without margin",
    algorithm: "LINEAR",
    margins: whole(percent(0)),
    schedule: [stopAt(N_MM, 900)],
    atN_ms: [774640, 774640, 901399],
    atM_ms: 309694,
  },
  {
    name: "5 % to M, then 3 min/100km, arrivals at M after 600 s and at N after 1500 s",
    algorithm: "MARECO",
    margins: { boundaries_mm: [M_MM], values: [percent(5), minutes(3)] },
    schedule: [stopAt(M_MM, 600, 60), stopAt(N_MM, 1500)],
    atN_ms: [1022871, 1100327, 1500162],
    atM_ms: 599821,
  },
  {
    name: "5 %, impossible arrival at M after 100 s",
    algorithm: "MARECO",
    margins: whole(percent(5)),
    schedule: [stopAt(M_MM, 100, 60), stopAt(N_MM, null)],
    atN_ms: [1022871, 1071890, 1055108],
    atM_ms: 334222,
  },
];

describe.skipIf(!existsSync(FOLDER))("a train from W by M to N", () => {
  it.each(rows)("$algorithm, $name: arrives when the reference does", (row) => {
    const result = build(row);
    if (!result.ok) throw new Error(`the run failed: ${JSON.stringify(result.error)}`);
    const { base, provisional, final } = result.value;
    const atN_ms = [base, provisional, final].map((report) => last(report.itemTimes_ms));
    expect(atN_ms).toEqual(row.atN_ms);
    if (row.atM_ms !== undefined) expect(final.itemTimes_ms[1]).toBe(row.atM_ms);
  });

  it("5 % by MARECO uses the energy of the reference", () => {
    const result = build(rows[0]!);
    expect(result.ok && result.value.provisional.energy_j).toBeCloseTo(4746182296.86, 1);
  });

  it("tells of an impossible arrival how fast the train can be", () => {
    const result = build(rows[6]!);
    const warnings = result.ok ? result.value.warnings : [];
    expect(warnings.map(({ kind }) => kind)).toEqual([
      "margin_spans_known_time",
      "unachievable_arrival",
      "unachievable_margin_section",
    ]);
    expect(warnings[1]).toMatchObject({ from_mm: 0, to_mm: M_MM, wanted_s: 100 });
    expect(warnings[1]!.possible_s).toBeCloseTo(334.222, 3);
  });

  it("an arrival after 90000 s, for which the reference has no run, gets the slowest one", () => {
    const schedule = [stopAt(N_MM, 90_000)];
    const result = build({ algorithm: "MARECO", margins: whole(percent(0)), schedule });
    if (!result.ok) throw new Error("there is always a run");
    const { final, warnings, step } = result.value;
    const time_s = last(final.itemTimes_ms)! / 1000;
    // At 1 m/s but for a few metres.
    expect(Math.abs(time_s - N_MM / 1000)).toBeLessThan(30);
    expect(step).toBe("limit");
    expect(warnings.map(({ kind }) => kind)).toContain("dropped_target");
    expect(warnings.find(({ kind }) => kind === "dropped_target")!.latest_s).toBeCloseTo(time_s, 1);
  });
});
