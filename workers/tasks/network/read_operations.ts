/**
 * Task: checks whether a body is a list of operations, and puts it in shared memory for the task
 * that applies them. So no network is read for an invalid body.
 */
import { decodeDocument } from "../../railjson/decode_document.ts";
import { checkOperations } from "../../railjson/edit/operations.ts";
import type { DocumentFault } from "../../railjson/validate_document.ts";

export type OperationsOutcome =
  | { readonly kind: "operations"; readonly count: number; readonly body: SharedArrayBuffer }
  | { readonly kind: "invalid_json"; readonly reason: string }
  | { readonly kind: "invalid"; readonly faults: readonly DocumentFault[] }
  /** Nothing else is wrong with it. */
  | { readonly kind: "empty_id"; readonly operation_index: number };

export function readOperations({ body }: { readonly body: ArrayBuffer }): OperationsOutcome {
  const decoded = decodeDocument(body);
  if (!decoded.ok) return { kind: "invalid_json", reason: decoded.error };
  const operations = checkOperations(decoded.value);
  if (!operations.ok) {
    const faults = operations.error;
    const [first] = faults.map(({ path }) => emptyIdAt(decoded.value, path));
    const is_all = faults.every(({ path }) => emptyIdAt(decoded.value, path) !== null);
    if (is_all && typeof first === "number") return { kind: "empty_id", operation_index: first };
    return { kind: "invalid", faults };
  }
  const shared = new SharedArrayBuffer(body.byteLength);
  new Uint8Array(shared).set(new Uint8Array(body));
  return { kind: "operations", count: operations.value.length, body: shared };
}

/** The operation of a fault that is an empty id of a new object; null: it is another one. */
function emptyIdAt(body: unknown, path: string): number | null {
  const [, index] = /^\/(\d+)\/railjson\/id$/.exec(path) ?? [];
  if (index === undefined) return null;
  // The fault says that there is such an operation.
  const { railjson } = (body as { railjson: { id?: unknown } }[])[Number(index)] ?? {};
  return railjson?.id === "" ? Number(index) : null;
}
