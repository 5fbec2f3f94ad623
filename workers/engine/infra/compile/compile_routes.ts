/**
 * Routes and zone paths (engine.md 1.11): a route is walked from its entry detector to its exit detector.
 * Each detector on the way closes a zone path, which is shared by all routes that take the same way.
 */

import { NONE } from "../layout.ts";
import { exitEndpoint } from "./compile_nodes.ts";
import { countUp, type Draft, type DraftTables, fillRows, setSection } from "./draft.ts";
import type { InfraFaultKind } from "./faults.ts";
import type { RailjsonRoute } from "./railjson_input.ts";

/** Chunks of all routes together; real networks of 100,000 tracks stay below a fifth of it. */
const ROUTE_CHUNKS_MAX = 20_000_000;

/** Rows of up to this many items are sorted by insertion. */
const SHORT_ROW = 32;

export function compileRoutes(draft: Draft, routes: readonly RailjsonRoute[]): void {
  const { tables } = draft;
  const compiler = new RouteCompiler(draft, new ZonePaths(draft));
  for (const route of routes) {
    compileRoute(draft, compiler, route);
    if (tables.routeChunks.length > ROUTE_CHUNKS_MAX) {
      draft.faults.add("too_large", "Route", route.id, "the routes are too long in total");
      break;
    }
  }
  tables.routeZonePathStart.push(tables.routeZonePaths.length);
  tables.routeChunkStart.push(tables.routeChunks.length);
  tables.zonePathChunkStart.push(tables.zonePathChunks.length);
  tables.zonePathNodeStart.push(tables.zonePathNodes.length);
}

function compileRoute(draft: Draft, compiler: RouteCompiler, route: RailjsonRoute): void {
  const problem = compiler.walk(route);
  if (problem !== undefined) {
    draft.faults.add(problem.kind, "Route", route.id, problem.detail);
  }
  draft.tables.routeName.push(draft.strings.intern(route.id));
  draft.tables.routeEntry.push(compiler.entry);
  draft.tables.routeExit.push(compiler.exit);
  addRouteRows(draft, compiler.zonePaths);
}

/** Adds the rows that depend on a route's zone paths. */
function addRouteRows({ tables }: Draft, zonePaths: readonly number[]): void {
  tables.routeZonePathStart.push(tables.routeZonePaths.length);
  tables.routeChunkStart.push(tables.routeChunks.length);
  let length_mm = 0;
  for (const zonePath of zonePaths) {
    tables.routeZonePaths.push(zonePath);
    length_mm += tables.zonePathLength_mm[zonePath]!;
    // While zone paths are still being added, the last row is open.
    const end = tables.zonePathChunkStart[zonePath + 1] ?? tables.zonePathChunks.length;
    for (let k = tables.zonePathChunkStart[zonePath]!; k < end; k++) {
      tables.routeChunks.push(tables.zonePathChunks[k]!);
    }
  }
  tables.routeLength_mm.push(length_mm);
}

interface WalkProblem {
  readonly kind: InfraFaultKind;
  readonly detail: string;
}

const fail = (kind: InfraFaultKind, detail: string): WalkProblem => ({ kind, detail });

/** Walks one route at a time; the result of the last walk is in its public fields. */
class RouteCompiler {
  entry: number = NONE;
  exit: number = NONE;
  zonePaths: number[] = [];
  readonly #draft: Draft;
  readonly #known: ZonePaths;
  /** [2 * nTracks] number of the walk that last entered the directed track. */
  readonly #enteredBy: Int32Array;
  #nWalks = 0;
  #track = 0;
  #direction = 0;
  #boundary = 0;
  #open: ZonePathDraft = emptyZonePath(NONE);

  constructor(draft: Draft, known: ZonePaths) {
    this.#draft = draft;
    this.#known = known;
    this.#enteredBy = new Int32Array(draft.tables.trackNode.length);
  }

  walk(route: RailjsonRoute): WalkProblem | undefined {
    this.zonePaths = [];
    this.#nWalks++;
    const { detectorOf } = this.#draft;
    const entry = detectorOf[route.entry_point.type].get(route.entry_point.id);
    const exit = detectorOf[route.exit_point.type].get(route.exit_point.id);
    if (entry === undefined || exit === undefined) {
      const { id } = entry === undefined ? route.entry_point : route.exit_point;
      return fail("unknown_reference", `no waypoint ${id}`);
    }
    this.#direction = route.entry_point_direction === "START_TO_STOP" ? 0 : 1;
    this.entry = entry * 2 + this.#direction;
    this.#open = emptyZonePath(this.entry);
    this.#placeAt(entry);
    for (;;) {
      const problem = this.#advance(route);
      if (problem !== undefined) return problem;
      const detector = this.#detectorHere();
      if (detector === NONE) continue;
      this.#closeZonePath(detector * 2 + this.#direction);
      if (detector !== exit) continue;
      this.exit = detector * 2 + this.#direction;
      return undefined;
    }
  }

