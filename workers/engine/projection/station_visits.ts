/**
 * The stations of a train's path, in the order of its run, with its own times there. A train is at a station at
 * its part of it, or where it stops for it: so a time at a station never depends on which tracks others look at.
 */
import { measureGeo } from "../geo.ts";
import type { Infra } from "../infra/infra.ts";
import { NONE } from "../infra/layout.ts";
import { placeOfPart } from "../infra/list_points.ts";
import { listParts, type PathPart } from "../path/path_parts.ts";
import { locateOnPath } from "../path/path_point.ts";
import type { TrainPath } from "../path/train_path.ts";
import type { Report } from "../simulation/report.ts";
import { timeAtPosition } from "../simulation/train_points.ts";

/** The waypoints of a train. */
export interface TrainItems {
  /** [nItems] mm on the path, non-decreasing. */
  readonly positions_mm: readonly number[];
  /** [nItems] null: it does not stop there. */
  readonly stops_ms: readonly (number | null)[];
}

/** A train at a station; mm on its path, ms since its start. */
export interface StationVisit {
  /** Index of the operational point. */
  readonly op: number;
  /** Where it is when it arrives and when it leaves: they differ if it stops twice. */
  readonly begin_mm: number;
  readonly end_mm: number;
  readonly arrival_ms: number;
  readonly departure_ms: number;
  readonly track: number;
  /** Whether a stop is planned. */
  readonly stops: boolean;
  /** Index of the waypoint; -1: none. */
  readonly item: number;
}

/** Waypoints mean truncated offsets of parts, paths list rounded ones. */
const SAME_PLACE_MM = 1;
/** A stop farther from every part of a station belongs to none. */
const NEAR_STATION_MM = 500_000;

/** Where a train stands: its stops, its start and its end. */
interface Standing {
  readonly at_mm: number;
  readonly item: number;
  stop_ms: number | null;
}

/** A part on the path, or where the train stands for a station. */
interface Mark {
  readonly at_mm: number;
  readonly op: number;
  /** -1: none. */
  readonly part: number;
  readonly standing: Standing | null;
}

/** In the order of the run; a station that the path leaves and reaches again is visited twice. */
export function listVisits(
  path: TrainPath,
  report: Pick<Report, "positions_mm" | "times_ms" | "itemTimes_ms">,
  items: TrainItems,
): StationVisit[] {
  const { partOp } = path.infra;
  const parts = listParts(path);
  const marks = parts.map(
    ({ part, offset_mm: at_mm }): Mark => ({ at_mm, op: partOp[part]!, part, standing: null }),
  );
  for (const standing of listStandings(items)) {
    const here = parts.filter(
      ({ offset_mm }) => Math.abs(offset_mm - standing.at_mm) <= SAME_PLACE_MM,
    );
    for (const { part, offset_mm: at_mm } of here) {
      marks.push({ at_mm, op: partOp[part]!, part: -1, standing });
    }
    const op = here.length > 0 ? NONE : findStation(path, parts, standing.at_mm);
    if (op !== NONE) marks.push({ at_mm: standing.at_mm, op, part: -1, standing });
  }
  marks.sort((a, b) => a.at_mm - b.at_mm || a.op - b.op);
  const visits: StationVisit[] = [];
  for (let from = 0; from < marks.length; ) {
    let to = from + 1;
    while (to < marks.length && marks[to]!.op === marks[from]!.op) to++;
    visits.push(makeVisit(path, { report, items }, marks.slice(from, to)));
    from = to;
  }
  return visits;
}

/** One for each place; stops at the same place follow one another. */
function listStandings({ positions_mm, stops_ms }: TrainItems): Standing[] {
  const standings: Standing[] = [];
  const last_item = positions_mm.length - 1;
  for (let item = 0; item <= last_item; item++) {
    const stop_ms = stops_ms[item]!;
    if (stop_ms === null && item !== 0 && item !== last_item) continue;
    const at_mm = positions_mm[item]!;
    const last = standings[standings.length - 1];
    if (last?.at_mm !== at_mm) standings.push({ at_mm, item, stop_ms });
    else if (stop_ms !== null) last.stop_ms = (last.stop_ms ?? 0) + stop_ms;
  }
  return standings;
}

/** The station whose parts enclose a place of the path most closely, else the nearest one; NONE: none is near. */
function findStation(path: TrainPath, parts: readonly PathPart[], at_mm: number): number {
  const { partOp } = path.infra;
  const before = new Map<number, number>();
  let best = NONE;
  let best_mm = Infinity;
  for (const { part, offset_mm } of parts) {
    const op = partOp[part]!;
    if (offset_mm < at_mm) before.set(op, offset_mm);
    else if (before.has(op)) {
      const gap_mm = offset_mm - before.get(op)!;
      before.delete(op);
      if (gap_mm < best_mm || (gap_mm === best_mm && op < best)) [best, best_mm] = [op, gap_mm];
    }
  }
  return best === NONE ? findNearest(path, parts, at_mm) : best;
}

const point = new Float64Array(2);

