/**
 * Splits a track section: it is replaced by a left and a right one joined by a link, and everything
 * on it is moved to them. Objects exactly at the cut stay left; ranges across it are cut in two,
 * keeping their place in the list. Routes do not refer to tracks and stay unchanged.
 */
import type { ObjectType } from "../../../src/railway/object_types.ts";
import { findSegmentEnd, interpolateLine } from "../../engine/geo.ts";
import type { RailjsonDocument } from "../schemas.ts";
import { measureLine } from "../track_map.ts";
import { completeObject } from "./complete_object.ts";
import type { NetworkEdit, NetworkObject } from "./network_objects.ts";
import type { References } from "./references.ts";

/* Cuts a line in two at a fraction of its length, measured as in the engine (geo.ts). */

type Position = number[];

/** Both parts end at the point of the cut. `fraction` is between 0 and 1. */
function cutLine(
  coordinates: readonly Position[],
  fraction: number,
): { readonly left: Position[]; readonly right: Position[] } {
  const line = measureLine(coordinates);
  const point = new Float64Array(2);
  interpolateLine(line, fraction, point);
  const cut = [...point];
  const next = findSegmentEnd(line, fraction * (line.along_m[line.end - 1] ?? 0));
  const isCut = (vertex: Position | undefined): boolean =>
    vertex !== undefined && vertex[0] === cut[0] && vertex[1] === cut[1];
  const before = coordinates.slice(0, next);
  const after = coordinates.slice(next);
  // A vertex at the cut is not doubled, unless a part would have no other.
  if (before.length > 1 && isCut(before.at(-1))) before.pop();
  if (after.length > 1 && isCut(after[0])) after.shift();
  return { left: [...before, cut], right: [[...cut], ...after] };
}

type Track = RailjsonDocument["track_sections"][number];

interface Cut {
  readonly track: string;
  readonly left: string;
  readonly right: string;
  /** In metres from the old section's start. */
  readonly position: number;
}

interface Place {
  readonly track: string;
  readonly position: number;
}

interface Range {
  readonly begin: number;
  readonly end: number;
}

/** The types of objects that lie on tracks. */
const ATTACHED_TYPES = [
  "Electrification",
  "NeutralSection",
  "SpeedSection",
  "OperationalPoint",
  "Detector",
  "BufferStop",
  "Switch",
  "Signal",
] as const satisfies readonly ObjectType[];

/** `position` is between the ends of the section; `ids`: unused ids for the new sections and the link. */
export function splitTrack(
  edit: NetworkEdit,
  { track, references }: { readonly track: Track; readonly references: References },
  { position, ids }: { position: number; ids: { left: string; right: string; link: string } },
): void {
  const cut: Cut = { track: track.id, left: ids.left, right: ids.right, position };
  for (const half of makeHalves(track, cut)) {
    edit.put("TrackSection", completeObject("TrackSection", half));
  }
  for (const obj_type of ATTACHED_TYPES) {
    for (const id of references.list("TrackSection", track.id, obj_type)) {
      const object = edit.get(obj_type, id);
      if (object === undefined) continue;
      edit.put(obj_type, completeObject(obj_type, moveObject(obj_type, object, cut)));
    }
  }
  const link = {
    id: ids.link,
    switch_type: "link",
    group_change_delay: 0,
    ports: {
      A: { track: ids.left, endpoint: "END" as const },
      B: { track: ids.right, endpoint: "BEGIN" as const },
    },
  };
  edit.put("Switch", completeObject("Switch", link));
  edit.delete("TrackSection", track.id);
}

function makeHalves(track: Track, { left, right, position }: Cut): [Track, Track] {
  const cutAll = <Item extends Range>(items: readonly Item[]): [Item[], Item[]] => {
    const halves = items.map((item) => cutRange(item, position));
    return [halves.flatMap(([before]) => before), halves.flatMap(([, after]) => after)];
  };
  const slopes = cutAll(track.slopes);
  const curves = cutAll(track.curves);
  const limits = cutAll(track.loading_gauge_limits ?? []);
  const line = cutLine(track.geo.coordinates, position / track.length);
  const half = (side: 0 | 1): Omit<Track, "id" | "length" | "geo"> => ({
    slopes: slopes[side],
    curves: curves[side],
    loading_gauge_limits: limits[side],
  });
  const geo = (coordinates: number[][]): Track["geo"] => ({ ...track.geo, coordinates });
  return [
    { ...track, ...half(0), id: left, length: position, geo: geo(line.left) },
    {
      ...track,
      ...half(1),
      id: right,
      length: subtract(track.length, position),
      geo: geo(line.right),
    },
  ];
}

