/** The setup of a request's simulations: electrical profiles, temporary limits and tags besides the compiled network. */
import type { TemporaryLimitsRef } from "../../../workers/tasks/simulation/temporary_limits.ts";
import {
  openProfileSet,
  type Profiles,
} from "../../network/electrical_profile_set/open_profile_set.ts";
import {
  type SpeedLimitTags,
  speedLimitTags,
} from "../../network/speed_limit_tag/speed_limit_tags.ts";
import { openLimits } from "../../network/temporary_speed_limit/open_limits.ts";
import { together } from "../../platform/together.ts";
import {
  type ComputeSetup,
  openPathSetup,
  type SetupContext,
  type SetupOptions,
} from "../path/setup.ts";

/** Inputs of a simulation besides its train. */
export interface SimulationParameters {
  readonly infra_id: number;
  readonly electrical_profile_set_id: number | null;
  readonly temporary_speed_limit_group_id: number | null;
}

/** Those of a timetable's trains, maybe as they run on a date of its period. */
export interface DatedParameters extends SimulationParameters {
  readonly date?: string | undefined;
}

/** Shared by all trains of a request. */
export interface SimulationSetup extends ComputeSetup {
  readonly profiles: Profiles | null;
  readonly tags: SpeedLimitTags;
  /** Temporary speed limits; null: none. */
  readonly limits: TemporaryLimitsRef | null;
  /** Another server can make the same setup from these. */
  readonly parameters: SimulationParameters;
}

/** Far more than a day of a five-minute service, which a planner may drag. */
const INTERACTIVE_TRAINS_MAX = 1_000;

/** More trains are always a batch, or they would go before all small requests. */
export function urgencyOf(
  { priority }: Pick<ComputeSetup, "priority">,
  train_count: number,
): ComputeSetup["priority"] {
  return train_count > INTERACTIVE_TRAINS_MAX ? "batch" : priority;
}

/** Errors of a setup for simulations, besides the area's not found. */
export const SIMULATION_ERRORS = [
  "InfraNotUsable",
  "ElectricalProfileSetNotFound",
  "TemporarySpeedLimitGroupNotFound",
] as const;

/** Errors of dates. */
export const DATE_ERRORS = ["NoPeriod", "DateOutsidePeriod"] as const;

/** As for paths; throws not found for unknown electrical profiles or temporary speed limits too. */
export async function openSimulationSetup(
  ctx: SetupContext,
  parameters: SimulationParameters,
  options: SetupOptions,
): Promise<SimulationSetup> {
  const { infra_id, electrical_profile_set_id, temporary_speed_limit_group_id } = parameters;
  const [profiles, limits, setup] = await together([
    openProfileSet(ctx.services, electrical_profile_set_id),
    openLimits(ctx.services.db, temporary_speed_limit_group_id),
    openPathSetup(ctx, infra_id, options),
  ]);
  const tags = speedLimitTags(ctx.services.config);
  return { ...setup, profiles, limits, tags, parameters: readSimulationParameters(parameters) };
}

/** As in a query or body: some may be absent. */
export interface GivenParameters {
  readonly infra_id: number;
  readonly electrical_profile_set_id?: number | null | undefined;
  readonly temporary_speed_limit_group_id?: number | null | undefined;
}

/** The simulation parameters of a query or body, with null for absent ones. */
export function readSimulationParameters(given: GivenParameters): SimulationParameters {
  return {
    infra_id: given.infra_id,
    electrical_profile_set_id: given.electrical_profile_set_id ?? null,
    temporary_speed_limit_group_id: given.temporary_speed_limit_group_id ?? null,
  };
}

/** The same with the date that is asked for. */
export function readDatedParameters(
  given: GivenParameters & { readonly date?: string | undefined },
): DatedParameters {
  return { ...readSimulationParameters(given), date: given.date };
}
