/** Trains as they are expected, in the form in which trains are drawn: the plan's curve with the times of its stops moved. */
import { type Curve, makeCurve, type Run } from "../graph/runs.ts";

/** A stop of a forecast: times as the server prints them. */
export interface ExpectedStop {
  readonly planned_arrival: string;
  readonly planned_departure: string | null;
  /** Null: never. */
  readonly arrival: string | null;
  readonly departure: string | null;
}

/** Smaller differences are not seen. */
const SEEN_MS = 30_000;

/** Planned and expected moments in order, up to where the train is never expected. */
interface Moments {
  readonly planned_ms: readonly number[];
  readonly expected_ms: readonly number[];
  /** It does not get to all of its stops. */
  readonly is_cut: boolean;
}

function readMoments(stops: readonly ExpectedStop[]): Moments {
  const planned_ms: number[] = [];
  const expected_ms: number[] = [];
  for (const { planned_arrival, planned_departure, arrival, departure } of stops) {
    if (arrival === null) return { planned_ms, expected_ms, is_cut: true };
    planned_ms.push(Date.parse(planned_arrival));
    expected_ms.push(Date.parse(arrival));
    if (planned_departure === null) continue;
    if (departure === null) return { planned_ms, expected_ms, is_cut: true };
    planned_ms.push(Date.parse(planned_departure));
    expected_ms.push(Date.parse(departure));
  }
  return { planned_ms, expected_ms, is_cut: false };
}

/** When a train is where it was planned to be at a moment. */
function expectedAt({ planned_ms, expected_ms }: Moments, at_ms: number): number {
  let i = planned_ms.length - 1;
  while (i > 0 && (planned_ms[i - 1] ?? 0) >= at_ms) i--;
  const [p1 = 0, e1 = 0] = [planned_ms[i], expected_ms[i]];
  if (i === 0 || at_ms >= p1) return e1 + at_ms - p1;
  const [p0 = 0, e0 = 0] = [planned_ms[i - 1], expected_ms[i - 1]];
  return p1 === p0 ? e1 : e0 + ((at_ms - p0) / (p1 - p0)) * (e1 - e0);
}

/** Null: it is expected as planned, or nowhere. */
export function expectRun(run: Run, stops: readonly ExpectedStop[]): Run | null {
  const moments = readMoments(stops);
  const { planned_ms, expected_ms, is_cut } = moments;
  const is_moved = planned_ms.some((ms, i) => Math.abs((expected_ms[i] ?? ms) - ms) >= SEEN_MS);
  if (planned_ms.length === 0 || !(is_moved || is_cut)) return null;
  const until_ms = is_cut ? (planned_ms.at(-1) ?? 0) : Infinity;
  const curves = run.curves.flatMap((curve) => {
    const moved = moveCurve(curve, run.start_ms, moments, until_ms);
    return moved === null ? [] : [moved];
  });
  return { ...run, curves };
}

function moveCurve(
  { times_ms, positions_mm, shares, bypassed }: Curve,
  start_ms: number,
  moments: Moments,
  until_ms: number,
): Curve | null {
  const count = times_ms.filter((time_ms) => start_ms + time_ms <= until_ms).length;
  if (count < 2) return null;
  const moved = times_ms
    .subarray(0, count)
    .map((time_ms) => expectedAt(moments, start_ms + time_ms) - start_ms);
  const figures = { positions_mm: positions_mm.slice(0, count), shares: shares.slice(0, count) };
  return makeCurve({ times_ms: moved, ...figures }, bypassed);
}
