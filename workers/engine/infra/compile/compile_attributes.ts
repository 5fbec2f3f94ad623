/**
 * Linear attributes of tracks, cut at the chunks (engine.md 1.3 to 1.6, 1.8). Each is first laid out
 * over its whole track in a range map, then sliced by chunk and mirrored for the decreasing direction.
 */
import { RangeMap } from "../../range_map.ts";
import { toMilli } from "../../units.ts";
import { ALL_GAUGES, allowedGauges } from "../loading_gauge.ts";
import { NO_LIMIT, type SpeedLimits } from "../speed_limits.ts";
import type { Draft } from "./draft.ts";
import type { InfraObjectType } from "./faults.ts";
import type {
  ApplicableRange,
  RailjsonInput,
  RailjsonRange,
  RailjsonTrack,
} from "./railjson_input.ts";

/** Ranges of one kind on one track above which a network is refused, because range maps are spliced. */
const RANGES_PER_TRACK_MAX = 10_000;

/** Metres times per mille: curve resistance is this divided by the radius. */
const CURVE_RESISTANCE = 800;

/** Beyond these, a gradient would not stay finite in the physics. */
const SLOPE_MAX_PERMILLE = 1e9;
export const RADIUS_MIN_M = 1e-6;

/** Whether a slope stays finite in the physics. */
export function isFiniteSlope({ gradient }: { readonly gradient: number }): boolean {
  return Math.abs(gradient) <= SLOPE_MAX_PERMILLE;
}

/** Whether the resistance of a curve stays finite; 0 is straight. */
export function isFiniteCurve({ radius }: { readonly radius: number }): boolean {
  return radius === 0 || Math.abs(radius) >= RADIUS_MIN_M;
}

interface TrackMaps {
  slopes?: RangeMap<number>;
  curves?: RangeMap<number>;
  electrifications?: RangeMap<number>;
  gauges?: RangeMap<number>;
  /** By direction. */
  neutrals: (RangeMap<number> | undefined)[];
  speeds: (RangeMap<number> | undefined)[];
  nRanges: number;
}

/** Fills every attribute section of chunks, and interns their speed limits. */
export function compileAttributes(draft: Draft, input: RailjsonInput, limits: SpeedLimits): void {
  const maps: TrackMaps[] = Array.from(draft.tables.trackLength_mm, () => ({
    neutrals: [],
    speeds: [],
    nRanges: 0,
  }));
  for (const track of input.track_sections) {
    const own = maps[draft.trackOf.get(track.id)!]!;
    const length_mm = draft.tables.trackLength_mm[draft.trackOf.get(track.id)!]!;
    layOutSlopes(draft, track, own, length_mm);
    layOutCurves(draft, track, own, length_mm);
    layOutGauges(draft, track, own);
  }
  layOutElectrifications(draft, input, maps);
  layOutNeutralSections(draft, input, maps);
  layOutSpeedSections(draft, input, { maps, limits });
  for (let track = 0; track < maps.length; track++) writeTrack(draft, maps[track]!, track);
  closeRows(draft);
}

interface OrientedRange {
  readonly lo_mm: number;
  readonly hi_mm: number;
  readonly value: number;
}

/** A range told backwards counts with its ends swapped, here with the value negated: it is told along the range. */
function orient(begin: number, end: number, value: number): OrientedRange {
  const lo_mm = toMilli(begin);
  const hi_mm = toMilli(end);
  return lo_mm <= hi_mm ? { lo_mm, hi_mm, value } : { lo_mm: hi_mm, hi_mm: lo_mm, value: -value };
}

function layOutSlopes(
  draft: Draft,
  track: RailjsonTrack,
  maps: TrackMaps,
  length_mm: number,
): void {
  const ranges = track.slopes.map(({ begin, end, gradient }) => orient(begin, end, gradient));
  if (!track.slopes.every(isFiniteSlope)) {
    draft.faults.add("out_of_range", "TrackSection", track.id, "a slope is beyond all measure");
  }
  const map = layOutOverZero(draft, track, ranges, length_mm);
  if (map !== undefined) maps.slopes = map;
}

function layOutCurves(
  draft: Draft,
  track: RailjsonTrack,
  maps: TrackMaps,
  length_mm: number,
): void {
  const ranges = track.curves.map(({ begin, end, radius }) => orient(begin, end, radius));
  if (!track.curves.every(isFiniteCurve)) {
    draft.faults.add("out_of_range", "TrackSection", track.id, "a curve has next to no radius");
  }
  const map = layOutOverZero(draft, track, ranges, length_mm);
  if (map !== undefined) maps.curves = map;
}

