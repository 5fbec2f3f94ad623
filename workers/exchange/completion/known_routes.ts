/** The routes that a network already has: their ends count as route ends, and none is made twice. */
import type { RailjsonDocument } from "../../railjson/schemas.ts";
import type { RouteWay } from "./find_ways.ts";
import { type KnownPosts, wayOf } from "./known_objects.ts";
import {
  type Post,
  placeOfSlot,
  postsAlong,
  type Segment,
  type Segments,
  type SegmentWay,
  setRouteEnd,
} from "./segments.ts";
import { movesFrom, type SwitchMove, type TrackGraph } from "./track_graph.ts";

/** Equal for equal ways: the ends and the positions of the switches decide. */
export function keyOfWay({
  entry,
  entry_slot,
  exit,
  groups,
}: Pick<RouteWay, "entry" | "entry_slot" | "exit" | "groups">): string {
  return JSON.stringify([entry.id, entry.type, entry_slot, exit.id, exit.type, ...groups.flat()]);
}

type KnownRoute = RailjsonDocument["routes"][number];

/** Walks all routes; returns the keys of those that reach their exit. */
export function markRoutes(
  graph: TrackGraph,
  segments: Segments,
  known: KnownPosts,
): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const route of graph.document.routes) {
    const entry = known.get(`${route.entry_point.type} ${route.entry_point.id}`);
    const exit = known.get(`${route.exit_point.type} ${route.exit_point.id}`);
    if (entry === undefined || exit === undefined) continue;
    const direction = route.entry_point_direction === "START_TO_STOP" ? 0 : 1;
    const way = wayOf(entry.segment, entry.post, direction);
    const walk = walkRoute(graph, segments, { route, ...entry, way, exit: exit.post });
    if (walk === null) continue;
    setRouteEnd(entry.post, way);
    setRouteEnd(exit.post, walk.way);
    for (const segment of walk.segments) segment.is_routed = true;
    const entry_slot = (entry.segment.slots[entry.post.slot_index] ?? 0) ^ way;
    keys.add(keyOfWay({ entry: entry.post, entry_slot, exit: exit.post, groups: walk.groups }));
  }
  return keys;
}

/** The positions on the way, its segments and the way at the exit; null: the route does not reach it. */
function walkRoute(
  graph: TrackGraph,
  segments: Segments,
  from: { route: KnownRoute; segment: Segment; post: Post; way: SegmentWay; exit: Post },
): { readonly way: SegmentWay; groups: [string, string][]; segments: Segment[] } | null {
  const passed = [from.segment];
  const groups = new Map<string, string>();
  const seen = new Set<number>();
  let { segment, way } = from;
  let posts = postsAlong(segment, way);
  posts = posts.slice(posts.indexOf(from.post) + 1);
  while (!posts.includes(from.exit)) {
    const last = (way === 0 ? segment.slots.at(-1) : (segment.slots[0] ?? 0) ^ 1) ?? -1;
    const move = chooseMove(movesFrom(graph, last), from.route);
    const place = placeOfSlot(segments, move?.to ?? -1);
    if (move === undefined || place === undefined) return null;
    if (seen.has(move.to)) return null;
    seen.add(move.to);
    if (move.position !== null) groups.set(move.position.switch_id, move.position.group);
    ({ segment, way } = place);
    passed.push(segment);
    posts = postsAlong(segment, way);
  }
  return { way, groups: [...groups], segments: passed };
}

/** A switch of one position needs no mention. */
function chooseMove(
  moves: readonly SwitchMove[],
  { switches_directions }: KnownRoute,
): SwitchMove | undefined {
  return moves.find(({ position }) => {
    if (position === null || !Object.hasOwn(switches_directions, position.switch_id)) {
      return moves.length === 1;
    }
    return switches_directions[position.switch_id] === position.group;
  });
}
