/** Where a work or a limit is, and on which days. */
import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { addDays, startOfDay, timeOfWall, wallOf, withZone } from "../graph/zone.ts";
import { Choice } from "../parts/choice.tsx";
import { CheckField, Field } from "../parts/fields.tsx";
import { type Pick, Picker } from "../parts/picker.tsx";
import { attempt } from "../state/session.ts";
import { infra_id } from "../state/setting.ts";
import { findStations } from "../state/stations/stations.ts";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import {
  type ClosureForm,
  DIRECTIONS,
  MONDAY_TO_FRIDAY,
  type Track,
  weekdayNames,
} from "./closure_form_fields.ts";
import { readTracks } from "./station_tracks.ts";

export interface FormProps {
  readonly form: ClosureForm;
  readonly onChange: (changes: Partial<ClosureForm>) => void;
}

/** A stretch of the axis, or tracks of a station, on the axis or not. */
export function PlaceFields({ form, onChange }: FormProps): JSX.Element {
  const at_station = form.tracks !== null;
  return (
    <>
      <Choice
        label={TOOL_TEXTS.works.where}
        value={at_station ? "station" : "axis"}
        options={(["axis", "station"] as const).map((value) => ({
          value,
          text: TOOL_TEXTS.works.places[value],
        }))}
        onChange={(place) => onChange({ tracks: place === "station" ? [] : null })}
      />
      {at_station ? (
        <StationFields form={form} onChange={onChange} />
      ) : (
        <>
          <Choice
            label={TEXTS.graph.direction}
            value={form.direction}
            options={DIRECTIONS.map((one) => ({
              value: one,
              text: TOOL_TEXTS.works.directions[one],
            }))}
            onChange={(direction) => onChange({ direction: direction as ClosureForm["direction"] })}
          />
          <NumberField name="from_km" form={form} onChange={onChange} />
          <NumberField name="to_km" form={form} onChange={onChange} />
        </>
      )}
    </>
  );
}

const ALL = "all";

function StationFields({ form, onChange }: FormProps): JSX.Element {
  const [station, setStation] = useState<Pick | null>(null);
  const [known, setKnown] = useState<readonly Track[]>([]);
  const choose = async (next: Pick): Promise<void> => {
    const id = infra_id.peek();
    if (id === null) return;
    const tracks = await readTracks(id, next.id);
    setStation(next);
    setKnown(tracks);
    onChange({ tracks });
  };
  const chosen = form.tracks ?? [];
  const [first] = chosen;
  return (
    <>
      <Picker
        label={TOOL_TEXTS.columns.station}
        chosen={station}
        find={findStations}
        onChange={(next) => attempt(async () => await choose(next))}
      />
      {station === null ? (
        <p class="quiet">{chosen.map(({ name }) => name).join(", ")}</p>
      ) : (
        <Choice
          label={TOOL_TEXTS.works.track}
          value={chosen.length === 1 && first !== undefined ? first.id : ALL}
          options={[
            { value: ALL, text: TEXTS.graph.all },
            ...known.map(({ id, name }) => ({ value: id, text: name })),
          ]}
          onChange={(id) =>
            onChange({ tracks: id === ALL ? known : known.filter((one) => one.id === id) })
          }
        />
      )}
    </>
  );
}

/** Weeks that a repetition lasts at first. */
const WEEKS_DAYS = 28;

export function RepeatFields({ form, onChange }: FormProps): JSX.Element {
  const { repeat, from_ms } = form;
  const last_ms = (day_ms: number): number => addDays(startOfDay(day_ms), 1) - 1;
  const first = { days: MONDAY_TO_FRIDAY, until_ms: last_ms(addDays(from_ms, WEEKS_DAYS)) };
  return (
    <>
      <CheckField
        label={TOOL_TEXTS.works.repeat}
        is_on={repeat !== null}
        onChange={(is_on) => onChange({ repeat: is_on ? first : null })}
      />
      {repeat !== null && (
        <fieldset>
          <legend>{TOOL_TEXTS.works.days}</legend>
          <div class="row">
            {weekdayNames().map((name, i) => (
              <CheckField
                key={name}
                label={name}
                is_on={repeat.days[i] === true}
                onChange={(is_on) =>
                  onChange({ repeat: { ...repeat, days: repeat.days.with(i, is_on) } })
                }
              />
            ))}
          </div>
          <Field
            label={withZone(TOOL_TEXTS.works.until)}
            type="date"
            value={
              Number.isNaN(repeat.until_ms)
                ? ""
                : new Date(wallOf(repeat.until_ms)).toISOString().slice(0, 10)
            }
            onChange={(event) => {
              const day_ms = timeOfWall(Date.parse(`${event.currentTarget.value}T00:00:00Z`));
              onChange({ repeat: { ...repeat, until_ms: last_ms(day_ms) } });
            }}
          />
        </fieldset>
      )}
    </>
  );
}

export function NumberField({
  name,
  form,
  onChange,
}: FormProps & { readonly name: "from_km" | "to_km" | "speed_km_h" }): JSX.Element {
  const value = form[name];
  return (
    <Field
      label={TOOL_TEXTS.works[name]}
      type="number"
      step="any"
      value={Number.isNaN(value) ? "" : value}
      onInput={(event) => onChange({ [name]: event.currentTarget.valueAsNumber })}
    />
  );
}
