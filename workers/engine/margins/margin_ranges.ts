/**
 * Which times margins and the schedule add to which stretches of the base (engine.md 5.2, 5.3), and
 * which of them can't be met or were changed. Running times exclude stops.
 */
import { type CompiledStock, knowsRestriction } from "../physics/rolling_stock.ts";
import type { PowerRestriction } from "../simulation/electrification.ts";
import type { ScheduleItem } from "../simulation/schedule.ts";
import { countUpTo } from "../sorted.ts";
import { fromMilli, toMilli } from "../units.ts";
import type { TimedRange } from "./range_chain.ts";
import type { RunningTimes } from "./running_times.ts";

export type MarginValue =
  | { readonly kind: "percentage"; readonly value: number }
  | { readonly kind: "min_per_100km"; readonly value: number };

/** One value more than boundaries; a missing value adds nothing. */
export interface Margins {
  readonly boundaries_mm: readonly number[];
  readonly values: readonly MarginValue[];
}

/** Every kind of warning; a packed simulation stores its index in this list. */
export const SCHEDULE_WARNING_KINDS = [
  /** The margins of a known time section are lowered to meet its arrival. */
  "negative_adjustment",
  /** A margin section would have to be faster than the base. */
  "unachievable_margin_section",
  /** Even the base run arrives later. */
  "unachievable_arrival",
  /** Two arrivals at one position; the second is ignored. */
  "overlapping_arrivals",
  /** A margin section without length. */
  "empty_margin_section",
  /** A margin reaches over an arrival that is not one of its boundaries. */
  "margin_spans_known_time",
  /** A stretch could not have its time and was merged with its neighbour. */
  "dropped_target",
  /** A stretch between stops gets the nearest possible time. */
  "closest_result",
  /** The rolling stock knows no such power restriction: it changes nothing. */
  "unknown_power_restriction",
  /** A power restriction ends before it begins, or where: it changes nothing. */
  "empty_power_restriction",
  /** LINEAR meets its time only by a run that is slower than 1 m/s all the way. */
  "below_least_speed",
] as const;

export type ScheduleWarningKind = (typeof SCHEDULE_WARNING_KINDS)[number];

/** A part of the schedule that is not met as requested; path offsets. */
export interface ScheduleWarning {
  readonly kind: ScheduleWarningKind;
  readonly from_mm: number;
  readonly to_mm: number;
  /** Running times over the stretch, s; 0 for a power restriction. */
  readonly wanted_s: number;
  readonly possible_s: number;
  /** What would be possible, given what is kept before; absent where it is not known. */
  readonly earliest_s?: number | undefined;
  readonly latest_s?: number | undefined;
}

/** The inputs of the ranges. */
export interface RangeInputs {
  readonly length_mm: number;
  readonly margins: Margins;
  readonly base: RunningTimes;
  readonly warnings: ScheduleWarning[];
}

const SECONDS_PER_MINUTE = 60;
const METRES_PER_100_KM = 100_000;

/** A margin section of positive length: boundaries never go back. */
interface MarginSection {
  readonly from_mm: number;
  readonly to_mm: number;
  readonly value: MarginValue | undefined;
}

/** The time that margins add; without margins no ranges. */
export function makeProvisionalRanges({
  length_mm,
  margins,
  base,
  warnings,
}: RangeInputs): TimedRange[] {
  if (margins.values.length === 0) return [];
  return listSections(margins, length_mm, warnings).map(({ from_mm, to_mm, value }) => {
    const begin_m = fromMilli(from_mm);
    const end_m = fromMilli(to_mm);
    const isPerDistance = value?.kind === "min_per_100km";
    const added_s = isPerDistance
      ? (value.value * SECONDS_PER_MINUTE * (end_m - begin_m)) / METRES_PER_100_KM
      : (base.timeBetween_s(begin_m, end_m) * (value?.value ?? 0)) / 100;
    return { begin_m, end_m, added_s, sharedBy: isPerDistance ? "distance" : "time" };
  });
}

