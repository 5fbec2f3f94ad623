/** Forecasts of days that have run in part: beside the whole day, and beside what was reported. */
import { describe, expect, it } from "vitest";
import {
  ARRIVED,
  type DayFacts,
  DEPARTED,
  HELD_UNTIL,
  noFacts,
  noteReport,
} from "../../../../workers/engine/operation/day_facts.ts";
import {
  type DayPlan,
  type Disturbances,
  planDay,
} from "../../../../workers/engine/operation/day_plan.ts";
import { DaySimulator } from "../../../../workers/engine/operation/day_simulation.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { drawDay, operate } from "./drawn_day.ts";
import { fastestTime } from "./judge_drive.ts";

interface Day {
  readonly plan: DayPlan;
  readonly patience_ms: number;
  readonly random: Random;
}

function drawPlan(seed: number): Day {
  const random = makeRandom(seed);
  const day = drawDay(random);
  const runs = day.trains.map((train) => operate(train, fastestTime(train)));
  const starts_ms = Float64Array.from(day.trains, ({ start_s }) => Math.round(start_s * 1000));
  const plan = planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
  return { plan, patience_ms: day.patience_s * 1000, random };
}

function undisturbed({ runOf, placeStart }: DayPlan): Disturbances {
  const nPlaces = placeStart[runOf.length]!;
  return {
    entries_ms: new Float64Array(runOf.length),
    stops_ms: new Float64Array(nPlaces),
    runs_ms: new Float64Array(nPlaces),
  };
}

interface Times {
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
}

function run(
  { plan, patience_ms }: Day,
  disturbances: Disturbances,
  facts?: DayFacts,
): Times & { readonly stuck: number } {
  const simulator = new DaySimulator(plan, patience_ms);
  const stuck = simulator.run(disturbances, facts);
  return {
    arrivals_ms: simulator.arrivals_ms.slice(),
    departures_ms: simulator.departures_ms.slice(),
    stuck,
  };
}

/** Planned stops, as counted among the places of all trains. */
function* stopsOf({ plan }: Day): Generator<{ readonly t: number; readonly at: number }> {
  for (let t = 0; t < plan.runOf.length; t++) {
    const { isStop } = plan.runs[plan.runOf[t]!]!;
    for (let place = 0; place < isStop.length; place++) {
      if (isStop[place] === 1) yield { t, at: plan.placeStart[t]! + place };
    }
  }
}

function reportUntil(day: Day, truth: Times, asOf_ms: number): DayFacts {
  const facts = noFacts(day.plan, asOf_ms);
  for (const { t, at } of stopsOf(day)) {
    for (const [kind, times_ms] of [
      [ARRIVED, truth.arrivals_ms],
      [DEPARTED, truth.departures_ms],
    ] as const) {
      const time_ms = times_ms[at]!;
      if (time_ms <= asOf_ms) noteReport(facts, { t, at, kind, time_ms });
    }
  }
  return facts;
}

/** Runs a day without the disturbances that are not over by then; without these others may not be over either. */
function runUntilKnown(day: Day, disturbances: Disturbances, asOf_ms: number) {
  for (;;) {
    const happens = run(day, disturbances);
    let isKnown = true;
    for (const { t, at } of stopsOf(day)) {
      if (happens.departures_ms[at]! <= asOf_ms) continue;
      const isFirst = at === day.plan.placeStart[t]!;
      if (disturbances.stops_ms[at]! > 0 || (isFirst && disturbances.entries_ms[t]! > 0)) {
        isKnown = false;
      }
      disturbances.stops_ms[at] = 0;
      if (isFirst) disturbances.entries_ms[t] = 0;
    }
    if (isKnown) return happens;
  }
}

/** Its reports don't tell whether a train that left late was waiting for others or stood longer by itself. */
function hasWaitedAtStops(
  { plan, ...day }: Day,
  happens: Times,
  { stops_ms, entries_ms }: Disturbances,
) {
  return [...stopsOf({ plan, ...day })].some(({ t, at }) => {
    const run = plan.runs[plan.runOf[t]!]!;
    const place = at - plan.placeStart[t]!;
    const least_ms = run.leastStops_ms[place]! + stops_ms[at]!;
    const planned_ms = plan.starts_ms[t]! + run.departures_ms[place]!;
    const ready_ms = Math.max(planned_ms, happens.arrivals_ms[at]! + least_ms);
    const appears_ms = plan.starts_ms[t]! + entries_ms[t]!;
    const hasWaitedOutside = place === 0 && happens.arrivals_ms[at]! > appears_ms + 1;
    return hasWaitedOutside || happens.departures_ms[at]! > ready_ms + 1;
  });
}

