/** Task: joins what the trains and works of an occupancy need by zone, for the searches among them. */

import { packColumns } from "../../engine/shared_columns.ts";
import { tabulateTaken as tabulate } from "../../engine/stdcm/taken_zones.ts";
import { type OccupancyRef, openOccupancy } from "../conflicts/occupancy_ref.ts";
import { viewInfra } from "../infra_views.ts";
import type { InfraRef } from "../types.ts";

/** Of a `TakenZones`. */
export const TAKEN = {
  begins_ms: Float64Array,
  ends_ms: Float64Array,
  chains_ms: Float64Array,
  zoneStart: Uint32Array,
} as const;

export function tabulateTaken(input: {
  readonly infra: InfraRef;
  readonly occupancy: OccupancyRef;
}): SharedArrayBuffer {
  const infra = viewInfra(input.infra);
  const taken = tabulate(openOccupancy(input.occupancy), infra.zoneName.length);
  return packColumns(TAKEN, { ...taken });
}