/** What lies off the track is left out, as of all ranges: it says nothing of any place on it. The list of faults tells it. */
function layOutOverZero(
  draft: Draft,
  track: RailjsonTrack,
  ranges: readonly OrientedRange[],
  length_mm: number,
): RangeMap<number> | undefined {
  if (ranges.length === 0) return undefined;
  if (ranges.length > RANGES_PER_TRACK_MAX) {
    draft.faults.add("too_large", "TrackSection", track.id, "too many slopes or curves");
    return undefined;
  }
  const map = new RangeMap<number>();
  map.put(0, length_mm, 0);
  for (const { lo_mm, hi_mm, value } of ranges) {
    const from_mm = Math.max(0, lo_mm);
    const to_mm = Math.min(length_mm, hi_mm);
    if (from_mm < to_mm && value !== 0) map.put(from_mm, to_mm, value);
  }
  return map;
}

/** Pieces between the first and the last boundary that no limit covers block all gauges. */
function layOutGauges(draft: Draft, track: RailjsonTrack, maps: TrackMaps): void {
  const limits = track.loading_gauge_limits ?? [];
  if (limits.length === 0) return;
  if (limits.length > RANGES_PER_TRACK_MAX) {
    draft.faults.add("too_large", "TrackSection", track.id, "too many loading gauge limits");
    return;
  }
  const allowed = new RangeMap<number>();
  const ranges = limits.map(({ begin, end, category }) => ({
    lo_mm: toMilli(Math.min(begin, end)),
    hi_mm: toMilli(Math.max(begin, end)),
    gauges: allowedGauges(category),
  }));
  const lo_mm = ranges.reduce((lo, range) => Math.min(lo, range.lo_mm), Infinity);
  const hi_mm = ranges.reduce((hi, range) => Math.max(hi, range.hi_mm), -Infinity);
  allowed.put(lo_mm, hi_mm, 0);
  for (const range of ranges) {
    allowed.update(range.lo_mm, range.hi_mm, (old) => old | range.gauges);
  }
  const blocked = new RangeMap<number>();
  allowed.values.forEach((gauges, i) => {
    const value = ALL_GAUGES & ~(gauges ?? 0);
    blocked.put(allowed.bounds_mm[i]!, allowed.bounds_mm[i + 1]!, value);
  });
  maps.gauges = blocked;
}

interface RangeOwner {
  readonly type: InfraObjectType;
  readonly id: string;
  readonly maps: readonly TrackMaps[];
}

/** Finds the track of a range and clips the range to it; undefined if nothing is left, or if there is no such track. */
function clipToTrack(
  draft: Draft,
  range: RailjsonRange,
  { type, id, maps }: RangeOwner,
): { own: TrackMaps; length_mm: number; lo_mm: number; hi_mm: number } | undefined {
  const track = draft.trackOf.get(range.track);
  if (track === undefined) return undefined;
  const own = maps[track]!;
  if (++own.nRanges > RANGES_PER_TRACK_MAX) {
    draft.faults.add("too_large", type, id, `too many ranges on track section ${range.track}`);
    return undefined;
  }
  const length_mm = draft.tables.trackLength_mm[track]!;
  const lo_mm = Math.max(0, toMilli(Math.min(range.begin, range.end)));
  const hi_mm = Math.min(length_mm, toMilli(Math.max(range.begin, range.end)));
  return lo_mm < hi_mm ? { own, length_mm, lo_mm, hi_mm } : undefined;
}

function layOutElectrifications(
  draft: Draft,
  input: RailjsonInput,
  maps: readonly TrackMaps[],
): void {
  for (const { id, voltage, track_ranges } of input.electrifications) {
    const value = draft.strings.intern(voltage);
    for (const range of track_ranges) {
      const clipped = clipToTrack(draft, range, { type: "Electrification", id, maps });
      if (clipped === undefined) continue;
      const map = (clipped.own.electrifications ??= fullMap(clipped.length_mm, 0));
      map.put(clipped.lo_mm, clipped.hi_mm, value);
    }
  }
}

function layOutNeutralSections(
  draft: Draft,
  input: RailjsonInput,
  maps: readonly TrackMaps[],
): void {
  for (const { id, lower_pantograph, track_ranges } of input.neutral_sections) {
    for (const range of track_ranges) {
      const clipped = clipToTrack(draft, range, { type: "NeutralSection", id, maps });
      if (clipped === undefined) continue;
      const direction = range.direction === "START_TO_STOP" ? 0 : 1;
      const map = (clipped.own.neutrals[direction] ??= new RangeMap<number>());
      map.put(clipped.lo_mm, clipped.hi_mm, lower_pantograph ? 1 : 0);
    }
  }
}

