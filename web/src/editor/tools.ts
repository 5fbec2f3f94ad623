/** What a click on the map does: choose, draw, cut, put, join, range over, lead a route. */
import { computed, signal } from "@preact/signals";
import { api, ask } from "../api/client.ts";
import type { Metadata } from "../map/style/tile_sources.ts";
import {
  drawTrack,
  nearestOn,
  placeOn,
  type Section,
  type Spot,
  type Track,
} from "../map/tracks.ts";
import { tell } from "../state/session.ts";
import { TOOL_TEXTS } from "../tool_texts.ts";
import { askAttached, askOne, askTracks } from "./edits/ask_objects.ts";
import { commit, made_here, pending } from "./edits/commit.ts";
import { copied, copyBetween, first_corner, forgetCopy, paste } from "./edits/copying.ts";
import { callOf, create, keyOf, type ObjectType, type RailObject, update } from "./edits/edits.ts";
import { can_edit, edited_id, metadata } from "./edits/infra_state.ts";
import {
  endsOf,
  farBetween,
  joinEnds,
  MEETING_M,
  meetingEnds,
  type TrackEnd,
} from "./edits/joints.ts";
import {
  newId,
  newOnTrack,
  newPart,
  newRange,
  newRanged,
  newTrack,
  type OnTrack,
  type PutType,
  type RangeType,
  roundToMm,
} from "./edits/new_objects.ts";
import type { Json } from "./edits/patch.ts";
import { splitTrack } from "./edits/split.ts";
import { trackPoints } from "./edits/track_points.ts";
import { choose, chosen, firstPlace, unchoose } from "./selected.ts";
import { type Tool, tool } from "./tool_choice.ts";

/** Points of the track that is being drawn. */
export const drawn_points = signal<readonly Spot[]>([]);
/** Where the route begins that is being led. */
export const route_start = signal<Waypoint | null>(null);

const isEmpty = (told: Metadata | null): boolean => told !== null && told.bounds === undefined;

/** What the reader is to do next. */
export const hint = computed(() => {
  if (tool.value === "track" && drawn_points.value.length > 0)
    return TOOL_TEXTS.editor.hints.track_on;
  if (tool.value === "route" && route_start.value !== null) return TOOL_TEXTS.editor.hints.route_on;
  if (tool.value === "copy" && copied.value !== null) return TOOL_TEXTS.editor.hints.paste;
  if (tool.value === "copy" && first_corner.value !== null) return TOOL_TEXTS.editor.hints.copy_on;
  if (tool.value === "select" && isEmpty(metadata.value)) return TOOL_TEXTS.editor.hints.empty;
  return TOOL_TEXTS.editor.hints[tool.value];
});

/** Taken again it begins anew: another station, another track. */
export function takeTool(next: Tool): void {
  if (next === tool.peek()) unchoose();
  tool.value = next;
  drawn_points.value = [];
  route_start.value = null;
  forgetCopy();
}

interface Meant {
  readonly type: ObjectType;
  readonly id: string;
}

interface Waypoint extends Meant {
  readonly at: OnTrack;
  /** Null: its track has no line. */
  readonly spot: Spot | null;
}

/** A click on the map, or Enter under the cross. What is there is looked up when its turn has come. */
export interface Click {
  readonly at: Spot;
  readonly reach_m: number;
  /** Resolves when what the map shows is drawn. Before that nothing may be found. */
  readonly drawn: () => Promise<void>;
  /** Null: nothing is within reach. */
  readonly findMeant: () => Meant | null;
  /** Tracks within reach, as the tiles have them; with another corner those that touch the area. */
  readonly findTracks: (corner?: Spot) => readonly string[];
}

let clicks: Promise<unknown> = Promise.resolve();

/** One after the other, as they were clicked. Throws ApiFault. */
export async function click(one: Click): Promise<void> {
  const own = clicks.then(async () => await act(one));
  clicks = own.catch(() => undefined);
  await own;
}

async function act(one: Click): Promise<void> {
  if (tool.peek() !== "select" && !can_edit.peek()) {
    tell("warning", TOOL_TEXTS.editor.no_writing);
    return;
  }
  await one.drawn();
  await ACTS[tool.peek()](one);
}

