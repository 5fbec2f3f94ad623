/**
 * Oracle for engine.md 3.1, 4.1-4.3, 5.8 (profiles) and 6.1: what a train meets along its path, as
 * range maps over path offsets in mm.
 */
import type { StockPhysics, TrainRun } from "../../workers/tasks/types.ts";
import { isDelimiter } from "./blocks.ts";
import type { TrackRange } from "./find_path.ts";
import { type SpeedPart, sweep } from "./mrsp.ts";
import { chunkKey, type DirChunk, keyOf, type Network, type Route } from "./network.ts";
import { RangeMap } from "./range_map.ts";
import { along, undirected } from "./search.ts";
import { resolveSpeed, type Speed, toMm } from "./tracks.ts";

export interface ProfileSet {
  readonly levels: readonly {
    readonly value: string;
    readonly power_class: string;
    readonly track_ranges: readonly { track: string; begin: number; end: number }[];
  }[];
}

export interface OraclePath {
  readonly network: Network;
  readonly chunks: readonly DirChunk[];
  /** Of the path's start in the first chunk. */
  readonly begin: number;
  readonly length: number;
  readonly routes: readonly Route[];
}

/** Engine.md 3.1. */
export function makePath(
  network: Network,
  ranges: readonly TrackRange[],
  routes: readonly Route[],
): OraclePath {
  const [first] = ranges;
  const all: DirChunk[] = [];
  for (const { track_section, direction } of ranges) {
    const { chunks } = network.byTrack.get(track_section)!;
    if (direction === "START_TO_STOP")
      all.push(...chunks.map((chunk) => ({ chunk, dir: 0 as const })));
    else all.push(...chunks.toReversed().map((chunk) => ({ chunk, dir: 1 as const })));
  }
  const track = network.byTrack.get(first!.track_section)!;
  let begin = first!.direction === "START_TO_STOP" ? first!.begin : track.length - first!.end;
  const length = ranges.reduce((sum, range) => sum + range.end - range.begin, 0);
  let end = begin + length;
  const chunks: DirChunk[] = [];
  let start = 0;
  let isBegun = false;
  for (const one of all) {
    if (!isBegun && one.chunk.length < begin) {
      begin -= one.chunk.length;
      end -= one.chunk.length;
      continue;
    }
    isBegun = true;
    if (start > end) break;
    chunks.push(one);
    start += one.chunk.length;
  }
  return { network, chunks, begin, length, routes };
}

export function onPath<V>(path: OraclePath, read: (one: DirChunk) => RangeMap<V>): RangeMap<V> {
  return along(path.chunks, read)
    .subMap(path.begin, path.begin + path.length)
    .shift(-path.begin);
}

/** Speed limits of 1.6 for a train on its routes. */
export function limitsOnPath(
  path: OraclePath,
  { speed_limit_tag, fallback_tags }: Pick<TrainRun, "speed_limit_tag" | "fallback_tags">,
): RangeMap<Speed> {
  return onPath(path, (one) => {
    const route = path.network.routes.find(
      ({ id, chunks }) =>
        path.routes.some((other) => other.id === id) &&
        chunks.some((chunk) => chunkKey(chunk) === chunkKey(one)),
    );
    const map = new RangeMap<Speed>();
    for (const { lo, hi, value } of one.chunk.speeds[one.dir].entries) {
      map.put(lo, hi, resolveSpeed(value, speed_limit_tag, fallback_tags, route?.id ?? null));
    }
    return map;
  });
}

interface Mark {
  readonly source: Speed["source"];
  readonly tag?: string | undefined;
}

function limitParts(limits: RangeMap<Speed>, length: number, trainLength: number): SpeedPart[] {
  return limits.entries
    .filter(({ value }) => value.speed !== 0)
    .map(({ lo, hi, value }) => ({
      lo,
      hi: Math.min(length, hi + trainLength),
      speed: value.speed,
      mark: { source: value.source, tag: value.tag } satisfies Mark,
    }));
}

/** A part cut at the borders of unknown-tag ranges. */
function cutAtUnknown(part: SpeedPart, limits: RangeMap<Speed>): SpeedPart[] {
  const kinds = new RangeMap<boolean>().put(part.lo, part.hi, false);
  for (const { lo, hi, value } of limits.entries) {
    const isUnknown = value.source === "unknown_tag";
    if (isUnknown) kinds.put(Math.max(lo, part.lo), Math.min(hi, part.hi), true);
  }
  return kinds.entries.map(({ lo, hi, value }) => ({
    lo,
    hi,
    speed: part.speed,
    mark: { source: value ? "unknown_tag" : null } satisfies Mark,
  }));
}

