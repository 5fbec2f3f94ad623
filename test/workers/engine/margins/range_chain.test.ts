/**
 * Method: the rules of engine.md 5.4 to the letter (after each merge all ranges start again) against the
 * distribution that looks again at what a merge reaches only. Same curves, departures and faults, bit by
 * bit, on seeded lines with up to 40 ranges of all sorts.
 */
import { expect, it } from "vitest";
import { Envelope, type EnvelopeArena } from "../../../../workers/engine/envelope/envelope.ts";
import {
  type DistributionAlgorithm,
  Distributor,
} from "../../../../workers/engine/margins/distribution.ts";
import { LinearCore } from "../../../../workers/engine/margins/linear.ts";
import { MarecoCore } from "../../../../workers/engine/margins/mareco.ts";
import type { TimedRange } from "../../../../workers/engine/margins/range_chain.ts";
import { RunningTimes } from "../../../../workers/engine/margins/running_times.ts";
import { openSearch, RangeCutter } from "../../../../workers/engine/margins/section.ts";
import {
  FASTER_THAN_POSSIBLE,
  FOUND,
  FOUND_NEARBY,
  SectionSearch,
  SLOWER_THAN_POSSIBLE,
} from "../../../../workers/engine/margins/section_search.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { makeRun, STOCK_T } from "../plain_run.ts";
import { between, cutLength, makeRandom, type Random, wholeBetween } from "../seeded.ts";

interface Outcome {
  /** Index of the range that failed for good, or -1. */
  readonly failed: number;
  readonly points: readonly (readonly number[])[];
  /** Begin, end and wanted time of dropped ranges and of those that are not as wanted, in order. */
  readonly departures: readonly (readonly (string | number)[])[];
}

function simulateBase(random: Random): { simulator: Simulator; length_m: number } {
  const length_m = wholeBetween(random, 500, 30_000);
  const ends = cutLength(random, length_m, wholeBetween(random, 1, 5));
  const limits = cutLength(random, length_m, wholeBetween(random, 1, 4));
  const simulator = new Simulator();
  const base = simulator.simulateBase(
    makeRun({
      length_m,
      maxSpeed_m_s: 40,
      limits: limits.map((to_m, i) => [limits[i - 1] ?? 0, to_m, between(random, 12, 45)] as const),
      gradients: ends.map((end_m) => [end_m, between(random, -8, 8)] as const),
      stops_m: cutLength(random, length_m, wholeBetween(random, 1, 6)),
      stock: { ...STOCK_T, gamma: { type: random() < 0.5 ? "MAX" : "CONST", value: 0.5 } },
    }),
  );
  if (!base.ok) throw new Error(JSON.stringify(base.error));
  return { simulator, length_m };
}

function drawRanges(random: Random, length_m: number): TimedRange[] {
  const ends = cutLength(random, length_m, wholeBetween(random, 2, 40));
  return ends.map((end_m, i) => ({
    begin_m: ends[i - 1] ?? 0,
    end_m,
    added_s: random() < 0.3 ? 0 : between(random, 0, random() < 0.2 ? 200 : 8),
    sharedBy: random() < 0.5 ? "time" : "distance",
  }));
}

function listPoints(arena: EnvelopeArena, { parts, count }: Envelope): number[][] {
  const points: number[][] = [];
  for (const part of parts.subarray(0, count)) {
    for (let i = arena.first[part]!; i < arena.end[part]!; i++) {
      points.push([arena.x_m[i]!, arena.v_m_s[i]!]);
    }
  }
  return points;
}

function distribute(
  { arena, drawer, stages }: Simulator,
  ranges: readonly TimedRange[],
  algorithm: DistributionAlgorithm,
): Outcome {
  const times = new RunningTimes();
  times.read(arena, stages.base);
  const distributor = new Distributor(drawer);
  distributor.reset(stages.base, times, algorithm);
  const out = new Envelope();
  const fault = distributor.distribute(ranges, out);
  if (fault !== null) {
    return { failed: "range_index" in fault ? fault.range_index : -2, points: [], departures: [] };
  }
  const departures = distributor.departures.map((one) => [one.begin_m, one.end_m, one.wanted_s]);
  return { failed: -1, points: listPoints(arena, out), departures };
}

/** The rules without any memory but that of single evaluations. */
class Anew {
  readonly #simulator: Simulator;
  readonly #times = new RunningTimes();
  readonly #cutter: RangeCutter;
  readonly #search: SectionSearch;
  readonly #capacity_m_s: number;
  #nearby: number[][] = [];

  constructor(simulator: Simulator, algorithm: DistributionAlgorithm) {
    const { arena, drawer, stages } = simulator;
    this.#simulator = simulator;
    this.#times.read(arena, stages.base);
    const mareco = new MarecoCore(drawer);
    if (algorithm === "MARECO") mareco.reset();
    const core = algorithm === "MARECO" ? mareco : new LinearCore(arena);
    this.#search = new SectionSearch(drawer, core);
    this.#capacity_m_s = core.capacity_m_s;
    this.#cutter = new RangeCutter(arena);
    this.#cutter.reset(stages.base, core.capacity_m_s);
    drawer.stepsLeft = Number.MAX_SAFE_INTEGER;
  }

