/**
 * Distributes added times over the ranges of a run (engine.md 5.4). Ranges are slowed in the order of
 * their base times; each takes over the speeds of the neighbours that are done. Where a range can't
 * have its time it is merged with a neighbour and all begins anew.
 */
import type { CurveDrawer } from "../envelope/curve.ts";
import { Envelope, type EnvelopeArena } from "../envelope/envelope.ts";
import type { Core } from "./core.ts";
import { MAX_MARGIN_STEPS, NO_TIME_S, PATH_TOLERANCE_S } from "./limits.ts";
import { LinearCore } from "./linear.ts";
import { MarecoCore } from "./mareco.ts";
import type { RunningTimes } from "./running_times.ts";
import { openSearch, RangeCutter, type RangeShape, type Section } from "./section.ts";
import {
  FASTER_THAN_POSSIBLE,
  FOUND,
  FOUND_NEARBY,
  IN_A_GAP,
  NO_WORK_LEFT,
  type SearchOutcome,
  SectionSearch,
  SLOWER_THAN_POSSIBLE,
  TRAIN_STALLS,
} from "./section_search.ts";

/** Time to add to the base between two places. */
export interface TimedRange {
  readonly begin_m: number;
  readonly end_m: number;
  readonly added_s: number;
  /** How sections between stops share it: by running time or by distance. */
  readonly sharedBy: "time" | "distance";
}

/** A place where the run is not as wanted; running times without stops. */
export interface Departure {
  readonly kind: "dropped_target" | "closest_result";
  readonly begin_m: number;
  readonly end_m: number;
  readonly wanted_s: number;
}

export type DistributionFault =
  | { readonly kind: "out_of_work" }
  | { readonly kind: "stalled"; readonly x_m: number; readonly range_index: number }
  | {
      readonly kind: "not_convergent";
      readonly reason: "too_much_time" | "not_enough_time" | "discontinuity";
      readonly range_index: number;
    };

export type DistributionAlgorithm = "LINEAR" | "MARECO";

export class Distributor {
  /** Where the last distribution is not as wanted. */
  readonly departures: Departure[] = [];
  readonly #arena: EnvelopeArena;
  readonly #drawer: CurveDrawer;
  readonly #cutter: RangeCutter;
  readonly #mareco: MarecoCore;
  readonly #searches: Readonly<Record<DistributionAlgorithm, SectionSearch>>;
  readonly #cores: Readonly<Record<DistributionAlgorithm, Core>>;
  #base: Envelope;
  #times: RunningTimes | null = null;
  #algorithm: DistributionAlgorithm = "LINEAR";
  /** Joint speeds, NaN while unset; joint i is the begin of range i. */
  #joints_m_s = new Float64Array(0);

  constructor(drawer: CurveDrawer) {
    this.#drawer = drawer;
    this.#arena = drawer.arena;
    this.#base = new Envelope();
    this.#cutter = new RangeCutter(drawer.arena);
    this.#mareco = new MarecoCore(drawer);
    this.#cores = { LINEAR: new LinearCore(drawer.arena), MARECO: this.#mareco };
    this.#searches = {
      LINEAR: new SectionSearch(drawer, this.#cores.LINEAR),
      MARECO: new SectionSearch(drawer, this.#cores.MARECO),
    };
  }

  /** Begins a new simulation on the base that is in the drawer's arena, and on its running times. */
  reset(base: Envelope, times: RunningTimes, algorithm: DistributionAlgorithm): void {
    this.#base = base;
    this.#times = times;
    this.#algorithm = algorithm;
    this.#cutter.reset(base);
    if (algorithm === "MARECO") this.#mareco.reset();
    this.#drawer.stepsLeft = MAX_MARGIN_STEPS;
  }

  /** Slows the base by the ranges, which cover the path without gaps, into `out`. */
  distribute(wanted: readonly TimedRange[], out: Envelope): DistributionFault | null {
    const ranges = [...wanted];
    const dropped: Departure[] = [];
    for (;;) {
      this.departures.length = 0;
      const shapes = this.#cutAll(ranges);
      if (shapes === null) return { kind: "out_of_work" };
      const failed = this.#slowAll(ranges, shapes);
      if (failed === null) {
        this.departures.push(...dropped);
        this.#collect(ranges, shapes, out);
        return null;
      }
      const { range_index: i, fault } = failed;
      const canMerge = fault.kind === "not_convergent" && fault.reason !== "discontinuity";
      if (!canMerge || ranges.length === 1) return fault;
      dropped.push(makeDeparture("dropped_target", shapes[i]!, shapes[i]!.time_s + ranges[i]!.added_s));
      mergeRanges(ranges, i === ranges.length - 1 ? i - 1 : i);
    }
  }

  #cutAll(ranges: readonly TimedRange[]): RangeShape[] | null {
    const shapes: RangeShape[] = [];
    for (const { begin_m, end_m } of ranges) {
      const shape = this.#cutter.cut(begin_m, end_m);
      if (shape === null) return null;
      shapes.push(shape);
    }
    return shapes;
  }

  /** Slows every range; gives the first that fails. */
  #slowAll(
    ranges: readonly TimedRange[],
    shapes: readonly RangeShape[],
  ): { readonly range_index: number; readonly fault: DistributionFault } | null {
    const times = this.#times!;
    const n = ranges.length;
    const joints_m_s = new Float64Array(n + 1).fill(Number.NaN);
    this.#joints_m_s = joints_m_s;
    for (let i = 0; i < n; i++) {
      if (!isNoTime(ranges[i]!.added_s)) continue;
      joints_m_s[i] = times.speedAt_m_s(ranges[i]!.begin_m);
      joints_m_s[i + 1] = times.speedAt_m_s(ranges[i]!.end_m);
    }
    joints_m_s[0] = times.speedAt_m_s(ranges[0]!.begin_m);
    joints_m_s[n] = times.speedAt_m_s(ranges[n - 1]!.end_m);
    const order = ranges.map((_, i) => i);
    order.sort((a, b) => shapes[a]!.time_s - shapes[b]!.time_s || a - b);
    for (const i of order) {
      const shape = shapes[i]!;
      const first = shape.envelope.parts[0]!;
      const last = shape.envelope.parts[shape.envelope.count - 1]!;
      if (isNoTime(ranges[i]!.added_s)) {
        joints_m_s[i] = this.#arena.beginV_m_s(first);
        joints_m_s[i + 1] = this.#arena.endV_m_s(last);
        continue;
      }
      const outcome = this.#slow(i, ranges[i]!, shape);
      if (outcome !== FOUND) return { range_index: i, fault: this.#describe(outcome, i) };
    }
    return null;
  }
}
