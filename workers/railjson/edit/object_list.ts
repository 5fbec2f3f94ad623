/** Objects of one type by id. Adding, replacing and removing cost only as much as they change. */
import type { NetworkObject, ObjectMap } from "./network_objects.ts";

interface Listed<T> {
  readonly object: T;
  /** Ascending along the list; places are never reused. */
  readonly place: number;
}

export class ObjectList<T extends NetworkObject> implements ObjectMap<T> {
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
