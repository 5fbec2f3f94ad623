/** Undoes the last stored step, and redoes it; each button names its step. */
import type { JSX } from "preact";
import { LATER } from "../later_texts.ts";
import { attempt } from "../state/session.ts";
import { redo, undo } from "../state/undo.ts";
import { redoable, undoable } from "../state/undo_steps.ts";

/** `onLast` is called before the button disappears, which would take the focus with it. */
export function UndoButtons({
  onLast,
}: {
  readonly onLast: (button: HTMLElement) => void;
}): JSX.Element | null {
  const [back, again] = [undoable.value, redoable.value];
  if (back.length + again.length === 0) return null;
  return (
    <p class="row undo">
      {back.length > 0 && (
        <button
          type="button"
          onClick={(event) => {
            if (undoable.peek().length === 1) onLast(event.currentTarget);
            attempt(undo);
          }}
        >
          {LATER.move.undo(back.length, back.at(-1)?.name ?? "")}
        </button>
      )}
      {again.length > 0 && (
        <button
          type="button"
          onClick={(event) => {
            if (redoable.peek().length === 1) onLast(event.currentTarget);
            attempt(redo);
          }}
        >
          {LATER.move.redo(again.length, again.at(-1)?.name ?? "")}
        </button>
      )}
    </p>
  );
}
