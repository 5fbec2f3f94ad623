/**
 * Ways from one place where routes end to each next one, over every position of the switches between. A way
 * that no route can be (it runs over a section or a switch twice, it passes its own end, it needs a signal
 * and meets none) is trouble: its segments must be equipped more densely.
 */
import {
  isBoundary,
  type Post,
  placeOfSlot,
  postsAlong,
  type Segment,
  type Segments,
  type SegmentWay,
} from "./segments.ts";
import { movesFrom, type SwitchMove, type TrackGraph } from "./track_graph.ts";

/** Ways from one signal; a station throat has a dozen. */
const WAYS_MAX = 64;

export interface RouteWay {
  readonly entry: Post;
  readonly entry_slot: number;
  readonly exit: Post;
  /** Waypoints between. */
  readonly passed: readonly Post[];
  readonly segments: readonly Segment[];
  /** Positions of the switches on the way, in its order. */
  readonly groups: readonly (readonly [string, string])[];
}

export interface FoundWays {
  readonly ways: readonly RouteWay[];
  /** Segments of each way that no route can be. */
  readonly troubles: readonly (readonly Segment[])[];
}

interface Step {
  readonly segment: Segment;
  readonly way: SegmentWay;
  /** Position of the switch that leads here. */
  readonly move: SwitchMove | null;
  readonly previous: Step | null;
}

export interface Start {
  readonly segment: Segment;
  readonly post: Post;
  readonly way: SegmentWay;
}

/** Every place and direction in which routes begin. */
export function* listStarts(segments: Segments): Generator<Start> {
  for (const segment of segments.all) {
    for (const way of [0, 1] as const) {
      for (const post of segment.posts) {
        const is_outward = post === segment.guards[1 - way];
        const is_start = post === segment.guards[way] || isBoundary(segment, post, way);
        if (is_start && !is_outward) yield { segment, post, way };
      }
    }
  }
}

export function findWays(graph: TrackGraph, segments: Segments, start: Start): FoundWays {
  const ways: RouteWay[] = [];
  const troubles: Segment[][] = [];
  const stack: Step[] = [{ segment: start.segment, way: start.way, move: null, previous: null }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const exit = nextBoundary(step, start);
    if (exit !== null || isRepeated(step)) {
      const found = exit === null ? null : makeWay(start, step, exit);
      if (found === null) troubles.push(segmentsOf(step));
      else ways.push(found);
      if (ways.length + troubles.length <= WAYS_MAX) continue;
      return { ways: ways.slice(0, WAYS_MAX), troubles: [...troubles, segmentsOf(step)] };
    }
    const last = step.way === 0 ? step.segment.slots.at(-1) : (step.segment.slots[0] ?? 0) ^ 1;
    for (const move of movesFrom(graph, last ?? -1)) {
      const place = placeOfSlot(segments, move.to);
      if (place === undefined) continue;
      stack.push({ segment: place.segment, way: place.way, move, previous: step });
    }
  }
  return { ways, troubles };
}

function nextBoundary(step: Step, start: Start): Post | null {
  return postsAhead(step, start).find((post) => isBoundary(step.segment, post, step.way)) ?? null;
}

/** Waypoints that a step meets, in order. */
function postsAhead(step: Step, start: Start): readonly Post[] {
  const posts = postsAlong(step.segment, step.way);
  return step.previous === null ? posts.slice(posts.indexOf(start.post) + 1) : posts;
}

/** Whether the step runs along a segment that the way has run along in this direction. */
function isRepeated({ segment, way, previous }: Step): boolean {
  for (let step = previous; step !== null; step = step.previous) {
    if (step.segment === segment && step.way === way) return true;
  }
  return false;
}

function segmentsOf(last: Step): Segment[] {
  return stepsOf(last).map(({ segment }) => segment);
}

function stepsOf(last: Step): readonly Step[] {
  const steps: Step[] = [];
  for (let step: Step | null = last; step !== null; step = step.previous) steps.unshift(step);
  return steps;
}

/** Null: no route can run so. */
function makeWay(start: Start, last: Step, exit: Post): RouteWay | null {
  const steps = stepsOf(last);
  const met = steps.flatMap((step) =>
    postsAhead(step, start).map((post) => ({ post, segment: step.segment, way: step.way })),
  );
  const end = met.findLastIndex(({ post }) => post === exit);
  const passed = met.slice(0, end).map(({ post }) => post);
  if (passed.includes(exit) || returnsToSection(steps, start, exit)) return null;
  const groups = new Map<string, string>();
  for (const { move } of steps) {
    if (move === null || move.position === null) continue;
    const { switch_id, group } = move.position;
    if ((groups.get(switch_id) ?? group) !== group) return null;
    groups.set(switch_id, group);
  }
  const is_blind =
    start.post.type === "BufferStop" &&
    exit.type === "BufferStop" &&
    met.slice(0, end + 1).every(({ post, way }) => post.signals[way] === "none");
  if (is_blind) return null;
  const entry_slot = (start.segment.slots[start.post.slot_index] ?? 0) ^ start.way;
  return {
    entry: start.post,
    entry_slot,
    exit,
    passed,
    segments: segmentsOf(last),
    groups: [...groups],
  };
}

/** Whether the way comes back, in its own direction, to the section that it began on. */
function returnsToSection(
  steps: readonly Step[],
  { segment, post, way }: Start,
  exit: Post,
): boolean {
  const last = steps.at(-1);
  if (steps.length < 2 || last?.segment !== segment || last.way !== way) return false;
  return (exit.slot_index - post.slot_index) * (way === 0 ? 1 : -1) >= 0;
}
