/** What is copied of a network, and as it is put elsewhere: pure. */
import { project, unproject } from "../../map/plane.ts";
import type { Spot } from "../../map/tracks.ts";
import type { ObjectType, RailObject } from "./edits.ts";
import { endsOf, farBetween, type LineObject, type TrackEnd, unitsPerMetre } from "./joints.ts";
import { roundTo9 } from "./new_objects.ts";
import type { Json, JsonObject } from "./patch.ts";

export interface Typed {
  readonly obj_type: ObjectType;
  readonly object: RailObject;
}

export interface Copied {
  /** In the order in which they can be made. */
  readonly objects: readonly Typed[];
  /** The open end that is put where the reader clicks. */
  readonly anchor: Spot;
}

export interface Turn {
  /** Degrees, as a compass turns. */
  readonly degrees: number;
  readonly is_mirrored: boolean;
}

/** Whether all of a line is between two corners. */
export function isWithin({ geo }: LineObject, [a, b]: readonly [Spot, Spot]): boolean {
  const inOrder = (one: number, from: number, to: number): boolean =>
    one >= Math.min(from, to) && one <= Math.max(from, to);
  return geo.coordinates.every(
    ([lon = 0, lat = 0]) => inOrder(lon, a[0], b[0]) && inOrder(lat, a[1], b[1]),
  );
}

const asLine = (object: RailObject): LineObject => object as unknown as LineObject;

interface OnTracks {
  readonly track?: string;
  readonly parts?: readonly { readonly track: string }[];
  readonly track_ranges?: readonly { readonly track: string }[];
  readonly announcement_track_ranges?: readonly { readonly track: string }[];
  readonly ports?: Readonly<Record<string, { readonly track: string }>>;
  readonly logical_signals?: readonly JsonObject[];
}

/** As much of an object as lies on the tracks; null: nothing. Routes are not copied, nor what holds on them alone. */
function cutTo(tracks: ReadonlySet<string>, { obj_type, object }: Typed): Typed | null {
  const one = object as unknown as OnTracks;
  const on = <Part extends { readonly track: string }>(parts: readonly Part[]): Json =>
    parts.filter(({ track }) => tracks.has(track)) as unknown as Json;
  const extensions = object["extensions"] as JsonObject | undefined;
  switch (obj_type) {
    case "TrackSection":
    case "Detector":
    case "BufferStop":
      return { obj_type, object };
    case "Route":
    case "SwitchType":
      return null;
    case "Switch":
      return Object.values(one.ports ?? {}).every(({ track }) => tracks.has(track))
        ? { obj_type, object }
        : null;
    case "OperationalPoint":
      return { obj_type, object: { ...object, parts: on(one.parts ?? []) } };
    case "SpeedSection":
    case "Electrification":
    case "NeutralSection": {
      if (Array.isArray(object["on_routes"])) return null;
      const signs = { psl_sncf: null, neutral_sncf: null };
      const told = Object.entries(signs).filter(([name]) => name in (extensions ?? {}));
      return {
        obj_type,
        object: {
          ...object,
          track_ranges: on(one.track_ranges ?? []),
          ...(one.announcement_track_ranges !== undefined && {
            announcement_track_ranges: on(one.announcement_track_ranges),
          }),
          ...(told.length > 0 && { extensions: Object.fromEntries(told) }),
        },
      };
    }
    case "Signal":
      return {
        obj_type,
        object: {
          ...object,
          logical_signals: (one.logical_signals ?? []).map((signal) => ({
            ...signal,
            conditional_parameters: [],
          })),
        },
      };
  }
}

/** Null: there is no track. The first corner is nearest to the end that becomes the anchor. */
export function copyOf(
  tracks: readonly RailObject[],
  attached: readonly Typed[],
  corner: Spot,
): Copied | null {
  const ids = new Set(tracks.map(({ id }) => id));
  const objects = [
    ...tracks.map((object): Typed => ({ obj_type: "TrackSection", object })),
    ...attached.flatMap((one) => cutTo(ids, one) ?? []),
  ];
  const joined = new Set(
    objects.flatMap(({ object }) =>
      Object.values((object as unknown as { ports?: Record<string, TrackEnd> }).ports ?? {}).map(
        endKey,
      ),
    ),
  );
  const ends = tracks.flatMap((one) => endsOf(asLine(one)));
  const open = ends.filter((end) => !joined.has(endKey(end)));
  const [anchor] = (open.length > 0 ? open : ends)
    .map(({ at }) => at)
    .toSorted((a, b) => farBetween(a, corner) - farBetween(b, corner));
  return anchor === undefined ? null : { objects, anchor };
}

const endKey = ({ track, endpoint }: Pick<TrackEnd, "track" | "endpoint">): string =>
  `${endpoint} ${track}`;

/** The anchor at a place, the rest around it. */
function moveSpot(anchor: Spot, to: Spot, { degrees, is_mirrored }: Turn): (spot: Spot) => Spot {
  const [ax, ay] = project(...anchor);
  const [tx, ty] = project(...to);
  const scale = unitsPerMetre(to[1]) / unitsPerMetre(anchor[1]);
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  return (spot) => {
    const [x, y] = project(...spot);
    const [dx, dy] = [x - ax, is_mirrored ? ay - y : y - ay];
    return unproject(tx + dx * cos - dy * sin, ty + dx * sin + dy * cos);
  };
}

/** The lines of its tracks, for the map. */
export function linesAt({ objects, anchor }: Copied, to: Spot, turn: Turn): Spot[][] {
  const move = moveSpot(anchor, to, turn);
  return objects
    .filter(({ obj_type }) => obj_type === "TrackSection")
    .map(({ object }) =>
      asLine(object).geo.coordinates.map(([lon = 0, lat = 0]) => move([lon, lat])),
    );
}

/** Of what type the object is that a field names. */
const NAMED_BY: Readonly<Record<string, ObjectType>> = { track: "TrackSection" };

/** The same objects elsewhere, each under a new id. */
export function pasteAt(
  { objects, anchor }: Copied,
  to: Spot,
  { turn, newId }: { readonly turn: Turn; readonly newId: (type: ObjectType) => string },
): Typed[] {
  const move = moveSpot(anchor, to, turn);
  const ids = new Map(
    objects.map(({ obj_type, object }) => [`${obj_type} ${object.id}`, newId(obj_type)]),
  );
  const rename = (value: Json, type: ObjectType | undefined): Json => {
    if (typeof value === "string") return ids.get(`${type} ${value}`) ?? value;
    if (Array.isArray(value)) return value.map((one: Json) => rename(one, type));
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(
      Object.entries(value as JsonObject).map(([name, one]) => [
        name,
        one === undefined ? undefined : rename(one, NAMED_BY[name]),
      ]),
    );
  };
  return objects.map(({ obj_type, object }) => {
    const id = ids.get(`${obj_type} ${object.id}`) ?? object.id;
    const renamed = { ...(rename(object as Json, undefined) as JsonObject), id };
    if (obj_type !== "TrackSection") return { obj_type, object: renamed };
    const coordinates = asLine(object).geo.coordinates.map(([lon = 0, lat = 0]) =>
      move([lon, lat]).map(roundTo9),
    );
    return { obj_type, object: { ...renamed, geo: { type: "LineString", coordinates } } };
  });
}
