/** An edit of a network field by field: what was, and what has become of it. Pure but for texts. */
import { TOOL_TEXTS } from "../tool_texts.ts";
import { type Edit, type Operation, printId, targetOf } from "./edits/edits.ts";
import type { Json, PatchStep } from "./edits/patch.ts";

interface Told {
  readonly field: string;
  readonly old: string;
  readonly new: string;
}

/** In the order of its operations; what is made has no old values, what is deleted no new ones. */
export function tellEdit({ operations, inverse }: Edit): Told[] {
  const undoing = inverse.toReversed();
  return operations.flatMap((operation, i) => tellOperation(operation, undoing[i]));
}

function tellOperation(operation: Operation, undoing: Operation | undefined): Told[] {
  const { obj_type, obj_id } = targetOf(operation);
  const name = `${TOOL_TEXTS.map.types[obj_type]} ${printId(obj_id)}`;
  if (operation.operation_type === "UPDATE") {
    return operation.railjson_patch.flatMap((step, i, steps) => tellStep(name, step, steps[i - 1]));
  }
  if (operation.operation_type === "CREATE") {
    return [{ field: name, old: "", new: print(operation.railjson as Json) }];
  }
  const was = undoing?.operation_type === "CREATE" ? (undoing.railjson as Json) : null;
  return [{ field: name, old: print(was), new: "" }];
}

/** What is replaced is tested before (patch.ts). */
function tellStep(name: string, step: PatchStep, before: PatchStep | undefined): Told[] {
  if (step.op === "test") return [];
  const words = step.path.split("/").slice(1).map(nameOfPart);
  const is_tested = before?.op === "test" && before.path === step.path;
  return [
    {
      field: `${name}: ${words.join(" ")}`,
      old: is_tested ? print(before.value as Json) : "",
      new: "value" in step ? print(step.value as Json) : "",
    },
  ];
}

function nameOfPart(part: string): string {
  const name = part.replaceAll("~1", "/").replaceAll("~0", "~");
  // Lists are counted from 1 for readers.
  if (/^\d+$/.test(name)) return String(Number(name) + 1);
  return Object.hasOwn(TOOL_TEXTS.fields, name)
    ? TOOL_TEXTS.fields[name as keyof typeof TOOL_TEXTS.fields]
    : name;
}

const PRINTED_MAX = 300;

function print(value: Json): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > PRINTED_MAX ? `${text.slice(0, PRINTED_MAX)} …` : text;
}
