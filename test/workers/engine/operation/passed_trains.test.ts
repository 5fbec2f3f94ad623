/** Forecasts with trains that were seen between their stops: beside the day as it is, whose delays nobody else has told. */
import { describe, expect, it } from "vitest";
import { ARRIVED, DEPARTED } from "../../../../workers/engine/operation/day_facts.ts";
import {
  type DayPlan,
  type Disturbances,
  planDay,
  undisturbed,
} from "../../../../workers/engine/operation/day_plan.ts";
import { DaySimulator } from "../../../../workers/engine/operation/day_simulation.ts";
import { noteKnown } from "../../../../workers/engine/operation/forecast.ts";
import { runTime_ms } from "../../../../workers/engine/operation/interval_times.ts";
import type { PassedReport } from "../../../../workers/engine/operation/passed_trains.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, wholeBetween } from "../seeded.ts";
import { drawDay, operate } from "./drawn_day.ts";
import { fastestTime } from "./judge_drive.ts";

interface Happened {
  readonly plan: DayPlan;
  readonly arrivals_ms: Float64Array;
  readonly departures_ms: Float64Array;
  readonly disturbances: Disturbances;
  readonly asOf_ms: number;
}

/** A day on which trains lose time behind their stops until some moment, and nothing after it. */
function drawHappened(
  seed: number,
  train_count: number,
): Happened & { readonly patience_ms: number } {
  const random = makeRandom(seed);
  const day = drawDay(random);
  const trains = day.trains.slice(0, train_count);
  const runs = trains.map((train) => operate(train, fastestTime(train)));
  const starts_ms = Float64Array.from(trains, ({ start_s }) => Math.round(start_s * 1000));
  const plan = planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
  const asOf_ms = 1000 * wholeBetween(random, 600, 5400);
  const { length } = undisturbed(plan).runs_ms;
  const disturbances = { ...undisturbed(plan), runs_ms: new Float64Array(length) };
  const simulator = new DaySimulator(plan, day.patience_s * 1000);
  for (const [t, run] of runs.entries()) {
    for (const place of plan.stops[t]!) {
      if (place < run.isStop.length - 1 && random() < 0.7)
        disturbances.runs_ms[plan.placeStart[t]! + place] = 1000 * wholeBetween(random, 0, 400);
    }
  }
  for (;;) {
    simulator.run(disturbances);
    let isKnown = true;
    // What is lost behind a stop that nobody has left yet is not known.
    for (let at = 0; at < disturbances.runs_ms.length; at++) {
      const lost_ms = disturbances.runs_ms[at]!;
      if (lost_ms === 0 || simulator.departures_ms[at]! + lost_ms <= asOf_ms) continue;
      disturbances.runs_ms[at] = 0;
      isKnown = false;
    }
    if (isKnown) break;
  }
  return {
    plan,
    arrivals_ms: simulator.arrivals_ms.slice(),
    departures_ms: simulator.departures_ms.slice(),
    disturbances,
    asOf_ms,
    patience_ms: day.patience_s * 1000,
  };
}

/** The last place that a train has passed by then on its way to a stop, by what it has done since it stood last. */
function findPassing({ plan, asOf_ms, ...day }: Happened, t: number): PassedReport | null {
  const run = plan.runs[t]!;
  const first = plan.placeStart[t]!;
  let from = -1;
  for (let place = 0; place < run.isStop.length; place++) {
    if (day.departures_ms[first + place]! <= asOf_ms) from = place;
  }
  if (from < 0) return null;
  const left_ms = day.departures_ms[first + from]! + day.disturbances.runs_ms[first + from]!;
  const { placePoint, sectionEnd } = run.times;
  const to = sectionEnd[from]!;
  let passing: PassedReport | null = null;
  for (let place = from + 1; place < to; place++) {
    // Refused from there on, it stands at the signal or brakes.
    if (!Number.isNaN(day.arrivals_ms[first + place]!)) break;
    const shortest_ms = runTime_ms(run.times, from, to, placePoint[place]!);
    const planned_ms = plan.starts_ms[t]! + run.planned_ms[placePoint[place]!]!;
    const time_ms = Math.max(planned_ms, left_ms + shortest_ms);
    if (time_ms > asOf_ms) break;
    const stop = plan.stops[t]!.filter((one) => one <= place).length - 1;
    passing = { train: t, stop, x_mm: run.places_mm[place]!, time_ms };
  }
  return passing;
}

