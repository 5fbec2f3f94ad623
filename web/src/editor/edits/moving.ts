/**
 * The chosen object is moved: a point along the tracks, a vertex of a track anywhere. Dragged, it is stored when it is
 * dropped; by key it goes to the cross in the middle of the map.
 */
import { signal } from "@preact/signals";
import type { Map as GlMap, MapMouseEvent } from "maplibre-gl";
import { nearestOn, type Spot, type Track } from "../../map/tracks.ts";
import { attempt, tell } from "../../state/session.ts";
import { TOOL_TEXTS } from "../../tool_texts.ts";
import { type Chosen, chosen, draft } from "../selected.ts";
import { tool } from "../tool_choice.ts";
import { askTracks } from "./ask_objects.ts";
import { commit } from "./commit.ts";
import { callOf, keyOf, type RailObject, update } from "./edits.ts";
import { can_edit } from "./infra_state.ts";
import { farBetween, lengthOf } from "./joints.ts";
import { roundToMm } from "./new_objects.ts";

/** The chosen object where it is being dragged; null: it is not. */
export const moved = signal<RailObject | null>(null);

const REACH_PX = 40;
/** So much nearer another track must be than the point's own: parallel ones are a few pixels apart. */
const STICK_PX = 8;
const WORLD_PX = 512;

/** What a place under the pointer makes of an object. */
type Move = (at: Spot, tracks: readonly Track[]) => RailObject;

/** On the nearest of the tracks; its own counts as nearer by `stick`, a share of the world's width. */
export function movePoint(
  object: RailObject,
  at: Spot,
  { tracks, stick }: { readonly tracks: readonly Track[]; readonly stick: number },
): RailObject {
  let best: { track: string; position: number; far: number } | null = null;
  for (const track of tracks) {
    const nearest = nearestOn(track, at);
    const { position_m } = nearest;
    const far = nearest.far - (track.id === object["track"] ? stick : 0);
    if (best === null || far < best.far)
      best = { track: track.id, position: roundToMm(position_m), far };
  }
  return best === null ? object : { ...object, track: best.track, position: best.position };
}

interface Line {
  readonly length: number;
  readonly geo: { readonly type: string; readonly coordinates: readonly Spot[] };
}

/** A vertex elsewhere; the track's length grows as its line does. */
export function moveVertex(object: RailObject, index: number, at: Spot): RailObject {
  const { length, geo } = object as unknown as Line;
  const coordinates = geo.coordinates.map((point, i) => (i === index ? at : point));
  const [was, is] = [lengthOf(geo.coordinates), lengthOf(coordinates)];
  const next = was === 0 ? is : (length * is) / was;
  const moved_geo = { ...geo, coordinates: coordinates.map(([lon, lat]) => [lon, lat]) };
  return { ...object, length: roundToMm(next), geo: moved_geo };
}

/** Follows the pointer; returns a function that stops this. */
export function followMoves(map: GlMap): () => void {
  let move: Move | null = null;
  let tracks: readonly Track[] = [];
  const press = (event: MapMouseEvent): void => {
    const own = draft.peek();
    if (own === null || !can_edit.peek() || tool.peek() !== "select") return;
    move = moveOf(map, event, own);
    if (move !== null) event.preventDefault();
  };
  const drag = ({ point, lngLat }: MapMouseEvent): void => {
    if (move === null) return;
    attempt(async () => {
      tracks = await tracksNear(map, point);
    });
    moved.value = move([lngLat.lng, lngLat.lat], tracks);
  };
  const drop = (): void => {
    const [one, next] = [chosen.peek(), moved.peek()];
    move = null;
    if (one !== null && next !== null) attempt(async () => await store(one, next));
  };
  map.on("mousedown", press);
  map.on("mousemove", drag);
  map.on("mouseup", drop);
  return () => {
    moved.value = null;
  };
}

/** Throws ApiFault. */
async function tracksNear(map: GlMap, { x, y }: MapMouseEvent["point"]): Promise<Track[]> {
  const box: [[number, number], [number, number]] = [
    [x - REACH_PX, y - REACH_PX],
    [x + REACH_PX, y + REACH_PX],
  ];
  const near = map.queryRenderedFeatures(box, { layers: ["track_sections"] });
  const ids = [...new Set(near.map(({ properties }) => String(properties["id"])))];
  return [...(await askTracks(ids)).values()].filter(({ id }) => ids.includes(id));
}

/** What dragging does, by key: of a track its nearest vertex goes there. Throws ApiFault. */
export async function moveToCross(map: GlMap): Promise<void> {
  const [one, own] = [chosen.peek(), draft.peek()];
  if (one === null || own === null || !can_edit.peek()) return;
  const center = map.getCenter();
  const at: Spot = [center.lng, center.lat];
  if ("geo" in own) return await store(one, moveVertex(own, nearestVertex(own, at), at));
  if (!("position" in own))
    return tell("warning", TOOL_TEXTS.editor.not_movable(callOf(one.obj_type, own)));
  const tracks = await tracksNear(map, map.project(center));
  if (tracks.length === 0) return tell("warning", TOOL_TEXTS.editor.no_track);
  await store(one, movePoint(own, at, { tracks, stick: stickAt(map) }));
}

function nearestVertex(object: RailObject, at: Spot): number {
  const far = (object as unknown as Line).geo.coordinates.map((point) => farBetween(point, at));
  return far.indexOf(Math.min(...far));
}

function moveOf(map: GlMap, { point }: MapMouseEvent, own: RailObject): Move | null {
  const [met] = map.queryRenderedFeatures(point, { layers: ["handles", "chosen_points"] });
  if (met === undefined) return null;
  const { i } = met.properties;
  if (typeof i === "number") return (at) => moveVertex(own, i, at);
  if (!("position" in own)) return null;
  return (at, tracks) => movePoint(own, at, { tracks, stick: stickAt(map) });
}

function stickAt(map: GlMap): number {
  return STICK_PX / (WORLD_PX * 2 ** map.getZoom());
}

async function store(one: Chosen, next: RailObject): Promise<void> {
  draft.value = next;
  moved.value = null;
  const known = new Map([[keyOf(one), next]]);
  const is_stored = await commit(
    TOOL_TEXTS.editor.moved(callOf(one.obj_type, one.stored)),
    [update(one.obj_type, one.stored, next)],
    known,
  );
  if (chosen.peek() !== one) return;
  if (is_stored) chosen.value = { ...one, stored: next };
  else draft.value = one.stored;
}
