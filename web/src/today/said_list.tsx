/** What was reported and decided, the last first; each is taken back by a click. */
import type { JSX } from "preact";
import { printClock } from "../graph/clock.ts";
import { Icon } from "../parts/icon.tsx";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { nameOfClosed, nameOfDayStop, nameOfDayTrain } from "./day_names.ts";
import { type Believed, believed, nameOfSaid, takeBack, whyUnused } from "./today.ts";

const SHOWN_MAX = 30;

export function SaidList(): JSX.Element | null {
  const said = believed.value.toSorted((a, b) => (a.observed_at < b.observed_at ? 1 : -1));
  if (said.length === 0) return null;
  return (
    <>
      <h2>{TOOL_TEXTS.today.said(said.length)}</h2>
      <ul class="list said">
        {said.slice(0, SHOWN_MAX).map((one) => (
          <li key={nameOfSaid(one) + JSON.stringify(one.other)} class="row">
            <span>
              {describe(one)}
              {whyUnused(one) === "impossible" && (
                <small class="quiet"> {TOOL_TEXTS.today.impossible}</small>
              )}
              {whyUnused(one) === "seen_behind" && (
                <small class="quiet"> {TOOL_TEXTS.today.seen_behind}</small>
              )}
              {whyUnused(one) === "unknown_track" && (
                <small class="quiet"> {TOOL_TEXTS.today.unknown_track}</small>
              )}
            </span>
            <button
              type="button"
              class="quiet"
              disabled={!may_operate.value}
              title={TOOL_TEXTS.today.take_back(describe(one))}
              aria-label={TOOL_TEXTS.today.take_back(describe(one))}
              onClick={() => attempt(async () => await takeBack(one))}
            >
              <Icon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

function describe(said: Believed): string {
  const { train, event, stop, other, at, until = null } = said;
  const time = printClock(Date.parse(at ?? ""));
  if (train === undefined || event === "closed") {
    const track = nameOfClosed(said);
    return until === null
      ? TOOL_TEXTS.today.events.closed(track, time)
      : TOOL_TEXTS.today.events.closed_until(track, time, printClock(Date.parse(until)));
  }
  const place = nameOfDayStop(train, stop);
  const what =
    event === "cancelled"
      ? TOOL_TEXTS.today.events.cancelled
      : event === "follows"
        ? TOOL_TEXTS.today.events.follows(place, other === undefined ? "" : nameOfDayTrain(other))
        : TOOL_TEXTS.today.events[event](place, time);
  return `${nameOfDayTrain(train)}: ${what}`;
}
