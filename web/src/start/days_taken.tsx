/** Which of a file's operating days an import takes. */
import type { JSX } from "preact";
import { printDay } from "../graph/clock.ts";
import { CheckField, Field } from "../parts/fields.tsx";
import type { DaysTaken } from "../state/records/import_files.ts";
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

function printDate(date: string): string {
  return printDay(Date.parse(date));
}

/** Null: it is emptied, and is the file's again. */
function dateOr(value: string): string | null {
  return value === "" ? null : value;
}
