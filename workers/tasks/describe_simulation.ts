/** Task: prints a packed simulation as the JSON text of the simulation answer (interface.md 10.2). */
import type { ScheduleWarning } from "../engine/margins/margin_ranges.ts";
import { SPEED_LIMIT_SOURCES } from "../engine/path/path_attributes.ts";
import { printRequirements } from "../engine/requirements/print_requirements.ts";
import { NO_PROFILE, PROFILE_HANDLED } from "../engine/simulation/electrification.ts";
import { type OpenedSimulation, openSimulation } from "../engine/simulation/packed_simulation.ts";
import type { Report } from "../engine/simulation/report.ts";
import { UNKNOWN_TAG } from "../engine/simulation/speed_limits.ts";
import { viewInfra } from "./infra_views.ts";
import type { InfraRef, RequirementsRef } from "./types.ts";

export interface DescribeSimulationInput {
  readonly infra: InfraRef;
  readonly packed: SharedArrayBuffer;
  readonly requirements: RequirementsRef;
  /** The waypoints of the train, which its warnings name; equal runs may name theirs differently. */
  readonly waypoints: {
    readonly ids: readonly string[];
    readonly positions_mm: readonly number[];
  };
}

/** Returns the JSON text; numbers are printed straight from the arrays. */
export function describeSimulation(input: DescribeSimulationInput): string {
  const { base, provisional, final, warnings, mrsp, electrical_profiles } = openSimulation(
    input.packed,
  );
  const { buffer, byte_offset } = input.requirements;
  const requirements = printRequirements(viewInfra(input.infra), buffer, byte_offset);
  const told = warnings.length === 0 ? "" : `,"warnings":[${printWarnings(warnings, input)}]`;
  return (
    `{"status":"success","base":{${printReport(base)}},"provisional":{${printReport(provisional)}},` +
    `"final_output":{${printReport(final)},${requirements}},"mrsp":${printMrsp(mrsp)},` +
    `"electrical_profiles":${printElectricalProfiles(electrical_profiles)}${told}}`
  );
}

function printReport(report: Report): string {
  return (
    `"positions":[${report.positions_mm.join()}],"times":[${report.times_ms.join()}],` +
    `"speeds":[${report.speeds_m_s.join()}],"energy_consumption":${report.energy_j},` +
    `"path_item_times":[${report.itemTimes_ms.join()}]`
  );
}

/** Stretches from waypoint to waypoint; running times, rounded to milliseconds. */
function printWarnings(
  warnings: readonly ScheduleWarning[],
  { waypoints: { ids, positions_mm } }: DescribeSimulationInput,
): string {
  const idAt = new Map<number, string>();
  positions_mm.forEach((offset_mm, i) => {
    const id = ids[i];
    // Of several waypoints at one place the first one gives its name.
    if (id !== undefined && !idAt.has(offset_mm)) idAt.set(offset_mm, id);
  });
  const waypointAt = (offset_mm: number): string | null => idAt.get(offset_mm) ?? null;
  return warnings
    .map(({ kind, from_mm, to_mm, wanted_s, possible_s }) =>
      JSON.stringify({
        type: kind,
        waypoints: [waypointAt(from_mm), waypointAt(to_mm)],
        wanted_s: Math.round(wanted_s * 1000) / 1000,
        possible_s: Math.round(possible_s * 1000) / 1000,
      }),
    )
    .join();
}

function printMrsp(mrsp: OpenedSimulation["mrsp"]): string {
  const values = Array.from(mrsp.speeds_m_s, (speed, i) => {
    const source = mrsp.sources[i] ?? 0;
    if (source === 0) return { speed };
    const speed_limit_source_type = SPEED_LIMIT_SOURCES[source];
    if (source === UNKNOWN_TAG) return { speed, source: { speed_limit_source_type } };
    return { speed, source: { speed_limit_source_type, tag: mrsp.tags[i] } };
  });
  return `{"boundaries":[${mrsp.boundaries_mm.join()}],"values":${JSON.stringify(values)}}`;
}

function printElectricalProfiles(profiles: OpenedSimulation["electrical_profiles"]): string {
  const values = Array.from(profiles.kinds, (kind, i) => {
    if (kind === NO_PROFILE) return { electrical_profile_type: "no_profile" };
    const profile = profiles.profiles[i];
    return {
      electrical_profile_type: "profile",
      ...(profile === null ? {} : { profile }),
      handled: kind === PROFILE_HANDLED,
    };
  });
  return `{"boundaries":[${profiles.boundaries_mm.join()}],"values":${JSON.stringify(values)}}`;
}
