/** Beside a part of the graph without trains: where the trains are. Loaded when there is such a part. */
import type { JSX } from "preact";
import { printMoment } from "../graph/clock.ts";
import { type Run, spanOf } from "../graph/runs.ts";
import { goTo, neighbours, viewport } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function EmptyPart(): JSX.Element | null {
  const found = neighbours.value;
  if (found === null) return null;
  const { before, after } = found;
  const day_ms = viewport.value.from_ms;
  return (
    <div class="remark row">
      <span role="status">{TOOL_TEXTS.elsewhere.no_train_here}</span>
      {before !== null && (
        <button type="button" onClick={() => goToRun(before)}>
          {TOOL_TEXTS.elsewhere.last_train(before.name, printMoment(before.start_ms, day_ms))}
        </button>
      )}
      {after !== null && (
        <button type="button" class="main" onClick={() => goToRun(after)}>
          {TOOL_TEXTS.elsewhere.next_train(after.name, printMoment(after.start_ms, day_ms))}
        </button>
      )}
    </div>
  );
}

/** The button disappears, so the focus moves to the graph. */
function goToRun(run: Run): void {
  const span = spanOf(run);
  if (span === null) return;
  goTo((span.from_ms + span.to_ms) / 2);
  document.querySelector<HTMLElement>(".stage .graph")?.focus();
}
