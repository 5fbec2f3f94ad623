/** Oracle for engine.md 4.10 and 5.8: the base simulation and its report. */
import type { StockPhysics, TrainRun } from "../../workers/tasks/types.ts";
import {
  constantParts,
  Failure,
  firstX,
  lastX,
  maxEffortEnvelope,
  maxSpeedEnvelope,
  type Part,
  timeAt,
} from "./envelope.ts";
import { Forces } from "./forces.ts";
import {
  limitsOnPath,
  mergeSchedule,
  type OraclePath,
  onPath,
  type ProfileSet,
  physicsMrsp,
  printProfiles,
  responseMrsp,
  safetyRanges,
  supplyOnPath,
} from "./train.ts";

export interface Simulated {
  readonly kind: "success";
  readonly base: {
    readonly positions: readonly number[];
    readonly times: readonly number[];
    readonly speeds: readonly number[];
    readonly energy_consumption: number;
    readonly path_item_times: readonly number[];
  };
  readonly mrsp: object;
  readonly electrical_profiles: object;
}

export type Outcome =
  | Simulated
  | { readonly kind: "failed"; readonly type: string; readonly offset: number };

export interface Stop {
  readonly x: number;
  readonly s: number;
}

export function simulateOracle(
  path: OraclePath,
  stock: StockPhysics,
  run: TrainRun,
  profiles: ProfileSet | null,
): Outcome {
  try {
    const { forces, supply, limits, stops, envelope } = runOracle(path, stock, run, profiles);
    return {
      kind: "success",
      base: report(envelope, forces, stops, run.path.item_positions_mm),
      mrsp: responseMrsp(path, stock, limits),
      electrical_profiles: printProfiles(supply, stock, run.comfort),
    };
  } catch (error) {
    if (error instanceof Failure) {
      return { kind: "failed", type: `core:${error.kind}`, offset: error.offset };
    }
    throw error;
  }
}

/** The base run of 4.10; throws a `Failure` where it is impossible. */
export function runOracle(
  path: OraclePath,
  stock: StockPhysics,
  run: TrainRun,
  profiles: ProfileSet | null,
): {
  readonly forces: Forces;
  readonly supply: ReturnType<typeof supplyOnPath>;
  readonly limits: ReturnType<typeof limitsOnPath>;
  readonly stops: readonly Stop[];
  readonly envelope: readonly Part[];
} {
  const schedule = mergeSchedule(run.schedule);
  const safety = safetyRanges(path, schedule);
  if (safety === null) throw new Failure("no_signal_after_stop", 0);
  const limits = limitsOnPath(path, run);
  const supply = supplyOnPath(path, stock, run, profiles);
  const gradients = onPath(path, ({ chunk, dir }) => chunk.gradients[dir]);
  const forces = new Forces(stock, gradients, supply, run.comfort);
  const stops: Stop[] = schedule
    .filter(({ stop_ms }) => stop_ms !== null)
    .map(({ offset, stop_ms }) => ({ x: offset / 1000, s: stop_ms! / 1000 }));
  const mrsp = constantParts(physicsMrsp(path, stock, limits, safety));
  const top = maxSpeedEnvelope(
    forces,
    mrsp,
    stops.map(({ x }) => x),
  );
  const envelope = maxEffortEnvelope(forces, top, run.initial_speed_m_s);
  return { forces, supply, limits, stops, envelope };
}

interface Point {
  readonly x: number;
  readonly t: number;
  readonly v: number;
}

function report(
  envelope: readonly Part[],
  forces: Forces,
  stops: readonly Stop[],
  items_mm: readonly number[],
): Simulated["base"] {
  const points: Point[] = [];
  let t = 0;
  for (const { xs, vs, dts } of envelope) {
    xs.forEach((x, i) => {
      if (i > 0) t += dts[i - 1]!;
      points.push({ x, t, v: vs[i]! });
    });
  }
  const open = [...stops];
  let waited = 0;
  const stopped = points.map((point) => {
    const own = { ...point, t: point.t + waited };
    if (open.length > 0 && point.x >= open[0]!.x) waited += open.shift()!.s;
    return own;
  });
  const kept = simplify(stopped);
  let energy = 0;
  for (const part of envelope) {
    const { xs, vs } = part;
    const [v0, v1] = [vs[0]!, vs.at(-1)!];
    let work = 0.5 * forces.inertia * (v1 * v1 - v0 * v0);
    const length = lastX(part) - firstX(part);
    work += forces.mass * 9.81 * forces.grade(firstX(part), lastX(part)) * 0.001 * length;
    for (let i = 0; i + 1 < xs.length; i++) {
      work += forces.resistance((vs[i]! + vs[i + 1]!) / 2) * (xs[i + 1]! - xs[i]!);
    }
    energy += Math.max(0, work);
  }
  const round = (value: number): number => Math.floor(value * 1000 + 0.5);
  return {
    positions: kept.map(({ x }) => round(x)),
    times: kept.map((point) => round(point.t)),
    speeds: kept.map(({ v }) => v),
    energy_consumption: energy,
    path_item_times: items_mm.map((offset) => {
      const x = offset / 1000;
      const before = stops.filter((stop) => stop.x < x - 0.01);
      return round(timeAt(envelope, x) / 1e6 + before.reduce((sum, { s }) => sum + s, 0));
    }),
  };
}

/** Ramer-Douglas-Peucker with the distance of 5.8. */
function simplify(points: readonly Point[]): Point[] {
  const isKept = points.map((_, i) => i === 0 || i === points.length - 1);
  const open: [number, number][] = [[0, points.length - 1]];
  for (let range = open.pop(); range !== undefined; range = open.pop()) {
    const [first, last] = range;
    const [a, b] = [points[first]!, points[last]!];
    let farthest = -1;
    let most = 1;
    for (let i = first + 1; i < last; i++) {
      const { x, v, t } = points[i]!;
      const at = (from: number, to: number): number =>
        b.x - a.x < 1e-6 ? from : from + ((x - a.x) * (to - from)) / (b.x - a.x);
      const distance = Math.abs(v - at(a.v, b.v)) * 5 + Math.abs(t - at(a.t, b.t)) * 0.2;
      if (distance > most) {
        most = distance;
        farthest = i;
      }
    }
    if (farthest < 0) continue;
    isKept[farthest] = true;
    open.push([first, farthest], [farthest, last]);
  }
  return points.filter((_, i) => isKept[i]);
}
