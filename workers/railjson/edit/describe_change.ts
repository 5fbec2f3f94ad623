/** What an edit changed, as those are told who look on: types and ids, and the box around it on the map. */
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { type Geometry, ObjectLocator } from "../locate_objects.ts";
import type { ChangedObject, NetworkObject, NetworkObjects } from "./network_objects.ts";
import { listKeyOf } from "./network_objects.ts";

/** Objects that are named; with more than that their types alone are told. */
const IDS_MAX = 100;

interface Box {
  west: number;
  south: number;
  east: number;
  north: number;
}

/** `{types, objects, box}` as JSON text; `objects`: ids by type, or null; `box`: null where nothing of it is on the map. */
export function describeChange(
  before: NetworkObjects,
  { after, changes }: { after: NetworkObjects; changes: readonly ChangedObject[] },
): string {
  const ids = new Map<string, Set<string>>();
  for (const { obj_type, obj_id } of changes) {
    ids.set(obj_type, (ids.get(obj_type) ?? new Set<string>()).add(obj_id));
  }
  const types = OBJECT_TYPES.flatMap(({ obj_type }) => (ids.has(obj_type) ? [obj_type] : []));
  const objects =
    changes.length > IDS_MAX
      ? null
      : Object.fromEntries(types.map((type) => [type, [...(ids.get(type) ?? [])]]));
  return JSON.stringify({ types, objects, box: findBox(before, { after, changes }) });
}

/** Around what was there and what is there now. */
function findBox(
  before: NetworkObjects,
  { after, changes }: { after: NetworkObjects; changes: readonly ChangedObject[] },
): readonly [readonly [number, number], readonly [number, number]] | null {
  if (changes.length === 0) return null;
  const box = {
    west: Number.POSITIVE_INFINITY,
    south: Number.POSITIVE_INFINITY,
    east: Number.NEGATIVE_INFINITY,
    north: Number.NEGATIVE_INFINITY,
  };
  for (const objects of [before, after]) {
    const locator = new ObjectLocator(
      [...objects.track_sections.values()],
      [...objects.extended_switch_types.values()],
    );
    for (const { obj_type, obj_id } of changes) {
      const object: NetworkObject | undefined = objects[listKeyOf(obj_type)].get(obj_id);
      if (object !== undefined) extendBox(box, locator.locate(obj_type, object));
    }
  }
  const { west, south, east, north } = box;
  return west <= east
    ? [
        [west, south],
        [east, north],
      ]
    : null;
}

function extendBox(box: Box, geometry: Geometry | null): void {
  if (geometry === null) return;
  const lines: readonly (readonly (readonly number[])[])[] =
    geometry.type === "Point"
      ? [[geometry.coordinates]]
      : geometry.type === "LineString"
        ? [geometry.coordinates]
        : geometry.coordinates;
  for (const line of lines) {
    for (const [lon = 0, lat = 0] of line) {
      box.west = Math.min(box.west, lon);
      box.south = Math.min(box.south, lat);
      box.east = Math.max(box.east, lon);
      box.north = Math.max(box.north, lat);
    }
  }
}
