/** The trains that a paced train stands for: occurrences at its interval; exceptions change, remove or add some. */

export interface PacedForm {
  readonly start_time: string;
  readonly train_name: string;
  readonly paced: { readonly time_window: string; readonly interval: string };
  readonly exceptions: readonly Exception[];
  readonly numbering?: Numbering;
}

/** How the trains of a service are numbered. */
export interface Numbering {
  readonly first: number;
  readonly step: number;
  readonly suffix: string;
}

export interface Exception {
  readonly key: string;
  readonly occurrence_index?: number | null;
  readonly disabled: boolean;
  readonly start_time?: { readonly value: string };
  readonly train_name?: { readonly value: string };
}

export interface Occurrence {
  /** Null: added by an exception. */
  readonly index: number | null;
  readonly exception_key: string | null;
  readonly name: string;
  readonly start_ms: number;
}

/** Whole milliseconds of a duration such as `PT3600S`, as the server answers it; also with days, hours and minutes. */
export function durationMs(text: string): number {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:([\d.]+)S)?)?$/.exec(text);
  const [, days = "0", hours = "0", minutes = "0", seconds = "0"] = parts ?? [];
  const whole_s = ((Number(days) * 24 + Number(hours)) * 60 + Number(minutes)) * 60;
  return Math.round((whole_s + Number(seconds)) * 1000);
}

/** The reverse: whole milliseconds as `PT90S` or `PT0.5S`. */
export function printDuration(ms: number): string {
  return `PT${ms / 1000}S`;
}

export function listOccurrences(form: PacedForm): Occurrence[] {
  const interval_ms = durationMs(form.paced.interval);
  const count = interval_ms > 0 ? Math.floor(durationMs(form.paced.time_window) / interval_ms) : 0;
  const base_ms = Date.parse(form.start_time);
  const changed = new Map<number, Exception>();
  for (const exception of form.exceptions) {
    const index = exception.occurrence_index ?? null;
    if (index !== null) changed.set(index, exception);
  }
  const found: Occurrence[] = [];
  for (let index = 0; index < count; index++) {
    const exception = changed.get(index) ?? null;
    if (exception?.disabled !== true) {
      found.push(makeOccurrence(form, exception, index, base_ms + index * interval_ms));
    }
  }
  for (const exception of form.exceptions) {
    if ((exception.occurrence_index ?? null) === null && !exception.disabled) {
      found.push(makeOccurrence(form, exception, null, base_ms));
    }
  }
  return found;
}

function makeOccurrence(
  form: PacedForm,
  exception: Exception | null,
  index: number | null,
  regular_ms: number,
): Occurrence {
  const own = exception?.start_time?.value;
  return {
    index,
    exception_key: exception?.key ?? null,
    name: nameOccurrence(form, index, exception),
    start_ms: own === undefined ? regular_ms : Date.parse(own),
  };
}

/** An exception's name counts before the number; a train that one adds has no number. */
export function nameOccurrence(
  { train_name, numbering }: Pick<PacedForm, "train_name" | "numbering">,
  index: number | null,
  exception: Pick<Exception, "train_name"> | null | undefined,
): string {
  const own = exception?.train_name?.value;
  if (own !== undefined) return own;
  return numbering === undefined || index === null ? train_name : nameByRule(numbering, index);
}

/** `4003` of the second train. */
export function nameByRule({ first, step, suffix }: Numbering, index: number): string {
  return `${first + step * index}${suffix}`;
}

/** Run key of an occurrence that the server names in a conflict. */
export function occurrenceKey(
  paced_train_id: number,
  index: number | null,
  exception_key: string | null,
): string {
  return `paced_train ${paced_train_id} ${index ?? "-"} ${exception_key ?? "-"}`;
}

export function trainKey(train_schedule_id: number): string {
  return `train_schedule ${train_schedule_id}`;
}
