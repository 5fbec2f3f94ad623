/** Fits a train in between all others: the form, the answer, and storing it. */

import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { tellNoRun } from "../api/fault_words.ts";
import { printClock } from "../graph/clock.ts";
import { Choice, type Option } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { MomentField } from "../parts/moment_field.tsx";
import { Picker } from "../parts/picker.tsx";
import { openTab } from "../state/address.ts";
import { type Form, find, is_finding, keep } from "../state/asked/ask_request.ts";
import { type Answer, answer, found } from "../state/asked/request.ts";
import { storing_count } from "../state/edits/store_edits.ts";
import { graph_data } from "../state/graph.ts";
import { may_write } from "../state/rights.ts";
import { attempt, tell } from "../state/session.ts";
import { choices } from "../state/setting.ts";
import { findStations, type Station } from "../state/stations/stations.ts";
import { findTrain, nameOfTrain, timetable, train_count } from "../state/timetable.ts";
import { viewport } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

interface Draft {
  readonly rolling_stock_id: string;
  readonly mass_t: string;
  readonly length_m: string;
  readonly from: Station | null;
  readonly via: Station | null;
  readonly to: Station | null;
  /** NaN: not told yet. */
  readonly earliest_ms: number;
  readonly latest_ms: number;
  readonly name: string;
}

const EMPTY: Draft = {
  rolling_stock_id: "",
  mass_t: "",
  length_m: "",
  from: null,
  via: null,
  to: null,
  earliest_ms: Number.NaN,
  latest_ms: Number.NaN,
  name: TOOL_TEXTS.request.name,
};

const draft = signal<Draft>(EMPTY);

function change(changes: Partial<Draft>): void {
  draft.value = { ...draft.peek(), ...changes };
}

const GAP_MS = 60_000;

export function RequestView(): JSX.Element {
  const axis = graph_data.value?.axis.forward.stations ?? [];
  const form = formOf(draft.value);
  const stocks = (choices.value?.stocks ?? []).map(({ id, name }) => ({
    value: String(id),
    text: name,
  }));
  const is_read = timetable.value !== null;
  useEffect(() => fillIn(stocks, axis), [stocks.length, axis.length, is_read]);
  return (
    <div class="page">
      <h2 class="head">{TOOL_TEXTS.request.heading}</h2>
      <p class="quiet">{TOOL_TEXTS.request.stations}</p>
      <form
        class="request"
        onSubmit={(event) => {
          event.preventDefault();
          if (form !== null) attempt(async () => await find(form));
        }}
      >
        <Fields stocks={stocks} />
        <button type="submit" class="main" disabled={is_finding.value || form === null}>
          {is_finding.value ? TOOL_TEXTS.request.finding : TOOL_TEXTS.request.find}
        </button>
      </form>
      {form === null && <p class="quiet">{TOOL_TEXTS.request.incomplete}</p>}
      <div role="status">{answer.value !== null && <Told answered={answer.value} />}</div>
    </div>
  );
}

/** From the first to the last station of the axis, within the visible time. */
function fillIn(stocks: readonly Option[], axis: readonly Station[]): void {
  const { from_ms, to_ms } = viewport.peek();
  const now = draft.peek();
  const is_empty = timetable.peek() !== null && train_count.peek() === 0;
  const is_placed = axis.length > 0 || is_empty;
  change({
    rolling_stock_id: now.rolling_stock_id || (stocks[0]?.value ?? ""),
    from: now.from ?? axis[0] ?? null,
    to: now.to ?? axis.at(-1) ?? null,
    ...(is_placed && { earliest_ms: now.earliest_ms || from_ms }),
    ...(is_placed && { latest_ms: now.latest_ms || to_ms }),
  });
}

function Fields({ stocks }: { readonly stocks: readonly Option[] }): JSX.Element {
  const now = draft.value;
  const number = (label: string, name: "mass_t" | "length_m") => (
    <Field
      label={label}
      type="number"
      min={0}
      value={now[name]}
      onInput={(event) => change({ [name]: event.currentTarget.value })}
    />
  );
  const moment = (label: string, name: "earliest_ms" | "latest_ms") => (
    <MomentField
      label={label}
      time_ms={now[name]}
      onChange={(time_ms) => change({ [name]: time_ms })}
    />
  );
  const pick = (label: string, name: "from" | "via" | "to") => (
    <Picker
      label={label}
      chosen={now[name]}
      find={findStations}
      onChange={(station) => change({ [name]: station })}
    />
  );
  return (
    <>
      <Choice
        label={TOOL_TEXTS.request.stock}
        value={now.rolling_stock_id}
        options={stocks}
        onChange={(value) => change({ rolling_stock_id: value })}
      />
      {number(TOOL_TEXTS.request.mass, "mass_t")}
      {number(TOOL_TEXTS.request.length, "length_m")}
      {pick(TOOL_TEXTS.request.from, "from")}
      {pick(TOOL_TEXTS.request.via, "via")}
      {now.via !== null && (
        <button type="button" onClick={() => change({ via: null })}>
          {TOOL_TEXTS.request.no_via}
        </button>
      )}
      {pick(TOOL_TEXTS.request.to, "to")}
      {moment(TOOL_TEXTS.request.earliest, "earliest_ms")}
      {moment(TOOL_TEXTS.request.latest, "latest_ms")}
    </>
  );
}

