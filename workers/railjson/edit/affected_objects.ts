/**
 * What a change of a network may affect: objects whose faults may differ afterwards, and routes whose walks
 * may differ. Searched for both before and after the change, since it may connect what was separate.
 */
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkModel } from "./network_model.ts";
import { type ChangedObject, listKeyOf, type NetworkObject } from "./network_objects.ts";
import { ObjectSet } from "./object_set.ts";

const TYPES_ON_TRACKS = OBJECT_TYPES.map(({ obj_type }) => obj_type).filter(
  (obj_type) => obj_type !== "TrackSection" && obj_type !== "SwitchType" && obj_type !== "Route",
);
const WAYPOINT_TYPES = ["Detector", "BufferStop"] as const;

/** A change of an object that is about to be made. */
interface Change {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
  /** The object is created or deleted. */
  readonly is_made_or_gone: boolean;
  /** A track section is created, deleted or gets another length. */
  readonly is_reshaped: boolean;
}

/** `changes` must not be applied yet. */
export function listKinds(model: NetworkModel, changes: readonly ChangedObject[]): Change[] {
  return changes.map((change) => {
    const { obj_type, obj_id, kind } = change;
    const is_made_or_gone = kind !== "update";
    const track = obj_type === "TrackSection" ? lengthOf(model.get(obj_type, obj_id)) : null;
    const next = kind === "delete" ? null : lengthOf(change.object);
    const is_reshaped = obj_type === "TrackSection" && (is_made_or_gone || track !== next);
    return { obj_type, obj_id, is_made_or_gone, is_reshaped };
  });
}

function lengthOf(object: NetworkObject | undefined): number | null {
  return object !== undefined && "length" in object ? object.length : null;
}

export class AffectedObjects {
  /** Objects whose faults may have changed. */
  readonly objects = new ObjectSet();
  /** Routes whose walks may have changed. */
  readonly routes = new Set<string>();
  /** Scratch of one pass: switches that may join other tracks, tracks whose ends may be joined differently. */
  #switches = new Set<string>();
  #tracks = new Set<string>();

  /** Adds what the changes affect in the network's current state. */
  look(model: NetworkModel, changes: readonly Change[]): void {
    this.#switches = new Set();
    this.#tracks = new Set();
    for (const change of changes) this.#addChange(model, change);
    for (const id of this.#switches) this.#addSwitch(model, id);
    for (const id of this.#tracks) this.#addTrack(model, id);
    for (const id of this.routes) this.addWalk(model, id);
  }

  /** The route and the tracks of its walk, which may be on no other route. */
  addWalk(model: NetworkModel, route: string): void {
    this.objects.add("Route", route);
    this.objects.addAll("TrackSection", model.walkOf(route));
  }

  #addChange(model: NetworkModel, change: Change): void {
    const { obj_type, obj_id, is_made_or_gone } = change;
    const { references } = model;
    const object = model.get(obj_type, obj_id);
    this.objects.add(obj_type, obj_id);
    switch (obj_type) {
      case "TrackSection":
        return this.#addChangedTrack(model, change);
      case "Switch":
        this.#switches.add(obj_id);
        return;
      case "SwitchType":
        for (const id of references.list("SwitchType", obj_id, "Switch")) this.#switches.add(id);
        return;
      case "BufferStop":
      case "Detector":
        return this.#addWaypoint(model, obj_type, obj_id);
      case "Route":
        this.routes.add(obj_id);
        if (!is_made_or_gone) return;
        for (const type of ["SpeedSection", "Signal"] as const) {
          this.objects.addAll(type, references.list("Route", obj_id, type));
        }
        return;
      case "Electrification":
      case "SpeedSection":
        // Objects on the same track may overlap with it.
        for (const { track } of object === undefined ? [] : listTrackPlaces(obj_type, object)) {
          this.objects.addAll(obj_type, references.list("TrackSection", track, obj_type));
        }
        return;
      case "NeutralSection":
      case "OperationalPoint":
      case "Signal":
        return;
    }
  }

  #addChangedTrack(model: NetworkModel, { obj_id, is_made_or_gone, is_reshaped }: Change): void {
    const { references } = model;
    this.#tracks.add(obj_id);
    if (!is_reshaped) return;
    for (const type of TYPES_ON_TRACKS) {
      this.objects.addAll(type, references.list("TrackSection", obj_id, type));
    }
    if (!is_made_or_gone) return;
    for (const id of references.list("TrackSection", obj_id, "Switch")) this.#switches.add(id);
    for (const type of WAYPOINT_TYPES) {
      for (const id of references.list("TrackSection", obj_id, type)) {
        this.#addWaypoint(model, type, id);
      }
    }
  }

  #addWaypoint(model: NetworkModel, type: (typeof WAYPOINT_TYPES)[number], id: string): void {
    for (const route of model.references.list(type, id, "Route")) this.routes.add(route);
    if (type === "Detector") return;
    const stop = model.objects[listKeyOf(type)].get(id) as { readonly track: string } | undefined;
    if (stop !== undefined) this.#tracks.add(stop.track);
  }

  #addSwitch(model: NetworkModel, id: string): void {
    this.objects.add("Switch", id);
    for (const route of model.references.list("Switch", id, "Route")) this.routes.add(route);
    const node: RailjsonDocument["switches"][number] | undefined = model.objects.switches.get(id);
    for (const { track } of Object.values(node?.ports ?? {})) this.#tracks.add(track);
  }

  /** A track whose ends may be joined differently, or guarded by other buffer stops. */
  #addTrack(model: NetworkModel, id: string): void {
    const { references } = model;
    this.objects.add("TrackSection", id);
    this.objects.addAll("Switch", references.list("TrackSection", id, "Switch"));
    this.objects.addAll("BufferStop", references.list("TrackSection", id, "BufferStop"));
    for (const route of references.list("TrackSection", id, "Route")) this.routes.add(route);
  }
}
