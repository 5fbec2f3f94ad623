/** The train graph with its tools and lists. */
import type { JSX } from "preact";
import { LEFT_PX, TOP_PX } from "../graph/draw.ts";
import { speedAt } from "../graph/runs.ts";
import { printMoment } from "../parts/clock.ts";
import type { Spot } from "../parts/gestures.ts";
import { parameters } from "../state/address.ts";
import { graph_data, runs } from "../state/graph.ts";
import { fault, step } from "../state/loading.ts";
import { setting } from "../state/setting.ts";
import { placed_stations, viewport, visible_runs } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { ConflictList, describeRuns } from "./conflict_list.tsx";
import { Filters } from "./filters.tsx";
import { GraphCanvas, spotInElement } from "./graph_canvas.tsx";
import { hovered, hovered_conflict } from "./graph_state.ts";
import { Legend } from "./legend.tsx";
import { MovePanel } from "./move_panel.tsx";
import { OpenedStation } from "./occupancy.tsx";
import { OutPanel } from "./out_panel.tsx";
import { OvertakenDialog } from "./overtaken.tsx";
import { Toolbar } from "./toolbar.tsx";
import { TrainList } from "./train_list.tsx";

export function TrainGraphView(): JSX.Element {
  const hint = explainEmptiness();
  return (
    <div class="split">
      <section class="wide" aria-label={TEXTS.tabs.graph}>
        <Toolbar />
        <div class="stage">
          <GraphCanvas />
          <Tooltip />
          <ConflictTooltip />
          {hint !== null && <p class="empty">{hint}</p>}
        </div>
        <OpenedStation />
        <Legend />
      </section>
      <aside class="panel" aria-label={TEXTS.graph.lists}>
        <MovePanel />
        <Filters />
        <TrainList />
        <ConflictList />
        <OutPanel />
      </aside>
      <OvertakenDialog />
    </div>
  );
}

/** Why there is nothing on the graph; null: there is something. */
function explainEmptiness(): string | null {
  if (visible_runs.value.length > 0) return null;
  if (fault.value !== null) return fault.value;
  if (step.value !== "idle") return graph_data.value === null ? TEXTS.loading[step.value] : null;
  if (setting.value === null) return TEXTS.graph.no_network;
  if (runs.value.length > 0) return TEXTS.graph.no_trains;
  if (graph_data.value !== null) return TEXTS.graph.no_trains_here;
  return parameters.axis.value === "" ? TEXTS.graph.empty : TEXTS.graph.no_axis;
}

/** What is under the pointer. */
function Tooltip(): JSX.Element | null {
  const found = hovered.value;
  if (found === null) return null;
  const { run, time_ms, share } = found;
  const spot = spotInElement(viewport.value, time_ms, share);
  const speed_m_s = speedAt(run, time_ms);
  const place = placed_stations.value.reduce<{ name: string; far: number }>(
    (best, station) => {
      const far = Math.abs(station.share - share);
      return far < best.far ? { name: station.name, far } : best;
    },
    { name: "", far: Infinity },
  );
  return (
    <div class="tooltip" style={besideSpot(spot)}>
      <strong>{run.name}</strong>
      {run.index !== null && <span> · {TEXTS.graph.occurrence(run.index)}</span>}
      <br />
      {printMoment(time_ms, viewport.value.from_ms)} · {TEXTS.graph.now_at(place.name)}
      {speed_m_s !== null && <> · {Math.round(speed_m_s * 3.6)} km/h</>}
    </div>
  );
}

/** A conflict names all that take part in it. */
function ConflictTooltip(): JSX.Element | null {
  const found = hovered_conflict.value;
  if (found === null) return null;
  const { conflict, spot } = found;
  const names = new Map(runs.value.map((run) => [run.key, run]));
  return (
    <div
      class="tooltip"
      style={besideSpot({ x_px: LEFT_PX + spot.x_px, y_px: TOP_PX + spot.y_px })}
    >
      <strong>
        {conflict.number} {TEXTS.graph.conflict_types[conflict.type]}
      </strong>
      <br />
      {describeRuns(conflict, names)}
    </div>
  );
}

const TOOLTIP_GAP_PX = 14;

/** On the side where there is more room. */
function besideSpot({ x_px, y_px }: Spot): Readonly<Record<string, string>> {
  const { width_px } = viewport.value;
  const top = `${Math.max(0, Math.round(y_px - 40))}px`;
  if (x_px < LEFT_PX + width_px / 2) return { left: `${Math.round(x_px + TOOLTIP_GAP_PX)}px`, top };
  return { right: `${Math.round(LEFT_PX + width_px - x_px + TOOLTIP_GAP_PX)}px`, top };
}
