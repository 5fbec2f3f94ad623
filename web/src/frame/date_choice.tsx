/** Which date's trains are shown; and the period that dates are of. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../parts/fields.tsx";
import { IconButton } from "../parts/icon.tsx";
import { Menu } from "../parts/menu.tsx";
import { reader_zone } from "../state/asked/reader.ts";
import { calendar, type Period, shown_date } from "../state/dates.ts";
import { proposePeriod } from "../state/records/propose_period.ts";
import { may_write } from "../state/rights.ts";
import { attempt, explain } from "../state/session.ts";
import { showDate, stepDate } from "../state/show_date.ts";
import { storePeriod } from "../state/store_period.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** The date whose trains are shown. Who may not make a period is offered none. */
export function DateChoice(): JSX.Element | null {
  if (calendar.value === null && !may_write.value) return null;
  const date = shown_date.value;
  return (
    <Menu label={date === null ? TOOL_TEXTS.period.without : TOOL_TEXTS.period.shown(date)} stays>
      <DateFields />
    </Menu>
  );
}

function DateFields(): JSX.Element {
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
            onClick={() => stepDate(-1)}
          />
          <Field
            label={TOOL_TEXTS.period.date}
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
            onClick={() => stepDate(1)}
          />
        </div>
      )}
      {date !== null && (
        <button type="button" onClick={() => showDate(null)}>
          {TOOL_TEXTS.period.without}
        </button>
      )}
      {may_write.value && <PeriodFields stored={period} />}
    </>
  );
}

function PeriodFields({ stored }: { readonly stored: Period | null }): JSX.Element {
  const [wanted, setWanted] = useState<Period | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const shown = wanted ?? stored ?? proposePeriod(Date.now(), reader_zone.value);
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
      <summary>{TOOL_TEXTS.period.heading}</summary>
      <p>{TOOL_TEXTS.period.about}</p>
      <div class="row">
        <Field
          label={TOOL_TEXTS.period.first}
          type="date"
          value={shown.first}
          onChange={({ currentTarget: { value } }) => change({ first: value })}
        />
        <Field
          label={TOOL_TEXTS.period.last}
          type="date"
          value={shown.last}
          onChange={({ currentTarget: { value } }) => change({ last: value })}
        />
        <Field
          label={TOOL_TEXTS.period.zone}
          value={shown.time_zone}
          onChange={({ currentTarget: { value } }) => change({ time_zone: value })}
        />
        <button
          type="button"
          disabled={wanted === null && stored !== null}
          onClick={() => attempt(store)}
        >
          {TOOL_TEXTS.period.store}
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
