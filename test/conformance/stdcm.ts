/**
 * Short term path requests, graded by the rule of the recorded folder's README, as its judge does it. Every
 * found train is valid: it leaves within the window, keeps the longest run time, its stops and its planned
 * times (arriving or leaving), and needs no zone that another has. `kept_runs.json` tells how long the
 * recorded trains take when they are stored, and which of these runs keep the request: where one does, a
 * train is found, and it is as good as the longest of them. A request that was refused is refused alike.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fitAmong } from "../../bench/network/fit_among.ts";
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { DEFAULT_DELAY_MS, readRequest } from "../../bench/recorded/stdcm_requests.ts";
import { WorkZoneFinder } from "../../workers/engine/conflicts/work_zones.ts";
import { findTrack, stringAt } from "../../workers/engine/infra/infra.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import { describePath } from "../../workers/tasks/path/describe_path.ts";
import { describeSimulation } from "../../workers/tasks/simulation/describe_simulation.ts";
import type { FitTrainOutcome } from "../../workers/tasks/stdcm/fit_train.ts";
import type { CaseResult } from "./kinds.ts";

/** Longer than the reference by so much is as good, ms, and by a tenth of what it arrives earlier. */
const LONGER_MAX_MS = 2000;
const EARLIER_WEIGHT = 0.1;
/** Later than the reference by so much is as good, ms. */
const LATER_MAX_MS = 60_000;
/** Planned times and needs of zones are kept to this, ms. */
const ROUNDING_MS = 5;

interface Found {
  readonly status: string;
  readonly departure_time: string;
  readonly path: { readonly track_section_ranges: unknown; readonly path_item_positions: number[] };
  readonly simulation: {
    readonly final_output: {
      readonly positions: readonly number[];
      readonly times: readonly number[];
      readonly path_item_times: readonly number[];
      readonly spacing_requirements: readonly {
        readonly zone: string;
        readonly begin_time: number;
        readonly end_time: number;
      }[];
    };
  };
  readonly schedule: readonly StoredPoint[];
  readonly constraint_distribution: string;
}

interface StoredPoint {
  readonly path_offset: number;
  readonly arrival: number | null;
  readonly stop_for: number | null;
  readonly reception_signal: string;
}

/** A recorded train as it would run from a timetable. */
interface KeptRun {
  readonly duration_ms: number;
  readonly free: boolean;
  readonly kept_limits: boolean;
}

type KeptRuns = Readonly<Record<string, KeptRun | undefined>>;

export function answerStdcm(recorded: RecordedCase, networks: Networks): CaseResult {
  const outcome = fitAmong(readRequest(recorded, networks));
  const answer = toRecordedForm(recorded, outcome, networks);
  const expected = recorded.response;
  if (recorded.http_status !== 200) {
    const isSame = "type" in answer && answer.type === expected.type;
    const known = recorded.http_status === 400 && !isSame;
    return { answer, problems: known ? ["another error"] : [], deviations: {} };
  }
  const kept = expected.status === "success" ? readKeptRuns(recorded, networks) : {};
  const good = Object.entries(kept).flatMap(([form, run]) =>
    form !== "answered" && run?.free && run.kept_limits ? [{ form, ...run }] : [],
  );
  if (!("departure_time" in answer)) {
    const isRight = "status" in answer && answer.status === "path_not_found" && good.length === 0;
    const forms = good.map(({ form }) => form).join();
    const problems = isRight ? [] : [`${JSON.stringify(answer)}, a train can be stored: ${forms}`];
    return { answer, problems, deviations: {} };
  }
  const problems = judgeTrain(recorded, answer, networks);
  if (good.length === 0) return { answer, problems, deviations: {} };
  return { answer, ...compareTrains(recorded, answer, good, problems) };
}

/** By form; of drawn requests there are none. */
function readKeptRuns({ name }: RecordedCase, { folder }: Networks): KeptRuns {
  const file = join(folder, "kept_runs.json");
  if (!existsSync(file)) return {};
  return JSON.parse(readFileSync(file, "utf8"))[name] ?? {};
}

/** What a train breaks, whatever the reference answered. */
function judgeTrain({ request, infra }: RecordedCase, own: Found, networks: Networks): string[] {
  const problems: string[] = [];
  const start_ms = Date.parse(request.start_time);
  const departure_ms = Date.parse(own.departure_time);
  const delay_ms = request.maximum_departure_delay ?? DEFAULT_DELAY_MS;
  if (departure_ms < start_ms || departure_ms > start_ms + delay_ms) problems.push("leaves late");
  const { path_item_times, spacing_requirements } = own.simulation.final_output;
  const last_ms = request.path_items.at(-1).stop_duration;
  const total_ms = (path_item_times.at(-1) ?? 0) + last_ms;
  if (total_ms > request.maximum_run_time + LONGER_MAX_MS) {
    problems.push(`runs for ${total_ms} ms`);
  }
  for (const [i, { stop_duration, step_timing_data: planned }] of request.path_items.entries()) {
    const at_mm = own.path.path_item_positions[i]!;
    const stands_ms = own.schedule.find((one) => one.path_offset === at_mm)?.stop_for ?? 0;
    if (i > 0 && stands_ms < (stop_duration ?? 0)) problems.push(`stands ${stands_ms} ms at ${i}`);
    if (planned === null) continue;
    const off_ms = departure_ms + path_item_times[i]! - Date.parse(planned.arrival_time);
    const isKept = (late_ms: number): boolean =>
      late_ms >= -planned.arrival_time_tolerance_before - ROUNDING_MS &&
      late_ms <= planned.arrival_time_tolerance_after + ROUNDING_MS;
    if (!isKept(off_ms) && !isKept(off_ms + stands_ms)) problems.push(`step ${i} is ${off_ms} off`);
  }
  const taken = listTaken(viewInfra(networks.open(infra)), request);
  for (const { zone, begin_time, end_time } of spacing_requirements) {
    for (const [begin_ms, end_ms] of taken.get(zone) ?? []) {
      const overlaps = departure_ms + begin_time < end_ms && departure_ms + end_time > begin_ms;
      if (overlaps) problems.push(`meets another train in ${zone}`);
    }
  }
  return problems;
}

