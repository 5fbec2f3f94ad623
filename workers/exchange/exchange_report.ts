/**
 * The report of an import or export, beside its result: what was left out, completed (with which default) or
 * changed. Each kind of thing has one row with the place of the first and the count, so a report stays
 * short however large the file is.
 */

import { REASON_LENGTH_MAX, UnreadableSource } from "./source_fault.ts";

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
  readonly #is_strict: boolean;

  /** Strict: what can't be read refuses the whole file. */
  constructor(is_strict = true) {
    this.#is_strict = is_strict;
  }

  /** What is read of a part of a file; one that can't be read is told and left out, unless all or nothing is wanted. */
  attempt<Value>(where: ReportPlace, read: () => readonly Value[]): readonly Value[] {
    try {
      return read();
    } catch (error) {
      if (this.#is_strict || !(error instanceof UnreadableSource)) throw error;
      const { reason, line } = error.fault;
      const at = line === null ? where : { ...where, line };
      this.note({ severity: "warning", code: "faulty_left_out", where: at, message: reason });
      return [];
    }
  }

  /** Takes each item; those that can't be read are told and left out as with `attempt`. */
  takeEach<Item>(
    items: readonly Item[],
    where: (item: Item) => ReportPlace,
    take: (item: Item) => void,
  ): void {
    for (const item of items) {
      this.attempt(where(item), () => {
        take(item);
        return [];
      });
    }
  }

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

  /** Throws an `UnreadableSource` that says why nothing came in: an import of nothing is refused. */
  refuseNothing(what: string): never {
    // What was left out first is most likely why: other things are left out because of it. Else most of it was not wanted.
    const row =
      this.rows.find(({ severity }) => severity === "warning") ??
      this.rows.toSorted((a, b) => b.count - a.count)[0];
    if (row === undefined) throw new UnreadableSource(`it has no ${what}`);
    const { where, message, count } = row;
    const place = `${where.element ?? ""} ${where.id ?? ""}`.trim();
    const reason = `no ${what} of it could be read: ${place}: ${message}`;
    const others = count > 1 ? ` (and ${count - 1} more)` : "";
    throw new UnreadableSource(
      reason.slice(0, REASON_LENGTH_MAX) + others,
      where.line === undefined ? {} : { line: where.line, column: 1 },
    );
  }

  get rows(): readonly ReportRow[] {
    return [...this.#rows.values()];
  }
}

/** For people, with the first place that it is about. */
export function printRow({ severity, code, where, message, count }: ReportRow): string {
  const place = [where.element, where.id, where.line === undefined ? "" : `line ${where.line}`];
  const first = place.filter((text) => text !== undefined && text !== "").join(" ");
  return `${severity} ${code} ×${count} (${first}): ${message}`;
}
