/** Of the timetable's steps. */
import type { JSX } from "preact";
import { StepButtons } from "../parts/step_buttons.tsx";
import { nameOf, redo, undo } from "../state/edits/undo.ts";
import { steps } from "../state/edits/undo_steps.ts";

export function UndoButtons(): JSX.Element {
  return <StepButtons steps={steps.value} nameOf={nameOf} act={{ undo, redo }} />;
}
