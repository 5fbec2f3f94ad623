/**
 * Segments: sections joined by links between two switches, ends of the rails, or in a ring. Places on a
 * segment are millimetres from its begin; what stands there are posts, detectors and buffer stops alike.
 */
import type { TrackGraph } from "./track_graph.ts";

/** Along a segment (0) or back (1). */
export type SegmentWay = 0 | 1;

/** A main signal ends routes and blocks, an inner one blocks alone. */
export type PostSignal = "none" | "inner" | "main";

/** A detector or buffer stop. */
export interface Post {
  readonly id: string;
  readonly type: "Detector" | "BufferStop";
  /** As routes name it. */
  readonly end: { readonly id: string; readonly type: "Detector" | "BufferStop" };
  /** The slot that it stands on, and how far from the segment's begin. */
  readonly slot_index: number;
  readonly at_mm: number;
  /** By way: the signal that stands before it. */
  signals: readonly [PostSignal, PostSignal];
  /** Where the signal of each way stands, no other detector may come between; `at_mm`: there is none. */
  ahead_mm: number;
  back_mm: number;
  /** By way: whether a route that was there begins or ends here. */
  is_route_end: readonly [boolean, boolean];
}

/** How densely a segment is equipped: as its length asks, with signals at both ends, with all there can be. */
export type Level = 0 | 1 | 2;

export interface Segment {
  /** Slots along the segment. */
  readonly slots: readonly number[];
  /** [nSlots + 1] where each slot begins, and the segment's end. */
  readonly starts_mm: readonly number[];
  readonly length_mm: number;
  /** At begin and end: whether the rails end there. */
  readonly is_stop: readonly [boolean, boolean];
  readonly is_ring: boolean;
  /** In the order of `at_mm`. */
  posts: readonly Post[];
  /** At begin and end: the buffer stop at the end of the rails. */
  readonly guards: [Post | null, Post | null];
  level: Level;
  /** Whether a route of the network runs over it: what it does not have is meant so. */
  is_routed: boolean;
}

/** Where a slot lies. */
export interface SlotPlace {
  readonly segment: Segment;
  readonly index: number;
  /** The way along the segment that the slot runs. */
  readonly way: SegmentWay;
}

export interface Segments {
  readonly all: readonly Segment[];
  /** [nTracks] the segment of each track, in `all`. */
  readonly owners: Int32Array;
  /** [nTracks] which of the segment's slots the track is. */
  readonly indices: Int32Array;
}

export function buildSegments(graph: TrackGraph): Segments {
  const all: Segment[] = [];
  const owners = new Int32Array(graph.index.track_lengths_mm.length).fill(-1);
  const indices = new Int32Array(owners.length);
  for (const [track, owner] of owners.entries()) {
    if (owner !== -1) continue;
    const segment = followSegment(graph, track);
    for (const [index, slot] of segment.slots.entries()) {
      owners[slot >> 1] = all.length;
      indices[slot >> 1] = index;
    }
    all.push(segment);
  }
  return { all, owners, indices };
}

/** Undefined: there is no such slot. */
export function placeOfSlot(
  { all, owners, indices }: Segments,
  slot: number,
): SlotPlace | undefined {
  const segment = all[owners[slot >> 1] ?? -1];
  const index = indices[slot >> 1];
  if (segment === undefined || index === undefined) return undefined;
  return { segment, index, way: segment.slots[index] === slot ? 0 : 1 };
}

const NO_POSTS: readonly Post[] = [];

function followSegment(graph: TrackGraph, track: number): Segment {
  const ahead = followLinks(graph, track * 2);
  const behind = ahead.is_ring ? [] : followLinks(graph, track * 2 + 1).slots;
  // Joined, not spread: such a list has no room for more, and there is one of each for every segment.
  const slots = behind
    .map((slot) => slot ^ 1)
    .reverse()
    .concat(track * 2, ahead.slots);
  let length_mm = 0;
  const ends_mm = slots.map((slot) => {
    length_mm += graph.index.track_lengths_mm[slot >> 1] ?? 0;
    return length_mm;
  });
  const endsBehind = (slot = 0): boolean => graph.index.ends.links[slot ^ 1] === -1;
  return {
    slots,
    starts_mm: [0].concat(ends_mm),
    length_mm,
    is_stop: [endsBehind((slots[0] ?? 0) ^ 1), endsBehind(slots.at(-1))],
    is_ring: ahead.is_ring,
    posts: NO_POSTS,
    guards: [null, null],
    level: ahead.is_ring ? 2 : 0,
    is_routed: false,
  };
}

/** The slots behind a slot as far as links lead; a ring comes back to where it began. */
function followLinks(
  graph: TrackGraph,
  from: number,
): { readonly slots: number[]; readonly is_ring: boolean } {
  const slots: number[] = [];
  const behind = (slot: number): number => graph.links[slot] ?? -1;
  for (let slot = behind(from); slot !== -1; slot = behind(slot)) {
    if (slot === from) return { slots, is_ring: true };
    slots.push(slot);
  }
  return { slots, is_ring: false };
}

/** A network has hundreds of thousands of posts: those that have none of something have it together. */
const NO_SIGNALS: Post["signals"] = ["none", "none"];
const MAIN_AHEAD: Post["signals"] = ["main", "none"];
const MAIN_BACK: Post["signals"] = ["none", "main"];
const NO_ROUTES: Post["is_route_end"] = [false, false];

/** A detector or buffer stop without signals. */
export function makePost({
  id,
  type,
  slot_index,
  at_mm,
}: Pick<Post, "id" | "type" | "slot_index" | "at_mm">): Post {
  return {
    id,
    type,
    end: { type, id },
    slot_index,
    at_mm,
    signals: NO_SIGNALS,
    ahead_mm: at_mm,
    back_mm: at_mm,
    is_route_end: NO_ROUTES,
  };
}

/** Puts a signal before a post, in the place of the one that stood there. */
export function setSignal(
  post: Post,
  way: SegmentWay,
  { kind, at_mm }: { readonly kind: PostSignal; readonly at_mm: number },
): void {
  if (way === 0) post.ahead_mm = at_mm;
  else post.back_mm = at_mm;
  const is_first = post.signals === NO_SIGNALS && kind === "main";
  if (is_first) post.signals = way === 0 ? MAIN_AHEAD : MAIN_BACK;
  else post.signals = way === 0 ? [kind, post.signals[1]] : [post.signals[0], kind];
}

/** Routes begin or end at a post for trains that run this way. */
export function setRouteEnd(post: Post, way: SegmentWay): void {
  const [ahead, back] = post.is_route_end;
  post.is_route_end = way === 0 ? [true, back] : [ahead, true];
}

/** Adds a post in its order. */
export function insertPost(segment: Segment, post: Post): void {
  const { posts } = segment;
  const next = posts.findIndex(
    ({ slot_index, at_mm }) =>
      slot_index > post.slot_index || (slot_index === post.slot_index && at_mm > post.at_mm),
  );
  segment.posts = posts.toSpliced(next < 0 ? posts.length : next, 0, post);
}

/** The posts in the order in which a train meets them. */
export function postsAlong({ posts }: Segment, way: SegmentWay): readonly Post[] {
  return way === 0 ? posts : posts.toReversed();
}

/** Whether routes end here for trains that run this way. */
export function isBoundary({ guards }: Segment, post: Post, way: SegmentWay): boolean {
  if (post === guards[1 - way]) return true;
  return post.signals[way] === "main" || post.is_route_end[way];
}
