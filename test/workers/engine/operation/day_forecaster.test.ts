/** Forecasts of one day that follow each other, each beside the whole day simulated from its begin. */
import { describe, expect, it } from "vitest";
import {
  ARRIVED,
  DEPARTED,
  ENDS,
  HELD_UNTIL,
  noFacts,
  STANDS,
  type StopReport,
} from "../../../../workers/engine/operation/day_facts.ts";
import { DayForecaster } from "../../../../workers/engine/operation/day_forecaster.ts";
import {
  type DayPlan,
  planDay,
  undisturbed,
} from "../../../../workers/engine/operation/day_plan.ts";
import { DaySimulator } from "../../../../workers/engine/operation/day_simulation.ts";
import {
  type DayForecast,
  type KnownFacts,
  noteKnown,
  type StopOrder,
} from "../../../../workers/engine/operation/forecast.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";
import { type DrawnDay, drawClosures, drawDay, drawSlower, operate } from "./drawn_day.ts";
import { fastestTime } from "./judge_drive.ts";

const KINDS = [ARRIVED, ARRIVED, DEPARTED, DEPARTED, HELD_UNTIL, ENDS, STANDS] as const;

/** What is known by now; changed step by step. */
class KnownSteps {
  readonly #random: Random;
  readonly #day: DrawnDay;
  readonly #plan: DayPlan;
  readonly #reports = new Map<string, StopReport>();
  readonly #cancelled = new Set<number>();
  #orders: StopOrder[] = [];
  #closures: KnownFacts["closures"] = [];
  #slower: KnownFacts["slower"] = [];
  #passings: KnownFacts["passings"] = [];
  #asOf_ms: number;

  constructor(random: Random, day: DrawnDay, plan: DayPlan) {
    this.#random = random;
    this.#day = day;
    this.#plan = plan;
    this.#asOf_ms = random() < 0.3 ? -Infinity : 1000 * wholeBetween(random, 0, 3600);
    if (random() < 0.3) this.#close();
    if (random() < 0.3) this.#slow();
  }

