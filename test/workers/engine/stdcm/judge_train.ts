/**
 * Judges a train that was fitted in between others, by the request alone: its requirements, as they
 * would be printed, against all occupancies pair by pair; its times, stops and limits; its steps.
 */
import { detectWhole } from "../../../../bench/network/detect_whole.ts";
import type { FitAmongInput } from "../../../../bench/network/fit_among.ts";
import { openInfra } from "../../../../workers/engine/infra/infra.ts";
import { openSimulation } from "../../../../workers/engine/margins/packed_simulation.ts";
import { unpackPath } from "../../../../workers/engine/path/train_path.ts";
import { resolveWaypoint } from "../../../../workers/engine/path/waypoints.ts";
import { openRequirements } from "../../../../workers/engine/requirements/packed_requirements.ts";
import { simulateTrains } from "../../../../workers/tasks/simulation/simulate_trains.ts";
import type { FitTrainOutcome } from "../../../../workers/tasks/stdcm/fit_train.ts";

export type FittedTrain = Extract<FitTrainOutcome, { readonly kind: "success" }>;

/** As stored trains have it. */
const NO_MARGIN = { kind: "percentage", value: 0 } as const;
/** Times are whole ms and plans are kept to 3 ms. */
const ROUNDING_MS = 4;
/** The answered run is the run of the train as it is stored, to this. */
const STORED_MS = 1000;

/** What is wrong with a train; empty = nothing. */
export function judgeTrain(input: FitAmongInput, train: FittedTrain): string[] {
  return [
    ...judgeOccupancies(input, train.requirements, train.departure_ms),
    ...judgeStored(input, train),
    ...judgeTimes(input, train),
    ...judgeSteps(input, train),
  ];
}

/** The train kept in the timetable and simulated there, with limits for its whole length. */
function judgeStored(input: FitAmongInput, train: FittedTrain): string[] {
  const { infra, stock, margin } = input;
  const [outcome] = simulateTrains({
    infra,
    stocks: [stock],
    profiles: null,
    trains: [
      {
        path: train.path,
        stock_index: 0,
        initial_speed_m_s: 0,
        comfort: input.comfort,
        constraint_distribution: train.constraint_distribution,
        speed_limit_tag: input.speed_limit_tag,
        fallback_tags: input.fallback_tags,
        use_electrical_profiles: false,
        schedule: train.schedule,
        margins: { boundaries_mm: [], values: [margin ?? NO_MARGIN] },
        power_restrictions: [],
      },
    ],
  });
  if (outcome?.kind !== "success") return [`does not run when kept: ${JSON.stringify(outcome)}`];
  const problems = judgeOccupancies(input, outcome.requirements, train.departure_ms);
  const answered_ms = openSimulation(train.packed).final.itemTimes_ms;
  const positions_mm = train.path.item_positions_mm;
  outcome.final.item_times_ms.forEach((time_ms, i) => {
    // Steps at one place are one stop there, told at its arrival.
    if (positions_mm[i] === positions_mm[i - 1]) return;
    const late_ms = time_ms - answered_ms[i]!;
    if (Math.abs(late_ms) > STORED_MS) problems.push(`is ${late_ms} ms late at step ${i}`);
  });
  const conflicts = listConflicts(input, outcome.requirements, train.departure_ms);
  if (conflicts !== "[]") problems.push(`is in conflict: ${conflicts.slice(0, 200)}`);
  return problems.map((problem) => `when kept, ${problem}`);
}

/** Conflicts of the train, of tracks and of routes, as the timetable's are told. */
function listConflicts(
  { infra, timetable }: FitAmongInput,
  { buffer, byte_offset }: FittedTrain["requirements"],
  departure_ms: number,
): string {
  const { buffers, simulation_buffers, simulation_offsets } = timetable;
  const index = timetable.train_simulations.length;
  const detected = detectWhole({
    infra,
    buffers: [...buffers, buffer],
    simulation_buffers: Uint32Array.of(...simulation_buffers, buffers.length),
    simulation_offsets: Float64Array.of(...simulation_offsets, byte_offset),
    train_simulations: Uint32Array.of(...timetable.train_simulations, simulation_buffers.length),
    train_starts_ms: Float64Array.of(...timetable.train_starts_ms, departure_ms),
    train_schedule_ids: Float64Array.from({ length: index + 1 }, (_, i) => i + 1),
    occurrences: [],
  });
  if (detected.kind !== "success") return detected.kind;
  const all: { train_ids: number[] }[] = JSON.parse(new TextDecoder().decode(detected.json));
  const own = all.filter(({ train_ids }) => train_ids.includes(index + 1) && train_ids.length > 1);
  return JSON.stringify(own);
}

