/** A feature of a layer: an object, or a part of one, as a map shows it. */
import type { Position } from "../railjson/track_map.ts";
import type { Properties } from "./flatten.ts";

export interface MapFeature {
  readonly kind: "points" | "lines";
  /** A point has one vertex per part. */
  readonly parts: readonly (readonly Position[])[];
  readonly properties: Properties;
}

export function pointFeature(position: Position, properties: Properties): MapFeature {
  return { kind: "points", parts: [[position]], properties };
}

export function linesFeature(
  parts: readonly (readonly Position[])[],
  properties: Properties,
): MapFeature {
  return { kind: "lines", parts, properties };
}
