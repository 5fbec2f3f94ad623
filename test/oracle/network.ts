/**
 * Oracle for engine.md 1.9-1.12: nodes, zones, routes, zone paths and the signals on them, with
 * strings as identities and sets in place of a union-find.
 */
import type {
  RailjsonInput,
  RailjsonLogicalSignal,
  RailjsonSignal,
} from "../../workers/engine/infra/compile/railjson_input.ts";
import { type Chunk, type Detector, type Dir, makeTracks, type Track, toMm } from "./tracks.ts";

export interface DirChunk {
  readonly chunk: Chunk;
  readonly dir: Dir;
}

export interface DirDetector {
  readonly detector: Detector;
  readonly dir: Dir;
}

export interface Logical {
  /** In the order of creation. */
  readonly index: number;
  readonly source: RailjsonLogicalSignal;
  readonly physical: Physical;
}

export interface Physical {
  readonly source: RailjsonSignal;
  readonly logical: Logical[];
}

interface Node {
  readonly id: string;
  readonly ports: Map<string, string>;
  readonly configs: Map<string, [string, string][]>;
}

export interface ZonePath {
  readonly index: number;
  readonly entry: DirDetector;
  readonly exit: DirDetector;
  readonly nodes: readonly { node: string; config: string; offset: number; isChoice: boolean }[];
  readonly chunks: readonly DirChunk[];
  readonly length: number;
  readonly zone: string;
  signals: { signal: Physical; offset: number }[];
}

export interface Route {
  readonly index: number;
  readonly id: string;
  readonly entry: DirDetector;
  readonly exit: DirDetector;
  readonly zonePaths: ZonePath[];
  readonly chunks: DirChunk[];
}

export interface Network {
  readonly tracks: Track[];
  readonly byTrack: Map<string, Track>;
  readonly zonePaths: ZonePath[];
  readonly routes: Route[];
  /** Name of the zone that a directed detector enters. */
  readonly nextZone: Map<string, string>;
}

const BUILTIN: Readonly<Record<string, Readonly<Record<string, readonly [string, string][]>>>> = {
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
    A1_B2: [["A1", "B2"]],
    A2_B1: [["A2", "B1"]],
    A2_B2: [["A2", "B2"]],
  },
};

export function keyOf({ detector, dir }: DirDetector): string {
  return `${detector.name}:${dir === 0 ? "INCREASING" : "DECREASING"}`;
}

export function chunkKey({ chunk, dir }: DirChunk): string {
  return `${chunk.track.id}@${chunk.offset}/${dir}`;
}

export function makeNetwork(input: RailjsonInput): Network {
  const tracks = makeTracks(input);
  const byTrack = new Map(tracks.map((track) => [track.id, track]));
  const nodes = makeNodes(input);
  const atEnd = new Map<string, Node>();
  for (const node of nodes) for (const end of node.ports.values()) atEnd.set(end, node);
  const nextZone = makeZones(tracks, nodes, atEnd);
  const network: Network = { tracks, byTrack, zonePaths: [], routes: [], nextZone };
  for (const source of input.routes) {
    network.routes.push(walkRoute(network, source, atEnd, nextZone));
  }
  placeSignals(input, network);
  return network;
}

function makeNodes(input: RailjsonInput): Node[] {
  const types = new Map<string, Map<string, [string, string][]>>();
  for (const { id, groups } of input.extended_switch_types) {
    const configs = new Map<string, [string, string][]>();
    for (const [name, pairs] of Object.entries(groups)) {
      configs.set(
        name,
        pairs.map(({ src, dst }) => [src, dst]),
      );
    }
    types.set(id, configs);
  }
  for (const [id, groups] of Object.entries(BUILTIN)) {
    types.set(id, new Map(Object.entries(groups).map(([name, pairs]) => [name, [...pairs]])));
  }
  return input.switches.map(({ id, switch_type, ports }) => ({
    id,
    ports: new Map(
      Object.entries(ports).map(([port, { track, endpoint }]) => [port, `${track}/${endpoint}`]),
    ),
    configs: types.get(switch_type)!,
  }));
}

