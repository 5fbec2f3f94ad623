/** Which of a file's operating days an import takes, or in which period its weekdays are. */
import type { JSX } from "preact";
import { printDay } from "../graph/clock.ts";
import { timeOfWall } from "../graph/zone.ts";
import { CheckField, Field } from "../parts/fields.tsx";
import { reader_zone } from "../state/asked/reader.ts";
import type { Period } from "../state/dates.ts";
import type { DaysTaken } from "../state/records/import_files.ts";
import { proposePeriod } from "../state/records/propose_period.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import type { FilePeriod } from "./import_preview.tsx";

export const ALL_DAYS: DaysTaken = { first: null, last: null };

export function DaysTakenChoice({
  days,
  period,
  onChange,
}: {
  readonly days: DaysTaken | null;
  /** Of the file; null: it tells none, or it is not known yet. */
  readonly period: FilePeriod | null;
  readonly onChange: (days: DaysTaken | null) => void;
}): JSX.Element {
  const texts = TOOL_TEXTS.imports;
  return (
    <>
      <CheckField
        label={texts.keep_days}
        is_on={days !== null}
        onChange={(is_on) => onChange(is_on ? ALL_DAYS : null)}
      />
      {days !== null && period !== null && (
        <>
          <small>
            {texts.file_days(printDate(period.first), printDate(period.last), period.time_zone)}
          </small>
          <Field
            label={texts.days_from}
            type="date"
            required
            min={period.first}
            max={days.last ?? period.last}
            value={days.first ?? period.first}
            onChange={({ currentTarget: { value } }) => onChange({ ...days, first: dateOr(value) })}
          />
          <Field
            label={texts.days_to}
            type="date"
            required
            min={days.first ?? period.first}
            max={period.last}
            value={days.last ?? period.last}
            onChange={({ currentTarget: { value } }) => onChange({ ...days, last: dateOr(value) })}
          />
        </>
      )}
    </>
  );
}

/** Its file tells weekdays alone: the timetable may get a period, whose days they are. */
export function PeriodChoice({
  period,
  onChange,
}: {
  readonly period: Period | null;
  readonly onChange: (period: Period | null) => void;
}): JSX.Element {
  const texts = TOOL_TEXTS.imports;
  return (
    <>
      <CheckField
        label={texts.give_period}
        is_on={period !== null}
        onChange={(is_on) => onChange(is_on ? proposePeriod(Date.now(), reader_zone.value) : null)}
      />
      {period !== null && (
        <>
          <small>{texts.period_zone(period.time_zone)}</small>
          <Field
            label={texts.days_from}
            type="date"
            required
            max={period.last}
            value={period.first}
            onChange={({ currentTarget: { value } }) => onChange({ ...period, first: value })}
          />
          <Field
            label={texts.days_to}
            type="date"
            required
            min={period.first}
            value={period.last}
            onChange={({ currentTarget: { value } }) => onChange({ ...period, last: value })}
          />
        </>
      )}
    </>
  );
}

/** It is a date, whatever the zone. */
function printDate(date: string): string {
  return printDay(timeOfWall(Date.parse(date)));
}

/** Null: it is emptied, and is the file's again. */
function dateOr(value: string): string | null {
  return value === "" ? null : value;
}
