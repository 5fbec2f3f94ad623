/** Task: what a trial makes of the conflicts of one date, from both lists. */
import { shareTexts } from "../shared_text.ts";
import { readTried } from "./read_conflicts.ts";

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
  const [was, becomes] = [before, after].map(listTexts);
  const [gone, made] = [subtract(was, becomes), subtract(becomes, was)];
  return shareTexts([
    `{"trains":[${summaries}],"conflicts":{"gone":[${gone.join()}],"new":[${made.join()}],`,
    `"count_before":${was?.length},"count_after":${becomes?.length}}}`,
  ]);
}

function listTexts(json: Uint8Array): string[] {
  return readTried(json).map((one) => JSON.stringify(one));
}

/** Those that are in the second list as often stay out. */
function subtract(texts: readonly string[] = [], others: readonly string[] = []): string[] {
  const counts = new Map<string, number>();
  for (const text of others) counts.set(text, (counts.get(text) ?? 0) + 1);
  return texts.filter((text) => {
    const count = counts.get(text) ?? 0;
    if (count > 0) counts.set(text, count - 1);
    return count === 0;
  });
}
