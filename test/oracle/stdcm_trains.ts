/**
 * One train on one way, by the oracle: every way through a network that passes the steps in order, the
 * run on it, and the zones that it needs.
 */
import type { StockPhysics, TrainRun } from "../../workers/tasks/types.ts";
import { Failure, type Part } from "./envelope.ts";
import { cutTracks, type TrackRange } from "./find_path.ts";
import { timesOf } from "./judge_requirements.ts";
import type { Route } from "./network.ts";
import { requirementsOracle } from "./requirements.ts";
import type { World } from "./search.ts";
import { runOracle } from "./simulate.ts";
import { toMm } from "./tracks.ts";
import { makePath, mergeSchedule } from "./train.ts";

export interface TrackPlace {
  readonly track: string;
  /** mm */
  readonly offset: number;
}

export interface Way {
  readonly routes: readonly Route[];
  readonly ranges: readonly TrackRange[];
  /** Of the path's start from the start of the first route, mm. */
  readonly start: number;
  readonly length: number;
  /** One a step, mm from the path's start. */
  readonly positions: readonly number[];
}

/** A zone that is needed from begin to end. */
export interface Need {
  readonly zone: string;
  /** As part of a route: which way through the zone is set. null = for the train itself. */
  readonly set: string | null;
  readonly begin_ms: number;
  readonly end_ms: number;
}

/** Requirements in their printed form. */
export interface PrintedRequirements {
  readonly spacing_requirements: readonly {
    readonly zone: string;
    readonly begin_time: number;
    readonly end_time: number;
  }[];
  readonly routing_requirements: readonly {
    readonly begin_time: number;
    readonly zones: readonly {
      readonly zone: string;
      readonly entry_detector: string;
      readonly exit_detector: string;
      readonly switches: Readonly<Record<string, string>>;
      readonly end_time: number;
    }[];
  }[];
}

/** A route over a switch is prepared this long before (engine.md 7.4). */
const SWITCH_PREPARATION_MS = 5000;

/** What a train needs for itself, then what its routes need. */
export function listNeeds(printed: PrintedRequirements): Need[] {
  const spacing = printed.spacing_requirements.map(({ zone, begin_time, end_time }) => ({
    zone,
    set: null,
    begin_ms: begin_time,
    end_ms: end_time,
  }));
  const routing = printed.routing_requirements.flatMap(({ begin_time, zones }) => {
    const hasSwitch = zones.some(({ switches }) => Object.keys(switches).length > 0);
    return zones.map(({ zone, end_time, ...set }) => ({
      zone,
      set: JSON.stringify([set.entry_detector, set.exit_detector, set.switches]),
      begin_ms: begin_time - (hasSwitch ? SWITCH_PREPARATION_MS : 0),
      end_ms: end_time,
    }));
  });
  return [...spacing, ...routing];
}

/** Whether two needs of a zone can be in each other's way: two routes that are set alike can't. */
export function excludes(a: Need["set"], b: Need["set"]): boolean {
  return a === null || b === null ? a === b : a !== b;
}

/** Positions of a place on the chunks of some routes. */
function placesOn(routes: readonly Route[], { track, offset }: TrackPlace): number[] {
  const found: number[] = [];
  let before = 0;
  for (const { chunk, dir } of routes.flatMap(({ chunks }) => chunks)) {
    const inside = dir === 0 ? offset - chunk.offset : chunk.offset + chunk.length - offset;
    if (chunk.track.id === track && inside >= 0 && inside < chunk.length)
      found.push(before + inside);
    before += chunk.length;
  }
  return found;
}

const lengthOf = (routes: readonly Route[]): number =>
  routes.flatMap(({ chunks }) => chunks).reduce((sum, { chunk }) => sum + chunk.length, 0);

/** All ways over routes, no zone twice, that meet one place of each step in order. */
export function listWays({ network }: World, steps: readonly (readonly TrackPlace[])[]): Way[] {
  const ways: Way[] = [];
  const visit = (routes: readonly Route[]): void => {
    const zones = routes.flatMap(({ zonePaths }) => zonePaths.map(({ zone }) => zone));
    if (new Set(zones).size < zones.length) return;
    ways.push(...waysOn(routes, steps));
    const { detector, dir } = routes.at(-1)!.exit;
    for (const next of network.routes) {
      if (next.entry.detector === detector && next.entry.dir === dir) visit([...routes, next]);
    }
  };
  for (const route of network.routes) {
    if (steps[0]!.some((place) => placesOn([route], place).length > 0)) visit([route]);
  }
  return ways;
}

