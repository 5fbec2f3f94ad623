/**
 * Oracle for engine.md 8: signal updates by evaluating all signals after each zone update, and
 * space-time curves by looking each point's track up on the other path.
 */
import type { Block } from "./blocks.ts";
import type { TrackRange } from "./find_path.ts";
import type { Logical, Route } from "./network.ts";
import { evaluate, SignalError } from "./signalling.ts";

export interface ZoneUpdate {
  readonly zone: string;
  readonly time: number;
  readonly is_entry: boolean;
}

export interface Sighting {
  readonly signal: string;
  readonly time: number;
}

interface ProjectedOn {
  readonly blocks: readonly Block[];
  readonly routes: readonly Route[];
  /** Distance from the first block's start to the path's start. */
  readonly start: number;
  readonly length: number;
}

const clearest = (system: string): string => (system.startsWith("TVM") ? "300VL" : "VL");

const COLORS: Readonly<Record<string, readonly string[]>> = {
  "-16711936": ["VL", "300VL"],
  "-256": ["A", "(A)"],
  "-65536": ["S", "C", "RRR", "OCCUPIED"],
  "-8355712": ["300(VL)", "270A", "220A", "160A", "080A", "000"],
};

/** The list of 8.2 by path signal, or the name of the error. */
export function signalUpdatesOracle(
  { blocks, routes, start, length }: ProjectedOn,
  train: {
    readonly zone_updates: readonly ZoneUpdate[];
    readonly signal_sightings: readonly Sighting[];
  },
  end: number,
): object[] | string {
  const placed: { logical: Logical; offset: number }[] = [];
  let blockStart = -start;
  for (const [b, { signals, positions, length: blockLength }] of blocks.entries()) {
    signals.forEach((logical, k) => {
      const offset = blockStart + positions[k]!;
      if ((b === 0 || k > 0) && offset >= 0 && offset <= length) placed.push({ logical, offset });
    });
    blockStart += blockLength;
  }
  const zones = blocks.flatMap(({ zonePaths }) => zonePaths.map(({ zone }) => zone));
  const occupied = new Set<number>();
  const aspects = new Map<Logical, string>();
  const events = new Map<Logical, { time: number; aspect: string }[]>();
  const lastSignal = blocks.at(-1)!.signals.at(-1)!.source;
  const beyond = clearest(lastSignal.next_signaling_systems.at(-1) ?? lastSignal.signaling_system);
  for (const { zone, time, is_entry } of train.zone_updates) {
    const place = zones.lastIndexOf(zone);
    if (place < 0) continue;
    if (is_entry) occupied.add(place);
    else occupied.delete(place);
    try {
      const shown = evaluate({
        blocks,
        routes,
        stateOf: (_, b, i) => {
          const before = blocks.slice(0, b).reduce((sum, one) => sum + one.zonePaths.length, 0);
          return occupied.has(before + i) ? "occupied" : "clear";
        },
        stateAfter: "clear",
        aspectAfter: beyond,
      });
      for (const { logical, aspect } of shown) {
        const before = aspects.get(logical) ?? clearest(logical.source.signaling_system);
        if (aspect === before) continue;
        aspects.set(logical, aspect);
        events.set(logical, [...(events.get(logical) ?? []), { time, aspect }]);
      }
    } catch (error) {
      if (error instanceof SignalError) return error.kind;
      throw error;
    }
  }
  return placed.flatMap(({ logical, offset }, k) => {
    const own = events.get(logical);
    if (own === undefined) return [];
    const id = logical.physical.source.id;
    const span = (from: number, to: number, label: string): object => ({
      signal_id: id,
      signaling_system: logical.source.signaling_system,
      time_start: from,
      time_end: to,
      position_start: offset,
      position_end: placed[k + 1]?.offset ?? length,
      color: Number(Object.keys(COLORS).find((color) => COLORS[color]!.includes(label))),
      blinking: label === "(A)",
      aspect_label: label,
    });
    const seen = train.signal_sightings.findLast(({ signal }) => signal === id)?.time;
    const first = own[0]!.time;
    const spans = own.flatMap(({ time, aspect }, i) => {
      const following = own[i + 1];
      if (following !== undefined) return [span(time, following.time, aspect)];
      return aspect === "VL" || aspect === "300VL" ? [] : [span(time, end, aspect)];
    });
    return first !== 0 && seen !== undefined && seen < first
      ? [span(seen, first, "VL"), ...spans]
      : spans;
  });
}

interface Points {
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

/** Curves of 8.1 of a train that runs over `own`, seen from `other`. */
export function curvesOracle(
  other: readonly TrackRange[],
  own: readonly TrackRange[],
  points: Points,
): Points[] {
  const intervals: [number, number][] = [];
  let open: [number, number] | null = null;
  let previous = 0;
  let offset = 0;
  for (const range of own) {
    const at = other.findIndex(({ track_section }) => track_section === range.track_section);
    const lo = Math.max(range.begin, other[at]?.begin ?? 0);
    const hi = Math.min(range.end, other[at]?.end ?? -1);
    if (at < 0 || Math.abs(at - previous) !== 1 || lo >= hi) {
      if (open !== null) intervals.push(open);
      open = null;
    }
    if (at >= 0) previous = at;
    if (at >= 0 && lo < hi) {
      const from =
        offset + (range.direction === "START_TO_STOP" ? lo - range.begin : range.end - hi);
      open = open === null ? [from, from + hi - lo] : [open[0], open[1] + hi - lo];
    }
    offset += range.end - range.begin;
  }
  if (open !== null) intervals.push(open);
  return intervals.map(([from, to]) => {
    const kept: [number, number][] = [];
    const { positions, times } = points;
    // Where the train waits at the first place the curve begins with its departure.
    const departure = positions.lastIndexOf(from);
    if (departure < 0) kept.push([from, interpolate(points, from)]);
    const arrival = positions.lastIndexOf(to);
    positions.forEach((x, i) => {
      const isFirst = i === departure;
      if ((isFirst || x > from) && (x < to || (x === to && i < arrival))) kept.push([x, times[i]!]);
    });
    kept.push([to, arrival >= 0 ? times[arrival]! : interpolate(points, to)]);
    return {
      positions: kept.map(([x]) => mapPosition(other, own, [from, to], x)),
      times: kept.map(([, t]) => t),
    };
  });
}

function interpolate({ positions, times }: Points, x: number): number {
  const i = positions.findIndex((one) => one > x);
  if (i < 0) return times.at(-1)!;
  const [x0, t0] = [positions[i - 1]!, times[i - 1]!];
  return t0 + Math.trunc(((x - x0) * (times[i]! - t0)) / (positions[i]! - x0));
}

/** The place of x on the other path: by the first of the train's tracks within the interval that has it. */
function mapPosition(
  other: readonly TrackRange[],
  own: readonly TrackRange[],
  [from, to]: readonly [number, number],
  x: number,
): number {
  let offset = 0;
  for (const range of own) {
    const end = offset + range.end - range.begin;
    if (offset <= x && x <= end && end > from && offset < to) {
      const onTrack =
        range.direction === "START_TO_STOP" ? range.begin + x - offset : range.end - (x - offset);
      let start = 0;
      for (const { track_section, begin, end: stop, direction } of other) {
        if (track_section === range.track_section && begin <= onTrack && onTrack <= stop) {
          return start + (direction === "START_TO_STOP" ? onTrack - begin : stop - onTrack);
        }
        start += stop - begin;
      }
    }
    offset = end;
  }
  throw new Error(`no place for ${x}`);
}
