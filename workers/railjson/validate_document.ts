/**
 * Schema validation of a parsed document: exactly the twelve keys, each object valid for its schema, ids unique
 * in their list. Faults carry JSON pointers; the search stops at the twentieth. Objects are validated one by
 * one: a predicate made from the schema passes the valid ones, and only the others go through valibot itself.
 */
import * as v from "valibot";
import { RAILJSON_VERSION } from "../../src/railway/network_terms.ts";
import { OBJECT_TYPES, type ObjectKey } from "../../src/railway/object_types.ts";
import { IN_WORDS } from "../../src/railway/reasons.ts";
import { compileCheck } from "./compile_check.ts";
import { MAX_DOCUMENT_FAULTS, MAX_REASON_LENGTH } from "./limits.ts";
import { OBJECT_SCHEMAS, type RailjsonDocument } from "./schemas.ts";

export interface DocumentFault {
  /** JSON pointer (RFC 6901), empty for the document itself. */
  readonly path: string;
  readonly reason: string;
}

export type ValidationOutcome =
  | { readonly kind: "valid"; readonly document: RailjsonDocument }
  | { readonly kind: "wrong_version"; readonly version: string }
  | { readonly kind: "invalid"; readonly faults: readonly DocumentFault[] };

const CHECKS = new Map(
  OBJECT_TYPES.map(({ key }) => [key, compileCheck(OBJECT_SCHEMAS[key])] as const),
);

const TOP_LEVEL_KEYS: ReadonlySet<string> = new Set([
  "version",
  ...OBJECT_TYPES.map(({ key }) => key),
]);

/** Validates against RailJSON 3.4.12; the version is checked before anything else is read. */
export function validateDocument(value: unknown): ValidationOutcome {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return { kind: "invalid", faults: [{ path: "", reason: "must be an object" }] };
  }
  const version: unknown = Object.hasOwn(value, "version") ? Reflect.get(value, "version") : null;
  if (typeof version === "string" && version !== RAILJSON_VERSION) {
    return { kind: "wrong_version", version: version.slice(0, MAX_REASON_LENGTH) };
  }
  const faults: DocumentFault[] = [];
  if (typeof version !== "string") faults.push({ path: "/version", reason: "must be a text" });
  for (const key of Object.keys(value)) {
    if (!TOP_LEVEL_KEYS.has(key)) faults.push({ path: pointer([key]), reason: "no such field" });
  }
  for (const { key } of OBJECT_TYPES) {
    const list: unknown = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
    if (Array.isArray(list)) validateList(key, list, faults);
    else faults.push({ path: `/${key}`, reason: "must be a list" });
  }
  if (faults.length > 0) return { kind: "invalid", faults: faults.slice(0, MAX_DOCUMENT_FAULTS) };
  // Safe: the lists were validated one by one above; there is no schema for the whole document.
  return { kind: "valid", document: value as RailjsonDocument };
}

function validateList(key: ObjectKey, list: readonly unknown[], faults: DocumentFault[]): void {
  const ids = new Set<unknown>();
  for (const [index, object] of list.entries()) {
    if (faults.length >= MAX_DOCUMENT_FAULTS) return;
    if (!isValidObject(key, object)) {
      faults.push(...listObjectFaults(key, object, [key, index]));
      continue;
    }
    // The schema has just shown that the object has an id.
    const { id } = object as { readonly id: string };
    if (ids.has(id)) faults.push({ path: pointer([key, index, "id"]), reason: "duplicate id" });
    ids.add(id);
  }
}

/** Whether a value is an object of a list, by the schema of its type. */
export function isValidObject(key: ObjectKey, value: unknown): boolean {
  return CHECKS.get(key)?.(value) ?? false;
}

/** Why a value is not a valid object; the pointers begin with these keys. */
export function listObjectFaults(
  key: ObjectKey,
  value: unknown,
  place: readonly (string | number)[],
): DocumentFault[] {
  const schema: v.GenericSchema = OBJECT_SCHEMAS[key];
  const { issues } = v.safeParse(schema, value, IN_WORDS);
  if (issues === undefined) throw new Error(`the predicate of ${key} refuses what valibot accepts`);
  return issues.map((issue) => ({
    path: pointer([...place, ...(issue.path ?? []).map((part) => String(part.key))]),
    reason: issue.message.slice(0, MAX_REASON_LENGTH),
  }));
}

/** Joins keys to a JSON pointer; overlong keys are truncated. */
function pointer(keys: readonly (string | number)[]): string {
  return keys
    .map((key) => `/${String(key).slice(0, 255).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}
