/**
 * Oracle for engine.md 2.2-2.6: explorers as lists that are copied, states as strings, hash sets by
 * bucket, an array heap; every block quantity computed again from the chunks.
 */
import { type Block, recoverBlocks } from "./blocks.ts";
import { chunkLine, geoDistance, type Point, pointAt } from "./geo.ts";
import { type SpeedPart, sweep, timeAtUs } from "./mrsp.ts";
import { chunkKey, type DirChunk, keyOf, type Network, type Route } from "./network.ts";
import { RangeMap } from "./range_map.ts";
import { DIRS, resolveSpeed, toMm } from "./tracks.ts";

export interface Stock {
  readonly loading_gauge: string;
  readonly is_thermal: boolean;
  readonly supported_electrifications: readonly string[];
  readonly supported_signaling_systems: readonly string[];
  readonly maximum_speed_m_s: number;
}

export interface World {
  readonly network: Network;
  readonly blocks: readonly Block[];
  /** Candidate 0 of each route. */
  readonly recovered: Map<Route, Block[] | null>;
}

export interface Place {
  readonly block: Block;
  readonly offset: number;
}

export interface Explorer {
  readonly blocks: readonly Block[];
  readonly complete: boolean;
}

export interface State {
  readonly explorer: Explorer;
  readonly current: number;
}

export interface Step {
  readonly state: State;
  readonly a: number;
  readonly b: number;
  readonly prev: Step | null;
  readonly g: number;
  readonly weight: number;
  readonly reached: number;
  readonly targets: readonly number[];
}

export function makeWorld(network: Network, blocks: readonly Block[]): World {
  const recovered = new Map(network.routes.map((route) => [route, recoverBlocks(blocks, [route])]));
  return { network, blocks, recovered };
}

/** A hash set of places in the order in which it is iterated (2.6). */
export function hashOrder(places: readonly Place[]): Place[] {
  const distinct: Place[] = [];
  for (const place of places) {
    if (!distinct.some((one) => one.block === place.block && one.offset === place.offset)) {
      distinct.push(place);
    }
  }
  let capacity = 16;
  while (distinct.length > capacity * 0.75) capacity *= 2;
  const buckets: Place[][] = Array.from({ length: capacity }, () => []);
  for (const place of distinct) {
    const { block, offset } = place;
    const low = (offset ^ Math.floor(offset / 2 ** 32)) | 0;
    const hash = (Math.imul(31, block.index) + low) | 0;
    buckets[(hash ^ (hash >>> 16)) & (capacity - 1)]!.push(place);
  }
  return buckets.flat();
}

/** Engine.md 2.2. */
export function locate(
  { network, blocks }: World,
  locations: readonly { track: string; offset: number }[],
): Place[] {
  const places: Place[] = [];
  for (const dir of DIRS) {
    for (const { track, offset } of locations) {
      const chunk = network.byTrack
        .get(track)!
        .chunks.find((one) => one.offset <= offset && offset <= one.offset + one.length)!;
      const inside = dir === 0 ? offset - chunk.offset : chunk.offset + chunk.length - offset;
      for (const block of blocks) {
        const at = block.chunks.findIndex((one) => one.chunk === chunk && one.dir === dir);
        if (at < 0) continue;
        const before = block.chunks.slice(0, at).reduce((sum, one) => sum + one.chunk.length, 0);
        places.push({ block, offset: before + inside });
      }
    }
  }
  return hashOrder(places);
}

/** Lays maps of directed chunks out along a block. */
export function along<V>(
  chunks: readonly DirChunk[],
  read: (one: DirChunk) => RangeMap<V>,
): RangeMap<V> {
  const map = new RangeMap<V>();
  let start = 0;
  for (const one of chunks) {
    map.putAll(read(one).shift(start));
    start += one.chunk.length;
  }
  return map;
}

export const undirected =
  <V>(read: (chunk: DirChunk["chunk"]) => RangeMap<V>) =>
  ({ chunk, dir }: DirChunk): RangeMap<V> =>
    dir === 0 ? read(chunk) : read(chunk).mirror(chunk.length);

