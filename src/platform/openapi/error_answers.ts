/**
 * The errors that an operation can answer with: those that follow from its declaration (identity, roles, levels,
 * parameters, body) and those declared for its handler. Tests compare them with every error received in the suite.
 */
import type { JsonSchema } from "../../railway/wire.ts";
import type { ResourceType } from "../access/levels.ts";
import { listEntries } from "../http/arrival/target.ts";
import type { Body, Endpoint } from "../http/endpoint.ts";
import { ERRORS, type ErrorName } from "../http/errors.ts";
import { absentResource } from "../http/resource_errors.ts";
import { SCHEMAS_PREFIX } from "./json_schema.ts";

/** Possible for every request. */
const ALWAYS: readonly ErrorName[] = [
  "MalformedRequest",
  "ExpectationFailed",
  "InvalidQuery",
  "HeadersTooLarge",
  "Internal",
  "DeadlineExceeded",
];
const WITH_DATABASE: readonly ErrorName[] = [
  "WorkerCrashed",
  "DatabaseUnavailable",
  "StorageFull",
  "Overloaded",
];
const WITH_IDENTITY: readonly ErrorName[] = ["MalformedIdentity", "Unauthenticated"];
const BY_BODY: { readonly [Kind in Body<unknown>["kind"]]: readonly ErrorName[] } = {
  none: [],
  json: [
    "BodyIncomplete",
    "InvalidJson",
    "UnsupportedMediaType",
    "BodyTooLarge",
    "BodyTooComplex",
    "InvalidBody",
  ],
  bytes: ["BodyIncomplete", "UnsupportedMediaType", "BodyTooLarge"],
  source: ["BodyIncomplete", "UnsupportedMediaType", "BodyTooLarge"],
  file: ["BodyIncomplete", "BodyTooLarge"],
  form: ["BodyIncomplete", "BodyTooLarge", "InvalidBody"],
};

/** All errors of an endpoint, in the order of the error table. */
export function listErrors(endpoint: Endpoint): ErrorName[] {
  const { params, query, body, access, errors = [], headers = [] } = endpoint;
  const found = new Set<ErrorName>([...ALWAYS, ...BY_BODY[body.kind], ...errors]);
  const add = (names: readonly ErrorName[]): void => names.forEach((name) => found.add(name));
  if (Object.keys(listEntries(params)).length > 0) add(["InvalidPathParameter"]);
  if ("page" in listEntries(query)) add(["InvalidPage", "InvalidPageSize"]);
  if (access.kind !== "public") add([...WITH_IDENTITY, ...WITH_DATABASE]);
  if (access.kind === "checked") {
    const levels = Object.entries(access.levels);
    const is_denied = access.roles.length > 0 || levels.some(([, level]) => level !== "none");
    if (is_denied) add(["Forbidden"]);
    for (const [type] of levels) {
      // The keys are resource types, or `resource` for the type that the path names.
      const known = type as ResourceType | "resource";
      if (known === "resource") add(Object.values(access.absent));
      else add([access.absent[known] ?? absentResource(known, 0).error_name]);
    }
  }
  if (headers.includes("if-match")) add(["InvalidHeader", "PreconditionFailed"]);
  if (headers.includes("idempotency-key")) add(["InvalidHeader", "IdempotencyKeyReused"]);
  // The keys of the table are the names.
  return (Object.keys(ERRORS) as ErrorName[]).filter((name) => found.has(name));
}

/** The error object (interface.md 1.3). */
export const ERROR_OBJECT: JsonSchema = {
  type: "object",
  description: "Every answer that is no success",
  properties: {
    status: { type: "integer", minimum: 400, maximum: 599, description: "That of HTTP" },
    type: {
      type: "string",
      pattern: "^(editoast|core):",
      description: "Which error, for programs",
    },
    context: {
      type: "object",
      description:
        "What a client can act on; keys depend on the type. A 503 or 504 tells the `outcome`: `none`, nothing was changed, or `unknown`, it may have been",
    },
    message: { type: "string", description: "A sentence in English, for people" },
  },
  required: ["status", "type", "context", "message"],
  additionalProperties: false,
};

const HEADERS: JsonSchema = {
  "x-request-id": { $ref: "#/components/headers/x-request-id" },
  "x-checked-roles": { $ref: "#/components/headers/x-checked-roles" },
  "x-checked-privileges": { $ref: "#/components/headers/x-checked-privileges" },
};
const RETRY: JsonSchema = {
  ...HEADERS,
  "retry-after": { $ref: "#/components/headers/retry-after" },
};

/** Answers with more errors than this get no shared name. */
const SHARED_MAX = 2;

function groupByStatus(endpoint: Endpoint): [status: number, names: readonly ErrorName[]][] {
  const by_status = new Map<number, ErrorName[]>();
  for (const name of listErrors(endpoint)) {
    const { status } = ERRORS[name];
    by_status.set(status, [...(by_status.get(status) ?? []), name]);
  }
  return [...by_status].sort(([a], [b]) => a - b);
}

/** The error answers by status. */
export function describeErrors(endpoint: Endpoint): Record<string, JsonSchema> {
  return Object.fromEntries(
    groupByStatus(endpoint).map(([status, names]) => [
      status,
      names.length > SHARED_MAX
        ? describeStatus(status, names)
        : { $ref: `#/components/responses/${names.join("Or")}` },
    ]),
  );
}

/** The answers that `describeErrors` refers to, by name. */
export function shareErrors(endpoints: readonly Endpoint[]): Record<string, JsonSchema> {
  const shared = endpoints
    .flatMap(groupByStatus)
    .filter(([, names]) => names.length <= SHARED_MAX)
    .map(([status, names]) => [names.join("Or"), describeStatus(status, names)] as const);
  return Object.fromEntries(shared);
}

function describeStatus(status: number, names: readonly ErrorName[]): JsonSchema {
  const types = names.map((name) => ERRORS[name].type);
  return {
    description: names.map((name) => splitWords(name)).join(", or "),
    headers: status === 503 || status === 429 ? RETRY : HEADERS,
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: `${SCHEMAS_PREFIX}ErrorObject` },
            {
              type: "object",
              properties: {
                status: { const: status, description: "That of HTTP" },
                type: { type: "string", enum: types, description: "Which error, for programs" },
              },
            },
          ],
        },
      },
    },
  };
}

/** `InvalidPageSize` as `Invalid page size`. */
function splitWords(name: string): string {
  const words = name.replaceAll(/(?<!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words;
}
