/** Simulations in the form that servers share: the packed run and its requirements as bytes, its figures beside them. */
import type { TrainOutcome } from "../../../workers/tasks/types.ts";
import {
  type SharedCodec,
  type SharedForm,
  shareBytes,
} from "../../platform/compute/shared_value.ts";

type Success = Extract<TrainOutcome, { readonly kind: "success" }>;
type Head = Omit<Success, "packed" | "requirements"> | Exclude<TrainOutcome, Success>;

/** Alignment of values in a shared buffer. */
const ALIGNMENT = 8;

export const SHARED_TRAIN: SharedCodec<TrainOutcome> = { toForm, fromForms };

function toForm(outcome: TrainOutcome): SharedForm {
  if (outcome.kind !== "success") return { head: outcome, buffers: [] };
  const { packed, requirements, ...head } = outcome;
  const { buffer, byte_offset, byte_length } = requirements;
  const needs = new Uint8Array(buffer, byte_offset, byte_length);
  return { head: head satisfies Head, buffers: [new Uint8Array(packed), needs] };
}

/** All requirements share one buffer, like those of a computed batch. */
function fromForms(forms: readonly SharedForm[]): TrainOutcome[] {
  let size = 0;
  const offsets = forms.map(({ buffers: [, needs] }) => {
    const byte_offset = size;
    size += ALIGNMENT * Math.ceil((needs?.byteLength ?? 0) / ALIGNMENT);
    return byte_offset;
  });
  const buffer = new SharedArrayBuffer(size);
  const bytes = new Uint8Array(buffer);
  return forms.map(({ head: written, buffers: [packed, needs] }, i) => {
    // Safe: `toForm` wrote it.
    const head = written as Head;
    if (head.kind !== "success") return head;
    if (packed === undefined || needs === undefined) throw new Error("a simulation without bytes");
    const byte_offset = offsets[i] ?? 0;
    bytes.set(needs, byte_offset);
    const requirements = { buffer, byte_offset, byte_length: needs.byteLength };
    return { ...head, packed: shareBytes(packed), requirements };
  });
}
