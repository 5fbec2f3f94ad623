/** Task: what a trial makes of the conflicts of one date, from both lists. */
import { shareTexts } from "../shared_text.ts";
import type { TextConflict } from "./conflict_days.ts";
import { readTried, spellOccurrences } from "./read_conflicts.ts";

/** UTF-8 JSON text. */
export function compareLists({
  before,
  after,
  summaries,
}: {
  /** UTF-8 JSON text of a list of conflicts. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** JSON texts of the changes' summaries, separated by commas. */
  readonly summaries: string;
}): Uint8Array {
  const [was, becomes] = [readTried(before), readTried(after)];
  const gone = subtract(was, becomes).map((one) => JSON.stringify(one));
  const made = subtract(becomes, was).map((one) => JSON.stringify(one));
  return shareTexts([
    `{"trains":[${summaries}],"conflicts":{"gone":[${gone.join()}],"new":[${made.join()}],`,
    `"count_before":${was.length},"count_after":${becomes.length}}}`,
  ]);
}

/** Task: which conflicts of one date changes would end, and which they would make; JSON texts of each. */
export function subtractLists({
  before,
  after,
}: {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}): { readonly gone: readonly string[]; readonly made: readonly string[] } {
  const [was, becomes] = [readTried(before), readTried(after)];
  const print = ({ added_trains: _none, ...one }: TextConflict): string => JSON.stringify(one);
  return { gone: subtract(was, becomes).map(print), made: subtract(becomes, was).map(print) };
}

/** Those that are in the second list as often stay out. */
function subtract(list: readonly TextConflict[], others: readonly TextConflict[]): TextConflict[] {
  const counts = new Map<string, number>();
  for (const one of others) {
    const text = identify(one);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return list.filter((one) => {
    const text = identify(one);
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    return count === 0;
  });
}

function identify(conflict: TextConflict): string {
  return JSON.stringify({ ...conflict, paced_train_occurrence_ids: spellOccurrences(conflict) });
}
