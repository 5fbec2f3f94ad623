/**
 * Where objects of a network are on the map, by type: a line, a point, a line for each range.
 * Objects on a missing track have no geometry.
 */
import type { ObjectType } from "../../src/railway/object_types.ts";
import type { RailjsonDocument } from "./schemas.ts";
import { type MapPlace, type MapStretch, type Position, TrackMap } from "./track_map.ts";

export type Track = RailjsonDocument["track_sections"][number];
type Switch = RailjsonDocument["switches"][number];
export type SwitchType = Pick<RailjsonDocument["extended_switch_types"][number], "id" | "ports">;

/** GeoJSON in longitude and latitude of WGS84. */
export type Geometry =
  | Track["geo"]
  | { readonly type: "Point"; readonly coordinates: Position }
  | { readonly type: "MultiLineString"; readonly coordinates: readonly (readonly Position[])[] };

export class ObjectLocator {
  readonly #map: TrackMap<Track>;
  readonly #types: ReadonlyMap<string, SwitchType>;

  /** Of switch types with the same id, the last one counts. */
  constructor(tracks: readonly Track[], switch_types: readonly SwitchType[]) {
    this.#map = new TrackMap(tracks);
    this.#types = new Map(switch_types.map((type) => [type.id, type]));
  }

  /** The geometry of an object of this type; null if it has none. */
  locate(object_type: ObjectType, object: unknown): Geometry | null {
    // Safe: stored objects are valid for their type.
    switch (object_type) {
      case "TrackSection":
        return (object as Track).geo;
      case "Signal":
      case "Detector":
      case "BufferStop":
        return this.#map.locateFirst([object as MapPlace]);
      case "OperationalPoint":
        return this.#map.locateFirst((object as { parts: MapPlace[] }).parts);
      case "Switch":
        return this.#locateSwitch(object as Switch);
      case "SpeedSection":
      case "Electrification":
      case "NeutralSection":
        return this.#locateRanges((object as { track_ranges: MapStretch[] }).track_ranges);
      case "Route":
      case "SwitchType":
        return null;
    }
  }

  /** The track end at the first port listed by the switch's type; without a type, at its own first port. */
  #locateSwitch({ switch_type, ports }: Switch): Geometry | null {
    const listed = this.#types.get(switch_type)?.ports ?? [];
    const [port] = [...listed, ...Object.keys(ports)].filter((name) => Object.hasOwn(ports, name));
    const end = port === undefined ? undefined : ports[port];
    if (end === undefined) return null;
    const position = end.endpoint === "BEGIN" ? 0 : (this.#map.find(end.track)?.length ?? 0);
    return this.#map.locateFirst([{ track: end.track, position }]);
  }

  #locateRanges(ranges: readonly MapStretch[]): Geometry | null {
    const coordinates = ranges.flatMap((range) => {
      const line = this.#map.locateStretch(range);
      return line === null ? [] : [line];
    });
    return coordinates.length === 0 ? null : { type: "MultiLineString", coordinates };
  }
}

/** Vertices read to make a geometry; for a stored track its own vertices. */
export function countVertices(geometry: Geometry | null): number {
  if (geometry === null || geometry.type === "Point") return 1;
  if (geometry.type === "LineString") return geometry.coordinates.length;
  return geometry.coordinates.reduce((sum, line) => sum + line.length, 0);
}
