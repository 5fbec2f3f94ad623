/** Task: prints a packed simulation as the JSON text of the simulation answer (interface.md 10.2). */
import { JsonWriter, makePart } from "../../engine/infra/compile/json_writer.ts";
import type { ScheduleWarning } from "../../engine/margins/margin_ranges.ts";
import { type OpenedSimulation, openSimulation } from "../../engine/margins/packed_simulation.ts";
import { SPEED_LIMIT_SOURCES } from "../../engine/path/path_attributes.ts";
import { printRequirements } from "../../engine/requirements/print_requirements.ts";
import { NO_PROFILE, PROFILE_HANDLED } from "../../engine/simulation/electrification.ts";
import type { Report } from "../../engine/simulation/report.ts";
import { UNKNOWN_TAG } from "../../engine/simulation/speed_limits.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef, RequirementsRef } from "../types.ts";

export interface DescribeSimulationInput {
  readonly infra: InfraRef;
  readonly packed: SharedArrayBuffer;
  readonly requirements: RequirementsRef;
  /** The train's waypoints, which its warnings refer to; equal runs may have different names for theirs. */
  readonly waypoints: {
    readonly ids: readonly string[];
    readonly positions_mm: readonly number[];
  };
}

const BASE = makePart('{"status":"success","base":{');
const PROVISIONAL = makePart('},"provisional":{');
const FINAL = makePart('},"final_output":{');
const COMMA = makePart(",");
const POSITIONS = makePart('"positions":[');
const TIMES = makePart('],"times":[');
const SPEEDS = makePart('],"speeds":[');
const ENERGY = makePart('],"energy_consumption":');
const ITEM_TIMES = makePart(',"path_item_times":[');
const TRACTION = makePart('],"traction_j":');
const BRAKING = makePart(',"braking_j":');

const MRSP = makePart('},"mrsp":');
const ELECTRICAL_PROFILES = makePart(',"electrical_profiles":');
const BOUNDARIES = makePart('{"boundaries":[');
const VALUES = makePart('],"values":[');
const SPEED = makePart('{"speed":');
const SOURCE = makePart(',"source":{"speed_limit_source_type":');
const WITHOUT_PROFILE = makePart('{"electrical_profile_type":"no_profile"}');
const PROFILE = makePart('{"electrical_profile_type":"profile"');
const HANDLED = makePart(',"handled":true}');
const NOT_HANDLED = makePart(',"handled":false}');
const END = makePart("}");
const END_OF_VALUES = makePart("]}");

const text = new JsonWriter();

/** Returns the JSON text as UTF-8; numbers are printed straight from the arrays, and equal runs only once. */
export function describeSimulation(input: DescribeSimulationInput): Uint8Array {
  const { base, provisional, final, warnings, step, mrsp, electrical_profiles } = openSimulation(
    input.packed,
  );
  const { buffer, byte_offset } = input.requirements;
  text.clear();
  const printed = new Map<Report, readonly [begin: number, end: number]>();
  for (const [part, report] of [
    [BASE, base],
    [PROVISIONAL, provisional],
    [FINAL, final],
  ] as const) {
    text.add(part);
    const known = printed.get(report);
    const begin = text.length;
    if (known === undefined) printReport(report);
    else text.repeat(...known);
    printed.set(report, [begin, text.length]);
  }
  text.add(COMMA);
  printRequirements(text, viewInfra(input.infra), buffer, byte_offset);
  text.add(MRSP);
  printMrsp(mrsp);
  text.add(ELECTRICAL_PROFILES);
  printElectricalProfiles(electrical_profiles);
  if (warnings.length > 0) text.raw(`,"warnings":[${printWarnings(warnings, input)}]`);
  if (step !== "as_asked") text.raw(`,"distribution":"${step}"`);
  text.raw("}");
  return text.take();
}

function printReport(report: Report): void {
  text.add(POSITIONS);
  text.numbers(report.positions_mm);
  text.add(TIMES);
  text.numbers(report.times_ms);
  text.add(SPEEDS);
  text.decimals(report.speeds_m_s);
  text.add(ENERGY);
  text.number(report.energy_j);
  text.add(ITEM_TIMES);
  text.numbers(report.itemTimes_ms);
  text.add(TRACTION);
  text.number(report.traction_j);
  text.add(BRAKING);
  text.number(report.braking_j);
}

/** Stretches from waypoint to waypoint; running times, rounded to milliseconds. */
function printWarnings(
  warnings: readonly ScheduleWarning[],
  { waypoints: { ids, positions_mm } }: DescribeSimulationInput,
): string {
  const idAt = new Map<number, string>();
  positions_mm.forEach((offset_mm, i) => {
    const id = ids[i];
    // Of several waypoints at one position, the first one's id is used.
    if (id !== undefined && !idAt.has(offset_mm)) idAt.set(offset_mm, id);
  });
  const waypointAt = (offset_mm: number): string | null => idAt.get(offset_mm) ?? null;
  return warnings
    .map(({ kind, from_mm, to_mm, wanted_s, possible_s, earliest_s, latest_s }) =>
      JSON.stringify({
        type: kind,
        waypoints: [waypointAt(from_mm), waypointAt(to_mm)],
        wanted_s: roundToMs(wanted_s),
        possible_s: roundToMs(possible_s),
        ...(earliest_s === undefined ? {} : { earliest_s: roundToMs(earliest_s) }),
        ...(latest_s === undefined ? {} : { latest_s: roundToMs(latest_s) }),
      }),
    )
    .join();
}

function roundToMs(time_s: number): number {
  return Math.round(time_s * 1000) / 1000;
}

function printMrsp({ boundaries_mm, speeds_m_s, sources, tags }: OpenedSimulation["mrsp"]): void {
  text.add(BOUNDARIES);
  text.numbers(boundaries_mm);
  text.add(VALUES);
  for (const [i, speed] of speeds_m_s.entries()) {
    const source = sources[i] ?? 0;
    text.separate(i);
    text.add(SPEED);
    text.number(speed);
    if (source !== 0) {
      text.add(SOURCE);
      text.raw(JSON.stringify(SPEED_LIMIT_SOURCES[source]));
      if (source !== UNKNOWN_TAG) text.raw(`,"tag":${JSON.stringify(tags[i])}`);
      text.add(END);
    }
    text.add(END);
  }
  text.add(END_OF_VALUES);
}

function printElectricalProfiles(electrical: OpenedSimulation["electrical_profiles"]): void {
  const { boundaries_mm, kinds, profiles } = electrical;
  text.add(BOUNDARIES);
  text.numbers(boundaries_mm);
  text.add(VALUES);
  for (const [i, profile] of profiles.entries()) {
    text.separate(i);
    if (kinds[i] === NO_PROFILE) {
      text.add(WITHOUT_PROFILE);
      continue;
    }
    text.add(PROFILE);
    if (profile !== null) text.raw(`,"profile":${JSON.stringify(profile)}`);
    text.add(kinds[i] === PROFILE_HANDLED ? HANDLED : NOT_HANDLED);
  }
  text.add(END_OF_VALUES);
}
