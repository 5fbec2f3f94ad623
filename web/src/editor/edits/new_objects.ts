/** Objects as they are when they are put on the map: what a form can change is usual. */
import type { Spot } from "../../map/tracks.ts";
import type { ObjectType, RailObject } from "./edits.ts";
import { lengthOf } from "./joints.ts";
import type { Json } from "./patch.ts";

export interface OnTrack {
  readonly track: string;
  readonly position: number;
}

/** Positions and lengths are told in millimetres at best. */
export const roundToMm = (metres: number): number => Math.round(metres * 1000) / 1000;

export function newTrack(id: string, points: readonly Spot[]): RailObject {
  const coordinates = points.map(([lon, lat]) => [roundTo9(lon), roundTo9(lat)]);
  return {
    id,
    length: roundToMm(lengthOf(points)),
    slopes: [],
    curves: [],
    loading_gauge_limits: [],
    geo: { type: "LineString", coordinates },
    extensions: { sncf: null, source: null },
  };
}

export const roundTo9 = (degrees: number): number => Number(degrees.toFixed(9));

export type PutType = "Signal" | "Detector" | "BufferStop" | "OperationalPoint";

/** What is put on a track by a click; stations have a name. */
export function newOnTrack(type: PutType, id: string, at: OnTrack, name: string): RailObject {
  switch (type) {
    case "Signal":
      return {
        id,
        ...at,
        direction: "START_TO_STOP",
        sight_distance: 400,
        logical_signals: [LOGICAL_SIGNAL],
        extensions: { sncf: null },
      };
    case "Detector":
    case "BufferStop":
      return { id, ...at, extensions: { sncf: null } };
    case "OperationalPoint":
      return {
        id,
        parts: [newPart(at)],
        extensions: { sncf: null, identifier: { name, uic: 0 } },
      };
  }
}

const LOGICAL_SIGNAL: Json = {
  signaling_system: "BAL",
  next_signaling_systems: ["BAL"],
  settings: { Nf: "true" },
  default_parameters: { jaune_cli: "false" },
  conditional_parameters: [],
};

export function newPart(at: OnTrack): Json {
  return { track: at.track, position: at.position, extensions: { sncf: null } };
}

export type RangeType = "SpeedSection" | "Electrification";

/** Over all of a track. */
export function newRange(track: string, length: number): Json {
  return { track, begin: 0, end: length, applicable_directions: "BOTH" };
}

export function newRanged(type: RangeType, id: string, range: Json): RailObject {
  if (type === "Electrification") return { id, voltage: "25000V", track_ranges: [range] };
  return {
    id,
    speed_limit: 22.222222,
    speed_limit_by_tag: {},
    track_ranges: [range],
    extensions: { psl_sncf: null },
  };
}

/** A name that is not taken: the clients of a network make its ids. */
export function newId(type: ObjectType): string {
  return `${type}_${crypto.randomUUID().slice(0, 13)}`;
}
