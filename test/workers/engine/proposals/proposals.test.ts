/** Proposals for running days: beside the forecast with their decisions, another simulator, and all orders of tiny days. */
import { describe, expect, it } from "vitest";
import {
  ARRIVED,
  ENDS,
  HELD_UNTIL,
  STANDS,
} from "../../../../workers/engine/operation/day_facts.ts";
import { DayForecaster } from "../../../../workers/engine/operation/day_forecaster.ts";
import { planDay } from "../../../../workers/engine/operation/day_plan.ts";
import {
  type DayForecast,
  type KnownFacts,
} from "../../../../workers/engine/operation/forecast.ts";
import { findProposals } from "../../../../workers/engine/proposals/proposals.ts";
import {
  costsLess,
  type DayCost,
  DayTrial,
  type Decision,
  divide,
} from "../../../../workers/engine/proposals/tried_decisions.ts";
import { countTries } from "../../../helpers/tried.ts";
import {
  type DrawnDay,
  type DrawnOrder,
  drawClosures,
  drawDay,
  drawEnds,
  drawOrders,
  drawSlower,
  operate,
} from "../operation/drawn_day.ts";
import { judgeDay } from "../operation/judge_day.ts";
import { fastestTime } from "../operation/judge_drive.ts";
import type { Judged } from "../operation/judged_day.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

const BOUNDS = { days_max: 400, until_ms: Infinity, proposals_max: 4 };

/** Trains appear late, on some days some end on their way, and nothing else happens. */
function drawLate(random: Random, trains_max = Infinity): DrawnDay {
  const day = drawDay(random);
  const trains = day.trains.slice(0, trains_max).map((train) => ({
    ...train,
    start_s: trains_max < Infinity ? Math.round(train.start_s / 3) : Math.round(train.start_s),
    entry_s: random() < 0.5 ? 0 : 60 * wholeBetween(random, 1, 12),
    longer_s: train.longer_s.map(() => 0),
  }));
  const late = { trains, patience_s: day.patience_s, areLateSeen: true };
  if (trains_max < Infinity) return late;
  return {
    ...late,
    ends: random() < 0.5 ? [] : drawEnds(random, late),
    closures: random() < 0.6 ? [] : drawClosures(random, late),
    slower: random() < 0.6 ? [] : drawSlower(random, late),
  };
}

/** What was reported: which trains have appeared, and when. */
function knowDay(day: DrawnDay): KnownFacts & { readonly plan: ReturnType<typeof planDay> } {
  const runs = day.trains.map((train) => operate(train, fastestTime(train)));
  const starts_ms = Float64Array.from(day.trains, ({ start_s }) => start_s * 1000);
  const plan = planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
  const arrivals = day.trains.flatMap(({ start_s, entry_s }, train) =>
    entry_s === 0 ? [] : [{ train, stop: 0, kind: ARRIVED, time_ms: (start_s + entry_s) * 1000 }],
  );
  const ends = (day.ends ?? []).map(({ train, stop, stands }) => {
    return { train, stop, kind: stands ? STANDS : ENDS, time_ms: 0 };
  });
  const reports = [...ends, ...arrivals];
  return {
    plan,
    reports,
    cancelled: [],
    orders: [],
    closures: (day.closures ?? []).map(({ zones, begin_s, end_s }) => {
      return { zones, begin_ms: begin_s * 1000, end_ms: end_s * 1000 };
    }),
    passings: [],
    slower: (day.slower ?? []).map(({ train, percent, begin_s, end_s }) => {
      return { train, percent, begin_ms: begin_s * 1000, end_ms: end_s * 1000 };
    }),
    asOf_ms: -Infinity,
    patience_ms: day.patience_s * 1000,
  };
}

/** The forecast after the decisions are stored. */
function forecastWith(
  { plan, ...known }: ReturnType<typeof knowDay>,
  decisions: readonly Decision[],
): DayForecast {
  const { orders, holds } = divide(decisions);
  return new DayForecaster(plan, known.patience_ms).forecast({
    ...known,
    orders: [...known.orders, ...orders],
    reports: [
      ...known.reports,
      ...holds.map(({ train, stop, until_ms }) => ({
        train,
        stop,
        kind: HELD_UNTIL,
        time_ms: until_ms,
      })),
    ],
  });
}

