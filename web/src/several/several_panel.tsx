/** Actions on all chosen trains: tried together, stored as one change. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { paletteOf } from "../graph/drawing/palette.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import type { Edit, Form } from "../state/edits/edit.ts";
import { listNames } from "../state/edits/numbering.ts";
import { addVisible, leaveSeveral, several, toggleOne } from "../state/edits/several.ts";
import { storeEdits, storing_count } from "../state/edits/store_edits.ts";
import { tryEdits } from "../state/edits/trial.ts";
import { other_timetables, readTimetables } from "../state/records/other_timetables.ts";
import { may_write } from "../state/rights.ts";
import { attempt, tell } from "../state/session.ts";
import { nameOfTrain } from "../state/timetable.ts";
import { nameCategory, TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import {
  categorizeAll,
  copyAll,
  copyByDays,
  copyEvery,
  labelAll,
  removeAll,
  shiftAll,
  unlabelAll,
} from "./group_edits.ts";

const LISTED_MAX = 12;
/** More copies would be a typing error. */
const COPIES_MAX = 200;
const MINUTE_MS = 60_000;
const CATEGORIES = Object.keys(paletteOf(false).categories).sort();

export function SeveralPanel(): JSX.Element {
  const chosen = several.value;
  return (
    <>
      <p class="quiet">{TOOL_TEXTS.several.hint}</p>
      <p class="row">
        <button type="button" onClick={addVisible}>
          {TOOL_TEXTS.several.all}
        </button>
        <button type="button" disabled={chosen.length === 0} onClick={leaveSeveral}>
          {TOOL_TEXTS.several.none}
        </button>
      </p>
      <p role="status">{TOOL_TEXTS.several.count(chosen.length)}</p>
      {chosen.length > 0 && <Chosen />}
      {chosen.length > 0 && !may_write.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      {chosen.length > 0 && may_write.value && <Acts />}
    </>
  );
}

function Chosen(): JSX.Element {
  const chosen = several.value;
  return (
    <p class="row">
      {chosen.slice(0, LISTED_MAX).map((record) => (
        <button
          type="button"
          key={record.id}
          aria-label={TOOL_TEXTS.several.leave_out(nameOfTrain(record))}
          onClick={() => toggleOne(record.id)}
        >
          {nameOfTrain(record)} ×
        </button>
      ))}
      {chosen.length > LISTED_MAX && (
        <span>{TOOL_TEXTS.edits.more(chosen.length - LISTED_MAX)}</span>
      )}
    </p>
  );
}

/** Edits that change nothing are not tried. */
function tryAll(edits: readonly Edit[]): void {
  if (edits.length > 0) tryEdits(edits);
}

function Acts(): JSX.Element {
  return (
    <>
      <Shift />
      <Copies />
      <OtherDay />
      <OtherTimetable />
      <Category />
      <Label />
      <p class="row below">
        <button type="button" onClick={() => tryAll(removeAll(several.peek()))}>
          {TOOL_TEXTS.several.remove(several.value.length)}
        </button>
      </p>
    </>
  );
}

/** Fields, and a button that tries what they say. */
function Act({
  text,
  is_off = false,
  onTry,
  children,
}: {
  readonly text: string;
  readonly is_off?: boolean;
  readonly onTry: () => void;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <form
      class="row below act"
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_off) onTry();
      }}
    >
      {children}
      <button type="submit" disabled={is_off}>
        {text}
      </button>
    </form>
  );
}

