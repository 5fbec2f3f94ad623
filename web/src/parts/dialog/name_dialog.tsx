/** Asks for a name and uses it; a refusal is shown in the dialog. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { useSending } from "../sending.ts";
import { Dialog } from "./dialog.tsx";

const LENGTH_MAX = 128;

/** A name of blanks could be neither seen nor chosen. */
export function isName(name: string): boolean {
  return /[^\p{White_Space}\p{C}]/u.test(name) && name.length <= LENGTH_MAX;
}

export function NameDialog({
  heading,
  act,
  name: first,
  onDone,
  onClose,
}: {
  readonly heading: string;
  /** The button's text. */
  readonly act: string;
  readonly name: string;
  readonly onDone: (name: string) => Promise<void>;
  readonly onClose: () => void;
}): JSX.Element {
  const [name, setName] = useState(first);
  const { is_sending, fault, send } = useSending();
  const finish = async (): Promise<void> => {
    if (!isName(name)) throw new Error(TOOL_TEXTS.records.name_missing);
    await onDone(name);
    onClose();
  };
  return (
    <Dialog heading={heading} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send(finish);
        }}
      >
        <label class="field wide-field">
          <span>{TOOL_TEXTS.records.new_name}</span>
          <input
            // The dialog is opened to type the name.
            autofocus
            value={name}
            maxLength={LENGTH_MAX}
            onFocus={(event) => event.currentTarget.select()}
            onInput={(event) => setName(event.currentTarget.value)}
          />
        </label>
        {fault !== null && (
          <p class="notice failed" role="alert">
            {fault}
          </p>
        )}
        <p class="row below">
          <button type="submit" class="main" disabled={is_sending}>
            {act}
          </button>
          <button type="button" onClick={onClose}>
            {TOOL_TEXTS.records.cancel}
          </button>
        </p>
      </form>
    </Dialog>
  );
}

/** Asks for confirmation before something is deleted for good. */
export function DeleteDialog({
  heading,
  words,
  onDone,
  onClose,
}: {
  readonly heading: string;
  readonly words: string;
  readonly onDone: () => Promise<void>;
  readonly onClose: () => void;
}): JSX.Element {
  const { is_sending, fault, send } = useSending();
  const finish = async (): Promise<void> => {
    await onDone();
    onClose();
  };
  return (
    <Dialog heading={heading} onClose={onClose}>
      <p>{words}</p>
      {fault !== null && (
        <p class="notice failed" role="alert">
          {fault}
        </p>
      )}
      <p class="row below">
        <button type="button" class="main" disabled={is_sending} onClick={() => void send(finish)}>
          {TOOL_TEXTS.records.delete}
        </button>
        <button type="button" onClick={onClose}>
          {TOOL_TEXTS.records.cancel}
        </button>
      </p>
    </Dialog>
  );
}
