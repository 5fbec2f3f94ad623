/** Asks before all trains are accepted at once, including filtered ones: it can't be undone. */
import type { JSX } from "preact";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { attempt } from "../state/session.ts";
import { acceptRuns } from "../state/statuses.ts";
import { train_count } from "../state/timetable.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

export function AcceptDialog({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <Dialog heading={TOOL_TEXTS.accept_all} onClose={onClose}>
      <p>{TOOL_TEXTS.accept_what(train_count.value)}</p>
      <p class="row below">
        <button type="button" onClick={onClose}>
          {TOOL_TEXTS.move.cancel}
        </button>
        <button
          type="button"
          class="main"
          onClick={() => {
            onClose();
            attempt(async () => await acceptRuns(null));
          }}
        >
          {TOOL_TEXTS.accept}
        </button>
      </p>
    </Dialog>
  );
}
