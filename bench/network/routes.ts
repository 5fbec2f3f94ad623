/**
 * Routes from each signal at which they may begin to every next one in the same direction, through
 * all the ways over the switches between (engine.md 1.11). Of several ways to the same end only the
 * one with the fewest diverging switches is kept, as dispatchers would set it.
 */
import type { Switch, SwitchPort, Track } from "./layout.ts";
import type { Waypoint } from "./signalling.ts";

export interface Route {
  readonly id: string;
  readonly entry: Waypoint;
  readonly exit: Waypoint;
  /** 0 = travelling east = START_TO_STOP. */
  readonly direction: 0 | 1;
  readonly release_detectors: readonly string[];
  /** Switch id and group of every switch crossed but links. */
  readonly groups: readonly (readonly [string, string])[];
  readonly diverging_count: number;
  readonly tracks: readonly Track[];
}

type Pair = readonly [string, string];

/** Groups in which a train goes straight on come first. */
const GROUPS: Readonly<Record<string, Readonly<Record<string, readonly Pair[]>>>> = {
  link: { STATIC: [["A", "B"]] },
  point_switch: { A_B1: [["A", "B1"]], A_B2: [["A", "B2"]] },
  crossing: {
    STATIC: [
      ["A1", "B1"],
      ["A2", "B2"],
    ],
  },
  single_slip_switch: {
    STATIC: [
      ["A1", "B1"],
      ["A2", "B2"],
    ],
    A1_B2: [["A1", "B2"]],
  },
  double_slip_switch: {
    A1_B1: [["A1", "B1"]],
    A2_B2: [["A2", "B2"]],
    A1_B2: [["A1", "B2"]],
    A2_B1: [["A2", "B1"]],
  },
};
const STRAIGHT = new Set(["STATIC", "A_B1", "A1_B1", "A2_B2"]);

interface Node {
  readonly node: Switch;
  readonly port: string;
}

interface Graph {
  /** By `<track id> <BEGIN|END>`. */
  readonly nodes: ReadonlyMap<string, Node>;
  readonly tracks: ReadonlyMap<string, Track>;
  /** By track id, ascending positions. */
  readonly waypoints: ReadonlyMap<string, readonly Waypoint[]>;
}

/** A partial route that has just entered `track`. */
interface Step {
  readonly track: Track;
  readonly previous: Step | null;
  readonly group: readonly [string, string] | null;
}

/** Finds all routes of a line; ids are `rt.<entry>-><exit>`. */
export function findRoutes(line: {
  tracks: readonly Track[];
  switches: readonly Switch[];
  waypoints: readonly Waypoint[];
}): readonly Route[] {
  const graph = buildGraph(line);
  const routes: Route[] = [];
  for (const entry of line.waypoints) {
    for (const direction of [0, 1] as const) {
      const is_outward =
        entry.type === "BufferStop" && (entry.position === 0) !== (direction === 0);
      if (!entry.is_boundary[direction] || is_outward) continue;
      routes.push(...bestByExit(findFrom(graph, entry, direction)));
    }
  }
  return routes;
}

function bestByExit(candidates: readonly Route[]): Iterable<Route> {
  const best = new Map<string, Route>();
  for (const route of candidates) {
    const rival = best.get(route.exit.id);
    if (rival === undefined || route.diverging_count < rival.diverging_count) {
      best.set(route.exit.id, route);
    }
  }
  return best.values();
}

function findFrom(graph: Graph, entry: Waypoint, direction: 0 | 1): readonly Route[] {
  const found: Route[] = [];
  const stack: Step[] = [{ track: entry.track, previous: null, group: null }];
  for (let step = stack.pop(); step !== undefined; step = stack.pop()) {
    const exit = firstBoundary(graph, step, { entry, direction });
    if (exit !== null) {
      found.push(makeRoute(graph, step, { entry, exit, direction }));
      continue;
    }
    const endpoint = direction === 0 ? "END" : "BEGIN";
    const at = graph.nodes.get(`${step.track.id} ${endpoint}`);
    if (at === undefined) continue;
    for (const [name, pairs] of Object.entries(GROUPS[at.node.type]!)) {
      const pair = pairs.find((ports) => ports.includes(at.port));
      if (pair === undefined) continue;
      const port: SwitchPort = at.node.ports[pair[0] === at.port ? pair[1] : pair[0]]!;
      const group = [at.node.id, at.node.type === "link" ? "" : name] as const;
      stack.push({ track: graph.tracks.get(port.track)!, previous: step, group });
    }
  }
  return found;
}

/** Waypoints ahead on the step's track, in the order of travel. */
function waypointsAhead(
  graph: Graph,
  step: Step,
  from: { entry: Waypoint; direction: 0 | 1 },
): readonly Waypoint[] {
  const all = graph.waypoints.get(step.track.id) ?? [];
  const ordered = from.direction === 0 ? all : all.toReversed();
  return step.previous === null ? ordered.slice(ordered.indexOf(from.entry) + 1) : ordered;
}

function firstBoundary(
  graph: Graph,
  step: Step,
  from: { entry: Waypoint; direction: 0 | 1 },
): Waypoint | null {
  const ahead = waypointsAhead(graph, step, from);
  return ahead.find(({ is_boundary }) => is_boundary[from.direction]) ?? null;
}

function makeRoute(
  graph: Graph,
  last: Step,
  ends: { entry: Waypoint; exit: Waypoint; direction: 0 | 1 },
): Route {
  const steps: Step[] = [];
  for (let step: Step | null = last; step !== null; step = step.previous) steps.unshift(step);
  const passed = steps.flatMap((step) => waypointsAhead(graph, step, ends));
  const groups = steps.flatMap(({ group }) => (group === null || group[1] === "" ? [] : [group]));
  return {
    ...ends,
    id: `rt.${ends.entry.id}->${ends.exit.id}`,
    release_detectors: passed.slice(0, passed.indexOf(ends.exit)).map(({ id }) => id),
    groups,
    diverging_count: groups.filter(([, group]) => !STRAIGHT.has(group)).length,
    tracks: steps.map(({ track }) => track),
  };
}

function buildGraph(line: {
  tracks: readonly Track[];
  switches: readonly Switch[];
  waypoints: readonly Waypoint[];
}): Graph {
  const nodes = new Map<string, Node>();
  for (const node of line.switches) {
    for (const [port, { track, endpoint }] of Object.entries(node.ports)) {
      nodes.set(`${track} ${endpoint}`, { node, port });
    }
  }
  const waypoints = new Map<string, Waypoint[]>();
  for (const waypoint of line.waypoints) {
    const list = waypoints.get(waypoint.track.id);
    if (list === undefined) waypoints.set(waypoint.track.id, [waypoint]);
    else list.push(waypoint);
  }
  for (const list of waypoints.values()) list.sort((a, b) => a.position - b.position);
  const tracks = new Map(line.tracks.map((track) => [track.id, track]));
  return { nodes, tracks, waypoints };
}
