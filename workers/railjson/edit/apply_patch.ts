/**
 * JSON Patch (RFC 6902) with JSON pointers (RFC 6901), on a value that it may modify. No library
 * was found that bounds the cost of `copy` and `test`: thirty steps that copy a list into itself
 * fill any memory. Here all values that steps copy and compare are counted over a whole batch, so
 * the time is linear in the steps, the objects and that bound.
 */

export type PatchStep =
  | { readonly op: "add" | "replace" | "test"; readonly path: string; readonly value: unknown }
  | { readonly op: "remove"; readonly path: string }
  | { readonly op: "move" | "copy"; readonly path: string; readonly from: string };

/** How many values (including nested ones) the steps of a batch may still copy and compare. */
export interface PatchBudget {
  values_left: number;
}

/** Why a patch does not apply. */
export class PatchFault extends Error {}

type Container = unknown[] | Record<string, unknown>;

/** A location in a value: an entry of an object or an array. */
interface Place {
  readonly parent: Container;
  readonly key: string;
}

/**
 * Applies all steps, or throws `PatchFault`, after which the value must not be used. Returns the
 * new value, which contains the steps' own values.
 */
export function applyPatch(
  value: unknown,
  steps: readonly PatchStep[],
  budget: PatchBudget,
): unknown {
  // Wraps the root in an entry, so that each step has a parent.
  const root: Record<string, unknown> = { value };
  for (const [i, step] of steps.entries()) {
    try {
      applyStep(root, step, budget);
    } catch (error) {
      if (!(error instanceof PatchFault)) throw error;
      throw new PatchFault(`step ${i} (${step.op} ${quote(step.path)}): ${error.message}`);
    }
  }
  return root["value"];
}

function applyStep(root: Container, step: PatchStep, budget: PatchBudget): void {
  switch (step.op) {
    case "add":
      return add(find(root, step.path), step.value);
    case "remove":
      return void remove(find(root, step.path));
    case "replace": {
      const place = find(root, step.path);
      read(place);
      return set(place, step.value);
    }
    case "move": {
      if (step.path === step.from) return void read(find(root, step.from));
      if (step.path.startsWith(`${step.from}/`)) throw new PatchFault("moves a value into itself");
      const moved = remove(find(root, step.from));
      return add(find(root, step.path), moved);
    }
    case "copy":
      return add(find(root, step.path), copy(read(find(root, step.from)), budget));
    case "test": {
      if (areEqual(read(find(root, step.path)), step.value, budget)) return;
      throw new PatchFault("the value is another one");
    }
  }
}

/** The location that a pointer names; its parent must exist. */
function find(root: Container, pointer: string): Place {
  const keys = pointer
    .split("/")
    .slice(1)
    .map((key) => key.replaceAll("~1", "/").replaceAll("~0", "~"));
  let place: Place = { parent: root, key: "value" };
  for (const key of keys) {
    const parent = read(place);
    if (typeof parent !== "object" || parent === null) throw absent();
    place = { parent: parent as Container, key };
  }
  return place;
}

function read({ parent, key }: Place): unknown {
  if (Array.isArray(parent)) return parent[indexIn(parent, key, parent.length - 1)];
  if (!Object.hasOwn(parent, key)) throw absent();
  return parent[key];
}

function add(place: Place, value: unknown): void {
  const { parent, key } = place;
  if (!Array.isArray(parent)) return set(place, value);
  const index = key === "-" ? parent.length : indexIn(parent, key, parent.length);
  if (index === parent.length) parent.push(value);
  else parent.splice(index, 0, value);
}

function remove(place: Place): unknown {
  const { parent, key } = place;
  const value = read(place);
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
  return value;
}

function set({ parent, key }: Place, value: unknown): void {
  if (Array.isArray(parent)) parent[Number(key)] = value;
  // No object of a network has this key, and assigning to it would not create an entry.
  else if (key === "__proto__") throw absent();
  else parent[key] = value;
}

/** Decimal without leading zeros, as the RFC requires. */
function indexIn(list: readonly unknown[], key: string, index_max: number): number {
  const index = /^(0|[1-9]\d{0,9})$/.test(key) ? Number(key) : Number.NaN;
  if (index <= index_max) return index;
  throw new PatchFault(`${quote(key)} is no index of a list of ${list.length}`);
}

/** A deep copy, since later steps may change either value. */
function copy(value: unknown, budget: PatchBudget): unknown {
  spend(budget);
  if (Array.isArray(value)) return value.map((item) => copy(item, budget));
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, copy(item, budget)]);
  return Object.fromEntries(entries);
}

/** Compares JSON values: numbers by value, objects regardless of key order. */
function areEqual(a: unknown, b: unknown, budget: PatchBudget): boolean {
  spend(budget);
  if (typeof a !== "object" || a === null || typeof b !== "object" || b === null) return a === b;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, i) => areEqual(item, b[i], budget));
  }
  const entries = Object.entries(a);
  if (entries.length !== Object.keys(b).length) return false;
  return entries.every(
    ([key, item]) => Object.hasOwn(b, key) && areEqual(item, Reflect.get(b, key), budget),
  );
}

/** Takes `count` values from the budget, or throws `PatchFault`. */
export function spend(budget: PatchBudget, count = 1): void {
  budget.values_left -= count;
  if (budget.values_left < 0) throw new PatchFault("the patches copy and compare too much");
}

function absent(): PatchFault {
  return new PatchFault("there is no such place");
}

function quote(text: string): string {
  return `'${text.slice(0, 100)}'`;
}
