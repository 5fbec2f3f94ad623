/** What lies on a track section, by type. */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import type { NetworkModel } from "./network_model.ts";
import { byCodePoint } from "./route_reads.ts";

/** The types that clients expect, in their order: neutral sections are none of them. */
const TYPES = [
  "Signal",
  "SpeedSection",
  "Detector",
  "Switch",
  "BufferStop",
  "OperationalPoint",
  "Electrification",
] as const satisfies readonly ObjectType[];

/** Ids in ascending order; null when there is no such track. */
export function listAttached(
  { objects, references }: NetworkModel,
  track: string,
): Readonly<Record<string, readonly string[]>> | null {
  if (!objects.track_sections.has(track)) return null;
  const entries = TYPES.map((obj_type) => {
    const ids = [...references.list("TrackSection", track, obj_type)];
    return [obj_type, ids.sort(byCodePoint)];
  });
  return Object.fromEntries(entries);
}
