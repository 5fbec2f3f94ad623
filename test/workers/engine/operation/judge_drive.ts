/** How a drawn train drives, in steps of a hundredth of a second. */
import type { DrawnTrain } from "./drawn_day.ts";

const STEP_S = 0.01;

/** Positions and speeds at steps of time. */
export interface Drive {
  readonly x_m: number[];
  readonly v_m_s: number[];
}

/** Drives from a place to a standstill at another, as fast as possible. */
export function drive(train: DrawnTrain, from_m: number, speed_m_s: number, to_m: number): Drive {
  const { accelerating_m_s2, braking_m_s2, fastest_m_s } = train.stock;
  let x = from_m;
  let v = speed_m_s;
  const out: Drive = { x_m: [x], v_m_s: [v] };
  while (x < to_m - 1e-9) {
    const faster = Math.min(fastest_m_s, v + accelerating_m_s2 * STEP_S);
    const next = x + ((v + faster) / 2) * STEP_S;
    // The speed from which it still stops in what is left.
    const allowed = Math.sqrt(Math.max(0, 2 * braking_m_s2 * (to_m - next)));
    if (faster <= allowed) {
      x = next;
      v = faster;
    } else {
      const slower = Math.min(v, Math.sqrt(Math.max(0, 2 * braking_m_s2 * (to_m - x))));
      const after = Math.max(0, slower - braking_m_s2 * STEP_S);
      x += ((slower + after) / 2) * STEP_S;
      v = after;
      if (after === 0) x = to_m;
    }
    out.x_m.push(x);
    out.v_m_s.push(v);
  }
  return out;
}

export function indexAt({ x_m }: Drive, at_m: number): number {
  let low = 0;
  let high = x_m.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (x_m[middle]! < at_m - 1e-9) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Since the begin of the drive. */
export function timeAt(driven: Drive, at_m: number): number {
  const i = indexAt(driven, at_m);
  if (i === 0) return 0;
  const before = driven.x_m[i - 1]!;
  const share = Math.min(1, (at_m - before) / Math.max(1e-9, driven.x_m[i]! - before));
  return (i - 1 + share) * STEP_S;
}

/** Running time from the begin, with planned stops but without their durations. */
export function fastestTime(train: DrawnTrain): (x_m: number) => number {
  const parts = train.stops.slice(1).map((stop, i) => {
    const from_m = train.stops[i]!.at_m;
    return { from_m, to_m: stop.at_m, driven: drive(train, from_m, 0, stop.at_m) };
  });
  return (x_m) => {
    let sum = 0;
    for (const { from_m, to_m, driven } of parts) {
      if (x_m <= from_m) break;
      sum += timeAt(driven, Math.min(x_m, to_m));
    }
    return sum;
  };
}

/** Where a driver has to know whether a block is free: at the last sight of a signal from which it still stops. */
export function findDecisions(
  train: DrawnTrain,
  entries_m: readonly number[],
): { readonly decisions_m: readonly number[]; readonly tightest_m: number } {
  let tightest_m = Infinity;
  const seen_m = train.blocks.slice(1).map(({ sightings_m }) => sightings_m.at(-1)!);
  const decisions = entries_m.map((entry_m, b) => {
    if (b === 0) return 0;
    const lastStop_m = Math.max(
      ...train.stops.filter(({ at_m }) => at_m <= entry_m).map(({ at_m }) => at_m),
    );
    const candidates = seen_m.slice(0, b).filter((x_m) => {
      if (x_m <= lastStop_m) return false;
      const next = train.stops.find(({ at_m }) => at_m > x_m)!.at_m;
      const before = train.stops.filter(({ at_m }) => at_m <= x_m).at(-1)!.at_m;
      const driven = drive(train, before, 0, next);
      const v = driven.v_m_s[indexAt(driven, x_m)]!;
      const spare_m = entry_m - x_m - v ** 2 / (2 * train.stock.braking_m_s2);
      tightest_m = Math.min(tightest_m, Math.abs(spare_m));
      return spare_m >= 0;
    });
    return Math.max(lastStop_m, ...candidates);
  });
  for (let b = decisions.length - 2; b > 0; b--) {
    decisions[b] = Math.min(decisions[b]!, decisions[b + 1]!);
  }
  return { decisions_m: decisions, tightest_m };
}
