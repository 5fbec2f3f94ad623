/**
 * A train on an axis of stations: its passes with its own times, and its lines between them. Between two passes the
 * train's own distance is mapped evenly onto the axis's stretch, on whatever tracks it runs.
 */
import { measureGeo } from "../geo.ts";
import { type PathLine, readGeometry } from "../path/path_geometry.ts";
import type { TrainPath } from "../path/train_path.ts";
import type { Report } from "../simulation/report.ts";
import { timeAtPosition } from "../simulation/train_points.ts";
import { countUpTo } from "../sorted.ts";
import { type AxisChain, findChains } from "./monotonic_chains.ts";
import {
  listVisits,
  placesOfParts,
  type StationVisit,
  type TrainItems,
  trackAt,
} from "./station_visits.ts";
import { thinPoints } from "./thin_points.ts";

/** Operational points in order; one may be there more than once. */
export interface StationAxis {
  /** [n] */
  readonly ops: readonly number[];
  /** [n] where they are drawn, non-decreasing. */
  readonly positions_mm: readonly number[];
  /** [n - 1] shortest way from each to the next; null: there is none. */
  readonly lengths_mm: readonly (number | null)[];
}

export interface StationPass extends Omit<StationVisit, "op"> {
  readonly axis_index: number;
  /** The train is not at a part of the station and does not stop for it: where it passes can only be told roughly. */
  readonly is_estimated: boolean;
}

/** Points of a train along the axis. */
export interface LineSegment {
  readonly times_ms: number[];
  readonly positions_mm: number[];
  /** Axis indexes between its ends at which the train does not pass the station, ascending. */
  readonly bypasses: readonly number[];
}

/** The segments of a line meet. */
export interface StationLine {
  readonly segments: LineSegment[];
}

export interface StationRun {
  /** In the order of the run. */
  readonly passes: readonly StationPass[];
  readonly lines: readonly StationLine[];
  /** How the lines follow from the path. */
  readonly stretches: readonly AxisStretch[];
}

/** A stretch of a train's path that is mapped evenly onto the axis. */
export interface AxisStretch {
  readonly from_mm: number;
  readonly to_mm: number;
  readonly fromAxis_mm: number;
  readonly toAxis_mm: number;
}

/** As far from a part a station is still passed. */
const NEAR_PART_M = 100;
/** A way between two stations of the axis by a station off the axis is another line if it is longer than this. */
const OTHER_LINE_SHARE = 1.25;
const OTHER_LINE_MORE_MM = 500_000;

interface AxisTrain {
  readonly path: TrainPath;
  readonly report: Report;
  /** All, also those off the axis. */
  readonly visits: readonly StationVisit[];
}

/** A train at a station of the axis. */
interface Stand {
  readonly index: number;
  readonly visit: number;
}

/** The passes and lines of one train. */
export function drawStations(
  axis: StationAxis,
  path: TrainPath,
  { report, items }: { readonly report: Report; readonly items: TrainItems },
): StationRun {
  const indexesOf = indexAxis(axis);
  const visits = listVisits(path, report, items);
  const on_axis = visits.flatMap(({ op }, i) => (indexesOf.has(op) ? [i] : []));
  const candidates = on_axis.map((i) => indexesOf.get(visits[i]!.op)!);
  const chains = findChains(candidates, axis.ops.length);
  const drawing = new Drawing(axis, { path, report, visits });
  for (const [i, { visits: own, indexes }] of chains.entries()) {
    // The others are what the train does besides: they tell no way beyond them.
    drawing.addChain({ visits: own.map((k) => on_axis[k]!), indexes }, i === 0);
  }
  return drawing.finish();
}

const kept = new WeakMap<StationAxis, ReadonlyMap<number, readonly number[]>>();

/** The indexes of each operational point, ascending. */
function indexAxis(axis: StationAxis): ReadonlyMap<number, readonly number[]> {
  const known = kept.get(axis);
  if (known !== undefined) return known;
  const indexesOf = new Map<number, number[]>();
  for (const [index, op] of axis.ops.entries()) {
    const own = indexesOf.get(op);
    if (own === undefined) indexesOf.set(op, [index]);
    else own.push(index);
  }
  kept.set(axis, indexesOf);
  return indexesOf;
}

class Drawing {
  readonly #axis: StationAxis;
  readonly #train: AxisTrain;
  readonly #visited: ReadonlySet<number>;
  readonly #indexesOf: ReadonlyMap<number, readonly number[]>;
  /** By visit. */
  readonly #passes = new Map<number, StationPass>();
  readonly #estimated: StationPass[] = [];
  readonly #lines: StationLine[] = [];
  readonly #stretches: AxisStretch[] = [];
  #geometry: PathLine | null = null;

