/** The objects on a track section, by type. */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import type { NetworkModel } from "./network_model.ts";
import { byCodePoint } from "./route_reads.ts";

/** The types that clients expect, in their order; neutral sections are not among them. */
const TYPES = [
  "Signal",
  "SpeedSection",
  "Detector",
  "Switch",
  "BufferStop",
  "OperationalPoint",
  "Electrification",
] as const satisfies readonly ObjectType[];

export interface AttachedQuestion {
  readonly track: string;
  readonly with_neutral_sections: boolean;
}

/** Ids in ascending order; null if there is no such track. */
export function listAttached(
  { objects, references }: NetworkModel,
  { track, with_neutral_sections }: AttachedQuestion,
): Readonly<Record<string, readonly string[]>> | null {
  if (!objects.track_sections.has(track)) return null;
  const types = with_neutral_sections ? [...TYPES, "NeutralSection" as const] : TYPES;
  const entries = types.map((obj_type) => {
    const ids = [...references.list("TrackSection", track, obj_type)];
    return [obj_type, ids.sort(byCodePoint)];
  });
  return Object.fromEntries(entries);
}
