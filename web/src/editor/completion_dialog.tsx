/** What would complete the network, before it is stored. */
import type { JSX } from "preact";
import type { Schemas } from "../api/client.ts";
import { Choice } from "../parts/choice.tsx";
import { Dialog } from "../parts/dialog/dialog.tsx";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import {
  askCompletion,
  completion,
  is_asking,
  running_side,
  storeCompletion,
  tellRow,
} from "./edits/completion.ts";

export function CompletionDialog({
  proposal: { operations, report },
}: {
  readonly proposal: Schemas["CompletionProposal"];
}): JSX.Element {
  const close = (): void => {
    completion.value = null;
  };
  return (
    <Dialog heading={TOOL_TEXTS.editor.completion} onClose={close}>
      <Choice
        label={TOOL_TEXTS.editor.running_side}
        value={running_side.value ?? ""}
        options={[
          { value: "", text: TOOL_TEXTS.editor.either_side },
          { value: "left", text: TOOL_TEXTS.editor.left },
          { value: "right", text: TOOL_TEXTS.editor.right },
        ]}
        onChange={(value) => {
          running_side.value = value === "left" || value === "right" ? value : null;
          attempt(askCompletion);
        }}
      />
      <p>{TOOL_TEXTS.editor.completion_of(operations.length)}</p>
      {/* It scrolls if it is long, with keys too. */}
      <ul class="list" tabIndex={0} aria-label={TOOL_TEXTS.editor.completion}>
        {report.map((row, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have nothing of their own
          <li key={i}>{tellRow(row)}</li>
        ))}
      </ul>
      <div class="row">
        <button
          type="button"
          class="main"
          disabled={operations.length === 0 || is_asking.value}
          onClick={() => attempt(storeCompletion)}
        >
          {TOOL_TEXTS.records.store}
        </button>
        <button type="button" onClick={close}>
          {TOOL_TEXTS.records.cancel}
        </button>
      </div>
    </Dialog>
  );
}
