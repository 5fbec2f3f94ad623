/** The chosen train: told late by a number, held, cancelled, or sent behind one that waits for it. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { printClock } from "../graph/clock.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { nameOfDayStop, nameOfDayTrain } from "./day_names.ts";
import { type DayTrain, forecast, type NamedTrain } from "./day_state.ts";
import { SlowerForm } from "./faults.tsx";
import { cancelTrain, endTrain, holdTrain, letGoFirst, reportLate } from "./reports.ts";
import { SeenForm } from "./seen_form.tsx";
import { type DayStop, isEnd, stopsAhead } from "./today.ts";

const MINUTES_MAX = 1440;

export function ChosenTrain({ one }: { readonly one: DayTrain | null }): JSX.Element {
  if (one === null) return <p class="quiet">{TOOL_TEXTS.today.choose}</p>;
  const key = JSON.stringify(one.train);
  return (
    <>
      <Reporting key={key} one={one} />
      <SeenForm key={`seen ${key}`} one={one} />
      <SlowerForm key={`slower ${key}`} one={one} />
    </>
  );
}

function Reporting({ one }: { readonly one: DayTrain }): JSX.Element {
  const [at, setAt] = useState<string | null>(null);
  const [minutes, setMinutes] = useState("");
  const ahead = stopsAhead(one);
  const stop = ahead.find((known) => known.stop === at) ?? ahead[0];
  if (stop === undefined) return <p class="quiet">{TOOL_TEXTS.today.no_run}</p>;
  const number = Number(minutes);
  const is_told = minutes !== "" && Number.isFinite(number) && Math.abs(number) <= MINUTES_MAX;
  const is_end = isEnd(stop);
  return (
    <form
      class="today"
      onSubmit={(event) => {
        event.preventDefault();
        if (!is_told) return;
        setMinutes("");
        attempt(async () => await reportLate(one, stop, number));
      }}
    >
      <h2>{nameOfDayTrain(one.train)}</h2>
      {!may_operate.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      <div class="pair">
        <Choice
          label={TOOL_TEXTS.today.at}
          value={stop.stop ?? ""}
          options={ahead.map(({ stop: id, planned_departure, planned_arrival }) => ({
            value: id ?? "",
            text: `${nameOfDayStop(one.train, id)} ${printClock(Date.parse(planned_departure ?? planned_arrival))}`,
          }))}
          onChange={setAt}
        />
        <Field
          label={TOOL_TEXTS.today.minutes}
          type="number"
          step="any"
          max={MINUTES_MAX}
          value={minutes}
          onInput={(event) => setMinutes(event.currentTarget.value)}
        />
      </div>
      <p class="row below">
        <button type="submit" class="main" disabled={!is_told || !may_operate.value}>
          {TOOL_TEXTS.today.report}
        </button>
        <button
          type="button"
          disabled={!is_told || is_end || !may_operate.value}
          onClick={() => attempt(async () => await holdTrain(one, stop, number))}
        >
          {TOOL_TEXTS.today.hold}
        </button>
        <button
          type="button"
          disabled={!may_operate.value}
          onClick={() => attempt(async () => await cancelTrain(one))}
        >
          {TOOL_TEXTS.today.cancel}
        </button>
        <EndThere one={one} stop={stop} />
      </p>
      {may_operate.value && !is_end && <OthersFirst one={one} stop={stop} />}
    </form>
  );
}

interface AtStop {
  readonly one: DayTrain;
  readonly stop: DayStop;
}

function EndThere({ one, stop }: AtStop): JSX.Element {
  return (
    <>
      {(["ends", "stands"] as const).map((event) => (
        <button
          key={event}
          type="button"
          disabled={!may_operate.value || (event === "ends" && isEnd(stop))}
          onClick={() => attempt(async () => await endTrain(one, stop, event))}
        >
          {event === "ends" ? TOOL_TEXTS.today.end_there : TOOL_TEXTS.today.stand_there}
        </button>
      ))}
    </>
  );
}

function OthersFirst({ one, stop }: AtStop): JSX.Element {
  return (
    <p class="row">
      {listWaiting(one.train).map((other) => (
        <button
          key={JSON.stringify(other)}
          type="button"
          onClick={() => attempt(async () => await letGoFirst(one, stop, other))}
        >
          {TOOL_TEXTS.today.let_first(nameOfDayTrain(other))}
        </button>
      ))}
    </p>
  );
}

const WAITING_MAX = 3;
/** Longer than any other wait. */
const FOR_EVER_S = 1e9;

/** Trains that wait for it, those that wait longest first. */
function listWaiting(train: NamedTrain): NamedTrain[] {
  const key = JSON.stringify(train);
  const waits = (forecast.value?.trains ?? []).map((one) => ({
    train: one.train,
    seconds: one.waits.reduce(
      (sum, { cause, seconds }) =>
        JSON.stringify(cause) === key ? sum + (seconds ?? FOR_EVER_S) : sum,
      0,
    ),
  }));
  return waits
    .filter(({ seconds }) => seconds > 0)
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, WAITING_MAX)
    .map((one) => one.train);
}
