/**
 * The axis of a train graph: a path with its stations, and the way back. Positions on the way back are placed
 * on the axis between the stations that both ways pass: opposite trains usually run on another track.
 */

export interface Station {
  readonly id: string;
  readonly name: string;
  readonly position_mm: number;
  /** Its trigram and its UIC code, if known: paths may name the station by them. */
  readonly codes?: readonly string[];
}

export interface TrackRange {
  readonly track_section: string;
  readonly begin: number;
  readonly end: number;
  readonly direction: "START_TO_STOP" | "STOP_TO_START";
}

/** A way along the axis: its tracks, and the positions of its zones on it. */
export interface Way {
  readonly ranges: readonly TrackRange[];
  readonly length_mm: number;
  readonly stations: readonly Station[];
  readonly zones: readonly ZoneRange[];
}

export interface ZoneRange {
  readonly zone: string;
  readonly from_mm: number;
  readonly to_mm: number;
}

export interface Axis {
  readonly forward: Way;
  /** Null: no way leads back. */
  readonly back: Way | null;
}

export type Spacing = "distance" | "even";

/** A strictly increasing or decreasing, piecewise linear function. */
export interface Scale {
  readonly from: Float64Array;
  readonly to: Float64Array;
}

/** The value at `x`; beyond the ends the last slope continues. */
export function applyScale({ from, to }: Scale, x: number): number {
  const n = from.length;
  if (n < 2) return to[0] ?? 0;
  let low = 0;
  let high = n - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if ((from[middle] ?? 0) <= x) low = middle;
    else high = middle;
  }
  const [x0 = 0, x1 = 0, y0 = 0, y1 = 0] = [from[low], from[high], to[low], to[high]];
  return x1 === x0 ? y0 : y0 + ((x - x0) / (x1 - x0)) * (y1 - y0);
}

/** Position on the way → share of the axis. Spacing "even" puts neighbouring stations equally far apart. */
export function forwardScale({ length_mm, stations }: Way, spacing: Spacing): Scale {
  const distinct = stations.filter(
    (s, i) => i === 0 || s.position_mm > (stations[i - 1]?.position_mm ?? 0),
  );
  if (spacing === "distance" || distinct.length < 2) {
    return { from: Float64Array.of(0, Math.max(1, length_mm)), to: Float64Array.of(0, 1) };
  }
  const last = distinct.length - 1;
  return {
    from: Float64Array.from(distinct, ({ position_mm }) => position_mm),
    to: Float64Array.from(distinct, (_station, i) => i / last),
  };
}

/** The same for the way back; null when the two share fewer than two stations. */
export function backScale({ forward, back }: Axis, spacing: Spacing): Scale | null {
  if (back === null) return null;
  const scale = forwardScale(forward, spacing);
  const ties = tieStations(forward, back);
  if (ties.length < 2) return null;
  return {
    from: Float64Array.from(ties, ({ back_mm }) => back_mm),
    to: Float64Array.from(ties, ({ forward_mm }) => applyScale(scale, forward_mm)),
  };
}

interface Tie {
  readonly forward_mm: number;
  readonly back_mm: number;
}

/** Stations of both ways in the order of the way back, for as long as they go backwards along the axis. */
function tieStations(forward: Way, back: Way): Tie[] {
  const places = new Map(forward.stations.map(({ id, position_mm }) => [id, position_mm]));
  const ties: Tie[] = [];
  for (const { id, position_mm: back_mm } of back.stations) {
    const forward_mm = places.get(id);
    if (forward_mm === undefined) continue;
    const last = ties.at(-1);
    if (last !== undefined && (forward_mm >= last.forward_mm || back_mm <= last.back_mm)) continue;
    ties.push({ forward_mm, back_mm });
  }
  return ties;
}

/** Position of a zone, as shares of the axis; null if neither way passes it. */
export function placeZone(
  zone: string,
  ways: readonly { readonly zones: ReadonlyMap<string, ZoneRange>; readonly scale: Scale }[],
): { readonly from_share: number; readonly to_share: number } | null {
  for (const { zones, scale } of ways) {
    const range = zones.get(zone);
    if (range === undefined) continue;
    const [a, b] = [applyScale(scale, range.from_mm), applyScale(scale, range.to_mm)];
    return { from_share: Math.min(a, b), to_share: Math.max(a, b) };
  }
  return null;
}
