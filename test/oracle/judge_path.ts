/** One random path request, and the properties of a random path: engine against oracle. */
import type { BlockPath } from "../../workers/engine/path/block_path.ts";
import type { PathSearchOutcome } from "../../workers/engine/path/find_path.ts";
import { printPath } from "../../workers/engine/path/print_path.ts";
import { resolveWaypoint } from "../../workers/engine/path/waypoints.ts";
import { viewPathFinder } from "../../workers/tasks/infra_views.ts";
import { extractPathProperties } from "../../workers/tasks/path/extract_path_properties.ts";
import { type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { findPathOracle, type TrackRange } from "./find_path.ts";
import { pick, VOLTAGES } from "./mutations.ts";
import type { DirChunk } from "./network.ts";
import type { Opened } from "./opened.ts";
import { propertiesOracle } from "./properties.ts";
import { textOf } from "./range_map.ts";
import type { Stock, World } from "./search.ts";
import { GAUGES, type Track } from "./tracks.ts";
import { makePath } from "./train.ts";

const SYSTEMS = ["BAL", "BAPR", "TVM300", "TVM430"];

type Place = { readonly track: string; readonly offset: number };

/** Directed chunks along a chain of routes, the tracks of which are distinct. */
export function walkRoutes(random: Random, { network }: World): DirChunk[] {
  let route = pick(random, network.routes);
  const chunks: DirChunk[] = [];
  for (let i = 0; i < 8; i++) {
    const used = new Set(chunks.slice(0, -1).map(({ chunk }) => chunk.track));
    if (route.chunks.some(({ chunk }) => used.has(chunk.track))) break;
    chunks.push(...route.chunks);
    const { exit } = route;
    const next = network.routes.filter(
      ({ entry }) => entry.detector === exit.detector && entry.dir === exit.dir,
    );
    if (next.length === 0) break;
    route = pick(random, next);
  }
  return chunks;
}

function placeOn(random: Random, { id, length, chunks }: Track): Place {
  const kind = random();
  const offset =
    kind < 0.3
      ? pick(random, chunks).offset
      : kind < 0.4
        ? length
        : wholeBetween(random, 0, length);
  return { track: id, offset };
}

/** Waypoints in the order of a possible path, most with further candidates anywhere. */
export function drawItems(random: Random, { input, world }: Opened): Place[][] {
  const tracks = walkRoutes(random, world).map(({ chunk }) => chunk.track);
  const places = Array.from({ length: wholeBetween(random, 2, 4) }, () =>
    wholeBetween(random, 0, tracks.length - 1),
  );
  if (random() < 0.85) places.sort((a, b) => a - b);
  return places.map((at) => {
    const item = [placeOn(random, tracks[at]!)];
    if (random() < 0.2 && input.operational_points.length > 0) {
      const { parts } = pick(random, input.operational_points);
      return parts.map(({ track, position }) => ({ track, offset: Math.floor(position * 1000) }));
    }
    const more = random() < 0.5 ? 0 : wholeBetween(random, 1, 6);
    for (let i = 0; i < more; i++) item.push(placeOn(random, pick(random, world.network.tracks)));
    return item;
  });
}

export function drawPathStock(random: Random): Stock {
  return {
    loading_gauge: pick(random, GAUGES),
    is_thermal: random() < 0.6,
    supported_electrifications: VOLTAGES.filter(() => random() < 0.6),
    supported_signaling_systems: SYSTEMS.filter(() => random() < 0.9),
    maximum_speed_m_s:
      random() < 0.3 ? pick(random, [27.7777, 83.333, 11.11]) : wholeBetween(random, 5, 90),
  };
}

/** Finds with the engine. */
export function searchItems(
  { ref }: Opened,
  items: readonly Place[][],
  stock: Stock,
): PathSearchOutcome {
  const finder = viewPathFinder(ref);
  const steps = items.map((item) =>
    item.flatMap(({ track, offset }) => {
      const resolved = resolveWaypoint(finder.infra, {
        kind: "track_offset",
        track,
        offset_mm: offset,
      });
      return resolved.ok ? resolved.value : [];
    }),
  );
  return finder.find(steps, stock);
}

export interface PrintedPath {
  readonly routes: readonly string[];
  readonly track_section_ranges: readonly TrackRange[];
}

export function printFound({ ref }: Opened, path: BlockPath): PrintedPath {
  const { infra } = viewPathFinder(ref);
  const { status: _, ...rest } = JSON.parse(
    printPath(infra, path, path.length_mm, path.itemPositions_mm),
  );
  return rest;
}

/** Returns what the engine answered and where the oracle disagrees. */
export function judgePath(random: Random, opened: Opened): { kind: string; problems: string[] } {
  const items = drawItems(random, opened);
  const stock = drawPathStock(random);
  const isKnown = ({ track, offset }: Place): boolean =>
    offset <= (opened.world.network.byTrack.get(track)?.length ?? -1);
  if (!items.flat().every(isKnown)) return { kind: "not asked", problems: [] };
  const outcome = searchItems(opened, items, stock);
  const own = toPlain(opened, outcome);
  const oracle = findPathOracle(opened.world, items, stock);
  if (textOf(own) === textOf(oracle)) return { kind: outcome.kind, problems: [] };
  const [left, right] = [own, oracle].map((one) => JSON.stringify(one).slice(0, 2000));
  const asked = JSON.stringify({ items, stock });
  return {
    kind: outcome.kind,
    problems: [`${opened.name}: ${asked}\n  engine ${left}\n  oracle ${right}`],
  };
}

function toPlain(opened: Opened, outcome: PathSearchOutcome): object {
  switch (outcome.kind) {
    case "success":
      return { kind: outcome.kind, path: printFound(opened, outcome.path) };
    case "incompatible_constraints":
      return { kind: outcome.kind, path: printFound(opened, outcome.path), ...outcome.ranges };
    case "fault":
      return { kind: "internal_error", type: outcome.fault.type };
    case "not_enough_path_items":
    case "not_found_in_blocks":
    case "work_limit":
      return outcome;
  }
}

const PROPERTIES = [
  "slopes",
  "curves",
  "gradients",
  "electrifications",
  "zones",
  "operational_points",
] as const;

const DEGREES_TOLERANCE = 1e-9;

/** Compares all properties of a random path. */
export function judgeProperties(random: Random, { name, ref, world }: Opened): string[] {
  const ranges = drawRanges(random, world);
  if (ranges === null) return [];
  const outcome = extractPathProperties({
    infra: ref,
    track_section_ranges: ranges,
    props: [...PROPERTIES, "geometry"],
  });
  if (outcome.kind !== "success") return [`${name}: ${outcome.kind} ${JSON.stringify(ranges)}`];
  const own = JSON.parse(outcome.json);
  const oracle = propertiesOracle(makePath(world.network, ranges, []));
  const problems = PROPERTIES.filter((one) => textOf(own[one]) !== textOf(oracle[one])).map(
    (one) =>
      `${one}\n  engine ${JSON.stringify(own[one])}\n  oracle ${JSON.stringify(oracle[one])}`,
  );
  const line: number[][] = own.geometry.coordinates;
  const { geometry } = oracle;
  const isSame =
    line.length === geometry.length &&
    line.every((point, i) =>
      point.every((one, k) => Math.abs(one - geometry[i]![k]!) <= DEGREES_TOLERANCE),
    );
  if (!isSame) problems.push(`geometry ${JSON.stringify(line)}`);
  return problems.map((problem) => `${name} ${JSON.stringify(ranges)}: ${problem}`);
}

function drawRanges(random: Random, world: World): TrackRange[] | null {
  const directed = new Map(walkRoutes(random, world).map(({ chunk, dir }) => [chunk.track, dir]));
  const ranges = [...directed].map(([track, dir]) => ({
    track_section: track.id,
    begin: 0,
    end: track.length,
    direction: dir === 0 ? ("START_TO_STOP" as const) : ("STOP_TO_START" as const),
  }));
  const cut = (at: number, isStart: boolean): void => {
    const range = ranges[at]!;
    const { offset } = placeOn(random, world.network.byTrack.get(range.track_section)!);
    const cutsBegin = isStart === (range.direction === "START_TO_STOP");
    if (cutsBegin) range.begin = Math.min(range.end, offset);
    else range.end = Math.max(range.begin, offset);
  };
  cut(0, true);
  cut(ranges.length - 1, false);
  return ranges.some(({ begin, end }) => begin < end) ? ranges : null;
}

/** A way between drawn places, also one with conflicts; null where there is none. */
export function findAnyPath(
  random: Random,
  opened: Opened,
  maximum_speed_m_s: number,
): BlockPath | null {
  const outcome = searchItems(opened, drawItems(random, opened), {
    loading_gauge: "G1",
    is_thermal: true,
    supported_electrifications: [],
    supported_signaling_systems: ["BAL", "BAPR", "TVM300", "TVM430"],
    maximum_speed_m_s,
  });
  if (outcome.kind !== "success" && outcome.kind !== "incompatible_constraints") return null;
  return outcome.path.length_mm > 0 ? outcome.path : null;
}
