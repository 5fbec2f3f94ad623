/**
 * The objects of a network by type and id, in the order of their lists. An edit stores its changes
 * beside the original objects and copies nothing else.
 */
import {
  OBJECT_TYPES,
  type ObjectKey,
  type ObjectType,
} from "../../../src/railway/object_types.ts";
import type { RailjsonDocument } from "../schemas.ts";

/** Objects of one type by id, in the order of their list. */
export interface ObjectMap<T> {
  readonly size: number;
  get(id: string): T | undefined;
  has(id: string): boolean;
  keys(): Iterable<string>;
  values(): Iterable<T>;
}

export type NetworkObjects = {
  readonly [K in ObjectKey]: ObjectMap<RailjsonDocument[K][number]>;
};

export type NetworkObject = RailjsonDocument[ObjectKey][number];

/** The change of an object; one that was deleted and created again has both kinds. */
export type ObjectChange =
  | { readonly kind: "create" | "update"; readonly object: NetworkObject }
  | { readonly kind: "delete" };

export type ChangedObject = ObjectChange & {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
};

const KEYS = new Map(OBJECT_TYPES.map(({ obj_type, key }) => [obj_type, key] as const));

/** The list of a type in a RailJSON document. */
export function listKeyOf(obj_type: ObjectType): ObjectKey {
  return KEYS.get(obj_type) ?? "track_sections";
}

export function indexObjects(document: RailjsonDocument): NetworkObjects {
  const maps = OBJECT_TYPES.map(({ key }) => [
    key,
    new Map(document[key].map((object) => [object.id, object])),
  ]);
  // One map for each key.
  return Object.fromEntries(maps) as NetworkObjects;
}

export function toDocument(objects: NetworkObjects, version: string): RailjsonDocument {
  const lists = OBJECT_TYPES.map(({ key }) => [key, [...objects[key].values()]]);
  return { version, ...Object.fromEntries(lists) } as RailjsonDocument;
}

/** A list with separate changes. */
class EditedList implements ObjectMap<NetworkObject> {
  readonly #base: ObjectMap<NetworkObject>;
  /** Replacements, at their places in the list. */
  readonly #replaced = new Map<string, NetworkObject>();
  readonly #removed = new Set<string>();
  /** New objects, after all others. */
  readonly #added = new Map<string, NetworkObject>();

  constructor(base: ObjectMap<NetworkObject>) {
    this.#base = base;
  }

  get size(): number {
    return this.#base.size - this.#removed.size + this.#added.size;
  }

  get(id: string): NetworkObject | undefined {
    const own = this.#added.get(id) ?? this.#replaced.get(id);
    return own ?? (this.#removed.has(id) ? undefined : this.#base.get(id));
  }

  has(id: string): boolean {
    return this.get(id) !== undefined;
  }

  *values(): Iterable<NetworkObject> {
    for (const object of this.#base.values()) {
      if (!this.#removed.has(object.id)) yield this.#replaced.get(object.id) ?? object;
    }
    yield* this.#added.values();
  }

  *keys(): Iterable<string> {
    for (const { id } of this.values()) yield id;
  }

  /** A new object is added at the end, any other keeps its place. */
  put(object: NetworkObject): void {
    const { id } = object;
    const is_in_place = this.#base.has(id) && !this.#removed.has(id);
    (is_in_place ? this.#replaced : this.#added).set(id, object);
  }

  delete(id: string): void {
    if (this.#added.delete(id)) return;
    this.#replaced.delete(id);
    if (this.#base.has(id)) this.#removed.add(id);
  }
}

export class NetworkEdit {
  readonly #base: NetworkObjects;
  readonly #own = new Map<ObjectKey, EditedList>();
  /** In the order of creation, then of first change. */
  readonly #touched = new Map<string, Touched>();

  constructor(base: NetworkObjects) {
    this.#base = base;
  }

  get objects(): NetworkObjects {
    // Safe: each list has the objects of its own type.
    return { ...this.#base, ...Object.fromEntries(this.#own) };
  }

  get(obj_type: ObjectType, obj_id: string): NetworkObject | undefined {
    return this.#read(listKeyOf(obj_type)).get(obj_id);
  }

  /** All objects of a type, in the order of their list. */
  list<K extends ObjectKey>(key: K): ObjectMap<RailjsonDocument[K][number]> {
    return this.#read(key) as ObjectMap<RailjsonDocument[K][number]>;
  }

  /** A new object is added at the end of its list, any other keeps its place. */
  put(obj_type: ObjectType, object: NetworkObject): void {
    const { id } = object;
    this.#touch(obj_type, id, !this.#read(listKeyOf(obj_type)).has(id));
    this.#write(listKeyOf(obj_type)).put(object);
  }

  delete(obj_type: ObjectType, obj_id: string): void {
    this.#touch(obj_type, obj_id, false);
    this.#write(listKeyOf(obj_type)).delete(obj_id);
  }

  /** The differences from the original content; created objects in the order of their lists. */
  listChanges(): ChangedObject[] {
    return [...this.#touched.values()].flatMap(({ obj_type, obj_id, is_made }) => {
      const object = this.get(obj_type, obj_id);
      const was_there = this.#base[listKeyOf(obj_type)].has(obj_id);
      const changes: ObjectChange[] = [];
      if (was_there && (object === undefined || is_made)) changes.push({ kind: "delete" });
      if (object !== undefined) changes.push({ kind: is_made ? "create" : "update", object });
      return changes.map((change) => ({ obj_type, obj_id, ...change }));
    });
  }

  #touch(obj_type: ObjectType, obj_id: string, is_new: boolean): void {
    const key = `${obj_type} ${obj_id}`;
    const known = this.#touched.get(key);
    if (known !== undefined && !is_new) return;
    this.#touched.delete(key);
    this.#touched.set(key, { obj_type, obj_id, is_made: is_new });
  }

  #read(key: ObjectKey): ObjectMap<NetworkObject> {
    return this.#own.get(key) ?? this.#base[key];
  }

  #write(key: ObjectKey): EditedList {
    const known = this.#own.get(key);
    if (known !== undefined) return known;
    const own = new EditedList(this.#base[key]);
    this.#own.set(key, own);
    return own;
  }
}

interface Touched {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
  /** Created by this edit, perhaps after being deleted by it. */
  readonly is_made: boolean;
}
