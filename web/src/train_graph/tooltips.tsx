/** What is under the pointer, and the chosen conflict, in words beside it. */
import type { JSX } from "preact";
import { printMoment } from "../graph/clock.ts";
import { boxAround } from "../graph/drawing/marks.ts";
import { LEFT_PX, TOP_PX } from "../graph/drawing/pen.ts";
import { PickIndex } from "../graph/pick.ts";
import { speedAt } from "../graph/runs.ts";
import { xOf, yOf } from "../graph/viewport.ts";
import type { Spot } from "../parts/gestures.ts";
import { describeRuns } from "../state/conflict_names.ts";
import { placed_stations, viewport, visible_conflicts } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { chooseNeighbour } from "./conflict_list.tsx";
import { spotInElement } from "./graph_canvas.tsx";
import {
  chosen_conflict,
  finder,
  hovered,
  hovered_conflict,
  station_names,
} from "./graph_state.ts";
import * as names from "./station/station_names.ts";

finder.value = PickIndex;
station_names.value = names;

export function Tooltips(): JSX.Element {
  return (
    <>
      <Tooltip />
      <ConflictTooltip />
      <ConflictCard />
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

/** Of the chosen one, while it is in sight. */
function ConflictCard(): JSX.Element | null {
  const conflict = chosen_conflict.value;
  const [view, box] = [viewport.value, boxAround(conflict?.areas ?? [])];
  if (conflict === null || box === null) return null;
  const { from_ms, to_ms, number, type } = conflict;
  const [left_px, right_px] = [xOf(view, box.from_ms), xOf(view, box.to_ms)];
  const y_px = yOf(view, (box.from_share + box.to_share) / 2);
  if (right_px < 0 || left_px > view.width_px || y_px < 0 || y_px > view.height_px) return null;
  const has_room_right = view.width_px - right_px > left_px;
  const x_px = has_room_right ? right_px : left_px;
  return (
    <div
      class="callout"
      style={besideSpot({ x_px: LEFT_PX + x_px, y_px: TOP_PX + y_px }, has_room_right)}
    >
      <strong>
        {number} {TEXTS.graph.conflict_types[type]}
      </strong>{" "}
      <span class="quiet">
        {printMoment(from_ms, view.from_ms)}–{printMoment(to_ms, from_ms)}
      </span>
      <p>{describeRuns(conflict)}</p>
      {visible_conflicts.value.length > 1 && (
        <button type="button" onClick={() => chooseNeighbour(1)}>
          {TEXTS.graph.next_conflict}
        </button>
      )}
    </div>
  );
}

const TOOLTIP_GAP_PX = 14;

/** On the side with more room. */
function besideSpot(
  { x_px, y_px }: Spot,
  has_room_right = x_px < LEFT_PX + viewport.value.width_px / 2,
): Readonly<Record<string, string>> {
  const { width_px } = viewport.value;
  const top = `${Math.max(0, Math.round(y_px - 40))}px`;
  if (has_room_right) return { left: `${Math.round(x_px + TOOLTIP_GAP_PX)}px`, top };
  return { right: `${Math.round(LEFT_PX + width_px - x_px + TOOLTIP_GAP_PX)}px`, top };
}
