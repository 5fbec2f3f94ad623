/** A service: its interval, its exceptions; made from a train, split into trains, joined again. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { CheckField } from "../parts/fields.tsx";
import { MomentField } from "../parts/moment_field.tsx";
import { isService, type ServiceForm, shiftForm } from "../state/edits/edit.ts";
import { describeException, nameException } from "../state/edits/exception_texts.ts";
import { moves_one, tryForm, wantedOf } from "../state/edits/move.ts";
import { changeOccurrence } from "../state/edits/occurrence_edits.ts";
import { editOf, tryEdits } from "../state/edits/trial.ts";
import { selected_train, selection } from "../state/selection.ts";
import { type PacedTrain, type TrainSchedule, timetable } from "../state/timetable.ts";
import {
  countTrains,
  joinTrains,
  listAlike,
  makeService,
  paceOf,
  resetException,
  setPace,
  splitService,
} from "../state/trains/services.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NumberField } from "./inputs.tsx";
import { NumberingFields } from "./numbering_fields.tsx";

/** The service of the chosen train. */
export function ServicePanel(): JSX.Element | null {
  const record = selected_train.value;
  if (record === null) return null;
  return "paced" in record ? <Service service={record} /> : <Maker train={record} />;
}

/** Others are tried in its place already: once more would double them. */
const isLeaving = (record: TrainSchedule | PacedTrain): boolean => editOf(record).after === null;

const MINUTE_MS = 60_000;
const TRAINS_MAX = 10_000;

function Service({ service }: { readonly service: PacedTrain }): JSX.Element | null {
  const form = wantedOf(service);
  if (!isService(form)) return null;
  const change = (made: (one: ServiceForm) => ServiceForm): void =>
    tryForm(service, (one) => (isService(one) ? made(one) : one));
  return (
    <>
      <Reach />
      <MomentField
        label={TOOL_TEXTS.services.start}
        time_ms={Date.parse(form.start_time)}
        onChange={(time_ms) =>
          change((one) => shiftForm(one, time_ms - Date.parse(one.start_time)))
        }
      />
      <PaceFields
        form={form}
        onChange={(pace) => change((one) => setPace(one, pace, keeps_starts.peek()))}
      />
      <NumberingFields form={form} onChange={change} />
      <Occurrence form={form} onChange={change} />
      <Exceptions form={form} onReset={(key) => change((one) => resetException(one, key))} />
      <p class="row">
        <button
          type="button"
          disabled={isLeaving(service)}
          onClick={() => tryEdits(splitService(service))}
        >
          {TOOL_TEXTS.services.split}
        </button>
      </p>
    </>
  );
}

/** What a drag moves. */
function Reach(): JSX.Element {
  const choose = (is_one: boolean, text: string): JSX.Element => (
    <label class="check">
      <input
        type="radio"
        name="moves"
        checked={moves_one.value === is_one}
        onChange={() => {
          moves_one.value = is_one;
        }}
      />
      {text}
    </label>
  );
  return (
    <fieldset>
      <legend>{TOOL_TEXTS.services.moves}</legend>
      {choose(false, TOOL_TEXTS.services.moves_all)}
      {choose(true, TOOL_TEXTS.services.moves_one)}
    </fieldset>
  );
}

/** Whether trains with a start of their own keep it when the interval changes. */
const keeps_starts = signal(false);

function PaceFields({
  form,
  onChange,
}: {
  readonly form: ServiceForm;
  readonly onChange: (pace: ReturnType<typeof paceOf>) => void;
}): JSX.Element {
  const pace = paceOf(form);
  const count = countTrains(pace);
  const has_starts = form.exceptions.some(
    ({ occurrence_index, start_time }) => typeof occurrence_index === "number" && start_time,
  );
  return (
    <>
      <NumberField
        label={TOOL_TEXTS.services.interval}
        value={pace.interval_ms / MINUTE_MS}
        min={0.1}
        max={14_400}
        step="any"
        onChange={(minutes) => {
          const interval_ms = Math.round(minutes * MINUTE_MS);
          onChange({ interval_ms, window_ms: count * interval_ms });
        }}
      />
      {has_starts && (
        <CheckField
          label={TOOL_TEXTS.services.keeps_starts}
          is_on={keeps_starts.value}
          onChange={(is_kept) => {
            keeps_starts.value = is_kept;
          }}
        />
      )}
      <NumberField
        label={TOOL_TEXTS.services.count}
        value={count}
        min={1}
        max={TRAINS_MAX}
        onChange={(wanted) =>
          onChange({ ...pace, window_ms: Math.round(wanted) * pace.interval_ms })
        }
      />
    </>
  );
}

/** Whether the chosen train of the service runs. */
function Occurrence({
  form,
  onChange,
}: {
  readonly form: ServiceForm;
  readonly onChange: (made: (one: ServiceForm) => ServiceForm) => void;
}): JSX.Element | null {
  const chosen = selection.value;
  if (chosen === null || chosen.index === null) return null;
  const known = form.exceptions.find((one) => one.occurrence_index === chosen.index);
  const named = nameException({ key: "", disabled: false, occurrence_index: chosen.index }, form);
  return (
    <CheckField
      label={`${TOOL_TEXTS.services.off}: ${named}`}
      is_on={known?.disabled === true}
      onChange={(disabled) => onChange((one) => changeOccurrence(one, chosen, { disabled }))}
    />
  );
}

function Exceptions({
  form,
  onReset,
}: {
  readonly form: ServiceForm;
  readonly onReset: (key: string) => void;
}): JSX.Element | null {
  const { exceptions } = form;
  if (exceptions.length === 0) return null;
  return (
    <details open>
      <summary>{TOOL_TEXTS.services.exceptions(exceptions.length)}</summary>
      <ul class="places">
        {exceptions.map((one) => (
          <li key={one.key} class="row">
            <span class="grow">
              {nameException(one, form)}: {describeException(one, form)}
            </span>
            <button type="button" onClick={() => onReset(one.key)}>
              {TOOL_TEXTS.services.reset(nameException(one, form))}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

const HOUR_MIN = 60;
const USUAL_COUNT = 10;

/** Makes a service from a train, or from it and all similar trains. */
function Maker({ train }: { readonly train: TrainSchedule }): JSX.Element {
  const [minutes, setMinutes] = useState(HOUR_MIN);
  const [count, setCount] = useState(USUAL_COUNT);
  const alike = listAlike(train, timetable.value?.trains.values() ?? []);
  const make = (): void => {
    const interval_ms = Math.round(minutes * MINUTE_MS);
    tryEdits(makeService(train, { interval_ms, window_ms: count * interval_ms }));
  };
  return (
    <div class="row">
      <NumberField
        label={TOOL_TEXTS.services.interval}
        value={minutes}
        min={0.1}
        max={14_400}
        step="any"
        onChange={setMinutes}
      />
      <NumberField
        label={TOOL_TEXTS.services.count}
        value={count}
        min={1}
        max={TRAINS_MAX}
        onChange={(wanted) => setCount(Math.round(wanted))}
      />
      <button type="button" disabled={isLeaving(train)} onClick={make}>
        {TOOL_TEXTS.services.make}
      </button>
      {alike.length > 1 && (
        <button
          type="button"
          disabled={alike.some(isLeaving)}
          onClick={() => tryEdits(joinTrains(alike))}
        >
          {TOOL_TEXTS.services.join(alike.length - 1)}
        </button>
      )}
    </div>
  );
}
