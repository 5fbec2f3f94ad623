/** Why a file can't be read: thrown inside a reader, returned as a value to its callers. */

export interface SourceFault {
  readonly reason: string;
  /** From 1; null where the format has no lines. */
  readonly line: number | null;
  readonly column: number | null;
}

export class UnreadableSource extends Error {
  readonly fault: SourceFault;

  constructor(reason: string, at: { readonly line?: number; readonly column?: number } = {}) {
    super(reason);
    this.fault = { reason, line: at.line ?? null, column: at.column ?? null };
  }
}
