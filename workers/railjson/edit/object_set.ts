/** Objects of a network by type and id, whether they exist or not. */
import type { ObjectType } from "../../../src/railway/object_types.ts";

const NONE: ReadonlySet<string> = new Set();

export class ObjectSet {
  readonly #ids = new Map<ObjectType, Set<string>>();

  add(obj_type: ObjectType, obj_id: string): void {
    const ids = this.#ids.get(obj_type);
    if (ids === undefined) this.#ids.set(obj_type, new Set([obj_id]));
    else ids.add(obj_id);
  }

  addAll(obj_type: ObjectType, obj_ids: Iterable<string>): void {
    for (const obj_id of obj_ids) this.add(obj_type, obj_id);
  }

  has(obj_type: ObjectType, obj_id: string): boolean {
    return this.#ids.get(obj_type)?.has(obj_id) ?? false;
  }

  get size(): number {
    return [...this.#ids.values()].reduce((sum, ids) => sum + ids.size, 0);
  }

  ids(obj_type: ObjectType): ReadonlySet<string> {
    return this.#ids.get(obj_type) ?? NONE;
  }

  *entries(): Iterable<readonly [ObjectType, string]> {
    for (const [obj_type, ids] of this.#ids) for (const id of ids) yield [obj_type, id];
  }
}
