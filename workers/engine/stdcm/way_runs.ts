/** Runs of ways, made as a timetable would have them. */
import type { Envelope } from "../envelope/envelope.ts";
import type { DistributionAlgorithm } from "../margins/distribution.ts";
import type { Margins } from "../margins/margin_ranges.ts";
import { type ScheduleSettings, ScheduleSimulator } from "../margins/scheduled_run.ts";
import { valueOf } from "../result.ts";
import { type LimitsMet, takeMet } from "../simulation/limits_met.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";
import { type Run, Simulator } from "../simulation/simulate.ts";
import { makeRun, type TrainRunInput } from "../simulation/train_input.ts";
import { fromMilli } from "../units.ts";
import type { ChainStop } from "./chain.ts";
import type { StdcmTrain } from "./steps.ts";
import { type StopSignals, signalAt, type Way } from "./way.ts";

/** A stored train has a margin of nothing: its runs are, to the bit, those with this one. */
const NO_MARGIN = { kind: "percentage", value: 0 } as const;

/** How the run is made: with a margin there are two distributions, which need zones at other times. */
export interface Style {
  readonly distribution: DistributionAlgorithm;
  readonly signals: StopSignals;
  /** The temporary limits that it meets. */
  readonly limits: LimitsMet;
}

/** Makes runs. It keeps the last base, with what was slowed on it. */
export interface Runner {
  readonly simulator: Simulator;
  readonly scheduler: ScheduleSimulator;
}

export function makeRunner(): Runner {
  const simulator = new Simulator();
  return { simulator, scheduler: new ScheduleSimulator(simulator) };
}

/** Runs of one train. */
export class WayRuns {
  readonly #train: StdcmTrain;

  constructor(train: StdcmTrain) {
    this.#train = train;
  }

  /** The run of the train with a schedule. Runs of one style differ only in how long they stop. */
  open(way: Way, style: Style, schedule: readonly ScheduleItem[]): TrainRunInput | null {
    const key = keyOfRun(style);
    const known = way.runs.get(key);
    if (known === undefined) {
      const made = this.#makeRun(way, style, schedule);
      if (made !== null) way.runs.set(key, made);
      return made;
    }
    const stops_ms = schedule.flatMap(({ stop_for_ms }) => stop_for_ms ?? []);
    const stops = { ...known.run.stops, durations_s: stops_ms.map(fromMilli) };
    return { ...known, run: { ...known.run, stops } };
  }

  /** The run of the train as a timetable would have it. */
  #makeRun(way: Way, { limits }: Style, schedule: readonly ScheduleItem[]): TrainRunInput | null {
    const train = this.#train;
    const met = way.limits === null ? null : takeMet(way.limits, limits);
    const settings = {
      items_mm: way.path.itemPositions_mm,
      initial_speed_m_s: 0,
      comfort: train.comfort,
      speed_limit_tag: train.speed_limit_tag,
      fallback_tags: train.fallback_tags,
      use_electrical_profiles: train.profiles !== null,
      schedule,
      power_restrictions: [],
      is_exact: train.is_exact ?? false,
      ...(met === null ? {} : { temporary_limits: met }),
    };
    const input = makeRun(way.physics, train.stock, settings, train.profiles);
    return valueOf(input);
  }

  /** Most runs are never reported: only their envelope is made. */
  make(
    { simulator, scheduler }: Runner,
    run: Run,
    style: Style,
    schedule: readonly ScheduleItem[],
  ): Envelope | null {
    const settings = this.settingsOf(style, schedule);
    if (settings === null) return simulator.heldBase(run) ?? valueOf(simulator.buildBase(run));
    return valueOf(scheduler.build(run, settings))?.final ?? null;
  }

  /** null: it runs like its base. */
  settingsOf({ distribution }: Style, schedule: readonly ScheduleItem[]): ScheduleSettings | null {
    const { margin, is_exact = false } = this.#train;
    if (margin === null && schedule.every(({ arrival_ms }) => arrival_ms === null)) return null;
    const margins: Margins = { boundaries_mm: [], values: [margin ?? NO_MARGIN] };
    return { constraint_distribution: distribution, is_exact, margins, schedule };
  }
}

/** What the run of a way depends on, whatever its schedule. */
export function keyOfRun({ signals, limits }: Style): string {
  return `${signals.closed} ${signals.everywhere} ${keyOfLimits(limits)}`;
}

export function keyOfLimits({ met }: LimitsMet): string {
  return met.join();
}

/** The stops of a way, each of some length. */
export function scheduleOf(
  { stops }: Way,
  signals: StopSignals,
  stopFor_ms: (stop: ChainStop) => number,
): ScheduleItem[] {
  return stops.map((stop, i) => ({
    offset_mm: stop.at_mm,
    arrival_ms: null,
    stop_for_ms: stopFor_ms(stop),
    reception_signal: signalAt(stop, i === stops.length - 1, signals),
  }));
}
