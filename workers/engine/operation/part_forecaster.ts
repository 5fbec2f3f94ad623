/** Forecasts of trains that meet no others: a forecast that can't differ from the last one is not made again. */
import { appearsAt_ms, type StopReport } from "./day_facts.ts";
import type { DayPlan } from "./day_plan.ts";
import { DayRecord } from "./day_record.ts";
import { DaySimulator } from "./day_simulation.ts";
import type { Deadlock } from "./day_state.ts";
import {
  describeStop,
  type ForecastStop,
  type ForecastWait,
  groupWaits,
  type KnownFacts,
  noteKnown,
} from "./forecast.ts";
import type { SeenReport } from "./impossible_reports.ts";
import { SlowerTrains } from "./slower_trains.ts";

interface LastForecast extends ReturnType<typeof noteKnown> {
  readonly known: KnownFacts;
  /** Until then everything that is not reported is expected when it would be without knowing what time it is. */
  readonly quiet_ms: number;
}

export class PartForecaster {
  readonly #plan: DayPlan;
  readonly #simulator: DaySimulator;
  readonly #record: DayRecord;
  #last: LastForecast | null = null;
  #events = 0;

  /** `share` of the memory for records. */
  constructor(plan: DayPlan, patience_ms: number, share: number) {
    this.#plan = plan;
    this.#simulator = new DaySimulator(plan, patience_ms);
    this.#record = new DayRecord(plan, share);
  }

  get events(): number {
    return this.#events;
  }

  get arrivals_ms(): Float64Array {
    return this.#simulator.arrivals_ms;
  }

  get departures_ms(): Float64Array {
    return this.#simulator.departures_ms;
  }

  get deadlocks(): readonly Deadlock[] {
    return this.#simulator.deadlocks;
  }

  get impossible(): readonly SeenReport[] {
    return [...(this.#last?.impossible ?? [])];
  }

  get overrun(): readonly StopReport[] {
    return this.#last?.overrun ?? [];
  }

  /** Returns whether the times may be others. */
  forecast(known: KnownFacts): boolean {
    this.#events = 0;
    const last = this.#last;
    const isKnown = last !== null && isSame(last, known);
    if (isKnown && isTimely(last, known)) return false;
    const noted = isKnown
      ? { ...last, facts: { ...last.facts, asOf_ms: known.asOf_ms } }
      : noteKnown(this.#plan, known);
    this.#simulator.runBeside(this.#record, noted.facts, true);
    this.#events = this.#simulator.events;
    const quiet_ms = this.#findQuiet_ms(noted);
    this.#last = { ...noted, known, quiet_ms };
    return true;
  }

  listStops(t: number): ForecastStop[] {
    const { facts, places } = this.#last!;
    return places[t]!.map((place) =>
      describeStop(this.#plan, this.#simulator, facts, { t, place }),
    );
  }

  groupWaits(): ReadonlyMap<number, readonly ForecastWait[]> {
    return groupWaits(this.#simulator.waits, this.#simulator.trains);
  }

  /** The first time of what is not reported and not known to be over; see `seenArrival_ms` and `seenDeparture_ms`. */
  #findQuiet_ms({ facts, places }: ReturnType<typeof noteKnown>): number {
    const { arrivals_ms, departures_ms, lastSeen, isCancelled } = facts;
    let quiet_ms = Infinity;
    const note = (reported_ms: number, time_ms: number): void => {
      // Nobody asked about NaN.
      if (Number.isNaN(reported_ms) && time_ms < quiet_ms) quiet_ms = time_ms;
    };
    for (let t = 0; t < places.length; t++) {
      const first = this.#plan.placeStart[t]!;
      if (isCancelled[t] === 1) continue;
      if (lastSeen[t]! < first) note(Number.NaN, appearsAt_ms(this.#plan, facts, t));
      for (const place of places[t]!) {
        const at = first + place;
        if (at > lastSeen[t]!) note(arrivals_ms[at]!, this.arrivals_ms[at]!);
        if (at >= lastSeen[t]!) note(departures_ms[at]!, this.departures_ms[at]!);
      }
    }
    return quiet_ms;
  }
}

/** Whether no time is bound by that of either forecast. */
function isTimely({ facts: { asOf_ms }, quiet_ms }: LastForecast, known: KnownFacts): boolean {
  return asOf_ms === known.asOf_ms || (asOf_ms < quiet_ms && known.asOf_ms <= quiet_ms);
}

/** Whether nothing is known otherwise but the moment. */
function isSame(last: LastForecast, known: KnownFacts): boolean {
  const { closed } = last.facts;
  const { closures, reports, orders, slower, passings, cancelled } = known;
  const isOpen = closed === null ? closures.length === 0 : closed.isAs({ closures });
  const isAsSlow =
    last.facts.slower === null
      ? slower.length === 0
      : last.facts.slower.isAs(new SlowerTrains(slower));
  return (
    isOpen &&
    isAsSlow &&
    isAlike(cancelled, last.known.cancelled, Object.is) &&
    isAlike(
      orders,
      last.known.orders,
      (a, b) => a.train === b.train && a.stop === b.stop && a.first === b.first,
    ) &&
    isAlike(
      passings,
      last.known.passings,
      (a, b) => a.train === b.train && a.x_mm === b.x_mm && a.time_ms === b.time_ms,
    ) &&
    isAlike(
      reports,
      last.known.reports,
      (a, b) =>
        a.train === b.train && a.stop === b.stop && a.kind === b.kind && a.time_ms === b.time_ms,
    )
  );
}

function isAlike<T>(
  some: ArrayLike<T>,
  others: ArrayLike<T>,
  isEqual: (one: T, other: T) => boolean,
): boolean {
  if (some.length !== others.length) return false;
  for (let i = 0; i < some.length; i++) if (!isEqual(some[i]!, others[i]!)) return false;
  return true;
}
