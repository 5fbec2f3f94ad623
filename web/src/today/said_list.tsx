/** What was reported and decided, the last first; each is taken back by a click. */
import type { JSX } from "preact";
import { printClock } from "../graph/clock.ts";
import { Icon } from "../parts/icon.tsx";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { nameOfClosed, nameOfDayStop, nameOfDayTrain } from "./day_names.ts";
import { type Believed, believed, type NamedTrain } from "./day_state.ts";
import { takeBack } from "./reports.ts";
import { nameOfSaid, whyUnused } from "./today.ts";

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
  const { train, event } = said;
  if (train === undefined || event === "closed") {
    const { closed, closed_until } = TOOL_TEXTS.today.events;
    const [time, end] = printTimes(said);
    const track = nameOfClosed(said);
    return end === null ? closed(track, time) : closed_until(track, time, end);
  }
  return `${nameOfDayTrain(train)}: ${describeEvent(train, event, said)}`;
}

function describeEvent(
  train: NamedTrain,
  event: Exclude<Believed["event"], "closed">,
  said: Believed,
): string {
  const { events } = TOOL_TEXTS.today;
  const { stop, other, percent = 0 } = said;
  const place = nameOfDayStop(train, stop);
  const [time, end] = printTimes(said);
  if (event === "cancelled") return events.cancelled;
  if (event === "follows")
    return events.follows(place, other === undefined ? "" : nameOfDayTrain(other));
  if (event === "slower")
    return end === null ? events.slower(percent, time) : events.slower_until(percent, time, end);
  return events[event](place, time);
}

function printTimes({ at, until = null }: Believed): readonly [string, string | null] {
  const time = printClock(Date.parse(at ?? ""));
  return [time, until === null ? null : printClock(Date.parse(until))];
}