describe("a forecast", () => {
  const seeds = countTries({ few: 40, many: 300 });

  it("of a day whose delays have all been reported is what happens then", () => {
    let late = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const day = drawPlan(seed);
      const { plan, random } = day;
      const asOf_ms = 1000 * wholeBetween(random, 0, 5400);
      const disturbances = undisturbed(plan);
      // Only what is over by then is a delay, so that nothing new happens.
      const first = run(day, disturbances);
      for (const { t, at } of stopsOf(day)) {
        const isFirst = at === plan.placeStart[t]!;
        if (random() < 0.5 || !(first.departures_ms[at]! + 600_000 < asOf_ms)) continue;
        if (isFirst) disturbances.entries_ms[t] = 1000 * wholeBetween(random, 0, 500);
        else disturbances.stops_ms[at] = 1000 * wholeBetween(random, 0, 300);
      }
      const happens = runUntilKnown(day, disturbances, asOf_ms);
      if (hasWaitedAtStops(day, happens, disturbances)) continue;
      const facts = reportUntil(day, happens, asOf_ms);
      const forecast = run(day, undisturbed(plan), facts);
      expect(forecast.stuck, `seed ${seed}`).toBe(happens.stuck);
      for (const { t, at } of stopsOf(day)) {
        const told = `seed ${seed}, train ${t}, place ${at - plan.placeStart[t]!} as of ${asOf_ms}`;
        const off_ms = Math.abs(forecast.arrivals_ms[at]! - happens.arrivals_ms[at]!);
        const isNever = Number.isNaN(happens.arrivals_ms[at]!);
        expect(Number.isNaN(forecast.arrivals_ms[at]!), told).toBe(isNever);
        if (!isNever) expect(off_ms, told).toBeLessThan(1000);
        if (happens.arrivals_ms[at]! > asOf_ms && at > plan.placeStart[t]!) late++;
      }
    }
    expect(late).toBeGreaterThan(seeds / 2);
  });

  it("of a day with cancelled trains is that of the day without them", () => {
    let moved = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const { plan, patience_ms, random } = drawPlan(seed);
      const count = plan.runOf.length;
      const runs = Array.from(plan.runOf.keys()).filter(() => random() < 0.6);
      const left = planDay(
        plan.runs,
        plan.runOf.filter((_, t) => runs.includes(t)),
        plan.starts_ms.filter((_, t) => runs.includes(t)),
      );
      const entries_ms = Float64Array.from(
        { length: count },
        () => 1000 * wholeBetween(random, 0, 500),
      );
      const facts = noFacts(plan, -Infinity);
      for (let t = 0; t < count; t++) facts.isCancelled[t] = runs.includes(t) ? 0 : 1;
      const all = run({ plan, patience_ms, random }, { ...undisturbed(plan), entries_ms }, facts);
      const without = run(
        { plan: left, patience_ms, random },
        { ...undisturbed(left), entries_ms: entries_ms.filter((_, t) => runs.includes(t)) },
      );
      const own = runs.flatMap((t) =>
        Array.from(all.arrivals_ms.subarray(plan.placeStart[t], plan.placeStart[t + 1])),
      );
      expect(own, `seed ${seed}`).toEqual(Array.from(without.arrivals_ms));
      expect(all.stuck, `seed ${seed}`).toBe(without.stuck);
      const whole = run({ plan, patience_ms, random }, { ...undisturbed(plan), entries_ms });
      const before = runs.flatMap((t) =>
        Array.from(whole.arrivals_ms.subarray(plan.placeStart[t], plan.placeStart[t + 1])),
      );
      if (before.some((time_ms, i) => time_ms !== own[i] && !Number.isNaN(time_ms))) moved++;
    }
    expect(moved).toBeGreaterThan(seeds / 10);
  });

  it("keeps every report, is never before now, and ends whatever was reported", () => {
    for (let seed = 0; seed < seeds; seed++) {
      const day = drawPlan(seed);
      const { plan, random } = day;
      const asOf_ms = 1000 * wholeBetween(random, 0, 5400);
      const facts = noFacts(plan, asOf_ms);
      const held_ms = asOf_ms + 900_000;
      // Reports that fit neither the plan nor each other.
      for (const { t, at } of stopsOf(day)) {
        if (random() < 0.4) {
          const time_ms = 1000 * wholeBetween(random, -2000, 7000);
          noteReport(facts, { t, at, kind: random() < 0.5 ? ARRIVED : DEPARTED, time_ms });
        } else if (random() < 0.1) noteReport(facts, { t, at, kind: HELD_UNTIL, time_ms: held_ms });
      }
      const { arrivals_ms, departures_ms } = run(day, undisturbed(plan), facts);
      for (const { t, at } of stopsOf(day)) {
        const told = `seed ${seed}, train ${t}, place ${at - plan.placeStart[t]!}`;
        for (const [times_ms, reported_ms] of [
          [arrivals_ms, facts.arrivals_ms],
          [departures_ms, facts.departures_ms],
        ] as const) {
          const isDeparture = times_ms === departures_ms;
          const time_ms = times_ms[at]!;
          if (Number.isNaN(time_ms)) continue;
          if (!Number.isNaN(reported_ms[at]!)) expect(time_ms, told).toBe(reported_ms[at]);
          else if (isDeparture ? at >= facts.lastSeen[t]! : at > facts.lastSeen[t]!) {
            expect(time_ms, told).toBeGreaterThanOrEqual(asOf_ms);
            if (isDeparture && facts.holds_ms[at]! > 0) {
              expect(time_ms, told).toBeGreaterThanOrEqual(held_ms);
            }
          }
        }
      }
    }
  });
});
