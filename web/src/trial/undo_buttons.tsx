/** Undoes the last stored step, and redoes it once that was done; each button names its step. */
import type { JSX } from "preact";
import { IconButton, type IconName } from "../parts/icon.tsx";
import { nameOf, redo, undo } from "../state/edits/undo.ts";
import { redoable, type Step, undoable } from "../state/edits/undo_steps.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function UndoButtons(): JSX.Element {
  return (
    <span class="row undo">
      <StepButton way="undo" steps={undoable.value} act={undo} />
      {redoable.value.length > 0 && <StepButton way="redo" steps={redoable.value} act={redo} />}
    </span>
  );
}

function StepButton({
  way,
  steps,
  act,
}: {
  readonly way: IconName & ("undo" | "redo");
  readonly steps: readonly Step[];
  readonly act: () => Promise<void>;
}): JSX.Element {
  const last = steps.at(-1);
  return (
    <IconButton
      icon={way}
      text={
        last === undefined
          ? TOOL_TEXTS.editor[way]
          : TOOL_TEXTS.move[way](steps.length, nameOf(way, last))
      }
      disabled={last === undefined}
      onClick={() => {
        // The last one takes the focus with it.
        if (steps.length === 1) document.getElementById("content")?.focus();
        attempt(act);
      }}
    />
  );
}
