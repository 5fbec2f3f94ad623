/** Reports of trains that are too fast, beside the closed form of their runs, in any order. */
import { describe, expect, it } from "vitest";
import {
  ARRIVED,
  DEPARTED,
  type StopReport,
} from "../../../../workers/engine/operation/day_facts.ts";
import { DayForecaster } from "../../../../workers/engine/operation/day_forecaster.ts";
import { planDay } from "../../../../workers/engine/operation/day_plan.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { type DrawnDay, drawDay, operate } from "./drawn_day.ts";
import { fastestTime } from "./judge_drive.ts";

/** Of one minute's rounding it can't be said on which side they are. */
const TOO_CLOSE_S = 0.1;

function drawReports(random: Random, { trains }: DrawnDay): StopReport[] {
  return trains.flatMap((train, t) => {
    const base_s = fastestTime(train);
    return train.stops.flatMap(({ at_m }, stop) =>
      [ARRIVED, DEPARTED].flatMap((kind) => {
        if (random() < 0.4 || (kind === DEPARTED && stop === train.stops.length - 1)) return [];
        const off_s = random() < 0.2 ? wholeBetween(random, -900, 900) : 60 * stop;
        const time_ms = 1000 * Math.round(train.start_s + base_s(at_m) + off_s);
        return [{ train: t, stop, kind, time_ms }];
      }),
    );
  });
}

/** By train in the order of its path; null: it is too close to tell. */
function judgeReports({ trains }: DrawnDay, reports: readonly StopReport[]): StopReport[] | null {
  const refused: StopReport[] = [];
  for (const [t, train] of trains.entries()) {
    const base_s = fastestTime(train);
    const believed: { readonly at_s: number; readonly time_s: number }[] = [];
    for (const [stop, { at_m }] of train.stops.entries()) {
      for (const event of [ARRIVED, DEPARTED]) {
        const report = reports.find(
          (one) => one.train === t && one.stop === stop && one.kind === event,
        );
        if (report === undefined) continue;
        const own = { at_s: base_s(at_m), time_s: report.time_ms / 1000 };
        const last = believed.at(-1);
        const ahead_s = last === undefined ? 0 : own.at_s - last.at_s - (own.time_s - last.time_s);
        if (Math.abs(ahead_s - 60) < TOO_CLOSE_S) return null;
        if (ahead_s > 60) refused.push(report);
        else believed.push(own);
      }
    }
  }
  return refused;
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  return items
    .map((item) => [random(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}

describe("reports of trains that are faster than they can be", () => {
  const seeds = countTries({ few: 60, many: 600 });

  it(`are told, and the day is as if nobody had said them, in whatever order they come (${seeds} days)`, () => {
    let told = 0;
    let kept = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const random = makeRandom(seed);
      const day = drawDay(random);
      const runs = day.trains.map((train) => operate(train, fastestTime(train)));
      const starts_ms = Float64Array.from(day.trains, ({ start_s }) => Math.round(start_s * 1000));
      const plan = planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
      const reports = drawReports(random, day);
      const refused = judgeReports(day, reports);
      if (refused === null) continue;
      const patience_ms = day.patience_s * 1000;
      const ask = (asked: readonly StopReport[]) => {
        const known = {
          reports: asked,
          cancelled: [],
          orders: [],
          closures: [],
          slower: [],
          passings: [],
          asOf_ms: 1000 * 1800,
        };
        const forecaster = new DayForecaster(plan, patience_ms);
        const { impossible, ...forecast } = forecaster.forecast({ ...known, patience_ms });
        const stops = runs.map((_, t) => forecast.listStops(t));
        return { stops, waits: forecast.groupWaits(), deadlocks: forecast.deadlocks, impossible };
      };
      const forecast = ask(reports);
      expect(new Set(forecast.impossible), `seed ${seed}`).toEqual(new Set(refused));
      expect(ask(shuffle(random, reports)), `seed ${seed}`).toEqual(forecast);
      const believed = reports.filter((one) => !refused.includes(one));
      expect({ ...ask(believed), impossible: forecast.impossible }, `seed ${seed}`).toEqual(
        forecast,
      );
      told += refused.length;
      kept += believed.length;
    }
    expect(told).toBeGreaterThan(seeds / 2);
    expect(kept).toBeGreaterThan(told);
  });
});
