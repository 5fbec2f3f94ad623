/**
 * A network that edits modify in place: its objects, their references, and the tracks of each
 * route's walk, even a failed one. From these follows what a change may affect.
 */
import { OBJECT_TYPES, type ObjectType } from "../../../src/railway/object_types.ts";
import { countClaims } from "../checks/check_overlaps.ts";
import { indexNetwork } from "../checks/network_index.ts";
import { RouteWalker } from "../checks/route_walk.ts";
import { MAX_ROUTE_STEPS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import {
  type ChangedObject,
  listKeyOf,
  type NetworkObject,
  type ObjectMap,
  toDocument,
} from "./network_objects.ts";
import { listNamed, References } from "./references.ts";

/* Objects of one type by id. Adding, replacing and removing cost only as much as they change. */

interface Listed<T> {
  readonly object: T;
  /** Ascending along the list; places are never reused. */
  readonly place: number;
}

class ObjectList<T extends NetworkObject> implements ObjectMap<T> {
  #listed = new Map<string, Listed<T>>();
  #end = 0;
  /** Whether the map's own order is that of the places. */
  #is_sorted = true;

  get size(): number {
    return this.#listed.size;
  }

  get(id: string): T | undefined {
    return this.#listed.get(id)?.object;
  }

  has(id: string): boolean {
    return this.#listed.has(id);
  }

  placeOf(id: string): number | undefined {
    return this.#listed.get(id)?.place;
  }

  keys(): Iterable<string> {
    this.#sort();
    return this.#listed.keys();
  }

  *values(): Iterable<T> {
    this.#sort();
    for (const { object } of this.#listed.values()) yield object;
  }

  /** A new object is added at the end, any other keeps its place, unless a place is given. */
  put(object: T, wanted_place?: number): void {
    const known = this.#listed.get(object.id);
    const place = wanted_place ?? known?.place ?? this.#end;
    if (place < this.#end && known === undefined) this.#is_sorted = false;
    this.#listed.set(object.id, { object, place });
    this.#end = Math.max(this.#end, place + 1);
  }

  delete(id: string): void {
    this.#listed.delete(id);
  }

  #sort(): void {
    if (this.#is_sorted) return;
    this.#listed = new Map([...this.#listed].sort(([, a], [, b]) => a.place - b.place));
    this.#is_sorted = true;
  }
}

type Lists = {
  readonly [Type in (typeof OBJECT_TYPES)[number]["key"]]: ObjectList<
    RailjsonDocument[Type][number]
  >;
};

/** The state of an object before a change. */
export interface FormerObject {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
  /** Null: it did not exist. */
  readonly former: { readonly object: NetworkObject; readonly place: number } | null;
}

export class NetworkModel {
  readonly version: string;
  readonly objects: Lists;
  readonly references = new References();
  /** Route → tracks of its walk. */
  readonly #walks = new Map<string, readonly string[]>();
  #step_count = 0;
  #claim_count = 0;

  constructor(document: Pick<RailjsonDocument, "version"> & Partial<RailjsonDocument>) {
    this.version = document.version;
    const lists = OBJECT_TYPES.map(({ key }) => [key, new ObjectList<NetworkObject>()]);
    // One list for each key.
    this.objects = Object.fromEntries(lists) as Lists;
    for (const { obj_type, key } of OBJECT_TYPES) this.append(obj_type, document[key] ?? []);
    this.walkAll();
  }

  /** Objects that come behind all others of their type; the routes are walked when the last ones are there. */
  append(obj_type: ObjectType, objects: readonly NetworkObject[]): void {
    const list = this.#listOf(obj_type);
    for (const object of objects) {
      list.put(object);
      this.#name(obj_type, object);
    }
  }

  walkAll(): void {
    const document = this.toDocument();
    const walker = new RouteWalker(indexNetwork(document), MAX_ROUTE_STEPS);
    for (const route of document.routes) {
      walker.walk(route);
      this.setWalk(route.id, walker.listVisited());
    }
  }

  get object_count(): number {
    return Object.values(this.objects).reduce((sum, { size }) => sum + size, 0);
  }

  /** Sections crossed by the walks of all routes together. */
  get step_count(): number {
    return this.#step_count;
  }

  /** Ranges times tags of all speed sections. */
  get claim_count(): number {
    return this.#claim_count;
  }

  get(obj_type: ObjectType, obj_id: string): NetworkObject | undefined {
    return this.objects[listKeyOf(obj_type)].get(obj_id);
  }

  placeOf(obj_type: ObjectType, obj_id: string): number {
    return this.objects[listKeyOf(obj_type)].placeOf(obj_id) ?? Number.POSITIVE_INFINITY;
  }

  walkOf(route: string): readonly string[] {
    return this.#walks.get(route) ?? [];
  }

  setWalk(route: string, tracks: readonly string[]): void {
    const former = this.walkOf(route);
    for (const track of former) this.references.delete(["TrackSection", track], "Route", route);
    for (const track of tracks) this.references.add(["TrackSection", track], "Route", route);
    this.#step_count += tracks.length - former.length;
    if (tracks.length === 0) this.#walks.delete(route);
    else this.#walks.set(route, tracks);
  }

  /** Changes the objects and their references, but not the walks. Returns the undo steps, in their order. */
  apply(changes: readonly ChangedObject[]): readonly FormerObject[] {
    const undo: FormerObject[] = [];
    for (const change of changes) {
      const { obj_type, obj_id } = change;
      const list = this.#listOf(obj_type);
      const object = list.get(obj_id);
      const place = list.placeOf(obj_id);
      const former = object === undefined || place === undefined ? null : { object, place };
      undo.unshift({ obj_type, obj_id, former });
      this.#replace(obj_type, obj_id, change.kind === "delete" ? null : { object: change.object });
    }
    return undo;
  }

  undo(formers: readonly FormerObject[]): void {
    for (const { obj_type, obj_id, former } of formers) this.#replace(obj_type, obj_id, former);
  }

  toDocument(): RailjsonDocument {
    return toDocument(this.objects, this.version);
  }

  #replace(
    obj_type: ObjectType,
    obj_id: string,
    next: { readonly object: NetworkObject; readonly place?: number } | null,
  ): void {
    const list = this.#listOf(obj_type);
    const known = list.get(obj_id);
    if (known !== undefined) {
      for (const named of listNamed(obj_type, known))
        this.references.delete(named, obj_type, obj_id);
      this.#claim_count -= claimsOf(obj_type, known);
    }
    if (next === null) return list.delete(obj_id);
    list.put(next.object, next.place);
    this.#name(obj_type, next.object);
  }

  #name(obj_type: ObjectType, object: NetworkObject): void {
    for (const named of listNamed(obj_type, object))
      this.references.add(named, obj_type, object.id);
    this.#claim_count += claimsOf(obj_type, object);
  }

  #listOf(obj_type: ObjectType): ObjectList<NetworkObject> {
    // Safe: it only contains objects of the type.
    return this.objects[listKeyOf(obj_type)] as unknown as ObjectList<NetworkObject>;
  }
}

function claimsOf(obj_type: ObjectType, object: NetworkObject): number {
  // Safe: the object is of this type.
  return obj_type === "SpeedSection"
    ? countClaims(object as RailjsonDocument["speed_sections"][number])
    : 0;
}