  #slow(): void {
    const drawn = drawSlower(this.#random, this.#day);
    this.#slower = drawn.map(({ train, percent, begin_s, end_s }) => {
      return { train, percent, begin_ms: 1000 * begin_s, end_ms: 1000 * end_s };
    });
  }

  /** Somewhere on its path; at a planned stop as behind it. */
  #pass(train: number, time_ms: number): void {
    const { places_mm, isStop } = this.#plan.runs[this.#plan.runOf[train]!]!;
    const end_mm = places_mm.at(-1)!;
    const drawn_mm = Math.round(this.#random() * (end_mm - 1));
    const isAtSignal = this.#random() < 0.5;
    const x_mm = isAtSignal ? places_mm.findLast((at_mm) => at_mm <= drawn_mm)! : drawn_mm;
    const stop = places_mm.filter((at_mm, i) => isStop[i] === 1 && at_mm <= x_mm).length - 1;
    const others = this.#passings.filter((one) => one.train !== train || one.x_mm !== x_mm);
    this.#passings = [...others, { train, stop, x_mm, time_ms }];
  }

  #close(): void {
    const drawn = drawClosures(this.#random, this.#day);
    this.#closures = drawn.map(({ zones, begin_s, end_s }) => {
      return { zones, begin_ms: 1000 * begin_s, end_ms: 1000 * end_s };
    });
  }

  get known(): KnownFacts {
    return {
      reports: [...this.#reports.values()],
      cancelled: [...this.#cancelled],
      orders: this.#orders,
      closures: this.#closures,
      slower: this.#slower,
      passings: this.#passings,
      asOf_ms: this.#asOf_ms,
      patience_ms: this.#day.patience_s * 1000,
    };
  }

  /** Anything may be said and taken back, also of what can't be. */
  changeWildly(): void {
    const random = this.#random;
    const train = wholeBetween(random, 0, this.#day.trains.length - 1);
    const stop = wholeBetween(random, 0, this.#day.trains[train]!.stops.length - 1);
    const which = random();
    if (which < 0.45) {
      const kind = KINDS[wholeBetween(random, 0, KINDS.length - 1)]!;
      const time_ms = this.#plan.starts_ms[train]! + 1000 * wholeBetween(random, -300, 2400);
      this.#report({ train, stop, kind, time_ms });
    } else if (which < 0.6) this.#withdraw();
    else if (which < 0.7) {
      if (!this.#cancelled.delete(train)) this.#cancelled.add(train);
    } else if (which < 0.8) {
      const first = wholeBetween(random, 0, this.#day.trains.length - 1);
      if (first !== train) this.#orders = [...this.#orders, { train, stop, first }];
    } else if (which < 0.85) this.#orders = this.#orders.slice(1);
    else if (which < 0.88) this.#asOf_ms = -Infinity;
    else if (which < 0.9) this.#closures = this.#closures.slice(1);
    else if (which < 0.92) this.#close();
    else if (which < 0.93) this.#slower = this.#slower.slice(1);
    else if (which < 0.94) this.#slow();
    else if (which < 0.95) this.#passings = this.#passings.slice(1);
    else if (which < 0.97) {
      this.#pass(train, this.#plan.starts_ms[train]! + 1000 * wholeBetween(random, -300, 2400));
    } else this.#asOf_ms = 1000 * wholeBetween(random, 0, 5400);
  }

  /** Time goes on, and what was expected has happened more or less so; some is never told. */
  goOn({ arrivals_ms, departures_ms, places }: DayForecast): void {
    const random = this.#random;
    this.#asOf_ms = Math.max(0, this.#asOf_ms) + 1000 * wholeBetween(random, 0, 400);
    for (const [train, own] of places.entries()) {
      const [from, to] = [this.#plan.placeStart[train]!, this.#plan.placeStart[train + 1]! - 1];
      if (
        random() < 0.2 &&
        departures_ms[from]! < this.#asOf_ms &&
        !(arrivals_ms[to]! <= this.#asOf_ms)
      ) {
        const since_ms = this.#asOf_ms - departures_ms[from]!;
        this.#pass(train, Math.round(departures_ms[from]! + random() * since_ms));
      }
      for (const [stop, place] of own.entries()) {
        const at = this.#plan.placeStart[train]! + place;
        for (const [kind, times_ms] of [
          [ARRIVED, arrivals_ms],
          [DEPARTED, departures_ms],
        ] as const) {
          const key = [train, stop, kind].join();
          if (this.#reports.has(key) || !(times_ms[at]! <= this.#asOf_ms)) continue;
          if (random() < 0.3) continue;
          const late_ms = random() < 0.5 ? 0 : 1000 * wholeBetween(random, 0, 120);
          this.#report({ train, stop, kind, time_ms: Math.round(times_ms[at]! + late_ms) });
        }
      }
    }
  }

  #report(report: StopReport): void {
    this.#reports.set([report.train, report.stop, report.kind].join(), report);
  }

  #withdraw(): void {
    const keys = [...this.#reports.keys()];
    const key = keys[wholeBetween(this.#random, 0, keys.length - 1)];
    if (key !== undefined) this.#reports.delete(key);
  }
}

/** Of a line that has none in common with another one. */
const ZONES = 1_000_000;

/** Days that go on by themselves are followed; on others anything is said. */
function* followDay(seed: number) {
  const random = makeRandom(seed);
  const days = Array.from({ length: random() < 0.6 ? 1 : 2 }, () => drawDay(random));
  const day = { ...days[0]!, trains: days.flatMap(({ trains }) => trains) };
  const runs = days.flatMap(({ trains }, line) =>
    trains.map((train) => {
      const run = operate(train, fastestTime(train));
      return { ...run, zones: run.zones.map((zone) => zone + line * ZONES) };
    }),
  );
  const starts_ms = Float64Array.from(day.trains, ({ start_s }) => Math.round(start_s * 1000));
  const plan = planDay(runs, Uint32Array.from(runs.keys()), starts_ms);
  const steps = new KnownSteps(random, day, plan);
  const forecaster = new DayForecaster(plan, day.patience_s * 1000);
  const simulator = new DaySimulator(plan, day.patience_s * 1000);
  const wildness = [0, 0.3, 1][seed % 3]!;
  for (let step = 0; step < 16; step++) {
    const { known } = steps;
    const forecast = forecaster.forecast(known);
    simulator.run(undisturbed(plan), noteKnown(plan, known).facts);
    yield { step, forecast, simulator, events: forecaster.events };
    for (let i = wholeBetween(random, 0, 2); i > 0 && random() < wildness; i--) {
      steps.changeWildly();
    }
    if (random() >= wildness) steps.goOn(forecast);
  }
}

describe("a forecast that follows another one", () => {
  const seeds = countTries({ few: 150, many: 3000 });

  it(`is that of the whole day, whatever was said and taken back (${seeds} days)`, () => {
    let own_events = 0;
    let all_events = 0;
    let moved = 0;
    for (let seed = 0; seed < seeds; seed++) {
      let before_ms: Float64Array | null = null;
      for (const { step, forecast, simulator, events } of followDay(seed)) {
        const told = `seed ${seed} step ${step}`;
        expect(forecast.arrivals_ms, told).toEqual(simulator.arrivals_ms);
        expect(forecast.departures_ms, told).toEqual(simulator.departures_ms);
        expect(forecast.deadlocks, told).toEqual(simulator.deadlocks);
        expect(forecast.groupWaits(), told).toEqual(groupWaits(simulator));
        own_events += events;
        all_events += simulator.events;
        if (before_ms?.some((time, i) => !Object.is(time, forecast.arrivals_ms[i]))) moved++;
        before_ms = forecast.arrivals_ms.slice();
      }
    }
    expect(own_events).toBeLessThan(0.7 * all_events);
    expect(moved).toBeGreaterThan(4 * seeds);
  });

  it("compares all facts of a day", () => {
    const plan = planDay([], new Uint32Array(), new Float64Array());
    expect(Object.keys(noFacts(plan, 0)).sort()).toEqual([
      "arrivals_ms",
      "asOf_ms",
      "closed",
      "departures_ms",
      "ends",
      "holds_ms",
      "isCancelled",
      "lastSeen",
      "order",
      "passed",
      "slower",
      "stands",
      "visitEnd",
    ]);
  });
});

function groupWaits({ waits, trains }: DaySimulator): ReturnType<DayForecast["groupWaits"]> {
  const count = trains.isOver.length;
  const told = Array.from({ length: waits.count }, (_, i) => ({
    t: waits.trains.values[i]!,
    by: waits.causes.values[i]!,
    block: waits.blocks.values[i]!,
    time_ms: waits.times_ms.values[i]!,
  }));
  for (const [t, by] of trains.waitsFor.entries()) {
    if (trains.isOver[t] === 1 || trains.isWaiting[t] === 0) continue;
    told.push({ t, by, block: trains.block[t]!, time_ms: Infinity });
  }
  const groups = new Map<number, (typeof told)[number][]>();
  for (const one of told) groups.set(one.t, [...(groups.get(one.t) ?? []), one]);
  return new Map(
    [...groups].map(([t, own]) => [
      t,
      own.map(({ by, block, time_ms }) =>
        by < count
          ? { cause: by, closure: null, block, time_ms }
          : { cause: null, closure: by - count, block, time_ms },
      ),
    ]),
  );
}
