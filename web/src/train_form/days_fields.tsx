/** On which days of the period a train runs: weekdays, exceptions by list or in a year's calendar, and all of it as a text. */

import type { JSX } from "preact";
import { daysToText } from "../../../src/railway/days/days_text.ts";
import { dayOf } from "../../../src/railway/days/operating_days.ts";
import { textToDays } from "../../../src/railway/days/read_days.ts";
import { CheckField } from "../parts/fields.tsx";
import { language } from "../state/asked/reader.ts";
import { calendar } from "../state/dates.ts";
import {
  bitsOf,
  type Days,
  EVERY_DAY,
  exceptList,
  expressBits,
  listDays,
  toggleDate,
  toggleWeekday,
} from "../state/edits/days.ts";
import type { Form } from "../state/edits/edit.ts";
import { changeEdited } from "../state/edits/open_form.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { TextField } from "./inputs.tsx";

const change = (make: (days: Days) => Days): void =>
  changeEdited((one) => ({ ...one, days: make(one.days ?? EVERY_DAY) }));

/** Nothing where the timetable has no period. */
export function DaysFields({ form: { days } }: { readonly form: Form }): JSX.Element | null {
  const known = calendar.value;
  if (known === null) return null;
  if (days === undefined) {
    return (
      <div class="field">
        <span>{TOOL_TEXTS.days.heading}</span>
        <button type="button" onClick={() => change(() => EVERY_DAY)}>
          {TOOL_TEXTS.days.begin}
        </button>
      </div>
    );
  }
  const bits = bitsOf(days, known);
  const first_day = dayOf(known.period.first);
  const read = (text: string): void => {
    const found = textToDays(text, { first_day, count: bits.length }, language.peek());
    if (found.ok) change((one) => expressBits(found.bits, known, one));
  };
  return (
    <fieldset class="days">
      <legend>{TOOL_TEXTS.days.heading}</legend>
      <div class="row">
        {TOOL_TEXTS.days.weekdays.map((name, i) => (
          <button
            key={name}
            type="button"
            aria-pressed={days.weekdays.includes(i + 1)}
            onClick={() => change((one) => toggleWeekday(one, i + 1))}
          >
            {name}
          </button>
        ))}
        <button
          type="button"
          onClick={() => change((one) => ({ ...one, weekdays: [1, 2, 3, 4, 5] }))}
        >
          {TOOL_TEXTS.days.workdays}
        </button>
        {known.lists.map(({ code, name }) => (
          <CheckField
            key={code}
            label={TOOL_TEXTS.days.except(name)}
            is_on={days.except?.includes(code) === true}
            onChange={(is_on) => change((one) => exceptList(one, code, is_on))}
          />
        ))}
      </div>
      <TextField
        label={TOOL_TEXTS.days.text}
        value={daysToText({ first_day, bits }, language.value)}
        onChange={read}
      />
      <details>
        <summary>{TOOL_TEXTS.days.calendar(bits.reduce((sum, bit) => sum + bit, 0))}</summary>
        <YearCalendar days={days} bits={bits} />
      </details>
    </fieldset>
  );
}

/** A row for each month; a day that is pressed runs if it did not, and the other way round. */
function YearCalendar({
  days,
  bits,
}: {
  readonly days: Days;
  readonly bits: Uint8Array;
}): JSX.Element | null {
  const known = calendar.value;
  if (known === null) return null;
  const months = new Map<string, ReturnType<typeof listDays>>();
  for (const day of listDays(known)) {
    const month = day.date.slice(0, 7);
    months.set(month, [...(months.get(month) ?? []), day]);
  }
  const listed = new Set(known.lists.flatMap(({ dates }) => dates));
  return (
    <div class="year" role="group" aria-label={TOOL_TEXTS.days.heading}>
      {[...months].map(([month, own]) => (
        <div key={month} class="month">
          <span>{month}</span>
          {own.map(({ date, weekday, place }, i) => {
            const runs = bits[place] === 1;
            const is_rule = runs === days.weekdays.includes(weekday);
            const kinds = [runs && "runs", !is_rule && "other", listed.has(date) && "listed"];
            return (
              <button
                key={date}
                type="button"
                class={kinds.filter(Boolean).join(" ")}
                aria-pressed={runs}
                aria-label={date}
                style={i === 0 ? `margin-left: ${(weekday - 1) * 1.5}rem` : undefined}
                onClick={() => change((one) => toggleDate(one, date, known))}
              >
                {Number(date.slice(8))}
              </button>
            );
          })}
        </div>
      ))}
    </div>
  );
}
