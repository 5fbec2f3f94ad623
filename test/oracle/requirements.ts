/**
 * Oracle for engine.md 7.1 to 7.3: requirements of one run, every question about a zone or a route
 * answered by a whole evaluation of the signals. Offsets mm, times microseconds inside.
 */
import { type Block, recoverBlocks } from "./blocks.ts";
import { keyOf, type Logical, type Route, type ZonePath } from "./network.ts";
import { constrains, evaluate, type Shown, SignalError } from "./signalling.ts";

/** A train's times on its path, stops included, and its speeds. */
export interface OracleTimes {
  readonly length: number;
  readonly arrival: (x: number) => number;
  readonly departure: (x: number) => number;
  readonly total: number;
  readonly fastest: (from: number, to: number) => number;
}

export interface OracleTrain {
  readonly times: OracleTimes;
  readonly trainLength: number;
  /** Offsets of stops before a closed signal, in path order. */
  readonly closedStops: readonly number[];
}

export interface OracleRequirements {
  readonly signal_sightings: object[];
  readonly zone_updates: object[];
  readonly spacing_requirements: object[];
  readonly routing_requirements: object[];
}

interface Along extends OracleTrain {
  readonly routes: readonly Route[];
  readonly blocks: readonly Block[];
  /** Distance from the first block's start to the path's start. */
  readonly start: number;
  readonly zones: readonly ZonePath[];
}

const ms = (us: number): number => Math.round(us / 1000);
const RESERVATION = 20e6;

export type RequirementOutcome =
  | { readonly kind: "success"; readonly lists: OracleRequirements }
  | { readonly kind: "failed"; readonly type: string };

export function requirementsOracle(
  allBlocks: readonly Block[],
  routes: readonly Route[],
  start: number,
  train: OracleTrain,
): RequirementOutcome {
  const blocks = recoverBlocks(allBlocks, routes);
  if (blocks === null) return { kind: "failed", type: "missing_signal_on_route_transition" };
  const zones = routes.flatMap(({ zonePaths }) => zonePaths);
  const along: Along = { ...train, routes, blocks, start, zones };
  try {
    return {
      kind: "success",
      lists: {
        spacing_requirements: spacing(along),
        routing_requirements: routing(along),
        zone_updates: zoneUpdates(along),
        signal_sightings: sightings(along),
      },
    };
  } catch (error) {
    if (error instanceof SignalError) return { kind: "failed", type: error.kind };
    throw error;
  }
}

/** Offset on the path of the start of block b. */
function blockStart({ blocks, start }: Along, b: number): number {
  return blocks.slice(0, b).reduce((sum, { length }) => sum + length, 0) - start;
}

function zoneStart({ zones, start }: Along, z: number): number {
  return zones.slice(0, z).reduce((sum, { length }) => sum + length, 0) - start;
}

/** Z(i) of the page: first zone after block i; of -1: the first zone. */
function zonesUpTo({ blocks }: Along, b: number): number {
  return blocks.slice(0, b + 1).reduce((sum, { zonePaths }) => sum + zonePaths.length, 0);
}

interface Placed {
  readonly logical: Logical;
  readonly offset: number;
  readonly block: number;
}

/** Signals of all blocks; the shared ones once, with the block that they end. */
function placedSignals(along: Along): Placed[] {
  return along.blocks.flatMap(({ signals, positions }, block) =>
    signals
      .map((logical, k) => ({
        logical,
        offset: blockStart(along, block) + positions[k]!,
        block,
        k,
      }))
      .filter(({ k }) => block === 0 || k > 0),
  );
}

const sightOf = ({ physical }: Logical): number =>
  Math.floor(physical.source.sight_distance * 1000 + 0.5);

function zoneUpdates(along: Along): object[] {
  const { zones, times, trainLength } = along;
  const updates: { zone: string; time: number; position: number; is_entry: boolean; us: number }[] =
    [];
  zones.forEach(({ zone }, z) => {
    if (zoneStart(along, z) > times.length) return;
    const entry = Math.max(0, zoneStart(along, z));
    const us = times.arrival(entry);
    updates.push({ zone, time: Math.floor(us / 1000), position: entry, is_entry: true, us });
    const exit = Math.max(0, zoneStart(along, z + 1) + trainLength);
    if (exit > times.length) return;
    const left = times.departure(exit);
    updates.push({
      zone,
      time: Math.floor(left / 1000),
      position: exit,
      is_entry: false,
      us: left,
    });
  });
  return updates.sort((a, b) => a.us - b.us).map(({ us: _, ...one }) => one);
}

function sightings(along: Along): object[] {
  const { times } = along;
  const placed = placedSignals(along);
  return placed.flatMap(({ logical, offset }, k) => {
    if (offset < 0 || offset > times.length) return [];
    const position = Math.max(0, offset - sightOf(logical), placed[k - 1]?.offset ?? 0);
    const signal = logical.physical.source.id;
    return [{ signal, time: ms(times.arrival(position)), position, state: "VL" }];
  });
}

function shownBy(shown: readonly Shown[], logical: Logical): string {
  return shown.find((one) => one.logical === logical)!.aspect;
}

