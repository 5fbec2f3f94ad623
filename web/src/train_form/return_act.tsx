/** The return of the chosen train, tried at once; its turnaround can be changed as long as it is tried. */
import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { occurrenceKey, trainKey } from "../graph/occurrences.ts";
import { CheckField } from "../parts/fields.tsx";
import { kindOf, recordKey } from "../state/edits/edit.ts";
import { timesOf } from "../state/edits/foreseen.ts";
import { wantedOf } from "../state/edits/move.ts";
import { type Turnaround, tryReturn } from "../state/edits/returns.ts";
import { trial, tryEdits } from "../state/edits/trial.ts";
import { select, selected_data, selection } from "../state/selection.ts";
import {
  findTrain,
  listRecords,
  nameOfTrain,
  type PacedTrain,
  type TrainSchedule,
} from "../state/timetable.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NumberField } from "./inputs.tsx";

const MINUTE_MS = 60_000;
const USUAL: Turnaround = { turn_ms: 10 * MINUTE_MS, symmetry_min: null };

interface Props {
  readonly record: TrainSchedule | PacedTrain;
}

/** The trains before and after it, with the same vehicles. */
export function Followed({ record }: Props): JSX.Element | null {
  const before = findTrain(record.follows?.id ?? 0);
  const after = listRecords().filter(({ follows }) => follows?.id === record.id);
  const button = (text: (name: string) => string, one: TrainSchedule | PacedTrain) => (
    <button type="button" key={one.id} onClick={() => select(keyOfFirst(one))}>
      {text(nameOfTrain(one))}
    </button>
  );
  if (before === null && after.length === 0) return null;
  return (
    <div class="row acts">
      {before !== null && button(TOOL_TEXTS.returns.follows, before)}
      {after.map((one) => button(TOOL_TEXTS.returns.followed_by, one))}
    </div>
  );
}

function keyOfFirst(record: TrainSchedule | PacedTrain): string {
  return "paced" in record ? occurrenceKey(record.id, 0, null) : trainKey(record.id);
}

export function ReturnFields({ record }: Props): JSX.Element | null {
  const [how, setHow] = useState(USUAL);
  const made_key = useRef<string | null>(null);
  const run = runOf(record);
  useEffect(() => {
    if (run === null) return;
    const form = wantedOf(record);
    const edit = tryReturn({ kind: kindOf(form), id: record.id }, form, { ...how, ...run });
    const key = made_key.current ?? edit.key;
    made_key.current = key;
    tryEdits([{ ...edit, key }]);
  }, [how, run === null]);
  if (run === null) return <p class="quiet">{TOOL_TEXTS.returns.no_run}</p>;
  const is_tried = trial.value?.edits.some(({ key }) => key === made_key.current) === true;
  if (!is_tried) return null;
  const { turn_ms, symmetry_min } = how;
  return (
    <fieldset>
      <legend>{TOOL_TEXTS.returns.heading}</legend>
      <NumberField
        label={TOOL_TEXTS.returns.turn}
        value={turn_ms / MINUTE_MS}
        max={1440}
        step="any"
        onChange={(minutes) => setHow({ ...how, turn_ms: Math.round(minutes * MINUTE_MS) })}
      />
      <CheckField
        label={TOOL_TEXTS.returns.mirrored}
        is_on={symmetry_min !== null}
        onChange={(is_on) => setHow({ ...how, symmetry_min: is_on ? 0 : null })}
      />
      {symmetry_min !== null && (
        <NumberField
          label={TOOL_TEXTS.returns.symmetry}
          value={symmetry_min}
          max={59.5}
          step={0.5}
          onChange={(minute) => setHow({ ...how, symmetry_min: minute })}
        />
      )}
    </fieldset>
  );
}

/** Null: it has no run, or it is being computed. */
function runOf(
  record: TrainSchedule | PacedTrain,
): { readonly run_ms: number; readonly track_id: string | null } | null {
  const key = recordKey(kindOf(record), record.id);
  const tried_ms = trial.value === null ? null : timesOf(trial.value, key);
  const { path = null, simulation = null } = selected_data.value ?? {};
  const run_ms = (tried_ms ?? simulation?.final_output.path_item_times)?.at(-1);
  if (run_ms === undefined) return null;
  // An exception may end elsewhere.
  const is_own = selection.value?.exception_key === null;
  const last = is_own ? path?.track_section_ranges.at(-1) : undefined;
  return { run_ms, track_id: last?.track_section ?? null };
}
