/** Groups of temporary speed limits as tasks take them. */
import type { TemporaryLimitsRef } from "../../../workers/tasks/simulation/temporary_limits.ts";
import { shareBytes } from "../../platform/compute/shared_value.ts";
import type { Database } from "../../platform/db/client.ts";
import { temporarySpeedLimitGroupNotFound } from "./temporary_speed_limit.errors.ts";
import { getTemporarySpeedLimitGroup } from "./temporary_speed_limit.queries.ts";

/** The limits of a group, or null for none. Throws not found. */
export async function openLimits(
  db: Database,
  group_id: number | null,
): Promise<TemporaryLimitsRef | null> {
  if (group_id === null) return null;
  const group = await getTemporarySpeedLimitGroup(db, group_id);
  if (group === null) throw temporarySpeedLimitGroupNotFound(group_id);
  // In shared memory: they are sent with every batch of runs.
  const json = new Uint8Array(shareBytes(new TextEncoder().encode(group.limits)));
  return { key: String(group_id), json };
}
