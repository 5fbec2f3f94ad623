/**
 * A map in an element: the library, its worker as a file of the page (the page's policy allows no other), and what maps
 * here have in common. North is up: a railway is read as a plan. Keys are the drawing's own.
 */
import type { Map as GlMap } from "maplibre-gl";
import library from "maplibre-gl/dist/maplibre-gl-csp.js";
import worker_address from "maplibre-gl/dist/maplibre-gl-csp-worker.js?url";
import { TEXTS } from "../texts.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import type { Style } from "./style/style_parts.ts";
import { addressOfTile } from "./tile_versions.ts";

library.setWorkerUrl(new URL(worker_address, document.baseURI).href);

const ZOOM_MAX = 22;

/** Whether this browser can draw a map. */
export function canDraw(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

/** Throws where the browser can't draw it. */
export function openMap(container: HTMLElement, style: Style): GlMap {
  const map = new library.Map({
    container,
    style,
    transformRequest: (url, type) => (type === "Tile" ? { url: addressOfTile(url) } : undefined),
    keyboard: false,
    boxZoom: false,
    dragRotate: false,
    touchPitch: false,
    pitchWithRotate: false,
    attributionControl: false,
    maxPitch: 0,
    maxZoom: ZOOM_MAX,
    // Names are there at once, or they would be read as something that happens.
    fadeDuration: 0,
    locale: {
      "Map.Title": TEXTS.tabs.map,
      "AttributionControl.ToggleAttribution": TOOL_TEXTS.map.attribution,
    },
  });
  map.touchZoomRotate.disableRotation();
  // The frame around it takes the focus, and says what it is.
  const canvas = map.getCanvas();
  canvas.removeAttribute("tabindex");
  canvas.setAttribute("aria-hidden", "true");
  map.addControl(new library.ScaleControl({ unit: "metric" }), "bottom-right");
  return map;
}

/** Who made what lies below the network. */
export function addAttribution(map: GlMap): void {
  map.addControl(new library.AttributionControl({ compact: false }), "bottom-left");
}