  constructor(axis: StationAxis, train: AxisTrain) {
    this.#axis = axis;
    this.#train = train;
    this.#indexesOf = indexAxis(axis);
    this.#visited = new Set(train.visits.map(({ op }) => op));
  }

  addChain({ visits, indexes }: AxisChain, is_main: boolean): void {
    let line: StationLine = { segments: [] };
    const sign = this.#directionOf(visits, indexes);
    if (is_main) this.#drawBefore(line, { visit: visits[0]!, index: indexes[0]! }, sign);
    for (let i = 0; i < visits.length; i++) {
      const to: Stand = { visit: visits[i]!, index: indexes[i]! };
      this.#addPass(to);
      if (i === 0) continue;
      const from: Stand = { visit: visits[i - 1]!, index: indexes[i - 1]! };
      if (this.#isOtherLine(from, to)) {
        this.#close(line);
        line = { segments: [] };
      } else this.#connect(line, from, to);
    }
    const end = { visit: visits.at(-1)!, index: indexes.at(-1)! };
    if (is_main) this.#drawBeyond(line, this.#findBeyond(end, sign, 1));
    this.#close(line);
  }

  /** Along the axis or against it: a train with one pass goes where it passes another station beside its parts. */
  #directionOf(visits: readonly number[], indexes: readonly number[]): 1 | -1 {
    if (indexes.length > 1) return indexes[1]! > indexes[0]! ? 1 : -1;
    const stand = { visit: visits[0]!, index: indexes[0]! };
    const isPassed = (sign: 1 | -1): boolean =>
      this.#findBeyond(stand, sign, 1).length + this.#findBeyond(stand, -sign, -1).length > 2;
    return isPassed(1) || !isPassed(-1) ? 1 : -1;
  }

  /**
   * Where the train passes stations of the axis without a part, after its last pass (`time` 1) or before its first
   * (-1), outwards: that pass, then these. Only the map tells: no pass further out says how far it goes there.
   */
  #findBeyond({ visit, index }: Stand, sign: number, time: 1 | -1): Place[] {
    const { visits, report } = this.#train;
    const own = visits[visit]!;
    const found: Place[] = [
      time > 0
        ? { at_mm: own.end_mm, time_ms: own.departure_ms, index }
        : { at_mm: own.begin_mm, time_ms: own.arrival_ms, index },
    ];
    let next = visit + time;
    while (visits[next] !== undefined && !this.#indexesOf.has(visits[next]!.op)) next += time;
    const { positions_mm } = report;
    const far_mm =
      time > 0
        ? (visits[next]?.begin_mm ?? positions_mm[positions_mm.length - 1]!)
        : (visits[next]?.end_mm ?? 0);
    for (let i = index + sign; i >= 0 && i < this.#axis.ops.length; i += sign) {
      const last = found[found.length - 1]!;
      const [from_mm, to_mm] = time > 0 ? [last.at_mm, far_mm] : [far_mm, last.at_mm];
      if (from_mm >= to_mm || this.#visited.has(this.#axis.ops[i]!)) break;
      const at_mm = this.#passBy(i, from_mm, to_mm) ?? from_mm;
      if (at_mm <= from_mm || at_mm >= to_mm) break;
      const leaves = visits.some(
        ({ begin_mm }) => (begin_mm - at_mm) * (begin_mm - last.at_mm) < 0,
      );
      if (leaves && !this.#isAsLong(Math.abs(at_mm - last.at_mm), last.index, i)) break;
      const time_ms = time * Math.max(time * last.time_ms, time * timeAtPosition(report, at_mm));
      found.push({ at_mm, time_ms, index: i });
    }
    return found;
  }

  #drawBefore(line: StationLine, first: Stand, sign: number): void {
    const before = this.#findBeyond(first, -sign, -1);
    this.#drawBeyond(line, before.reverse());
    if (before.length === 1) return;
    const { departure_ms } = this.#train.visits[first.visit]!;
    addPoint(line, departure_ms, this.#axis.positions_mm[first.index]!);
  }

  /** `places` in the order of the run. */
  #drawBeyond(line: StationLine, places: readonly Place[]): void {
    for (const [k, to] of places.entries()) {
      const from = places[k - 1];
      if (from !== undefined) this.#draw(line, { from, to, bypasses: [] });
      if (!this.#visited.has(this.#axis.ops[to.index]!)) this.#addEstimated(to);
    }
  }

  #close(line: StationLine): void {
    const segments = line.segments.filter(({ times_ms }) => times_ms.length > 1);
    if (segments.length > 0) this.#lines.push({ segments });
  }

  finish(): StationRun {
    const passes = [...this.#passes.values(), ...this.#estimated];
    passes.sort((a, b) => a.begin_mm - b.begin_mm || a.arrival_ms - b.arrival_ms);
    const lines = this.#lines.sort(
      (a, b) => a.segments[0]!.times_ms[0]! - b.segments[0]!.times_ms[0]!,
    );
    return { passes, lines, stretches: this.#stretches };
  }

  #addPass({ visit, index }: Stand): void {
    if (this.#passes.has(visit)) return;
    const { op: _, ...own } = this.#train.visits[visit]!;
    this.#passes.set(visit, { ...own, axis_index: index, is_estimated: false });
  }

  /** Whether the train leaves the axis in between: for a station off the axis, by a longer way. */
  #isOtherLine(from: Stand, to: Stand): boolean {
    const { visits } = this.#train;
    const own_mm = visits[to.visit]!.begin_mm - visits[from.visit]!.end_mm;
    return to.visit - from.visit > 1 && !this.#isAsLong(own_mm, from.index, to.index);
  }

  #isAsLong(own_mm: number, from: number, to: number): boolean {
    let axis_mm = 0;
    const last = Math.max(from, to);
    for (let i = Math.min(from, to); i < last; i++) {
      const length_mm = this.#axis.lengths_mm[i]!;
      if (length_mm === null) return true;
      axis_mm += length_mm;
    }
    return own_mm <= OTHER_LINE_SHARE * axis_mm + OTHER_LINE_MORE_MM;
  }

  /** Draws from one station to the next, by the places at which stations between them are passed. */
  #connect(line: StationLine, from: Stand, to: Stand): void {
    const { visits } = this.#train;
    const [a, b] = [visits[from.visit]!, visits[to.visit]!];
    if (line.segments.length === 0) {
      addPoint(line, a.arrival_ms, this.#axis.positions_mm[from.index]!);
    }
    let last = { at_mm: a.end_mm, time_ms: a.departure_ms, index: from.index };
    let bypasses: number[] = [];
    const sign = to.index > from.index ? 1 : -1;
    for (let index = from.index + sign; index !== to.index; index += sign) {
      const at_mm = this.#estimate(index, last.at_mm, { from, to });
      if (at_mm === null) {
        bypasses.push(index);
        continue;
      }
      const own_ms = timeAtPosition(this.#train.report, at_mm);
      const time_ms = Math.max(last.time_ms, Math.min(b.arrival_ms, own_ms));
      const next = { at_mm, time_ms, index };
      this.#addEstimated(next);
      this.#draw(line, { from: last, to: next, bypasses });
      last = next;
      bypasses = [];
    }
    const end = { at_mm: b.begin_mm, time_ms: b.arrival_ms, index: to.index };
    this.#draw(line, { from: last, to: end, bypasses });
    addPoint(line, b.departure_ms, this.#axis.positions_mm[to.index]!);
  }

  /** Where a train without a part at a station passes it; null: it does not. */
  #estimate(index: number, from_mm: number, { from, to }: Ends): number | null {
    const { visits, path } = this.#train;
    const op = this.#axis.ops[index]!;
    if (this.#visited.has(op)) return null;
    const to_mm = visits[to.visit]!.begin_mm;
    const found = this.#passBy(index, from_mm, to_mm);
    if (found !== undefined) return found;
    const { opFirstPart } = path.infra;
    const begin_mm = visits[from.visit]!.end_mm;
    if (opFirstPart[op] === opFirstPart[op + 1]) return null;
    if (!this.#isAsLong(to_mm - begin_mm, from.index, to.index)) return null;
    const { positions_mm } = this.#axis;
    const span_mm = positions_mm[to.index]! - positions_mm[from.index]!;
    if (span_mm === 0) return null;
    const share = (positions_mm[index]! - positions_mm[from.index]!) / span_mm;
    return Math.max(from_mm, Math.round(begin_mm + share * (to_mm - begin_mm)));
  }

  /** The place nearest to a part by the map; null: none is near, undefined: the map does not tell. */
  #passBy(index: number, from_mm: number, to_mm: number): number | null | undefined {
    const { path } = this.#train;
    this.#geometry ??= readGeometry(path);
    const range = { from_mm, to_mm };
    const found = findNearestPlace(this.#geometry, range, path, this.#axis.ops[index]!);
    if (found === null) return undefined;
    return found.distance_m <= NEAR_PART_M ? found.at_mm : null;
  }

  #addEstimated({ at_mm, time_ms, index }: Place): void {
    this.#estimated.push({
      axis_index: index,
      begin_mm: at_mm,
      end_mm: at_mm,
      arrival_ms: time_ms,
      departure_ms: time_ms,
      track: trackAt(this.#train.path, at_mm),
      stops: false,
      item: -1,
      is_estimated: true,
    });
  }

  #draw(line: StationLine, { from, to, bypasses }: Stretch): void {
    const { positions_mm, times_ms } = this.#train.report;
    const at = this.#axis.positions_mm;
    const [from_at, to_at] = [at[from.index]!, at[to.index]!];
    this.#stretches.push({
      from_mm: from.at_mm,
      to_mm: to.at_mm,
      fromAxis_mm: from_at,
      toAxis_mm: to_at,
    });
    addPoint(line, from.time_ms, from_at);
    if (bypasses.length > 0) {
      const own = bypasses.toSorted((a, b) => a - b);
      line.segments.push({ times_ms: [from.time_ms], positions_mm: [from_at], bypasses: own });
    }
    const first = countUpTo(positions_mm, from.at_mm);
    const xs = [from.at_mm];
    const ts = [from.time_ms];
    for (let i = first; i < positions_mm.length && positions_mm[i]! < to.at_mm; i++) {
      xs.push(positions_mm[i]!);
      ts.push(Math.max(from.time_ms, Math.min(to.time_ms, times_ms[i]!)));
    }
    xs.push(to.at_mm);
    ts.push(to.time_ms);
    const scale = to.at_mm > from.at_mm ? (to_at - from_at) / (to.at_mm - from.at_mm) : 0;
    const points = thinPoints(xs, ts);
    for (const k of points) {
      const is_end = k === xs.length - 1;
      addPoint(line, ts[k]!, is_end ? to_at : Math.round(from_at + (xs[k]! - from.at_mm) * scale));
    }
    if (bypasses.length > 0) {
      line.segments.push({ times_ms: [to.time_ms], positions_mm: [to_at], bypasses: [] });
    }
  }
}

