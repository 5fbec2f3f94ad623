/**
 * Puts what a network has already on its segments: detectors and buffer stops, and which of them have a
 * signal before them. Faulty objects are passed over; they stay in the document as they are.
 */
import { toMilli } from "../../engine/units.ts";
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { NewObjects } from "./new_objects.ts";
import {
  insertPost,
  makePost,
  type Post,
  type PostSignal,
  placeOfSlot,
  type Segment,
  type Segments,
  type SegmentWay,
  type SlotPlace,
  setSignal,
} from "./segments.ts";
import type { TrackGraph } from "./track_graph.ts";

/** Between a signal and the detector behind it. */
export const SIGNAL_CLEARANCE_MM = 15_000;

type PostKey = `${Post["type"]} ${string}`;

/** Waypoints of the document and the posts that they are: several at one place are one. */
export type KnownPosts = Map<PostKey, { readonly segment: Segment; readonly post: Post }>;

interface Waypoint {
  readonly id: string;
  readonly track: string;
  readonly position: number;
}

/** Puts detectors and buffer stops, those just added too, on their segments. */
export function placeWaypoints(
  graph: TrackGraph,
  segments: Segments,
  buffer_stops: readonly Waypoint[],
): KnownPosts {
  const known: KnownPosts = new Map();
  const place = (type: Post["type"], waypoint: Waypoint): void => {
    const spot = locate(graph, segments, waypoint);
    if (spot === null) return;
    const { segment, index: slot_index } = spot.place;
    const same = segment.posts.find(
      (post) => post.slot_index === slot_index && post.at_mm === spot.at_mm,
    );
    const post = same ?? makePost({ id: waypoint.id, type, slot_index, at_mm: spot.at_mm });
    if (same === undefined) insertPost(segment, post);
    known.set(`${type} ${waypoint.id}`, { segment, post });
  };
  // Buffer stops come first, so that a detector at one of them does not hide it.
  for (const stop of buffer_stops) place("BufferStop", stop);
  for (const segment of segments.all) setGuards(segment);
  for (const detector of graph.document.detectors) place("Detector", detector);
  for (const segment of segments.all) dropOutside(segment);
  return known;
}

function locate(
  graph: TrackGraph,
  segments: Segments,
  { track, position }: { readonly track: string; readonly position: number },
): { readonly place: SlotPlace; readonly at_mm: number } | null {
  const track_index = graph.index.tracks.get(track);
  const place = placeOfSlot(segments, (track_index ?? -1) * 2);
  const offset_mm = toMilli(position);
  const length_mm = graph.index.track_lengths_mm[track_index ?? -1] ?? -1;
  if (place === undefined || offset_mm < 0 || offset_mm > length_mm) return null;
  const start_mm = place.segment.starts_mm[place.index] ?? 0;
  const at_mm = start_mm + (place.way === 0 ? offset_mm : length_mm - offset_mm);
  return { place, at_mm };
}

/** The outermost buffer stop on the last section of dead ends. */
function setGuards(segment: Segment): void {
  const last = segment.slots.length - 1;
  const stops = segment.posts.filter(({ type }) => type === "BufferStop");
  if (segment.is_stop[0]) segment.guards[0] = stops.find((post) => post.slot_index === 0) ?? null;
  if (segment.is_stop[1]) {
    segment.guards[1] = stops.findLast((post) => post.slot_index === last) ?? null;
  }
}

/** No train comes behind a buffer stop. */
function dropOutside(segment: Segment): void {
  const { posts, guards } = segment;
  const from_mm = guards[0]?.at_mm ?? 0;
  const to_mm = guards[1]?.at_mm ?? Number.POSITIVE_INFINITY;
  segment.posts = posts.filter(({ at_mm }) => at_mm >= from_mm && at_mm <= to_mm);
}

type Signal = RailjsonDocument["signals"][number];

interface StandingSignal {
  readonly place: SlotPlace;
  readonly at_mm: number;
  readonly kind: PostSignal;
}

/** Finds the detector behind each signal that ends blocks, or adds it. */
export function placeSignals(graph: TrackGraph, segments: Segments, added: NewObjects): void {
  const standing = new Map<number, StandingSignal[]>();
  for (const signal of graph.document.signals) {
    const kind = kindOf(signal);
    const track = graph.index.tracks.get(signal.track);
    const spot = locate(graph, segments, signal);
    if (kind === "none" || spot === null || track === undefined) continue;
    const slot = track * 2 + (signal.direction === "START_TO_STOP" ? 0 : 1);
    const place = placeOfSlot(segments, slot) ?? spot.place;
    const list = standing.get(slot) ?? [];
    standing.set(slot, list);
    list.push({ place, at_mm: spot.at_mm, kind });
  }
  for (const list of standing.values()) {
    const way = list[0]?.place.way ?? 0;
    list.sort((a, b) => (way === 0 ? a.at_mm - b.at_mm : b.at_mm - a.at_mm));
    for (const [i, signal] of list.entries()) {
      const next = list.slice(i + 1).find(({ at_mm }) => at_mm !== signal.at_mm);
      const post =
        findBehind(signal, next?.at_mm ?? null) ?? addBehind(added, signal, next ?? null);
      if (post === null || post.signals[way] === "main") continue;
      setSignal(post, way, signal);
    }
  }
}

/** Signals without a system show nothing, distant ones end no block. */
function kindOf({ logical_signals = [] }: Signal): PostSignal {
  const delimiting = logical_signals.filter(({ settings }) => settings["distant"] !== "true");
  if (delimiting.length === 0) return "none";
  return delimiting.some(({ settings }) => settings["Nf"] !== "false") ? "main" : "inner";
}

/** The first detector behind a signal on its section, before the next signal. */
function findBehind({ place, at_mm }: StandingSignal, next_mm: number | null): Post | undefined {
  const { segment, index, way } = place;
  const sign = way === 0 ? 1 : -1;
  const posts = way === 0 ? segment.posts : segment.posts.toReversed();
  return posts.find(
    (post) =>
      post.slot_index === index &&
      sign * (post.at_mm - at_mm) >= 0 &&
      (next_mm === null || sign * (next_mm - post.at_mm) > 0),
  );
}

function addBehind(
  added: NewObjects,
  { place, at_mm }: StandingSignal,
  next: StandingSignal | null,
): Post | null {
  const { segment, index, way } = place;
  const end_mm = segment.starts_mm[way === 0 ? index + 1 : index] ?? 0;
  const room_mm = Math.abs((next?.at_mm ?? end_mm) - at_mm);
  const step_mm = Math.min(SIGNAL_CLEARANCE_MM, Math.floor(room_mm / 2));
  return added.addDetector(segment, index, at_mm + (way === 0 ? step_mm : -step_mm));
}

/** The way along its segment that a direction on a post's section is. */
export function wayOf(segment: Segment, post: Post, direction: 0 | 1): SegmentWay {
  return ((segment.slots[post.slot_index] ?? 0) & 1) === direction ? 0 : 1;
}
