/**
 * The wire form of values if a schema alone can't express it: raw strings that become numbers,
 * texts parsed by our own code, rules between fields. Only the API document reads it. It is
 * declared beside the rule in the schema, so that both are changed together.
 */
import * as v from "valibot";

/** JSON Schema, draft 2020-12. */
export type JsonSchema = { readonly [keyword: string]: unknown };

/** Receives the JSON Schema made so far. */
type Rewrite = (schema: JsonSchema) => JsonSchema;

type Wire = { readonly on_wire: JsonSchema | Rewrite };

/** In a pipe: declares what the value looks like in a request at this point. */
export function onWire<Value>(on_wire: JsonSchema | Rewrite): v.MetadataAction<Value, Wire> {
  return v.metadata({ on_wire });
}

/** Adds keywords to the JSON Schema made so far. */
export function alsoOnWire<Value>(keywords: JsonSchema): v.MetadataAction<Value, Wire> {
  return onWire((schema) => ({ ...schema, ...keywords }));
}

/** The same schema with the meaning and unit of its values, for the API document. */
export function about<Schema extends v.GenericSchema>(schema: Schema, text: string): Schema {
  // Safe: a pipe has all properties of its schema, and a description changes no value.
  return v.pipe(schema, v.description(text)) as unknown as Schema;
}

/** Any text without NUL; PostgreSQL's text can't hold it. */
export const STORABLE_TEXT = "^[^\\u0000]*$";

const schema_names = new Map<v.GenericSchema, string>();

/** Names schemas in the API document, which then shows each once. Throws if two have the same name. */
export function nameSchemas(schemas: Readonly<Record<string, v.GenericSchema>>): void {
  const taken = new Set(schema_names.values());
  for (const [name, schema] of Object.entries(schemas)) {
    if (taken.has(name)) throw new Error(`two schemas have the name ${name}`);
    schema_names.set(schema, name);
  }
}

/** Every named schema, sorted by name, so that the order does not depend on imports. */
export function listNamedSchemas(): Readonly<Record<string, v.GenericSchema>> {
  const named = [...schema_names].map(([schema, name]) => [name, schema] as const);
  return Object.fromEntries(named.sort(([a], [b]) => (a < b ? -1 : 1)));
}
