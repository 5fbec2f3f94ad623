/** What is under the pointer, in words beside it. */
import type { JSX } from "preact";
import { printMoment } from "../graph/clock.ts";
import { LEFT_PX, TOP_PX } from "../graph/drawing/pen.ts";
import { PickIndex } from "../graph/pick.ts";
import { speedAt } from "../graph/runs.ts";
import type { Spot } from "../parts/gestures.ts";
import { describeRuns } from "../state/conflict_names.ts";
import { placed_stations, viewport } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { spotInElement } from "./graph_canvas.tsx";
import { finder, hovered, hovered_conflict } from "./graph_state.ts";

finder.value = PickIndex;

export function Tooltips(): JSX.Element {
  return (
    <>
      <Tooltip />
      <ConflictTooltip />
    </>
  );
}

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
      {run.index !== null && <span> · {TEXTS.graph.occurrence(run.index + 1)}</span>}
      <br />
      {printMoment(time_ms, viewport.value.from_ms)} · {TEXTS.graph.now_at(place.name)}
      {speed_m_s !== null && <> · {Math.round(speed_m_s * 3.6)} km/h</>}
    </div>
  );
}

/** A conflict lists everything that takes part in it. */
function ConflictTooltip(): JSX.Element | null {
  const found = hovered_conflict.value;
  if (found === null) return null;
  const { conflict, spot } = found;
  return (
    <div
      class="tooltip"
      style={besideSpot({ x_px: LEFT_PX + spot.x_px, y_px: TOP_PX + spot.y_px })}
    >
      <strong>
        {conflict.number} {TEXTS.graph.conflict_types[conflict.type]}
      </strong>
      <br />
      {describeRuns(conflict)}
    </div>
  );
}

const TOOLTIP_GAP_PX = 14;

/** On the side with more room. */
function besideSpot({ x_px, y_px }: Spot): Readonly<Record<string, string>> {
  const { width_px } = viewport.value;
  const top = `${Math.max(0, Math.round(y_px - 40))}px`;
  if (x_px < LEFT_PX + width_px / 2) return { left: `${Math.round(x_px + TOOLTIP_GAP_PX)}px`, top };
  return { right: `${Math.round(LEFT_PX + width_px - x_px + TOOLTIP_GAP_PX)}px`, top };
}
