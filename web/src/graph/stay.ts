/** When a train is at a place of the axis. */
import type { Curve, Run } from "./runs.ts";

export interface Stay {
  readonly from_ms: number;
  readonly to_ms: number;
  /** On another track than the way's: then the stay is from leaving the way to being back on it. */
  readonly is_beside: boolean;
}

/** A run's end this near to a station, as a share of the axis, is at the station. */
const END_NEAR_SHARE = 0.002;
/** A train that stands this near to a station's point stops at it. */
const STOP_NEAR_MM = 200_000;

/** From arrival to departure, or the moment of passing; null if it does not pass. */
export function stayOf({ curves, start_ms }: Run, share: number): Stay | null {
  const curve = curves.find(
    ({ from_share, to_share }) =>
      share >= from_share - END_NEAR_SHARE && share <= to_share + END_NEAR_SHARE,
  );
  if (curve === undefined) return null;
  const { from_ms, to_ms, is_beside } = stayOn(curve, share);
  return { from_ms: start_ms + from_ms, to_ms: start_ms + to_ms, is_beside };
}

function stayOn(curve: Curve, share: number): Stay {
  const { times_ms, positions_mm, shares, joints } = curve;
  const i = firstBeyond(shares, share);
  const [t0 = 0, t1 = t0] = [times_ms[i - 1], times_ms[i]];
  const [s0 = 0, s1 = s0] = [shares[i - 1], shares[i]];
  const [p0 = 0, p1 = p0] = [positions_mm[i - 1], positions_mm[i]];
  if (joints.includes(i) && (share - s0) * (s1 - share) > 0) {
    return { from_ms: t0, to_ms: t1, is_beside: true };
  }
  const part = s1 === s0 ? 0 : Math.min(1, Math.max(0, (share - s0) / (s1 - s0)));
  const [at_mm, at_ms] = [p0 + part * (p1 - p0), t0 + part * (t1 - t0)];
  const stood = standsNear(curve, i, at_mm);
  return { from_ms: stood?.from_ms ?? at_ms, to_ms: stood?.to_ms ?? at_ms, is_beside: false };
}

/** Index of the first point beyond a place in running direction, at least 1 and at most the last. */
function firstBeyond(shares: Float64Array, share: number): number {
  const last = shares.length - 1;
  const sign = (shares[last] ?? 0) < (shares[0] ?? 0) ? -1 : 1;
  let [low, high] = [1, last];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sign * ((shares[middle] ?? 0) - share) > 0) high = middle;
    else low = middle + 1;
  }
  return Math.max(1, low);
}

/** From the first to the last moment of standing near a place. */
function standsNear(
  { times_ms, positions_mm, joints }: Curve,
  from: number,
  at_mm: number,
): { readonly from_ms: number; readonly to_ms: number } | null {
  const isNear = (i: number): boolean =>
    Math.abs((positions_mm[i] ?? Infinity) - at_mm) <= STOP_NEAR_MM;
  let begin = from;
  while (begin > 0 && isNear(begin - 1)) begin--;
  let [from_ms, to_ms] = [Infinity, -Infinity];
  for (let i = begin + 1; isNear(i); i++) {
    const [t0 = 0, t1 = 0] = [times_ms[i - 1], times_ms[i]];
    const stands = positions_mm[i] === positions_mm[i - 1] && t1 > t0 && !joints.includes(i);
    if (stands) [from_ms, to_ms] = [Math.min(from_ms, t0), t1];
  }
  return from_ms < to_ms ? { from_ms, to_ms } : null;
}
