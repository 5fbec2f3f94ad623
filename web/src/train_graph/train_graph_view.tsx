/** The train graph with what floats on it, and the panel beside it: what is chosen, and the lists. */
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { Beside, Inspector } from "../parts/inspector.tsx";
import { whenLoaded } from "../parts/loaded.tsx";
import { parameters } from "../state/address.ts";
import { scope } from "../state/asked/resolving.ts";
import { made, wished_train } from "../state/edits/open_form.ts";
import { trial } from "../state/edits/trial.ts";
import { graph_data, runs } from "../state/graph.ts";
import { fault, step } from "../state/loading.ts";
import { selection } from "../state/selection.ts";
import { setting } from "../state/setting.ts";
import { placed_station } from "../state/stations/placed_station.ts";
import { neighbours, visible_runs } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { GraphCanvas } from "./graph_canvas.tsx";
import { ZoomBox } from "./zoom_box.tsx";

const Tooltips = whenLoaded(() => import("./tooltips.tsx"), "Tooltips");
const Legend = whenLoaded(() => import("./legend.tsx"), "Legend");
const EmptyPart = whenLoaded(() => import("./empty_part.tsx"), "EmptyPart");
const OpenedStation = whenLoaded(() => import("./station/occupancy.tsx"), "OpenedStation");
const TrialBar = whenLoaded(() => import("../trial/trial_bar.tsx"), "TrialBar");
const ResolvePanel = whenLoaded(() => import("../resolve/resolve_panel.tsx"), "ResolvePanel");
const MovePanel = whenLoaded(() => import("./move_panel.tsx"), "MovePanel");
const MapPane = whenLoaded(() => import("../map/map_view.tsx"), "MapPane");
const Lists = whenLoaded(() => import("./lists.tsx"), "Lists");

export function TrainGraphView(): JSX.Element {
  const hint = explainEmptiness();
  const has_scope = scope.value !== null;
  const now = trial.value;
  return (
    <div class="split">
      <section class="wide" aria-label={TEXTS.tabs.graph}>
        <div class="stage">
          <Legend />
          <ZoomBox />
          <GraphCanvas />
          <Tooltips />
          {hint !== null && <p class="empty">{hint}</p>}
          {neighbours.value !== null && <EmptyPart />}
          {now !== null && !now.is_proposal && <TrialBar />}
        </div>
        {placed_station.value !== null && <OpenedStation />}
      </section>
      {parameters.beside.value === "map" && (
        <Beside>
          <MapPane />
        </Beside>
      )}
      <Inspector label={TEXTS.graph.lists} is_wanted={has_scope || wished_train.value !== null}>
        {(has_scope || is_chosen.value) && (
          <div class="chosen">
            {has_scope && <ResolvePanel />}
            {is_chosen.value && <MovePanel />}
          </div>
        )}
        <Lists />
      </Inspector>
    </div>
  );
}

/** A train is chosen, or a new one is made. */
const is_chosen = computed(
  () => selection.value !== null || wished_train.value !== null || made.value !== null,
);

/** Why the graph is empty; null if it is not. */
function explainEmptiness(): string | null {
  if (visible_runs.value.length > 0) return null;
  // The new train is drawn, or its form says what is missing.
  if (made.value !== null && graph_data.value !== null) return null;
  if (fault.value !== null) return fault.value;
  if (step.value !== "idle") return graph_data.value === null ? TEXTS.loading[step.value] : null;
  if (setting.value === null) return TEXTS.graph.no_network;
  if (runs.value.length > 0) return TEXTS.graph.no_trains;
  if (graph_data.value !== null) return TEXTS.graph.no_trains_here;
  return parameters.axis.value === "" ? TEXTS.graph.empty : TEXTS.graph.no_axis;
}
