/** What was stored in this visit, the last first, with old and new values. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { DifferenceTable } from "../parts/difference_table.tsx";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { tellEdit } from "./edit_values.ts";
import { steps } from "./edits/commit.ts";
import type { Edit } from "./edits/edits.ts";

/** Values of one edit that are shown. */
const SHOWN_MAX = 200;

export function EditsPanel(): JSX.Element | null {
  const { undo } = steps.value;
  if (undo.length === 0) return null;
  return (
    <details class="edits">
      <summary>{TOOL_TEXTS.editor.edits(undo.length)}</summary>
      <ul class="list">
        {undo.toReversed().map((edit, i) => (
          // Steps have nothing of their own; the oldest has the lowest number.
          <li key={undo.length - i}>
            <OneEdit edit={edit} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function OneEdit({ edit }: { readonly edit: Edit }): JSX.Element {
  const [is_open, setOpen] = useState(false);
  const told = is_open ? tellEdit(edit) : [];
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{edit.name}</summary>
      <DifferenceTable told={told.slice(0, SHOWN_MAX)} />
      {told.length > SHOWN_MAX && (
        <p class="quiet">{TOOL_TEXTS.edits.more(told.length - SHOWN_MAX)}</p>
      )}
    </details>
  );
}
