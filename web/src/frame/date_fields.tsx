/** Which date's trains are shown; and the period that dates are of. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../parts/fields.tsx";
import { IconButton } from "../parts/icon.tsx";
import {
  calendar,
  type Period,
  showDate,
  shown_date,
  stepDays,
  storePeriod,
} from "../state/dates.ts";
import { may_write } from "../state/rights.ts";
import { explain } from "../state/session.ts";
import { TEXTS } from "../texts.ts";

export function DateFields(): JSX.Element {
  const period = calendar.value?.period ?? null;
  const date = shown_date.value;
  return (
    <>
      {period !== null && (
        <div class="row">
          <IconButton
            icon="left"
            text={TEXTS.graph.day_before}
            disabled={date === null}
            onClick={() => stepDays(-1)}
          />
          <Field
            label={TEXTS.dates.date}
            type="date"
            min={period.first}
            max={period.last}
            value={date ?? ""}
            onChange={({ currentTarget: { value } }) => showDate(value === "" ? null : value)}
          />
          <IconButton
            icon="right"
            text={TEXTS.graph.day_after}
            disabled={date === null}
            onClick={() => stepDays(1)}
          />
        </div>
      )}
      {date !== null && (
        <button type="button" onClick={() => showDate(null)}>
          {TEXTS.dates.without}
        </button>
      )}
      {may_write.value && <PeriodFields stored={period} />}
    </>
  );
}

/** A year from today, in the reader's zone, until another is chosen. */
function proposePeriod(): Period {
  const [today, later] = [new Date(), new Date()];
  later.setDate(later.getDate() + 364);
  const { timeZone: time_zone } = Intl.DateTimeFormat().resolvedOptions();
  const [first, last] = [today, later].map((one) => one.toISOString().slice(0, 10));
  return { first: first ?? "", last: last ?? "", time_zone };
}

function PeriodFields({ stored }: { readonly stored: Period | null }): JSX.Element {
  const [wanted, setWanted] = useState<Period | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = wanted ?? stored ?? proposePeriod();
  const change = (more: Partial<Period>): void => setWanted({ ...shown, ...more });
  const store = async (): Promise<void> => {
    try {
      await storePeriod(shown);
      setWanted(null);
      setFault(null);
    } catch (error) {
      setFault(explain(error));
    }
  };
  return (
    <details open={stored === null}>
      <summary>{TEXTS.dates.period}</summary>
      <p>{TEXTS.dates.about}</p>
      <div class="row">
        <Field
          label={TEXTS.dates.first}
          type="date"
          value={shown.first}
          onChange={({ currentTarget: { value } }) => change({ first: value })}
        />
        <Field
          label={TEXTS.dates.last}
          type="date"
          value={shown.last}
          onChange={({ currentTarget: { value } }) => change({ last: value })}
        />
        <Field
          label={TEXTS.dates.zone}
          value={shown.time_zone}
          onChange={({ currentTarget: { value } }) => change({ time_zone: value })}
        />
        <button type="button" disabled={wanted === null && stored !== null} onClick={store}>
          {TEXTS.dates.store}
        </button>
      </div>
      {fault !== null && (
        <p class="fault" role="alert">
          {fault}
        </p>
      )}
    </details>
  );
}