function layOutSpeedSections(
  draft: Draft,
  input: RailjsonInput,
  { maps, limits }: { readonly maps: readonly TrackMaps[]; readonly limits: SpeedLimits },
): void {
  for (const section of input.speed_sections) {
    const { speed_limit: speed, on_routes: onRoutes } = section;
    const speed_mm_s = speed === null || speed === undefined ? Infinity : toMilli(speed);
    const byTag = Object.entries(section.speed_limit_by_tag).map(
      ([tag, value]): [number, number] => [draft.strings.intern(tag), toMilli(value)],
    );
    const routes = (onRoutes ?? []).flatMap((name) => draft.routeOf.get(name) ?? []);
    const limit = limits.intern({
      default_mm_s: onRoutes === null || onRoutes === undefined ? speed_mm_s : Infinity,
      byTag: new Map(byTag),
      byRoute: new Map(routes.map((route) => [route, speed_mm_s])),
    });
    for (const range of section.track_ranges) {
      const owner = { type: "SpeedSection", id: section.id, maps } as const;
      const clipped = clipToTrack(draft, range, owner);
      if (clipped === undefined) continue;
      for (const direction of directionsOf(range)) {
        const map = (clipped.own.speeds[direction] ??= fullMap(clipped.length_mm, NO_LIMIT));
        map.update(clipped.lo_mm, clipped.hi_mm, (old) => limits.merge(old, limit));
      }
    }
  }
}

function directionsOf({ applicable_directions }: ApplicableRange): readonly number[] {
  if (applicable_directions === "BOTH") return [0, 1];
  return applicable_directions === "START_TO_STOP" ? [0] : [1];
}

function fullMap(length_mm: number, value: number): RangeMap<number> {
  const map = new RangeMap<number>();
  map.put(0, length_mm, value);
  return map;
}

/** Slices the maps of one track for its chunks, in the order of (directed) chunks. */
function writeTrack(draft: Draft, maps: TrackMaps, track: number): void {
  const { tables } = draft;
  const gradients = [joinGradients(maps, 1), joinGradients(maps, -1)];
  const first = tables.trackFirstChunk[track]!;
  const end = tables.trackFirstChunk[track + 1]!;
  for (let chunk = first; chunk < end; chunk++) {
    const from_mm = tables.chunkOffset_mm[chunk]!;
    const to_mm = from_mm + tables.chunkLength_mm[chunk]!;
    for (let direction = 0; direction < 2; direction++) {
      const slice: Slice = { from_mm, to_mm, direction, negate: false };
      const signed: Slice = { ...slice, negate: direction === 1 };
      tables.slopeStart.push(tables.slopeEnd_mm.length);
      slicePartition(maps.slopes, signed, [tables.slopeEnd_mm, tables.slopeValue_permille]);
      tables.curveStart.push(tables.curveEnd_mm.length);
      slicePartition(maps.curves, signed, [tables.curveEnd_mm, tables.curveRadius_m]);
      tables.gradientStart.push(tables.gradientEnd_mm.length);
      const gradientOut: PieceLists = [tables.gradientEnd_mm, tables.gradientValue_permille];
      slicePartition(gradients[direction], slice, gradientOut);
      tables.speedStart.push(tables.speedEnd_mm.length);
      slicePartition(maps.speeds[direction], slice, [tables.speedEnd_mm, tables.speedLimit]);
      tables.neutralStart.push(tables.neutralFrom_mm.length);
      sliceRanges(maps.neutrals[direction], slice, {
        from_mm: tables.neutralFrom_mm,
        to_mm: tables.neutralTo_mm,
        values: tables.neutralLowerPantograph,
      });
    }
    const slice: Slice = { from_mm, to_mm, direction: 0, negate: false };
    tables.electrificationStart.push(tables.electrificationEnd_mm.length);
    const voltageOut: PieceLists = [tables.electrificationEnd_mm, tables.electrificationVoltage];
    slicePartition(maps.electrifications, slice, voltageOut);
    tables.gaugeStart.push(tables.gaugeFrom_mm.length);
    sliceRanges(maps.gauges, slice, {
      from_mm: tables.gaugeFrom_mm,
      to_mm: tables.gaugeTo_mm,
      values: tables.gaugeBlocked,
    });
  }
}

