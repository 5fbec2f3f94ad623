/**
 * Task: objects of one type as clients read them, completed, each with its geometry on the map. A
 * track is printed once for each range on it, so the size of the answer is limited.
 */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import { completeObject } from "../../railjson/edit/complete_object.ts";
import {
  countVertices,
  ObjectLocator,
  type SwitchType,
  type Track,
} from "../../railjson/locate_objects.ts";

/** Most vertices of all geometries in one answer. */
const VERTICES_MAX = 1_000_000;

export interface LocateObjectsInput {
  readonly object_type: ObjectType;
  /** JSON array, in the order of the answer. */
  readonly objects: string;
  /** JSON array of the track sections that the objects refer to, as far as they exist. */
  readonly tracks: string;
  /** JSON array of the network's own switch types, followed by the builtin ones. */
  readonly switch_types: string;
}

export type LocateObjectsOutcome =
  | { readonly kind: "success"; readonly json: string }
  | { readonly kind: "too_many_vertices"; readonly vertices_max: number };

/** Returns the JSON text of the answer. */
export function locateObjects({
  object_type,
  objects,
  tracks,
  switch_types,
}: LocateObjectsInput): LocateObjectsOutcome {
  const parsed_tracks: readonly Track[] = JSON.parse(tracks);
  const parsed_types: readonly SwitchType[] = JSON.parse(switch_types);
  const parsed_objects: readonly { readonly id: string }[] = JSON.parse(objects);
  const locator = new ObjectLocator(parsed_tracks, parsed_types);
  let vertex_count = 0;
  const texts: string[] = [];
  for (const stored of parsed_objects) {
    const railjson = completeObject(object_type, stored);
    const geographic = locator.locate(object_type, railjson);
    vertex_count += countVertices(geographic);
    if (vertex_count > VERTICES_MAX) {
      return { kind: "too_many_vertices", vertices_max: VERTICES_MAX };
    }
    texts.push(JSON.stringify({ obj_id: railjson.id, railjson, geographic }));
  }
  return { kind: "success", json: `[${texts.join(",")}]` };
}
