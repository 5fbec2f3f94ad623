/**
 * Detectors and signals of one segment. By its length it is a line (detectors beside the switches at its ends
 * and every `spacing`, a signal before each switch), isolated (one detector, so that trains on both sides do
 * not hinder each other) or plain (nothing: it belongs to the zone of its switches). A higher level equips
 * short segments as well; the last one puts signals of both directions at every detector.
 * A segment that a route of the network runs over stays as it is, unless a way needs more. Equipping twice
 * adds nothing the second time.
 */
import { SIGNAL_CLEARANCE_MM } from "./known_objects.ts";
import type { NewObjects } from "./new_objects.ts";
import { type Post, postsAlong, type Segment, type SegmentWay, setRouteEnd } from "./segments.ts";

/** Between a switch and the detector beside it. */
const SWITCH_CLEARANCE_MM = 20_000;
const ISOLATED_LENGTH_MM_MIN = 50_000;
const LINE_LENGTH_MM_MIN = 150_000;
/** A shorter section has no room for a detector with signals on both sides. */
const SECTION_LENGTH_MM_MIN = 4;
/** Gaps up to this many spacings stay as they are: cutting them would make them shorter than one. */
const GAP_MAX = 2;

export interface Equipment {
  readonly added: NewObjects;
  /** Between two detectors of a line. */
  readonly spacing_mm: number;
}

export function equipSegment(equipment: Equipment, segment: Segment): void {
  const from_mm = segment.guards[0]?.at_mm ?? 0;
  const to_mm = segment.guards[1]?.at_mm ?? segment.length_mm;
  const is_line = to_mm - from_mm >= LINE_LENGTH_MM_MIN;
  const is_meant = segment.is_routed && segment.level === 0;
  if (segment.level === 2) detectEverySection(equipment, segment);
  if (!is_meant) {
    detectEnds(equipment, segment, { from_mm, to_mm, is_line });
    fillGaps(equipment, segment);
  }
  for (const way of [0, 1] as const) {
    signalRouteEnds(equipment, segment, way);
    if (is_meant) continue;
    if (segment.level === 2) signalAll(equipment, segment, way);
    else if (is_line || segment.level === 1) signalEnd(equipment, segment, way);
    if (is_line) signalLine(equipment, segment, way);
  }
}

function isDetector({ type }: Post): boolean {
  return type === "Detector";
}

/** A single section has two, so that a route runs over it even if it leads back to itself. */
function detectEverySection({ added }: Equipment, segment: Segment): void {
  const is_single = segment.slots.length === 1;
  for (const index of segment.slots.keys()) {
    const own = segment.posts.filter((post) => isDetector(post) && post.slot_index === index);
    const [from_mm = 0, to_mm = 0] = segment.starts_mm.slice(index, index + 2);
    const share = is_single ? 1 / 3 : 1 / 2;
    if (own.length === 0) {
      const at_mm = Math.round(from_mm + (to_mm - from_mm) * share);
      placeDetector(added, segment, { index, at_mm });
    }
    if (!is_single || own.length > 1) continue;
    const taken_mm = Math.max(...segment.posts.filter(isDetector).map(lastOf), from_mm);
    const at_mm = Math.round((taken_mm + to_mm) / 2);
    added.addDetector(segment, index, at_mm);
  }
}

/** The last place that a detector and its signals take. */
function lastOf({ at_mm, ahead_mm, back_mm }: Post): number {
  return Math.max(at_mm, ahead_mm, back_mm);
}

function detectEnds(
  { added, spacing_mm }: Equipment,
  segment: Segment,
  extent: { readonly from_mm: number; readonly to_mm: number; readonly is_line: boolean },
): void {
  const { from_mm, to_mm, is_line } = extent;
  const [is_stop, is_last_stop] = segment.is_stop;
  const length_mm = to_mm - from_mm;
  const detectors = segment.posts.filter(isDetector);
  const clearance_mm = Math.min(SWITCH_CLEARANCE_MM, Math.round(length_mm / 2));
  const place = (at_mm: number): void => placeOn(added, segment, Math.round(at_mm));
  if (is_line) {
    const reach_mm = spacing_mm * GAP_MAX;
    const [first, last] = [detectors[0], detectors.at(-1)];
    if (!is_stop && (first === undefined || first.at_mm > reach_mm)) place(from_mm + clearance_mm);
    if (!is_last_stop && (last === undefined || last.at_mm < to_mm - reach_mm)) {
      place(to_mm - clearance_mm);
    }
    if (is_stop && is_last_stop && last === undefined && segment.level > 0) {
      place(from_mm + length_mm / 2);
    }
  } else if (detectors.length === 0 && (segment.level > 0 || length_mm >= ISOLATED_LENGTH_MM_MIN)) {
    if (is_stop === is_last_stop) place(from_mm + length_mm / 2);
    else place(is_stop ? to_mm - clearance_mm : from_mm + clearance_mm);
  }
}

