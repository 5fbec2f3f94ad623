/**
 * The largest trains that the schema of a train schedule takes, of the sorts that cost most: n waypoints
 * on one line, each with a stop, an arrival, a margin or a power restriction of its own.
 */
import type {
  InfraRef,
  MarginValue,
  StockPhysics,
  TrainRun,
} from "../../../../workers/tasks/types.ts";
import { compileLine, pathOnLine, TRACK } from "../line_network.ts";
import { STOCK_T } from "../plain_run.ts";

/** Waypoints of one train, as the schema of train schedules has it. */
export const WAYPOINTS_MAX = 10_000;

export const HOSTILE_STOCK: StockPhysics = {
  ...STOCK_T,
  key: "T.hostile",
  max_speed_m_s: 40,
  base_power_class: "1",
  power_restrictions: { C: "2" },
};

export interface HostileTrain {
  readonly n: number;
  readonly spacing_mm: number;
  readonly distribution: TrainRun["constraint_distribution"];
  /** Of waypoint i, which is not the first. */
  readonly stop_for_ms?: (i: number) => number | null;
  readonly arrival_ms?: (i: number) => number | null;
  readonly isClosed?: boolean;
  /** Of the stretch that begins at waypoint i. */
  readonly margin?: (i: number) => MarginValue;
  readonly areRestricted?: boolean;
}

const SHORTEST_LINE_M = 20_000;

/** A line for trains that run its first `run_m`, on which `pieces` slopes and speed sections lie. */
export function makeHostileLine(run_m: number, pieces = 0): InfraRef {
  const length_m = Math.max(SHORTEST_LINE_M, run_m);
  const piece_m = run_m / Math.max(1, pieces);
  const signals_m = Array.from({ length: 50 }, (_, i) => ((i + 1) * length_m) / 52);
  return compileLine({
    length_m,
    signals_m,
    slopes: Array.from({ length: pieces }, (_, i) => ({
      begin: i * piece_m,
      end: (i + 1) * piece_m,
      gradient: (i % 5) * 4 - 8,
    })),
    speed_sections: Array.from({ length: pieces }, (_, i) => ({
      id: `speed.${i}`,
      speed_limit: 20 + (i % 3) * 7,
      speed_limit_by_tag: {},
      track_ranges: [
        {
          track: TRACK,
          begin: i * piece_m,
          end: (i + 1) * piece_m,
          applicable_directions: "BOTH" as const,
        },
      ],
    })),
  });
}

function isStop({ stop_for_ms }: HostileTrain, i: number): boolean {
  return (stop_for_ms?.(i) ?? null) !== null;
}

export function makeHostileTrain(infra: InfraRef, train: HostileTrain): TrainRun {
  const { n, spacing_mm, distribution } = train;
  const length_mm = (n - 1) * spacing_mm;
  const item_positions_mm = Array.from({ length: n }, (_, i) => i * spacing_mm);
  const { margin } = train;
  return {
    path: { ...pathOnLine(infra, 0, length_mm), item_positions_mm },
    stock_index: 0,
    initial_speed_m_s: 0,
    comfort: "STANDARD",
    constraint_distribution: distribution,
    speed_limit_tag: null,
    fallback_tags: [],
    use_electrical_profiles: true,
    schedule: item_positions_mm.slice(1).map((offset_mm, k) => ({
      offset_mm,
      arrival_ms: train.arrival_ms?.(k + 1) ?? null,
      stop_for_ms: train.stop_for_ms?.(k + 1) ?? (k === n - 2 ? 0 : null),
      reception_signal: train.isClosed === true && isStop(train, k + 1) ? "STOP" : "OPEN",
    })),
    margins:
      margin === undefined
        ? { boundaries_mm: [], values: [] }
        : {
            boundaries_mm: item_positions_mm.slice(1, -1),
            values: item_positions_mm.slice(0, -1).map((_, i) => margin(i)),
          },
    power_restrictions:
      train.areRestricted === true
        ? item_positions_mm.slice(0, -1).map((from_mm, i) => ({
            from_mm,
            to_mm: from_mm + spacing_mm,
            value: i % 2 === 0 ? "C" : "D",
          }))
        : [],
  };
}

const percent = (value: number): MarginValue => ({ kind: "percentage", value });
const perDistance = (value: number): MarginValue => ({ kind: "min_per_100km", value });

type Sort = Omit<HostileTrain, "n" | "spacing_mm" | "distribution">;

/** Every sort of a train whose waypoints are `spacing_mm` apart. */
export function hostileSorts(spacing_mm: number): Readonly<Record<string, Sort>> {
  /** At 20 m/s. */
  const slow_ms = spacing_mm / 20;
  const fast_ms = spacing_mm / 40;
  return {
    stops: { stop_for_ms: () => 30_000 },
    "closed stops": { stop_for_ms: () => 30_000, isClosed: true },
    "margins of one kind": { margin: () => percent(5) },
    "margins alternating with none": { margin: (i) => percent(i % 2 === 0 ? 0 : 40) },
    "margins of both kinds": { margin: (i) => (i % 2 === 0 ? percent(5) : perDistance(4.5)) },
    "margins rising": { margin: (i) => percent(i / 100) },
    "huge margins": { margin: () => percent(100_000) },
    "arrivals out of reach": { arrival_ms: (i) => i },
    "arrivals in reach": { arrival_ms: (i) => i * slow_ms },
    "arrivals hardly in reach": { arrival_ms: (i) => i * fast_ms + 60_000 },
    "arrivals in and out of reach": {
      arrival_ms: (i) => i * fast_ms * (i % 2 === 0 ? 1.5 : 1.2) + 30_000,
    },
    "arrivals far apart": { arrival_ms: (i) => i * 60_000 },
    "arrivals lowering margins": {
      margin: () => percent(50),
      arrival_ms: (i) => i * fast_ms * 1.2 + 60_000,
    },
    "stops with arrivals": { stop_for_ms: () => 1000, arrival_ms: (i) => i * 60_000 },
    "power restrictions": { areRestricted: true },
    "all at once": {
      stop_for_ms: (i) => (i % 3 === 0 ? 1000 : null),
      arrival_ms: (i) => i * slow_ms * 3,
      margin: (i) => (i % 2 === 0 ? percent(7) : perDistance(3)),
      isClosed: true,
      areRestricted: true,
    },
  };
}
