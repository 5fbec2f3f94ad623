/** The map in its frame: what it is drawn from, what keys do, and what a click means. */
import { effect, type ReadonlySignal, signal, untracked } from "@preact/signals";
import type { GeoJSONSource, Map as GlMap, MapGeoJSONFeature, VectorTileSource } from "maplibre-gl";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Drawing } from "../parts/drawing.tsx";
import { parameters, setParameters } from "../state/address.ts";
import { is_dark } from "../state/view.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { type Features, linesOf } from "./features.ts";
import { addAttribution, canDraw, openMap } from "./open_map.ts";
import { nearestShape, type Pixel, type Shape } from "./picking.ts";
import { printPlace, readPlace } from "./place.ts";
import { base_map, needBaseMap } from "./style/base_map.ts";
import { ink, map_palette } from "./style/ink.ts";
import { drawMarkImage, IMAGE_RATIO } from "./style/mark_images.ts";
import { makeStyle, type Own } from "./style/style.ts";
import type { Style } from "./style/style_parts.ts";
import type { Metadata } from "./style/tile_sources.ts";

const PICK_PX = 9;
const PAN_PX = 60;
/** Nothing is farther from some stop of the cross than this. */
const CROSS_PX = 60;
/** Told with what keys do: the reader has moved the map. */
const BY_HAND = { is_by_hand: true };
/** Until it rests: a browser refuses more than a few changes of the address a second. */
const ADDRESS_DELAY_MS = 400;
const EMPTY_ZOOM = 14;
const FIT = { padding: 40, duration: 0, maxZoom: 16 } as const;

/** A click, or Enter under the cross; what is there is looked up when it is asked for. */
export interface Picked {
  readonly at: readonly [number, number];
  readonly reach_m: number;
  /** Resolves when what the view shows is drawn. Before that nothing may be found. */
  readonly drawn: () => Promise<void>;
  /** Null: nothing is within reach. */
  readonly meant: () => MapGeoJSONFeature | null;
  /** All of a layer that is within reach, or between the place and another corner. */
  readonly near: (
    layer: string,
    corner?: readonly [number, number],
  ) => readonly MapGeoJSONFeature[];
}

/** What a view of the map adds to the network. */
export interface MapContent {
  readonly label: string;
  readonly metadata: ReadonlySignal<Metadata | null>;
  readonly groups: ReadonlySignal<ReadonlySet<string>>;
  /** As a function of colours, so that it follows them. */
  readonly own: () => Own;
  /** Features of the own sources, by source. */
  readonly features: Readonly<Record<string, ReadonlySignal<Features>>>;
  /** Tracks may be drawn where there are none yet. */
  readonly is_growing?: boolean;
  /** Objects whose tiles are not what they will be. */
  readonly hidden?: ReadonlySignal<readonly string[]>;
  /** Layers whose features are meant, the first ones first. */
  readonly meant: readonly string[];
  readonly onPick: (picked: Picked) => void;
  /** What a click would pick, as the pointer or the cross moves; null: the pointer has left. */
  readonly onAim?: (picked: Picked | null) => void;
  /** Whether the key means something beside moving and zooming. */
  readonly pressKey?: (event: KeyboardEvent, map: GlMap) => boolean;
  /** Called when the map is there; returns what ends it. */
  readonly start?: (map: GlMap) => () => void;
}

/** Null: none is open, or this browser has none. */
export const open_map = signal<GlMap | null>(null);
/** Whether this browser can't draw maps. */
export const is_unable = signal(false);

export function MapFrame({ content }: { readonly content: MapContent }): JSX.Element {
  const start = useMemo(() => (frame: HTMLDivElement) => startMap(frame, content), [content]);
  return (
    <Drawing
      label={content.label}
      layers={0}
      has_cross
      start={start}
      pressKey={(event) => pressKey(event, content)}
    />
  );
}

/** The whole network. */
export function fitNetwork(metadata: Metadata | null): void {
  const [west, south, east, north] = metadata?.bounds ?? [];
  if (west === undefined || south === undefined || east === undefined || north === undefined)
    return;
  open_map.peek()?.fitBounds([west, south, east, north], FIT);
}

export function fitPoints(points: readonly (readonly [number, number])[]): void {
  if (points.length === 0) return;
  const [lons, lats] = [points.map(([lon]) => lon), points.map(([, lat]) => lat)];
  const bounds: [number, number, number, number] = [
    Math.min(...lons),
    Math.min(...lats),
    Math.max(...lons),
    Math.max(...lats),
  ];
  open_map.peek()?.fitBounds(bounds, FIT);
}

