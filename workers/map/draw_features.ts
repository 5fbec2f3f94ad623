/**
 * Makes the features of a layer from the objects of a network. Geometries are found by the objects' ids
 * (railjson/locate_objects.ts). An object on a missing track has no geometry and is in no tile.
 */
import type { MapLayerName } from "../../src/railway/map_layers.ts";
import { OBJECT_TYPES, type ObjectType } from "../../src/railway/object_types.ts";
import { indexNetwork } from "../railjson/checks/network_index.ts";
import { RouteWalker } from "../railjson/checks/route_walk.ts";
import { MAX_ROUTE_STEPS } from "../railjson/limits.ts";
import { type Geometry, ObjectLocator } from "../railjson/locate_objects.ts";
import type { RailjsonDocument } from "../railjson/schemas.ts";
import { chooseSprite } from "../railjson/signal_sprites.ts";
import {
  type MappedTrack,
  type MapStretch,
  type Position,
  TrackMap,
} from "../railjson/track_map.ts";
import { angleAt } from "./angle.ts";
import { flatten, type Properties } from "./flatten.ts";
import { linesFeature, type MapFeature, pointFeature } from "./map_feature.ts";

/*
 * Draws the trackside signs that sections carry in the extensions of one railway: one feature each, turned by its own
 * direction. Signs of one type at one place are one feature, that of the first section by id.
 */

type SpeedSection = RailjsonDocument["speed_sections"][number];
type NeutralSection = RailjsonDocument["neutral_sections"][number];
type SpeedSigns = NonNullable<NonNullable<SpeedSection["extensions"]>["psl_sncf"]>;
type Sign = SpeedSigns["z"];

interface SignedSection {
  readonly id: string;
  readonly signs: readonly Sign[];
}

function drawSpeedSigns(
  sections: readonly SpeedSection[],
  map: TrackMap<MappedTrack>,
): MapFeature[] {
  const signed = sections.map(({ id, extensions }) => {
    const { z, announcement = [], r = [] } = extensions?.psl_sncf ?? {};
    return { id, signs: z === undefined ? [] : [z, ...announcement, ...r] };
  });
  return drawSigns(signed, map, ({ ...sign }) => sign);
}

function drawNeutralSigns(
  sections: readonly NeutralSection[],
  map: TrackMap<MappedTrack>,
): MapFeature[] {
  const signed = sections.map(({ id, extensions }) => {
    const { exe, announcement = [], end = [], rev = [] } = extensions?.neutral_sncf ?? {};
    return { id, signs: exe === undefined ? [] : [...announcement, exe, ...end, ...rev] };
  });
  return drawSigns(signed, map, ({ value: _, ...sign }) => sign);
}

function drawSigns(
  sections: readonly SignedSection[],
  map: TrackMap<MappedTrack>,
  tell: (sign: Sign) => object,
): MapFeature[] {
  const drawn = new Map<string, MapFeature>();
  const sorted = sections.filter(({ signs }) => signs.length > 0);
  sorted.sort((a, b) => (a.id < b.id ? -1 : 1));
  for (const sign of sorted.flatMap(({ signs }) => signs)) {
    const place = map.locateFirst([sign]);
    if (place === null) continue;
    const key = JSON.stringify([place.coordinates, sign.type]);
    if (drawn.has(key)) continue;
    const properties = { ...flatten(tell(sign)), angle: angleAt(map, sign) };
    drawn.set(key, pointFeature(place.coordinates, properties));
  }
  return [...drawn.values()];
}

type Track = RailjsonDocument["track_sections"][number];
type Route = RailjsonDocument["routes"][number];

/** A row of the network's faults; each kind adds keys of its own. */
export interface FaultRow {
  readonly obj_id: string;
  readonly obj_type: ObjectType;
}

/** The input of a layer: the lists that it needs; all others are empty. */
export interface LayerSource {
  readonly document: RailjsonDocument;
  readonly faults: readonly FaultRow[];
}

type Draw = (source: LayerSource, map: TrackMap<Track>) => Iterable<MapFeature>;

const DRAWN: Readonly<Record<MapLayerName, Draw>> = {
  track_sections: ({ document }) =>
    document.track_sections.map(({ geo, ...section }) =>
      linesFeature([toPositions(geo.coordinates)], flatten(section)),
    ),
  signals: ({ document }, map) => document.signals.flatMap((signal) => drawSignal(signal, map)),
  speed_sections: ({ document }, map) =>
    document.speed_sections
      .filter((section) => !hasSigns(section))
      .flatMap((section) => drawRanges(section, map)),
  psl: ({ document }, map) =>
    document.speed_sections.filter(hasSigns).flatMap((section) => drawRanges(section, map)),
  psl_signs: ({ document }, map) => drawSpeedSigns(document.speed_sections, map),
  switches: ({ document }) => {
    const locator = locatorOf(document);
    return document.switches.flatMap((one) => {
      const label = one.extensions?.sncf?.label;
      const named = label === undefined ? {} : { label };
      return drawAt(locator.locate("Switch", one), { ...flatten(one), ...named });
    });
  },
  detectors: ({ document }, map) =>
    document.detectors.flatMap((one) => drawAt(map.locateFirst([one]), flatten(one))),
  buffer_stops: ({ document }, map) =>
    document.buffer_stops.flatMap((one) => drawAt(map.locateFirst([one]), flatten(one))),
  operational_points: ({ document }, map) =>
    document.operational_points.flatMap((point) => drawParts(point, map)),
  electrifications: ({ document }, map) =>
    document.electrifications.flatMap((section) => drawRanges(section, map)),
  neutral_sections: ({ document }, map) =>
    document.neutral_sections.flatMap((section) => drawRanges(section, map)),
  neutral_signs: ({ document }, map) => drawNeutralSigns(document.neutral_sections, map),
  routes: ({ document }, map) => {
    const walker = new RouteWalker(indexNetwork(document), MAX_ROUTE_STEPS);
    return document.routes.flatMap((route) => {
      const { id, entry_point, exit_point } = route;
      const named = { id, entry_point_id: entry_point.id, exit_point_id: exit_point.id };
      return drawAt(locateRoute(route, walker, map), named);
    });
  },
  errors: ({ document, faults }, map) => drawFaults(document, faults, map),
};

