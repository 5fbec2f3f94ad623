/**
 * Task: checks whether a body is a list of operations, and puts it in shared memory for the task
 * that applies them. So no network is read for an invalid body.
 */
import { decodeDocument } from "../railjson/decode_document.ts";
import { checkOperations } from "../railjson/edit/operations.ts";
import type { DocumentFault } from "../railjson/validate_document.ts";

export type OperationsOutcome =
  | { readonly kind: "operations"; readonly count: number; readonly body: SharedArrayBuffer }
  | { readonly kind: "invalid_json"; readonly reason: string }
  | { readonly kind: "invalid"; readonly faults: readonly DocumentFault[] };

export function readOperations({ body }: { readonly body: ArrayBuffer }): OperationsOutcome {
  const decoded = decodeDocument(body);
  if (!decoded.ok) return { kind: "invalid_json", reason: decoded.error };
  const operations = checkOperations(decoded.value);
  if (!operations.ok) return { kind: "invalid", faults: operations.error };
  const shared = new SharedArrayBuffer(body.byteLength);
  new Uint8Array(shared).set(new Uint8Array(body));
  return { kind: "operations", count: operations.value.length, body: shared };
}