/** Each requirement against each one of every other train. */
export function judgeOccupancies(
  input: FitAmongInput,
  requirements: FittedTrain["requirements"],
  departure_ms: number,
): string[] {
  const { buffers, simulation_buffers, simulation_offsets, train_simulations, train_starts_ms } =
    input.timetable;
  const problems: string[] = [];
  const own = openRequirements(requirements.buffer, requirements.byte_offset);
  train_simulations.forEach((simulation, t) => {
    const buffer = buffers[simulation_buffers[simulation]!]!;
    const other = openRequirements(buffer, simulation_offsets[simulation]);
    const start_ms = train_starts_ms[t]!;
    other.spacingZones.forEach((zone, k) => {
      const begin_ms = start_ms + other.spacingBegins_ms[k]! - input.time_gap_after_ms;
      const end_ms = start_ms + other.spacingEnds_ms[k]! + input.time_gap_before_ms;
      own.spacingZones.forEach((ownZone, i) => {
        if (ownZone !== zone) return;
        const from_ms = departure_ms + own.spacingBegins_ms[i]!;
        const to_ms = departure_ms + own.spacingEnds_ms[i]!;
        if (from_ms < end_ms && to_ms > begin_ms) problems.push(`meets train ${t} in zone ${zone}`);
      });
    });
  });
  return problems;
}

function judgeTimes(input: FitAmongInput, train: FittedTrain): string[] {
  const problems: string[] = [];
  const delay_ms = train.departure_ms - input.start_ms;
  if (delay_ms < 0 || delay_ms > input.maximum_departure_delay_ms) {
    problems.push(`leaves ${delay_ms} ms after the earliest departure`);
  }
  const { itemTimes_ms } = openSimulation(train.packed).final;
  const total_ms = itemTimes_ms.at(-1)! + (input.steps.at(-1)!.stop_ms ?? 0);
  if (total_ms > input.maximum_run_time_ms + ROUNDING_MS) problems.push(`takes ${total_ms} ms`);
  const positions_mm = train.path.item_positions_mm;
  input.steps.forEach(({ stop_ms, planned }, i) => {
    const arrival_ms = train.departure_ms + itemTimes_ms[i]!;
    if (planned !== null) {
      const off_ms = arrival_ms - planned.arrival_ms;
      const isKept = (late_ms: number): boolean =>
        late_ms >= -planned.before_ms - ROUNDING_MS && late_ms <= planned.after_ms + ROUNDING_MS;
      // Where no train arrives within it, one leaves within it.
      const leaves_ms = i === 0 || i === input.steps.length - 1 ? off_ms : off_ms + (stop_ms ?? 0);
      if (!isKept(off_ms) && !isKept(leaves_ms)) problems.push(`step ${i} is ${off_ms} ms off`);
    }
    if (i === 0 || stop_ms === null) return;
    const stop = train.schedule.find(({ offset_mm }) => offset_mm === positions_mm[i]);
    if ((stop?.stop_for_ms ?? -1) < stop_ms) problems.push(`stops too short at step ${i}`);
    // The report ends with the arrival.
    if (positions_mm[i] === positions_mm.at(-1)) return;
    const stands_ms = standsAt_ms(train, positions_mm[i]!);
    const isTold = Math.abs(stands_ms - (stop?.stop_for_ms ?? 0)) <= ROUNDING_MS;
    if (!isTold) problems.push(`stands ${stands_ms} ms at step ${i} in its report`);
  });
  return problems;
}

/** Between the first point of the report at a place and the last one. */
function standsAt_ms({ packed }: FittedTrain, at_mm: number): number {
  const { positions_mm, times_ms } = openSimulation(packed).final;
  const first = positions_mm.findIndex((x_mm) => Math.abs(x_mm - at_mm) <= 1);
  const last = positions_mm.findLastIndex((x_mm) => Math.abs(x_mm - at_mm) <= 1);
  return times_ms[last]! - times_ms[first]!;
}

/** Whether the path runs over a place of each step, in order. */
function judgeSteps({ infra: ref, steps }: FitAmongInput, { path }: FittedTrain): string[] {
  const infra = openInfra(ref.buffer);
  const { ranges } = unpackPath(path.packed);
  const { item_positions_mm } = path;
  const problems: string[] = [];
  steps.forEach(({ locations }, i) => {
    const at_mm = item_positions_mm[i] ?? Number.NaN;
    if (i > 0 && !(at_mm >= item_positions_mm[i - 1]!)) problems.push(`step ${i} comes too early`);
    const places = locations.flatMap((location) => {
      const resolved = resolveWaypoint(infra, location);
      return resolved.ok ? resolved.value : [];
    });
    let start_mm = 0;
    let isThere = false;
    ranges.directedTracks.forEach((directed, r) => {
      const begin_mm = ranges.begins_mm[r]!;
      const end_mm = ranges.ends_mm[r]!;
      const into_mm = at_mm - start_mm;
      const offset_mm = directed % 2 === 0 ? begin_mm + into_mm : end_mm - into_mm;
      isThere ||= places.some(
        (place) => place.track === directed >>> 1 && Math.abs(place.offset_mm - offset_mm) < 1,
      );
      start_mm += end_mm - begin_mm;
    });
    if (!isThere) problems.push(`step ${i} is at none of its places`);
  });
  return problems;
}
