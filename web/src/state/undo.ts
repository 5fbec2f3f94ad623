/** Undoes the last stored step, and redoes it; fields that another user has changed since are kept. */
import { TEXTS } from "../texts.ts";
import { timetable_id } from "./address.ts";
import { type Edit, invert } from "./edit.ts";
import { nameStep } from "./edit_texts.ts";
import { tell, tellFailure } from "./session.ts";
import { type Outcome, storeEdits } from "./store_edits.ts";
import { readAfter, tellGone } from "./store_trial.ts";
import { open_timetable_id } from "./timetable.ts";
import { forgetStep, type Step, steps, swapStep } from "./undo_steps.ts";

/** The edits that take a step back, the last one first: later edits of a record are on top. */
function takeBack({ edits }: Step): Edit[] {
  return edits.map(invert).toReversed();
}

/** `52117: stop at Beaumont`, also of a step that is undone. */
export function nameOf(way: "undo" | "redo", step: Step): string {
  return nameStep(way === "undo" ? step.edits : takeBack(step));
}

let doing: Promise<void> = Promise.resolve();

/** One after the other. */
export async function undo(): Promise<void> {
  doing = doing.then(async () => await take("undo"));
  await doing;
}

export async function redo(): Promise<void> {
  doing = doing.then(async () => await take("redo"));
  await doing;
}

/** A step stays in the list until the server has accepted it, or until it can never be taken. */
async function take(way: "undo" | "redo"): Promise<void> {
  const step = steps.peek()[way].at(-1);
  const id = timetable_id.peek();
  // Not before it is read: what is stored meanwhile would be missing.
  if (step === undefined || id === null || open_timetable_id.peek() !== id) return;
  const edits = takeBack(step);
  try {
    const outcome = await storeEdits(id, edits, new Map());
    if ("overlaps" in outcome) {
      tell("failed", TEXTS.edits.kept_theirs(nameOf(way, step)));
      forgetStep(id, way, step);
      return;
    }
    settle(id, way, step, outcome);
    if (open_timetable_id.peek() === id) await readAfter(outcome);
  } catch (error) {
    tellFailure(error);
  }
}

function settle(id: number, way: "undo" | "redo", step: Step, { done, gone }: Outcome): void {
  if (done.length === 0) forgetStep(id, way, step);
  else {
    swapStep(id, way, step, done);
    tell("done", TEXTS.edits[way === "undo" ? "undone" : "redone"](nameOf(way, step)));
  }
  tellGone(gone);
}
