/**
 * Conformance of the running-time half: recorded standalone simulations against `simulate_trains` and
 * `describe_simulation`, which the server answers with. Compared here are `base`, `mrsp` and
 * `electrical_profiles`; schedule.ts and requirements.ts grade the rest of the same answer. Counting: every case whose request was answered (HTTP 200) is gradeable. Success: all
 * three parts must agree. `simulation_failed` of the base run: the same error type and context.
 * `simulation_failed` of a margin (core:allowance_convergence): ours must be one too. HTTP 500 (a crash of the reference): not gradeable, but must
 * end in an answer or a typed failure here.
 */
import type { RecordedSimulation } from "../../bench/recorded_simulations.ts";
import { describeSimulation } from "../../workers/tasks/simulation/describe_simulation.ts";
import { simulateTrains } from "../../workers/tasks/simulation/simulate_trains.ts";

export interface RecordedReport {
  readonly positions: readonly number[];
  readonly times: readonly number[];
  readonly speeds: readonly number[];
  readonly energy_consumption: number;
  readonly path_item_times: readonly number[];
}

export interface RecordedAnswer {
  readonly status?: "success" | "simulation_failed";
  readonly base?: RecordedReport;
  readonly mrsp?: unknown;
  readonly electrical_profiles?: unknown;
  readonly core_error?: { readonly type: string; readonly context: unknown };
}

/** The lists that only the final run has. */
export const REQUIREMENT_LISTS = [
  "signal_sightings",
  "zone_updates",
  "spacing_requirements",
  "routing_requirements",
] as const;

export type RequirementLists = Partial<Record<(typeof REQUIREMENT_LISTS)[number], unknown>>;

/** Our answer in the recorded form. */
export interface OwnAnswer extends RecordedAnswer {
  readonly provisional?: RecordedReport;
  readonly final_output?: RecordedReport & RequirementLists;
  /** Present where the run is not made as the reference makes it. */
  readonly distribution?: string;
}

/** Worst differences of one case; positions where curves are compared by interpolation. */
export interface SimulationGrade {
  /** What disagrees; empty when the case holds. */
  readonly faults: readonly string[];
  readonly gradeable: boolean;
  readonly time_ms: number;
  readonly item_time_ms: number;
  readonly position_mm: number;
  readonly energy_relative: number;
}

/** Runs a case through the worker tasks and returns our answer in the recorded form. */
export function runSimulation({ input }: RecordedSimulation): OwnAnswer {
  const [outcome] = simulateTrains(input);
  if (outcome === undefined) throw new Error("one outcome per train");
  if (outcome.kind === "simulation_failed") {
    const { type, context } = outcome.error;
    return { status: "simulation_failed", core_error: { type, context } };
  }
  const { packed, requirements } = outcome;
  const waypoints = { ids: [], positions_mm: [] };
  const text = describeSimulation({ infra: input.infra, packed, requirements, waypoints });
  // The text is the task's answer; its form is what is compared.
  return JSON.parse(new TextDecoder().decode(text)) as OwnAnswer;
}

const UNGRADED = { time_ms: 0, item_time_ms: 0, position_mm: 0, energy_relative: 0 };

/** Grades our answer of a case. */
export function gradeSimulation({ recorded }: RecordedSimulation, own: OwnAnswer): SimulationGrade {
  // The folder's README fixes the form of its answers.
  const response = recorded.response as RecordedAnswer;
  if (recorded.http_status === 500) return { ...UNGRADED, gradeable: false, faults: [] };
  if (response.status === "simulation_failed") {
    return { ...UNGRADED, gradeable: true, faults: gradeFailure(response, own) };
  }
  if (own.status !== "success" || own.base === undefined || response.base === undefined) {
    return { ...UNGRADED, gradeable: true, faults: [`failed: ${JSON.stringify(own.core_error)}`] };
  }
  const figures = compareReports(own.base, response.base);
  const faults = listFaults(figures);
  if (!sameJson(own.mrsp, response.mrsp)) faults.push("mrsp differs");
  if (!sameJson(own.electrical_profiles, response.electrical_profiles)) {
    faults.push("electrical profiles differ");
  }
  return { ...figures, gradeable: true, faults };
}

/** Returns which differences of two reports are too large. */
export function listFaults(figures: ReportDifferences): string[] {
  const faults: string[] = [];
  if (figures.curve_fault) faults.push(`curve differs by ${figures.curve_fault}`);
  if (figures.item_time_ms > 100) faults.push(`item times differ by ${figures.item_time_ms} ms`);
  if (figures.position_mm > 1000) faults.push(`positions differ by ${figures.position_mm} mm`);
  if (figures.energy_relative > 0.005) faults.push(`energy by ${figures.energy_relative}`);
  return faults;
}

function gradeFailure(response: RecordedAnswer, own: OwnAnswer): string[] {
  const { type, context } = response.core_error ?? {};
  const agrees =
    own.status === "simulation_failed" &&
    own.core_error?.type === type &&
    sameJson(own.core_error?.context, context);
  return agrees ? [] : [`expected ${type}, got ${JSON.stringify(own.core_error)}`];
}

type ReportDifferences = Omit<SimulationGrade, "faults" | "gradeable"> & { curve_fault: string };

/** Worst differences of two reports; curves at each other's positions. */
export function compareReports(own: RecordedReport, recorded: RecordedReport): ReportDifferences {
  let curve_fault = "";
  let time_ms = 0;
  for (const [from, at] of [
    [own, recorded],
    [recorded, own],
  ] as const) {
    for (let i = 0; i < at.positions.length; i++) {
      const [low, high] = timesAt(from, at.positions[i]!);
      const t = at.times[i]!;
      const difference_ms = Math.max(0, low - t, t - high);
      time_ms = Math.max(time_ms, difference_ms);
      const allowed_ms = Math.max(100, t * 0.001);
      if (difference_ms > allowed_ms) curve_fault = `${difference_ms} ms at ${at.positions[i]!} mm`;
    }
  }
  let item_time_ms = own.path_item_times.length === recorded.path_item_times.length ? 0 : Infinity;
  recorded.path_item_times.forEach((t, i) => {
    item_time_ms = Math.max(item_time_ms, Math.abs(t - (own.path_item_times[i] ?? Infinity)));
  });
  return {
    curve_fault,
    time_ms,
    item_time_ms,
    position_mm: Math.max(
      Math.abs(own.positions[0]! - recorded.positions[0]!),
      Math.abs(own.positions.at(-1)! - recorded.positions.at(-1)!),
    ),
    energy_relative:
      Math.abs(own.energy_consumption - recorded.energy_consumption) /
      Math.max(1, recorded.energy_consumption),
  };
}

/** Earliest and latest time of a curve at a position (they differ where it stands), interpolated. */
function timesAt({ positions, times }: RecordedReport, x_mm: number): [number, number] {
  const first = positions.findIndex((x) => x >= x_mm);
  if (first < 0) return [times.at(-1)!, times.at(-1)!];
  if (positions[first] === x_mm || first === 0) {
    let last = first;
    while (last + 1 < positions.length && positions[last + 1] === x_mm) last++;
    return [times[first]!, times[last]!];
  }
  const share = (x_mm - positions[first - 1]!) / (positions[first]! - positions[first - 1]!);
  const t = times[first - 1]! + share * (times[first]! - times[first - 1]!);
  return [t, t];
}

/** Compares two JSON values; the order of keys does not matter. */
function sameJson(a: unknown, b: unknown): boolean {
  return canonical(a) === canonical(b);
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, inner]) => `${key}:${canonical(inner)}`).join()}}`;
  }
  return JSON.stringify(value) ?? "null";
}
