/** Expected outcomes are values: an error is returned, never thrown (errors lose their class between threads). */
export type Result<T, E> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: E };

/** A fault in the form that leaves the engine. */
export interface DescribedFault {
  readonly type: `core:${string}`;
  readonly message: string;
  readonly context: Readonly<Record<string, string | number>>;
}

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function err<E>(error: E): { readonly ok: false; readonly error: E } {
  return { ok: false, error };
}

/** The value; null: it failed. */
export function valueOf<T, E>(result: Result<T, E>): T | null {
  return result.ok ? result.value : null;
}

/** Detects bugs, not bad input: throws when `condition` is false. Never inside a measured inner loop. */
export function assert(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`assertion failed: ${what}`);
}
