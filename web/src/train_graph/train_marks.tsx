/** Marks beside a train's name in a list. */
import type { JSX } from "preact";
import { several_ids } from "../state/edits/several.ts";
import { marked } from "../state/live.ts";
import { statuses } from "../state/statuses.ts";
import { TEXTS } from "../texts.ts";

export function TrainMarks({ train_id }: { readonly train_id: number }): JSX.Element {
  const status = statuses.value?.get(train_id)?.status;
  return (
    <>
      {several_ids.value.has(train_id) && <span class="mark">{TEXTS.panels.chosen}</span>}
      {marked.value.has(train_id) && <span class="mark">{TEXTS.live.marked}</span>}
      {status === "outdated" && <span class="mark warning">{TEXTS.live.outdated}</span>}
      {status === "invalid" && <span class="mark failed">{TEXTS.live.invalid}</span>}
    </>
  );
}