  #placeAt(detector: number): void {
    const { tables } = this.#draft;
    this.#track = tables.detectorTrack[detector]!;
    const offset_mm = tables.detectorOffset_mm[detector]!;
    let low = tables.trackFirstChunk[this.#track]!;
    const first = low;
    let high = tables.trackFirstChunk[this.#track + 1]!;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (tables.chunkOffset_mm[middle]! < offset_mm) low = middle + 1;
      else high = middle;
    }
    this.#boundary = low - first;
  }

  /** The detector at the current chunk boundary, or NONE. */
  #detectorHere(): number {
    const { tables } = this.#draft;
    const chunk = tables.trackFirstChunk[this.#track]! + this.#boundary;
    const is_end = chunk === tables.trackFirstChunk[this.#track + 1]!;
    const at_mm = is_end ? tables.trackLength_mm[this.#track]! : tables.chunkOffset_mm[chunk]!;
    const { detectorOffset_mm } = tables;
    let low = tables.trackFirstDetector[this.#track]!;
    const end = tables.trackFirstDetector[this.#track + 1]!;
    let high = end;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (detectorOffset_mm[middle]! < at_mm) low = middle + 1;
      else high = middle;
    }
    return low < end && detectorOffset_mm[low] === at_mm ? low : NONE;
  }

  /** Moves over the next chunk, or through the node at the end of the track. */
  #advance(route: RailjsonRoute): WalkProblem | undefined {
    const { tables } = this.#draft;
    const first = tables.trackFirstChunk[this.#track]!;
    const nChunks = tables.trackFirstChunk[this.#track + 1]! - first;
    const last = this.#direction === 0 ? nChunks : 0;
    if (this.#boundary === last) return this.#crossNode(route);
    const chunk = this.#direction === 0 ? first + this.#boundary : first + this.#boundary - 1;
    this.#open.chunks.push(chunk * 2 + this.#direction);
    this.#open.length_mm += tables.chunkLength_mm[chunk]!;
    this.#boundary += this.#direction === 0 ? 1 : -1;
    return undefined;
  }

  #crossNode(route: RailjsonRoute): WalkProblem | undefined {
    const { tables, strings } = this.#draft;
    const endpoint = this.#track * 2 + (this.#direction === 0 ? 1 : 0);
    const node = tables.trackNode[endpoint]!;
    if (node === NONE) return fail("route_without_end", "it runs into a dead end");
    const nodeName = strings.at(tables.nodeName[node]!);
    const config = this.#chooseConfig(route, node, nodeName);
    if (config === NONE) {
      return fail("missing_switch_direction", `no usable direction for switch ${nodeName}`);
    }
    const exit = exitEndpoint(this.#draft, config, endpoint);
    if (exit === NONE) {
      return fail("missing_switch_direction", `switch ${nodeName} leads nowhere in its position`);
    }
    this.#open.nodes.push(node);
    this.#open.configs.push(config);
    this.#open.nodeOffsets_mm.push(this.#open.length_mm);
    this.#track = exit >>> 1;
    this.#direction = exit & 1;
    const nChunks = tables.trackFirstChunk[this.#track + 1]! - tables.trackFirstChunk[this.#track]!;
    this.#boundary = this.#direction === 0 ? 0 : nChunks;
    const directedTrack = this.#track * 2 + this.#direction;
    if (this.#enteredBy[directedTrack] === this.#nWalks) {
      return fail("route_without_end", "it runs in a circle without meeting its exit");
    }
    this.#enteredBy[directedTrack] = this.#nWalks;
    return undefined;
  }

  #chooseConfig(route: RailjsonRoute, node: number, nodeName: string): number {
    const { tables, strings } = this.#draft;
    const first = tables.nodeFirstConfig[node]!;
    const end = tables.nodeFirstConfig[node + 1]!;
    if (end - first === 1) return first;
    if (!Object.hasOwn(route.switches_directions, nodeName)) return NONE;
    const wanted = route.switches_directions[nodeName];
    for (let config = first; config < end; config++) {
      if (strings.at(tables.configName[config]!) === wanted) return config;
    }
    return NONE;
  }

  #closeZonePath(exit: number): void {
    this.zonePaths.push(this.#known.put(this.#open, exit));
    this.#open = emptyZonePath(exit);
  }
}

/** The zone paths so far, each once. */
class ZonePaths {
  readonly #draft: Draft;
  /** By both ends: the zone paths between them. */
  readonly #indicesOf = new Map<number, number[]>();

  constructor(draft: Draft) {
    this.#draft = draft;
  }

  /** Returns its index. */
  put(open: ZonePathDraft, exit: number): number {
    const { tables } = this.#draft;
    const zonePath = tables.zonePathEntry.length;
    const ends = open.entry * tables.detectorNextZone.length + exit;
    const known = this.#indicesOf.get(ends);
    // Comparing configurations is enough: they have global indices, which determine the nodes.
    const same = known?.find((index) => this.#hasConfigs(index, open.configs));
    if (same !== undefined) return same;
    if (known === undefined) this.#indicesOf.set(ends, [zonePath]);
    else known.push(zonePath);
    tables.zonePathEntry.push(open.entry);
    tables.zonePathExit.push(exit);
    tables.zonePathLength_mm.push(open.length_mm);
    tables.zonePathChunkStart.push(tables.zonePathChunks.length);
    tables.zonePathNodeStart.push(tables.zonePathNodes.length);
    for (const chunk of open.chunks) tables.zonePathChunks.push(chunk);
    open.nodes.forEach((node, i) => {
      tables.zonePathNodes.push(node);
      tables.zonePathConfigs.push(open.configs[i]!);
      tables.zonePathNodeOffset_mm.push(open.nodeOffsets_mm[i]!);
    });
    return zonePath;
  }

  #hasConfigs(zonePath: number, configs: readonly number[]): boolean {
    const { zonePathNodeStart, zonePathConfigs } = this.#draft.tables;
    const first = zonePathNodeStart[zonePath]!;
    // The last row is open.
    const end = zonePathNodeStart[zonePath + 1] ?? zonePathConfigs.length;
    if (end - first !== configs.length) return false;
    return configs.every((config, i) => zonePathConfigs[first + i] === config);
  }
}

interface ZonePathDraft {
  readonly entry: number;
  readonly chunks: number[];
  readonly nodes: number[];
  readonly configs: number[];
  readonly nodeOffsets_mm: number[];
  length_mm: number;
}

function emptyZonePath(entry: number): ZonePathDraft {
  return { entry, chunks: [], nodes: [], configs: [], nodeOffsets_mm: [], length_mm: 0 };
}

/** The zones of zone paths and of the chunks under them. */
export function placeZones(tables: DraftTables): void {
  const { zonePathEntry, zonePathChunkStart, zonePathChunks, detectorNextZone } = tables;
  const zonePathZone = new Uint32Array(zonePathEntry.length);
  const chunkZone = new Uint32Array(tables.chunkTrack.length).fill(NONE);
  for (let zonePath = 0; zonePath < zonePathZone.length; zonePath++) {
    const zone = detectorNextZone[zonePathEntry[zonePath]!]!;
    zonePathZone[zonePath] = zone;
    const end = zonePathChunkStart[zonePath + 1]!;
    for (let k = zonePathChunkStart[zonePath]!; k < end; k++) {
      chunkZone[zonePathChunks[k]! >>> 1] = zone;
    }
  }
  setSection(tables, "zonePathZone", zonePathZone);
  setSection(tables, "chunkZone", chunkZone);
}

/** Finds the routes through each directed chunk and those that start at each directed detector. */
export function indexRoutes({ tables }: Draft): void {
  const nRoutes = tables.routeName.length;
  const routeOfChunk = new Uint32Array(tables.routeChunks.length);
  const nChunksOf = new Uint32Array(nRoutes);
  const { routeChunkStart } = tables;
  for (let route = 0; route < nRoutes; route++) {
    const end = routeChunkStart[route + 1]!;
    nChunksOf[route] = end - routeChunkStart[route]!;
    routeOfChunk.fill(route, routeChunkStart[route], end);
  }
  const nDirected = 2 * tables.chunkTrack.length;
  const byChunk = { start: "chunkRouteStart", items: "chunkRoutes", nRows: nDirected } as const;
  fillRows(tables, byChunk, { rows: tables.routeChunks, values: routeOfChunk });
  const nRows = tables.detectorNextZone.length;
  const byEntry = { start: "detectorRouteStart", items: "detectorRoutes", nRows } as const;
  fillRows(tables, byEntry, { rows: tables.routeEntry, values: countUp(nRoutes) });
  setSection(tables, "chunkRoutesLongest", sortLongest(tables, nChunksOf));
}

/** Stable and without an array per row: rows are short. */
function sortLongest(
  { chunkRouteStart, chunkRoutes }: DraftTables,
  nChunksOf: Uint32Array,
): Uint32Array {
  const longest = new Uint32Array(chunkRoutes.length);
  longest.set(chunkRoutes);
  for (let chunk = 0; chunk + 1 < chunkRouteStart.length; chunk++) {
    const first = chunkRouteStart[chunk]!;
    const end = chunkRouteStart[chunk + 1]!;
    if (end - first > SHORT_ROW) {
      longest.subarray(first, end).sort((a, b) => nChunksOf[b]! - nChunksOf[a]!);
      continue;
    }
    for (let i = first + 1; i < end; i++) {
      const route = longest[i]!;
      let at = i;
      while (at > first && nChunksOf[longest[at - 1]!]! < nChunksOf[route]!) {
        longest[at] = longest[at - 1]!;
        at--;
      }
      longest[at] = route;
    }
  }
  return longest;
}