/** Returns the zone's name entered by each directed detector. */
function makeZones(tracks: Track[], nodes: Node[], atEnd: Map<string, Node>): Map<string, string> {
  const groups = new Map<string, Set<string>>();
  const join = (a: string, b: string): void => {
    const [left, right] = [groups.get(a)!, groups.get(b)!];
    if (left === right) return;
    for (const one of right) {
      left.add(one);
      groups.set(one, left);
    }
  };
  for (const { id } of tracks) {
    for (const end of ["BEGIN", "END"]) groups.set(`${id}/${end}`, new Set([`${id}/${end}`]));
  }
  for (const { id, detectors } of tracks) {
    if (detectors.length === 0) join(`${id}/BEGIN`, `${id}/END`);
  }
  for (const { ports } of nodes) {
    const [first, ...others] = [...ports.values()];
    for (const other of others) join(first!, other);
  }
  const zones = new Map<unknown, string[]>();
  const enter = (zone: unknown, one: DirDetector): void => {
    zones.set(zone, [...(zones.get(zone) ?? []), keyOf(one)]);
  };
  for (const { id, detectors } of tracks) {
    for (let i = 0; i + 1 < detectors.length; i++) {
      const zone = {};
      enter(zone, { detector: detectors[i]!, dir: 0 });
      enter(zone, { detector: detectors[i + 1]!, dir: 1 });
    }
    if (detectors.length === 0) continue;
    if (atEnd.has(`${id}/BEGIN`)) {
      enter(groups.get(`${id}/BEGIN`), { detector: detectors[0]!, dir: 1 });
    }
    if (atEnd.has(`${id}/END`))
      enter(groups.get(`${id}/END`), { detector: detectors.at(-1)!, dir: 0 });
  }
  const nextZone = new Map<string, string>();
  for (const bounds of zones.values()) {
    const name = `zone.[${[...bounds].sort().join(", ")}]`;
    for (const bound of bounds) nextZone.set(bound, name);
  }
  return nextZone;
}

interface End {
  readonly track: Track;
  readonly dir: Dir;
}

/** Crosses the node at the end that a direction of travel leads to. */
function crossNode(
  network: Network,
  node: Node,
  { track, dir }: End,
  chosen: string | undefined,
): { config: string; next: End } {
  const names = [...node.configs.keys()];
  const config = names.length === 1 ? names[0]! : chosen;
  if (config === undefined || !node.configs.has(config)) throw new Error("no switch direction");
  const end = `${track.id}/${dir === 0 ? "END" : "BEGIN"}`;
  const port = [...node.ports].find(([, at]) => at === end)![0];
  const pair = node.configs.get(config)!.find((one) => one.includes(port));
  if (pair === undefined) throw new Error("no exit port");
  const exit = node.ports.get(pair[0] === port ? pair[1] : pair[0])!;
  const slash = exit.lastIndexOf("/");
  const next = network.byTrack.get(exit.slice(0, slash))!;
  return { config, next: { track: next, dir: exit.slice(slash + 1) === "BEGIN" ? 0 : 1 } };
}

type RouteSource = RailjsonInput["routes"][number];

function walkRoute(
  network: Network,
  source: RouteSource,
  atEnd: Map<string, Node>,
  nextZone: Map<string, string>,
): Route {
  const detectors = network.tracks.flatMap((track) => track.detectors);
  const find = (id: string): Detector => detectors.find(({ names }) => names.includes(id))!;
  const first = find(source.entry_point.id);
  const last = find(source.exit_point.id);
  let dir: Dir = source.entry_point_direction === "START_TO_STOP" ? 0 : 1;
  const entry: DirDetector = { detector: first, dir };
  let from = entry;
  let at = first.offset;
  let track = first.track;
  const zonePaths: ZonePath[] = [];
  const routeChunks: DirChunk[] = [];
  let nodes: ZonePath["nodes"][number][] = [];
  let chunks: DirChunk[] = [];
  for (let turn = 0; ; turn++) {
    if (turn > 10_000) throw new Error("route without end");
    const met = track.detectors.find(({ offset }) => offset === at);
    if (met !== undefined && routeChunks.length > 0 && (chunks.length > 0 || nodes.length > 0)) {
      const exit: DirDetector = { detector: met, dir };
      zonePaths.push(internZonePath(network, { entry: from, exit, nodes, chunks }, nextZone));
      from = exit;
      nodes = [];
      chunks = [];
      if (met === last)
        return {
          index: network.routes.length,
          id: source.id,
          entry,
          exit,
          zonePaths,
          chunks: routeChunks,
        };
    }
    const end = dir === 0 ? track.length : 0;
    if (at === end) {
      const node = atEnd.get(`${track.id}/${dir === 0 ? "END" : "BEGIN"}`);
      if (node === undefined) throw new Error("dead end");
      const crossed = crossNode(network, node, { track, dir }, source.switches_directions[node.id]);
      const offset = chunks.reduce((sum, one) => sum + one.chunk.length, 0);
      nodes.push({
        node: node.id,
        config: crossed.config,
        offset,
        isChoice: node.configs.size > 1,
      });
      ({ track, dir } = crossed.next);
      at = dir === 0 ? 0 : track.length;
      continue;
    }
    const chunk = track.chunks.find(
      (one) => (dir === 0 ? one.offset : one.offset + one.length) === at,
    )!;
    chunks.push({ chunk, dir });
    routeChunks.push({ chunk, dir });
    at = dir === 0 ? chunk.offset + chunk.length : chunk.offset;
  }
}

