/** Trains at a station in the visible time, inside the graph: as a diagram of its tracks, and as a list. */
import { effect, signal } from "@preact/signals";
import type { JSX } from "preact";
import { drawOccupancy } from "../../graph/drawing/draw_occupancy.ts";
import { prepare } from "../../graph/drawing/painter.ts";
import { paletteOf } from "../../graph/drawing/palette.ts";
import { is_narrow, LEFT_PX } from "../../graph/drawing/pen.ts";
import {
  type Bar,
  barAt,
  neighbourOf,
  printVisit,
  ROW_PX,
  type Row,
  type Visit,
} from "../../graph/occupancy.ts";
import { Drawing } from "../../parts/drawing.tsx";
import { type Dragged, followGestures, type Spot } from "../../parts/gestures.ts";
import { IconButton } from "../../parts/icon.tsx";
import { Rows } from "../../parts/rows.tsx";
import { openTab } from "../../state/address.ts";
import { may_write } from "../../state/rights.ts";
import { select, selected_key } from "../../state/selection.ts";
import { openStation, placed_station } from "../../state/stations/placed_station.ts";
import {
  diagram,
  nameOfTrack,
  rerouted_ids,
  visible_visits,
} from "../../state/trains/opened_station.ts";
import { tryTrack } from "../../state/trains/visit_track.ts";
import { is_dark, panBy, viewport, zoomBy } from "../../state/view.ts";
import { TEXTS } from "../../texts.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { pointed } from "../graph_state.ts";
import "./occupancy.css";

/** The opened station. */
export function OpenedStation(): JSX.Element | null {
  const placed = placed_station.value;
  if (placed === null) return null;
  const listed = visible_visits.value;
  // As wide as the graph, whose times it shares, with and without a scroll bar.
  const size = {
    width: `${LEFT_PX + viewport.value.width_px}px`,
    height: `${diagram.value.height_px}px`,
  };
  return (
    <>
      <div class="tracks">
        <div class="rows" style={size}>
          <Drawing
            label={TOOL_TEXTS.occupancy.occupancy_label(placed.name)}
            layers={1}
            start={startDrawing}
            pressKey={pressKey}
          />
          <header class="station">
            <strong>{is_narrow ? placed.short_name : placed.name}</strong>
            <IconButton icon="close" text={TEXTS.close} onClick={() => openStation("")} />
          </header>
        </div>
      </div>
      {listed.length === 0 && <p class="quiet">{TOOL_TEXTS.occupancy.nobody_there}</p>}
      <Rows label={TOOL_TEXTS.occupancy.occupancy_of(placed.name)} is_beside pressKey={pressAlt}>
        {listed.map((visit) => (
          <li key={visit.run.key}>
            <VisitButton visit={visit} />
          </li>
        ))}
      </Rows>
    </>
  );
}

function VisitButton({ visit }: { readonly visit: Visit }): JSX.Element {
  const { run, conflicts } = visit;
  const track = nameOfTrack(visit.track);
  return (
    <button
      type="button"
      aria-pressed={run.key === selected_key.value}
      onClick={() => select(run.key)}
    >
      {printVisit(visit)} {run.name}
      {track !== null && `, ${TOOL_TEXTS.occupancy.on_track(track)}`}
      {conflicts.length > 0 &&
        `, ${TOOL_TEXTS.occupancy.in_conflicts(conflicts.map(({ number }) => number).join(", "))}`}
    </button>
  );
}

const ORIGIN: Spot = { x_px: LEFT_PX, y_px: 0 };
const PAN_PX = 60;
const ZOOM = 1.25;

