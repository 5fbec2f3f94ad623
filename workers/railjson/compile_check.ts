/**
 * Turns a valibot schema into a predicate: valid or not. valibot builds a copy and a record for
 * each value that it visits: 34 s for the 850,000 objects of a 100,000-section network, against one
 * second here. Faulty objects then go through valibot itself, which makes the messages. Unknown
 * schemas and actions stop the start, so that nothing passes unchecked.
 */
import type * as v from "valibot";
import { isObject } from "../../src/railway/scalars.ts";

type Check = (value: unknown) => boolean;

/** The properties of valibot's schema and action objects that are read here, as far as they exist. */
interface Part {
  readonly kind: string;
  readonly type: string;
  readonly pipe?: readonly Part[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly key?: Part;
  readonly value?: Part;
  readonly wrapped?: Part;
  readonly options?: readonly unknown[];
  readonly literal?: unknown;
  readonly check?: Check;
  readonly requirement?: unknown;
}

/** Compiles a synchronous schema made of the parts that schemas.ts uses. */
export function compileCheck(schema: v.GenericSchema): Check {
  // `Part` names only documented properties of schema objects.
  return compilePart(schema as unknown as Part);
}

function compilePart(part: Part): Check {
  if (part.pipe !== undefined) {
    const [first, ...rest] = part.pipe;
    if (first === undefined) throw new Error("an empty pipe");
    // Metadata checks nothing.
    const parts = rest.filter(({ kind }) => kind !== "metadata");
    return all([compilePart(first), ...parts.map(compilePart)]);
  }
  return part.kind === "schema" ? compileSchema(part) : compileAction(part);
}

function compileSchema(part: Part): Check {
  switch (part.type) {
    case "string":
      return (value) => typeof value === "string";
    case "number":
      return (value) => typeof value === "number" && !Number.isNaN(value);
    case "boolean":
      return (value) => typeof value === "boolean";
    case "custom":
      return required(part.check);
    case "literal":
      return (value) => value === part.literal;
    case "picklist": {
      const options = new Set(required(part.options));
      return (value) => options.has(value);
    }
    case "array": {
      const isItem = compilePart(required(part.item));
      return (value) => Array.isArray(value) && value.every(isItem);
    }
    case "optional":
      return compilePart(required(part.wrapped));
    case "nullish": {
      const isValue = compilePart(required(part.wrapped));
      return (value) => value === null || isValue(value);
    }
    case "record":
      return compileRecord(compilePart(required(part.key)), compilePart(required(part.value)));
    case "strict_object":
      return compileObject(required(part.entries), true);
    case "loose_object":
      return compileObject(required(part.entries), false);
    default:
      throw new Error(`no predicate for the schema ${part.type}`);
  }
}

/** Actions follow a schema in a pipe, so the type of the value is known. */
function compileAction(part: Part): Check {
  if (part.type === "check") {
    const { requirement } = part;
    if (typeof requirement !== "function") throw new Error("a check without its function");
    return (value) => requirement(value) === true;
  }
  const limit = typeof part.requirement === "number" ? part.requirement : Number.NaN;
  switch (part.type) {
    case "min_value":
      return (value) => Number(value) >= limit;
    case "max_value":
      return (value) => Number(value) <= limit;
    case "gt_value":
      return (value) => Number(value) > limit;
    case "finite":
      return (value) => Number.isFinite(value);
    case "integer":
      return (value) => Number.isInteger(value);
    case "safe_integer":
      return (value) => Number.isSafeInteger(value);
    case "min_length":
      return (value) => lengthOf(value) >= limit;
    case "max_length":
      return (value) => lengthOf(value) <= limit;
    case "max_entries":
      return (value) => Object.keys(Object(value)).length <= limit;
    default:
      throw new Error(`no predicate for the action ${part.type}`);
  }
}

function lengthOf(value: unknown): number {
  return typeof value === "string" || Array.isArray(value) ? value.length : Number.NaN;
}

function compileRecord(isKey: Check, isValue: Check): Check {
  return (value) => {
    if (!isObject(value)) return false;
    for (const key in value) if (!isKey(key) || !isValue(value[key])) return false;
    return true;
  };
}

/** Parsed JSON contains no undefined: an entry is absent exactly if it reads as undefined. */
function compileObject(entries: Readonly<Record<string, Part>>, is_strict: boolean): Check {
  const fields = Object.entries(entries).map(([name, part]) => ({
    name,
    isValue: compilePart(part),
    is_optional: part.type === "optional" || part.type === "nullish",
  }));
  return (value) => {
    if (!isObject(value)) return false;
    let present = 0;
    for (const { name, isValue, is_optional } of fields) {
      const field = value[name];
      if (field === undefined) {
        if (!is_optional) return false;
      } else {
        if (!isValue(field)) return false;
        present++;
      }
    }
    if (!is_strict) return true;
    for (const key in value) if (present-- === 0 || key === "__proto__") return false;
    return true;
  };
}

function all(checks: readonly Check[]): Check {
  return (value) => {
    for (const check of checks) if (!check(value)) return false;
    return true;
  };
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("a schema without its parts");
  return value;
}
