/** Undoes the last stored step, and redoes it; fields that another user has changed since are kept. */
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { timetable_id } from "../address.ts";
import { tell, tellFailure } from "../session.ts";
import type { Way } from "../steps.ts";
import { listRecords, open_timetable_id } from "../timetable.ts";
import { type Edit, editRecord, followRenumbered, formOf, invert } from "./edit.ts";
import { nameStep } from "./edit_texts.ts";
import { type Outcome, storeUnremembered } from "./store_edits.ts";
import { readAfter, tellGone } from "./store_trial.ts";
import { forgetStep, type Step, steps, swapStep } from "./undo_steps.ts";

/** The edits that take a step back, the last one first: later edits of a record are on top. */
function takeBack({ edits }: Step): Edit[] {
  return edits.map(invert).toReversed();
}

/** `52117: stop at Beaumont`, also of a step that is undone. */
export function nameOf(step: Step, way: Way): string {
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
async function take(way: Way): Promise<void> {
  const step = steps.peek()[way].at(-1);
  const id = timetable_id.peek();
  // Not before it is read: what is stored meanwhile would be missing.
  if (step === undefined || id === null || open_timetable_id.peek() !== id) return;
  const edits = takeBack(step);
  try {
    const outcome = await storeUnremembered(id, edits);
    if ("overlaps" in outcome) {
      tell("failed", TOOL_TEXTS.edits.kept_theirs(nameOf(step, way)));
      forgetStep(id, way, step);
      return;
    }
    const ids = settle(id, way, step, outcome);
    if (open_timetable_id.peek() !== id) return;
    await readAfter(outcome);
    await followAgain(id, ids);
  } catch (error) {
    tellFailure(error);
  }
}

/** Returns the new ids of restored records. */
function settle(
  id: number,
  way: Way,
  step: Step,
  { done, gone }: Outcome,
): ReadonlyMap<number, number> {
  let ids: ReadonlyMap<number, number> = new Map();
  if (done.length === 0) forgetStep(id, way, step);
  else {
    ids = swapStep(id, way, step, done);
    tell("done", TOOL_TEXTS.edits[way === "undo" ? "undone" : "redone"](nameOf(step, way)));
  }
  tellGone(gone);
  return ids;
}

/** Trains that went on with the vehicles of restored ones do so again. It is no step: it goes with their ids. */
async function followAgain(id: number, ids: ReadonlyMap<number, number>): Promise<void> {
  if (open_timetable_id.peek() !== id) return;
  const edits = listRecords().flatMap((record): Edit[] => {
    const edit = editRecord(record);
    const after = followRenumbered(formOf(record), ids);
    return after.follows?.id === record.follows?.id ? [] : [{ ...edit, after }];
  });
  if (edits.length > 0) await storeUnremembered(id, edits);
}
