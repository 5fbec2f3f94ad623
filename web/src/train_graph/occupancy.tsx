/** The trains at a station in the visible time, inside the graph: as a diagram of its tracks, and as a list. */
import { effect } from "@preact/signals";
import type { JSX } from "preact";
import { LEFT_PX } from "../graph/draw.ts";
import { drawOccupancy } from "../graph/draw_occupancy.ts";
import { barAt, neighbourOf, type Visit } from "../graph/occupancy.ts";
import { prepare } from "../graph/painter.ts";
import { paletteOf } from "../graph/palette.ts";
import { Choice } from "../parts/choice.tsx";
import { printClock } from "../parts/clock.ts";
import { Drawing } from "../parts/drawing.tsx";
import { followGestures, type Spot } from "../parts/gestures.ts";
import { Rows } from "../parts/rows.tsx";
import { openTab } from "../state/address.ts";
import { select, selected_key } from "../state/selection.ts";
import { is_dark, panBy, placed_stations, viewport, zoomBy } from "../state/view.ts";
import { TEXTS } from "../texts.ts";
import { pointed } from "./graph_state.ts";
import { diagram, openStation, placed_station, visible_visits } from "./station.ts";

/** Chooses the station. */
export function Occupancy(): JSX.Element {
  const none = { value: "", text: TEXTS.setting.none };
  return (
    <Choice
      label={TEXTS.graph.occupancy}
      value={placed_station.value?.id ?? ""}
      options={[none, ...placed_stations.value.map(({ id, name }) => ({ value: id, text: name }))]}
      onChange={openStation}
    />
  );
}

/** The chosen station. */
export function OpenedStation(): JSX.Element | null {
  const placed = placed_station.value;
  if (placed === null) return null;
  const listed = visible_visits.value;
  // As wide as the graph, whose times it has, with and without a scroll bar.
  const size = {
    width: `${LEFT_PX + viewport.value.width_px}px`,
    height: `${diagram.value.height_px}px`,
  };
  return (
    <>
      <div class="tracks">
        <div class="rows" style={size}>
          <Drawing
            label={TEXTS.graph.occupancy_label(placed.name)}
            layers={1}
            start={startDrawing}
            pressKey={({ key }) => pressKey(key)}
          />
        </div>
      </div>
      {listed.length === 0 && <p class="quiet">{TEXTS.graph.nobody_there}</p>}
      <Rows label={TEXTS.graph.occupancy_of(placed.name)} is_beside>
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
  const { run, from_ms, to_ms, conflicts } = visit;
  const track = diagram.value.rows.find((row) => row.track?.id === visit.track)?.track ?? null;
  const [from, to] = [printClock(from_ms), printClock(to_ms)];
  return (
    <button
      type="button"
      aria-pressed={run.key === selected_key.value}
      onClick={() => select(run.key)}
    >
      {to === from ? from : `${from}–${to}`} {run.name}
      {track !== null && `, ${TEXTS.graph.on_track(track.name)}`}
      {conflicts.length > 0 &&
        `, ${TEXTS.graph.in_conflicts(conflicts.map(({ number }) => number).join(", "))}`}
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
      unknown_track: TEXTS.graph.unknown_track,
      selected_key: selected_key.value,
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
    grab: () => null,
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

/** Lights the train up in the graph above. */
function light(visit: Visit | null): void {
  const share = placed_station.peek()?.share ?? 0;
  pointed.value = visit === null ? null : { run: visit.run, time_ms: visit.from_ms, share };
}

function pressKey(key: string): boolean {
  switch (key) {
    case "ArrowLeft":
    case "ArrowRight": {
      const step = key === "ArrowLeft" ? -1 : 1;
      const next = neighbourOf(visible_visits.peek(), selected_key.peek(), step);
      if (next !== null) select(next.run.key);
      return true;
    }
    case "PageUp":
    case "PageDown":
      panBy(key === "PageUp" ? PAN_PX : -PAN_PX, 0);
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
