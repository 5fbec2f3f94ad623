/** The stretches of a kept run (kept_run.ts), what is possible on them, and which runs leave out less. */
import { KEPT_TOLERANCE_S, TOLD_S } from "./limits.ts";
import type { Deviation, TimedRange } from "./range_chain.ts";
import type { RangeShape, Section } from "./section.ts";

/** What is possible for a time from the last place before it that is passed on time. Running times. */
export interface TimeLimits {
  readonly begin_m: number;
  /** Running time from the path's begin until there. */
  readonly begin_s: number;
  readonly earliest_s: number;
  readonly latest_s: number;
}

/** Where the legs so far end: between which speeds, and when. */
export interface Reached {
  readonly low_m_s: number;
  readonly high_m_s: number;
  readonly now_s: number;
}

/** A stretch up to a target, or without one. */
export interface Leg {
  readonly shape: RangeShape;
  readonly sections: readonly Section[];
  readonly kind: "arrival" | "late" | "margin" | "free";
  /** Times within it that are left out, as they would be by themselves. */
  readonly leftOut: readonly Leg[];
  /** Running time from the path's begin at which it should end; of a margin or without target its own time. */
  readonly until_s: number;
  readonly own_s: number;
  readonly sharedBy: TimedRange["sharedBy"];
  /** Speeds at its end between which every one is possible; NaN: the run's own. */
  low_m_s: number;
  high_m_s: number;
  /** The time that it takes; NaN: as little as it can. */
  time_s: number;
  earliest_s: number;
  latest_s: number;
  isKept: boolean;
  /** How it was reached. */
  from: Reached;
  /** What is told if it is left out. */
  limits: TimeLimits | null;
  /** The chosen speed at its end. */
  end_m_s: number;
}

/** A time out of reach by so little is kept to a tenth of a second, drawn to `KEPT_TOLERANCE_S`. */
const NEARLY_S = TOLD_S - 2 * KEPT_TOLERANCE_S;

/** The time to aim at: at the very limit of what is possible, no speed at the end would be free. */
export function nearly(asked_s: number, { earliest_s, latest_s }: Leg): number {
  if (asked_s < earliest_s && asked_s + NEARLY_S >= earliest_s) return asked_s + NEARLY_S;
  return asked_s > latest_s && asked_s - NEARLY_S <= latest_s ? asked_s - NEARLY_S : asked_s;
}

/** What is possible for the time at a leg's end, from a moment at its begin. */
export function limitsOf({ shape, earliest_s, latest_s }: Leg, begin_s: number): TimeLimits {
  return { begin_m: shape.begin_m, begin_s, earliest_s, latest_s };
}

/** Tells that the time at a leg's end is left out. */
export function tell({ shape, kind, until_s, own_s, limits }: Leg): Deviation {
  const { begin_m, begin_s, earliest_s, latest_s } = limits!;
  const wanted_s = Number.isFinite(until_s) ? until_s - begin_s : own_s;
  return {
    kind: kind === "late" ? "unachievable_arrival" : "dropped_target",
    begin_m,
    end_m: shape.end_m,
    wanted_s,
    possible_s: Math.min(latest_s, Math.max(earliest_s, wanted_s)),
    earliest_s,
    latest_s,
  };
}

/** All of them, those left out within others too. */
export function listAll(legs: readonly Leg[]): Leg[] {
  return legs.flatMap((leg) => [...leg.leftOut, leg]);
}

function isLeftOut({ kind, isKept }: Leg): boolean {
  return (kind === "arrival" || kind === "late") && !isKept;
}

/** Where arrivals are left out, in path order. */
export function listLeftOut(legs: readonly Leg[]): number[] {
  return listAll(legs)
    .filter(isLeftOut)
    .map(({ shape }) => shape.end_m);
}

/** Whether the first arrival that only one of two runs leaves out is kept by the first run. */
export function leavesOutLater(leftOut_m: readonly number[], other_m: readonly number[]): boolean {
  const i = other_m.findIndex((x_m, k) => leftOut_m[k] !== x_m);
  return i >= 0 && (leftOut_m[i] ?? Infinity) > other_m[i]!;
}

/** Takes over what is possible from a run that leaves out the same arrivals, but does nothing else besides. */
export function takeOverLimits(legs: readonly Leg[], freest: readonly Leg[]): void {
  const others = listAll(freest).filter(isLeftOut);
  listAll(legs)
    .filter(isLeftOut)
    .every((leg, i) => {
      const other = others[i];
      const isSame = other?.shape.end_m === leg.shape.end_m;
      if (isSame) leg.limits = other.limits;
      return isSame;
    });
}