function startDrawing(frame: HTMLDivElement, [canvas]: readonly HTMLCanvasElement[]): () => void {
  if (canvas === undefined) return () => undefined;
  let waiting = 0;
  const stopDrawing = effect(() => {
    const [drawn, view, palette] = [diagram.value, viewport.value, paletteOf(is_dark.value)];
    const texts = {
      unknown_track: TOOL_TEXTS.occupancy.unknown_track,
      selected_key: selected_key.value,
      rerouted_ids: rerouted_ids.value,
      carried: carried.value,
    };
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => {
      const ctx = prepare(canvas, view.width_px + LEFT_PX, drawn.height_px);
      if (ctx !== null) drawOccupancy({ ctx, view, palette }, drawn, texts);
    });
  });
  const pick = ({ x_px, y_px }: Spot): Visit | null =>
    barAt(diagram.peek().bars, x_px, y_px)?.visit ?? null;
  const stopGestures = followGestures(frame, ORIGIN, {
    grab: grabBar,
    onPan: (dx_px) => panBy(dx_px, 0),
    onZoom: (factor, spot) => zoomBy(factor, spot),
    onRectangle: () => undefined,
    onClick: (spot) => select(pick(spot)?.run.key ?? null),
    onHover: (spot) => light(spot === null ? null : pick(spot)),
  });
  return () => {
    cancelAnimationFrame(waiting);
    stopDrawing();
    stopGestures();
  };
}

/** A bar being dragged. */
const carried = signal<{ readonly bar: Bar; readonly row: Row | null } | null>(null);

/** Drags a bar from one track's row to another's. */
function grabBar({ x_px, y_px }: Spot): Dragged | null {
  const bar = may_write.peek() ? barAt(diagram.peek().bars, x_px, y_px) : null;
  if (bar === null) return null;
  return {
    onMove: (_dx_px, spot) => {
      carried.value = { bar, row: rowAt(spot.y_px) };
    },
    onDrop: () => {
      const track = carried.peek()?.row?.track ?? null;
      carried.value = null;
      if (track !== null && track.id !== bar.visit.track) tryTrack(bar.visit.run, track.id);
    },
    onCancel: () => {
      carried.value = null;
    },
  };
}

function rowAt(y_px: number): Row | null {
  return diagram.peek().rows.find((row) => y_px >= row.y_px && y_px < row.y_px + ROW_PX) ?? null;
}

/** Moves the chosen visit to the track above or below. */
function moveVisit(step: 1 | -1): void {
  const visit = visible_visits.peek().find(({ run }) => run.key === selected_key.peek());
  if (visit === undefined) return;
  const { rows } = diagram.peek();
  const at = rows.findIndex(({ track }) => track !== null && track.id === visit.track);
  const track = rows[at < 0 ? 0 : at + step]?.track ?? null;
  if (track !== null) tryTrack(visit.run, track.id);
}

/** Highlights the train in the graph above. */
function light(visit: Visit | null): void {
  const share = placed_station.peek()?.share ?? 0;
  pointed.value = visit === null ? null : { run: visit.run, time_ms: visit.from_ms, share };
}

/** Keys of the diagram that the list below it has too. */
function pressAlt({ key, altKey }: KeyboardEvent): boolean {
  if (!altKey || (key !== "ArrowUp" && key !== "ArrowDown")) return false;
  moveVisit(key === "ArrowUp" ? -1 : 1);
  return true;
}

function pressKey(event: KeyboardEvent): boolean {
  if (event.altKey) return pressAlt(event);
  switch (event.key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const step = event.key === "ArrowLeft" ? -1 : 1;
      const next = neighbourOf(visible_visits.peek(), selected_key.peek(), step);
      if (next !== null) select(next.run.key);
      return true;
    }
    case "PageUp":
    case "PageDown":
      panBy(event.key === "PageUp" ? PAN_PX : -PAN_PX, 0);
      return true;
    case "+":
    case "=":
      zoomBy(ZOOM);
      return true;
    case "-":
      zoomBy(1 / ZOOM);
      return true;
    case "Enter":
      if (selected_key.peek() !== null) openTab("train");
      return true;
    case "Escape":
      openStation("");
      return true;
    default:
      return false;
  }
}