/** The three constraints of 2.4 along some chunks; values are what is incompatible there. */
export function blockedBy(
  chunks: readonly DirChunk[],
  stock: Stock,
): { electrification: RangeMap<string>; gauge: RangeMap<Set<string>> } {
  const electrification = new RangeMap<string>();
  if (!stock.is_thermal) {
    for (const { lo, hi, value } of along(
      chunks,
      undirected((one) => one.electrification),
    ).entries) {
      if (!stock.supported_electrifications.includes(value) || value === "") {
        electrification.put(lo, hi, value);
      }
    }
    for (const { lo, hi } of along(chunks, ({ chunk, dir }) => chunk.neutral[dir]).entries) {
      electrification.remove(lo, hi);
    }
  }
  const gauge = new RangeMap<Set<string>>();
  for (const { lo, hi, value } of along(
    chunks,
    undirected((one) => one.gauges),
  ).entries) {
    if (value.has(stock.loading_gauge)) gauge.put(lo, hi, value);
  }
  return { electrification, gauge };
}

function blockedRanges(block: Block, stock: Stock): { lo: number; hi: number }[] {
  const { electrification, gauge } = blockedBy(block.chunks, stock);
  const ranges = [...electrification.entries, ...gauge.entries].map(({ lo, hi }) => ({ lo, hi }));
  if (!stock.supported_signaling_systems.includes(block.system)) {
    ranges.push({ lo: 0, hi: block.length });
  }
  return ranges;
}

function blockParts(block: Block, maximum: number): SpeedPart[] {
  const limits = new RangeMap<number>();
  let start = 0;
  for (const { chunk, dir } of block.chunks) {
    for (const { lo, hi, value } of chunk.speeds[dir].entries) {
      const { speed } = resolveSpeed(value, null, [], null);
      limits.put(start + lo, start + hi, speed);
    }
    start += chunk.length;
  }
  const parts: SpeedPart[] = limits.entries
    .filter(({ value }) => value !== 0)
    .map(({ lo, hi, value }) => ({ lo, hi, speed: value }));
  return sweep([...parts, { lo: 0, hi: block.length, speed: maximum }]);
}

export class Searcher {
  readonly world: World;
  readonly stock: Stock;
  readonly constrained: boolean;
  readonly steps: readonly (readonly Place[])[];
  readonly #costs = new Map<string, number>();
  readonly #parts = new Map<Block, SpeedPart[]>();
  readonly #blocked = new Map<Block, { lo: number; hi: number }[]>();
  readonly #targets: Point[][];
  readonly #remaining: number[];

