import type { JSX } from "preact";
import type { ReportRow } from "../state/records/import_files.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** Lists what was left out, completed or changed, in the server's words. */
export function Report({ rows }: { readonly rows: readonly ReportRow[] }): JSX.Element {
  return (
    <details open={rows.some(({ severity }) => severity === "warning")}>
      <summary>{TOOL_TEXTS.imports.report(rows.length)}</summary>
      {/* It scrolls where it is long: with keys too. */}
      <ul tabIndex={0} aria-label={TOOL_TEXTS.imports.report(rows.length)}>
        {rows.map(({ severity, code, where, message, count }) => (
          <li key={`${code} ${where.element ?? ""}`} class={severity}>
            {count} × {[where.element, where.id].filter(Boolean).join(" ")}: {message}
          </li>
        ))}
      </ul>
    </details>
  );
}
