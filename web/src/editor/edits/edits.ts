/** Edits of a network: operations, and the operations that undo them. */

import type { Schemas } from "../../api/client.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { type Json, makePatch } from "./patch.ts";

export type Operation = Schemas["Operation"];
export type ObjectType = Schemas["ObjectType"];

/** An object in its completed form. */
export interface RailObject {
  readonly id: string;
  readonly [name: string]: Json | undefined;
}

export interface Edit {
  /** For the reader. */
  readonly name: string;
  readonly operations: readonly Operation[];
  /** In the order in which they are done. */
  readonly inverse: readonly Operation[];
}

export function create(obj_type: ObjectType, railjson: RailObject): Operation {
  return { operation_type: "CREATE", obj_type, railjson };
}

export function remove(obj_type: ObjectType, obj_id: string): Operation {
  return { operation_type: "DELETE", obj_type, obj_id };
}

export function update(obj_type: ObjectType, before: RailObject, after: RailObject): Operation {
  const railjson_patch = makePatch(before as Json, after as Json);
  return { operation_type: "UPDATE", obj_type, obj_id: before.id, railjson_patch };
}

export interface Target {
  readonly obj_type: ObjectType;
  readonly obj_id: string;
}

export const keyOf = ({ obj_type, obj_id }: Target): string => `${obj_type} ${obj_id}`;

export function targetOf(operation: Operation): Target {
  const { obj_type } = operation;
  if (operation.operation_type !== "CREATE") return { obj_type, obj_id: operation.obj_id };
  return { obj_type, obj_id: (operation.railjson as RailObject).id };
}

type Objects = ReadonlyMap<string, RailObject>;

/** What takes operations back, the last one first: from the objects as they were before, and as they are now. */
export function invert(
  operations: readonly Operation[],
  before: Objects,
  after: Objects,
): Operation[] {
  return operations
    .map((operation): Operation | null => {
      const target = targetOf(operation);
      const { obj_type, obj_id } = target;
      if (operation.operation_type === "CREATE") return remove(obj_type, obj_id);
      const [was, is] = [before.get(keyOf(target)), after.get(keyOf(target))];
      if (was === undefined) return null;
      if (operation.operation_type === "DELETE") return create(obj_type, was);
      return is === undefined ? null : update(obj_type, is, was);
    })
    .filter((operation) => operation !== null)
    .toReversed();
}

/** Ids that are made in the page, or by a library, tell nobody anything. */
const MADE_ID = /^(?:[A-Za-z]+_)?([0-9a-f]{4})[0-9a-f]{4}-[0-9a-f]{4}(?:-[0-9a-f-]{22,})?$/;

/** An id as the reader sees it. */
export function printId(id: string): string {
  return MADE_ID.exec(id)?.[1] ?? id;
}

interface Named {
  readonly identifier?: { readonly name?: string } | null;
  readonly sncf?: { readonly track_name?: string; readonly label?: string } | null;
}

/** What an object is called in the network, else its id. */
export function nameOf({
  id,
  extensions,
}: RailObject & { readonly extensions?: Named | null }): string {
  const { identifier, sncf } = extensions ?? {};
  return identifier?.name || sncf?.track_name || sncf?.label || printId(id);
}

/** The same in a sentence, where the beginning of an id tells nothing without its type. */
export function callOf(type: ObjectType, object: RailObject): string {
  const name = nameOf(object);
  const is_made = name !== object.id && name === printId(object.id);
  return is_made ? `${TOOL_TEXTS.map.types[type]} ${name}` : name;
}
