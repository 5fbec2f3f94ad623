/** Electrical profile sets as tasks take them. */
import { shareBytes } from "../../platform/compute/shared_value.ts";
import type { Services } from "../../platform/services.ts";
import { profileSetNotFound } from "./electrical_profile_set.errors.ts";
import { getProfileSet, getProfileSetDigest } from "./electrical_profile_set.queries.ts";

export interface Profiles {
  /** A digest of the content. */
  readonly key: string;
  /** JSON text in UTF-8, in shared memory: it is sent with every batch of trains. */
  readonly json: Uint8Array;
}

/**
 * The set with an id, or null for none. It is read once and kept, because a country's set has megabytes; its digest
 * identifies the content. Throws not found.
 */
export async function openProfileSet(
  { db, kept: store }: Pick<Services, "db" | "kept">,
  set_id: number | null,
): Promise<Profiles | null> {
  if (set_id === null) return null;
  const digest = await getProfileSetDigest(db, set_id);
  if (digest === null) throw profileSetNotFound(set_id);
  const key = `profiles:${digest}`;
  const kept = store.open<Profiles>(key);
  if (kept.value !== null) return kept.value;
  const content = await getProfileSet(db, set_id);
  if (content === null) throw profileSetNotFound(set_id);
  const json = new Uint8Array(shareBytes(new TextEncoder().encode(content)));
  kept.value = { key: digest, json };
  store.resize(key, kept, json.byteLength);
  return kept.value;
}
