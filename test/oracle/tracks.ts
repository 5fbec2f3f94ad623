/**
 * Oracle for engine.md 1.3-1.8: track sections cut into chunks and what lies on them, evaluated with
 * lists and range maps exactly as the page words it.
 */
import type {
  RailjsonInput,
  RailjsonTrack,
} from "../../workers/engine/infra/compile/railjson_input.ts";
import { RangeMap } from "./range_map.ts";

/** 0 = INCREASING, 1 = DECREASING. */
export type Dir = 0 | 1;
export const DIRS: readonly Dir[] = [0, 1];

export function toMm(m: number): number {
  return Math.floor(m * 1000 + 0.5);
}

export interface Limit {
  readonly fallback: number;
  readonly byTag: Map<string, number>;
  readonly byRoute: Map<string, number>;
}

export interface Part {
  readonly op: RailjsonInput["operational_points"][number];
  readonly part: RailjsonInput["operational_points"][number]["parts"][number];
  readonly offset: number;
}

export interface Chunk {
  readonly track: Track;
  readonly offset: number;
  readonly length: number;
  readonly slopes: [RangeMap<number>, RangeMap<number>];
  readonly curves: [RangeMap<number>, RangeMap<number>];
  readonly gradients: [RangeMap<number>, RangeMap<number>];
  readonly neutral: [RangeMap<boolean>, RangeMap<boolean>];
  readonly speeds: [RangeMap<Limit>, RangeMap<Limit>];
  readonly electrification: RangeMap<string>;
  readonly gauges: RangeMap<Set<string>>;
  readonly parts: Part[];
  zone: string | null;
}

export interface Detector {
  readonly name: string;
  readonly names: readonly string[];
  readonly track: Track;
  readonly offset: number;
}

export interface Track {
  readonly source: RailjsonTrack;
  readonly id: string;
  readonly index: number;
  readonly length: number;
  readonly detectors: Detector[];
  readonly chunks: Chunk[];
}

const both = <V>(): [RangeMap<V>, RangeMap<V>] => [new RangeMap<V>(), new RangeMap<V>()];

const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  G1: ["G1"],
  GA: ["GA", "G1"],
  GB: ["GB", "FR3.3/GB/G2", "GA", "G1"],
  GB1: ["GB1", "GB", "FR3.3/GB/G2", "GA", "G1"],
  GC: ["GC", "GB1", "GB", "FR3.3/GB/G2", "GA", "G1"],
  G2: ["G2", "FR3.3/GB/G2", "G1"],
  "FR3.3": ["FR3.3", "FR3.3/GB/G2"],
  GLOTT: ["GLOTT"],
};
export const GAUGES = ["G1", "G2", "GA", "GB", "GB1", "GC", "FR3.3", "FR3.3/GB/G2", "GLOTT"];

export function makeTracks(input: RailjsonInput): Track[] {
  const tracks = input.track_sections.map((source, index) => makeTrack(input, source, index));
  const byId = new Map(tracks.map((track) => [track.id, track]));
  const find = (id: string): Track => byId.get(id)!;
  for (const { voltage, track_ranges } of input.electrifications) {
    for (const { track, begin, end } of track_ranges) {
      for (const [chunk, lo, hi] of cut(find(track), begin, end)) {
        chunk.electrification.put(lo, hi, voltage);
      }
    }
  }
  for (const { lower_pantograph, track_ranges } of input.neutral_sections) {
    for (const { track, begin, end, direction } of track_ranges) {
      for (const [chunk, lo, hi] of cut(find(track), begin, end)) {
        if (direction === "START_TO_STOP") chunk.neutral[0].put(lo, hi, lower_pantograph);
        else chunk.neutral[1].put(chunk.length - hi, chunk.length - lo, lower_pantograph);
      }
    }
  }
  for (const section of input.speed_sections) limitSpeeds(section, find);
  for (const op of input.operational_points) {
    for (const part of op.parts) {
      const track = byId.get(part.track);
      if (track === undefined) continue;
      const offset = toMm(part.position);
      const chunk = track.chunks.findLast((one) => one.offset <= offset);
      chunk?.parts.push({ op, part, offset: offset - chunk.offset });
    }
  }
  return tracks;
}

function makeTrack(input: RailjsonInput, source: RailjsonTrack, index: number): Track {
  const length = toMm(source.length);
  const track: Track = { source, id: source.id, index, length, detectors: [], chunks: [] };
  const named = new Map<number, string[]>();
  for (const { id, track: on, position } of [...input.detectors, ...input.buffer_stops]) {
    if (on !== source.id) continue;
    named.set(toMm(position), [...(named.get(toMm(position)) ?? []), id]);
  }
  const places = [...named.keys()].sort((a, b) => a - b);
  for (const offset of places) {
    const names = named.get(offset)!.sort();
    track.detectors.push({ name: names[0]!, names, track, offset });
  }
  const boundaries = [...new Set([0, ...places, length])].sort((a, b) => a - b);
  const slopes = new RangeMap<number>().put(0, length, 0);
  for (const { gradient, begin, end } of source.slopes) {
    if (gradient === 0) continue;
    if (begin > end) slopes.put(toMm(end), toMm(begin), -gradient);
    else slopes.put(toMm(begin), toMm(end), gradient);
  }
  const curves = new RangeMap<number>().put(0, length, 0);
  for (const { radius, begin, end } of source.curves) {
    if (radius === 0) continue;
    if (begin > end) curves.put(toMm(end), toMm(begin), -radius);
    else curves.put(toMm(begin), toMm(end), radius);
  }
  const gauges = blockGauges(source);
  for (let i = 0; i + 1 < boundaries.length; i++) {
    const [from, to] = [boundaries[i]!, boundaries[i + 1]!];
    const size = to - from;
    const clip = <V>(map: RangeMap<V>): RangeMap<V> => map.subMap(from, to).shift(-from);
    const negate = (value: number): number => (value === 0 ? 0 : -value);
    const slope = clip(slopes);
    const curve = clip(curves);
    const chunk: Chunk = {
      track,
      offset: from,
      length: size,
      slopes: [slope, slope.mirror(size, negate)],
      curves: [curve, curve.mirror(size, negate)],
      gradients: both(),
      neutral: both(),
      speeds: both(),
      electrification: new RangeMap<string>().put(0, size, ""),
      gauges: clip(gauges),
      parts: [],
      zone: null,
    };
    for (const dir of DIRS) {
      for (const piece of chunk.slopes[dir].entries) {
        for (const bend of chunk.curves[dir].subMap(piece.lo, piece.hi).entries) {
          const more = bend.value === 0 ? 0 : 800 / Math.abs(bend.value);
          chunk.gradients[dir].put(bend.lo, bend.hi, piece.value + more);
        }
      }
      const none: Limit = { fallback: Infinity, byTag: new Map(), byRoute: new Map() };
      chunk.speeds[dir].put(0, size, none);
    }
    track.chunks.push(chunk);
  }
  return track;
}