  constructor(
    world: World,
    stock: Stock,
    steps: readonly (readonly Place[])[],
    constrained: boolean,
  ) {
    this.world = world;
    this.stock = stock;
    this.steps = steps;
    this.constrained = constrained;
    this.#targets = steps.slice(1).map((step) => {
      const points: Point[] = [];
      for (const { block, offset } of step) {
        const point = this.geoPoint(block, offset);
        if (points.every((one) => geoDistance(one, point) >= 1)) points.push(point);
      }
      return points;
    });
    const n = steps.length;
    const d = this.#targets.map((from, i) =>
      i > n - 3
        ? 0
        : toMm(
            Math.min(...from.flatMap((a) => this.#targets[i + 1]!.map((b) => geoDistance(a, b)))),
          ),
    );
    this.#remaining = d.map((_, k) => d.slice(k).reduce((sum, one) => sum + one, 0));
  }

  geoPoint(block: Block, offset: number): Point {
    let start = 0;
    for (const one of block.chunks) {
      if (start + one.chunk.length >= offset) {
        return pointAt(chunkLine(one), (offset - start) / one.chunk.length);
      }
      start += one.chunk.length;
    }
    throw new Error("an offset beyond the block");
  }

  time(block: Block, x: number): number {
    const key = `${block.index}/${x}`;
    const known = this.#costs.get(key);
    if (known !== undefined) return known;
    const maximum = toMm(this.stock.maximum_speed_m_s);
    const parts = this.#parts.get(block) ?? blockParts(block, maximum);
    this.#parts.set(block, parts);
    const seconds = timeAtUs(parts, x) / 1e6;
    this.#costs.set(key, seconds);
    return seconds;
  }

  heuristic(block: Block, offset: number, reached: number): number {
    if (reached >= this.steps.length - 1) return 0;
    const point = this.geoPoint(block, offset);
    const distance = Math.min(...this.#targets[reached]!.map((one) => geoDistance(point, one)));
    // All distances are whole millimetres: the page says so of those added to D, ties tell of D's own.
    return (toMm(distance) + this.#remaining[reached]!) / 1000 / this.stock.maximum_speed_m_s;
  }

  isRefused(block: Block, start: Place | null): boolean {
    if (!this.constrained) return false;
    const ranges = this.#blocked.get(block) ?? blockedRanges(block, this.stock);
    this.#blocked.set(block, ranges);
    const end = this.steps.at(-1)!.find((one) => one.block === block);
    return ranges.some(({ lo, hi }) => {
      if (start !== null) return start.offset < hi;
      return end === undefined || end.offset > lo;
    });
  }

  /** Extends by the block list of a route, or says that it can't. */
  extend(explorer: Explorer, route: Route, start: Place | null): Explorer | null {
    const list = this.world.recovered.get(route)!;
    if (list === null) return null;
    const blocks = [...explorer.blocks];
    let begun = start === null;
    for (const block of list) {
      if (blocks.includes(block)) return null;
      const isStart = start !== null && block === start.block;
      begun ||= isStart;
      if (!begun) continue;
      if (this.isRefused(block, isStart ? start : null)) return null;
      blocks.push(block);
      if (this.steps.at(-1)!.some((one) => one.block === block)) return { blocks, complete: true };
    }
    return { blocks, complete: false };
  }

  branch(explorer: Explorer): Explorer[] {
    const exit = keyOf(explorer.blocks.at(-1)!.zonePaths.at(-1)!.exit);
    return this.world.network.routes
      .filter((route) => keyOf(route.entry) === exit)
      .map((route) => this.extend(explorer, route, null))
      .filter((one) => one !== null);
  }

  ready(explorer: Explorer, current: number): Explorer[] {
    if (explorer.complete || current + 1 < explorer.blocks.length) return [explorer];
    return this.branch(explorer).flatMap((one) => this.ready(one, current));
  }

  starts(place: Place): State[] {
    const first = place.block.chunks[0]!;
    return this.world.network.routes
      .filter(
        (route) =>
          route.chunks.some((one) => chunkKey(one) === chunkKey(first)) &&
          this.world.recovered.get(route)?.includes(place.block),
      )
      .flatMap((route) => {
        const explorer = this.extend({ blocks: [], complete: false }, route, place);
        return explorer === null ? [] : this.ready(explorer, 0);
      })
      .map((explorer) => ({ explorer, current: 0 }));
  }

  successors({ explorer, current }: State): State[] {
    if (current + 1 < explorer.blocks.length) return [{ explorer, current: current + 1 }];
    if (explorer.complete) return [];
    return this.branch(explorer).map((one) => ({ explorer: one, current: current + 1 }));
  }

  /** Where the estimate is no lower bound, a search without it finds what is faster by a millisecond. */
  find(): Step | null {
    const found = this.search(true, Infinity);
    if (found === null || hasShortLines(this.world.network)) return found;
    const faster = this.search(false, found.g - 0.001);
    return faster !== null && this.ridden(faster) < this.ridden(found) ? faster : found;
  }

  /** Seconds from the start, each piece once. */
  ridden({ state, a, b, prev }: Step): number {
    const block = blockOf(state);
    const own = this.time(block, b) - this.time(block, a);
    return own + (prev === null ? 0 : this.ridden(prev));
  }

  search(estimates: boolean, limit: number): Step | null {
    const heap = new Heap();
    const push = (step: Omit<Step, "weight">): void => {
      const block = blockOf(step.state);
      const g = step.g + (this.time(block, step.b) - this.time(block, step.a));
      const weight = g + (estimates ? this.heuristic(block, step.b, step.reached) : 0);
      if (weight < limit) heap.push({ ...step, g, weight });
    };
    for (const place of this.steps[0]!) {
      for (const state of this.starts(place)) {
        const { offset } = place;
        push({ state, a: offset, b: offset, prev: null, g: 0, reached: 0, targets: [offset] });
      }
    }
    const seen = new Map<string, number>();
    for (let turn = 0; turn < 200_000; turn++) {
      const step = heap.pop();
      if (step === undefined) return null;
      const { state, a, b, prev, g, reached, targets } = step;
      const { explorer, current } = state;
      const ids = explorer.blocks.slice(current).map(({ index }) => index);
      const key = `${ids.join()}/${a}/${b}`;
      if ((seen.get(key) ?? -1) >= reached) continue;
      seen.set(key, reached);
      if (reached === this.steps.length - 1) return step;
      const block = blockOf(state);
      let hit = false;
      if (prev === null || reached === prev.reached) {
        for (const target of this.steps[reached + 1]!) {
          const t = target.offset;
          if (target.block !== block || !(a <= t && (targets.at(-1) ?? 0) <= t)) continue;
          push({ state, a, b: t, prev, g, reached: reached + 1, targets: [...targets, t] });
          hit = true;
        }
      }
      if (b === block.length && !hit) {
        for (const next of this.successors(state)) {
          push({ state: next, a: 0, b: blockOf(next).length, prev: step, g, reached, targets: [] });
        }
      } else {
        push({ state, a: b, b: block.length, prev: step, g, reached, targets: [] });
      }
    }
    throw new Error("the search has no end");
  }
}

export function blockOf({ explorer, current }: State): Block {
  return explorer.blocks[current]!;
}

const shortLines = new WeakMap<World["network"], boolean>();

/** Whether no line is longer than its piece of track; also where one is twice as long, or does not meet the next: they tell nothing. */
function hasShortLines(network: World["network"]): boolean {
  const share = (one: DirChunk): number => {
    const line = chunkLine(one);
    const long = line.slice(1).reduce((sum, point, i) => sum + geoDistance(line[i]!, point), 0);
    return (1000 * long) / one.chunk.length;
  };
  const isJoined = (one: DirChunk, i: number, all: readonly DirChunk[]): boolean =>
    i === 0 || geoDistance(chunkLine(all[i - 1]!).at(-1)!, chunkLine(one)[0]!) < 0.001;
  const isShort = (routes: World["network"]["routes"]): boolean => {
    const shares = routes.flatMap(({ chunks }) => chunks.map(share));
    const tells =
      shares.every((one) => one <= 2) && routes.every(({ chunks }) => chunks.every(isJoined));
    return !tells || shares.every((one) => one * 1.001 < 1);
  };
  const known = shortLines.get(network);
  const short = known ?? isShort(network.routes);
  shortLines.set(network, short);
  return short;
}

/** The classic array heap of 2.6. */
class Heap {
  readonly #items: Step[] = [];

  static compare(a: Step, b: Step): number {
    if (a.weight !== b.weight) return a.weight < b.weight ? -1 : 1;
    return b.reached - a.reached;
  }

  push(step: Step): void {
    const items = this.#items;
    let at = items.length;
    items.push(step);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (Heap.compare(step, items[parent]!) >= 0) break;
      items[at] = items[parent]!;
      at = parent;
    }
    items[at] = step;
  }

  pop(): Step | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (top === undefined || last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      const right = child + 1;
      if (right < items.length && Heap.compare(items[right]!, items[child]!) < 0) child = right;
      if (Heap.compare(last, items[child]!) <= 0) break;
      items[at] = items[child]!;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
