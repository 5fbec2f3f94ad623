/** Chooses the graph's axis: a line, that of the chosen train, or the way between stations, by any number of others. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Icon } from "../parts/icon.tsx";
import { Picker } from "../parts/picker.tsx";
import { parameters, setParameters } from "../state/address.ts";
import { graph_data } from "../state/graph.ts";
import { selection } from "../state/selection.ts";
import { type AxisChoice, printAxisChoice, readAxisChoice } from "../state/stations/axis_choice.ts";
import { findLines } from "../state/stations/lines.ts";
import { findStations, type Station } from "../state/stations/stations.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** In order; null: an end that is not chosen. */
type Places = readonly [Station | null, ...(Station | null)[]];

/** Null: as the present axis is. */
const draft = signal<Places | null>(null);

/** The next choice starts from the new axis's own places. */
function showAxis(choice: AxisChoice): void {
  draft.value = null;
  setParameters({ axis: printAxisChoice(choice), view: "" });
}

function ownPlaces(): Places {
  const own = graph_data.value?.axis.forward.stations ?? [];
  const choice = readAxisChoice(parameters.axis.value);
  const named = choice?.kind === "stations" ? choice.ids.slice(1, -1) : [];
  const between = named.flatMap((id) => own.find((station) => station.id === id) ?? []);
  return [own[0] ?? null, ...between, own.at(-1) ?? null];
}

export function AxisFields(): JSX.Element {
  const places = draft.value ?? ownPlaces();
  const last = places.length - 1;
  const ids = places.flatMap((place) => place?.id ?? []);
  const is_way = ids.length === places.length && ids.every((id, i) => id !== ids[i - 1]);
  const chosen = selection.value;
  const change = (index: number, removed: 0 | 1, ...added: Station[]): void => {
    draft.value = places.toSpliced(index, removed, ...added) as unknown as Places;
  };
  const pick = (label: string, index: number): JSX.Element => (
    <Picker
      label={label}
      chosen={places[index] ?? null}
      find={findStations}
      onChange={(station) => change(index, 1, station)}
    />
  );
  return (
    <>
      {pick(TOOL_TEXTS.axis.from, 0)}
      {places.slice(1, -1).map((via, i) => (
        <span key={i} class="row">
          <span class="grow">{TOOL_TEXTS.axis.via(via?.name ?? "")}</span>
          <button
            type="button"
            aria-label={TOOL_TEXTS.form.remove(via?.name ?? "")}
            title={TOOL_TEXTS.form.remove(via?.name ?? "")}
            onClick={(event) => {
              // The menu stays open: this is not the last act.
              event.stopPropagation();
              change(i + 1, 1);
            }}
          >
            <Icon name="close" />
          </button>
        </span>
      ))}
      <Picker
        key={last}
        label={TOOL_TEXTS.axis.add_via}
        chosen={null}
        find={findStations}
        onChange={(station) => change(last, 0, station)}
      />
      {pick(TOOL_TEXTS.axis.to, last)}
      <Picker
        label={TOOL_TEXTS.axis.line}
        chosen={null}
        find={findLines}
        onChange={({ id }) => showAxis({ kind: "line", id: Number(id) })}
      />
      <button type="button" disabled={!is_way} onClick={() => showAxis({ kind: "stations", ids })}>
        {TOOL_TEXTS.axis.show}
      </button>
      <button
        type="button"
        disabled={chosen === null}
        onClick={() => {
          if (chosen !== null) showAxis({ kind: chosen.kind, id: chosen.train_id });
        }}
      >
        {TOOL_TEXTS.axis.of_train}
      </button>
    </>
  );
}
