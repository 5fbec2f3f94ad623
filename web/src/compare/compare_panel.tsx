/** What the graph is compared with, and the differences. */

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printClock, printShift } from "../graph/clock.ts";
import { occurrenceKey, trainKey } from "../graph/occurrences.ts";
import { withZone } from "../graph/zone.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { parameters, setParameters } from "../state/address.ts";
import { calendar, shown_date } from "../state/dates.ts";
import { first_state } from "../state/first_state.ts";
import { other_timetables, readTimetables } from "../state/records/other_timetables.ts";
import { select, selected_key } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { nameOfTrain } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { differences, is_elsewhere, OPENED, other_date } from "./compared.ts";
import type { Difference } from "./differences.ts";

export function ComparePanel(): JSX.Element {
  useEffect(() => attempt(readTimetables), []);
  const opened_ms = first_state.value?.at_ms ?? null;
  const options = [
    { value: "", text: TEXTS.setting.none },
    ...(opened_ms === null
      ? []
      : [{ value: OPENED, text: TOOL_TEXTS.compare.opened(withZone(printClock(opened_ms))) }]),
    ...other_timetables.value,
  ];
  return (
    <>
      <Choice
        label={TOOL_TEXTS.compare.with}
        value={other_date.value === null ? parameters.compare.value : ""}
        options={options}
        onChange={(compare) => setParameters({ compare })}
      />
      {calendar.value !== null && shown_date.value !== null && (
        <Field
          label={TOOL_TEXTS.compare.date}
          type="date"
          min={calendar.value.period.first}
          max={calendar.value.period.last}
          value={other_date.value ?? ""}
          onChange={({ currentTarget: { value } }) => setParameters({ compare: value })}
        />
      )}
      {is_elsewhere.value && <p class="quiet">{TOOL_TEXTS.compare.elsewhere}</p>}
      <Differences />
    </>
  );
}

function Differences(): JSX.Element | null {
  const found = differences.value;
  if (found === null) {
    return parameters.compare.value === "" ? null : (
      <p class="quiet">{TOOL_TEXTS.compare.reading}</p>
    );
  }
  return (
    <>
      <p class="quiet" role="status">
        {TOOL_TEXTS.compare.count(found.length)}
      </p>
      <Rows label={TOOL_TEXTS.compare.count(found.length)}>
        {found.slice(0, ROWS_MAX).map((difference) => (
          <li key={`${difference.kind} ${difference.train.id}`}>
            <Line difference={difference} />
          </li>
        ))}
      </Rows>
      {found.length > ROWS_MAX && (
        <p class="quiet">{TOOL_TEXTS.compare.more(found.length - ROWS_MAX)}</p>
      )}
    </>
  );
}

function Line({ difference }: { readonly difference: Difference }): JSX.Element {
  const { kind, train } = difference;
  const key = "paced" in train ? occurrenceKey(train.id, 0, null) : trainKey(train.id);
  return (
    <button
      type="button"
      class="item"
      disabled={kind === "gone"}
      aria-pressed={key === selected_key.value}
      onClick={() => select(key)}
    >
      <strong>{nameOfTrain(train)}</strong> {describe(difference)}
    </button>
  );
}

function describe({ kind, fields, shift_ms }: Difference): string {
  const date = other_date.value;
  if (kind !== "changed" && date !== null) return TOOL_TEXTS.compare.dated[kind](date);
  if (kind !== "changed") return TOOL_TEXTS.compare.kinds[kind];
  const names: Readonly<Record<string, string>> = TOOL_TEXTS.train_fields;
  const shift =
    shift_ms === 0 ? [] : [`${TOOL_TEXTS.train_fields.start_time} ${printShift(shift_ms)}`];
  return [...shift, ...fields.map((name) => names[name] ?? name)].join(", ");
}
