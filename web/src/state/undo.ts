/** Takes back the last stored change; fields that another user has changed since are kept. */
import { TEXTS } from "../texts.ts";
import { isGone, replacementOf, storeChange } from "./change.ts";
import { refreshGraph } from "./loading.ts";
import { tell, tellFailure } from "./session.ts";
import { nameOfTrain } from "./timetable.ts";
import { forgetStep, undoable } from "./undo_steps.ts";

let undoing: Promise<void> = Promise.resolve();

/** One after the other. */
export async function undo(): Promise<void> {
  undoing = undoing.then(undoLast);
  await undoing;
}

/** A step stays until the server has agreed, or until it can never be undone. */
async function undoLast(): Promise<void> {
  const last = undoable.peek().at(-1);
  if (last === undefined) return;
  const { before, after } = last;
  const change = { before: after, after: replacementOf(before) };
  try {
    const outcome = await storeChange(change, null);
    const name = nameOfTrain(before);
    if ("clashes" in outcome) tell("failed", TEXTS.move.undo_overtaken(name));
    else tell("done", TEXTS.move.undone(name));
  } catch (error) {
    if (!(await isGone(error, before))) {
      tellFailure(error);
      return;
    }
  }
  forgetStep(last);
  await refreshGraph([before.id]);
}
