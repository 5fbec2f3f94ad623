/** What the event of an edit tells: types and ids of changed objects, and the box around them on the map. */
import { OBJECT_TYPES } from "../../../src/railway/object_types.ts";
import { type Geometry, ObjectLocator } from "../locate_objects.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkModel } from "./network_model.ts";
import type { ChangedObject } from "./network_objects.ts";

/** Objects that are named; with more than that their types alone are told. */
const IDS_MAX = 100;

export class ChangeDescription {
  readonly #changes: readonly ChangedObject[];
  #west = Number.POSITIVE_INFINITY;
  #south = Number.POSITIVE_INFINITY;
  #east = Number.NEGATIVE_INFINITY;
  #north = Number.NEGATIVE_INFINITY;

  constructor(changes: readonly ChangedObject[]) {
    this.#changes = changes;
  }

  /** Extends the box by where the objects are in the network as it is now: before the change, and after it. */
  look(model: NetworkModel): void {
    const objects = this.#changes.flatMap(({ obj_type, obj_id }) => {
      const object = model.get(obj_type, obj_id);
      return object === undefined ? [] : [{ obj_type, object }];
    });
    const { track_sections, extended_switch_types } = model.objects;
    const named = new Set(
      objects.flatMap(({ obj_type, object }) =>
        listTrackPlaces(obj_type, object).map(({ track }) => track),
      ),
    );
    const tracks = [...named].flatMap((id) => track_sections.get(id) ?? []);
    const locator = new ObjectLocator(tracks, [...extended_switch_types.values()]);
    for (const { obj_type, object } of objects) this.#extend(locator.locate(obj_type, object));
  }

  /** `{types, objects, box}` as JSON text; `objects`: ids by type, or null; `box`: null where nothing of it is on the map. */
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
    const corners = [
      [this.#west, this.#south],
      [this.#east, this.#north],
    ];
    return JSON.stringify({ types, objects, box: this.#west <= this.#east ? corners : null });
  }

  #extend(geometry: Geometry | null): void {
    if (geometry === null) return;
    const lines: readonly (readonly (readonly number[])[])[] =
      geometry.type === "Point"
        ? [[geometry.coordinates]]
        : geometry.type === "LineString"
          ? [geometry.coordinates]
          : geometry.coordinates;
    for (const line of lines) {
      for (const [lon = 0, lat = 0] of line) {
        this.#west = Math.min(this.#west, lon);
        this.#south = Math.min(this.#south, lat);
        this.#east = Math.max(this.#east, lon);
        this.#north = Math.max(this.#north, lat);
      }
    }
  }
}
