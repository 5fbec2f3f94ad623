/** Oracle for engine.md 2.7 and 2.8: from the search's last step to the answer in its printed form. */
import type { Block } from "./blocks.ts";
import { chunkKey, type DirChunk, type Route } from "./network.ts";
import { RangeMap } from "./range_map.ts";
import {
  blockedBy,
  blockOf,
  locate,
  Searcher,
  type State,
  type Step,
  type Stock,
  type World,
} from "./search.ts";

export interface TrackRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

export interface Found {
  readonly blocks: readonly Block[];
  readonly routes: readonly Route[];
  readonly ranges: readonly TrackRange[];
  readonly length: number;
  readonly positions: readonly number[];
  readonly startOffset: number;
}

type Item = readonly { readonly track: string; readonly offset: number }[];

/** The answer to resolved items: the recorded form, error messages left out. */
export function findPathOracle(world: World, items: readonly Item[], stock: Stock): object {
  const steps = items.map((item) => locate(world, item));
  const found = new Searcher(world, stock, steps, true).find();
  if (found !== null) return describe(world, found, items.length);
  const relaxed = new Searcher(world, stock, steps, false).find();
  if (relaxed === null) return { kind: "not_found_in_blocks" };
  const path = assemble(world, relaxed, items.length);
  if (typeof path === "string") return { kind: "internal_error", type: path };
  const ranges = incompatible(path, stock);
  if (Object.values(ranges).every((list) => list.length === 0)) {
    return { kind: "not_found_in_blocks" };
  }
  return { kind: "incompatible_constraints", path: print(path), ...ranges };
}

function describe(world: World, step: Step, nItems: number): object {
  const path = assemble(world, step, nItems);
  return typeof path === "string"
    ? { kind: "internal_error", type: path }
    : { kind: "success", path: print(path) };
}

function print({ blocks, routes, ranges, length, positions }: Found): object {
  return {
    blocks: blocks.map(({ id }) => id),
    routes: routes.map(({ id }) => id),
    track_section_ranges: ranges,
    length,
    path_item_positions: positions,
  };
}

interface BlockRange {
  readonly state: State;
  readonly a: number;
  b: number;
  readonly targets: number[];
}

function assemble(world: World, last: Step, nItems: number): Found | string {
  const steps: Step[] = [];
  for (let step: Step | null = last; step !== null; step = step.prev) steps.unshift(step);
  const pieces: BlockRange[] = [];
  for (const { state, a, b, targets } of steps) {
    const before = pieces.at(-1);
    if (before !== undefined && before.state === state) {
      before.b = b;
      before.targets.push(...targets);
    } else {
      pieces.push({ state, a, b, targets: [...targets] });
    }
  }
  const positions: number[] = [];
  let length = 0;
  for (const { a, b, targets } of pieces) {
    for (const target of targets) positions.push(length + target - a);
    length += b - a;
  }
  const blocks = pieces
    .map(({ state }) => blockOf(state))
    .filter((one, i, all) => one !== all[i - 1]);
  const routes = findRoutes(world, blocks);
  if (routes === null) return "core:no_route_for_path";
  if (blocks.slice(0, -1).some(({ stopsAtBufferStop }) => stopsAtBufferStop)) {
    return "core:missing_signal_on_route_transition";
  }
  const chunks = routes.flatMap((route) => route.chunks);
  const first = chunks.findIndex((one) => chunkKey(one) === chunkKey(blocks[0]!.chunks[0]!));
  const before = chunks.slice(0, first).reduce((sum, { chunk }) => sum + chunk.length, 0);
  const begin = before + pieces[0]!.a;
  const ranges = cutTracks(chunks, begin, begin + length);
  if (new Set(ranges.map((one) => one.track_section)).size < ranges.length) {
    return "core:path_with_repeated_tracks";
  }
  if (positions.length !== nItems || positions[0] !== 0 || positions.at(-1) !== length) {
    return "core:inconsistent_path_items";
  }
  return { blocks, routes, ranges, length, positions, startOffset: pieces[0]!.a };
}

function findRoutes(world: World, blocks: readonly Block[]): Route[] | null {
  const chunks = blocks.flatMap((block) => block.chunks.map(chunkKey));
  const keys = new Map(world.network.routes.map((route) => [route, route.chunks.map(chunkKey)]));
  const longest = [...world.network.routes].sort((a, b) => b.chunks.length - a.chunks.length);
  const routes: Route[] = [];
  for (let at = 0; at < chunks.length; ) {
    const route = longest.find((one) => {
      const from = keys.get(one)!.indexOf(chunks[at]!);
      if (from < 0 || (routes.length > 0 && from > 0)) return false;
      if (world.recovered.get(one) === null) return false;
      return keys
        .get(one)!
        .slice(from)
        .every((key, i) => at + i >= chunks.length || chunks[at + i] === key);
    });
    if (route === undefined) return null;
    routes.push(route);
    while (at < chunks.length && keys.get(route)!.includes(chunks[at]!)) at++;
  }
  return routes;
}

export function cutTracks(chunks: readonly DirChunk[], begin: number, end: number): TrackRange[] {
  const ranges: {
    track_section: string;
    begin: number;
    end: number;
    direction: TrackRange["direction"];
  }[] = [];
  let start = 0;
  let isBegun = false;
  for (const { chunk, dir } of chunks) {
    const [from, to] = [start, start + chunk.length];
    start = to;
    if (!isBegun && to < begin) continue;
    if (isBegun && from > end) break;
    isBegun = true;
    const lo = Math.max(0, begin - from);
    const hi = Math.min(chunk.length, end - from);
    const direction = dir === 0 ? ("START_TO_STOP" as const) : ("STOP_TO_START" as const);
    const range =
      dir === 0
        ? { begin: chunk.offset + lo, end: chunk.offset + hi }
        : { begin: chunk.offset + chunk.length - hi, end: chunk.offset + chunk.length - lo };
    const last = ranges.at(-1);
    if (last?.track_section === chunk.track.id && last.direction === direction) {
      if (dir === 0) last.end = range.end;
      else last.begin = range.begin;
    } else {
      ranges.push({ track_section: chunk.track.id, ...range, direction });
    }
  }
  return ranges;
}

interface Incompatible {
  readonly start_mm: number;
  readonly end_mm: number;
  readonly value?: string;
}

function incompatible(path: Found, stock: Stock): Record<string, Incompatible[]> {
  const { blocks, startOffset, length } = path;
  const chunks = blocks.flatMap((block) => block.chunks);
  const { electrification, gauge } = blockedBy(chunks, stock);
  const onPath = <V>(map: RangeMap<V>): RangeMap<V> =>
    map.subMap(startOffset, startOffset + length).shift(-startOffset);
  const systems = new RangeMap<string>();
  let start = 0;
  for (const block of blocks) {
    if (!stock.supported_signaling_systems.includes(block.system)) {
      systems.put(start, start + block.length, block.system);
    }
    start += block.length;
  }
  const valued = (map: RangeMap<string>): Incompatible[] =>
    onPath(map).entries.map(({ lo, hi, value }) => ({ start_mm: lo, end_mm: hi, value }));
  return {
    electrification_ranges: valued(electrification),
    gauge_ranges: onPath(gauge).entries.map(({ lo, hi }) => ({ start_mm: lo, end_mm: hi })),
    signaling_system_ranges: valued(systems),
  };
}
