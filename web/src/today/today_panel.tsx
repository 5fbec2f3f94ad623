/** The day as it runs: which trains are late and why, and what the chosen one is told to do. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printClock } from "../graph/clock.ts";
import { ROWS_MAX, Rows } from "../parts/rows.tsx";
import { select, selected_key, selected_run } from "../state/selection.ts";
import { day_ms } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { ChosenTrain } from "./chosen_train.tsx";
import { nameOfClosed, nameOfDayTrain } from "./day_names.ts";
import { ClosedForm } from "./faults.tsx";
import { OpenedDayBox } from "./opened_day_box.tsx";
import { ProposalList } from "./proposal_list.tsx";
import { SaidList } from "./said_list.tsx";
import {
  type DayTrain,
  findDayTrain,
  followToday,
  forecast,
  late_trains,
  runOf,
  worstOf,
} from "./today.ts";
import "./today.css";

export function TodayPanel(): JSX.Element {
  useEffect(followToday, []);
  const known = forecast.value;
  if (known === null) return <p class="quiet">{TOOL_TEXTS.today.reading}</p>;
  const late = late_trains.value;
  return (
    <>
      <p class="quiet" role="status">
        {day_ms.value === null
          ? TOOL_TEXTS.today.planned
          : TOOL_TEXTS.today.as_of(printClock(day_ms.value))}
        {known.cancelled.length > 0 && ` ${TOOL_TEXTS.today.cancelled(known.cancelled.length)}.`}
      </p>
      <OpenedDayBox />
      <ChosenTrain one={findDayTrain(selected_run.value)} />
      <ClosedForm />
      {known.deadlocks.map(({ time, trains }) => (
        <p key={time} class="unkept">
          {TOOL_TEXTS.today.deadlock(
            printClock(Date.parse(time)),
            trains.map((train) => nameOfDayTrain(train)).join(", "),
          )}
        </p>
      ))}
      <ProposalList />
      <SaidList />
      <h2>{TOOL_TEXTS.today.late(late.length)}</h2>
      {late.length > 0 && day_ms.value === null && <p class="quiet">{TOOL_TEXTS.today.by_plan}</p>}
      {late.length > 0 && (
        <Rows label={TOOL_TEXTS.today.late(late.length)}>
          {late.slice(0, ROWS_MAX).map((one) => (
            <li key={JSON.stringify(one.train)}>
              <LateTrain one={one} />
            </li>
          ))}
        </Rows>
      )}
      {late.length > ROWS_MAX && (
        <p class="quiet">{TOOL_TEXTS.today.more(late.length - ROWS_MAX)}</p>
      )}
    </>
  );
}

function describeWait({ cause, closed = {} }: DayTrain["waits"][number]): string {
  return cause === null
    ? TOOL_TEXTS.today.waits_closed(nameOfClosed(closed))
    : TOOL_TEXTS.today.waits(nameOfDayTrain(cause));
}

function LateTrain({ one }: { readonly one: DayTrain }): JSX.Element {
  const run = runOf(one);
  const worst_s = worstOf(one);
  const wait = one.waits.at(-1);
  return (
    <button
      type="button"
      class="item"
      disabled={run === null}
      aria-pressed={run !== null && run.key === selected_key.value}
      onClick={() => select(run?.key ?? null)}
    >
      <strong>{nameOfDayTrain(one.train)}</strong>{" "}
      <span class="late">
        {Number.isFinite(worst_s) ? `+${Math.floor(worst_s / 60)}` : TOOL_TEXTS.today.stuck}
      </span>{" "}
      {wait !== undefined && describeWait(wait)}
    </button>
  );
}