export function physicsMrsp(
  path: OraclePath,
  stock: StockPhysics,
  limits: RangeMap<Speed>,
  safety: RangeMap<number>,
): SpeedPart[] {
  const trainLength = toMm(stock.length_m);
  const maximum = { lo: 0, hi: path.length, speed: toMm(stock.max_speed_m_s) };
  const slow = safety.entries.map(({ lo, hi, value }) => ({
    lo,
    hi: Math.min(path.length, hi + trainLength),
    speed: value,
  }));
  return sweep([
    ...limitParts(limits, path.length, trainLength),
    ...[maximum, ...slow].flatMap((part) => cutAtUnknown(part, limits)),
  ]);
}

export function responseMrsp(
  path: OraclePath,
  stock: StockPhysics,
  limits: RangeMap<Speed>,
): object {
  const maximum = { lo: 0, hi: path.length, speed: toMm(stock.max_speed_m_s) };
  const parts = sweep([...limitParts(limits, path.length, 0), ...cutAtUnknown(maximum, limits)]);
  return {
    boundaries: parts.slice(0, -1).map(({ hi }) => hi),
    values: parts.map(({ speed, mark }) => {
      // Each part was made above with a mark.
      const { source, tag } = mark as Mark;
      if (source === null) return { speed: speed / 1000 };
      return {
        speed: speed / 1000,
        source: { speed_limit_source_type: source, ...(tag === undefined ? {} : { tag }) },
      };
    }),
  };
}

/** Engine.md 6.1; null when no signal follows a closed stop. */
export function safetyRanges(
  path: OraclePath,
  schedule: readonly StopItem[],
): RangeMap<number> | null {
  const { network, routes, chunks, begin, length } = path;
  const offsets: number[] = [];
  const all = routes.flatMap((route) => route.chunks.map(chunkKey));
  let first = all.indexOf(chunkKey(chunks[0]!));
  let inside = begin;
  if (begin === chunks[0]!.chunk.length && chunks.length > 1) {
    first = all.indexOf(chunkKey(chunks[1]!));
    inside = 0;
  }
  const routeChunks = routes.flatMap((route) => route.chunks);
  const start =
    routeChunks.slice(0, first).reduce((sum, { chunk }) => sum + chunk.length, 0) + inside;
  let at = -start;
  for (const { zonePaths } of routes) {
    for (const { signals, length: zoneLength } of zonePaths) {
      for (const { signal, offset } of signals) {
        if (signal.logical.some(isDelimiter)) offsets.push(at + offset);
      }
      at += zoneLength;
    }
  }
  offsets.push(at);
  const ahead = offsets.filter((offset) => offset >= 0).sort((a, b) => a - b);
  const closed = schedule
    .filter(({ signal }) => signal !== "OPEN")
    .map(({ offset, signal }) => ({ offset, isShort: signal === "SHORT_SLIP_STOP" }));
  const { exit } = routes.at(-1)!;
  const isBufferStop = ([0, 1] as const).some(
    (dir) => !network.nextZone.has(keyOf({ detector: exit.detector, dir })),
  );
  if (isBufferStop) closed.push({ offset: at, isShort: true });
  const ranges = new RangeMap<number>();
  const put = (lo: number, hi: number, speed: number): void => {
    ranges.put(Math.max(0, lo), Math.min(length, hi), speed);
  };
  for (const { offset, isShort } of closed) {
    const signal = ahead.find((one) => one >= offset);
    if (signal === undefined) return null;
    put(signal - 200_000, signal, 8333);
    if (isShort) put(signal - 100_000, signal, 2778);
  }
  return ranges;
}

export interface StopItem {
  readonly offset: number;
  readonly stop_ms: number | null;
  readonly signal: "OPEN" | "STOP" | "SHORT_SLIP_STOP";
}

/** Engine.md 5.1. */
export function mergeSchedule(schedule: TrainRun["schedule"]): StopItem[] {
  const merged: StopItem[] = [];
  const rank = ["OPEN", "STOP", "SHORT_SLIP_STOP"];
  for (const { offset_mm, stop_for_ms, reception_signal } of schedule) {
    const last = merged.at(-1);
    if (last?.offset !== offset_mm) {
      merged.push({ offset: offset_mm, stop_ms: stop_for_ms, signal: reception_signal });
      continue;
    }
    const stop_ms =
      last.stop_ms === null && stop_for_ms === null
        ? null
        : (last.stop_ms ?? 0) + (stop_for_ms ?? 0);
    const signal =
      rank.indexOf(last.signal) > rank.indexOf(reception_signal) ? last.signal : reception_signal;
    merged[merged.length - 1] = { offset: offset_mm, stop_ms, signal };
  }
  return merged.sort((a, b) => a.offset - b.offset);
}