/** Slope plus curve resistance over a whole track, seen in one direction (`sign` of the slope). */
function joinGradients(maps: TrackMaps, sign: number): RangeMap<number> | undefined {
  const { slopes, curves } = maps;
  if (slopes === undefined && curves === undefined) return undefined;
  const joined = new RangeMap<number>();
  slopes?.values.forEach((slope, i) => {
    joined.put(slopes.bounds_mm[i]!, slopes.bounds_mm[i + 1]!, sign * (slope ?? 0) + 0);
  });
  curves?.values.forEach((radius, i) => {
    const resistance = radius === null || radius === 0 ? 0 : CURVE_RESISTANCE / Math.abs(radius);
    const lo_mm = curves.bounds_mm[i]!;
    const hi_mm = curves.bounds_mm[i + 1]!;
    if (slopes === undefined) joined.put(lo_mm, hi_mm, resistance);
    else joined.update(lo_mm, hi_mm, (slope) => slope + resistance);
  });
  return joined;
}

interface Slice {
  readonly from_mm: number;
  readonly to_mm: number;
  readonly direction: number;
  readonly negate: boolean;
}

/** Ends and values of pieces. */
type PieceLists = readonly [number[], number[]];

/** Writes the pieces of a map without gaps; without a map, a single piece of value 0. */
function slicePartition(
  map: RangeMap<number> | undefined,
  { from_mm, to_mm, direction, negate }: Slice,
  [ends_mm, values]: PieceLists,
): void {
  if (map === undefined) {
    ends_mm.push(to_mm - from_mm);
    values.push(0);
    return;
  }
  const { bounds_mm } = map;
  const first = findPiece(bounds_mm, from_mm);
  let last = first;
  while (bounds_mm[last + 1]! < to_mm) last++;
  for (let k = 0; k <= last - first; k++) {
    const i = direction === 0 ? first + k : last - k;
    const hi_mm = Math.min(to_mm, bounds_mm[i + 1]!);
    const lo_mm = Math.max(from_mm, bounds_mm[i]!);
    const value = map.values[i] ?? 0;
    ends_mm.push(direction === 0 ? hi_mm - from_mm : to_mm - lo_mm);
    values.push(negate && value !== 0 ? -value : value);
  }
}

interface RangeLists {
  readonly from_mm: number[];
  readonly to_mm: number[];
  readonly values: number[];
}

/** Writes the ranges of a map with gaps. */
function sliceRanges(map: RangeMap<number> | undefined, slice: Slice, out: RangeLists): void {
  if (map === undefined) return;
  const { from_mm, to_mm, direction } = slice;
  const { bounds_mm, values } = map;
  const pieces: [number, number, number][] = [];
  for (let i = findPiece(bounds_mm, from_mm); i < values.length && bounds_mm[i]! < to_mm; i++) {
    const lo_mm = Math.max(from_mm, bounds_mm[i]!);
    const hi_mm = Math.min(to_mm, bounds_mm[i + 1]!);
    const value = values[i];
    if (lo_mm >= hi_mm || value === null || value === undefined) continue;
    if (direction === 0) pieces.push([lo_mm - from_mm, hi_mm - from_mm, value]);
    else pieces.push([to_mm - hi_mm, to_mm - lo_mm, value]);
  }
  if (direction === 1) pieces.reverse();
  for (const [lo_mm, hi_mm, value] of pieces) {
    out.from_mm.push(lo_mm);
    out.to_mm.push(hi_mm);
    out.values.push(value);
  }
}

/** First piece that ends after x. */
function findPiece(bounds_mm: readonly number[], x_mm: number): number {
  let low = 0;
  let high = bounds_mm.length - 1;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (bounds_mm[middle + 1]! <= x_mm) low = middle + 1;
    else high = middle;
  }
  return low;
}

function closeRows({ tables }: Draft): void {
  tables.slopeStart.push(tables.slopeEnd_mm.length);
  tables.curveStart.push(tables.curveEnd_mm.length);
  tables.gradientStart.push(tables.gradientEnd_mm.length);
  tables.speedStart.push(tables.speedEnd_mm.length);
  tables.neutralStart.push(tables.neutralFrom_mm.length);
  tables.electrificationStart.push(tables.electrificationEnd_mm.length);
  tables.gaugeStart.push(tables.gaugeFrom_mm.length);
  tables.chunkGeoStart.push(tables.geoLon.length);
}