/** Engine.md 1.8: pieces between all boundaries, the union of what each covering limit allows. */
function blockGauges(source: RailjsonTrack): RangeMap<Set<string>> {
  const map = new RangeMap<Set<string>>();
  const limits = source.loading_gauge_limits ?? [];
  const cuts = [...new Set(limits.flatMap(({ begin, end }) => [toMm(begin), toMm(end)]))];
  cuts.sort((a, b) => a - b);
  for (let i = 0; i + 1 < cuts.length; i++) {
    const covering = limits.filter(
      ({ begin, end }) => toMm(begin) <= cuts[i]! && cuts[i + 1]! <= toMm(end),
    );
    const allowed = covering.flatMap(({ category }) => ALLOWED[category] ?? GAUGES);
    const blocked = new Set(GAUGES.filter((gauge) => !allowed.includes(gauge)));
    map.put(cuts[i]!, cuts[i + 1]!, blocked);
  }
  return map;
}

/** The chunks under a track range with the range's part in each. */
function cut(track: Track, begin: number, end: number): [Chunk, number, number][] {
  const [from, to] = [toMm(begin), toMm(end)];
  const found: [Chunk, number, number][] = [];
  let i = track.chunks.findLastIndex((chunk) => chunk.offset <= from);
  for (; i < track.chunks.length; i++) {
    const chunk = track.chunks[i]!;
    if (chunk.offset >= to) break;
    found.push([
      chunk,
      Math.max(0, from - chunk.offset),
      Math.min(chunk.length, to - chunk.offset),
    ]);
  }
  return found;
}

type SpeedSection = RailjsonInput["speed_sections"][number];

function limitSpeeds(section: SpeedSection, find: (id: string) => Track): void {
  const speed = section.speed_limit;
  let fallback = speed === null || speed === undefined ? Infinity : toMm(speed);
  const byTag = new Map(
    Object.entries(section.speed_limit_by_tag).map(([tag, value]) => [tag, toMm(value)]),
  );
  const byRoute = new Map<string, number>();
  if (section.on_routes !== undefined && section.on_routes !== null) {
    for (const route of section.on_routes) byRoute.set(route, fallback);
    fallback = Infinity;
  }
  const limit: Limit = { fallback, byTag, byRoute };
  for (const { track, begin, end, applicable_directions } of section.track_ranges) {
    for (const [chunk, lo, hi] of cut(find(track), begin, end)) {
      const over = new RangeMap<Limit>().put(lo, hi, limit);
      if (applicable_directions !== "STOP_TO_START") chunk.speeds[0].update(over, merge);
      if (applicable_directions !== "START_TO_STOP") {
        chunk.speeds[1].update(over.mirror(chunk.length), merge);
      }
    }
  }
}

function merge(a: Limit, b: Limit): Limit {
  const byTag = new Map<string, number>();
  for (const tag of [...a.byTag.keys(), ...b.byTag.keys()]) {
    byTag.set(tag, Math.min(a.byTag.get(tag) ?? a.fallback, b.byTag.get(tag) ?? b.fallback));
  }
  const byRoute = new Map(a.byRoute);
  for (const [route, speed] of b.byRoute) {
    byRoute.set(route, Math.min(byRoute.get(route) ?? Infinity, speed));
  }
  return { fallback: Math.min(a.fallback, b.fallback), byTag, byRoute };
}

export interface Speed {
  readonly speed: number;
  readonly source: null | "given_train_tag" | "fallback_tag" | "unknown_tag";
  readonly tag?: string;
}

/** Engine.md 1.6, resolution. */
export function resolveSpeed(
  limit: Limit,
  tag: string | null,
  fallbacks: readonly string[],
  route: string | null,
): Speed {
  const onRoute = route === null ? undefined : limit.byRoute.get(route);
  if (onRoute !== undefined) return { speed: onRoute, source: null };
  if (tag === null) return { speed: limit.fallback, source: null };
  const given = limit.byTag.get(tag);
  if (given !== undefined) return { speed: given, source: "given_train_tag", tag };
  const present = fallbacks.filter((name) => limit.byTag.has(name));
  if (present.length > 0) {
    const highest = Math.max(...present.map((name) => limit.byTag.get(name)!));
    const winner = present.find((name) => limit.byTag.get(name) === highest)!;
    return { speed: highest, source: "fallback_tag", tag: winner };
  }
  return { speed: limit.fallback, source: "unknown_tag" };
}
