/**
 * Operations of the network editor: creations, RFC 6902 patches and deletions of objects, applied one
 * after the other. Later ones see the results of earlier ones. The first one that fails decides, and
 * then nothing of the batch is kept. References are not checked: the fault list reports wrong ones.
 */
import * as v from "valibot";
import type { ObjectType } from "../../../src/railway/object_types.ts";
import { IN_WORDS } from "../../../src/railway/reasons.ts";
import type { Result } from "../../engine/result.ts";
import { err, ok } from "../../engine/result.ts";
import { BUILTIN_TYPE_IDS } from "../checks/switch_shapes.ts";
import {
  MAX_DOCUMENT_FAULTS,
  MAX_OBJECT_LENGTH,
  MAX_OPERATIONS,
  MAX_PATCH_VALUES,
} from "../limits.ts";
import { type DocumentFault, isValidObject, listObjectFaults } from "../validate_document.ts";
import { applyPatch, PatchFault, type PatchStep, spend } from "./apply_patch.ts";
import { completeObject } from "./complete_object.ts";
import { listKeyOf, type NetworkEdit, type NetworkObject } from "./network_objects.ts";
import { Operation } from "./operation_schemas.ts";

/** Approximate length of a value in JSON, in characters. */
const VALUE_LENGTH = 16;

export type EditOperation =
  | {
      readonly operation_type: "CREATE";
      readonly obj_type: ObjectType;
      readonly railjson: NetworkObject;
    }
  | {
      readonly operation_type: "UPDATE";
      readonly obj_type: ObjectType;
      readonly obj_id: string;
      readonly railjson_patch: readonly PatchStep[];
    }
  | { readonly operation_type: "DELETE"; readonly obj_type: ObjectType; readonly obj_id: string };

/** An object after an edit, in its completed form. */
export interface EditedObject {
  readonly obj_type: ObjectType;
  readonly railjson: NetworkObject;
}

/** Why a batch is refused. */
export type OperationFault = { readonly operation_index: number } & (
  | { readonly kind: "object_not_found"; readonly obj_type: ObjectType; readonly obj_id: string }
  | { readonly kind: "duplicate_id"; readonly obj_type: ObjectType; readonly obj_id: string }
  | { readonly kind: "modified_id" }
  | { readonly kind: "invalid_patch"; readonly error: string }
);

/** Checks the form of a body; the error lists its faults, at most `MAX_DOCUMENT_FAULTS`. */
export function checkOperations(
  body: unknown,
): Result<readonly EditOperation[], readonly DocumentFault[]> {
  if (!Array.isArray(body)) return err([{ path: "", reason: "must be a list" }]);
  if (body.length > MAX_OPERATIONS) {
    return err([{ path: "", reason: `must have at most ${MAX_OPERATIONS} operations` }]);
  }
  const faults: DocumentFault[] = [];
  for (const [index, item] of body.entries()) {
    if (faults.length >= MAX_DOCUMENT_FAULTS) break;
    faults.push(...listFaults(item, index));
  }
  if (faults.length > 0) return err(faults.slice(0, MAX_DOCUMENT_FAULTS));
  // Safe: each was just found to be an operation.
  return ok(body as unknown as readonly EditOperation[]);
}

function listFaults(item: unknown, index: number): readonly DocumentFault[] {
  const { issues, output } = v.safeParse(Operation, item, IN_WORDS);
  if (issues !== undefined) {
    return issues.map((issue) => ({
      path: `/${[index, ...(issue.path ?? []).map(({ key }) => String(key))].join("/")}`,
      reason: issue.message,
    }));
  }
  if (output.operation_type !== "CREATE") return [];
  const { railjson } = item as { readonly railjson: unknown };
  const key = listKeyOf(output.obj_type);
  if (!isValidObject(key, railjson)) return listObjectFaults(key, railjson, [index, "railjson"]);
  if (JSON.stringify(railjson).length <= MAX_OBJECT_LENGTH) return [];
  const reason = `must have at most ${MAX_OBJECT_LENGTH} characters`;
  return [{ path: `/${index}/railjson`, reason }];
}

/** The created and updated objects in the operations' order, or the first fault: then the edit must not be used. */
export function applyOperations(
  edit: NetworkEdit,
  operations: readonly EditOperation[],
  values_max = MAX_PATCH_VALUES,
): Result<readonly EditedObject[], OperationFault> {
  const budget = { values_left: values_max };
  const edited: EditedObject[] = [];
  for (const [operation_index, operation] of operations.entries()) {
    const outcome = applyOperation(edit, operation, budget);
    if (!outcome.ok) return err({ operation_index, ...outcome.error });
    if (outcome.value !== null) {
      edited.push({ obj_type: operation.obj_type, railjson: outcome.value });
    }
  }
  return ok(edited);
}

type OwnFault = OperationFault extends infer Fault
  ? Fault extends OperationFault
    ? Omit<Fault, "operation_index">
    : never
  : never;

function applyOperation(
  edit: NetworkEdit,
  operation: EditOperation,
  budget: { values_left: number },
): Result<NetworkObject | null, OwnFault> {
  const { obj_type } = operation;
  if (operation.operation_type === "CREATE") {
    const obj_id = operation.railjson.id;
    const is_builtin = obj_type === "SwitchType" && BUILTIN_TYPE_IDS.has(obj_id);
    if (is_builtin || edit.get(obj_type, obj_id) !== undefined) {
      return err({ kind: "duplicate_id", obj_type, obj_id });
    }
    const object = completeObject(obj_type, operation.railjson);
    edit.put(obj_type, object);
    return ok(object);
  }
  const { obj_id } = operation;
  const object = edit.get(obj_type, obj_id);
  if (object === undefined) return err({ kind: "object_not_found", obj_type, obj_id });
  if (operation.operation_type === "DELETE") {
    edit.delete(obj_type, obj_id);
    return ok(null);
  }
  const patched = patchObject({ obj_type, object }, operation.railjson_patch, budget);
  if (!patched.ok) return patched;
  if (patched.value.id !== obj_id) return err({ kind: "modified_id" });
  edit.put(obj_type, patched.value);
  return patched;
}

/** The patched object, completed. */
function patchObject(
  { obj_type, object }: { obj_type: ObjectType; object: NetworkObject },
  steps: readonly PatchStep[],
  budget: { values_left: number },
): Result<NetworkObject, OwnFault> {
  let patched: unknown;
  try {
    const text = JSON.stringify(completeObject(obj_type, object));
    spend(budget, Math.ceil(text.length / VALUE_LENGTH));
    patched = applyPatch(JSON.parse(text), steps, budget);
  } catch (error) {
    if (!(error instanceof PatchFault)) throw error;
    return err({ kind: "invalid_patch", error: error.message });
  }
  const key = listKeyOf(obj_type);
  if (!isValidObject(key, patched)) {
    const [fault] = listObjectFaults(key, patched, []);
    return err({ kind: "invalid_patch", error: `${fault?.path}: ${fault?.reason}` });
  }
  if (JSON.stringify(patched).length > MAX_OBJECT_LENGTH) {
    const error = `the object would have more than ${MAX_OBJECT_LENGTH} characters`;
    return err({ kind: "invalid_patch", error });
  }
  // Safe: the type's schema has just accepted it.
  return ok(completeObject(obj_type, patched as NetworkObject));
}
