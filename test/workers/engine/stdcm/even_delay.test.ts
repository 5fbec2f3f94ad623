/**
 * Method: seeded plans with stops. Spread delay stays between what must and what may have been lost at
 * each place, is never made up for, and is as even as a relaxation makes it that knows nothing of lines:
 * each place in turn goes to where its two neighbours pull it, as far as it may.
 */
import { expect, it } from "vitest";
import type { ChainEdge, ChainPlan, RunChain } from "../../../../workers/engine/stdcm/chain.ts";
import { spreadDelay } from "../../../../workers/engine/stdcm/even_delay.ts";
import { repairPlan } from "../../../../workers/engine/stdcm/way.ts";
import { between, makeRandom, type Random, wholeBetween } from "../seeded.ts";

const SWEEPS = 4000;
/** Lines may pass so far outside of a bound. */
const TOLERANCE_S = 0.05;

interface Drawn {
  readonly chain: RunChain;
  readonly plan: ChainPlan;
  /** By edge: what is lost before it since the last stop, by the plan, and what may be lost there at most. */
  readonly least_s: readonly number[];
  readonly most_s: readonly number[];
}

function draw(random: Random): Drawn {
  const edges: ChainEdge[] = [];
  const [least_s, most_s] = [[] as number[], [] as number[]];
  const [arrivals_s, departures_s, latestBegins_s] = [
    [] as number[],
    [] as number[],
    [] as number[],
  ];
  const departure_s = between(random, 0, 100);
  const n = wholeBetween(random, 1, 9);
  let time_s = departure_s;
  let lost_s = 0;
  for (let i = 0; i < n; i++) {
    const isBegin = i === 0 || edges[i - 1]!.stop !== null;
    if (isBegin) lost_s = 0;
    const more_s = isBegin || random() < 0.4 ? 0 : between(random, 0, 60);
    lost_s += more_s;
    time_s += more_s;
    if (i > 0 && !isBegin) departures_s[i - 1] = time_s;
    const room_s = random() < 0.3 ? Infinity : between(random, 0, 50);
    least_s.push(lost_s);
    most_s.push(isBegin ? 0 : lost_s + room_s);
    latestBegins_s.push(time_s + room_s);
    const stops = i === n - 1 || random() < 0.2;
    const duration_s = between(random, 5, 90);
    const stop = stops ? { at_mm: (i + 1) * 1000, least_s: 30, windows: [] } : null;
    const ends = { from_mm: i * 1000, to_mm: (i + 1) * 1000 };
    edges.push({ ...ends, duration_s, speed_m_s: 0, stop, needs: [] });
    time_s += duration_s;
    arrivals_s.push(time_s);
    time_s += stops ? 30 : 0;
    departures_s.push(time_s);
  }
  const chain: RunChain = { edges, toGo_s: [], timeAt_s: () => 0 };
  const times = { departure_s, arrivals_s, departures_s, latestBegins_s };
  return { chain, plan: { ...times, losesTime: true, earliestDeparture_s: 0 }, least_s, most_s };
}

/** Delays at the begins of a leg's edges and at its end by relaxation. */
function relax({ chain, least_s, most_s }: Drawn, first: number, last: number): number[] {
  const lost_s = least_s[last]!;
  const low = [...least_s.slice(first, last + 1), lost_s];
  const high = [...most_s.slice(first, last + 1).map((one) => Math.min(one, lost_s)), lost_s];
  const ways_s = chain.edges.slice(first, last + 1).map(({ duration_s }) => duration_s);
  const delays = [...low];
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    for (let k = 1; k < delays.length - 1; k++) {
      const [before, after] = [1 / ways_s[k - 1]!, 1 / ways_s[k]!];
      const pulled = (delays[k - 1]! * before + delays[k + 1]! * after) / (before + after);
      delays[k] = Math.max(low[k]!, Math.min(high[k]!, pulled));
    }
  }
  return delays;
}

