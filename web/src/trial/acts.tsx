/** Duplicate, rename and delete the chosen train or service: each one act. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { deleteTrain, duplicateTrain, renameTrain } from "../state/acts.ts";
import { attempt } from "../state/session.ts";
import type { PacedTrain, TrainSchedule } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";

export function TrainActs({
  record,
  onEnd,
}: {
  readonly record: TrainSchedule | PacedTrain;
  /** Called before the buttons go: the focus would go with them. */
  readonly onEnd: (button: HTMLElement) => void;
}): JSX.Element {
  const [name, setName] = useState<string | null>(null);
  return (
    <div class="row acts">
      <button type="button" onClick={() => attempt(async () => await duplicateTrain(record))}>
        {TEXTS.acts.duplicate}
      </button>
      {name === null && (
        <button type="button" onClick={() => setName(record.train_name)}>
          {TEXTS.acts.rename}
        </button>
      )}
      <button
        type="button"
        onClick={(event) => {
          onEnd(event.currentTarget);
          attempt(async () => await deleteTrain(record));
        }}
      >
        {"paced" in record ? TEXTS.acts.delete_service : TEXTS.acts.delete}
      </button>
      {name !== null && (
        <form
          class="row"
          onSubmit={(event) => {
            event.preventDefault();
            onEnd(event.currentTarget);
            setName(null);
            attempt(async () => await renameTrain(record, name.trim()));
          }}
        >
          <label class="field">
            <span>{TEXTS.acts.new_name}</span>
            <input
              ref={takeFocus}
              value={name}
              maxLength={4096}
              onInput={(event) => setName(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === "Escape") setName(null);
              }}
            />
          </label>
          <button type="submit">{TEXTS.acts.rename}</button>
        </form>
      )}
    </div>
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
