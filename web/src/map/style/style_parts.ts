/** Parts from which the layers of the map's style are made. */
import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { TileLayer } from "./tile_sources.ts";

export type Style = StyleSpecification;
export type Layer = LayerSpecification;
export type Expression = ExpressionSpecification;

/** Colours of what is drawn. */
export interface Ink {
  readonly background: string;
  readonly text: string;
  readonly quiet_text: string;
  readonly track: string;
  readonly selected: string;
  readonly tried: string;
  readonly conflict: string;
  readonly now: string;
  readonly work: string;
  readonly limit: string;
  readonly route: string;
  readonly zone: string;
}

/** Fonts of the server. */
export const PLAIN = ["Roboto Medium"];
export const BOLD = ["Roboto Bold"];
export const NARROW = ["Roboto Condensed"];

/** A layer of tiles: source and layer have one name. */
export function fromTiles(name: TileLayer): {
  readonly source: TileLayer;
  readonly "source-layer": TileLayer;
} {
  return { source: name, "source-layer": name };
}

/** Grows with the zoom between two of them. */
export function grow(
  from_zoom: number,
  from: number,
  to_zoom: number,
  to: number,
): ExpressionSpecification {
  return ["interpolate", ["linear"], ["zoom"], from_zoom, from, to_zoom, to];
}

interface Lettered {
  readonly "text-color": string | ExpressionSpecification;
  readonly "text-halo-color": string;
  readonly "text-halo-width": number;
}

/** A rim of the background keeps a name legible on lines. */
export function lettered({ background }: Ink, colour: string | ExpressionSpecification): Lettered {
  return { "text-color": colour, "text-halo-color": background, "text-halo-width": 1.6 };
}

/** A property's text, empty where there is none. */
export function textOf(name: string): ExpressionSpecification {
  return ["coalesce", ["get", name], ""];
}