interface NumberProps {
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function NumberField({ label, value, onChange }: NumberProps): JSX.Element {
  return (
    <Field
      label={label}
      type="number"
      step="any"
      value={Number.isNaN(value) ? "" : value}
      onInput={(event) => onChange(event.currentTarget.valueAsNumber)}
    />
  );
}

function Shift(): JSX.Element {
  const [minutes, setMinutes] = useState(1);
  return (
    <Act
      text={TOOL_TEXTS.several.shift}
      is_off={!Number.isFinite(minutes) || minutes === 0}
      onTry={() => tryAll(shiftAll(several.peek(), Math.round(minutes * 60) * 1000))}
    >
      <NumberField label={TOOL_TEXTS.several.minutes} value={minutes} onChange={setMinutes} />
    </Act>
  );
}

function Copies(): JSX.Element {
  const [every, setEvery] = useState(60);
  const [count, setCount] = useState(1);
  const is_right =
    every > 0 && Number.isInteger(count) && count > 0 && count * several.value.length <= COPIES_MAX;
  return (
    <Act
      text={TOOL_TEXTS.several.copy}
      is_off={!is_right}
      onTry={() => {
        tryAll(copyEvery(several.peek(), Math.round(every * MINUTE_MS), count, listNames()));
      }}
    >
      <NumberField label={TOOL_TEXTS.several.every} value={every} onChange={setEvery} />
      <NumberField label={TOOL_TEXTS.several.times} value={count} onChange={setCount} />
    </Act>
  );
}

function OtherDay(): JSX.Element {
  const [days, setDays] = useState(1);
  const is_right = Number.isInteger(days) && days !== 0 && several.value.length <= COPIES_MAX;
  return (
    <Act
      text={TOOL_TEXTS.several.copy}
      is_off={!is_right}
      onTry={() => tryAll(copyByDays(several.peek(), days))}
    >
      <NumberField label={TOOL_TEXTS.several.days} value={days} onChange={setDays} />
    </Act>
  );
}

function OtherTimetable(): JSX.Element | null {
  const [id, setId] = useState("");
  useEffect(() => attempt(readTimetables), []);
  const others = other_timetables.value;
  if (others.length === 0) return null;
  const name = others.find(({ value }) => value === id)?.text ?? "";
  return (
    <Act
      text={TOOL_TEXTS.several.copy}
      is_off={id === "" || storing_count.value > 0}
      onTry={() => attempt(async () => await copyTo(Number(id), name))}
    >
      <Choice
        label={TOOL_TEXTS.several.to_timetable}
        value={id}
        options={[{ value: "", text: TEXTS.setting.none }, ...others]}
        onChange={setId}
      />
    </Act>
  );
}

/** Stored at once: nothing of it would be seen here. Throws ApiFault. */
async function copyTo(id: number, name: string): Promise<void> {
  const edits = copyAll(several.peek());
  const outcome = await storeEdits(id, edits);
  if ("done" in outcome) tell("done", TOOL_TEXTS.several.copied(outcome.done.length, name));
}

function Category(): JSX.Element {
  const [category, setCategory] = useState(CATEGORIES[0] ?? "");
  return (
    <Act
      text={TOOL_TEXTS.several.set}
      onTry={() => {
        const wanted = category === "" ? null : { main_category: category };
        tryAll(categorizeAll(several.peek(), wanted as Form["category"]));
      }}
    >
      <Choice
        label={TOOL_TEXTS.train_fields.category}
        value={category}
        options={[
          ...CATEGORIES.map((one) => ({ value: one, text: nameCategory(one) })),
          { value: "", text: TEXTS.setting.none },
        ]}
        onChange={setCategory}
      />
    </Act>
  );
}

function Label(): JSX.Element {
  const [label, setLabel] = useState("");
  const wanted = label.trim();
  return (
    <Act
      text={TOOL_TEXTS.several.add}
      is_off={wanted === ""}
      onTry={() => tryAll(labelAll(several.peek(), wanted))}
    >
      <Field
        label={TEXTS.graph.label_filter}
        value={label}
        maxLength={200}
        onInput={(event) => setLabel(event.currentTarget.value)}
      />
      <button
        type="button"
        disabled={wanted === ""}
        onClick={() => tryAll(unlabelAll(several.peek(), wanted))}
      >
        {TOOL_TEXTS.several.take_away}
      </button>
    </Act>
  );
}
