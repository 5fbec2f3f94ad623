/** A stretch of the axis is drawn on the map for a work or a limit: dragged along, or its two ends one by one. */
import { effect } from "@preact/signals";
import type { Map as GlMap, MapMouseEvent, MapTouchEvent } from "maplibre-gl";
import type { Stretch } from "../graph/stretches.ts";
import { closure_wish, drawn_for, is_drawing_area } from "../state/works/closure_form.ts";
import { drawn_stretch, shareNear } from "./closure_lines.ts";
import { map_ms } from "./map_state.ts";
import type { Pixel } from "./picking.ts";
import type { Spot } from "./tracks.ts";

type Pointed = MapMouseEvent | MapTouchEvent;

/** What is made holds from the shown moment on. */
const LASTS_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Of the axis: what is shorter is a click. */
const LEAST_SHARE = 0.0005;

/** The end that was chosen first; null: none yet. */
let first: number | null = null;

function stretchBetween(a: number, b: number): Stretch {
  return { from_share: Math.min(a, b), to_share: Math.max(a, b) };
}

function forget(): void {
  first = null;
  drawn_stretch.value = null;
}

/** The first end, or the second one, which opens the form. Whether it was about a stretch. */
export function takeEnd(at: Spot): boolean {
  if (!is_drawing_area.peek()) return false;
  const share = shareNear(at);
  if (share === null) return true;
  if (first === null) {
    first = share;
    drawn_stretch.value = stretchBetween(share, share);
    return true;
  }
  const stretch = stretchBetween(first, share);
  if (stretch.to_share - stretch.from_share < LEAST_SHARE) return true;
  const before = drawn_for.peek();
  const from_ms = before?.from_ms ?? Math.floor(map_ms.peek() / MINUTE_MS) * MINUTE_MS;
  const to_ms = before?.to_ms ?? from_ms + LASTS_MS;
  is_drawing_area.value = false;
  closure_wish.value = { area: { ...stretch, from_ms, to_ms }, before };
  return true;
}

/** A pointer that moves less than this between press and drop clicks. */
const CLICK_PX = 4;

/** Follows the pointer; clicks are told as ends by the frame. Returns what ends it. */
export function followDrawing(map: GlMap): () => void {
  let pressed: Pixel | null = null;
  const spotOf = ({ lngLat }: Pointed): Spot => [lngLat.lng, lngLat.lat];
  const press = (event: Pointed): void => {
    if (!is_drawing_area.peek()) return;
    // The map stays where it is.
    event.preventDefault();
    pressed = event.point;
    if (first === null) takeEnd(spotOf(event));
  };
  const drag = (event: Pointed): void => {
    if (first === null || !is_drawing_area.peek()) return;
    const share = shareNear(spotOf(event));
    if (share !== null) drawn_stretch.value = stretchBetween(first, share);
  };
  const drop = (event: Pointed): void => {
    const { point } = event;
    const is_click =
      pressed === null || Math.hypot(point.x - pressed.x, point.y - pressed.y) < CLICK_PX;
    pressed = null;
    if (!is_click) takeEnd(spotOf(event));
  };
  map.on("mousedown", press);
  map.on("mousemove", drag);
  map.on("mouseup", drop);
  map.on("touchstart", press);
  map.on("touchmove", drag);
  map.on("touchend", drop);
  const stop = effect(() => {
    map.getCanvasContainer().classList.toggle("crossed", is_drawing_area.value);
    if (!is_drawing_area.value) forget();
  });
  return () => {
    stop();
    forget();
  };
}
