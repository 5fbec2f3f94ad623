/**
 * The content of an edit's event: types and ids of changed objects, the box around them on the map,
 * and a wider box around everything that depends on them.
 */
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import { type Geometry, ObjectLocator } from "../locate_objects.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkModel } from "./network_model.ts";
import type { ChangedObject } from "./network_objects.ts";
import type { Recheck } from "./recheck.ts";

/** Most objects that are named; beyond that only their types are given. */
const IDS_MAX = 100;

/** Most objects located for the wider box; more of them may be anywhere. */
const FOLLOWING_MAX = 2_000;

/** Their parts or signs are also drawn, apart from the object itself. */
const HAS_SEVERAL_PLACES: ReadonlySet<ObjectType> = new Set([
  "OperationalPoint",
  "SpeedSection",
  "NeutralSection",
]);

interface Named {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
}

export class ChangeDescription {
  readonly #changes: readonly ChangedObject[];
  readonly #box = new Box();
  /** Null: the dependent objects may be anywhere. */
  #wider: Box | null = null;

  constructor(changes: readonly ChangedObject[]) {
    this.#changes = changes;
  }

  /** Extends the box by the objects' current positions; to be called before and after the change. */
  look(model: NetworkModel): void {
    extendBox(this.#box, model, this.#changes);
  }

  /** Includes the faults and walks that depend on the change, in the network after it. */
  lookAround(model: NetworkModel, { objects, walked_tracks }: Recheck): void {
    if (objects.size + walked_tracks.size > FOLLOWING_MAX) return;
    this.#wider = new Box();
    this.#wider.add(this.#box);
    const following = [...objects.entries()].map(([obj_type, obj_id]) => ({ obj_type, obj_id }));
    const tracks = [...walked_tracks].map((obj_id) => ({
      obj_type: "TrackSection" as const,
      obj_id,
    }));
    extendBox(this.#wider, model, [...following, ...tracks]);
  }

  /**
   * `{types, objects, box, wider_box}` as JSON text; `objects`: ids by type, or null; `box`: null
   * if nothing is on the map.
   */
  print(): string {
    const ids = new Map<string, Set<string>>();
    for (const { obj_type, obj_id } of this.#changes) {
      ids.set(obj_type, (ids.get(obj_type) ?? new Set<string>()).add(obj_id));
    }
    const types = OBJECT_TYPES.flatMap(({ obj_type }) => (ids.has(obj_type) ? [obj_type] : []));
    const objects =
      this.#changes.length > IDS_MAX
        ? null
        : Object.fromEntries(types.map((type) => [type, [...(ids.get(type) ?? [])]]));
    const wider_box = this.#wider?.corners() ?? null;
    return JSON.stringify({ types, objects, box: this.#box.corners(), wider_box });
  }
}

function extendBox(box: Box, model: NetworkModel, named: readonly Named[]): void {
  const objects = named.flatMap(({ obj_type, obj_id }) => {
    const object = model.get(obj_type, obj_id);
    return object === undefined ? [] : [{ obj_type, object }];
  });
  const { track_sections, extended_switch_types } = model.objects;
  const ids = new Set(
    objects.flatMap(({ obj_type, object }) =>
      listTrackPlaces(obj_type, object).map(({ track }) => track),
    ),
  );
  const tracks = [...ids].flatMap((id) => track_sections.get(id) ?? []);
  const locator = new ObjectLocator(tracks, [...extended_switch_types.values()]);
  for (const { obj_type, object } of objects) {
    box.extend(locator.locate(obj_type, object));
    if (!HAS_SEVERAL_PLACES.has(obj_type)) continue;
    for (const place of listTrackPlaces(obj_type, object)) {
      box.extend(track_sections.get(place.track)?.geo ?? null);
    }
  }
}

/** A box around geometries, in degrees. */
class Box {
  #west = Number.POSITIVE_INFINITY;
  #south = Number.POSITIVE_INFINITY;
  #east = Number.NEGATIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;

  /** South-western and north-eastern corner; null: it is empty. */
  corners(): [Corner, Corner] | null {
    if (this.#west > this.#east) return null;
    return [
      [this.#west, this.#south],
      [this.#east, this.#north],
    ];
  }

  add(other: Box): void {
    for (const corner of other.corners() ?? []) this.#extendBy(corner);
  }

  extend(geometry: Geometry | null): void {
    if (geometry === null) return;
    const lines: readonly (readonly (readonly number[])[])[] =
      geometry.type === "Point"
        ? [[geometry.coordinates]]
        : geometry.type === "LineString"
          ? [geometry.coordinates]
          : geometry.coordinates;
    for (const line of lines) for (const point of line) this.#extendBy(point);
  }

  #extendBy([lon = 0, lat = 0]: readonly number[]): void {
    this.#west = Math.min(this.#west, lon);
    this.#south = Math.min(this.#south, lat);
    this.#east = Math.max(this.#east, lon);
    this.#north = Math.max(this.#north, lat);
  }
}

type Corner = readonly [lon: number, lat: number];
