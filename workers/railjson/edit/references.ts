/**
 * References of a network: from the id of an object, whether it exists or not, to the objects that
 * refer to it. Lists are short (except those of switch types) and in no order.
 */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import { BUILTIN_TYPE_IDS } from "../checks/switch_shapes.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkObject } from "./network_objects.ts";

/** Lines are referred to by their track sections. */
export type NamedType = ObjectType | "Line";

type Named = readonly [NamedType, string];
/** A few ids are stored as a list, which takes a fifth of a set's memory. */
type Ids = string[] | Set<string>;

const LIST_MAX = 16;

export class References {
  readonly #ids = new Map<NamedType, Map<ObjectType, Map<string, Ids>>>();

  /** Objects of type `by` that refer to it, each once. */
  list(type: NamedType, id: string, by: ObjectType): Iterable<string> {
    return this.#ids.get(type)?.get(by)?.get(id) ?? [];
  }

  add([type, id]: Named, by: ObjectType, by_id: string): void {
    const of_type = this.#ids.get(type) ?? new Map<ObjectType, Map<string, Ids>>();
    this.#ids.set(type, of_type);
    const all = of_type.get(by) ?? new Map<string, Ids>();
    of_type.set(by, all);
    const ids = all.get(id);
    if (ids === undefined) all.set(id, [by_id]);
    else if (!Array.isArray(ids)) ids.add(by_id);
    else if (ids.includes(by_id)) return;
    else if (ids.length < LIST_MAX) ids.push(by_id);
    else all.set(id, new Set([...ids, by_id]));
  }

  delete([type, id]: Named, by: ObjectType, by_id: string): void {
    const all = this.#ids.get(type)?.get(by);
    const ids = all?.get(id);
    if (ids === undefined) return;
    if (Array.isArray(ids)) {
      const index = ids.indexOf(by_id);
      if (index !== -1) ids.splice(index, 1);
    } else {
      ids.delete(by_id);
    }
    if ((Array.isArray(ids) ? ids.length : ids.size) === 0) all?.delete(id);
  }
}

type Track = RailjsonDocument["track_sections"][number];

/** What an object refers to, some perhaps twice; the tracks of a route's walk are not included. */
export function listNamed(obj_type: ObjectType, object: NetworkObject): readonly Named[] {
  const tracks = listTrackPlaces(obj_type, object).map(
    ({ track }): Named => ["TrackSection", track],
  );
  // Safe: the object is of this type.
  switch (obj_type) {
    case "TrackSection": {
      const line = lineOf(object as Track);
      return line === null ? [] : [["Line", line]];
    }
    case "Signal": {
      const { logical_signals = [] } = object as RailjsonDocument["signals"][number];
      const routes = logical_signals.flatMap(({ conditional_parameters }) =>
        conditional_parameters.map(({ on_route }): Named => ["Route", on_route]),
      );
      return [...tracks, ...routes];
    }
    case "SpeedSection": {
      const { on_routes } = object as RailjsonDocument["speed_sections"][number];
      return [...tracks, ...(on_routes ?? []).map((id): Named => ["Route", id])];
    }
    case "Switch": {
      const { switch_type } = object as RailjsonDocument["switches"][number];
      return BUILTIN_TYPE_IDS.has(switch_type) ? tracks : [...tracks, ["SwitchType", switch_type]];
    }
    case "Route": {
      const route = object as RailjsonDocument["routes"][number];
      const { entry_point, exit_point, release_detectors, switches_directions } = route;
      return [
        [entry_point.type, entry_point.id],
        [exit_point.type, exit_point.id],
        ...release_detectors.map((id): Named => ["Detector", id]),
        ...Object.keys(switches_directions).map((id): Named => ["Switch", id]),
      ];
    }
    case "BufferStop":
    case "Detector":
    case "Electrification":
    case "NeutralSection":
    case "OperationalPoint":
      return tracks;
    case "SwitchType":
      return [];
  }
}

/** The line of a track section; null: none. */
export function lineOf({ extensions }: Track): string | null {
  const line = extensions?.sncf ?? null;
  return line === null ? null : `${line.line_code} ${line.line_name}`;
}