function forecast(
  { patience_ms, ...day }: ReturnType<typeof drawHappened>,
  passings = Array.from(day.plan.runOf.keys()).flatMap((t) => findPassing(day, t) ?? []),
) {
  const { plan, asOf_ms } = day;
  const reports = Array.from(plan.runOf.keys()).flatMap((train) =>
    plan.stops[train]!.flatMap((place, stop) => {
      const at = plan.placeStart[train]! + place;
      return [
        { kind: ARRIVED, time_ms: day.arrivals_ms[at]! },
        { kind: DEPARTED, time_ms: day.departures_ms[at]! },
      ]
        .filter(({ time_ms }) => time_ms <= asOf_ms)
        .map((one) => ({ train, stop, ...one }));
    }),
  );
  const none = { cancelled: [], orders: [], closures: [], slower: [] };
  const known = { reports, passings, ...none, asOf_ms, patience_ms };
  const { facts, impossible } = noteKnown(plan, known);
  const simulator = new DaySimulator(plan, patience_ms);
  simulator.run(undisturbed(plan), facts);
  return { simulator, passings, impossible };
}

function hasWaited({ plan, arrivals_ms, departures_ms }: Happened): boolean {
  return plan.runs.some((run, t) =>
    Array.from(run.isStop).some((isStop, place) => {
      const at = plan.placeStart[t]! + place;
      if (isStop !== 1) return !Number.isNaN(arrivals_ms[at]!);
      const planned_ms = plan.starts_ms[t]! + run.departures_ms[place]!;
      const ready_ms = Math.max(planned_ms, arrivals_ms[at]! + run.leastStops_ms[place]!);
      return departures_ms[at]! > ready_ms + 1;
    }),
  );
}

describe("a train that was seen passing", () => {
  const seeds = countTries({ few: 150, many: 3000 });

  it(`comes as it does that day, though nobody has told of the time that it has lost (${seeds} days)`, () => {
    let seen = 0;
    let later = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const day = drawHappened(seed, 1 + (seed % 3));
      // Whether a train lost time by itself or waited is not told.
      if (hasWaited(day)) continue;
      const { simulator, passings, impossible } = forecast(day);
      expect([...impossible], `seed ${seed}`).toEqual([]);
      for (const { train: t } of passings) {
        const [from, to] = [day.plan.placeStart[t]!, day.plan.placeStart[t + 1]!];
        for (let at = from; at < to; at++) {
          const happens_ms = day.arrivals_ms[at]!;
          if (!(happens_ms > day.asOf_ms)) continue;
          const off_ms = Math.abs(simulator.arrivals_ms[at]! - happens_ms);
          expect(off_ms, `seed ${seed}, train ${t}`).toBeLessThan(1000);
        }
        seen++;
        const place = day.plan.stops[t]!.findLast(
          (one) => day.departures_ms[from + one]! <= day.asOf_ms,
        )!;
        if (day.disturbances.runs_ms[from + place]! > 0) later++;
      }
    }
    expect(seen).toBeGreaterThan(seeds / 10);
    expect(later).toBeGreaterThan(seeds / 20);
  });

  it("has not stood at any signal that it has passed then, whoever was to go first", () => {
    let refused = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const day = drawHappened(seed, 20);
      const { simulator, passings } = forecast(day);
      const { simulator: other } = forecast(day, []);
      const { plan } = day;
      for (const { train: t, stop, x_mm } of passings) {
        const run = plan.runs[t]!;
        for (let place = plan.stops[t]![stop]! + 1; run.places_mm[place]! <= x_mm; place++) {
          const at = plan.placeStart[t]! + place;
          expect(simulator.arrivals_ms[at], `seed ${seed}, train ${t}`).toBe(Number.NaN);
          if (!Number.isNaN(other.arrivals_ms[at]!)) refused++;
        }
      }
    }
    expect(refused).toBeGreaterThan(seeds / 20);
  });

  it("left the stop before so late, but not before it was to, where nobody saw it leave", () => {
    for (let seed = 0; seed < 40; seed++) {
      const day = drawHappened(seed, 1);
      const { plan, patience_ms } = day;
      const run = plan.runs[0]!;
      const signal = Array.from(run.isStop).findIndex((isStop) => isStop !== 1);
      if (signal < 0) continue;
      const stop = plan.stops[0]!.filter((place) => place < signal).length - 1;
      const place = plan.stops[0]![stop]!;
      const { placePoint, base_ms } = run.times;
      const shortest_ms = base_ms[placePoint[signal]!]! - base_ms[placePoint[place]!]!;
      const planned_ms = plan.starts_ms[0]! + run.departures_ms[place]!;
      for (const late_ms of [-20_000, 0, 90_000, 600_000]) {
        const time_ms = planned_ms + shortest_ms + late_ms;
        const passings = [{ train: 0, stop, x_mm: run.places_mm[signal]!, time_ms }];
        const none = { reports: [], cancelled: [], orders: [], closures: [], slower: [] };
        const known = { passings, ...none, asOf_ms: time_ms + 5000, patience_ms };
        const simulator = new DaySimulator(plan, patience_ms);
        simulator.run(undisturbed(plan), noteKnown(plan, known).facts);
        expect(simulator.departures_ms[place], `seed ${seed}`).toBeCloseTo(
          Math.max(planned_ms, planned_ms + late_ms),
          3,
        );
      }
    }
  });
});