/** Ways that begin on the first of these routes and end on the last. */
function waysOn(routes: readonly Route[], steps: readonly (readonly TrackPlace[])[]): Way[] {
  const first = lengthOf(routes.slice(0, 1));
  const last = lengthOf(routes.slice(0, -1));
  const ways: Way[] = [];
  const choose = (chosen: readonly number[]): void => {
    if (chosen.length === steps.length) {
      const [start, end] = [chosen[0]!, chosen.at(-1)!];
      if (start >= first || end < last || end === start) return;
      const chunks = routes.flatMap((route) => route.chunks);
      const ranges = cutTracks(chunks, start, end);
      const positions = chosen.map((position) => position - start);
      ways.push({ routes, ranges, start, length: end - start, positions });
      return;
    }
    for (const place of steps[chosen.length]!) {
      for (const position of placesOn(routes, place)) {
        if (position >= (chosen.at(-1) ?? 0)) choose([...chosen, position]);
      }
    }
  };
  choose([]);
  return ways;
}

/** The way of a path as it is printed. */
export function readWay({ network }: World, printed: string): Way {
  const { routes: names, track_section_ranges, length, path_item_positions } = JSON.parse(printed);
  // The names are those of the network that the path was found on.
  const routes = (names as string[]).map((id) => network.routes.find((one) => one.id === id)!);
  const [first] = track_section_ranges as TrackRange[];
  const { track_section: track, begin, end, direction } = first!;
  const [start] = placesOn(routes, { track, offset: direction === "START_TO_STOP" ? begin : end });
  return {
    routes,
    ranges: track_section_ranges,
    start: start!,
    length,
    positions: path_item_positions,
  };
}

/** What a train is, apart from its way and stops. */
export interface Consist {
  readonly stock: StockPhysics;
  readonly comfort: "STANDARD";
  readonly speed_limit_tag: string | null;
  readonly fallback_tags: readonly string[];
  /** Times by so much longer, speeds by so much lower than they could be; 0 = as fast as possible. */
  readonly margin: number;
}

export interface Train {
  readonly way: Way;
  readonly consist: Consist;
}

export interface Run extends Train {
  readonly envelope: readonly Part[];
}

export type Stops = TrainRun["schedule"];

/** A run as every train of a timetable runs; null where it is impossible. */
export function runOn({ network }: World, { way, consist }: Train, stops: Stops): Run | null {
  const path = makePath(network, way.ranges, way.routes);
  const run: TrainRun = {
    ...consist,
    path: { packed: new SharedArrayBuffer(0), length_mm: way.length, item_positions_mm: [] },
    stock_index: 0,
    initial_speed_m_s: 0,
    constraint_distribution: "LINEAR",
    use_electrical_profiles: false,
    schedule: stops,
    margins: { boundaries_mm: [], values: [] },
    power_restrictions: [],
  };
  try {
    const { envelope } = runOracle(path, consist.stock, run, null);
    return { envelope: slow(envelope, 1 + consist.margin), way, consist };
  } catch (error) {
    if (error instanceof Failure) return null;
    throw error;
  }
}

/** The linear margin, exactly. */
function slow(envelope: readonly Part[], factor: number): readonly Part[] {
  if (factor === 1) return envelope;
  return envelope.map(({ xs, vs, dts }) => ({
    xs,
    vs: vs.map((v) => v / factor),
    dts: dts.map((dt) => dt * factor),
  }));
}

/** Arrivals at the steps and the zones needed, ms from the departure; null where signals refuse. */
export function needsOf(
  { blocks }: World,
  { envelope, way, consist }: Run,
  stops: Stops,
): { readonly arrivals_ms: readonly number[]; readonly needs: readonly Need[] } | null {
  const halts = mergeSchedule(stops).flatMap(({ offset, stop_ms }) =>
    stop_ms === null ? [] : [{ x: offset / 1000, s: stop_ms / 1000 }],
  );
  const times = timesOf(envelope, halts, way.length);
  const outcome = requirementsOracle(blocks, way.routes, way.start, {
    times,
    trainLength: toMm(consist.stock.length_m),
    closedStops: stops
      .filter(({ reception_signal }) => reception_signal !== "OPEN")
      .map(({ offset_mm }) => offset_mm),
  });
  if (outcome.kind === "failed") return null;
  return {
    arrivals_ms: way.positions.map((position) => times.arrival(position) / 1000),
    // The lists have the printed form of requirements.
    needs: listNeeds(outcome.lists as unknown as PrintedRequirements),
  };
}