/** Cuts what is too long between two neighbouring waypoints evenly. */
function fillGaps({ added, spacing_mm }: Equipment, segment: Segment): void {
  const posts = [...segment.posts];
  for (const [i, { at_mm: to_mm }] of posts.entries()) {
    const from_mm = posts[i - 1]?.at_mm ?? to_mm;
    const gap_mm = to_mm - from_mm;
    if (gap_mm <= spacing_mm * GAP_MAX) continue;
    const count = Math.round(gap_mm / spacing_mm);
    for (let k = 1; k < count; k++) {
      placeOn(added, segment, Math.round(from_mm + (gap_mm * k) / count));
    }
  }
}

/** Places a detector on the section that lies there. */
function placeOn(added: NewObjects, segment: Segment, at_mm: number): void {
  const end = segment.starts_mm.findIndex((start_mm, i) => i > 0 && start_mm >= at_mm);
  placeDetector(added, segment, { index: Math.max(0, end - 1), at_mm });
}

/** Keeps off the ends of the section, so that signals have room on both sides. */
function placeDetector(
  added: NewObjects,
  segment: Segment,
  { index, at_mm }: { readonly index: number; readonly at_mm: number },
): void {
  const [from_mm = 0, to_mm = 0] = segment.starts_mm.slice(index, index + 2);
  const length_mm = to_mm - from_mm;
  if (length_mm < SECTION_LENGTH_MM_MIN) return;
  const room_mm = Math.min(SIGNAL_CLEARANCE_MM, Math.floor(length_mm / 3));
  const kept_mm = Math.min(to_mm - room_mm, Math.max(from_mm + room_mm, at_mm));
  added.addDetector(segment, index, kept_mm);
}

/** Routes end at signals alone: a train could not go on from one without. */
function signalRouteEnds(equipment: Equipment, segment: Segment, way: SegmentWay): void {
  for (const post of segment.posts.filter(isDetector)) {
    const is_bare = post.is_route_end[way] && post.signals[way] === "none";
    if (is_bare) placeSignal(equipment, segment, { post, way });
  }
}

function signalAll(equipment: Equipment, segment: Segment, way: SegmentWay): void {
  for (const post of segment.posts.filter(isDetector)) {
    makeBoundary(equipment, segment, { post, way });
  }
}

/** A signal before the switch at the end; between two dead ends one somewhere on the way. */
function signalEnd(equipment: Equipment, segment: Segment, way: SegmentWay): void {
  const is_dead_end = segment.is_stop[1 - way];
  if (is_dead_end && !(segment.is_stop[way] && segment.level > 0)) return;
  const post = postsAlong(segment, way).findLast(isDetector);
  const reach_mm = is_dead_end ? Number.POSITIVE_INFINITY : equipment.spacing_mm * GAP_MAX;
  const end_mm = way === 0 ? segment.length_mm : 0;
  const has_signal = segment.posts.some(
    (one) =>
      isDetector(one) && one.signals[way] !== "none" && Math.abs(end_mm - one.at_mm) <= reach_mm,
  );
  if (post !== undefined && !has_signal) makeBoundary(equipment, segment, { post, way });
}

/** Signals at detectors along the line wherever the next one would be too far from the one before. */
function signalLine(equipment: Equipment, segment: Segment, way: SegmentWay): void {
  const begin_mm = way === 0 ? 0 : segment.length_mm;
  const posts = postsAlong(segment, way);
  let since_mm = begin_mm;
  for (const [i, post] of posts.entries()) {
    const next = posts[i + 1];
    const is_far =
      next !== undefined && Math.abs(next.at_mm - since_mm) > equipment.spacing_mm * GAP_MAX;
    if (is_far && isDetector(post)) makeBoundary(equipment, segment, { post, way });
    if (post.signals[way] !== "none" || segment.guards.includes(post)) since_mm = post.at_mm;
  }
}

interface Side {
  readonly post: Post;
  readonly way: SegmentWay;
}

/** An inner signal is enough on a line; where routes must be short they end at it too. */
function makeBoundary(equipment: Equipment, segment: Segment, { post, way }: Side): void {
  if (post.signals[way] === "none") placeSignal(equipment, segment, { post, way });
  else if (segment.level === 2) setRouteEnd(post, way);
}

/** On the detector's section, behind the waypoint before it. */
function placeSignal({ added }: Equipment, segment: Segment, { post, way }: Side): void {
  const { slot_index, at_mm } = post;
  const [begin_mm = 0, end_mm = 0] = segment.starts_mm.slice(slot_index, slot_index + 2);
  const along = postsAlong(segment, way);
  const before = along[along.indexOf(post) - 1];
  const is_near = before !== undefined && before.slot_index === slot_index;
  const from_mm = is_near ? before.at_mm : way === 0 ? begin_mm : end_mm;
  const room_mm = Math.abs(at_mm - from_mm);
  const step_mm = Math.min(SIGNAL_CLEARANCE_MM, Math.floor(room_mm / 2));
  added.addSignal(segment, post, { way, at_mm: way === 0 ? at_mm - step_mm : at_mm + step_mm });
}
