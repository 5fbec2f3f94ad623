/** Moving without a pointer: the start and the stops of the chosen train in a form. */
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { durationMs } from "../graph/occurrences.ts";
import { printClockOn, printInput, printShift, printSpan, readInput } from "../parts/clock.ts";
import type { Replacement } from "../state/merge.ts";
import {
  cancelMove,
  type Move,
  move,
  shiftOf,
  storeMove,
  tryShift,
  wantedOf,
} from "../state/move.ts";
import { may_write } from "../state/rights.ts";
import { selected_data, selected_train, selection } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { nameOfTrain, type TrainSchedule, timetable } from "../state/timetable.ts";
import { undo } from "../state/undo.ts";
import { undoable } from "../state/undo_steps.ts";
import { TEXTS } from "../texts.ts";
import { changeStop } from "./drag.ts";
import { chosen_handle, type Handle, handles, placeOfWaypoint } from "./handles.ts";

export function MovePanel(): JSX.Element | null {
  const [chosen, train] = [selection.value, selected_train.value];
  const undo_count = undoable.value.length;
  if (chosen === null || train === null) {
    return (
      <>
        <Tried />
        {undo_count > 0 && <UndoButton />}
      </>
    );
  }
  const schedule = timetable.value?.trains.get(chosen.train_id);
  const grabbed = chosen_handle.value;
  return (
    <details open class="move">
      <summary>
        {TEXTS.move.heading} {nameOfTrain(train)}
      </summary>
      {schedule === undefined && <p class="quiet">{TEXTS.move.only_schedules}</p>}
      {schedule !== undefined && !may_write.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      {schedule !== undefined && may_write.value && (
        <>
          <p class="quiet" role="status">
            {grabbed === null ? TEXTS.move.hint : TEXTS.move.chosen[grabbed.kind](grabbed.place)}
          </p>
          <StartField train={schedule} />
          <StopFields train={schedule} />
        </>
      )}
      <Tried />
      {undo_count > 0 && <UndoButton />}
    </details>
  );
}

/** For a button that goes when its work is done: the focus would go with it. */
function focusSummary(button: HTMLElement): void {
  button.closest("details")?.querySelector("summary")?.focus();
}

function UndoButton(): JSX.Element {
  return (
    <button
      type="button"
      onClick={(event) => {
        if (undoable.peek().length === 1) focusSummary(event.currentTarget);
        attempt(undo);
      }}
    >
      {TEXTS.move.undo(undoable.value.length)}
    </button>
  );
}

function StartField({ train }: { readonly train: TrainSchedule }): JSX.Element {
  return (
    <TimeField
      label={TEXTS.move.start}
      time_ms={Date.parse(wantedOf(train).start_time)}
      onChange={(time_ms) => tryShift(train.id, time_ms - Date.parse(train.start_time))}
    />
  );
}

/** Arrivals and lengths of stops, as they are tried. */
function StopFields({ train }: { readonly train: TrainSchedule }): JSX.Element | null {
  const last = useRef<{ readonly train_id: number; readonly listed: readonly Handle[] } | null>(
    null,
  );
  // The fields stay, with the focus in one of them, while the run is computed anew.
  if (selected_data.value !== null) last.current = { train_id: train.id, listed: handles.value };
  const listed = last.current?.train_id === train.id ? last.current.listed : [];
  if (listed.length === 0) return null;
  const { start_time, schedule = [] } = wantedOf(train);
  const entries = new Map(schedule.map((entry) => [entry.at, entry]));
  const start_ms = Date.parse(start_time);
  return (
    <details aria-busy={selected_data.value === null}>
      <summary>{TEXTS.move.stops}</summary>
      {listed.map((handle) => {
        const { arrival, stop_for } = entries.get(handle.at) ?? {};
        return handle.kind === "arrival" ? (
          <TimeField
            key={handle.key}
            label={TEXTS.move.arrive_at(handle.place)}
            time_ms={start_ms + (arrival ? durationMs(arrival) : handle.arrival_ms)}
            onChange={(time_ms) =>
              changeStop(train.id, handle, time_ms - start_ms - handle.arrival_ms)
            }
          />
        ) : (
          <StopField
            key={handle.key}
            label={TEXTS.move.stop_for(handle.place)}
            stop_ms={stop_for ? durationMs(stop_for) : handle.stop_ms}
            onChange={(stop_ms) => changeStop(train.id, handle, stop_ms - handle.stop_ms)}
          />
        );
      })}
    </details>
  );
}

function TimeField({
  label,
  time_ms,
  onChange,
}: {
  readonly label: string;
  readonly time_ms: number;
  readonly onChange: (time_ms: number) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="datetime-local"
        step={1}
        value={printInput(time_ms)}
        onChange={(event) => {
          const wanted_ms = readInput(event.currentTarget.value);
          // What is refused does not stay in the field.
          event.currentTarget.value = printInput(time_ms);
          if (!Number.isNaN(wanted_ms)) onChange(wanted_ms);
        }}
      />
    </label>
  );
}

function StopField({
  label,
  stop_ms,
  onChange,
}: {
  readonly label: string;
  readonly stop_ms: number;
  readonly onChange: (stop_ms: number) => void;
}): JSX.Element {
  return (
    <label class="field">
      <span>{label}</span>
      <input
        type="number"
        min={0}
        step={10}
        value={stop_ms / 1000}
        onChange={(event) => {
          const wanted_ms = event.currentTarget.valueAsNumber * 1000;
          if (wanted_ms >= 0) onChange(wanted_ms);
        }}
      />
    </label>
  );
}

/** The start if it is another, and what is pulled of the stops. */
function describeMove(now: Move): string {
  const { before, after } = now;
  const shift_ms = shiftOf(now);
  const start_ms = Date.parse(after.start_time);
  const pulled = (after.schedule ?? []).flatMap(({ at, arrival, stop_for }) => {
    const stored = before.schedule.find((entry) => entry.at === at);
    const place = placeOfWaypoint(at);
    const texts: string[] = [];
    if (arrival && arrival !== stored?.arrival) {
      texts.push(TEXTS.move.arrives(place, printClockOn(start_ms + durationMs(arrival), start_ms)));
    }
    if (stop_for && stop_for !== stored?.stop_for) {
      texts.push(TEXTS.move.stops_for(place, printSpan(durationMs(stop_for))));
    }
    return texts;
  });
  const shift = shift_ms !== 0 || pulled.length === 0 ? [printShift(shift_ms)] : [];
  return [...shift, ...pulled].join(", ");
}

/** What is tried and what would follow; never taken for what is stored. */
function Tried(): JSX.Element | null {
  const now = move.value;
  if (now === null) return null;
  const { follows, train_id, before } = now;
  return (
    <div class={`tried ${now.state}`} role="status">
      <p>
        {train_id !== selection.value?.train_id && <strong>{nameOfTrain(before)} </strong>}
        {now.state === "storing" && TEXTS.move.storing}
        {now.state === "tried" && TEXTS.move.tried(describeMove(now))}
        {now.state === "failed" && TEXTS.move.failed} {now.fault}
      </p>
      {follows === null && now.state === "tried" && now.fault === null && (
        <p class="quiet">{TEXTS.move.asking}</p>
      )}
      <Foreseen now={now} />
      {follows !== null && (
        <p>{TEXTS.move.follows(follows.conflicts.gone.length, follows.conflicts.new.length)}</p>
      )}
      <p class="row">
        <button
          type="button"
          class="main"
          onClick={(event) => {
            focusSummary(event.currentTarget);
            attempt(storeMove);
          }}
        >
          {TEXTS.move.store}
        </button>
        <button
          type="button"
          onClick={(event) => {
            focusSummary(event.currentTarget);
            cancelMove();
          }}
        >
          {TEXTS.move.cancel}
        </button>
      </p>
    </div>
  );
}

/** What the train itself could not do. */
function Foreseen({ now: { follows, asked } }: { readonly now: Move }): JSX.Element | null {
  if (follows === null || asked === null) return null;
  const summary = follows.trains[0] ?? null;
  if (summary === null || !("path_item_times_final" in summary)) {
    return <p class="unkept">{TEXTS.move.no_run}</p>;
  }
  const missed = listMissed(asked, summary.path_item_times_final);
  const others = (summary.warnings_count ?? 0) - missed.length;
  return (
    <>
      {missed.map((text) => (
        <p key={text} class="unkept">
          {text}
        </p>
      ))}
      {others > 0 && <p class="unkept">{TEXTS.move.not_kept(others)}</p>}
    </>
  );
}

const MISSED_MS = 1_000;

/** Arrivals that the train does not reach in time, or leaves before. */
function listMissed({ start_time, path, schedule = [] }: Replacement, times_ms: readonly number[]) {
  const start_ms = Date.parse(start_time);
  return schedule.flatMap(({ at, arrival }) => {
    const possible_ms = times_ms[path.findIndex(({ id }) => id === at)];
    if (!arrival || possible_ms === undefined) return [];
    const wanted_ms = durationMs(arrival);
    if (Math.abs(possible_ms - wanted_ms) < MISSED_MS) return [];
    const [wanted, possible] = [wanted_ms, possible_ms].map((ms) =>
      printClockOn(start_ms + ms, start_ms),
    );
    return [TEXTS.move.missed(placeOfWaypoint(at), wanted ?? "", possible ?? "")];
  });
}