function listSections(
  { boundaries_mm, values }: Margins,
  length_mm: number,
  warnings: ScheduleWarning[],
): MarginSection[] {
  const sections: MarginSection[] = [];
  let from_mm = 0;
  for (let i = 0; i <= boundaries_mm.length; i++) {
    const bound_mm = i < boundaries_mm.length ? boundaries_mm[i]! : length_mm;
    const to_mm = Math.min(length_mm, bound_mm);
    if (to_mm > from_mm) {
      sections.push({ from_mm, to_mm, value: values[i] });
      from_mm = to_mm;
    } else if (isMargin(values[i])) {
      warnings.push({
        kind: "empty_margin_section",
        from_mm,
        to_mm: from_mm,
        wanted_s: 0,
        possible_s: 0,
      });
    }
  }
  return sections;
}

function isMargin(value: MarginValue | undefined): boolean {
  return value !== undefined && value.value > 0;
}

/** Warns of margins that reach over an arrival inside the path. */
export function warnOfSpannedArrivals(
  { length_mm, margins, base, warnings }: RangeInputs,
  schedule: readonly ScheduleItem[],
): void {
  const arrivals_mm = schedule
    .filter((item) => item.arrival_ms !== null)
    .map((item) => item.offset_mm);
  for (const { from_mm, to_mm, value } of listSections(margins, length_mm, [])) {
    const next_mm = arrivals_mm[countUpTo(arrivals_mm, from_mm)] ?? Infinity;
    if (!isMargin(value) || next_mm >= to_mm) continue;
    const time_s = base.timeBetween_s(fromMilli(from_mm), fromMilli(to_mm));
    warnings.push({
      kind: "margin_spans_known_time",
      from_mm,
      to_mm,
      wanted_s: time_s,
      possible_s: time_s,
    });
  }
}

/** Restrictions that change nothing, as the run's warnings. */
export function warnOfRestrictions(
  restrictions: readonly PowerRestriction[],
  stock: CompiledStock,
): ScheduleWarning[] {
  return restrictions.flatMap(({ from_mm, to_mm, value }): ScheduleWarning[] => {
    const is_empty = to_mm <= from_mm;
    if (!is_empty && knowsRestriction(stock, value)) return [];
    const kind = is_empty ? "empty_power_restriction" : "unknown_power_restriction";
    return [{ kind, from_mm, to_mm, wanted_s: 0, possible_s: 0 }];
  });
}

/** The time to add so that arrivals are met; `schedule` is merged and sorted. */
export function makeFinalRanges(
  inputs: RangeInputs,
  provisional: RunningTimes,
  schedule: readonly ScheduleItem[],
): TimedRange[] {
  const { length_mm, base, warnings } = inputs;
  const splitter = new Splitter(inputs, provisional);
  let previous_mm = 0;
  let departure_s = 0;
  for (const { offset_mm, arrival_ms, stop_for_ms } of schedule) {
    const stop_s = fromMilli(stop_for_ms ?? 0);
    if (arrival_ms === null) {
      departure_s += stop_s;
      continue;
    }
    const begin_m = fromMilli(previous_mm);
    const end_m = fromMilli(Math.min(offset_mm, length_mm));
    const arrival_s = fromMilli(arrival_ms);
    const planned_s = departure_s + provisional.timeBetween_s(begin_m, end_m);
    const extra_s = arrival_s - planned_s;
    const known = { from_mm: previous_mm, to_mm: offset_mm, wanted_s: arrival_s - departure_s };
    if (offset_mm === previous_mm && offset_mm > 0) {
      warnings.push({ kind: "overlapping_arrivals", ...known, possible_s: 0 });
    }
    if (end_m === begin_m && extra_s > 0) {
      // Nothing is left to slow the train on: it stands there already.
      warnings.push({
        kind: "unachievable_arrival",
        ...known,
        possible_s: 0,
        earliest_s: 0,
        latest_s: 0,
      });
      departure_s = planned_s + stop_s;
    } else if (extra_s >= 0) {
      splitter.addSplit(begin_m, end_m, extra_s, "arrival");
      departure_s = planned_s + extra_s + stop_s;
    } else {
      const fastest_s = base.timeBetween_s(begin_m, end_m);
      const added_s = Math.max(0, arrival_s - (departure_s + fastest_s));
      const kind = known.wanted_s < fastest_s ? "unachievable_arrival" : "negative_adjustment";
      warnings.push({ kind, ...known, possible_s: fastest_s });
      splitter.warnOfTightSections(begin_m, end_m, extra_s);
      const ends = kind === "unachievable_arrival" ? "late" : "arrival";
      const late_s = Math.max(0, fastest_s - known.wanted_s);
      splitter.add({ begin_m, end_m, added_s, sharedBy: "time", ends, late_s });
      departure_s += fastest_s + added_s + stop_s;
    }
    previous_mm = Math.min(offset_mm, length_mm);
  }
  if (previous_mm < length_mm) splitter.addSplit(fromMilli(previous_mm), fromMilli(length_mm), 0);
  return splitter.ranges;
}

