/**
 * Reads the URL of a request. If a part of it is faulty, it still finds the resources that it
 * names: a caller without rights on them is refused without being told of the fault.
 */
import * as v from "valibot";
import { validateText } from "../body/json_body.ts";
import type { Endpoint, RawQuery, Resources, Target } from "../endpoint.ts";
import { parseQuery } from "../query_string.ts";

/** The parts of an object's schema that are read here. */
export interface Entry extends v.GenericSchema {
  readonly default?: readonly string[];
}
type Entries = Readonly<Record<string, Entry>>;

/**
 * The values of the URL: if the query is faulty, only its valid values; null if the path itself is
 * faulty. `fault` is only told to callers with access; null: none.
 */
export type ReadTarget =
  | { readonly target: null; readonly fault: Error }
  | { readonly target: Target<unknown, unknown>; readonly fault: Error | null };

/** Path parameters and query. */
export function readTarget(
  endpoint: Endpoint,
  raw_params: unknown,
  query_text: string,
): ReadTarget {
  let params: unknown;
  try {
    params = validateText(endpoint.params, raw_params, "InvalidPathParameter");
  } catch (error) {
    return { target: null, fault: asError(error) };
  }
  let raw: RawQuery = {};
  try {
    raw = parseQuery(query_text);
    const query = validateText(endpoint.query, raw, "InvalidQuery");
    return { target: { params, query }, fault: null };
  } catch (error) {
    return { target: { params, query: readSound(endpoint.query, raw) }, fault: asError(error) };
  }
}

/** The named resources, without undefined ids left by a faulty query. */
export function withoutMissing(resources: Resources): Resources {
  return Object.fromEntries(
    Object.entries(resources).map(([type, ids]) => [type, ids?.filter((id) => id !== undefined)]),
  );
}

/** The entries of an object's schema. Paths and queries are declared as `v.object(...)`, whose entries are public. */
export function listEntries(schema: v.GenericSchema): Entries {
  return (schema as v.GenericSchema & { readonly entries?: Entries }).entries ?? {};
}

/** The valid values of a query, each validated by itself. */
function readSound(schema: v.GenericSchema, raw: RawQuery): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(listEntries(schema)).flatMap(([name, entry]) => {
      try {
        return [[name, v.parse(entry, raw[name])]];
      } catch {
        return [];
      }
    }),
  );
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error("a schema has thrown", { cause: thrown });
}
