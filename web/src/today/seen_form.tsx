/** The chosen train was seen where it does not stop: at a waypoint of its path, by the clock. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { printClock } from "../graph/clock.ts";
import { readClock } from "../graph/read_clock.ts";
import { withZone } from "../graph/zone.ts";
import { Choice } from "../parts/choice.tsx";
import { Field } from "../parts/fields.tsx";
import { may_operate } from "../state/rights.ts";
import { attempt } from "../state/session.ts";
import { day_ms } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { nameOfDayStop, planOfTrain } from "./day_names.ts";
import type { DayTrain } from "./day_state.ts";
import { reportSeen } from "./reports.ts";
import { runOf } from "./today.ts";

interface Place {
  readonly stop: string;
  /** Null: not on the axis. */
  readonly planned_ms: number | null;
}

/** Waypoints where it does not stop, behind the last stop that it has left. */
function listPassed(one: DayTrain): readonly Place[] {
  const path = planOfTrain(one.train)?.path ?? [];
  const run = runOf(one);
  const left = one.stops.findLast(({ has_departed }) => has_departed)?.stop ?? null;
  const from = path.findIndex(({ id }) => id === left);
  const stops = new Set(one.stops.map(({ stop }) => stop));
  return path.flatMap(({ id }, i) => {
    if (i <= from || stops.has(id)) return [];
    const pass = run?.passes.find(({ waypoint }) => waypoint === i);
    const planned_ms = run === null || pass === undefined ? null : run.start_ms + pass.arrival_ms;
    return [{ stop: id, planned_ms }];
  });
}

export function SeenForm({ one }: { readonly one: DayTrain }): JSX.Element | null {
  const [at, setAt] = useState<string | null>(null);
  const [time, setTime] = useState("");
  const places = listPassed(one);
  const now_ms = day_ms.value ?? -Infinity;
  const next = places.find(({ planned_ms }) => (planned_ms ?? -Infinity) >= now_ms) ?? places[0];
  const place = places.find(({ stop }) => stop === at) ?? next;
  if (place === undefined) return null;
  const start_ms = Date.parse(one.stops[0]?.planned_arrival ?? "");
  const seen_ms = readClock(time, place.planned_ms ?? start_ms);
  return (
    <form
      class="today"
      onSubmit={(event) => {
        event.preventDefault();
        if (Number.isNaN(seen_ms)) return;
        setTime("");
        setAt(null);
        attempt(async () => await reportSeen(one, place.stop, seen_ms));
      }}
    >
      <div class="pair">
        <Choice
          label={TOOL_TEXTS.today.passes}
          value={place.stop}
          options={places.map(({ stop, planned_ms }) => ({
            value: stop,
            text: [
              nameOfDayStop(one.train, stop),
              ...(planned_ms === null ? [] : [printClock(planned_ms)]),
            ].join(" "),
          }))}
          onChange={setAt}
        />
        <Field
          label={withZone(TOOL_TEXTS.today.seen_at)}
          type="time"
          value={time}
          onInput={(event) => setTime(event.currentTarget.value)}
        />
      </div>
      <p class="row below">
        <button type="submit" disabled={Number.isNaN(seen_ms) || !may_operate.value}>
          {TOOL_TEXTS.today.report_seen}
        </button>
      </p>
    </form>
  );
}