/** By its stops, in words of its own. */
function costOf(forecast: DayForecast): DayCost {
  const toCome = forecast.places
    .flatMap((_, t) => forecast.listStops(t))
    .filter(({ hasArrived, isCancelled }) => !hasArrived && !isCancelled);
  const late = toCome.map(({ arrival_ms, plannedArrival_ms }) => arrival_ms - plannedArrival_ms);
  return {
    missed: late.filter(Number.isNaN).length,
    delay_ms: late.reduce((sum, one) => sum + (one > 0 ? one : 0), 0),
  };
}

function judge(day: DrawnDay, decisions: readonly Decision[]): Judged {
  const { orders, holds } = divide(decisions);
  return judgeDay({
    ...day,
    orders,
    holds: holds.map(({ train, stop, until_ms }) => ({ train, stop, until_s: until_ms / 1000 })),
  });
}

/** How many arrivals at planned stops differ. */
function countOff(day: DrawnDay, forecast: DayForecast, { arrivals }: Judged): number {
  return day.trains
    .flatMap(({ stops }, t) => {
      const own = forecast.listStops(t);
      return stops.map(({ at_m }, i) => {
        const own_s = own[i]!.arrival_ms / 1000;
        const other_s = arrivals[t]!.get(at_m) ?? Number.NaN;
        return Number.isNaN(own_s) ? !Number.isNaN(other_s) : !(Math.abs(own_s - other_s) < 1);
      });
    })
    .filter(Boolean).length;
}