interface Ends {
  readonly from: Stand;
  readonly to: Stand;
}

/** A place of the train's path at a station of the axis. */
interface Place {
  readonly at_mm: number;
  readonly time_ms: number;
  readonly index: number;
}

interface Stretch {
  readonly from: Place;
  readonly to: Place;
  readonly bypasses: readonly number[];
}

/** Adds a point to the last segment, unless it is its last one. */
function addPoint({ segments }: StationLine, time_ms: number, position_mm: number): void {
  if (segments.length === 0) segments.push({ times_ms: [], positions_mm: [], bypasses: [] });
  const { times_ms, positions_mm } = segments[segments.length - 1]!;
  const last = times_ms.length - 1;
  if (times_ms[last] === time_ms && positions_mm[last] === position_mm) return;
  times_ms.push(time_ms);
  positions_mm.push(position_mm);
}

/** The place of a stretch of the path that is nearest to a part of a station; null: one of them is not on the map. */
function findNearestPlace(
  line: PathLine,
  { from_mm, to_mm }: { readonly from_mm: number; readonly to_mm: number },
  { infra }: TrainPath,
  op: number,
): { readonly at_mm: number; readonly distance_m: number } | null {
  const { lon, lat, position_mm } = line;
  const parts = placesOfParts(infra);
  let distance_m = Infinity;
  let nearest_mm = 0;
  for (let part = infra.opFirstPart[op]!; part < infra.opFirstPart[op + 1]!; part++) {
    const [x, y] = [parts.lon[part]!, parts.lat[part]!];
    const scale = Math.cos((y * Math.PI) / 180);
    const first = Math.max(1, countUpTo(position_mm, from_mm));
    for (let v = first; v < position_mm.length && position_mm[v - 1]! < to_mm; v++) {
      const [ax, ay] = [(lon[v - 1]! - x) * scale, lat[v - 1]! - y];
      const [dx, dy] = [(lon[v]! - lon[v - 1]!) * scale, lat[v]! - lat[v - 1]!];
      const square = dx * dx + dy * dy;
      const begin_mm = position_mm[v - 1]!;
      const length_mm = position_mm[v]! - begin_mm;
      const share = square > 0 ? -(ax * dx + ay * dy) / square : 0;
      const wanted_mm = begin_mm + Math.round(Math.max(0, Math.min(1, share)) * length_mm);
      const at_mm = Math.max(from_mm, Math.min(to_mm, wanted_mm));
      const along = length_mm > 0 ? (at_mm - begin_mm) / length_mm : 0;
      const own_m = measureGeo(
        x,
        y,
        lon[v - 1]! + along * (lon[v]! - lon[v - 1]!),
        lat[v - 1]! + along * (lat[v]! - lat[v - 1]!),
      );
      if (own_m < distance_m) [distance_m, nearest_mm] = [own_m, at_mm];
    }
  }
  return distance_m < Infinity ? { at_mm: nearest_mm, distance_m } : null;
}
