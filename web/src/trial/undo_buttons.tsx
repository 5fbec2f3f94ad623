/** Undoes the last stored step, and redoes it; each button names its step. */
import type { JSX } from "preact";
import { nameOf, redo, undo } from "../state/edits/undo.ts";
import { redoable, undoable } from "../state/edits/undo_steps.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** `onLast` is called before the button disappears, which would take the focus with it. */
export function UndoButtons({
  onLast,
}: {
  readonly onLast: (button: HTMLElement) => void;
}): JSX.Element | null {
  const [back, again] = [undoable.value, redoable.value];
  const [last, next] = [back.at(-1), again.at(-1)];
  if (last === undefined && next === undefined) return null;
  return (
    <p class="row undo">
      {last !== undefined && (
        <button
          type="button"
          onClick={(event) => {
            if (undoable.peek().length === 1) onLast(event.currentTarget);
            attempt(undo);
          }}
        >
          {TOOL_TEXTS.move.undo(back.length, nameOf("undo", last))}
        </button>
      )}
      {next !== undefined && (
        <button
          type="button"
          onClick={(event) => {
            if (redoable.peek().length === 1) onLast(event.currentTarget);
            attempt(redo);
          }}
        >
          {TOOL_TEXTS.move.redo(again.length, nameOf("redo", next))}
        </button>
      )}
    </p>
  );
}