const ACTS: Readonly<Record<Tool, (click: Click) => Promise<void>>> = {
  select: async ({ findMeant }) => {
    const meant = findMeant();
    if (meant === null) unchoose();
    else await choose({ obj_type: meant.type, obj_id: meant.id });
  },
  track: drawOn,
  split: async (one) => {
    const place = await placeUnder(one);
    if (place === null) return;
    const parts = await splitTrack(place.track, place.position);
    if (parts?.[0] !== undefined) await choose({ obj_type: "TrackSection", obj_id: parts[0] });
  },
  switch: join,
  signal: async (one) => await put("Signal", one),
  detector: async (one) => await put("Detector", one),
  buffer_stop: async (one) => await put("BufferStop", one),
  station: putStation,
  speed: async (one) => await range("SpeedSection", one),
  electrification: async (one) => await range("Electrification", one),
  route: lead,
  copy,
};

/** Tracks within reach: those of the tiles, and those of this visit, which tiles may not have yet. Throws ApiFault. */
export async function tracksNear({ findTracks, at, reach_m }: Click): Promise<Track[]> {
  const nearOf = (objects: Iterable<readonly [string, RailObject | null]>): Track[] =>
    [...objects].flatMap(([key, object]) => {
      const is_track = key.startsWith("TrackSection ") && object !== null;
      const track = is_track ? drawTrack(object as unknown as Section) : null;
      return track === null || !isNear(track, at, reach_m) ? [] : [track];
    });
  const own = nearOf(pending.peek());
  const fresh = new Set(own.map(({ id }) => id));
  const stored = [...findTracks(), ...nearOf(made_here).map(({ id }) => id)];
  const others = [...new Set(stored)].filter((id) => !fresh.has(id));
  const found = await askTracks(others);
  return [...own, ...others.flatMap((id) => found.get(id) ?? [])];
}

function isNear(track: Track, at: Spot, reach_m: number): boolean {
  return farBetween(placeOn(track, nearestOn(track, at).position_m), at) <= reach_m;
}

/** The nearest track; told where there is none. Throws ApiFault. */
async function trackUnder(one: Click): Promise<Track | null> {
  const far = (track: Track): number => nearestOn(track, one.at).far;
  const [nearest] = (await tracksNear(one)).sort((a, b) => far(a) - far(b));
  if (nearest === undefined) tell("warning", TOOL_TEXTS.editor.no_track);
  return nearest ?? null;
}

/** Where on which track a click is. Throws ApiFault. */
async function placeUnder(one: Click): Promise<OnTrack | null> {
  const track = await trackUnder(one);
  if (track === null) return null;
  return { track: track.id, position: roundToMm(nearestOn(track, one.at).position_m) };
}

/** Stores a new object and chooses it. */
async function make(obj_type: ObjectType, object: RailObject): Promise<void> {
  const name = TOOL_TEXTS.editor.made(TOOL_TEXTS.map.types[obj_type]);
  if (await commit(name, [create(obj_type, object)])) await choose({ obj_type, obj_id: object.id });
}

/** Throws ApiFault. */
async function put(type: PutType, one: Click): Promise<void> {
  const track = await trackUnder(one);
  if (track === null) return;
  const position = roundToMm(nearestOn(track, one.at).position_m);
  const there = await findThere(type, track, position, one.reach_m);
  if (there !== null) {
    await choose({ obj_type: type, obj_id: there });
    return;
  }
  const snapped =
    type === "BufferStop" ? snapToEnd(position, track.length_m, one.reach_m) : position;
  const at = { track: track.id, position: snapped };
  await make(type, newOnTrack(type, newId(type), at, TOOL_TEXTS.editor.new_station));
}

/** The nearest object of a type within reach on a track: a tool chooses it, and puts no second one over it. */
async function findThere(
  type: PutType,
  track: Track,
  position: number,
  reach_m: number,
): Promise<string | null> {
  const found = await askAttached(type, track.id);
  const [nearest] = found
    .flatMap((object) =>
      placesOf(object)
        .filter((at) => at.track === track.id)
        .map((at) => ({ id: object.id, far: Math.abs(at.position - position) })),
    )
    .filter(({ far }) => far <= reach_m)
    .toSorted((a, b) => a.far - b.far);
  return nearest?.id ?? null;
}

/** Of a station its parts. */
function placesOf(object: RailObject): readonly OnTrack[] {
  const { parts } = object as unknown as { readonly parts?: readonly OnTrack[] };
  return parts ?? [object as unknown as OnTrack];
}

/** A buffer stop near the end of a track is at its end. */
export function snapToEnd(position: number, length: number, reach_m: number): number {
  if (position < reach_m) return 0;
  return length - position < reach_m ? length : position;
}

