/** A train that runs otherwise on some of its days: which ones, and how much later; tried at once, stored with the train. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { daysToText } from "../../../src/railway/days/days_text.ts";
import { dayOf } from "../../../src/railway/days/operating_days.ts";
import { textToDays } from "../../../src/railway/days/read_days.ts";
import { language } from "../state/asked/reader.ts";
import { calendar } from "../state/dates.ts";
import { bitsOf, listDays } from "../state/edits/days.ts";
import { wantedOf } from "../state/edits/move.ts";
import { cancelTrial, editOf, trial, tryEdits } from "../state/edits/trial.ts";
import { makeVariant } from "../state/edits/variant.ts";
import type { PacedTrain, TrainSchedule } from "../state/timetable.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NumberField, TextField } from "./inputs.tsx";

const MINUTE_MS = 60_000;
const DAY_MINUTES = 1440;

interface Wanted {
  readonly chosen: Uint8Array;
  readonly later_ms: number;
}

export function VariantFields({
  record,
}: {
  readonly record: TrainSchedule | PacedTrain;
}): JSX.Element | null {
  const form = useRef(wantedOf(record)).current;
  const edit = useRef(editOf(record)).current;
  const made_key = useRef<string | null>(null);
  const known = calendar.value;
  const { days } = form;
  const [wanted, setWanted] = useState<Wanted>({ chosen: new Uint8Array(), later_ms: 0 });
  const [is_early, setEarly] = useState(false);
  useEffect(() => {
    if (known === null || days === undefined) return;
    if (!wanted.chosen.includes(1)) {
      if (made_key.current !== null)
        for (const key of [made_key.current, edit.key]) cancelTrial(key);
      made_key.current = null;
      return;
    }
    const made = makeVariant(edit, { ...form, days }, { ...wanted, known });
    setEarly(made === null);
    if (made === null) return;
    const [changed, variant] = made;
    made_key.current ??= variant.key;
    tryEdits([changed, { ...variant, key: made_key.current }]);
  }, [wanted]);
  if (known === null || days === undefined) return null;
  const is_tried = trial.value?.edits.some(({ key }) => key === made_key.current) === true;
  // stored, or given up
  if (made_key.current !== null && !is_tried) return null;
  const bits = bitsOf(days, known);
  const first_day = dayOf(known.period.first);
  const read = (text: string): void => {
    const found = textToDays(text, { first_day, count: bits.length }, language.peek());
    if (found.ok)
      setWanted({ ...wanted, chosen: found.bits.map((bit, i) => bit & (bits[i] ?? 0)) });
  };
  const chosen = bits.map((_, i) => wanted.chosen[i] ?? 0);
  return (
    <fieldset class="days">
      <legend>{TOOL_TEXTS.variant.heading}</legend>
      <WeekdayButtons
        bits={bits}
        chosen={chosen}
        onChange={(next) => setWanted({ ...wanted, chosen: next })}
      />
      <TextField
        label={TOOL_TEXTS.days.text}
        value={daysToText({ first_day, bits: chosen }, language.value)}
        onChange={read}
      />
      <NumberField
        label={TOOL_TEXTS.variant.later}
        value={wanted.later_ms / MINUTE_MS}
        min={-DAY_MINUTES}
        max={DAY_MINUTES}
        step="any"
        onChange={(minutes) => setWanted({ ...wanted, later_ms: Math.round(minutes * MINUTE_MS) })}
      />
      {is_early && (
        <p class="fault" role="alert">
          {TOOL_TEXTS.variant.too_early}
        </p>
      )}
    </fieldset>
  );
}

/** All days of a weekday on which the train runs, taken or given back. */
function WeekdayButtons({
  bits,
  chosen,
  onChange,
}: {
  readonly bits: Uint8Array;
  readonly chosen: Uint8Array;
  readonly onChange: (chosen: Uint8Array) => void;
}): JSX.Element | null {
  const known = calendar.value;
  if (known === null) return null;
  const all = listDays(known);
  return (
    <div class="row">
      {TOOL_TEXTS.days.weekdays.map((name, i) => {
        const own = all.filter(({ weekday, place }) => weekday === i + 1 && bits[place] === 1);
        const is_on = own.length > 0 && own.every(({ place }) => chosen[place] === 1);
        const toggle = (): void => {
          const next = chosen.slice();
          for (const { place } of own) next[place] = is_on ? 0 : 1;
          onChange(next);
        };
        return (
          <button
            key={name}
            type="button"
            aria-pressed={is_on}
            disabled={own.length === 0}
            onClick={toggle}
          >
            {name}
          </button>
        );
      })}
    </div>
  );
}
