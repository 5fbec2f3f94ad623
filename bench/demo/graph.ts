/**
 * From simulations to the lines of a train graph: the run of each train on the main line, as times
 * over the distance along the line. Where the path meets the line's stations the two distances are
 * tied together; between stations they are interpolated.
 */
import type { MainLineStation } from "../network.ts";
import type { PathPoints } from "./api.ts";

export interface GraphPoint {
  /** Since the epoch. */
  readonly time_ms: number;
  /** Along the main line. */
  readonly distance_m: number;
}

export interface GraphTrain {
  readonly name: string;
  readonly kind: string;
  readonly points: readonly GraphPoint[];
}

export interface TrainGraph {
  readonly title: string;
  readonly stations: readonly MainLineStation[];
  /** Kinds in the order of the legend. */
  readonly kinds: readonly { readonly kind: string; readonly label: string }[];
  readonly trains: readonly GraphTrain[];
}

export interface TrainRun {
  readonly name: string;
  readonly kind: string;
  readonly start_ms: number;
  /** [nPoints] mm on the path, non-decreasing, and ms since the start. */
  readonly positions: readonly number[];
  readonly times: readonly number[];
  readonly operational_points: PathPoints["operational_points"];
}

interface Tie {
  readonly position_mm: number;
  readonly distance_m: number;
}

/** The train's line on the main line; no points when it meets fewer than two of its stations. */
export function drawRun(run: TrainRun, stations: readonly MainLineStation[]): GraphTrain {
  const { name, kind } = run;
  const distances = new Map(stations.map(({ uic, distance_m }) => [uic, distance_m]));
  const ties = run.operational_points.flatMap(({ position, extensions }): readonly Tie[] => {
    const distance_m = distances.get(extensions.identifier.uic);
    // A junction's other points lie beside the line.
    return distance_m === undefined || extensions.sncf.ch !== "BV"
      ? []
      : [{ position_mm: position, distance_m }];
  });
  const first = ties[0];
  const last = ties.at(-1);
  if (first === undefined || last === undefined || first === last)
    return { name, kind, points: [] };
  const points: GraphPoint[] = [];
  const add = (position_mm: number, time_ms: number): void => {
    points.push({ time_ms: run.start_ms + time_ms, distance_m: placeAt(ties, position_mm) });
  };
  for (const [i, position_mm] of run.positions.entries()) {
    const previous_mm = run.positions[i - 1];
    if (previous_mm !== undefined) {
      // Ties inside a step become points of their own: the line passes stations where it should.
      for (const tie of ties) {
        if (tie.position_mm <= previous_mm || tie.position_mm >= position_mm) continue;
        add(tie.position_mm, timeAt(run, i, tie.position_mm));
      }
    }
    if (position_mm < first.position_mm || position_mm > last.position_mm) continue;
    add(position_mm, run.times[i] ?? 0);
  }
  return { name, kind, points };
}

/** Time at a position inside step `i - 1 .. i`. */
function timeAt(run: TrainRun, i: number, position_mm: number): number {
  const [from_mm = 0, to_mm = 0] = [run.positions[i - 1], run.positions[i]];
  const [from_ms = 0, to_ms = 0] = [run.times[i - 1], run.times[i]];
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