/** Another part of the chosen station, or a new one. */
async function putStation(one: Click): Promise<void> {
  const own = chosen.peek();
  if (own?.obj_type !== "OperationalPoint") {
    await put("OperationalPoint", one);
    return;
  }
  const track = await trackUnder(one);
  if (track === null) return;
  const position = roundToMm(nearestOn(track, one.at).position_m);
  // Its own part there, or another station.
  const there = await findThere("OperationalPoint", track, position, one.reach_m);
  if (there !== null) {
    await choose({ obj_type: "OperationalPoint", obj_id: there });
    return;
  }
  const place = { track: track.id, position };
  const parts = [...(own.stored["parts"] as readonly Json[]), newPart(place)];
  await change(
    { ...own.stored, parts },
    TOOL_TEXTS.editor.part_of(callOf(own.obj_type, own.stored)),
  );
}

/** Stores another form of the chosen object. */
async function change(next: RailObject, name: string): Promise<void> {
  const own = chosen.peek();
  if (own === null) return;
  const known = new Map([[keyOf(own), next]]);
  if (await commit(name, [update(own.obj_type, own.stored, next)], known)) await choose(own);
}

interface Ranged {
  readonly track: string;
}

/** All of a track more, or less where it is in already; of the chosen object, or of a new one. */
async function range(type: RangeType, one: Click): Promise<void> {
  const track = await trackUnder(one);
  if (track === null) return;
  const own = chosen.peek();
  const made = newRange(track.id, track.length_m);
  if (own?.obj_type !== type) {
    await make(type, newRanged(type, newId(type), made));
    return;
  }
  const ranges = own.stored["track_ranges"] as unknown as readonly Ranged[];
  const others = ranges.filter(({ track: id }) => id !== track.id);
  const next = others.length < ranges.length ? others : [...ranges, made];
  const track_ranges = next as unknown as Json;
  await change(
    { ...own.stored, track_ranges },
    TOOL_TEXTS.editor.changed(callOf(own.obj_type, own.stored)),
  );
}

/** The switch that has one of the ends already. */
async function findJoint(ends: readonly TrackEnd[]): Promise<Joint | null> {
  for (const { track, endpoint } of ends) {
    for (const joint of (await askAttached("Switch", track)) as readonly Joint[]) {
      const taken = Object.values(joint.ports);
      if (taken.some((port) => port.track === track && port.endpoint === endpoint)) return joint;
    }
  }
  return null;
}

interface Joint extends RailObject {
  readonly switch_type: string;
  readonly ports: Readonly<Record<string, Pick<TrackEnd, "track" | "endpoint">>>;
}

const endsOfTrack = (track: Track): TrackEnd[] =>
  endsOf({ id: track.id, geo: { coordinates: trackPoints(track) } });

export async function endsNear(one: Click): Promise<TrackEnd[]> {
  return meetingEnds((await tracksNear(one)).flatMap(endsOfTrack), one.at, one.reach_m);
}

/** Where a track runs through the place of an end that is not its own. */
async function findThrough(one: Click, [end]: readonly TrackEnd[]): Promise<OnTrack | null> {
  if (end === undefined) return null;
  for (const track of await tracksNear(one)) {
    const { position_m } = nearestOn(track, end.at);
    const is_inside = Math.min(position_m, track.length_m - position_m) > MEETING_M;
    if (!is_inside || farBetween(placeOn(track, position_m), end.at) > MEETING_M) continue;
    return { track: track.id, position: roundToMm(position_m) };
  }
  return null;
}

/** Whether a click with the tool "Switch" joins something. Throws ApiFault. */
export async function findJunction(one: Click): Promise<Spot | null> {
  const ends = await endsNear(one);
  const is_joined = ends.length > 1 || (await findThrough(one, ends)) !== null;
  return is_joined ? (ends[0]?.at ?? null) : null;
}

