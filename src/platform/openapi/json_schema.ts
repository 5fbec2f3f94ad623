/**
 * From the validating schemas to JSON Schema (draft 2020-12, as used by OpenAPI 3.1). The converter
 * runs without a mode, so that all parts of a pipe count. What it can't know (custom checks,
 * transforms) is declared by `onWire` beside the rule, and replaces or extends what it found up to
 * there. An answer differs from a request in one way: a value with a default is always present.
 */
import { toJsonSchemaDefs } from "@valibot/to-json-schema";
import type { GenericSchema } from "valibot";
import { type JsonSchema, STORABLE_TEXT } from "../../railway/wire.ts";

export type WireDirection = "request" | "answer";
export type NamedSchemas = Readonly<Record<string, GenericSchema>>;

export const SCHEMAS_PREFIX = "#/components/schemas/";

type Config = NonNullable<Parameters<typeof toJsonSchemaDefs>[1]>;
type Made = ReturnType<NonNullable<Config["overrideSchema"]>>;

/** The properties of valibot's schema and action objects that are read here. */
interface Part {
  readonly type: string;
  readonly entries?: Readonly<Record<string, Part>>;
  readonly item?: Part;
  readonly default?: unknown;
  readonly metadata?: { readonly on_wire?: JsonSchema | ((schema: JsonSchema) => JsonSchema) };
}

const OPTIONAL = new Set(["optional", "exact_optional", "nullish"]);

/** JSON Schemas of all given schemas; a schema within another is referred to by name. */
export function convertSchemas(
  named: NamedSchemas,
  direction: WireDirection,
): Record<string, JsonSchema> {
  const converted = toJsonSchemaDefs(named as Parameters<typeof toJsonSchemaDefs>[0], {
    target: "draft-2020-12",
    // It fails only on custom checks and transforms: `onWire` declares them, or they can't be expressed.
    errorMode: "ignore",
    overrideRef: ({ referenceId }) => SCHEMAS_PREFIX + referenceId,
    overrideAction: ({ valibotAction, jsonSchema }) =>
      applyWire(valibotAction as unknown as Part, jsonSchema as JsonSchema) as Made,
    overrideSchema: ({ valibotSchema, jsonSchema }) =>
      refine(valibotSchema as unknown as Part, jsonSchema as JsonSchema, direction) as Made,
  });
  return Object.fromEntries(
    Object.entries(converted).map(([name, schema]) => [name, polish(schema as JsonSchema)]),
  );
}

function applyWire({ type, metadata }: Part, schema: JsonSchema): JsonSchema | null {
  if (type !== "metadata" || metadata?.on_wire === undefined) return null;
  const { on_wire: _on_wire, ...known } = schema;
  return typeof metadata.on_wire === "function" ? metadata.on_wire(known) : metadata.on_wire;
}

function refine(part: Part, schema: JsonSchema, direction: WireDirection): JsonSchema | null {
  if (part.type === "array" && part.item?.type === "never") return { type: "array", maxItems: 0 };
  if (direction === "request") return null;
  if (part.entries !== undefined) {
    const entries = Object.entries(part.entries);
    const present = entries.filter(
      ([, entry]) => !OPTIONAL.has(entry.type) || entry.default !== undefined,
    );
    return { ...schema, required: present.map(([key]) => key) };
  }
  const { default: _default, ...others } = schema;
  return OPTIONAL.has(part.type) ? others : null;
}

/** Shortens a schema, recursively: `null` as a type, no empty lists. */
function polish(schema: JsonSchema): JsonSchema {
  const entries = Object.entries(schema)
    .filter(([key, value]) => key !== "required" || !Array.isArray(value) || value.length > 0)
    .map(([key, value]) => [key, polishValue(value)] as const);
  return mergeNull(Object.fromEntries(entries));
}

function polishValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(polishValue);
  return typeof value === "object" && value !== null ? polish(value as JsonSchema) : value;
}

/** `anyOf: [{type: "string", …}, {type: "null"}]` as `{type: ["string", "null"], …}`. */
function mergeNull(schema: JsonSchema): JsonSchema {
  const { anyOf, ...others } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const [one, none] = anyOf as [JsonSchema, JsonSchema];
  const is_plain = typeof one["type"] === "string" && !("enum" in one) && !("const" in one);
  if (!is_plain || JSON.stringify(none) !== '{"type":"null"}') return schema;
  return { ...one, type: [one["type"], "null"], ...others };
}

/** The names that a value refers to, directly or through other schemas. */
export function listReferences(
  value: unknown,
  schemas: Readonly<Record<string, JsonSchema>>,
  found: Set<string> = new Set(),
): Set<string> {
  if (Array.isArray(value)) for (const item of value) listReferences(item, schemas, found);
  else if (typeof value === "object" && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      const name = key === "$ref" && typeof inner === "string" ? nameOf(inner) : null;
      if (name === null) listReferences(inner, schemas, found);
      else if (!found.has(name)) {
        found.add(name);
        listReferences(schemas[name], schemas, found);
      }
    }
  }
  return found;
}

function nameOf(reference: string): string | null {
  return reference.startsWith(SCHEMAS_PREFIX) ? reference.slice(SCHEMAS_PREFIX.length) : null;
}

/** The same value with other names in its references. */
export function renameReferences(value: unknown, rename: (name: string) => string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, rename));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const name = key === "$ref" && typeof inner === "string" ? nameOf(inner) : null;
      if (name !== null) return [key, SCHEMAS_PREFIX + rename(name)];
      return [key, renameReferences(inner, rename)];
    }),
  );
}

/** The same schema with no NUL in any text, keys included. */
export function withStorableTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withStorableTexts);
  if (typeof value !== "object" || value === null) return value;
  const inner = Object.entries(value).map(([key, part]) => [key, withStorableTexts(part)] as const);
  const schema: JsonSchema = Object.fromEntries(inner);
  const is_free = schema["type"] === "string" && !("enum" in schema) && !("pattern" in schema);
  return is_free ? { ...schema, pattern: STORABLE_TEXT } : schema;
}
