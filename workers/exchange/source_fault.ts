/** Why a file can't be read: thrown inside a reader, returned as a value to its callers. */

export interface SourceFault {
  readonly reason: string;
  /** From 1; null where the format has no lines. */
  readonly line: number | null;
  readonly column: number | null;
}

/** Letters of a reason: it may quote the file, and a file's text may be all of it. */
export const REASON_LENGTH_MAX = 400;

export class UnreadableSource extends Error {
  readonly fault: SourceFault;

  constructor(told: string, at: { readonly line?: number; readonly column?: number } = {}) {
    const reason = told.slice(0, REASON_LENGTH_MAX);
    super(reason);
    this.fault = { reason, line: at.line ?? null, column: at.column ?? null };
  }
}
