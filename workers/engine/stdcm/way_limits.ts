/** Temporary limits that trains meet on ways: by the rounds of a stored train (limits_met.ts). */
import type { BlockPath } from "../path/block_path.ts";
import { valueOf } from "../result.ts";
import {
  addLimitsMet,
  findLimitDepartures,
  type LimitDepartures,
  type LimitsMet,
  NONE_MET,
} from "../simulation/limits_met.ts";
import { remember } from "../simulation/path_physics.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";
import {
  type DatedLimits,
  findTemporaryLimits,
  takeLimits,
} from "../simulation/temporary_limits.ts";
import { toMilli } from "../units.ts";
import type { StdcmQuery } from "./steps.ts";
import type { Way } from "./way.ts";
import { keyOfLimits, type Runner, type Style, scheduleOf, type WayRuns } from "./way_runs.ts";

/** Most spans of departures, with their temporary limits, that are tried on one way. */
export const SPANS_MAX = 50;

/** Departures with the temporary limits that trains are tried under. */
export interface Span {
  readonly from_s: number;
  readonly to_s: number;
  readonly limits: LimitsMet;
}

/** Temporary limits that are in force when a train may be on its way. */
export function listLimits(
  { train, maxDepartureDelay_s, maxRunTime_s }: StdcmQuery,
  { ranges }: BlockPath,
): DatedLimits | null {
  if (train.limits === null) return null;
  const { group, start_ms } = train.limits;
  const until_ms = start_ms + 1000 * (maxDepartureDelay_s + maxRunTime_s);
  const all = findTemporaryLimits(group, ranges);
  const { starts_ms, stops_ms } = all;
  const met = [...starts_ms.keys()].filter(
    (i) => starts_ms[i]! <= until_ms && stops_ms[i]! > start_ms,
  );
  return met.length === 0 ? null : takeLimits(all, met);
}

/** Judges trains of one query. */
export class WayLimits {
  readonly #query: StdcmQuery;
  readonly #runs: WayRuns;
  /** Its own, so that what others hold stays. */
  readonly #runner: Runner;

  constructor(query: StdcmQuery, runs: WayRuns, runner: Runner) {
    this.#query = query;
    this.#runs = runs;
    this.#runner = runner;
  }

  /** Departures on which a train that nothing delays meets the same limits on a way, in order. */
  listSpans(way: Way): Span[] {
    const { train, maxDepartureDelay_s, signal } = this.#query;
    if (way.limits === null || train.limits === null) {
      return [{ from_s: 0, to_s: maxDepartureDelay_s, limits: NONE_MET }];
    }
    const signals = { closed: signal, everywhere: false };
    const style = { distribution: "MARECO", signals, limits: NONE_MET } as const;
    const schedule = scheduleOf(way, signals, ({ least_s }) => Math.round(1000 * least_s));
    const last_ms = Math.round(1000 * maxDepartureDelay_s) + 1;
    const known = new Map<string, LimitDepartures | null>();
    const spans: Span[] = [];
    for (let from_ms = 0; from_ms < last_ms; ) {
      const limits = this.#meet(way, style, { schedule, departure_ms: from_ms, known });
      const isLast = spans.length + 1 === SPANS_MAX || this.#query.isOver();
      const end_ms = isLast ? last_ms : Math.min(last_ms, limits.until_ms - train.limits.start_ms);
      spans.push({ from_s: from_ms / 1000, to_s: (end_ms - 1) / 1000, limits });
      from_ms = end_ms;
    }
    return spans;
  }

  /** The limits that a train meets. */
  find(way: Way, style: Style, schedule: readonly ScheduleItem[], departure_ms: number): LimitsMet {
    return this.#meet(way, style, { schedule, departure_ms, known: new Map() });
  }

  /** `known`: the departures found for its schedule. */
  #meet(
    way: Way,
    style: Style,
    leaving: {
      readonly schedule: readonly ScheduleItem[];
      readonly departure_ms: number;
      readonly known: Map<string, LimitDepartures | null>;
    },
  ): LimitsMet {
    const { limits: around } = this.#query.train;
    if (way.limits === null || around === null) return NONE_MET;
    const { schedule, departure_ms, known } = leaving;
    for (let met = NONE_MET; ; ) {
      const departures = remember(
        known,
        keyOfLimits(met),
        () => this.#findLimitDepartures(way, { ...style, limits: met }, schedule),
        Infinity,
      );
      if (departures === null) return met;
      const next = addLimitsMet(departures, met, around.start_ms + departure_ms);
      if (next.met.length === met.met.length) return next;
      met = next;
    }
  }

  /** As for a stored train, by its three runs; null: there are none. */
  #findLimitDepartures(
    way: Way,
    style: Style,
    schedule: readonly ScheduleItem[],
  ): LimitDepartures | null {
    const { train } = this.#query;
    const { simulator, scheduler } = this.#runner;
    const input = this.#runs.open(way, style, schedule);
    if (input === null || way.limits === null) return null;
    const { run } = input;
    const settings = this.#runs.settingsOf(style, schedule);
    const base = settings === null ? valueOf(simulator.simulateBase(run)) : null;
    const runs = settings === null ? null : valueOf(scheduler.simulate(run, settings));
    const reports = runs === null ? [base] : [runs.base, runs.provisional, runs.final];
    const found = reports.filter((one) => one !== null);
    if (found.length === 0) return null;
    return findLimitDepartures(way.limits, found, toMilli(train.stock.stock.length_m));
  }
}
