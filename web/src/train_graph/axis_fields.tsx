/** Chooses the graph's axis: that of the chosen train, or the way between two stations. */
import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { Picker } from "../parts/picker.tsx";
import { setParameters } from "../state/address.ts";
import { graph_data } from "../state/graph.ts";
import { selection } from "../state/selection.ts";
import { type AxisChoice, printAxisChoice } from "../state/stations/axis_loading.ts";
import { findStations, type Station } from "../state/stations/stations.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";

/** Null: the end of the present axis. */
const axis_from = signal<Station | null>(null);
const axis_to = signal<Station | null>(null);

/** The next choice starts from the new axis's own ends. */
function showAxis(choice: AxisChoice): void {
  axis_from.value = null;
  axis_to.value = null;
  setParameters({ axis: printAxisChoice(choice), view: "" });
}

export function AxisFields(): JSX.Element {
  const own = graph_data.value?.axis.forward.stations ?? [];
  const from = axis_from.value ?? own[0] ?? null;
  const to = axis_to.value ?? own.at(-1) ?? null;
  const chosen = selection.value;
  return (
    <>
      <Picker
        label={TOOL_TEXTS.axis.from}
        chosen={from}
        find={findStations}
        onChange={(station) => {
          axis_from.value = station;
        }}
      />
      <Picker
        label={TOOL_TEXTS.axis.to}
        chosen={to}
        find={findStations}
        onChange={(station) => {
          axis_to.value = station;
        }}
      />
      <button
        type="button"
        disabled={from === null || to === null || from.id === to.id}
        onClick={() => {
          if (from !== null && to !== null) {
            showAxis({ kind: "stations", from: from.id, to: to.id });
          }
        }}
      >
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
