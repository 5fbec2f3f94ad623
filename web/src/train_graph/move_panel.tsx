/** Moving without a pointer: the start and the stops of the chosen train in a form. */
import type { JSX } from "preact";
import { durationMs } from "../graph/occurrences.ts";
import { printInput, printShift, readInput } from "../parts/clock.ts";
import { cancelMove, move, storeMove, tryShift, undo, undoable, wantedOf } from "../state/move.ts";
import { may_write } from "../state/rights.ts";
import { selected_train, selection } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { type TrainSchedule, timetable } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";
import { changeStop } from "./drag.ts";
import { handles } from "./handles.ts";

export function MovePanel(): JSX.Element | null {
  const [chosen, train] = [selection.value, selected_train.value];
  const undo_count = undoable.value.length;
  if (chosen === null || train === null) return undo_count > 0 ? <UndoButton /> : null;
  const schedule = timetable.value?.trains.get(chosen.train_id);
  return (
    <details open class="move">
      <summary>
        {TEXTS.move.heading} {train.train_name}
      </summary>
      {schedule === undefined && <p class="quiet">{TEXTS.move.only_schedules}</p>}
      {schedule !== undefined && !may_write.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      {schedule !== undefined && may_write.value && (
        <>
          <p class="quiet">{TEXTS.move.hint}</p>
          <StartField train={schedule} />
          <StopFields train={schedule} />
        </>
      )}
      <Tried />
      {undo_count > 0 && <UndoButton />}
    </details>
  );
}

function UndoButton(): JSX.Element {
  return (
    <button type="button" onClick={() => attempt(undo)}>
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
  const listed = handles.value;
  if (listed.length === 0) return null;
  const { start_time, schedule = [] } = wantedOf(train);
  const entries = new Map(schedule.map((entry) => [entry.at, entry]));
  const start_ms = Date.parse(start_time);
  return (
    <details>
      <summary>{TEXTS.move.stops}</summary>
      {listed.map((handle) => {
        const { arrival, stop_for } = entries.get(handle.at) ?? {};
        return handle.kind === "arrival" ? (
          <TimeField
            key={`${handle.at} arrival`}
            label={TEXTS.move.arrive_at(handle.at)}
            time_ms={start_ms + (arrival ? durationMs(arrival) : handle.arrival_ms)}
            onChange={(time_ms) =>
              changeStop(train.id, handle, time_ms - start_ms - handle.arrival_ms)
            }
          />
        ) : (
          <StopField
            key={handle.at}
            label={TEXTS.move.stop_for(handle.at)}
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

/** What is tried and what would follow; never taken for what is stored. */
function Tried(): JSX.Element | null {
  const now = move.value;
  if (now === null) return null;
  const { follows } = now;
  return (
    <div class={`tried ${now.state}`} role="status">
      <p>
        {now.state === "storing" && TEXTS.move.storing}
        {now.state === "tried" && TEXTS.move.tried(printShift(now.shift_ms))}
        {now.state === "failed" && TEXTS.move.failed} {now.fault}
      </p>
      {follows === null && now.state === "tried" && now.fault === null && (
        <p class="quiet">{TEXTS.move.asking}</p>
      )}
      {follows !== null && (
        <p>{TEXTS.move.follows(follows.conflicts.gone.length, follows.conflicts.new.length)}</p>
      )}
      <p class="row">
        <button type="button" class="main" onClick={() => attempt(storeMove)}>
          {TEXTS.move.store}
        </button>
        <button type="button" onClick={cancelMove}>
          {TEXTS.move.cancel}
        </button>
      </p>
    </div>
  );
}
