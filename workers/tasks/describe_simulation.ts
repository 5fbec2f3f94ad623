/** Task: prints a packed simulation as the JSON text of the simulation answer (interface.md 10.2). */
import { SPEED_LIMIT_SOURCES } from "../engine/path/path_attributes.ts";
import { NO_PROFILE, PROFILE_HANDLED } from "../engine/simulation/electrification.ts";
import { type OpenedSimulation, openSimulation } from "../engine/simulation/packed_simulation.ts";
import type { Report } from "../engine/simulation/report.ts";
import { UNKNOWN_TAG } from "../engine/simulation/speed_limits.ts";
import type { InfraRef } from "./types.ts";

export interface DescribeSimulationInput {
  readonly infra: InfraRef;
  readonly packed: SharedArrayBuffer;
}

/** Returns the JSON text; numbers are printed straight from the arrays. */
export function describeSimulation({ packed }: DescribeSimulationInput): string {
  const { reports, mrsp, electrical_profiles } = openSimulation(packed);
  const base = reports[0];
  if (base === undefined) throw new Error("a packed simulation has a base report");
  return (
    `{"status":"success","base":${printReport(base)},"mrsp":${printMrsp(mrsp)},` +
    `"electrical_profiles":${printElectricalProfiles(electrical_profiles)}}`
  );
}

function printReport(report: Report): string {
  return (
    `{"positions":[${report.positions_mm.join()}],"times":[${report.times_ms.join()}],` +
    `"speeds":[${report.speeds_m_s.join()}],"energy_consumption":${report.energy_j},` +
    `"path_item_times":[${report.itemTimes_ms.join()}]}`
  );
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
