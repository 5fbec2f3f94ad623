/** Asks which columns of a table are which, where it calls them otherwise than we do. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { type ColumnHead, plainHead, TABLE_COLUMNS } from "../../../src/railway/table_columns.ts";
import { keepColumn, keptColumns, unknownHeads } from "../state/records/column_heads.ts";
import { noteFailure } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function ColumnChoices({
  file,
  onChange,
}: {
  readonly file: File;
  readonly onChange: (columns: readonly ColumnHead[]) => void;
}): JSX.Element | null {
  const [heads, setHeads] = useState<readonly string[]>([]);
  const [chosen, setChosen] = useState<readonly ColumnHead[]>([]);
  const take = (columns: readonly ColumnHead[]): void => {
    setChosen(columns);
    onChange(columns);
  };
  useEffect(() => {
    // Workbooks are archives, which only the server reads.
    if (!/\.csv$/i.test(file.name)) {
      setHeads([]);
      return undefined;
    }
    let is_asked = true;
    unknownHeads(file).then((found) => {
      if (!is_asked) return;
      setHeads(found);
      take(keptColumns(found));
    }, noteFailure);
    return () => {
      is_asked = false;
    };
  }, [file]);
  if (heads.length === 0) return null;
  const choose = (head: string, value: string): void => {
    const column = TABLE_COLUMNS.find((one) => one === value) ?? null;
    keepColumn(head, column);
    // A column stands under one name alone.
    const others = chosen.filter(
      ([other, one]) => plainHead(other) !== plainHead(head) && one !== column,
    );
    take(column === null ? others : [...others, [head, column]]);
  };
  return (
    <details open={chosen.length === 0}>
      <summary>{TOOL_TEXTS.imports.columns(heads.length)}</summary>
      {heads.map((head) => (
        <label class="field" key={head}>
          <span dir="auto">{head}</span>
          <select
            value={chosen.find(([other]) => plainHead(other) === plainHead(head))?.[1] ?? ""}
            onChange={({ currentTarget: { value } }) => choose(head, value)}
          >
            <option value="">{TOOL_TEXTS.imports.no_column}</option>
            {TABLE_COLUMNS.map((column) => (
              <option key={column}>{column}</option>
            ))}
          </select>
        </label>
      ))}
    </details>
  );
}