/** To the middle, near enough to see its tracks. */
export function goToPoint([lon, lat]: readonly [number, number]): void {
  open_map.peek()?.jumpTo({ center: [lon, lat], zoom: 14 }, BY_HAND);
}

function pressKey(event: KeyboardEvent, content: MapContent): boolean {
  const map = open_map.peek();
  if (map === null) return false;
  if (content.pressKey?.(event, map) === true) return true;
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  const now = { duration: 0 };
  switch (key) {
    case "ArrowLeft":
      map.panBy([-PAN_PX, 0], now, BY_HAND);
      return true;
    case "ArrowRight":
      map.panBy([PAN_PX, 0], now, BY_HAND);
      return true;
    case "ArrowUp":
      map.panBy([0, -PAN_PX], now, BY_HAND);
      return true;
    case "ArrowDown":
      map.panBy([0, PAN_PX], now, BY_HAND);
      return true;
    case "+":
    case "=":
      map.zoomTo(map.getZoom() + 0.5, now, BY_HAND);
      return true;
    case "-":
      map.zoomTo(map.getZoom() - 0.5, now, BY_HAND);
      return true;
    case "0":
      fitNetwork(content.metadata.peek());
      return true;
    case "Enter":
      content.onPick(
        pickedAt(map, content, { spot: map.project(map.getCenter()), reach_px: CROSS_PX }),
      );
      return true;
    default:
      return false;
  }
}

function startMap(frame: HTMLDivElement, content: MapContent): () => void {
  is_unable.value = !canDraw();
  if (is_unable.peek()) return () => undefined;
  needBaseMap();
  frame.setAttribute("aria-busy", "true");
  const map = openMap(frame, styleOf(content));
  // A tile that did not come is asked for again by the next move; the frame around tells when the server is away.
  map.on("error", () => undefined);
  map.on("styleimagemissing", ({ id }) => {
    const image = drawMarkImage(id, map_palette.peek()) ?? new ImageData(1, 1);
    if (!map.hasImage(id)) map.addImage(id, image, { pixelRatio: IMAGE_RATIO });
  });
  map.on("dataloading", () => frame.setAttribute("aria-busy", "true"));
  // Before the network is known there is nothing to be drawn yet.
  map.on("idle", () => frame.setAttribute("aria-busy", String(content.metadata.peek() === null)));
  open_map.value = map;
  const stops: (() => void)[] = [];
  void map.once("style.load", () => stops.push(...follow(map, content)));
  return () => {
    for (const stop of stops) stop();
    map.remove();
    open_map.value = null;
  };
}

function styleOf({ metadata, groups, own, hidden, is_growing = false }: MapContent): Style {
  return makeStyle({
    ink: ink.value,
    is_dark: is_dark.value,
    groups: groups.value,
    metadata: metadata.value,
    hidden: hidden?.value ?? [],
    is_growing,
    own: own(),
    base: base_map.value,
  });
}

/** Draws what changes; returns what ends it. */
function follow(map: GlMap, content: MapContent): (() => void)[] {
  const styled = signal(0);
  const ends = [
    effect(() => {
      const style = styleOf(content);
      untracked(() => {
        moveTiles(map, style);
        map.setStyle(style, { diff: true });
        styled.value += 1;
      });
    }),
    effect(() => {
      if (base_map.value !== null) untracked(() => addAttribution(map));
    }),
    ...Object.entries(content.features).map(([name, features]) =>
      effect(() => {
        // Another style begins with empty sources.
        if (styled.value > 0) map.getSource<GeoJSONSource>(name)?.setData(features.value);
      }),
    ),
    followPlace(map, content),
    content.start?.(map) ?? (() => undefined),
  ];
  map.on("click", ({ point }) =>
    content.onPick(pickedAt(map, content, { spot: point, reach_px: PICK_PX })),
  );
  map.on("mousemove", ({ point }) => {
    map.getCanvas().style.cursor = findAt(map, content, point, PICK_PX) === null ? "" : "pointer";
    content.onAim?.(pickedAt(map, content, { spot: point, reach_px: PICK_PX }));
  });
  map.on("mouseout", () => content.onAim?.(null));
  map.on("moveend", (event) => {
    const spot = map.project(map.getCenter());
    if ("is_by_hand" in event)
      content.onAim?.(pickedAt(map, content, { spot, reach_px: CROSS_PX }));
  });
  return ends;
}

