/**
 * Short term path requests, graded by the rules of the recorded folder's README: as good as the
 * reference or better. Where it found a train that keeps its own limits, one is found, not more than
 * 2 s longer from departure to arrival plus a hundredth of the time by which it leaves earlier; every
 * train leaves within the window, keeps the longest run time and needs no zone that another has. On a
 * free line path, departure and run time are the recorded ones.
 */
import { isDeepStrictEqual } from "node:util";
import { fitAmong } from "../../bench/network/fit_among.ts";
import type { RecordedCase } from "../../bench/recorded/cases.ts";
import type { Networks } from "../../bench/recorded/networks.ts";
import { DEFAULT_DELAY_MS, readRequest } from "../../bench/recorded/stdcm_requests.ts";
import { WorkZoneFinder } from "../../workers/engine/conflicts/work_zones.ts";
import { findTrack, stringAt } from "../../workers/engine/infra/infra.ts";
import { describePath } from "../../workers/tasks/describe_path.ts";
import { describeSimulation } from "../../workers/tasks/describe_simulation.ts";
import type { FitTrainOutcome } from "../../workers/tasks/fit_train.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import type { CaseResult } from "./kinds.ts";

/** Longer than the reference by so much is as good, ms. */
const LONGER_MAX_MS = 2000;
/** A free line's run time may be so much longer than the recorded one, ms. */
const FREE_LONGER_MAX_MS = 100;
const WAIT_WEIGHT = 0.01;

interface Found {
  readonly status: string;
  readonly departure_time: string;
  readonly path: { readonly track_section_ranges: unknown; readonly path_item_positions: number[] };
  readonly simulation: {
    readonly final_output: {
      readonly times: readonly number[];
      readonly path_item_times: readonly number[];
      readonly spacing_requirements: readonly {
        readonly zone: string;
        readonly begin_time: number;
        readonly end_time: number;
      }[];
    };
  };
}

export function answerStdcm(recorded: RecordedCase, networks: Networks): CaseResult {
  const outcome = fitAmong(readRequest(recorded, networks));
  const answer = toRecordedForm(recorded, outcome, networks);
  const expected = recorded.response;
  if (recorded.http_status !== 200) {
    const isSame = "type" in answer && answer.type === expected.type;
    const known = recorded.http_status === 400 && !isSame;
    return { answer, problems: known ? ["another error"] : [], deviations: {} };
  }
  if (!("departure_time" in answer)) {
    // A recorded train that arrives outside of its planned times is not asked for.
    const asked = expected.status === "success" && keepsPlannedTimes(recorded);
    const isRight = "status" in answer && answer.status === (asked ? "success" : "path_not_found");
    const problems = isRight ? [] : [`${JSON.stringify(answer)}, ${recorded.name} found a train`];
    return { answer, problems, deviations: {} };
  }
  const problems = judgeTrain(recorded, answer, networks);
  if (expected.status !== "success") return { answer, problems, deviations: {} };
  return { answer, ...compareTrains(recorded, answer, problems) };
}

/** Whether the recorded train arrives at its steps when it may; the reference looks at departures. */
function keepsPlannedTimes({ request, response }: RecordedCase): boolean {
  const { positions, times } = response.simulation.final_output;
  return request.path_items.every((item: RecordedCase["request"], i: number) => {
    const planned = item.step_timing_data;
    if (planned === null) return true;
    const at_mm = response.path.path_item_positions[i];
    const arrival = positions.findIndex((x_mm: number) => x_mm >= at_mm - 2);
    const off_ms =
      Date.parse(response.departure_time) + times[arrival] - Date.parse(planned.arrival_time);
    const { arrival_time_tolerance_before: before, arrival_time_tolerance_after: after } = planned;
    return off_ms >= -before && off_ms <= after;
  });
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
  if (total_ms > request.maximum_run_time + 2000) problems.push(`runs for ${total_ms} ms`);
  for (const [i, { step_timing_data: planned }] of request.path_items.entries()) {
    if (planned === null) continue;
    const off_ms = departure_ms + path_item_times[i]! - Date.parse(planned.arrival_time);
    const { arrival_time_tolerance_before: before, arrival_time_tolerance_after: after } = planned;
    if (off_ms < -before - 5 || off_ms > after + 5) problems.push(`step ${i} is ${off_ms} ms off`);
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
  problems: string[],
): Pick<CaseResult, "problems" | "deviations"> {
  const earlier_ms = Date.parse(response.departure_time) - Date.parse(own.departure_time);
  const recorded_ms = response.simulation.final_output.times.at(-1);
  const longer_ms = own.simulation.final_output.times.at(-1)! - recorded_ms;
  const allowed_ms = LONGER_MAX_MS + Math.max(0, earlier_ms * WAIT_WEIGHT);
  if (longer_ms > allowed_ms) problems.push(`${longer_ms} ms longer, leaves ${earlier_ms} earlier`);
  const isFree =
    Object.keys(request.trains_requirements).length === 0 &&
    request.work_schedules.length === 0 &&
    request.path_items.every(
      (item: { step_timing_data: unknown }) => item.step_timing_data === null,
    );
  if (isFree) {
    if (longer_ms > FREE_LONGER_MAX_MS) problems.push(`${longer_ms} ms longer on a free line`);
    if (earlier_ms !== 0) problems.push(`leaves ${earlier_ms} ms earlier on a free line`);
    const { track_section_ranges } = response.path;
    if (!isDeepStrictEqual(own.path.track_section_ranges, track_section_ranges)) {
      problems.push("another path on a free line");
    }
  }
  return { problems, deviations: { longer_ms } };
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
      return {
        status: "success",
        simulation: JSON.parse(describeSimulation({ infra: ref, packed, requirements, waypoints })),
        path: JSON.parse(describePath({ infra: ref, path })),
        departure_time: new Date(outcome.departure_ms).toISOString(),
      };
    }
  }
}