/** Null: something is missing. */
function formOf(now: Draft): Form | null {
  const { from, via, to, earliest_ms, latest_ms } = now;
  const is_timed = latest_ms >= earliest_ms;
  if (from === null || to === null || from.id === to.id || !is_timed) return null;
  if (now.rolling_stock_id === "") return null;
  const timing_data = {
    arrival_time: new Date(earliest_ms).toISOString(),
    arrival_time_tolerance_before: 0,
    arrival_time_tolerance_after: latest_ms - earliest_ms,
  };
  const place = ({ id }: Station) => ({ location: { operational_point: id }, duration: 0 });
  return {
    steps: [{ ...place(from), timing_data }, ...(via === null ? [] : [place(via)]), place(to)],
    rolling_stock_id: Number(now.rolling_stock_id),
    comfort: "STANDARD",
    time_gap_before: GAP_MS,
    time_gap_after: GAP_MS,
    ...(now.mass_t !== "" && { total_mass: Number(now.mass_t) * 1000 }),
    ...(now.length_m !== "" && { total_length: Number(now.length_m) }),
  };
}

function Told({ answered }: { readonly answered: Answer }): JSX.Element {
  switch (answered.status) {
    case "success":
      return <Fitted />;
    case "conflicts":
      return (
        <>
          <p class="notice warning">{TOOL_TEXTS.request.conflicts}</p>
          <ul>
            {answered.conflicts.map((conflict) => (
              <li key={conflict.start_time}>
                {TEXTS.graph.conflict_types[conflict.conflict_type]}{" "}
                {printClock(Date.parse(conflict.start_time))}–
                {printClock(Date.parse(conflict.end_time))} <strong>{nameAll(conflict)}</strong>
              </li>
            ))}
          </ul>
        </>
      );
    case "path_not_found":
      return <p class="notice warning">{TOOL_TEXTS.request.not_found}</p>;
    case "preprocessing_simulation_error":
      return (
        <p class="notice failed">
          {TOOL_TEXTS.request.failed} {describeFailure(answered.error)}
        </p>
      );
  }
}

function describeFailure(
  error: Extract<Answer, { status: "preprocessing_simulation_error" }>["error"],
): string {
  if (error.status === "simulation_failed") return tellNoRun(error.core_error.type);
  const failed = error.pathfinding_failed;
  return tellNoRun("error_type" in failed ? String(failed.error_type) : failed.failed_status);
}

function nameAll(conflict: {
  readonly train_schedule_ids: readonly number[];
  readonly paced_train_occurrence_ids: readonly { readonly paced_train_id: number }[];
  readonly work_schedule_ids: readonly number[];
}): string {
  const ids = [
    ...conflict.train_schedule_ids,
    ...conflict.paced_train_occurrence_ids.map(({ paced_train_id }) => paced_train_id),
  ];
  const names = ids.map((id) => {
    const train = findTrain(id);
    return train === null ? TOOL_TEXTS.request.unnamed : nameOfTrain(train);
  });
  const works = conflict.work_schedule_ids.map(() => TOOL_TEXTS.request.work);
  return [...names, ...works].join(", ") || TOOL_TEXTS.request.unnamed;
}

function Fitted(): JSX.Element | null {
  const one = found.value;
  if (one === null) return null;
  const minutes = ((one.simulation.final_output.times.at(-1) ?? 0) / 60_000).toFixed(0);
  return (
    <div class="notice done">
      <p>
        {TOOL_TEXTS.request.found(printClock(Date.parse(one.departure_time)), minutes)}{" "}
        {TOOL_TEXTS.request.drawn}
      </p>
      {one.train_schedule === null && <p>{TOOL_TEXTS.request.no_keep}</p>}
      <p class="row">
        <button type="button" onClick={() => openTab("graph")}>
          {TEXTS.tabs.graph}
        </button>
        <button type="button" onClick={() => openTab("map")}>
          {TEXTS.tabs.map}
        </button>
        {one.train_schedule !== null && may_write.value && (
          <>
            <Field
              label={TOOL_TEXTS.columns.name}
              value={draft.value.name}
              onInput={(event) => change({ name: event.currentTarget.value })}
            />
            <button
              type="button"
              class="main"
              disabled={storing_count.value > 0}
              onClick={() => attempt(async () => await keepNamed(draft.peek().name))}
            >
              {TOOL_TEXTS.request.keep}
            </button>
          </>
        )}
      </p>
    </div>
  );
}

/** Throws ApiFault. */
async function keepNamed(name: string): Promise<void> {
  if (await keep(name)) tell("done", TOOL_TEXTS.request.kept(name));
}
