/** Opens the day and closes it; if the plan has changed since, tells what that would change, and takes it in. */
import type { JSX } from "preact";
import { printClock } from "../graph/clock.ts";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { readAgain } from "./followed_reports.ts";
import {
  closeDay,
  findNetwork,
  foresee,
  foreseen,
  goTo,
  type OpenedDay,
  openDay,
  opened_day,
  opened_elsewhere,
  takeIn,
} from "./opened_day.ts";

const NAMES_MAX = 8;

interface ActProps {
  readonly text: string;
  readonly run: () => Promise<void>;
}

/** The day is read again after it. */
function Act({ text, run }: ActProps): JSX.Element {
  const act = async (): Promise<void> => {
    await run();
    readAgain();
  };
  return (
    <button type="button" disabled={!may_operate.value} onClick={() => attempt(act)}>
      {text}
    </button>
  );
}

export function OpenedDayBox(): JSX.Element {
  const day = opened_day.value;
  const elsewhere = opened_elsewhere.value;
  if (elsewhere !== null) return <OpenElsewhere day={elsewhere} />;
  if (day === null) {
    return (
      <div class="row">
        <Act text={TOOL_TEXTS.today.open_day} run={openDay} />
        <span class="quiet">{TOOL_TEXTS.today.not_open}</span>
      </div>
    );
  }
  const is_changed = day.has_plan_changed || day.has_network_changed;
  return (
    <>
      <p class="quiet">{TOOL_TEXTS.today.is_open(printClock(Date.parse(day.planned_at)))}</p>
      {is_changed && <p>{TOOL_TEXTS.today.plan_changed}</p>}
      <Foreseen />
      <div class="row">
        {is_changed && foreseen.value === null && (
          <button
            type="button"
            disabled={!may_operate.value}
            onClick={() => attempt(async () => await foresee(day))}
          >
            {TOOL_TEXTS.today.foresee}
          </button>
        )}
        {foreseen.value !== null && (
          <Act text={TOOL_TEXTS.today.take_in} run={async () => await takeIn(day)} />
        )}
        <Act text={TOOL_TEXTS.today.close_day} run={async () => await closeDay(day)} />
      </div>
    </>
  );
}

function OpenElsewhere({ day }: { readonly day: OpenedDay }): JSX.Element {
  const network = findNetwork(day);
  return (
    <div class="row">
      {network !== null && (
        <button type="button" onClick={() => goTo(day)}>
          {TOOL_TEXTS.today.go_there}
        </button>
      )}
      <span>{TOOL_TEXTS.today.open_elsewhere(network?.name ?? `${day.infra_id}`)}</span>
    </div>
  );
}

function Foreseen(): JSX.Element | null {
  const told = foreseen.value;
  if (told === null) return null;
  const { added, removed, changed, rolling_stocks, has_network_changed } = told;
  const lines = [
    [TOOL_TEXTS.today.added(added.count), added],
    [TOOL_TEXTS.today.removed(removed.count), removed],
    [TOOL_TEXTS.today.changed(changed.count), changed],
  ] as const;
  const of_others = rolling_stocks.length > 0 || has_network_changed;
  return (
    <ul class="list" aria-label={TOOL_TEXTS.today.foreseen}>
      {lines.map(([text, { count, runs }]) =>
        count === 0 ? null : (
          <li key={text}>
            <strong>{text}</strong>{" "}
            {runs
              .slice(0, NAMES_MAX)
              .map(({ name, start }) => `${name} ${printClock(Date.parse(start))}`)
              .join(", ")}
            {count > NAMES_MAX && ` ${TOOL_TEXTS.today.more(count - NAMES_MAX)}`}
          </li>
        ),
      )}
      {of_others && <li>{TOOL_TEXTS.today.runs_change}</li>}
      {!of_others && lines.every(([, { count }]) => count === 0) && (
        <li>{TOOL_TEXTS.today.nothing_changes}</li>
      )}
    </ul>
  );
}
