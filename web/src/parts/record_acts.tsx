/** The menu of a record: renaming, copying and deleting it, each with its dialog, and its own actions. */
import type { ComponentChildren, JSX } from "preact";
import { useState } from "preact/hooks";
import { tell } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { DeleteDialog, NameDialog } from "./dialog/name_dialog.tsx";
import { Menu } from "./menu.tsx";
import "./records.css";

const NAME_MAX = 128;

export interface RecordActs {
  /** As it is shown. */
  readonly name: string;
  /** As it is stored. */
  readonly own_name: string;
  readonly may_write: boolean;
  readonly may_copy: boolean;
  readonly may_delete: boolean;
  /** What is deleted with it. */
  readonly delete_words: string;
  readonly rename: (name: string) => Promise<void>;
  readonly copy: (name: string) => Promise<void>;
  readonly remove: () => Promise<void>;
  /** The list has changed: a record was renamed, added or removed. */
  readonly onChange: () => Promise<void>;
}

type Act = "rename" | "copy" | "remove";

export function RecordMenu({
  acts,
  children,
}: {
  readonly acts: RecordActs;
  /** Buttons between copying and deleting. */
  readonly children: ComponentChildren;
}): JSX.Element {
  const [act, setAct] = useState<Act | null>(null);
  const { name, may_write, may_copy, may_delete } = acts;
  return (
    <>
      <Menu label={TOOL_TEXTS.start.actions(name)} is_small>
        <button type="button" disabled={!may_write} onClick={() => setAct("rename")}>
          {TOOL_TEXTS.records.rename}
        </button>
        <button type="button" disabled={!may_copy} onClick={() => setAct("copy")}>
          {TOOL_TEXTS.records.copy}
        </button>
        {children}
        <button type="button" disabled={!may_delete} onClick={() => setAct("remove")}>
          {TOOL_TEXTS.records.remove}
        </button>
        {!may_delete && (
          <small class="quiet">
            {may_write ? TOOL_TEXTS.records.not_owner : TOOL_TEXTS.records.not_writer}
          </small>
        )}
      </Menu>
      {act !== null && <ActDialog act={act} acts={acts} onClose={() => setAct(null)} />}
    </>
  );
}

function ActDialog({
  act,
  acts: { name, own_name, delete_words, rename, copy, remove, onChange },
  onClose,
}: {
  readonly act: Act;
  readonly acts: RecordActs;
  readonly onClose: () => void;
}): JSX.Element {
  const finish = async (work: Promise<void>, told: string): Promise<void> => {
    await work;
    tell("done", told);
    await onChange();
  };
  if (act === "remove") {
    return (
      <DeleteDialog
        heading={TOOL_TEXTS.records.delete_what(name)}
        words={delete_words}
        onClose={onClose}
        onDone={async () => await finish(remove(), TOOL_TEXTS.records.deleted(name))}
      />
    );
  }
  if (act === "rename") {
    return (
      <NameDialog
        heading={TOOL_TEXTS.records.rename_what(name)}
        act={TOOL_TEXTS.records.store}
        name={own_name}
        onClose={onClose}
        onDone={async (next) => await finish(rename(next), TOOL_TEXTS.records.renamed(next))}
      />
    );
  }
  return (
    <NameDialog
      heading={TOOL_TEXTS.records.copy_what(name)}
      act={TOOL_TEXTS.records.make}
      name={TOOL_TEXTS.records.copy_of(name).slice(0, NAME_MAX)}
      onClose={onClose}
      onDone={async (next) => await finish(copy(next), TOOL_TEXTS.records.made(next))}
    />
  );
}
