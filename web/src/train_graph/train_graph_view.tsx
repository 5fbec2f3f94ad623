/** The train graph with its tools and lists. */
import { computed } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { whenLoaded } from "../parts/loaded.tsx";
import { parameters } from "../state/address.ts";
import { scope } from "../state/asked/resolving.ts";
import { made, wished_train } from "../state/edits/open_form.ts";
import { several_ids } from "../state/edits/several.ts";
import { trial } from "../state/edits/trial.ts";
import { redoable, undoable } from "../state/edits/undo_steps.ts";
import { graph_data, runs } from "../state/graph.ts";
import { fault, step } from "../state/loading.ts";
import { selection } from "../state/selection.ts";
import { setting } from "../state/setting.ts";
import { placed_station } from "../state/stations/placed_station.ts";
import { neighbours, visible_runs } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { ConflictList } from "./conflict_list.tsx";
import { Filters } from "./filters.tsx";
import { GraphCanvas } from "./graph_canvas.tsx";
import { Toolbar } from "./toolbar.tsx";
import { TrainList } from "./train_list.tsx";

const Tooltips = whenLoaded(() => import("./tooltips.tsx"), "Tooltips");
const Legend = whenLoaded(() => import("./legend.tsx"), "Legend");
const EmptyPart = whenLoaded(() => import("./empty_part.tsx"), "EmptyPart");
const OpenedStation = whenLoaded(() => import("./occupancy.tsx"), "OpenedStation");

export function TrainGraphView(): JSX.Element {
  const hint = explainEmptiness();
  return (
    <div class="split">
      <section class="wide" aria-label={TEXTS.tabs.graph}>
        <Toolbar />
        <div class="stage">
          <GraphCanvas />
          <Tooltips />
          {hint !== null && <p class="empty">{hint}</p>}
          {neighbours.value !== null && <EmptyPart />}
        </div>
        {placed_station.value !== null && <OpenedStation />}
        <Legend />
      </section>
      <aside class="panel with-chosen" aria-label={TEXTS.graph.lists}>
        {(scope.value !== null || is_editing.value) && (
          <div class="chosen">
            {scope.value !== null && <ResolvePanel />}
            {is_editing.value && <MovePanel />}
          </div>
        )}
        <div class="lists">
          <Filters />
          <TrainList />
          <Several />
          <ConflictList />
          <Closures />
          <Compare />
          <Out />
        </div>
      </aside>
    </div>
  );
}

const ResolvePanel = whenLoaded(() => import("../resolve/resolve_panel.tsx"), "ResolvePanel");
const MovePanel = whenLoaded(() => import("./move_panel.tsx"), "MovePanel");

/** Something is chosen, wanted or tried, or can be undone. */
const is_editing = computed(
  () =>
    selection.value !== null ||
    wished_train.value !== null ||
    trial.value !== null ||
    undoable.value.length + redoable.value.length > 0,
);

const SeveralPanel = whenLoaded(() => import("../several/several_panel.tsx"), "SeveralPanel");

/** Its code is loaded when it is opened, or when the first train is chosen for it. */
function Several(): JSX.Element {
  const [is_open, setOpen] = useState(false);
  const count = several_ids.value.size;
  useEffect(() => {
    if (count > 0) setOpen(true);
  }, [count > 0]);
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.panels.several(count)}</summary>
      {is_open && <SeveralPanel />}
    </details>
  );
}

const ClosuresPanel = whenLoaded(() => import("../works/closures_panel.tsx"), "ClosuresPanel");

/** Its code is loaded when it is opened. */
function Closures(): JSX.Element {
  const [is_open, setOpen] = useState(false);
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.panels.works}</summary>
      {is_open && <ClosuresPanel />}
    </details>
  );
}

const ComparePanel = whenLoaded(() => import("../compare/compare_panel.tsx"), "ComparePanel");

/** Its code is loaded when it is opened, or when the address names what to compare with. */
function Compare(): JSX.Element {
  const [is_open, setOpen] = useState(parameters.compare.peek() !== "");
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.panels.compare}</summary>
      {is_open && <ComparePanel />}
    </details>
  );
}

const OutPanel = whenLoaded(() => import("./out_panel.tsx"), "OutPanel");

/** Its code is loaded when it is opened. */
function Out(): JSX.Element {
  const [is_open, setOpen] = useState(false);
  return (
    <details open={is_open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{TEXTS.out.heading}</summary>
      {is_open && <OutPanel />}
    </details>
  );
}

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