export interface Supply {
  readonly voltage: string;
  readonly neutral: boolean;
  readonly profile: string | null;
  readonly restriction: string | null;
}

/** Engine.md 4.3, the electrification map of a path. */
export function supplyOnPath(
  path: OraclePath,
  stock: StockPhysics,
  run: TrainRun,
  profiles: ProfileSet | null,
): RangeMap<Supply> {
  const make = (powerClass: string | null, restriction: string | null): RangeMap<Supply> => {
    const map = new RangeMap<Supply>();
    const plain = onPath(
      path,
      undirected((chunk) => chunk.electrification),
    );
    for (const { lo, hi, value } of plain.entries) {
      map.put(lo, hi, { voltage: value, neutral: false, profile: null, restriction });
    }
    if (profiles !== null && run.use_electrical_profiles && powerClass !== null) {
      const levels = onPath(path, ({ chunk, dir }) => {
        const level = new RangeMap<string>();
        for (const { value, power_class, track_ranges } of profiles.levels) {
          if (power_class !== powerClass) continue;
          for (const { track, begin, end } of track_ranges) {
            if (track !== chunk.track.id) continue;
            const lo = Math.max(0, toMm(begin) - chunk.offset);
            level.put(lo, Math.min(chunk.length, toMm(end) - chunk.offset), value);
          }
        }
        return dir === 0 ? level : level.mirror(chunk.length);
      });
      map.update(levels, (old, profile) => ({ ...old, profile }));
    }
    const neutral = onPath(path, ({ chunk, dir }) => chunk.neutral[dir]);
    return map.update(neutral, (old) => ({ ...old, neutral: true }));
  };
  const known = (powerClass: string | null): string | null =>
    profiles?.levels.some(({ power_class }) => power_class === powerClass) === true
      ? powerClass
      : null;
  const base = known(stock.base_power_class);
  const map = make(base, null);
  for (const { from_mm, to_mm, value } of run.power_restrictions) {
    const powerClass = known(stock.power_restrictions[value] ?? stock.base_power_class) ?? base;
    map.putAll(make(powerClass, value).subMap(from_mm, to_mm));
  }
  return map;
}

type Mode = StockPhysics["effort_curves"]["modes"][string];

export interface Chosen {
  readonly curve: Mode["default_curve"] | null;
  /** The chosen curve's condition on the profile. */
  readonly condition: string | null;
}

export function chooseCurve(stock: StockPhysics, comfort: string, supply: Supply): Chosen {
  const { modes, default_mode } = stock.effort_curves;
  const fallback = modes[default_mode]!;
  if (supply.voltage === "") {
    if (supply.neutral && fallback.is_electric) return { curve: null, condition: null };
    return { curve: fallback.default_curve, condition: null };
  }
  const mode = modes[supply.voltage] ?? fallback;
  if (supply.neutral && mode.is_electric) return { curve: null, condition: null };
  const fits = (wanted: string | null, actual: string | null): boolean =>
    wanted === null || wanted === actual;
  const found = mode.curves.find(
    ({ cond }) =>
      fits(cond.comfort, comfort) &&
      fits(cond.electrical_profile_level, supply.profile) &&
      fits(cond.power_restriction_code, supply.restriction),
  );
  return found === undefined
    ? { curve: mode.default_curve, condition: null }
    : { curve: found.curve, condition: found.cond.electrical_profile_level };
}

export function printProfiles(
  supply: RangeMap<Supply>,
  stock: StockPhysics,
  comfort: string,
): object {
  const map = new RangeMap<object>();
  for (const { lo, hi, value } of supply.entries) {
    const isPlain = value.voltage === "" || value.neutral;
    const handled = chooseCurve(stock, comfort, value).condition === value.profile;
    const profile = value.profile === null ? {} : { profile: value.profile };
    map.put(
      lo,
      hi,
      isPlain
        ? { electrical_profile_type: "no_profile" }
        : { electrical_profile_type: "profile", ...profile, handled },
    );
  }
  return {
    boundaries: map.entries.slice(0, -1).map(({ hi }) => hi),
    values: map.entries.map(({ value }) => value),
  };
}
