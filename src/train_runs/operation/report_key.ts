/** A train's name as its reports are found by. */
interface NamedTrain {
  readonly kind?: string;
  readonly id?: number;
  readonly occurrence_key?: number | undefined;
  readonly exception_key?: string | undefined;
  readonly date?: string | undefined;
}

/** In one form. */
export function reportKeyOf({ kind, id, occurrence_key, exception_key, date }: NamedTrain): string {
  return JSON.stringify({ kind, id, occurrence_key, exception_key, date });
}
