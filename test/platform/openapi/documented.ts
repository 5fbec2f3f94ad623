/**
 * Holds answers against the API document: the operation has the status, the content type and the
 * headers, and the body is valid by the status's schema (Ajv, a validator that shares no code with
 * ours). Every request of the suite that goes through `call` passes here.
 */
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import { Router } from "../../../src/platform/http/router.ts";
import { makeDocument } from "../../../src/platform/openapi/document.ts";
import { ENDPOINTS, TAGS } from "../../../src/server/endpoints.ts";

// biome-ignore lint/suspicious/noExplicitAny: documents are looked into at many places
// oxlint-disable-next-line typescript/no-explicit-any
type Json = any;

export interface Answered {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly json: unknown;
}

const ID = "document";
/** Statuses of a path that is none, or has no such method: no operation answers them. */
const NO_OPERATION = new Set(["editoast:request:NotFound", "editoast:request:MethodNotAllowed"]);

/** Of log and metrics: nobody receives it. */
const CLIENT_LEFT = 499;

interface Loaded {
  readonly document: Json;
  readonly router: Router;
  readonly ajv: Ajv2020;
  readonly validators: Map<string, ValidateFunction>;
}
let loaded: Loaded | null = null;

/** The document, as the sources make it. */
export function load(): Loaded {
  if (loaded === null) {
    const document = makeDocument(ENDPOINTS, TAGS);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
    ajv.addSchema(document, ID);
    loaded = { document, router: new Router(ENDPOINTS), ajv, validators: new Map() };
  }
  return loaded;
}

/** The body that a client can start from, as the endpoint declares it. */
export function exampleOf({ body }: Endpoint): unknown {
  return "example" in body ? body.example : undefined;
}

/** What is wrong with a value by the schema at a JSON pointer of the document; null = nothing. */
export function findFault(pointer: string, value: unknown): string | null {
  const { ajv, validators } = load();
  let validate = validators.get(pointer);
  if (validate === undefined) {
    validate = ajv.compile({ $ref: `${ID}#${encodeURI(pointer)}` });
    validators.set(pointer, validate);
  }
  if (validate(value)) return null;
  const [error] = validate.errors ?? [];
  return `${error?.instancePath ?? ""} ${error?.message ?? "is invalid"}`;
}

export function escapePointer(key: string): string {
  return key.replaceAll("~", "~0").replaceAll("/", "~1");
}

/** Follows a reference of the document. */
export function resolve(pointer: string): { readonly pointer: string; readonly value: Json } {
  const keys = pointer.split("/").slice(1);
  let value: Json = load().document;
  for (const key of keys) value = value?.[key.replaceAll("~1", "/").replaceAll("~0", "~")];
  const reference: unknown = value?.$ref;
  if (typeof reference === "string") return resolve(reference.slice(1));
  return { pointer, value };
}

/** Null when the document foresees the answer, else what it does not. */
export function findUndocumented(answered: Answered): string | null {
  const { method, path, status, headers, json } = answered;
  const type = (json as { readonly type?: string } | null | undefined)?.type ?? "";
  if (method === "OPTIONS" || NO_OPERATION.has(type) || status === CLIENT_LEFT) return null;
  // Of a parameter's malformed escape the router tells before it knows the operation.
  const { endpoint } = load().router.match(method, path.replaceAll("%", "-"));
  const template = endpoint.path.replaceAll(/:(\w+)/g, "{$1}");
  const operation = `/paths/${escapePointer(template)}/${endpoint.method}`;
  const { pointer, value: answer } = resolve(`${operation}/responses/${status}`);
  const place = `${method} ${template}: ${status}`;
  if (answer === undefined) return `${place} is not documented (${type})`;
  for (const name of Object.keys(headers)) {
    const own = ["etag", "retry-after", "x-request-id", "x-infra-version", "x-checked-roles"];
    if (own.includes(name) && answer.headers?.[name] === undefined) {
      return `${place} documents no header ${name}`;
    }
  }
  const content_type = headers["content-type"]?.split(";")[0];
  if (content_type === undefined) return answer.content === undefined ? null : `${place} is empty`;
  if (answer.content?.[content_type] === undefined) return `${place} documents no ${content_type}`;
  if (content_type !== "application/json") return null;
  const fault = findFault(`${pointer}/content/application~1json/schema`, json);
  return fault === null ? null : `${place}: ${fault} (${JSON.stringify(json).slice(0, 300)})`;
}
