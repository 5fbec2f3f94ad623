/**
 * Running times as a planner estimates them before anything is simulated: line speeds, a constant loss
 * for each start, stop and set of points, and a share for margins.
 */
import { BRANCH_KMH } from "./attributes.ts";
import { clipRanges } from "./axis.ts";
import { type Call, type Mission, SERVICES } from "./services.ts";
import type { Line, Station } from "./stations.ts";

/** The stay of a train between two neighbouring stations, seconds after its departure. */
export interface Leg {
  readonly edge: string;
  readonly is_single_track: boolean;
  readonly enter_s: number;
  readonly leave_s: number;
}

export interface Estimate {
  readonly legs: readonly Leg[];
  /** [nCalls] arrival at each call, seconds after the departure. */
  readonly arrivals_s: readonly number[];
}

/** Lost by running over the points of a terminus or of a loop, and by the approach to a closed signal. */
const POINTS_LOSS_S = 30;
const RECEPTION_LOSS_S = { OPEN: 0, STOP: 60, SHORT_SLIP_STOP: 180 } as const;

/** Times of a mission when margins add `margin_share` to what it runs. */
export function estimateTimes(mission: Mission, margin_share: number): Estimate {
  const { line, kind, calls } = mission;
  const { max_kmh, start_loss_s, stop_loss_s } = SERVICES[kind];
  const legs: Leg[] = [];
  const arrivals_s = [0];
  let time_s = calls[0]!.stop_s ?? 0;
  for (let i = 1; i < calls.length; i++) {
    const [from, to] = [calls[i - 1]!, calls[i]!];
    const pieces = stationsBetween(line, from.station, to.station);
    for (let j = 1; j < pieces.length; j++) {
      const [a, b] = [pieces[j - 1]!, pieces[j]!];
      let run_s = estimateRun(line, [a, b], max_kmh);
      if (j === 1 && from.stop_s !== null) run_s += start_loss_s + pointsLoss(from);
      if (j === pieces.length - 1 && to.stop_s !== null) {
        run_s += stop_loss_s + pointsLoss(to) + RECEPTION_LOSS_S[to.reception_signal ?? "OPEN"];
      }
      const edge = [a.trigram, b.trigram].sort().join(" ");
      const is_single_track = a.is_on_branch || b.is_on_branch;
      const leave_s = time_s + run_s * (1 + margin_share);
      legs.push({ edge, is_single_track, enter_s: time_s, leave_s });
      time_s = leave_s;
    }
    arrivals_s.push(time_s);
    time_s += to.stop_s ?? 0;
  }
  return { legs, arrivals_s };
}

function pointsLoss({ station, track_name }: Call): number {
  return station.kind === "terminus" || track_name !== undefined ? POINTS_LOSS_S : 0;
}

/** Time between two neighbouring stations at line speed, s. */
function estimateRun(line: Line, [a, b]: readonly [Station, Station], max_kmh: number): number {
  if (a.is_on_branch || b.is_on_branch) {
    // From the junction the branch is measured from its own beginning.
    const is_first = a.is_on_branch !== b.is_on_branch;
    const length_m = is_first ? Math.min(a.x_m, b.x_m) : Math.abs(a.x_m - b.x_m);
    return (length_m / Math.min(max_kmh, BRANCH_KMH)) * 3.6;
  }
  const [begin_m, end_m] = [Math.min(a.x_m, b.x_m), Math.max(a.x_m, b.x_m)];
  return clipRanges(line.speeds_kmh, begin_m, end_m).reduce((sum_s, range) => {
    const length_m = range.end_m - range.begin_m;
    return sum_s + (length_m / Math.min(max_kmh, range.value)) * 3.6;
  }, 0);
}

/** Both stations and those passed between them, in the order of travel. */
function stationsBetween(line: Line, from: Station, to: Station): readonly Station[] {
  if (from.is_on_branch || to.is_on_branch) return [from, to];
  const [low, high] = [Math.min(from.x_m, to.x_m), Math.max(from.x_m, to.x_m)];
  const between = line.stations.filter(
    ({ is_on_branch, x_m }) => !is_on_branch && x_m >= low && x_m <= high,
  );
  return from.x_m < to.x_m ? between : between.toReversed();
}
