/** Parameters of an operation, one by one, from the schemas of its path, query and headers. */
import type { JsonSchema } from "../../railway/wire.ts";
import { type Entry, listEntries } from "../http/arrival/target.ts";
import type { Endpoint, HandlerHeader } from "../http/endpoint.ts";
import { shownName } from "../http/query_string.ts";
import { convertSchemas } from "./json_schema.ts";

const REQUEST_HEADERS: { readonly [Name in HandlerHeader]?: JsonSchema } = {
  "if-match": {
    name: "if-match",
    in: "header",
    description:
      "The record's ETag as the client knows it; without it, or with `*`, the last one wins",
    schema: { type: "string", pattern: '^"[1-9][0-9]{0,14}"$' },
    example: '"3"',
  },
  "idempotency-key": {
    name: "idempotency-key",
    in: "header",
    description:
      "The same key and request within a day give the first answer again, another request 422",
    schema: { type: "string", pattern: "^[!-~]{1,255}$" },
    example: "import-2026-05-22",
  },
  "last-event-id": {
    name: "last-event-id",
    in: "header",
    description:
      "The id of the last event that the client has: what it missed since then comes first, or `reset`. Browsers send it by themselves",
    schema: { type: "string" },
    example: "1042",
  },
};

/** All parameters: path, query, headers. */
export function describeParameters({ params, query, headers = [] }: Endpoint): JsonSchema[] {
  const path_entries = listEntries(params);
  const query_entries = listEntries(query);
  const path_schemas = convertSchemas(path_entries, "request");
  const query_schemas = convertSchemas(query_entries, "request");
  return [
    ...Object.keys(path_entries).map((name) => {
      const { description, ...schema } = inline(path_schemas, name);
      return { name, in: "path", required: true, description, schema };
    }),
    ...Object.entries(query_entries).map(([name, entry]) =>
      describeQuery({ name, entry, schema: inline(query_schemas, name) }),
    ),
    ...headers.flatMap((name): JsonSchema[] => {
      const header = REQUEST_HEADERS[name];
      return header === undefined ? [] : [header];
    }),
  ];
}

/** Inlines a reference: entries of one object may share a schema, but each parameter has its own. */
function inline(schemas: Readonly<Record<string, JsonSchema>>, name: string): JsonSchema {
  const { $ref: reference, ...schema } = schemas[name] ?? {};
  if (typeof reference !== "string") return schema;
  const target = reference.slice(reference.lastIndexOf("/") + 1);
  return { ...inline(schemas, target), ...schema };
}

interface QueryPart {
  readonly name: string;
  readonly entry: Entry;
  readonly schema: JsonSchema;
}

function describeQuery({ name: given, entry, schema }: QueryPart): JsonSchema {
  const { default: _raw, description, ...own } = schema;
  // The names of lists get brackets.
  const name = own["type"] === "array" ? `${given}[]` : shownName(given);
  const value = entry.default === undefined ? undefined : readDefault(own, entry.default);
  return {
    name,
    in: "query",
    required: entry.type !== "optional",
    description,
    schema: value === undefined ? own : { ...own, default: value },
  };
}

/** A default as a client would send it. */
function readDefault({ type }: JsonSchema, [text]: readonly string[]): unknown {
  if (text === undefined || text === "") return undefined;
  if (type === "integer") return Number(text);
  return type === "boolean" ? text === "true" : text;
}