/** The features of a layer, in the order of the network's lists. */
export function drawFeatures(layer: MapLayerName, source: LayerSource): Iterable<MapFeature> {
  return DRAWN[layer](source, new TrackMap(source.document.track_sections));
}

/** Switch types of the document: the network's own, then the builtin ones. */
function locatorOf({ track_sections, extended_switch_types }: RailjsonDocument): ObjectLocator {
  return new ObjectLocator(track_sections, extended_switch_types);
}

function drawSignal(
  { logical_signals = [], ...signal }: RailjsonDocument["signals"][number],
  map: TrackMap<Track>,
): MapFeature[] {
  const place = map.locateFirst([signal]);
  if (place === null) return [];
  const { sprite_signaling_system: signaling_system, sprite } = chooseSprite(logical_signals);
  const angle = angleAt(map, signal);
  const properties = flatten({ ...signal, angle, signaling_system, sprite });
  return [pointFeature(place.coordinates, properties)];
}

function drawParts(
  { parts, ...point }: RailjsonDocument["operational_points"][number],
  map: TrackMap<Track>,
): MapFeature[] {
  const properties = flatten(point);
  return parts.flatMap((part) => {
    const kp = part.extensions?.sncf?.kp;
    const of_part = kp === undefined ? properties : { ...properties, kp };
    return drawAt(map.locateFirst([part]), of_part);
  });
}

function hasSigns({ extensions }: RailjsonDocument["speed_sections"][number]): boolean {
  return (extensions?.psl_sncf ?? null) !== null;
}

function drawRanges(
  section: { readonly track_ranges: readonly MapStretch[] },
  map: TrackMap<Track>,
): MapFeature[] {
  return drawAt(locateStretches(section.track_ranges, map), flatten(section));
}

function locateStretches(ranges: readonly MapStretch[], map: TrackMap<Track>): Geometry | null {
  const coordinates = ranges.flatMap((range) => {
    const line = map.locateStretch(range);
    return line === null ? [] : [line];
  });
  return coordinates.length === 0 ? null : { type: "MultiLineString", coordinates };
}

function locateRoute(route: Route, walker: RouteWalker, map: TrackMap<Track>): Geometry | null {
  const walk = walker.walk(route);
  return walk === null ? null : locateStretches(walker.listStretches(walk), map);
}

function drawAt(geometry: Geometry | null, properties: Properties): MapFeature[] {
  if (geometry === null) return [];
  switch (geometry.type) {
    case "Point":
      return [pointFeature(geometry.coordinates, properties)];
    case "LineString":
      return [linesFeature([toPositions(geometry.coordinates)], properties)];
    case "MultiLineString":
      return [linesFeature(geometry.coordinates, properties)];
  }
}

function toPositions(coordinates: readonly (readonly number[])[]): Position[] {
  return coordinates.map(([lon = 0, lat = 0]) => [lon, lat]);
}

/** A feature for each fault of an object with a place. An operational point's place is that of all its parts. */
function drawFaults(
  document: RailjsonDocument,
  faults: readonly FaultRow[],
  map: TrackMap<Track>,
): MapFeature[] {
  const locator = locatorOf(document);
  const walker = new RouteWalker(indexNetwork(document), MAX_ROUTE_STEPS);
  const objects = new Map(
    OBJECT_TYPES.map(({ obj_type, key }) => [
      obj_type,
      new Map<string, object>(document[key].map((object) => [object.id, object])),
    ]),
  );
  return faults.flatMap((fault) => {
    const { obj_type, obj_id } = fault;
    const object = objects.get(obj_type)?.get(obj_id);
    if (object === undefined) return [];
    const properties = flatten(fault);
    if (obj_type === "OperationalPoint") {
      const { parts } = object as RailjsonDocument["operational_points"][number];
      const points = parts.flatMap((part) => map.locateFirst([part]) ?? []);
      const places = points.map(({ coordinates }) => [coordinates]);
      return places.length === 0 ? [] : [{ kind: "points", parts: places, properties }];
    }
    if (obj_type === "Route") {
      // Found under its type in the document.
      return drawAt(locateRoute(object as Route, walker, map), properties);
    }
    return drawAt(locator.locate(obj_type, object), properties);
  });
}