/** What the fixed points make of the delay at the begins of a leg's edges and at its end. */
function readDelays({ chain, plan, least_s }: Drawn, first: number, last: number): number[] {
  const fixed = spreadDelay(chain, plan);
  const begin_s = first === 0 ? plan.departure_s : plan.departures_s[first - 1]!;
  const places: { running_s: number; lost_s: number | undefined }[] = [];
  let running_s = 0;
  for (let e = first; e <= last; e++) {
    const time_s = fixed.get(chain.edges[e]!.from_mm);
    const lost_s = time_s === undefined ? undefined : time_s - begin_s - running_s;
    places.push({ running_s, lost_s: e === first ? 0 : lost_s });
    running_s += chain.edges[e]!.duration_s;
  }
  places.push({ running_s, lost_s: least_s[last]! });
  return places.map((place, k) => {
    if (place.lost_s !== undefined) return place.lost_s;
    const before = places.slice(0, k).findLast(({ lost_s }) => lost_s !== undefined)!;
    const after = places.slice(k).find(({ lost_s }) => lost_s !== undefined)!;
    const share = (place.running_s - before.running_s) / (after.running_s - before.running_s);
    return before.lost_s! + share * (after.lost_s! - before.lost_s!);
  });
}

it("spreads delay as evenly as its bounds let it", () => {
  let nLost = 0;
  let nHeld = 0;
  for (let seed = 0; seed < 300; seed++) {
    const drawn = draw(makeRandom(seed));
    const { edges } = drawn.chain;
    let first = 0;
    edges.forEach(({ stop }, last) => {
      if (stop === null) return;
      const own = readDelays(drawn, first, last);
      const relaxed = relax(drawn, first, last);
      own.forEach((delay, k) => {
        expect(Math.abs(delay - relaxed[k]!), `seed ${seed}, place ${k}`).toBeLessThan(TOLERANCE_S);
        expect(delay).toBeGreaterThanOrEqual((own[k - 1] ?? 0) - TOLERANCE_S);
      });
      if (drawn.least_s[last]! > 0) nLost++;
      first = last + 1;
    });
    nHeld += spreadDelay(drawn.chain, drawn.plan).size;
  }
  expect(nLost).toBeGreaterThan(100);
  expect(nHeld).toBeGreaterThan(100);
});

const PLAN = {
  departure_s: 45,
  arrivals_s: [150],
  departures_s: [150],
  latestBegins_s: [50],
  losesTime: true,
  earliestDeparture_s: 0,
};

it("asks a run that comes too early in spite of a fixed point for as much later", () => {
  const need = { row: 3, zone: 0, begin_s: 20, release_mm: Infinity };
  const stop = { at_mm: 1_000_000, least_s: 0, windows: [] };
  const edge = { from_mm: 0, to_mm: 1_000_000, duration_s: 100, speed_m_s: 0, stop, needs: [need] };
  const chain: RunChain = { edges: [edge], toGo_s: [], timeAt_s: (x_mm) => x_mm / 10_000 };
  const fixed = new Map<number, number>();
  const taken = { from_s: 0, to_s: 70 };
  const planned = { chain, plan: PLAN };
  const meeting = { index: 3, end_s: 150, taken };
  expect(repairPlan(planned, fixed, { ...meeting, begin_s: 68 }, 0.01)).toBe(planned);
  expect([...fixed]).toEqual([[200_000, 70.01]]);
  expect(repairPlan(planned, fixed, { ...meeting, begin_s: 69.75 }, 0.02)).toBe(planned);
  expect(fixed.get(200_000)).toBeCloseTo(70.28);
});

it("asks a run that leaves a zone too late for as much earlier", () => {
  const need = { row: 3, zone: 0, begin_s: 20, release_mm: 600_000 };
  const stop = { at_mm: 1_000_000, least_s: 0, windows: [] };
  const edge = { from_mm: 0, to_mm: 1_000_000, duration_s: 100, speed_m_s: 0, stop, needs: [need] };
  const chain: RunChain = { edges: [edge], toGo_s: [], timeAt_s: (x_mm) => x_mm / 10_000 };
  const fixed = new Map<number, number>();
  const meeting = { index: 3, begin_s: 70, end_s: 112, taken: { from_s: 110, to_s: 300 } };
  const planned = { chain, plan: PLAN };
  expect(repairPlan(planned, fixed, meeting, 0.01)).toBe(planned);
  expect([...fixed]).toEqual([[600_000, 109.99]]);
  // Where it can't be faster it leaves as much sooner.
  const late = { ...meeting, end_s: 172 };
  const sooner = repairPlan({ chain, plan: { ...PLAN, departure_s: 60 } }, new Map(), late, 0.01);
  expect(sooner?.plan.departure_s).toBeCloseTo(49.99);
  expect(
    repairPlan(
      { chain, plan: { ...PLAN, departure_s: 60, earliestDeparture_s: 55 } },
      new Map(),
      late,
      0.01,
    ),
  ).toBe(null);
});
