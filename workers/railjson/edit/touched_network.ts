/**
 * What edits affect in the compiled network. It is collected before and after each change, so that a content can be
 * compiled from an earlier one and the affected part of the document (`change_network.ts` in the engine).
 */
import type { ObjectKey, ObjectType } from "../../../src/railway/object_types.ts";
import type { NetworkChange, PlacedKey } from "../../engine/infra/change/change_network.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkModel } from "./network_model.ts";
import type { ChangedObject, NetworkObject } from "./network_objects.ts";
import { ObjectSet } from "./object_set.ts";

/** With more objects, compiling a part is no faster than compiling the whole. */
const PART_MAX = 20_000;

const PLACED = [
  ["track_sections", "TrackSection"],
  ["switches", "Switch"],
  ["routes", "Route"],
  ["signals", "Signal"],
  ["operational_points", "OperationalPoint"],
] as const satisfies readonly (readonly [PlacedKey, ObjectType])[];

const RANGE_TYPES = ["SpeedSection", "Electrification", "NeutralSection"] as const;
const WAYPOINT_TYPES = ["Detector", "BufferStop"] as const;

export class TouchedNetwork {
  /** Compiled again, if they exist. */
  readonly #objects = new ObjectSet();
  /** Objects removed from their places. */
  readonly #gone = new ObjectSet();
  readonly #made = new ObjectSet();

  /** Adds what the changes affect in the network's current state; to be called before and after they are applied. */
  look(model: NetworkModel, changes: readonly ChangedObject[]): void {
    for (const change of changes) this.#lookAt(model, change);
  }

  addAll(other: TouchedNetwork): void {
    for (const [own, others] of [
      [this.#objects, other.#objects],
      [this.#gone, other.#gone],
      [this.#made, other.#made],
    ] as const) {
      for (const [type, id] of others.entries()) own.add(type, id);
    }
  }

  /** The part of the network's current state; null: it is too large. */
  list(model: NetworkModel): NetworkChange | null {
    const objects = this.#completePart(model);
    if (objects.size > PART_MAX) return null;
    const gone = PLACED.map(([key, type]) => [key, [...this.#gone.ids(type)]]);
    return {
      // One list for each key.
      gone: Object.fromEntries(gone) as unknown as NetworkChange["gone"],
      made_signals: [...this.#made.ids("Signal")],
      part: printPart(model, objects),
    };
  }

  #lookAt(model: NetworkModel, change: ChangedObject): void {
    const { obj_type, obj_id, kind } = change;
    const { references } = model;
    const object = model.get(obj_type, obj_id);
    this.#objects.add(obj_type, obj_id);
    if (kind === "delete") this.#gone.add(obj_type, obj_id);
    if (kind === "create") this.#made.add(obj_type, obj_id);
    switch (obj_type) {
      case "TrackSection":
        this.#addShape(model, obj_id);
        for (const type of ["Switch", "OperationalPoint"] as const) {
          if (kind === "update") break;
          this.#objects.addAll(type, references.list("TrackSection", obj_id, type));
        }
        return;
      case "Detector":
      case "BufferStop":
        this.#objects.addAll("Route", references.list(obj_type, obj_id, "Route"));
        for (const track of tracksOf(obj_type, object)) this.#addShape(model, track);
        return;
      case "SpeedSection":
      case "Electrification":
      case "NeutralSection":
        this.#objects.addAll("TrackSection", tracksOf(obj_type, object));
        return;
      case "Switch":
        return this.#addSwitch(model, obj_id);
      case "SwitchType":
        for (const id of references.list("SwitchType", obj_id, "Switch"))
          this.#addSwitch(model, id);
        return;
      case "Route":
        if (kind === "update") return;
        this.#objects.addAll("Signal", references.list("Route", obj_id, "Signal"));
        for (const id of references.list("Route", obj_id, "SpeedSection")) {
          this.#objects.addAll(
            "TrackSection",
            tracksOf("SpeedSection", model.get("SpeedSection", id)),
          );
        }
        return;
      case "OperationalPoint":
      case "Signal":
        return;
    }
  }

  /** A track whose chunks may change: signals and routes refer to those. */
  #addShape(model: NetworkModel, track: string): void {
    this.#objects.add("TrackSection", track);
    this.#addRoutes(model, track);
    this.#objects.addAll("Signal", model.references.list("TrackSection", track, "Signal"));
  }

  #addSwitch(model: NetworkModel, id: string): void {
    this.#objects.add("Switch", id);
    for (const track of tracksOf("Switch", model.get("Switch", id))) this.#addRoutes(model, track);
  }

  #addRoutes(model: NetworkModel, track: string): void {
    this.#objects.addAll("Route", model.references.list("TrackSection", track, "Route"));
  }

  /** Adds everything on its tracks, and the ends of its routes. */
  #completePart(model: NetworkModel): ObjectSet {
    const objects = new ObjectSet();
    for (const [type, id] of this.#objects.entries()) objects.add(type, id);
    for (const track of this.#objects.ids("TrackSection")) {
      for (const type of [...RANGE_TYPES, ...WAYPOINT_TYPES]) {
        objects.addAll(type, model.references.list("TrackSection", track, type));
      }
    }
    for (const id of this.#objects.ids("Route")) {
      const route = model.objects.routes.get(id);
      if (route === undefined) continue;
      for (const end of [route.entry_point, route.exit_point]) objects.add(end.type, end.id);
    }
    return objects;
  }
}

function tracksOf(obj_type: ObjectType, object: NetworkObject | undefined): Set<string> {
  if (object === undefined) return new Set();
  return new Set(listTrackPlaces(obj_type, object).map(({ track }) => track));
}

type List<K extends ObjectKey> = RailjsonDocument[K];

function printPart(model: NetworkModel, objects: ObjectSet): NetworkChange["part"] {
  const tracks = new Set(objects.ids("TrackSection"));
  const list = <K extends ObjectKey>(obj_type: ObjectType): List<K> => {
    const placed = [...objects.ids(obj_type)].flatMap((id) => {
      const object = model.get(obj_type, id);
      return object === undefined ? [] : [{ object, place: model.placeOf(obj_type, id) }];
    });
    placed.sort((a, b) => a.place - b.place);
    // Safe: the objects are of this type.
    return placed.map(({ object }) => object) as unknown as List<K>;
  };
  const clip = <Item extends { readonly track_ranges: readonly { readonly track: string }[] }>(
    items: readonly Item[],
  ): Item[] =>
    items.map((item) => ({
      ...item,
      track_ranges: item.track_ranges.filter(
        // Kept if the track is missing, which is a fault.
        ({ track }) => tracks.has(track) || !model.objects.track_sections.has(track),
      ),
    }));
  return {
    track_sections: list<"track_sections">("TrackSection"),
    switches: list<"switches">("Switch"),
    extended_switch_types: [...model.objects.extended_switch_types.values()],
    routes: list<"routes">("Route"),
    signals: list<"signals">("Signal"),
    detectors: list<"detectors">("Detector"),
    buffer_stops: list<"buffer_stops">("BufferStop"),
    operational_points: list<"operational_points">("OperationalPoint"),
    speed_sections: clip(list<"speed_sections">("SpeedSection")),
    electrifications: clip(list<"electrifications">("Electrification")),
    neutral_sections: clip(list<"neutral_sections">("NeutralSection")),
  } as NetworkChange["part"];
}
