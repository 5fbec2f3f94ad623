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
import { type DayTrain, forecast, printName } from "./day_state.ts";
import { ClosedForm } from "./faults.tsx";
import { followToday, trouble } from "./follow_today.ts";
import { earlier } from "./followed_forecast.ts";
import { hasClock } from "./followed_reports.ts";
import { OpenedDayBox } from "./opened_day_box.tsx";
import { ProposalList } from "./proposal_list.tsx";
import { SaidList } from "./said_list.tsx";
import { findDayTrain, late_trains, runOf, type Worst } from "./today.ts";
import "./today.css";

export function TodayPanel(): JSX.Element {
  useEffect(followToday, []);
  const known = forecast.value;
  if (known === null)
    return (
      <p class={trouble.value === null ? "quiet" : "unkept"} role="status">
        {trouble.value ?? TOOL_TEXTS.today.reading}
      </p>
    );
  return (
    <>
      <Trouble />
      <p class="quiet">
        {printStand(day_ms.value)}
        {known.cancelled.length > 0 && ` ${TOOL_TEXTS.today.cancelled(known.cancelled.length)}.`}
      </p>
      {known.deadlocks.map(({ time, trains }) => (
        <p key={time} class="unkept">
          {TOOL_TEXTS.today.deadlock(
            printClock(Date.parse(time)),
            trains.map((train) => nameOfDayTrain(train)).join(", "),
          )}
        </p>
      ))}
      <LateTrains />
      <OpenedDayBox />
      <ChosenTrain one={findDayTrain(selected_run.value)} />
      <ClosedForm />
      <ProposalList />
      <SaidList />
    </>
  );
}

function LateTrains(): JSX.Element {
  const late = late_trains.value;
  return (
    <>
      <h2>{TOOL_TEXTS.today.late(late.length)}</h2>
      {late.length > 0 && day_ms.value === null && <p class="quiet">{TOOL_TEXTS.today.by_plan}</p>}
      {late.length > 0 && (
        <div
          class="late-trains"
          role="region"
          aria-label={TOOL_TEXTS.today.late(late.length)}
          tabIndex={0}
        >
          <Rows label={TOOL_TEXTS.today.late(late.length)}>
            {late.slice(0, ROWS_MAX).map(({ one, worst }) => (
              <li key={printName(one)}>
                <LateTrain one={one} worst={worst} />
              </li>
            ))}
          </Rows>
          {late.length > ROWS_MAX && (
            <p class="quiet">{TOOL_TEXTS.today.more(late.length - ROWS_MAX)}</p>
          )}
        </div>
      )}
    </>
  );
}

function printStand(now_ms: number | null): string {
  if (now_ms === null) return TOOL_TEXTS.today.planned;
  const time = printClock(now_ms);
  return hasClock() ? TOOL_TEXTS.today.clock(time) : TOOL_TEXTS.today.as_of(time);
}

function describeWait({ cause, closed = {} }: DayTrain["waits"][number]): string {
  return cause === null
    ? TOOL_TEXTS.today.waits_closed(nameOfClosed(closed))
    : TOOL_TEXTS.today.waits(nameOfDayTrain(cause));
}

interface LateProps {
  readonly one: DayTrain;
  readonly worst: Worst;
}

function LateTrain({ one, worst }: LateProps): JSX.Element {
  const run = runOf(one);
  const wait = one.waits.at(-1);
  const { delay_s } = worst;
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
        {Number.isFinite(delay_s) ? `+${Math.floor(delay_s / 60)}` : TOOL_TEXTS.today.stuck}
      </span>{" "}
      <Change one={one} stop={worst.stop} /> {wait !== undefined && describeWait(wait)}
    </button>
  );
}

/** Whether it is expected there later than some minutes ago, or has made up time. */
function Change({
  one,
  stop,
}: {
  readonly one: DayTrain;
  readonly stop: number;
}): JSX.Element | null {
  const change = earlier.value.changeOf(one, stop);
  const minutes = Math.trunc((change?.by_s ?? 0) / 60);
  if (change === null || minutes === 0) return null;
  return (
    <small class={minutes > 0 ? "late" : "made_up"}>
      {minutes > 0
        ? TOOL_TEXTS.today.later(minutes, change.in_minutes)
        : TOOL_TEXTS.today.made_up(-minutes, change.in_minutes)}
    </small>
  );
}

/** What is shown stays where it can't be told better, but not silently. */
function Trouble(): JSX.Element | null {
  if (trouble.value === null) return null;
  return (
    <p class="unkept" role="status">
      {trouble.value} {TOOL_TEXTS.today.stood}
    </p>
  );
}
