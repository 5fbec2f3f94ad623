/** Features of the page's own on the map, in the form of GeoJSON. */

export type Position = readonly number[];

type Geometry =
  | { readonly type: "Point"; readonly coordinates: number[] }
  | { readonly type: "MultiPoint" | "LineString"; readonly coordinates: number[][] }
  | { readonly type: "MultiLineString" | "Polygon"; readonly coordinates: number[][][] };

export interface Feature {
  readonly type: "Feature";
  readonly geometry: Geometry;
  readonly properties: Record<string, string | number | boolean>;
}

export interface Features {
  readonly type: "FeatureCollection";
  readonly features: Feature[];
}

export function collect(features: Feature[]): Features {
  return { type: "FeatureCollection", features };
}

export function pointAt(
  [lon, lat]: readonly [number, number],
  properties: Feature["properties"],
): Feature {
  return { type: "Feature", geometry: { type: "Point", coordinates: [lon, lat] }, properties };
}

export function lineAlong(
  points: readonly (readonly [number, number])[],
  properties: Feature["properties"],
): Feature {
  const coordinates = points.map(([lon, lat]) => [lon, lat]);
  return { type: "Feature", geometry: { type: "LineString", coordinates }, properties };
}

/** Lines of a geometry; a point is a line of one. */
export function linesOf(geometry: {
  readonly type: string;
  readonly coordinates?: unknown;
}): readonly (readonly Position[])[] {
  const { type, coordinates } = geometry;
  switch (type) {
    case "Point":
      return [[coordinates as Position]];
    case "MultiPoint":
      return (coordinates as readonly Position[]).map((point) => [point]);
    case "LineString":
      return [coordinates as readonly Position[]];
    case "MultiLineString":
      return coordinates as readonly (readonly Position[])[];
    default:
      return [];
  }
}
