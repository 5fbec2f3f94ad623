/** Moving without a pointer: the start and the stops of the chosen train in a form. */
import type { JSX } from "preact";
import { printInput, printShift, readInput } from "../parts/clock.ts";
import { cancelMove, move, storeMove, tryShift, undo, undoable } from "../state/move.ts";
import { may_write } from "../state/rights.ts";
import { selected_train, selection } from "../state/selection.ts";
import { attempt } from "../state/session.ts";
import { TEXTS } from "../texts.ts";
import { changeStop } from "./drag.ts";
import { handles } from "./handles.ts";

export function MovePanel(): JSX.Element | null {
  const [chosen, train] = [selection.value, selected_train.value];
  const undo_count = undoable.value.length;
  if (chosen === null || train === null) return undo_count > 0 ? <UndoButton /> : null;
  const is_schedule = chosen.kind === "train_schedule";
  return (
    <details open class="move">
      <summary>
        {TEXTS.move.heading} {train.train_name}
      </summary>
      {!is_schedule && <p class="quiet">{TEXTS.move.only_schedules}</p>}
      {is_schedule && !may_write.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      {is_schedule && may_write.value && (
        <>
          <p class="quiet">{TEXTS.move.hint}</p>
          <StartField train_id={chosen.train_id} start_time={train.start_time} />
          <StopFields train_id={chosen.train_id} />
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

function StartField({
  train_id,
  start_time,
}: {
  readonly train_id: number;
  readonly start_time: string;
}): JSX.Element {
  const stored_ms = Date.parse(start_time);
  const wanted_ms = stored_ms + (move.value?.train_id === train_id ? move.value.shift_ms : 0);
  return (
    <label class="field">
      <span>{TEXTS.move.start}</span>
      <input
        type="datetime-local"
        step={1}
        value={printInput(wanted_ms)}
        onChange={(event) => {
          const time_ms = readInput(event.currentTarget.value);
          if (!Number.isNaN(time_ms)) tryShift(train_id, time_ms - stored_ms);
        }}
      />
    </label>
  );
}

function StopFields({ train_id }: { readonly train_id: number }): JSX.Element | null {
  const stops = handles.value.filter(({ kind }) => kind === "stop");
  if (stops.length === 0) return null;
  return (
    <details>
      <summary>{TEXTS.move.stops}</summary>
      {stops.map((handle) => (
        <label class="field" key={handle.at}>
          <span>{TEXTS.move.stop_for(handle.at)}</span>
          <input
            type="number"
            min={0}
            step={10}
            value={handle.stop_ms / 1000}
            onChange={(event) => {
              const wanted_ms = event.currentTarget.valueAsNumber * 1000;
              if (wanted_ms >= 0) changeStop(train_id, handle, wanted_ms - handle.stop_ms);
            }}
          />
        </label>
      ))}
    </details>
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
