/** Forecasts of one day, one after the other: of each only what differs from the last one is simulated. */
import type { StopReport } from "./day_facts.ts";
import { type DayParts, divideDay } from "./day_parts.ts";
import type { DayPlan } from "./day_plan.ts";
import type { DayForecast, ForecastWait, KnownFacts } from "./forecast.ts";
import { rankOf, type SeenReport } from "./impossible_reports.ts";
import { PartForecaster } from "./part_forecaster.ts";

/** Of one part. */
interface PartFacts {
  readonly reports: StopReport[];
  readonly cancelled: number[];
  readonly orders: KnownFacts["orders"][number][];
  readonly slower: KnownFacts["slower"][number][];
  readonly passings: KnownFacts["passings"][number][];
}

export class DayForecaster {
  readonly patience_ms: number;
  /** How many events were simulated for the last one. */
  events = 0;
  readonly #plan: DayPlan;
  readonly #day: DayParts;
  readonly #parts: readonly PartForecaster[];
  readonly #places: readonly (readonly number[])[];
  readonly #arrivals_ms: Float64Array;
  readonly #departures_ms: Float64Array;

  constructor(plan: DayPlan, patience_ms: number) {
    this.patience_ms = patience_ms;
    this.#plan = plan;
    this.#day = divideDay(plan);
    const nVisits = plan.visitZone.length;
    this.#parts = this.#day.parts.map(
      (part) =>
        new PartForecaster(
          part.plan,
          patience_ms,
          part.plan.visitZone.length / Math.max(1, nVisits),
        ),
    );
    this.#places = Array.from(plan.runOf, (run) => plan.stops[run]!);
    this.#arrivals_ms = new Float64Array(plan.placeStart.at(-1)!);
    this.#departures_ms = new Float64Array(plan.placeStart.at(-1)!);
  }

  forecast(known: KnownFacts): DayForecast {
    const { parts, partOf, numberOf } = this.#day;
    const divided = this.#divide(known);
    this.events = 0;
    for (const [i, part] of this.#parts.entries()) {
      if (part.forecast({ ...known, ...divided[i]! })) this.#copyTimes(i);
      this.events += part.events;
    }
    const listAll = <R extends SeenReport>(of: (part: PartForecaster) => readonly R[]): R[] =>
      this.#parts
        .flatMap((part, i) =>
          of(part).map((one) => ({ ...one, train: parts[i]!.trains[one.train]! })),
        )
        .sort((a, b) => a.train - b.train || a.stop - b.stop || rankOf(a) - rankOf(b));
    const deadlocks = this.#parts.flatMap((part, i) =>
      part.deadlocks.map(({ time_ms, trains }) => ({
        time_ms,
        trains: trains.map((t) => parts[i]!.trains[t]!),
      })),
    );
    return {
      arrivals_ms: this.#arrivals_ms,
      departures_ms: this.#departures_ms,
      places: this.#places,
      deadlocks: deadlocks.sort((a, b) => a.time_ms - b.time_ms),
      impossible: listAll((part) => part.impossible),
      overrun: listAll((part) => part.overrun),
      listStops: (t) => this.#parts[partOf[t]!]!.listStops(numberOf[t]!),
      groupWaits: () => this.#groupWaits(),
    };
  }

  #divide({ reports, cancelled, orders, slower, passings }: KnownFacts): PartFacts[] {
    const { parts, partOf, numberOf } = this.#day;
    const divided = parts.map(
      (): PartFacts => ({ reports: [], cancelled: [], orders: [], slower: [], passings: [] }),
    );
    const of = (t: number): PartFacts => divided[partOf[t]!]!;
    for (const { train, stop, kind, time_ms } of reports) {
      of(train).reports.push({ train: numberOf[train]!, stop, kind, time_ms });
    }
    for (let i = 0; i < cancelled.length; i++) {
      of(cancelled[i]!).cancelled.push(numberOf[cancelled[i]!]!);
    }
    for (const one of slower) of(one.train).slower.push({ ...one, train: numberOf[one.train]! });
    for (const one of passings) {
      of(one.train).passings.push({ ...one, train: numberOf[one.train]! });
    }
    for (const { train, stop, first } of orders) {
      // Others never meet.
      if (partOf[train] !== partOf[first]) continue;
      of(train).orders.push({ train: numberOf[train]!, stop, first: numberOf[first]! });
    }
    return divided;
  }

  #copyTimes(i: number): void {
    const { trains, plan } = this.#day.parts[i]!;
    const { arrivals_ms, departures_ms } = this.#parts[i]!;
    for (let t = 0; t < trains.length; t++) {
      const [from, to] = [plan.placeStart[t]!, plan.placeStart[t + 1]!];
      const at = this.#plan.placeStart[trains[t]!]!;
      this.#arrivals_ms.set(arrivals_ms.subarray(from, to), at);
      this.#departures_ms.set(departures_ms.subarray(from, to), at);
    }
  }

  #groupWaits(): Map<number, readonly ForecastWait[]> {
    const groups = new Map<number, readonly ForecastWait[]>();
    for (const [i, part] of this.#parts.entries()) {
      const { trains } = this.#day.parts[i]!;
      for (const [t, waits] of part.groupWaits()) {
        const tell = ({ cause, ...wait }: ForecastWait): ForecastWait => ({
          ...wait,
          cause: cause === null ? null : trains[cause]!,
        });
        groups.set(trains[t]!, waits.map(tell));
      }
    }
    return groups;
  }
}
