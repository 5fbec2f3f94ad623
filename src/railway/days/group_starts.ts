/**
 * Trains with days that together start at given moments. A train with days starts by the wall clock: where a change of
 * clocks makes its start another one, it is another train of the same name on that date (a variant).
 */
import { DAY_MS } from "./operating_days.ts";
import { type ClockedCalendar, shownAt, timeOfDay } from "./period_days.ts";
import { instantOf } from "./zone_times.ts";

const OFFSET_MAX = 6;

export interface GroupedStarts {
  /** The largest first. */
  readonly dated: readonly DatedStart[];
  /** Moments that no train with days can start at: the second of two equal times of the clock. */
  readonly single_ms: readonly number[];
  /** Moments on days that the period does not have. */
  readonly outside_count: number;
}

export interface DatedStart {
  /** An example. */
  readonly start_ms: number;
  readonly day_offset: number;
  /** Operating days. */
  readonly days: readonly number[];
}

interface Group {
  readonly time_ms: number;
  readonly day_offset: number;
  readonly days: number[];
}

/** Operating days and the moments of starts. */
export function groupStarts(
  starts: Iterable<readonly [day: number, start_ms: number]>,
  calendar: ClockedCalendar,
): GroupedStarts {
  const { clock, first_day, is_day } = calendar;
  const groups = new Map<string, Group & { readonly starts: (readonly [number, number])[] }>();
  const single_ms: number[] = [];
  let outside_count = 0;
  for (const [given_day, start_ms] of starts) {
    const shown_ms = shownAt(calendar, start_ms);
    const shown_day = Math.floor(shown_ms / DAY_MS);
    const after = shown_day - given_day;
    // By the clock of another zone a train may start before its day.
    const day = after >= 0 && after <= OFFSET_MAX ? given_day : shown_day;
    if (is_day[day - first_day] !== 1) {
      outside_count++;
      continue;
    }
    const time_ms = timeOfDay(shown_ms);
    if (instantOf(clock, shown_day * DAY_MS + time_ms) !== start_ms) {
      single_ms.push(start_ms);
      continue;
    }
    const day_offset = shown_day - day;
    const key = `${time_ms} ${day_offset}`;
    const group = groups.get(key) ?? { time_ms, day_offset, days: [], starts: [] };
    group.starts.push([day, start_ms]);
    groups.set(key, group);
  }
  const sorted = [...groups.values()].sort((a, b) => b.starts.length - a.starts.length);
  const made: { readonly group: Group; readonly start_ms: number }[] = [];
  for (const group of sorted) {
    let own_ms: number | null = null;
    for (const [day, start_ms] of group.starts) {
      // A time that the clock leaps over on this date is another one of a larger group.
      const leapt = made.find(
        ({ group: one }) =>
          instantOf(clock, (day + one.day_offset) * DAY_MS + one.time_ms) === start_ms,
      );
      (leapt?.group ?? group).days.push(day);
      if (leapt === undefined) own_ms ??= start_ms;
    }
    if (own_ms !== null) made.push({ group, start_ms: own_ms });
  }
  const dated = made.map(({ group: { day_offset, days }, start_ms }) => ({
    start_ms,
    day_offset,
    days,
  }));
  return { dated, single_ms, outside_count };
}
