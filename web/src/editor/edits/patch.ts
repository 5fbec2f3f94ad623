/** Differences of two objects as JSON Patch (RFC 6902). Each change tests what it replaces: what somebody else has changed meanwhile is not overwritten. */
import type { Schemas } from "../../api/client.ts";

type Update = Extract<Schemas["Operation"], { operation_type: "UPDATE" }>;
export type PatchStep = Update["railjson_patch"][number];

export type Json = null | boolean | number | string | readonly Json[] | JsonObject;
export interface JsonObject {
  readonly [name: string]: Json | undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether two values say the same, whatever the order of their keys. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && makePatch(a, b).length === 0);
}

/** Turns the first value into the second one. Lists of one length are compared item by item, others are replaced whole. */
export function makePatch(before: Json, after: Json, path = ""): PatchStep[] {
  if (before === after) return [];
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    return before.flatMap((item: Json, i) =>
      makePatch(item, (after as Json[])[i] ?? null, `${path}/${i}`),
    );
  }
  if (!isObject(before) || !isObject(after)) return replace(before, after, path);
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) => {
    const [own, other] = [before[name], after[name]];
    const at = `${path}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    if (own === undefined)
      return other === undefined ? [] : [{ op: "add" as const, path: at, value: other }];
    if (other === undefined) {
      return [
        { op: "test" as const, path: at, value: own },
        { op: "remove" as const, path: at },
      ];
    }
    return makePatch(own, other, at);
  });
}

/** What `own` changed of `former`, on top of what `stored` has become meanwhile; a list is one value. */
export function mergeChanges(former: Json, own: Json, stored: Json): Json {
  if (isSame(former, own)) return stored;
  if (!isObject(former) || !isObject(own) || !isObject(stored)) return own;
  const names = new Set([...Object.keys(stored), ...Object.keys(own)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const values = [former[name], own[name], stored[name]] as const;
      const merged = mergeValue(...values);
      return merged === undefined ? [] : [[name, merged]];
    }),
  );
}

/** Of values that may be absent. */
function mergeValue(
  former: Json | undefined,
  own: Json | undefined,
  stored: Json | undefined,
): Json | undefined {
  if (former !== undefined && own !== undefined && stored !== undefined)
    return mergeChanges(former, own, stored);
  return isSame(former, own) ? stored : own;
}

function replace(before: Json, after: Json, path: string): PatchStep[] {
  return [
    { op: "test", path, value: before },
    { op: "replace", path, value: after },
  ];
}
