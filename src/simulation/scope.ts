/**
 * Opens what a request computes with: the compiled network, the electrical profiles, the tags. After
 * the checks of rights, because a network is compiled here when nobody has used it yet.
 */
import { profileSetNotFound } from "../electrical_profile_set/electrical_profile_set.errors.ts";
import { getProfileSet } from "../electrical_profile_set/electrical_profile_set.queries.ts";
import type { Context } from "../http/endpoint.ts";
import type { InfraArea } from "../infra/infra.errors.ts";
import { loadInfra } from "../infra/load_infra.ts";
import type { ComputeScope } from "../path/find_paths.ts";
import { speedLimitTags } from "../speed_limit_tag/speed_limit_tags.ts";
import type { Profiles, SimulationScope } from "./simulate_trains.ts";

/** What a simulation depends on beside its train. */
export interface Surroundings {
  readonly infra_id: number;
  readonly electrical_profile_set_id: number | null;
}

export interface ScopeOptions {
  readonly priority: ComputeScope["priority"];
  /** Whose error tells that there is no such infrastructure. */
  readonly area: InfraArea;
}

/** For paths. Throws the area's not found, or not usable. */
export async function openPathScope(
  ctx: Context,
  infra_id: number,
  { priority, area }: ScopeOptions,
): Promise<ComputeScope> {
  const infra = await loadInfra(ctx, infra_id, area);
  return { services: ctx.services, infra, signal: ctx.signal, priority };
}

/** For simulations; an unknown electrical profile set is not found either. */
export async function openSimulationScope(
  ctx: Context,
  { infra_id, electrical_profile_set_id }: Surroundings,
  options: ScopeOptions,
): Promise<SimulationScope> {
  const profiles = await readProfiles(ctx, electrical_profile_set_id);
  const scope = await openPathScope(ctx, infra_id, options);
  return { ...scope, profiles, tags: speedLimitTags(ctx.services.config) };
}

async function readProfiles(ctx: Context, set_id: number | null): Promise<Profiles | null> {
  if (set_id === null) return null;
  const content = await getProfileSet(ctx.services.db, set_id);
  if (content === null) throw profileSetNotFound(set_id);
  // In shared memory: every batch of trains takes it along.
  const text = new TextEncoder().encode(content);
  const json = new Uint8Array(new SharedArrayBuffer(text.byteLength));
  json.set(text);
  return { key: String(set_id), json };
}
