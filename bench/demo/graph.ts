/**
 * From simulations to the lines of a train graph: the run of each train on the main line, as times
 * over the distance along the line. Where the path meets the line's stations the two distances are
 * tied together; between stations they are interpolated.
 */
import type { MainLineStation } from "../network.ts";
import type { PathPoints, Simulation } from "./api.ts";

/** Kind of a train that was fitted in between the others. */
export const SHORT_TERM = "short term";

export interface GraphPoint {
  /** Since the epoch. */
  readonly time_ms: number;
  /** Along the main line. */
  readonly distance_m: number;
}

export interface GraphTrain {
  readonly name: string;
  readonly kind: string;
  /** An occurrence of a paced train. */
  readonly is_paced: boolean;
  /** The final run. */
  readonly points: readonly GraphPoint[];
  /** The fastest run. */
  readonly base_points: readonly GraphPoint[];
}

/** A stretch of the main line that more than one train needs for a time. */
export interface ContestedZone {
  readonly begin_ms: number;
  readonly end_ms: number;
  readonly from_m: number;
  readonly to_m: number;
}

export interface GraphConflict {
  readonly kind: "Spacing" | "Routing";
  /** The trains that are in each other's way. */
  readonly names: readonly string[];
  readonly zones: readonly ContestedZone[];
}

export interface TrainGraph {
  readonly title: string;
  readonly stations: readonly MainLineStation[];
  /** Kinds in the order of the legend. */
  readonly kinds: readonly { readonly kind: string; readonly label: string }[];
  readonly trains: readonly GraphTrain[];
  readonly conflicts: readonly GraphConflict[];
}

/** A curve of a simulation: [nPoints] mm on the path, non-decreasing, and ms since the start. */
export interface Curve {
  readonly positions: readonly number[];
  readonly times: readonly number[];
}

/** A place where a path meets the main line. */
export interface Tie {
  readonly position_mm: number;
  readonly distance_m: number;
}

/** Where a path meets the stations of the main line, in its order. */
export function findTies(
  { operational_points }: PathPoints,
  stations: readonly MainLineStation[],
): Tie[] {
  const distances = new Map(stations.map(({ uic, distance_m }) => [uic, distance_m]));
  return operational_points.flatMap(({ position, extensions }): readonly Tie[] => {
    const distance_m = distances.get(extensions.identifier.uic);
    // A junction's other points lie beside the line.
    return distance_m === undefined || extensions.sncf.ch !== "BV"
      ? []
      : [{ position_mm: position, distance_m }];
  });
}

/** A run on the main line; no points when its path meets fewer than two of the line's stations. */
export function drawRun(curve: Curve, start_ms: number, ties: readonly Tie[]): GraphPoint[] {
  const first = ties[0];
  const last = ties.at(-1);
  if (first === undefined || last === undefined || first === last) return [];
  const points: GraphPoint[] = [];
  const add = (position_mm: number, time_ms: number): void => {
    points.push({ time_ms: start_ms + time_ms, distance_m: placeAt(ties, position_mm) });
  };
  for (const [i, position_mm] of curve.positions.entries()) {
    const previous_mm = curve.positions[i - 1];
    if (previous_mm !== undefined) {
      // Ties inside a step become points of their own: the line passes stations where it should.
      for (const tie of ties) {
        if (tie.position_mm <= previous_mm || tie.position_mm >= position_mm) continue;
        add(tie.position_mm, timeAt(curve, i, tie.position_mm));
      }
    }
    if (position_mm < first.position_mm || position_mm > last.position_mm) continue;
    add(position_mm, curve.times[i] ?? 0);
  }
  return points;
}

/** The stretch of the main line that a zone covers on a train's way; null: not on the line. */
export function findZone(
  zone: string,
  { positions, zone_updates }: Simulation["final_output"],
  ties: readonly Tie[],
): Pick<ContestedZone, "from_m" | "to_m"> | null {
  const entries = zone_updates.filter(({ is_entry }) => is_entry);
  const at = entries.findIndex((entry) => entry.zone === zone);
  const [first, last] = [ties[0], ties.at(-1)];
  const begin_mm = entries[at]?.position;
  if (begin_mm === undefined || first === undefined || last === undefined) return null;
  const end_mm = entries[at + 1]?.position ?? positions.at(-1) ?? begin_mm;
  const low_mm = Math.max(begin_mm, first.position_mm);
  const high_mm = Math.min(end_mm, last.position_mm);
  if (low_mm >= high_mm) return null;
  const [a, b] = [placeAt(ties, low_mm), placeAt(ties, high_mm)];
  return { from_m: Math.min(a, b), to_m: Math.max(a, b) };
}

/** Time at a position inside step `i - 1 .. i`. */
function timeAt(curve: Curve, i: number, position_mm: number): number {
  const [from_mm = 0, to_mm = 0] = [curve.positions[i - 1], curve.positions[i]];
  const [from_ms = 0, to_ms = 0] = [curve.times[i - 1], curve.times[i]];
  return from_ms + ((to_ms - from_ms) * (position_mm - from_mm)) / (to_mm - from_mm);
}

function placeAt(ties: readonly Tie[], position_mm: number): number {
  const next = Math.max(
    1,
    ties.findIndex((tie) => tie.position_mm >= position_mm),
  );
  const from = ties[next - 1];
  const to = ties[next];
  if (from === undefined || to === undefined) return 0;
  const share = (position_mm - from.position_mm) / (to.position_mm - from.position_mm);
  return from.distance_m + (to.distance_m - from.distance_m) * share;
}
