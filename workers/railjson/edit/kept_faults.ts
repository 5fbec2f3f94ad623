/**
 * The faults of a network being edited: those stored with its content, then updated with what each
 * change finds about the affected objects.
 */
import type { FaultyObject } from "../infra_error.ts";
import type { Recheck } from "./recheck.ts";

/** By object; an object without faults has an empty list or no entry. */
export type FaultsByObject = ReadonlyMap<string, readonly FaultyObject[]>;

export const objectKey = (obj_type: string, obj_id: string): string => `${obj_type} ${obj_id}`;

export class KeptFaults {
  readonly #by_object: Map<string, readonly FaultyObject[]>;

  constructor(faults: FaultsByObject) {
    this.#by_object = new Map(faults);
  }

  /** Returns the former faults of the objects. */
  change({ objects, faults }: Pick<Recheck, "objects" | "faults">): FaultsByObject {
    const found = groupByObject(faults);
    const former = new Map<string, readonly FaultyObject[]>();
    for (const [obj_type, obj_id] of objects.entries()) {
      const key = objectKey(obj_type, obj_id);
      former.set(key, this.#by_object.get(key) ?? []);
      this.#put(key, found.get(key) ?? []);
    }
    return former;
  }

  undo(former: FaultsByObject): void {
    for (const [key, faults] of former) this.#put(key, faults);
  }

  get by_object(): FaultsByObject {
    return this.#by_object;
  }

  #put(key: string, faults: readonly FaultyObject[]): void {
    if (faults.length === 0) this.#by_object.delete(key);
    else this.#by_object.set(key, faults);
  }
}

export function groupByObject(
  faults: readonly FaultyObject[],
): Map<string, readonly FaultyObject[]> {
  const by_object = new Map<string, FaultyObject[]>();
  for (const fault of faults) {
    const key = objectKey(fault.obj_type, fault.obj_id);
    const known = by_object.get(key);
    if (known === undefined) by_object.set(key, [fault]);
    else known.push(fault);
  }
  return by_object;
}