/** Collects ranges; cuts known time sections at the margin boundaries inside them. */
class Splitter {
  readonly ranges: TimedRange[] = [];
  readonly #boundaries_m: readonly number[];
  readonly #base: RunningTimes;
  readonly #provisional: RunningTimes;
  readonly #warnings: ScheduleWarning[];

  constructor({ length_mm, margins, base, warnings }: RangeInputs, provisional: RunningTimes) {
    this.#boundaries_m = listSections(margins, length_mm, []).map(({ to_mm }) => fromMilli(to_mm));
    this.#base = base;
    this.#provisional = provisional;
    this.#warnings = warnings;
  }

  add(range: TimedRange): void {
    if (range.begin_m < range.end_m) this.ranges.push(range);
  }

  /** Adds the provisional times, and distributes `extra_s` in proportion to them. */
  addSplit(begin_m: number, end_m: number, extra_s: number, ends?: "arrival"): void {
    const whole_s = this.#provisional.timeBetween_s(begin_m, end_m);
    for (const [from_m, to_m] of this.#cut(begin_m, end_m)) {
      const time_s = this.#provisional.timeBetween_s(from_m, to_m);
      const slower_s = time_s - this.#base.timeBetween_s(from_m, to_m);
      const added_s = slower_s + (extra_s * time_s) / whole_s;
      const range = { begin_m: from_m, end_m: to_m, added_s, sharedBy: "time" } as const;
      this.add(ends !== undefined && to_m === end_m ? { ...range, ends } : range);
    }
  }

  /** Warns of margin sections whose share of a reduced time is less than the base needs. */
  warnOfTightSections(begin_m: number, end_m: number, extra_s: number): void {
    const whole_s = this.#provisional.timeBetween_s(begin_m, end_m);
    for (const [from_m, to_m] of this.#cut(begin_m, end_m)) {
      const time_s = this.#provisional.timeBetween_s(from_m, to_m);
      const wanted_s = Math.max(0, time_s + (extra_s * time_s) / whole_s);
      const possible_s = this.#base.timeBetween_s(from_m, to_m);
      if (wanted_s >= possible_s) continue;
      this.#warnings.push({
        kind: "unachievable_margin_section",
        from_mm: toMilli(from_m),
        to_mm: toMilli(to_m),
        wanted_s,
        possible_s,
      });
    }
  }

  #cut(begin_m: number, end_m: number): [number, number][] {
    const pieces: [number, number][] = [];
    let from_m = begin_m;
    const boundaries_m = this.#boundaries_m;
    for (let i = countUpTo(boundaries_m, begin_m); i < boundaries_m.length; i++) {
      const to_m = boundaries_m[i]!;
      if (to_m >= end_m) break;
      pieces.push([from_m, to_m]);
      from_m = to_m;
    }
    if (from_m < end_m) pieces.push([from_m, end_m]);
    return pieces;
  }
}