/** Tiles of another content come in the place of those that are shown, which stay until then. */
function moveTiles(map: GlMap, { sources }: Style): void {
  for (const [name, source] of Object.entries(sources)) {
    if (source.type !== "vector" || source.tiles === undefined) continue;
    const shown = map.getSource<VectorTileSource>(name);
    // What it was told: its own `tiles` are missing as long as it has not begun.
    const told = shown?.serialize().tiles?.[0];
    if (told !== undefined && told !== source.tiles[0]) shown?.setTiles(source.tiles);
  }
}

/**
 * The place of the address, or all of the network as long as it has not been moved by hand, which the address tells, nor
 * clicked on: the next click of a drawing is at a place that is shown.
 */
function followPlace(map: GlMap, { metadata }: MapContent): () => void {
  const told = readPlace(parameters.place.peek());
  let is_placed = told !== null;
  if (told !== null) map.jumpTo({ center: [told.lon, told.lat], zoom: told.zoom });
  const fit = (): void => {
    if (is_placed) return;
    fitNetwork(metadata.peek());
    // There is nothing yet: as near as stations are drawn.
    if (metadata.peek()?.bounds === undefined) map.jumpTo({ zoom: EMPTY_ZOOM });
  };
  const stop = effect(() => {
    if (metadata.value !== null) untracked(fit);
  });
  map.on("resize", fit);
  map.on("click", () => {
    // Before the network is known the map still has to go there.
    if (metadata.peek() !== null) is_placed = true;
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  map.on("moveend", (event) => {
    if (event.originalEvent === undefined && !("is_by_hand" in event)) return;
    is_placed = true;
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { lng, lat } = map.getCenter();
      setParameters({ place: printPlace({ lon: lng, lat, zoom: map.getZoom() }) });
    }, ADDRESS_DELAY_MS);
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}

interface Aim {
  readonly spot: Pixel;
  readonly reach_px: number;
}

function pickedAt(map: GlMap, content: MapContent, { spot, reach_px }: Aim): Picked {
  const place = map.unproject([spot.x, spot.y]);
  const beside = map.unproject([spot.x + reach_px, spot.y]);
  return {
    at: [place.lng, place.lat],
    reach_m: beside.distanceTo(place),
    drawn: async () => await whenDrawn(map),
    meant: () => findAt(map, content, map.project(place), reach_px),
    near: (layer, corner) =>
      shapesAt(
        map,
        [layer],
        boxAt(map.project(place), reach_px, corner && map.project([...corner])),
      ).map(({ thing }) => thing),
  };
}

/** A map whose tiles do not come is waited for no longer. */
const DRAWN_MAX_MS = 5_000;

async function whenDrawn(map: GlMap): Promise<void> {
  if (map.loaded()) return;
  await new Promise<void>((resolve) => {
    setTimeout(resolve, DRAWN_MAX_MS);
    void map.once("idle", () => resolve());
  });
}

/** The nearest feature of the first layer that has one within reach. */
function findAt(
  map: GlMap,
  { meant }: MapContent,
  at: Pixel,
  reach_px: number,
): MapGeoJSONFeature | null {
  return nearestShape(shapesAt(map, meant, boxAt(at, reach_px)), at, reach_px);
}

type Box = [[number, number], [number, number]];

/** Around a place, or from there to another corner. */
function boxAt({ x, y }: Pixel, reach_px: number, corner?: Pixel): Box {
  if (corner !== undefined) {
    return [
      [Math.min(x, corner.x), Math.min(y, corner.y)],
      [Math.max(x, corner.x), Math.max(y, corner.y)],
    ];
  }
  return [
    [x - reach_px, y - reach_px],
    [x + reach_px, y + reach_px],
  ];
}

function shapesAt(map: GlMap, wanted: readonly string[], box: Box): Shape<MapGeoJSONFeature>[] {
  const layers = wanted.filter((id) => map.getLayer(id) !== undefined);
  const found = map.queryRenderedFeatures(box, { layers });
  return found.map((feature) => ({
    thing: feature,
    rank: wanted.indexOf(feature.layer.id),
    lines: linesOf(feature.geometry).map((line) =>
      line.map(([lon = 0, lat = 0]) => map.project([lon, lat])),
    ),
  }));
}

/** Said in words where no map can be drawn. */
export function Unable(): JSX.Element | null {
  return is_unable.value ? <p class="empty">{TOOL_TEXTS.map.unable}</p> : null;
}