/** By the path, else as the crow flies: a station's other tracks are not on the path. */
function findNearest(path: TrainPath, parts: readonly PathPart[], at_mm: number): number {
  const { partOp } = path.infra;
  let best = NONE;
  let best_mm = NEAR_STATION_MM;
  const offer = (op: number, distance_mm: number): void => {
    if (distance_mm < best_mm || (distance_mm === best_mm && op < best)) {
      [best, best_mm] = [op, distance_mm];
    }
  };
  for (const { part, offset_mm } of parts) offer(partOp[part]!, Math.abs(offset_mm - at_mm));
  locateOnPath(path, at_mm, point);
  const { lon, lat } = placesOfParts(path.infra);
  for (let part = 0; part < lon.length; part++) {
    offer(partOp[part]!, 1000 * measureGeo(lon[part]!, lat[part]!, point[0]!, point[1]!));
  }
  return best;
}

/** [nParts] degrees; NaN: not on the map. */
export interface PartPlaces {
  readonly lon: Float64Array;
  readonly lat: Float64Array;
}

const known = new WeakMap<Infra, PartPlaces>();

/** Where parts are on the map; computed once per network. */
export function placesOfParts(infra: Infra): PartPlaces {
  const kept = known.get(infra);
  if (kept !== undefined) return kept;
  const count = infra.partOp.length;
  const places = {
    lon: new Float64Array(count).fill(Number.NaN),
    lat: new Float64Array(count).fill(Number.NaN),
  };
  for (let part = 0; part < count; part++) {
    const [lon, lat] = placeOfPart(infra, part) ?? [Number.NaN, Number.NaN];
    // Coordinates of another system tell no distances.
    if (Math.abs(lon) <= 180 && Math.abs(lat) <= 90) {
      places.lon[part] = lon;
      places.lat[part] = lat;
    }
  }
  known.set(infra, places);
  return places;
}

interface VisitedRun {
  readonly report: Pick<Report, "positions_mm" | "times_ms" | "itemTimes_ms">;
  readonly items: TrainItems;
}

function makeVisit(
  path: TrainPath,
  { report, items }: VisitedRun,
  marks: readonly Mark[],
): StationVisit {
  const { op } = marks[0]!;
  const standings = marks.flatMap(({ standing }) => standing ?? []);
  const stops = standings.filter(({ stop_ms }) => stop_ms !== null);
  const [first = null, ...others] = stops.length > 0 ? stops : standings;
  if (first !== null) {
    const last = others[others.length - 1] ?? first;
    const longest = others.reduce((a, b) => ((b.stop_ms ?? 0) > (a.stop_ms ?? 0) ? b : a), first);
    return {
      op,
      begin_mm: first.at_mm,
      end_mm: last.at_mm,
      arrival_ms: report.itemTimes_ms[first.item]!,
      departure_ms: report.itemTimes_ms[last.item]! + (last.stop_ms ?? 0),
      track: findTrackOf(path, marks, longest),
      stops: stops.length > 0,
      item: longest.item,
    };
  }
  const { at_mm, part } = findMiddle(marks);
  const item = items.positions_mm.findIndex((x_mm) => Math.abs(x_mm - at_mm) <= SAME_PLACE_MM);
  const time_ms = item < 0 ? timeAtPosition(report, at_mm) : report.itemTimes_ms[item]!;
  return {
    op,
    begin_mm: at_mm,
    end_mm: at_mm,
    arrival_ms: time_ms,
    departure_ms: time_ms,
    track: path.infra.partTrack[part]!,
    stops: false,
    item,
  };
}

/** The part nearest to the middle of all; of two the one with the lower index, so that both directions agree. */
function findMiddle(marks: readonly Mark[]): Mark {
  const middle_mm = (marks[0]!.at_mm + marks[marks.length - 1]!.at_mm) / 2;
  return marks.reduce((a, b) => {
    const difference_mm = Math.abs(b.at_mm - middle_mm) - Math.abs(a.at_mm - middle_mm);
    return difference_mm < 0 || (difference_mm === 0 && b.part < a.part) ? b : a;
  });
}

/** That of the part where the train stands, else by the path: at a joint of two tracks only a part tells which. */
function findTrackOf(path: TrainPath, marks: readonly Mark[], { at_mm }: Standing): number {
  const here = marks.find(
    (mark) => mark.part >= 0 && Math.abs(mark.at_mm - at_mm) <= SAME_PLACE_MM,
  );
  return here === undefined ? trackAt(path, at_mm) : path.infra.partTrack[here.part]!;
}

/** The track at a position on the path; where two meet, the first. */
export function trackAt({ ranges }: Pick<TrainPath, "ranges">, at_mm: number): number {
  const { directedTracks, begins_mm, ends_mm } = ranges;
  let i = 0;
  let end_mm = ends_mm[0]! - begins_mm[0]!;
  while (end_mm < at_mm && i + 1 < directedTracks.length) {
    i++;
    end_mm += ends_mm[i]! - begins_mm[i]!;
  }
  return directedTracks[i]! >>> 1;
}
