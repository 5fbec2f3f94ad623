/** Moving a train without a pointer: the start and stops of the chosen train in a form. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { durationMs } from "../graph/occurrences.ts";
import { Field } from "../parts/fields.tsx";
import { MomentField } from "../parts/moment_field.tsx";
import { setParameters } from "../state/address.ts";
import { tryShift, wantedOf } from "../state/edits/move.ts";
import { graph_data, runs } from "../state/graph.ts";
import { printAxisChoice } from "../state/stations/axis_choice.ts";
// Makes a new train when one is wanted.
import "../state/edits/new_train.ts";
import { made, nameOfEdited } from "../state/edits/open_form.ts";
import { may_write } from "../state/rights.ts";
import { selected_data, selected_name, selected_train, selection } from "../state/selection.ts";
import { type PacedTrain, type TrainSchedule, timetable } from "../state/timetable.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { Category } from "../train_form/category.tsx";
import { NewTrain, ServicePanel, VariantFields } from "../train_form/lazy_forms.ts";
import { Followed, ReturnFields } from "../train_form/return_act.tsx";
import { TrainActs } from "../trial/acts.tsx";
import { changeStop } from "./drag.ts";
import { chosen_handle, type Handle, handles } from "./handles.ts";
import { TrainFacts } from "./train_facts.tsx";

export function MovePanel(): JSX.Element | null {
  const [chosen, train] = [selection.value, selected_train.value];
  if (made.value !== null) {
    return (
      <details open class="move">
        <summary>{nameOfEdited(made.value)}</summary>
        <NewTrain />
      </details>
    );
  }
  if (chosen === null || train === null) return null;
  const schedule = timetable.value?.trains.get(chosen.train_id);
  const grabbed = chosen_handle.value;
  return (
    <details open class="move">
      <summary>
        <bdi>{selected_name.value}</bdi>
        <Category />
      </summary>
      {!may_write.value && <p class="quiet">{TEXTS.move.not_allowed}</p>}
      <Elsewhere train={train} />
      <TrainFacts
        train={train}
        start={schedule !== undefined && may_write.value ? <StartField train={schedule} /> : null}
      />
      {may_write.value && <Acts key={chosen.train_id} record={train} />}
      {schedule !== undefined && may_write.value && (
        <>
          <p class="quiet" role="status">
            {grabbed !== null && TOOL_TEXTS.move.chosen[grabbed.kind](grabbed.place)}
          </p>
          <StopFields train={schedule} />
        </>
      )}
      {may_write.value && (
        <Service key={`service ${schedule === undefined}`} is_open_first={schedule === undefined} />
      )}
    </details>
  );
}

function Acts({ record }: { readonly record: TrainSchedule | PacedTrain }): JSX.Element {
  const [returns, setReturns] = useState(0);
  const [variants, setVariants] = useState(0);
  return (
    <>
      <TrainActs
        record={record}
        onReturn={() => setReturns(returns + 1)}
        onVariant={() => setVariants(variants + 1)}
        onEnd={focusSummary}
      />
      <Followed record={record} />
      {returns > 0 && <ReturnFields key={returns} record={record} />}
      {variants > 0 && <VariantFields key={variants} record={record} />}
    </>
  );
}

/** Similar trains are searched for when this is opened: there may be thousands of trains. */
function Service({ is_open_first }: { readonly is_open_first: boolean }): JSX.Element {
  const [is_open, setOpen] = useState(is_open_first);
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TOOL_TEXTS.services.heading}</summary>
      {is_open && <ServicePanel />}
    </details>
  );
}

/** A train that the graph does not show, with a link to where it runs. */
function Elsewhere({ train }: { readonly train: TrainSchedule | PacedTrain }): JSX.Element | null {
  if (graph_data.value === null || runs.value.some(({ train_id }) => train_id === train.id)) {
    return null;
  }
  const kind = "paced" in train ? "paced_train" : "train_schedule";
  return (
    <div class="row">
      <span class="quiet">{TOOL_TEXTS.move.elsewhere}</span>
      <button
        type="button"
        onClick={(event) => {
          focusSummary(event.currentTarget);
          setParameters({ axis: printAxisChoice({ kind, id: train.id }), view: "" });
        }}
      >
        {TOOL_TEXTS.axis.of_train}
      </button>
    </div>
  );
}

/** For a button that disappears when its work is done, and would take the focus with it. */
function focusSummary(button: HTMLElement): void {
  button.closest(".move")?.querySelector("summary")?.focus();
}

function StartField({ train }: { readonly train: TrainSchedule }): JSX.Element {
  return (
    <MomentField
      label={TOOL_TEXTS.move.start}
      time_ms={Date.parse(wantedOf(train).start_time)}
      onChange={(time_ms) => tryShift(train, time_ms - Date.parse(train.start_time))}
    />
  );
}

/** Arrivals and lengths of stops, as tried. */
function StopFields({ train }: { readonly train: TrainSchedule }): JSX.Element | null {
  const last = useRef<{ readonly train_id: number; readonly listed: readonly Handle[] } | null>(
    null,
  );
  // The fields, one with the focus, stay while the run is computed again.
  if (selected_data.value !== null) last.current = { train_id: train.id, listed: handles.value };
  const listed = last.current?.train_id === train.id ? last.current.listed : [];
  if (listed.length === 0) return null;
  const { start_time, schedule } = wantedOf(train);
  const entries = new Map(schedule.map((entry) => [entry.at, entry]));
  const start_ms = Date.parse(start_time);
  return (
    <details aria-busy={selected_data.value === null}>
      <summary>{TOOL_TEXTS.move.change_stops}</summary>
      {listed.map((handle) => {
        const { arrival, stop_for } = entries.get(handle.at) ?? {};
        return handle.kind === "arrival" ? (
          <MomentField
            key={handle.key}
            label={TOOL_TEXTS.move.arrive_at(handle.place)}
            time_ms={start_ms + (arrival ? durationMs(arrival) : handle.arrival_ms)}
            onChange={(time_ms) =>
              changeStop(train.id, handle, time_ms - start_ms - handle.arrival_ms)
            }
          />
        ) : (
          <StopField
            key={handle.key}
            label={TOOL_TEXTS.move.stop_for(handle.place)}
            stop_ms={stop_for ? durationMs(stop_for) : handle.stop_ms}
            onChange={(stop_ms) => changeStop(train.id, handle, stop_ms - handle.stop_ms)}
          />
        );
      })}
    </details>
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
    <Field
      label={label}
      type="number"
      min={0}
      step={10}
      value={stop_ms / 1000}
      onChange={(event) => {
        const wanted_ms = event.currentTarget.valueAsNumber * 1000;
        if (wanted_ms >= 0) onChange(wanted_ms);
      }}
    />
  );
}
