/**
 * A part of a network as a separate document, on which the checks find the same faults of some objects as on the whole
 * network: it contains everything that those faults depend on. Other objects may seem faulty where the part ends.
 */
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import { indexNetwork } from "../checks/network_index.ts";
import { RouteWalker } from "../checks/route_walk.ts";
import { MAX_ROUTE_STEPS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { listTrackPlaces } from "./named_tracks.ts";
import type { NetworkModel } from "./network_model.ts";
import type { NetworkObject } from "./network_objects.ts";
import { ObjectSet } from "./object_set.ts";
import { listNamed } from "./references.ts";

type Route = RailjsonDocument["routes"][number];

/** No object has this id. */
const NOWHERE = { type: "Detector", id: "" } as const;

export class Surroundings {
  readonly #model: NetworkModel;
  readonly #objects = new ObjectSet();
  /** Track sections with all their switches, so that walks there are the same as in the network. */
  readonly #closed = new Set<string>();
  /** Routes with everything that their walks need; others are only included by name. */
  readonly #walked = new Set<string>();

  constructor(model: NetworkModel) {
    this.#model = model;
  }

  /** Walks of routes in the network's current state. */
  walk(routes: Iterable<string>): ReadonlyMap<string, readonly string[]> {
    for (const id of routes) this.#addRoute(id);
    // A walk may be of any length: each round looks twice as far ahead as the previous one.
    for (let hops = 1; ; hops *= 2) {
      const walks = this.#tryWalks(routes);
      const open = new Set<string>();
      for (const tracks of walks.values()) {
        for (const track of tracks) if (!this.#closed.has(track)) open.add(track);
      }
      if (open.size === 0) return walks;
      this.#closeAround(open, hops);
    }
  }

  /** Adds the object and everything that its faults depend on. */
  add(obj_type: ObjectType, obj_id: string): void {
    const object = this.#model.get(obj_type, obj_id);
    if (object === undefined) return;
    this.#objects.add(obj_type, obj_id);
    switch (obj_type) {
      case "TrackSection":
        return this.#addTrack(obj_id);
      case "Switch":
        this.#addSwitch(obj_id);
        for (const track of this.#tracksOf(obj_type, object)) this.#close(track);
        return;
      case "Route":
        return this.#addWalkedRoute(obj_id);
      case "BufferStop":
        for (const track of this.#tracksOf(obj_type, object)) this.#addStops(track);
        return;
      case "Electrification":
      case "SpeedSection":
        for (const track of this.#tracksOf(obj_type, object)) {
          const others = this.#model.references.list("TrackSection", track, obj_type);
          this.#objects.addAll(obj_type, others);
        }
        return this.#addNamed(obj_type, object);
      case "Detector":
      case "NeutralSection":
      case "OperationalPoint":
      case "Signal":
        return this.#addNamed(obj_type, object);
      case "SwitchType":
        return;
    }
  }

  /** Lists are in the network's order. */
  toDocument(): RailjsonDocument {
    const lists = OBJECT_TYPES.map(({ obj_type, key }) => {
      const placed = [...this.#objects.ids(obj_type)].flatMap((id) => {
        const object = this.#model.get(obj_type, id);
        const place = this.#model.placeOf(obj_type, id);
        return object === undefined ? [] : [{ object: this.#present(obj_type, object), place }];
      });
      placed.sort((a, b) => a.place - b.place);
      return [key, placed.map(({ object }) => object)];
    });
    return { version: this.#model.version, ...Object.fromEntries(lists) } as RailjsonDocument;
  }

  #present(obj_type: ObjectType, object: NetworkObject): NetworkObject {
    if (obj_type !== "Route" || this.#walked.has(object.id)) return object;
    // Without its tracks it could seem to have a wrong course.
    return { ...(object as Route), entry_point: NOWHERE };
  }

  #tryWalks(routes: Iterable<string>): ReadonlyMap<string, readonly string[]> {
    const walker = new RouteWalker(indexNetwork(this.toDocument()), MAX_ROUTE_STEPS);
    const walks = new Map<string, readonly string[]>();
    for (const id of routes) {
      const route = this.#model.objects.routes.get(id);
      if (route === undefined) continue;
      walker.walk(route);
      walks.set(id, walker.listVisited());
    }
    return walks;
  }

  #addTrack(id: string): void {
    this.#addStops(id);
    for (const route of this.#model.references.list("TrackSection", id, "Route")) {
      this.#addWalkedRoute(route);
    }
  }

  #addStops(track: string): void {
    this.#close(track);
    const stops = this.#model.references.list("TrackSection", track, "BufferStop");
    this.#objects.addAll("BufferStop", stops);
  }

  #addWalkedRoute(id: string): void {
    if (this.#walked.has(id)) return;
    this.#addRoute(id);
    for (const track of this.#model.walkOf(id)) this.#close(track);
  }

  /** The route, what it refers to, and the locations of that. */
  #addRoute(id: string): void {
    const route = this.#model.objects.routes.get(id);
    if (route === undefined) return;
    this.#walked.add(id);
    this.#objects.add("Route", id);
    for (const [type, named] of listNamed("Route", route)) {
      if (type === "Switch") this.#addSwitch(named);
      else if (type === "Detector" || type === "BufferStop") this.#addPoint(type, named);
    }
  }

  #addPoint(obj_type: "Detector" | "BufferStop", id: string): void {
    const point = this.#model.get(obj_type, id);
    if (point === undefined) return;
    this.#objects.add(obj_type, id);
    this.#addNamed(obj_type, point);
  }

  #addNamed(obj_type: ObjectType, object: NetworkObject): void {
    for (const [type, id] of listNamed(obj_type, object)) {
      if (type !== "Line") this.#objects.add(type, id);
    }
  }

  #addSwitch(id: string): void {
    const node = this.#model.objects.switches.get(id);
    if (node === undefined) return;
    this.#objects.add("Switch", id);
    this.#addNamed("Switch", node);
  }

  #close(track: string): void {
    if (this.#closed.has(track)) return;
    this.#closed.add(track);
    this.#objects.add("TrackSection", track);
    for (const id of this.#model.references.list("TrackSection", track, "Switch")) {
      this.#addSwitch(id);
    }
  }

  /** The tracks, and those reached from them over at most `hops` switches. */
  #closeAround(tracks: ReadonlySet<string>, hops: number): void {
    let front: ReadonlySet<string> = tracks;
    for (let hop = 0; hop < hops && front.size > 0; hop++) {
      const next = new Set<string>();
      for (const track of front) {
        this.#close(track);
        for (const id of this.#model.references.list("TrackSection", track, "Switch")) {
          const node = this.#model.objects.switches.get(id);
          for (const { track: other } of Object.values(node?.ports ?? {})) {
            if (!this.#closed.has(other)) next.add(other);
          }
        }
      }
      front = next;
    }
  }

  #tracksOf(obj_type: ObjectType, object: NetworkObject): Set<string> {
    return new Set(listTrackPlaces(obj_type, object).map(({ track }) => track));
  }
}