function spacing(along: Along): object[] {
  const { zones, times, blocks, closedStops, trainLength, routes } = along;
  const queue = placedSignals(along).filter(({ offset }) => 0 <= offset && offset < times.length);
  const begins: number[] = [];
  let first = zones.findIndex((_, z) => zoneStart(along, z + 1) >= 0);
  if (first < 0) first = zones.length - 1;
  let emitted = first;
  const emit = (end: number, begin: (z: number) => number): void => {
    for (; emitted < end; emitted++) begins[emitted] = begin(emitted);
  };
  const [head] = queue;
  emit(head === undefined ? first + 1 : zonesUpTo(along, head.block), () => 0);
  for (const [k, { logical, offset, block }] of queue.entries()) {
    const sight = offset - sightOf(logical);
    if (sight >= times.length) break;
    const from = Math.max(0, sight);
    const to = queue[k + 1]?.offset ?? times.length;
    const v = from < to ? Math.floor(times.fastest(from, to) * 1000 + 0.5) : Infinity;
    const isNeeded = (z: number): boolean => {
      const listed: Block[] = [];
      const firstZone = zonesUpTo(along, block - 1);
      for (let b = block; b < blocks.length; b++) {
        listed.push(blocks[b]!);
        if (z - firstZone <= listed.reduce((sum, one) => sum + one.zonePaths.length, 0)) break;
      }
      const shown = evaluate({
        blocks: listed,
        routes,
        stateOf: (_, b, i) => (zonesUpTo(along, block + b - 1) + i === z ? "occupied" : "clear"),
        stateAfter: "occupied",
      });
      return constrains(logical.source.signaling_system, shownBy(shown, logical), v);
    };
    const after = zonesUpTo(along, block);
    let lo = after;
    let hi = Math.min(lo + 40, zones.length);
    const windowEnd = hi;
    while (lo < hi) {
      const mid = Math.floor((lo + hi) / 2);
      if (isNeeded(mid)) lo = mid + 1;
      else hi = mid;
    }
    while (lo >= windowEnd && lo < zones.length && isNeeded(lo)) lo++;
    emit(after, (z) => times.arrival(Math.max(0, zoneStart(along, z))));
    emit(lo, () => (sight < 0 ? 0 : times.arrival(sight)));
  }
  const recorded = closedStops.flatMap((stop) => {
    const b = blocks.findIndex((_, i) => stop < blockStart(along, i + 1));
    return b < 0 ? [] : [{ stop, nextZone: zonesUpTo(along, b) }];
  });
  return begins.flatMap((begin, z) => {
    const closed = recorded.findLast(({ nextZone }) => nextZone <= z);
    const reserved = closed === undefined ? 0 : times.departure(closed.stop) - RESERVATION;
    const cleared = zoneStart(along, z + 1) + trainLength;
    const isInside = cleared >= 0 && cleared <= times.length;
    const end = isInside ? times.departure(cleared) : times.total;
    const { zone } = zones[z]!;
    return [{ zone, begin_time: ms(Math.max(begin, reserved)), end_time: ms(end) }];
  });
}

function routing(along: Along): object[] {
  const { routes, zones, times, trainLength } = along;
  const out: object[] = [];
  let zoneIndex = 0;
  for (const route of routes) {
    const first = zoneIndex;
    const deadline = routeDeadline(along, first);
    zoneIndex += route.zonePaths.length;
    if (deadline === null) continue;
    const held = route.zonePaths.flatMap((zonePath, z) => {
      const offset = zoneStart(along, first + z) + zonePath.length;
      if (offset < 0) return [];
      const cleared = Math.max(0, Math.min(times.length, offset + trainLength));
      return [{ ...describeZone(zonePath), end_time: ms(times.departure(cleared)) }];
    });
    out.push({ route: route.id, begin_time: ms(deadline), zones: held });
  }
  return zones.length === 0 ? [] : out;
}

function describeZone({ zone, entry, exit, nodes }: ZonePath): object {
  const detector = (one: ZonePath["entry"]): string => {
    const [direction] = keyOf(one).split(":").reverse();
    return `${direction}:${one.detector.name}`;
  };
  const switches = Object.fromEntries(nodes.map(({ node, config }) => [node, config]));
  return { zone, entry_detector: detector(entry), exit_detector: detector(exit), switches };
}

/** Deadline of the route that begins at a zone; null = no signal asks for it. */
function routeDeadline(along: Along, zone: number): number | null {
  const { blocks, routes, times, closedStops } = along;
  if (zone === 0) return 0;
  const own = blocks.findIndex((_, b) => zonesUpTo(along, b) > zone);
  if (blocks[own]!.startsAtBufferStop) return 0;
  const shown = evaluate({
    blocks: blocks.slice(0, own),
    routes,
    stateOf: () => "clear",
    stateAfter: "incompatible",
  });
  let limiting: { logical: Logical; offset: number } | null = null;
  for (let b = own - 1; b >= 0; b--) {
    const { signals, positions } = blocks[b]!;
    for (let k = signals.length - 1; k >= (b === 0 ? 0 : 1); k--) {
      const logical = signals[k]!;
      const offset = blockStart(along, b) + positions[k]!;
      const v = signalSpeed(along, logical, offset, b);
      const slows = constrains(logical.source.signaling_system, shownBy(shown, logical), v);
      if (offset < 0 || !slows) break;
      limiting = { logical, offset };
    }
  }
  if (limiting === null) return null;
  const seen = Math.max(0, Math.min(times.length, limiting.offset - sightOf(limiting.logical)));
  const entry = blockStart(along, own) + blocks[own]!.positions[0]!;
  const closed = closedStops.findLast((stop) => stop <= entry);
  const reserved = closed === undefined ? 0 : times.departure(closed) - RESERVATION;
  return Math.max(0, times.arrival(seen), reserved);
}

/** V of 7.3: a signal shared by two blocks keeps the value of the block that it opens. */
function signalSpeed(along: Along, logical: Logical, offset: number, b: number): number {
  const { blocks, times } = along;
  const opens = blocks[b + 1]?.signals[0] === logical ? b + 1 : b;
  const from = Math.max(0, offset - sightOf(logical));
  const to = Math.min(times.length, blockStart(along, opens + 1));
  return from > to ? 0 : Math.floor(times.fastest(from, to) * 1000 + 0.5);
}