describe("proposals", () => {
  const seeds = countTries({ few: 40, many: 300 });

  it(`come true when they are taken, in another simulator too, and are better than nothing (${seeds} days)`, () => {
    let judged = 0;
    let helped = 0;
    let unlocked = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const told = `seed ${seed}`;
      const day = drawLate(makeRandom(seed));
      const known = knowDay(day);
      const find = () => findProposals(tryDay(known), { ...BOUNDS, days_max: 150 });
      const { cost, proposals } = find();
      expect(find(), told).toMatchObject({ cost, proposals });
      const before = forecastWith(known, []);
      expect(costOf(before), told).toEqual({
        missed: cost.missed,
        delay_ms: expect.closeTo(cost.delay_ms, 3),
      });
      if (proposals.length > 0) expect(countOff(day, before, judge(day, [])), told).toBe(0);
      for (const [i, proposal] of proposals.entries()) {
        const forecast = forecastWith(known, proposal.decisions);
        const now = costOf(forecast);
        expect(now.missed, told).toBe(proposal.cost.missed);
        expect(now.delay_ms, told).toBeCloseTo(proposal.cost.delay_ms, 3);
        expect(costsLess(proposal.cost, cost), told).toBe(true);
        if (i > 0) expect(costsLess(proposal.cost, proposals[i - 1]!.cost), told).toBe(false);
        const other = judge(day, proposal.decisions);
        expect(countOff(day, forecast, other), `${told} proposal ${i}`).toBe(0);
        judged++;
      }
      if (proposals.length > 0) helped++;
      if (cost.missed > 0 && proposals[0]?.cost.missed === 0) unlocked++;
    }
    expect(judged).toBeGreaterThan(seeds);
    expect(helped).toBeGreaterThan(seeds / 3);
    expect(unlocked).toBeGreaterThan(0);
  });

  it("are told one by one while others are looked for, each better and true, and change nothing of the answer", () => {
    let told_early = 0;
    let told_again = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const told = `seed ${seed}`;
      const known = knowDay(drawLate(makeRandom(seed)));
      const bounds = { ...BOUNDS, days_max: 150 };
      let best: DayCost | null = null;
      const whole = findProposals(tryDay(known), bounds, ({ cost, proposals }) => {
        expect(proposals, told).toHaveLength(1);
        const [one] = proposals;
        const now = costOf(forecastWith(known, one!.decisions));
        expect(now, told).toEqual({
          missed: one!.cost.missed,
          delay_ms: expect.closeTo(one!.cost.delay_ms, 3),
        });
        expect(costsLess(one!.cost, best ?? cost), told).toBe(true);
        if (best === null) told_early++;
        else told_again++;
        best = one!.cost;
      });
      expect(whole, told).toEqual(findProposals(tryDay(known), bounds));
      expect(best === null, told).toBe(whole.proposals.length === 0);
      if (best !== null) expect(costsLess(best, whole.proposals[0]!.cost), told).toBe(false);
    }
    expect(told_early).toBeGreaterThan(seeds / 3);
    expect(told_again).toBeGreaterThan(0);
  });

  it("are looked for no longer than they bring something, and not at all where nobody waits", () => {
    let quiet = 0;
    let early = 0;
    let days = 0;
    for (let seed = 0; seed < 60; seed++) {
      const known = knowDay(drawLate(makeRandom(seed)));
      const trial = tryDay(known);
      const { cost, proposals, days: tried } = findProposals(trial, BOUNDS);
      const forecast = forecastWith(known, []);
      if (forecast.groupWaits().size === 0 && forecast.deadlocks.length === 0) {
        expect(tried).toBe(1);
        quiet++;
      } else if ((proposals[0]?.cost ?? cost).missed === 0) {
        days += tried;
        early++;
      }
    }
    expect(quiet).toBeGreaterThan(5);
    expect(early).toBeGreaterThan(5);
    expect(days / early).toBeLessThan(BOUNDS.days_max / 2);
  });

  const tiny = countTries({ few: 300, many: 3000 });

  it(`of two or three trains are as good as the best of all orders on 95 % of the days on which there is something to gain (${tiny} days)`, () => {
    let worthwhile = 0;
    let reached = 0;
    for (let seed = 0; seed < tiny; seed++) {
      const day = drawLate(makeRandom(10_000 + seed), 2 + (seed % 2));
      if (day.trains.length < 2) continue;
      const trial = tryDay(knowDay(day));
      const { cost, proposals } = findProposals(trial, BOUNDS);
      let best = cost;
      for (const orders of allOrders(day)) {
        const one = trial.run(orders);
        if (costsLess(one, best)) best = one;
      }
      const isBetterThan = (than: DayCost): boolean =>
        costsLess({ ...best, delay_ms: best.delay_ms + 1000 }, than);
      if (!isBetterThan(cost)) continue;
      worthwhile++;
      if (!isBetterThan(proposals[0]?.cost ?? cost)) reached++;
    }
    expect(worthwhile).toBeGreaterThan(tiny / 10);
    expect(reached / worthwhile).toBeGreaterThanOrEqual(0.95);
  });

  it("come true wherever they are told among what is decided: they say nothing otherwise (60 days)", () => {
    let count = 0;
    for (let seed = 0; seed < 60; seed++) {
      const random = makeRandom(seed);
      const day = drawLate(random);
      const free = knowDay(day);
      const bounds = { ...BOUNDS, days_max: 60 };
      // The other way round somebody has decided what would help.
      const wanted = findProposals(tryDay(free), bounds).proposals.flatMap(
        ({ decisions }) => divide(decisions).orders,
      );
      const against = wanted.map(({ train, first }) => ({ train: first, stop: 0, first: train }));
      const known = { ...free, orders: [...against, ...drawOrders(random, day)] };
      const { proposals } = findProposals(tryDay(known), bounds);
      for (const { decisions, cost } of proposals) {
        const { orders, holds } = divide(decisions);
        count += orders.length;
        for (const all of [
          [...known.orders, ...orders],
          [...orders, ...known.orders],
        ]) {
          expect(costOf(forecastWith({ ...known, orders: all }, holds)), `${seed}`).toEqual(cost);
        }
      }
    }
    expect(count).toBeGreaterThan(20);
  });
});

function tryDay(known: ReturnType<typeof knowDay>): DayTrial {
  return new DayTrial(known.plan, known, new Float64Array(known.plan.runOf.length).fill(1));
}

/** Each pair of trains as it is, or one of them behind the other from one of its stops on. */
function allOrders({ trains }: DrawnDay): DrawnOrder[][] {
  let all: DrawnOrder[][] = [[]];
  for (let a = 0; a < trains.length; a++) {
    for (let b = a + 1; b < trains.length; b++) {
      const behind = (train: number, first: number): DrawnOrder[] =>
        trains[train]!.stops.slice(0, -1).map((_, stop) => ({ train, stop, first }));
      const choices = [...behind(a, b), ...behind(b, a)];
      all = all.flatMap((orders) => [orders, ...choices.map((one) => [...orders, one])]);
    }
  }
  return all;
}