function compareTrains(
  { request, response }: RecordedCase,
  own: Found,
  good: readonly (KeptRun & { readonly form: string })[],
  problems: string[],
): Pick<CaseResult, "problems" | "deviations"> {
  const isClosed = own.schedule.some(
    ({ stop_for, reception_signal }) =>
      stop_for !== null && stop_for > 0 && reception_signal !== "OPEN",
  );
  // Like signals with like, where there are any.
  const alike = good.filter(({ form }) => form !== (isClosed ? "open" : "closed"));
  const durations_ms = (alike.length > 0 ? alike : good).map(({ duration_ms }) => duration_ms);
  const recorded_ms = Math.max(...durations_ms);
  const own_ms = own.simulation.final_output.times.at(-1)!;
  const longer_ms = own_ms - recorded_ms;
  const leavesLater_ms = Date.parse(own.departure_time) - Date.parse(response.departure_time);
  const later_ms = leavesLater_ms + longer_ms;
  if (longer_ms > LONGER_MAX_MS + EARLIER_WEIGHT * Math.max(0, -later_ms)) {
    problems.push(`runs ${longer_ms} ms longer, arrives ${later_ms} ms later`);
  }
  const isPlanned = request.path_items.some(
    (item: { step_timing_data: unknown }) => item.step_timing_data !== null,
  );
  if (!isPlanned && later_ms > LATER_MAX_MS) problems.push(`arrives ${later_ms} ms later`);
  return { problems, deviations: { longer_ms, later_ms: isPlanned ? 0 : later_ms } };
}

/** Whose occupancies a new train must not meet, by zone, ms since the epoch; widened by the gaps. */
function listTaken(
  infra: ReturnType<typeof viewInfra>,
  request: RecordedCase["request"],
): Map<string, [number, number][]> {
  const taken = new Map<string, [number, number][]>();
  const { time_gap_before, time_gap_after } = request;
  const add = (zone: string, begin_ms: number, end_ms: number): void => {
    const rows = taken.get(zone) ?? [];
    taken.set(zone, rows);
    rows.push([begin_ms - time_gap_after, end_ms + time_gap_before]);
  };
  for (const train of Object.values<RecordedCase["request"]>(request.trains_requirements)) {
    const start_ms = Date.parse(train.start_time);
    for (const { zone, begin_time, end_time } of train.spacing_requirements) {
      add(zone, start_ms + begin_time, start_ms + end_time);
    }
  }
  const start_ms = Date.parse(request.start_time);
  for (const work of request.work_schedules) {
    for (const zone of zonesOfWork(infra, work)) {
      add(zone, start_ms + work.start_time, start_ms + work.end_time);
    }
  }
  return taken;
}

function zonesOfWork(
  infra: ReturnType<typeof viewInfra>,
  { track_ranges }: { readonly track_ranges: readonly WorkRange[] },
): string[] {
  const zones = new WorkZoneFinder(infra).find(
    Uint32Array.from(track_ranges, ({ track_section }) => findTrack(infra, track_section)),
    Float64Array.from(track_ranges, ({ begin }) => begin),
    Float64Array.from(track_ranges, ({ end }) => end),
  );
  return Array.from(zones, (zone) => stringAt(infra, infra.zoneName[zone]!));
}

interface WorkRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
}

type RecordedAnswer = Found | { readonly status: string } | { readonly type: string };

function toRecordedForm(
  { infra }: RecordedCase,
  outcome: FitTrainOutcome,
  networks: Networks,
): RecordedAnswer {
  switch (outcome.kind) {
    case "path_not_found":
      return { status: outcome.kind };
    case "work_limit":
    case "invalid_path_items":
      return { status: outcome.kind };
    case "invalid_request":
      return { ...outcome.error };
    case "success": {
      const { packed, requirements, path } = outcome;
      const waypoints = { ids: [], positions_mm: [] };
      const ref = networks.open(infra);
      const simulation = describeSimulation({ infra: ref, packed, requirements, waypoints });
      return {
        status: "success",
        simulation: JSON.parse(new TextDecoder().decode(simulation)),
        path: JSON.parse(describePath({ infra: ref, path })),
        departure_time: new Date(outcome.departure_ms).toISOString(),
        schedule: outcome.schedule.map((point) => ({
          path_offset: point.offset_mm,
          arrival: point.arrival_ms,
          stop_for: point.stop_for_ms,
          reception_signal: point.reception_signal,
        })),
        constraint_distribution: outcome.constraint_distribution,
      };
    }
  }
}