/** The parts before and after the cut, the latter measured from it. A backward or empty range goes where it ends. */
function cutRange<Item extends Range>(item: Item, position: number): [Item[], Item[]] {
  const { begin, end } = item;
  if (end <= position && begin <= position) return [[item], []];
  const shifted = { ...item, begin: subtract(begin, position), end: subtract(end, position) };
  if (begin >= position && end >= position) return [[], [shifted]];
  return begin < end
    ? [[{ ...item, end: position }], [{ ...shifted, begin: 0 }]]
    : [[{ ...item, begin: position }], [{ ...shifted, end: 0 }]];
}

function moveObject(obj_type: ObjectType, object: NetworkObject, cut: Cut): NetworkObject {
  const places = <Item extends Place>(items: readonly Item[]): Item[] =>
    items.map((item) => movePlace(item, cut));
  const ranges = <Item extends Range & { readonly track: string }>(
    items: readonly Item[],
  ): Item[] => items.flatMap((item) => moveRange(item, cut));
  // Safe: the object is of this type.
  switch (obj_type) {
    case "Signal":
    case "Detector":
    case "BufferStop":
      return movePlace(object as NetworkObject & Place, cut);
    case "OperationalPoint": {
      const point = object as RailjsonDocument["operational_points"][number];
      return { ...point, parts: places(point.parts) };
    }
    case "Switch":
      return moveSwitch(object as RailjsonDocument["switches"][number], cut);
    case "Electrification": {
      const section = object as RailjsonDocument["electrifications"][number];
      return { ...section, track_ranges: ranges(section.track_ranges) };
    }
    case "SpeedSection": {
      const section = object as RailjsonDocument["speed_sections"][number];
      return moveSigns({ ...section, track_ranges: ranges(section.track_ranges) }, "psl_sncf", cut);
    }
    case "NeutralSection": {
      const section = object as RailjsonDocument["neutral_sections"][number];
      const moved = {
        ...section,
        track_ranges: ranges(section.track_ranges),
        announcement_track_ranges: ranges(section.announcement_track_ranges),
      };
      return moveSigns(moved, "neutral_sncf", cut);
    }
    case "TrackSection":
    case "Route":
    case "SwitchType":
      return object;
  }
}

function movePlace<Item extends Place>(item: Item, cut: Cut): Item {
  if (item.track !== cut.track) return item;
  if (item.position <= cut.position) return { ...item, track: cut.left };
  return { ...item, track: cut.right, position: subtract(item.position, cut.position) };
}

function moveRange<Item extends Range & { readonly track: string }>(item: Item, cut: Cut): Item[] {
  if (item.track !== cut.track) return [item];
  const [before, after] = cutRange(item, cut.position);
  return [
    ...before.map((part) => ({ ...part, track: cut.left })),
    ...after.map((part) => ({ ...part, track: cut.right })),
  ];
}

function moveSwitch(
  node: RailjsonDocument["switches"][number],
  { track, left, right }: Cut,
): RailjsonDocument["switches"][number] {
  const ports = Object.entries(node.ports).map(([port, end]) => {
    if (end.track !== track) return [port, end];
    return [port, { ...end, track: end.endpoint === "BEGIN" ? left : right }];
  });
  return { ...node, ports: Object.fromEntries(ports) };
}

/** Signs keep their order in their lists. */
function moveSigns<Section extends { readonly extensions?: object | undefined }>(
  section: Section,
  name: "psl_sncf" | "neutral_sncf",
  cut: Cut,
): Section {
  const signs: unknown = Reflect.get(section.extensions ?? {}, name);
  if (typeof signs !== "object" || signs === null) return section;
  // Lists of signs and single signs, as in the schema.
  const entries = Object.entries(signs as Record<string, Place | Place[]>);
  const moved = entries.map(([key, sign]) => [
    key,
    Array.isArray(sign) ? sign.map((each) => movePlace(each, cut)) : movePlace(sign, cut),
  ]);
  return { ...section, extensions: { ...section.extensions, [name]: Object.fromEntries(moved) } };
}

/** Rounds off what subtraction adds below a thousandth of a millimetre: positions are sums of decimals. */
function subtract(position: number, offset: number): number {
  return Math.round((position - offset) * 1e6) / 1e6;
}
