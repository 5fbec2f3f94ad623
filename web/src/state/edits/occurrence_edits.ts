/** Changes to single trains of a service, as exceptions in its form. */
import { durationMs } from "../../graph/occurrences.ts";
import { printTime, type ServiceForm } from "./edit.ts";

export type Exception = ServiceForm["exceptions"][number];

/** One of a service's trains: by its index, or by the key of the exception that adds it. */
export interface Which {
  readonly index: number | null;
  readonly exception_key: string | null;
}

/** Adds to the train's exception, or makes one: another time, a cancellation, or other changes. */
export function changeOccurrence(
  form: ServiceForm,
  which: Which,
  change: Partial<Exception>,
): ServiceForm {
  const at = form.exceptions.findIndex((one) => isOf(one, which));
  const known = form.exceptions[at];
  if (known !== undefined) {
    return { ...form, exceptions: form.exceptions.with(at, { ...known, ...change }) };
  }
  if (which.index === null) return form;
  const made = { key: freeKey(form, which.index), occurrence_index: which.index, disabled: false };
  return { ...form, exceptions: [...form.exceptions, { ...made, ...change }] };
}

function isOf({ key, occurrence_index }: Exception, { index, exception_key }: Which): boolean {
  return index === null ? key === exception_key : occurrence_index === index;
}

/** In the server's style. */
function freeKey({ exceptions }: ServiceForm, index: number): string {
  const keys = new Set(exceptions.map(({ key }) => key));
  let key = `occurrence ${index}`;
  while (keys.has(key)) key += "'";
  return key;
}

export function startOccurrence(form: ServiceForm, which: Which, start_ms: number): ServiceForm {
  return changeOccurrence(form, which, { start_time: { value: printTime(start_ms) } });
}

/** When it starts, ms since the epoch. */
export function startOf(form: ServiceForm, which: Which): number {
  const own = form.exceptions.find((one) => isOf(one, which))?.start_time?.value;
  const regular_ms =
    Date.parse(form.start_time) + (which.index ?? 0) * durationMs(form.paced.interval);
  return own === undefined ? regular_ms : Date.parse(own);
}
