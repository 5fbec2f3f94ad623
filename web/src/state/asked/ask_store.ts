/** Stores the trial; where a train would lose its run, only when it is asked for again. */
import { effect, signal } from "@preact/signals";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { type Edit, isSame } from "../edits/edit.ts";
import { nameEdited } from "../edits/edit_names.ts";
import { summaryOf } from "../edits/foreseen.ts";
import { storeTrial } from "../edits/store_trial.ts";
import { type Trial, trial } from "../edits/trial.ts";
import { tell } from "../session.ts";
import { statuses } from "../statuses.ts";

/** Edits about which the planner has been asked. */
export const asked_about = signal<readonly Edit[] | null>(null);

/** Trains that would not run; not those that are known not to run as they are. */
export function listLost(now: Trial): Edit[] {
  if (now.follows === null || now.asked !== now.edits) return [];
  return now.edits.filter(({ key, id, before, after }) => {
    const is_invalid = statuses.peek()?.get(id ?? 0)?.status === "invalid";
    if (before === null || after === null || is_invalid) return false;
    const summary = summaryOf(now, key);
    return summary === null || !("path_item_times_final" in summary);
  });
}

const isRerouted = ({ before, after }: Edit): boolean =>
  before !== null && after !== null && !isSame(before.path, after.path);

/** Until it is known how these trains run; a trial that is gone or changed need not be waited for. */
async function foreseen(edits: readonly Edit[]): Promise<void> {
  const isKnown = (): boolean => {
    const now = trial.value;
    return now?.edits !== edits || now.fault !== null || now.asked === edits;
  };
  let stop = (): void => undefined;
  await new Promise<void>((resolve) => {
    stop = effect(() => {
      if (isKnown()) resolve();
    });
  });
  stop();
}

export async function storeAsked(): Promise<void> {
  const edits = trial.peek()?.edits ?? [];
  if (edits.some(isRerouted)) await foreseen(edits);
  const now = trial.peek();
  if (now === null || now.edits !== edits) return;
  const lost = listLost(now);
  if (lost.length > 0 && asked_about.peek() !== edits) {
    asked_about.value = edits;
    tell("warning", TOOL_TEXTS.move.loses_run(nameEdited(lost)));
    return;
  }
  await storeTrial();
}