function internZonePath(
  network: Network,
  draft: Pick<ZonePath, "entry" | "exit" | "nodes" | "chunks">,
  nextZone: Map<string, string>,
): ZonePath {
  const key = zonePathKey(draft);
  const known = network.zonePaths.find((one) => zonePathKey(one) === key);
  if (known !== undefined) return known;
  const zonePath: ZonePath = {
    ...draft,
    index: network.zonePaths.length,
    length: draft.chunks.reduce((sum, { chunk }) => sum + chunk.length, 0),
    zone: nextZone.get(keyOf(draft.entry))!,
    signals: [],
  };
  network.zonePaths.push(zonePath);
  for (const { chunk } of zonePath.chunks) chunk.zone = zonePath.zone;
  return zonePath;
}

function zonePathKey({ entry, exit, nodes }: Pick<ZonePath, "entry" | "exit" | "nodes">): string {
  return [keyOf(entry), keyOf(exit), ...nodes.map((one) => `${one.node}=${one.config}`)].join("|");
}

/** Engine.md 1.12: signals on directed chunks, then on zone paths. */
function placeSignals(input: RailjsonInput, network: Network): void {
  const onChunk = new Map<string, { signal: Physical; offset: number }[]>();
  let index = 0;
  for (const source of input.signals) {
    const physical: Physical = { source, logical: [] };
    for (const logical of source.logical_signals ?? []) {
      physical.logical.push({ index: index++, source: logical, physical });
    }
    if (physical.logical.length === 0) continue;
    const dir: Dir = source.direction === "START_TO_STOP" ? 0 : 1;
    const position = toMm(source.position);
    const { chunks } = network.byTrack.get(source.track)!;
    const holds = chunks.filter(
      (one) => one.offset <= position && position <= one.offset + one.length,
    );
    const chunk = (dir === 0 ? holds[0] : holds.at(-1))!;
    const offset = dir === 0 ? position - chunk.offset : chunk.offset + chunk.length - position;
    const key = chunkKey({ chunk, dir });
    onChunk.set(key, [...(onChunk.get(key) ?? []), { signal: physical, offset }]);
  }
  for (const list of onChunk.values()) list.sort((a, b) => a.offset - b.offset);
  for (const zonePath of network.zonePaths) {
    let start = 0;
    for (const one of zonePath.chunks) {
      for (const { signal, offset } of onChunk.get(chunkKey(one)) ?? []) {
        if (start + offset > 0) zonePath.signals.push({ signal, offset: start + offset });
      }
      start += one.chunk.length;
    }
    const { detector, dir } = zonePath.exit;
    if (detector.track === zonePath.chunks.at(-1)?.chunk.track) continue;
    const beyond = dir === 0 ? detector.track.chunks[0]! : detector.track.chunks.at(-1)!;
    for (const { signal, offset } of onChunk.get(chunkKey({ chunk: beyond, dir })) ?? []) {
      if (offset === 0) zonePath.signals.push({ signal, offset: zonePath.length });
    }
  }
}
