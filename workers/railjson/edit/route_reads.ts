/** What the editor reads about routes: by a waypoint, by their switches, and their courses. */
import { indexNetwork } from "../checks/network_index.ts";
import { RouteWalker, type WalkedStretch } from "../checks/route_walk.ts";
import { MAX_ROUTE_STEPS } from "../limits.ts";
import type { RailjsonDocument } from "../schemas.ts";
import type { NetworkModel } from "./network_model.ts";
import { Surroundings } from "./surroundings.ts";

type Route = RailjsonDocument["routes"][number];

export interface RoutesOfWaypoint {
  readonly starting: readonly string[];
  readonly ending: readonly string[];
}

/** Routes that begin or end at a waypoint, in file order. */
export function listWaypointRoutes(
  model: NetworkModel,
  { type, id }: Route["entry_point"],
): RoutesOfWaypoint {
  const starting: string[] = [];
  const ending: string[] = [];
  const naming = listInOrder(model, model.references.list(type, id, "Route"));
  for (const { id: route_id, entry_point, exit_point } of naming) {
    if (entry_point.type === type && entry_point.id === id) starting.push(route_id);
    if (exit_point.type === type && exit_point.id === id) ending.push(route_id);
  }
  return { starting, ending };
}

function listInOrder(model: NetworkModel, ids: Iterable<string>): Route[] {
  const placed = [...ids].flatMap((id) => {
    const route = model.objects.routes.get(id);
    return route === undefined ? [] : [{ route, place: model.placeOf("Route", id) }];
  });
  return placed.sort((a, b) => a.place - b.place).map(({ route }) => route);
}

export interface RoutesOfNodes {
  readonly routes: readonly string[];
  readonly available_node_positions: Readonly<Record<string, readonly string[]>>;
}

/** Routes that set every given switch (to the given group, if any), and the groups that they use. */
export function listNodeRoutes(
  model: NetworkModel,
  asked: Readonly<Record<string, string | null>>,
): RoutesOfNodes {
  const nodes = Object.entries(asked);
  const found: string[] = [];
  const groups = new Map<string, Set<string>>();
  const [first] = nodes;
  if (first === undefined) return { routes: [], available_node_positions: {} };
  const naming = listInOrder(model, model.references.list("Switch", first[0], "Route"));
  for (const { id, switches_directions } of naming) {
    const matches = nodes.every(
      ([node, group]) =>
        Object.hasOwn(switches_directions, node) &&
        (group === null || switches_directions[node] === group),
    );
    if (!matches) continue;
    found.push(id);
    for (const [node] of nodes) {
      const used = groups.get(node) ?? new Set();
      groups.set(node, used.add(switches_directions[node] ?? ""));
    }
  }
  const positions = [...groups].map(([node, used]) => [node, [...used].sort(byCodePoint)]);
  return { routes: found, available_node_positions: Object.fromEntries(positions) };
}

/** Ascending; by UTF-16 units, half of a surrogate pair would sort before other characters. */
export function byCodePoint(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

export type RouteCourse =
  | {
      readonly type: "Computed";
      /** `begin` is at most `end`. */
      readonly track_ranges: readonly WalkedStretch[];
      readonly switches_directions: readonly (readonly [string, string])[];
    }
  | { readonly type: "NotFound" }
  | { readonly type: "CantComputePath" };

/** One entry for each id, in order. */
export function listRouteRanges(model: NetworkModel, ids: readonly string[]): RouteCourse[] {
  const part = new Surroundings(model);
  for (const id of ids) part.add("Route", id);
  const network = indexNetwork(part.toDocument());
  const walker = new RouteWalker(network, MAX_ROUTE_STEPS);
  return ids.map((id) => {
    const route = network.document.routes[network.routes.get(id) ?? -1];
    if (route === undefined) return { type: "NotFound" };
    const walk = walker.walk(route);
    if (walk === null) return { type: "CantComputePath" };
    const nodes = walker.listNodes(walk, route);
    return {
      type: "Computed",
      track_ranges: walker.listStretches(walk).map(({ begin, end, ...stretch }) => ({
        ...stretch,
        begin: Math.min(begin, end),
        end: Math.max(begin, end),
      })),
      switches_directions: nodes.map(({ id: node, group }) => [node, group] as const),
    };
  });
}
