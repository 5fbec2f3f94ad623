/** The chosen object with its form. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Field } from "../parts/fields.tsx";
import { attempt } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { can_store, commit } from "./edits/commit.ts";
import { callOf, create, nameOf, type RailObject } from "./edits/edits.ts";
import { can_edit } from "./edits/infra_state.ts";
import { newId } from "./edits/new_objects.ts";
import { numberTracks } from "./edits/number_tracks.ts";
import { trackBeside } from "./edits/parallel.ts";
import { ObjectForm } from "./object_form.tsx";
import {
  choose,
  chosen,
  deleteChosen,
  draft,
  is_changed,
  setDraft,
  storeDraft,
} from "./selected.ts";

export function ChosenPanel(): JSX.Element {
  const [one, own] = [chosen.value, draft.value];
  return (
    <div class="chosen">
      {one === null || own === null ? (
        <p class="quiet">{TOOL_TEXTS.editor.nothing}</p>
      ) : (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            attempt(storeDraft);
          }}
        >
          <h2 title={one.obj_id}>
            {TOOL_TEXTS.map.types[one.obj_type]} {nameOf(one.stored)}
          </h2>
          <div class="row">
            <button type="submit" class="main" disabled={!is_changed.value || !can_store.value}>
              {TOOL_TEXTS.records.store}
            </button>
            <button type="button" disabled={!is_changed.value} onClick={() => setDraft(one.stored)}>
              {TOOL_TEXTS.editor.revert}
            </button>
            <button type="button" disabled={!can_edit.value} onClick={() => attempt(deleteChosen)}>
              {TOOL_TEXTS.records.delete}
            </button>
          </div>
          {"geo" in own && <Beside track={own} />}
          {one.obj_type === "OperationalPoint" && <Numbers station={one.stored} />}
          <ObjectForm key={one.obj_id} type={one.obj_type} object={own} onChange={setDraft} />
        </form>
      )}
    </div>
  );
}

/** Names the tracks of a station: "1, 2, 3 from here". */
function Numbers({ station }: { readonly station: RailObject }): JSX.Element {
  const [first, setFirst] = useState(1);
  return (
    <div class="row">
      <Field
        label={TOOL_TEXTS.editor.first_number}
        type="number"
        min={0}
        step={1}
        value={first}
        onInput={({ currentTarget }) => setFirst(currentTarget.valueAsNumber)}
      />
      <button
        type="button"
        disabled={!can_store.value || !Number.isInteger(first)}
        onClick={() => attempt(async () => await numberTracks(station, first))}
      >
        {TOOL_TEXTS.editor.number_tracks}
      </button>
    </div>
  );
}

/** Metres between the middles of two tracks of a line, in most countries. */
const USUAL_M = 4;

/** Makes the same track once more, beside it. */
function Beside({ track }: { readonly track: RailObject }): JSX.Element {
  const [distance_m, setDistance] = useState(USUAL_M);
  const make = async (left_m: number): Promise<void> => {
    const obj_type = "TrackSection";
    const made = trackBeside(track, newId(obj_type), left_m);
    const is_made = await commit(TOOL_TEXTS.editor.beside_of(callOf(obj_type, track)), [
      create(obj_type, made),
    ]);
    if (is_made) await choose({ obj_type, obj_id: made.id });
  };
  return (
    <fieldset>
      <legend>{TOOL_TEXTS.editor.beside}</legend>
      <div class="row">
        <Field
          label={TOOL_TEXTS.editor.beside_m}
          type="number"
          min={1}
          step={0.1}
          value={distance_m}
          onInput={({ currentTarget }) => setDistance(currentTarget.valueAsNumber)}
        />
        {([1, -1] as const).map((side) => (
          <button
            type="button"
            key={side}
            disabled={!can_store.value || !(distance_m > 0)}
            onClick={() => attempt(async () => await make(side * distance_m))}
          >
            {side === 1 ? TOOL_TEXTS.editor.left : TOOL_TEXTS.editor.right}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