  distribute(wanted: readonly TimedRange[]): Outcome {
    const ranges = [...wanted];
    const dropped: number[][] = [];
    for (;;) {
      this.#nearby = [];
      const results = ranges.map(() => new Envelope());
      const [outcome, i] = this.#slowAll(ranges, results);
      if (outcome === FOUND) {
        const points = results.flatMap((one) => listPoints(this.#simulator.arena, one));
        return { failed: -1, points, departures: [...this.#nearby, ...dropped] };
      }
      const canMerge = outcome === SLOWER_THAN_POSSIBLE || outcome === FASTER_THAN_POSSIBLE;
      if (!canMerge || ranges.length === 1) return { failed: i, points: [], departures: [] };
      const { begin_m, end_m, added_s } = ranges[i]!;
      dropped.push([begin_m, end_m, this.#cutter.cut(begin_m, end_m)!.time_s + added_s]);
      const first = i === ranges.length - 1 ? i - 1 : i;
      const [a, b] = [ranges[first]!, ranges[first + 1]!];
      ranges.splice(first, 2, {
        begin_m: a.begin_m,
        end_m: b.end_m,
        added_s: a.added_s + b.added_s,
        sharedBy: "time",
      });
    }
  }

  #slowAll(ranges: readonly TimedRange[], results: readonly Envelope[]): [number, number] {
    const { arena } = this.#simulator;
    const n = ranges.length;
    const joints = Array.from({ length: n + 1 }, () => Number.NaN);
    ranges.forEach(({ added_s, begin_m, end_m }, i) => {
      if (i === 0 || added_s <= 0.01) joints[i] = this.#times.speedAt_m_s(begin_m);
      if (i === n - 1 || added_s <= 0.01) joints[i + 1] = this.#times.speedAt_m_s(end_m);
    });
    const times_s = ranges.map(({ begin_m, end_m }) => this.#cutter.cut(begin_m, end_m)!.time_s);
    const order = ranges.map((_, i) => i).sort((a, b) => times_s[a]! - times_s[b]!);
    for (const i of order) {
      const out = results[i]!;
      const outcome = this.#slow(ranges[i]!, [joints[i]!, joints[i + 1]!], out);
      if (outcome !== FOUND) return [outcome, i];
      joints[i] = arena.beginV_m_s(out.parts[0]!);
      joints[i + 1] = arena.endV_m_s(out.parts[out.count - 1]!);
    }
    return [FOUND, -1];
  }

  #slow(
    { begin_m, end_m, added_s, sharedBy }: TimedRange,
    [left_m_s, right_m_s]: readonly [number, number],
    out: Envelope,
  ): number {
    const shape = this.#cutter.cut(begin_m, end_m)!;
    const push = ({ parts, count }: Envelope): void => out.pushAll(parts.subarray(0, count));
    if (added_s <= 0.01) {
      push(shape.envelope);
      return FOUND;
    }
    if (this.#capacity_m_s > 0 && shape.time_s + added_s > shape.capped_s)
      return SLOWER_THAN_POSSIBLE;
    const tolerance_s = (2 * shape.time_s * 1e6) / this.#times.total_us;
    let nSections = 0;
    while (this.#cutter.sectionOf(shape, nSections) !== null) nSections++;
    for (let s = 0; s < nSections; s++) {
      const section = this.#cutter.sectionOf(shape, s)!;
      const share =
        sharedBy === "time"
          ? section.time_s / shape.time_s
          : (section.end_m - section.begin_m) / (end_m - begin_m);
      const ends = {
        left_m_s: s === 0 ? left_m_s : Number.NaN,
        right_m_s: s === nSections - 1 ? right_m_s : Number.NaN,
      };
      const time_s = section.time_s + added_s * share;
      const target = { time_s, tolerance_s: tolerance_s * share };
      const outcome = this.#search.find(section, ends, target);
      if (outcome === FOUND_NEARBY) this.#nearby.push([section.begin_m, section.end_m, time_s]);
      else if (outcome !== FOUND) return outcome;
      push(openSearch(section, ends).accepted);
    }
    return FOUND;
  }
}

it.each(["LINEAR", "MARECO"] as const)(
  "a distribution by %s that goes on after merges is the one that begins anew, on 80 lines",
  (algorithm) => {
    let nMerged = 0;
    let nFailed = 0;
    for (let seed = 1; seed <= 80; seed++) {
      const random = makeRandom(seed);
      const { simulator, length_m } = simulateBase(random);
      const ranges = drawRanges(random, length_m);
      const fast = distribute(simulator, ranges, algorithm);
      const anew = new Anew(simulator, algorithm).distribute(ranges);
      if (JSON.stringify(fast) !== JSON.stringify(anew)) expect(fast, `seed ${seed}`).toEqual(anew);
      if (anew.departures.length > 3) nMerged++;
      if (anew.failed >= 0) nFailed++;
    }
    expect(nMerged).toBeGreaterThan(20);
    expect(nFailed).toBeLessThan(40);
  },
);
