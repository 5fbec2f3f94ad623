/** Stations of the axis: which matter most, and which are named where there is no room for all. */
import type { Curve, Run } from "./runs.ts";
import { type Viewport, yOf } from "./viewport.ts";

export interface PlacedStation {
  readonly id: string;
  readonly name: string;
  /** Its trigram, if it has one: on a phone there is no room for names. */
  readonly short_name: string;
  /** Place on the axis. */
  readonly share: number;
  /** From the start of the axis. */
  readonly position_mm: number;
  /** Of the shown trains, including those that begin or end here. */
  readonly stops_count: number;
  /** Kilometre and tracks, written beneath the name. */
  readonly detail: string;
}

/** A train that stands further than this from a station, as a share of the axis, is between stations. */
const NEAR_SHARE = 0.01;

/** Shares at which a train of a curve stands, begins or ends; computed once per curve: curves never change. */
const stands = new WeakMap<Curve, readonly number[]>();

function listStands(curve: Curve): readonly number[] {
  const known = stands.get(curve);
  if (known !== undefined) return known;
  const { times_ms, positions_mm, shares } = curve;
  const found = [shares[0] ?? 0, shares.at(-1) ?? 0];
  for (let i = 1; i < shares.length; i++) {
    const is_still = positions_mm[i] === positions_mm[i - 1];
    if (is_still && (times_ms[i] ?? 0) > (times_ms[i - 1] ?? 0)) found.push(shares[i] ?? 0);
  }
  stands.set(curve, found);
  return found;
}

/** [nStations] number of runs that stop at each; `shares` [nStations] never decrease. */
export function countStops(runs: readonly Run[], shares: readonly number[]): number[] {
  const counts = shares.map(() => 0);
  const of_curve = new Map<Curve, ReadonlySet<number>>();
  for (const { curves } of runs) {
    for (const curve of curves) {
      let stations = of_curve.get(curve);
      if (stations === undefined) {
        stations = new Set(listStands(curve).map((share) => nearestOf(shares, share)));
        of_curve.set(curve, stations);
      }
      for (const i of stations) if (i >= 0) counts[i] = (counts[i] ?? 0) + 1;
    }
  }
  return counts;
}

/** Index of the nearest station; -1 if none is near. */
function nearestOf(shares: readonly number[], share: number): number {
  let [low, high] = [0, shares.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((shares[middle] ?? 0) < share) low = middle + 1;
    else high = middle;
  }
  const farOf = (i: number): number => Math.abs((shares[i] ?? Infinity) - share);
  const best = farOf(low - 1) <= farOf(low) ? low - 1 : low;
  return farOf(best) <= NEAR_SHARE ? best : -1;
}

export interface StationLine {
  readonly station: PlacedStation;
  readonly y_px: number;
  readonly has_name: boolean;
  /** Its kilometre and tracks have room beneath the name. */
  readonly has_detail: boolean;
  /** Has at least half as many stops as the busiest station, or is an end of the axis. */
  readonly is_major: boolean;
}

const NAME_APART_PX = 15;
const DETAIL_APART_PX = 31;

/** Names the ends of the axis first, then the stations with the most stops. */
export function layStations(view: Viewport, stations: readonly PlacedStation[]): StationLine[] {
  const last = stations.length - 1;
  const most = Math.max(1, ...stations.map(({ stops_count }) => stops_count));
  const placed = stations.map((station, i) => {
    const is_end = i === 0 || i === last;
    return { station, y_px: yOf(view, station.share), weight: is_end ? most : station.stops_count };
  });
  const named: Placed[] = [];
  for (const one of placed.toSorted((a, b) => b.weight - a.weight)) {
    if (named.every((other) => farBetween(one, other) >= NAME_APART_PX)) named.push(one);
  }
  return placed.map((one) => {
    const has_name = named.includes(one);
    const nearest = Math.min(
      ...named.filter((other) => other !== one).map((other) => farBetween(one, other)),
    );
    return {
      station: one.station,
      y_px: one.y_px,
      has_name,
      has_detail: has_name && nearest >= DETAIL_APART_PX,
      is_major: one.weight * 2 >= most,
    };
  });
}

interface Placed {
  readonly station: PlacedStation;
  readonly y_px: number;
  readonly weight: number;
}

function farBetween(a: Placed, b: Placed): number {
  return Math.abs(a.y_px - b.y_px);
}