/** Joins the ends that meet; a track that runs through their place is cut there before. */
async function join(one: Click): Promise<void> {
  let ends = await endsNear(one);
  const through = await findThrough(one, ends);
  if (through !== null) {
    const parts = await splitTrack(through.track, through.position);
    if (parts === null) return;
    const found = await askTracks(parts);
    const cut = parts.flatMap((id) => found.get(id) ?? []).flatMap(endsOfTrack);
    ends = meetingEnds([...ends, ...cut], ends[0]?.at ?? one.at, MEETING_M);
  }
  const there = await findJoint(ends);
  // A link keeps its id where it becomes a switch: that of a split tells where it was.
  const made = joinEnds(there?.id ?? newId("Switch"), ends);
  if (there === null) {
    if (made === null) tell("warning", TOOL_TEXTS.editor.no_joint);
    else await make("Switch", { ...made, extensions: { sncf: null } });
    return;
  }
  const target = { obj_type: "Switch", obj_id: there.id } as const;
  if (made !== null && there.switch_type === "link" && ends.length > 2) {
    const name = TOOL_TEXTS.editor.made(TOOL_TEXTS.map.types.Switch);
    const next = { ...there, ...made };
    const known = new Map([[keyOf(target), next]]);
    if (!(await commit(name, [update("Switch", there, next)], known))) return;
  }
  await choose(target);
}

/** Where the track would end that is drawn: on another one that the last click was near. */
let last_on: Spot | null = null;

/** Another point; near the end of a track that very end, and on the last point the track is done. */
async function drawOn(one: Click): Promise<void> {
  const { at, reach_m } = one;
  const points = drawn_points.peek();
  const last = points.at(-1);
  if (last !== undefined && points.length > 1 && farBetween(last, at) <= reach_m) {
    await storeTrack();
    return;
  }
  const tracks = await tracksNear(one);
  const [end] = meetingEnds(tracks.flatMap(endsOfTrack), at, reach_m);
  const [beside] = tracks
    .map((track) => placeOn(track, nearestOn(track, at).position_m))
    .toSorted((a, b) => farBetween(a, at) - farBetween(b, at));
  last_on = end?.at ?? beside ?? null;
  const is_first = drawn_points.peek().length === 0;
  drawn_points.value = [...drawn_points.peek(), (is_first ? last_on : end?.at) ?? at];
}

export async function finishTrack(): Promise<void> {
  await clicks;
  await storeTrack();
}

async function storeTrack(): Promise<void> {
  const points = drawn_points.peek();
  drawn_points.value = [];
  if (points.length < 2) return;
  const line = last_on === null ? points : points.with(-1, last_on);
  await make("TrackSection", newTrack(newId("TrackSection"), line));
}

export function dropPoint(): void {
  drawn_points.value = drawn_points.peek().slice(0, -1);
  last_on = null;
}

/** The first corner, then the other one; when something is copied, it is put there. */
async function copy(one: Click): Promise<void> {
  const [own, corner] = [copied.peek(), first_corner.peek()];
  if (own !== null) await paste(own, (await endsNear(one))[0]?.at ?? one.at);
  else if (corner === null) first_corner.value = one.at;
  else await copyBetween([corner, one.at], one.findTracks(corner));
}

const WAYPOINTS = new Set<ObjectType>(["Detector", "BufferStop"]);

/** From the first waypoint to the second one, by the shortest way. */
async function lead({ findMeant }: Click): Promise<void> {
  const [meant, infra_id] = [findMeant(), edited_id.peek()];
  if (meant === null || !WAYPOINTS.has(meant.type) || infra_id === null) {
    tell("warning", TOOL_TEXTS.editor.no_waypoint);
    return;
  }
  const to = await findWaypoint(meant);
  if (to === null) return;
  const from = route_start.peek();
  if (from === null) {
    route_start.value = to;
    return;
  }
  // A second click on it, before it was drawn.
  if (to.type === from.type && to.id === from.id) return;
  route_start.value = null;
  const [path] = await ask(
    api.POST("/infra/{infra_id}/pathfinding", {
      params: { path: { infra_id } },
      body: { starting: from.at, ending: to.at },
    }),
  );
  const first = path?.track_ranges[0];
  if (path === undefined || first === undefined) {
    tell("warning", TOOL_TEXTS.editor.no_way);
    return;
  }
  const ends = new Set([from.id, meant.id]);
  await make("Route", {
    id: newId("Route"),
    entry_point: { type: from.type, id: from.id },
    exit_point: { type: meant.type, id: meant.id },
    entry_point_direction: first.direction,
    release_detectors: path.detectors.filter((id) => !ends.has(id)),
    switches_directions: path.switches_directions,
  });
}

/** Null: it has been deleted. Throws ApiFault. */
async function findWaypoint({ type, id }: Meant): Promise<Waypoint | null> {
  const found = await askOne({ obj_type: type, obj_id: id });
  if (found === null) return null;
  const { track, position } = found.railjson as unknown as OnTrack;
  return { type, id, at: { track, position }, spot: firstPlace(found.geographic) };
}
