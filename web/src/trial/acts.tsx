/** What is done with the chosen train or service at once, in one row: edited, returned, duplicated; renamed, deleted, its history. */
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Field } from "../parts/fields.tsx";
import { Icon } from "../parts/icon.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { Menu } from "../parts/menu.tsx";
import { deleteTrain, duplicateTrain, renameTrain } from "../state/acts.ts";
import { openTab } from "../state/address.ts";
import { calendar } from "../state/dates.ts";
import { shows_form, wishes_name } from "../state/edits/open_form.ts";
import { storing_count } from "../state/edits/store_edits.ts";
import { attempt } from "../state/session.ts";
import { nameOfTrain, type PacedTrain, type TrainSchedule } from "../state/timetable.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

const HistoryDialog = whenLoaded(() => import("../history/history_dialog.tsx"), "HistoryDialog");

export function TrainActs({
  record,
  onReturn,
  onVariant,
  onEnd,
}: {
  readonly record: TrainSchedule | PacedTrain;
  readonly onReturn: () => void;
  readonly onVariant: () => void;
  /** Called before a button disappears, which would take the focus with it. */
  readonly onEnd: (button: HTMLElement) => void;
}): JSX.Element {
  const [name, setName] = useState<string | null>(null);
  const [shows_history, showHistory] = useState(false);
  const is_wished = wishes_name.value;
  useEffect(() => {
    if (!is_wished) return;
    wishes_name.value = false;
    setName(record.train_name);
  }, [is_wished]);
  return (
    <>
      <div class="row acts">
        <button
          type="button"
          onClick={() => {
            shows_form.value = true;
            openTab("train");
          }}
        >
          <Icon name="pencil" />
          {TOOL_TEXTS.acts.edit}
        </button>
        <button type="button" onClick={onReturn}>
          {TOOL_TEXTS.returns.make}
        </button>
        <VariantButton record={record} onClick={onVariant} />
        <StoringButton
          text={TOOL_TEXTS.acts.duplicate}
          onClick={() => attempt(async () => await duplicateTrain(record))}
        />
        <More
          record={record}
          onRename={() => setName(record.train_name)}
          onHistory={() => showHistory(true)}
        />
      </div>
      {shows_history && (
        <HistoryDialog
          id={record.timetable_id}
          train_id={record.id}
          name={nameOfTrain(record)}
          may_write
          onClose={() => showHistory(false)}
        />
      )}
      {name !== null && (
        <NameForm
          name={name}
          onChange={setName}
          onDone={(form) => {
            onEnd(form);
            setName(null);
            attempt(async () => await renameTrain(record, name.trim()));
          }}
        />
      )}
    </>
  );
}

/** Only a train with days has some on which it runs otherwise. */
function VariantButton({
  record,
  onClick,
}: {
  readonly record: TrainSchedule | PacedTrain;
  readonly onClick: () => void;
}): JSX.Element | null {
  if (record.days === undefined || calendar.value === null) return null;
  return (
    <button type="button" onClick={onClick}>
      {TOOL_TEXTS.variant.make}
    </button>
  );
}

/** What is done less often. */
function More({
  record,
  onRename,
  onHistory,
}: {
  readonly record: TrainSchedule | PacedTrain;
  readonly onRename: () => void;
  readonly onHistory: () => void;
}): JSX.Element {
  return (
    <Menu label={TOOL_TEXTS.acts.more} is_small>
      <button type="button" onClick={onRename}>
        {TOOL_TEXTS.acts.rename}
      </button>
      <button type="button" onClick={onHistory}>
        {TOOL_TEXTS.acts.history}
      </button>
      <StoringButton
        text={"paced" in record ? TOOL_TEXTS.acts.delete_service : TOOL_TEXTS.acts.delete}
        onClick={() => attempt(async () => await deleteTrain(record))}
      />
    </Menu>
  );
}

/** It waits for what is being stored. */
function StoringButton({
  text,
  onClick,
}: {
  readonly text: string;
  readonly onClick: () => void;
}): JSX.Element {
  return (
    <button type="button" disabled={storing_count.value > 0} onClick={onClick}>
      {text}
    </button>
  );
}

function NameForm({
  name,
  onChange,
  onDone,
}: {
  readonly name: string;
  /** Null: it keeps its name. */
  readonly onChange: (name: string | null) => void;
  readonly onDone: (form: HTMLElement) => void;
}): JSX.Element {
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        onDone(event.currentTarget);
      }}
    >
      <Field
        label={TOOL_TEXTS.acts.new_name}
        ref={takeFocus}
        value={name}
        maxLength={4096}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onChange(null);
        }}
      />
      <button type="submit">{TOOL_TEXTS.acts.rename}</button>
    </form>
  );
}

function takeFocus(input: HTMLInputElement | null): void {
  input?.focus();
}
