/**
 * The objects of a network by type and id, in the order of their lists. Contents never change: an edit works on maps of
 * its own for the types that it touches, and shares the others with the content that it began with.
 */
import {
  OBJECT_TYPES,
  type ObjectKey,
  type ObjectType,
} from "../../../src/railway/object_types.ts";
import type { RailjsonDocument } from "../schemas.ts";

export type NetworkObjects = {
  readonly [K in ObjectKey]: ReadonlyMap<string, RailjsonDocument[K][number]>;
};

export type NetworkObject = RailjsonDocument[ObjectKey][number];

/** What became of an object; one that was deleted and created again has both. */
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

type AnyMap = Map<string, NetworkObject>;

export class NetworkEdit {
  readonly #base: NetworkObjects;
  readonly #own = new Map<ObjectKey, AnyMap>();
  /** In the order of their creation, then of their first change. */
  readonly #touched = new Map<string, Touched>();

  constructor(base: NetworkObjects) {
    this.#base = base;
  }

  get objects(): NetworkObjects {
    return { ...this.#base, ...Object.fromEntries(this.#own) };
  }

  get(obj_type: ObjectType, obj_id: string): NetworkObject | undefined {
    return this.#read(listKeyOf(obj_type)).get(obj_id);
  }

  /** All of a type, in the order of their list. */
  list<K extends ObjectKey>(key: K): ReadonlyMap<string, RailjsonDocument[K][number]> {
    return this.#read(key) as ReadonlyMap<string, RailjsonDocument[K][number]>;
  }

  /** A new object comes last in its list, another keeps its place. */
  put(obj_type: ObjectType, object: NetworkObject): void {
    const { id } = object;
    this.#touch(obj_type, id, !this.#read(listKeyOf(obj_type)).has(id));
    this.#write(listKeyOf(obj_type)).set(id, object);
  }

  delete(obj_type: ObjectType, obj_id: string): void {
    this.#touch(obj_type, obj_id, false);
    this.#write(listKeyOf(obj_type)).delete(obj_id);
  }

  /** What is different from the content that it began with, created ones in the order of their lists. */
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

  #read(key: ObjectKey): ReadonlyMap<string, NetworkObject> {
    return this.#own.get(key) ?? this.#base[key];
  }

  #write(key: ObjectKey): AnyMap {
    const known = this.#own.get(key);
    if (known !== undefined) return known;
    const copied: AnyMap = new Map<string, NetworkObject>(this.#base[key].entries());
    this.#own.set(key, copied);
    return copied;
  }
}

interface Touched {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
  /** Created by the edit, perhaps after a deletion by it. */
  readonly is_made: boolean;
}
