/** Places of a new train: its ends, and those in between. */
import type { JSX } from "preact";
import { durationMs } from "../graph/occurrences.ts";
import { Icon, type IconName } from "../parts/icon.tsx";
import { Picker } from "../parts/picker.tsx";
import type { Form, Waypoint } from "../state/edits/edit.ts";
import { changeEdited } from "../state/edits/open_form.ts";
import {
  addPlace,
  indexBetween,
  movePlace,
  placeAt,
  removePlace,
  setEnd,
  setStop,
} from "../state/edits/path_edits.ts";
import { findStations, type Station } from "../state/stations/stations.ts";
import { nameOfPlace, nameOfWaypoint, shareOfPlace } from "../state/stations/waypoints.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { NumberField } from "./inputs.tsx";

/** Where it starts and ends. */
export function EndFields({ form }: { readonly form: Form }): JSX.Element {
  const [first, last] = [form.path[0], form.path.at(-1)];
  const is_whole = form.path.length > 1;
  const from = is_whole || first?.id === "from" ? first : undefined;
  const to = is_whole || last?.id === "to" ? last : undefined;
  const pick = (label: string, end: "from" | "to", place: Waypoint | undefined): JSX.Element => (
    <Picker
      label={label}
      chosen={place === undefined ? null : { id: place.id, name: nameOfPlace(place) }}
      find={findStations}
      onChange={({ id }) => changeEdited((one) => setEnd(one, end, id))}
    />
  );
  return (
    <>
      {pick(TOOL_TEXTS.request.from, "from", from)}
      {pick(TOOL_TEXTS.request.to, "to", to)}
    </>
  );
}

const USUAL_STOP_MS = 60_000;

/** Adds a station on the way: by its place on the axis, else before the last place. */
export function AddPlace({ is_stop }: { readonly is_stop: boolean }): JSX.Element {
  const add = ({ id }: Station): void =>
    changeEdited((one) => {
      const place = placeAt(id);
      const index = indexBetween(one.path.map(shareOfPlace), shareOfPlace(place));
      const longer = addPlace(one, place, index);
      return is_stop ? setStop(longer, place.id, USUAL_STOP_MS) : longer;
    });
  const label = is_stop ? TOOL_TEXTS.form.add_stop : TOOL_TEXTS.times.add_pass;
  return <Picker label={label} chosen={null} find={findStations} onChange={add} />;
}

const MINUTE_MS = 60_000;

/** Places between the ends, in the order of the way. */
export function PlaceList({ form }: { readonly form: Form }): JSX.Element | null {
  const between = form.path.slice(1, -1);
  if (between.length === 0) return null;
  return (
    <ol class="places">
      {between.map((place, i) => (
        <li key={place.id} class="row">
          <strong class="grow">{nameOfPlace(place)}</strong>
          <StopField form={form} place={place} />
          <PlaceActs
            form={form}
            at={place.id}
            is_first={i === 0}
            is_last={i === between.length - 1}
          />
        </li>
      ))}
    </ol>
  );
}

/** Minutes; 0: it passes. */
function StopField({
  form,
  place,
}: {
  readonly form: Form;
  readonly place: Waypoint;
}): JSX.Element {
  const stop_for = form.schedule.find(({ at }) => at === place.id)?.stop_for ?? null;
  return (
    <NumberField
      label={TOOL_TEXTS.form.stop_minutes}
      value={stop_for === null ? 0 : durationMs(stop_for) / MINUTE_MS}
      step="any"
      onChange={(minutes) =>
        changeEdited((one) =>
          setStop(one, place.id, minutes === 0 ? null : Math.round(minutes * MINUTE_MS)),
        )
      }
    />
  );
}

/** Move up, move down, remove. */
export function PlaceActs({
  form,
  at,
  is_first,
  is_last,
}: {
  readonly form: Form;
  readonly at: string;
  readonly is_first: boolean;
  readonly is_last: boolean;
}): JSX.Element {
  const name = nameOfWaypoint(form, at);
  const act = (text: string, icon: IconName, is_off: boolean, change: (one: Form) => Form) => (
    <button
      type="button"
      aria-label={text}
      title={text}
      disabled={is_off}
      onClick={() => changeEdited(change)}
    >
      <Icon name={icon} />
    </button>
  );
  return (
    <span class="place-acts">
      {act(TOOL_TEXTS.form.earlier(name), "up", is_first, (one) => movePlace(one, at, -1))}
      {act(TOOL_TEXTS.form.later(name), "down", is_last, (one) => movePlace(one, at, 1))}
      {act(TOOL_TEXTS.form.remove(name), "close", form.path.length < 3, (one) =>
        removePlace(one, at),
      )}
    </span>
  );
}
