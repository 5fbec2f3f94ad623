/**
 * The report of an import or export, beside its result: what was left out, completed (with which default) or
 * changed. Each kind of thing has one row with the place of the first and the count, so a report stays
 * short however large the file is.
 */

export type Severity = "info" | "warning";

/** Where something is, as far as the format knows it. */
export interface ReportPlace {
  /** Line of the file, from 1. */
  readonly line?: number;
  /** Name of the format's element, or type of the network's object. */
  readonly element?: string;
  readonly id?: string;
}

export interface ReportRow {
  readonly severity: Severity;
  readonly code: string;
  /** The first such place. */
  readonly where: ReportPlace;
  readonly message: string;
  readonly count: number;
}

type Note = Omit<ReportRow, "count">;

/** Collects notes; those of one code and element are one row. */
export class ExchangeReport {
  readonly #rows = new Map<string, Note & { count: number }>();

  note(note: Note, count = 1): void {
    if (count === 0) return;
    const key = `${note.code} ${note.where.element ?? ""}`;
    const known = this.#rows.get(key);
    if (known === undefined) this.#rows.set(key, { ...note, count });
    else known.count += count;
  }

  add(rows: readonly ReportRow[]): void {
    for (const { count, ...note } of rows) this.note(note, count);
  }

  get rows(): readonly ReportRow[] {
    return [...this.#rows.values()];
  }
}
