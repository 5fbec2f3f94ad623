/** What a planner sees of the chosen train at once: its stock, when and on which tracks it stops, how far it runs. */
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import { printClockOn, printSpan } from "../graph/clock.ts";
import { durationMs } from "../graph/occurrences.ts";
import { printNumber } from "../graph/zone.ts";
import { type Form, formOf, kindOf, recordKey } from "../state/edits/edit.ts";
import { exceptionTimes, planOf, timesOf } from "../state/edits/foreseen.ts";
import { wantedOf } from "../state/edits/move.ts";
import { trial } from "../state/edits/trial.ts";
import { selected_data, selected_run, selected_start_ms, selection } from "../state/selection.ts";
import { choices } from "../state/setting.ts";
import { nameOfWaypoint } from "../state/stations/waypoints.ts";
import type { PacedTrain, TrainSchedule } from "../state/timetable.ts";
import { needTracks, shownTrack, tracksOf } from "../state/trains/track_names.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import "./train_facts.css";

interface Props {
  readonly train: TrainSchedule | PacedTrain;
  /** A field for its start; null: it is only told. */
  readonly start: JSX.Element | null;
}

export function TrainFacts({ train, start }: Props): JSX.Element {
  const { rolling_stock_name: name } = train;
  const stock = choices.value?.stocks.find((one) => one.name === name);
  const { path = null, simulation = null } = selected_data.value ?? {};
  const { times = [], traction_j = 0 } = simulation?.final_output ?? {};
  const speed = stock && `${Math.round(stock.max_speed * 3.6)} km/h`;
  return (
    <>
      <p class="quiet">{[name, speed].filter(Boolean).join(" · ")}</p>
      <StopTable train={train} start={start} />
      {path !== null && simulation !== null && (
        <p class="quiet">
          {TOOL_TEXTS.train.length(printNumber(path.length / 1e6, 1))} ·{" "}
          {printSpan(times.at(-1) ?? 0)} · {printNumber(traction_j / 3.6e6, 0)} kWh
        </p>
      )}
    </>
  );
}

/** ms; NaN: not known yet. */
interface Stop {
  readonly at: string;
  readonly arrival_ms: number;
  readonly departure_ms: number;
}

type Plan = Pick<Form, "path" | "schedule">;

/** Where it begins, stops and ends. */
function listStops(
  { path, schedule }: Plan,
  start_ms: number,
  times_ms: readonly number[],
): Stop[] {
  const last = path.length - 1;
  const stops = new Map(schedule.map(({ at, stop_for }) => [at, stop_for ?? null]));
  return path.flatMap(({ id: at }, i) => {
    const stop_for = stops.get(at) ?? null;
    if (stop_for === null && i !== 0 && i !== last) return [];
    const arrival_ms = start_ms + (i === 0 ? 0 : (times_ms[i] ?? Number.NaN));
    const departure_ms = arrival_ms + (stop_for === null ? 0 : durationMs(stop_for));
    return { at, arrival_ms, departure_ms };
  });
}

/** More are read in the train's own view. */
const STOPS_MAX = 8;

function StopTable({ train, start: start_field }: Props): JSX.Element {
  const form = wantedOf(train);
  const key = recordKey(kindOf(form), train.id);
  const stored_ms = selected_data.value?.simulation?.final_output.path_item_times ?? [];
  const exception_key = selection.value?.exception_key ?? null;
  const [plan, stored] = [planOf(form, exception_key), planOf(formOf(train), exception_key)];
  const tried_ms = triedTimes(key, exception_key);
  const start_ms = selected_start_ms.value;
  const shift_ms = Date.parse(form.start_time) - Date.parse(train.start_time);
  const before = new Map(listStops(stored, start_ms, stored_ms).map((stop) => [stop.at, stop]));
  const stops = listStops(plan, start_ms + shift_ms, tried_ms ?? stored_ms);
  const last = stops.length - 1;
  const is_short = stops.length <= STOPS_MAX;
  const start = is_short ? start_field : null;
  const print = (ms: number | undefined): string =>
    ms === undefined || Number.isNaN(ms) ? "" : printClockOn(ms, start_ms);
  const cell = (now_ms: number, before_ms: number | undefined): JSX.Element => {
    const [now, old] = [print(now_ms), print(before_ms)];
    const is_kept = now === old || old === "";
    return (
      <td>
        {!is_kept && <del>{old}</del>} {is_kept ? now : <ins>{now}</ins>}
      </td>
    );
  };
  return (
    <>
      {!is_short && start_field}
      <details open={is_short} class="facts">
        <summary>{TOOL_TEXTS.move.stops}</summary>
        <table>
          <thead class="quiet">
            <tr>
              <th scope="col">{TOOL_TEXTS.columns.station}</th>
              <th scope="col">{TOOL_TEXTS.columns.arrival}</th>
              <th scope="col">{TOOL_TEXTS.columns.departure}</th>
              <th scope="col">{TOOL_TEXTS.times.columns.track}</th>
            </tr>
          </thead>
          <tbody>
            {stops.map(({ at, arrival_ms, departure_ms }, i) => (
              <tr key={at}>
                <th scope="row">{nameOfWaypoint(plan, at)}</th>
                {i > 0 && cell(arrival_ms, before.get(at)?.arrival_ms)}
                {i === 0 && start === null && <td />}
                {i === 0 && start !== null && <td colSpan={2}>{start}</td>}
                {i === last && <td />}
                {i < last &&
                  (i > 0 || start === null) &&
                  cell(departure_ms, before.get(at)?.departure_ms)}
                <td>
                  <Track plan={plan} stored={stored} at={at} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}

/** Null: nothing is tried, or not answered yet. */
function triedTimes(key: string, exception_key: string | null): readonly number[] | null {
  const now = trial.value;
  if (now === null) return null;
  return (exception_key && exceptionTimes(now, key, exception_key)) || timesOf(now, key);
}

/** The chosen one, else where the run stands. */
function Track({
  plan,
  stored,
  at,
}: {
  readonly plan: Plan;
  readonly stored: Plan;
  readonly at: string;
}): JSX.Element {
  const i = stored.path.findIndex(({ id }) => id === at);
  const place = plan.path.find(({ id }) => id === at);
  const pass = selected_run.value?.passes.find(({ waypoint }) => waypoint === i);
  const station = pass?.station ?? "";
  useEffect(() => {
    if (station !== "") void needTracks(station);
  }, [station]);
  const found = tracksOf(station).find(({ id }) => id === pass?.track);
  return <>{(place && shownTrack(place)) ?? found?.name}</>;
}
