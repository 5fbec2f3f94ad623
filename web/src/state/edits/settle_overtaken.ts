/** Ends the question about fields that somebody else has changed too. */
import { refreshGraph } from "../loading.ts";
import { keepRecords } from "../timetable.ts";
import { formOf } from "./edit.ts";
import type { Side } from "./merge.ts";
import { rebase } from "./store_edits.ts";
import { overtaken, storeNow, storeTrial } from "./store_trial.ts";
import { beginFrom, trial } from "./trial.ts";

/** For fields that both have changed, `mine` stores this user's values, `theirs` keeps the other's. */
export async function settleOvertaken(side: Side): Promise<void> {
  const found = overtaken.peek();
  overtaken.value = null;
  if (found === null) return;
  const known = new Map(found.overlaps.map(({ edit, stored }) => [edit.key, stored]));
  const edits = found.edits.map((edit) => {
    const stored = known.get(edit.key);
    if (stored === undefined) return edit;
    keepRecords([stored.train]);
    const before = formOf(stored.train);
    return { ...edit, before, after: rebase(edit, before, side).after };
  });
  if (found.is_trial) {
    beginFrom(known);
    const untold = { times: new Map(), follows: null, asked: [], fault: null, is_unsure: false };
    const own = { is_proposal: false, is_outdated: false };
    trial.value = { edits, state: "tried", ...untold, ...own };
    await storeTrial();
  } else await storeNow(edits, known);
  if (side === "theirs") await refreshGraph(found.overlaps.map(({ edit }) => edit.id ?? 0));
}
