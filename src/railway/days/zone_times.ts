/**
 * Wall-clock times of a zone. A zone's changes within a span are found once; then times take a few comparisons
 * each, where a library takes microseconds: a year of 10,000 trains has 3.65 million starts.
 */
import { DAY_MS } from "./operating_days.ts";

/** What the clock shows is UTC and `shifts_ms[i]` from the instant `begins_ms[i]` on; the first begins at any time. */
export interface ZoneClock {
  readonly begins_ms: Float64Array;
  readonly shifts_ms: Float64Array;
}

const ZONE_NAME = /^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/;

/** Whether the zone has a name and rules; one without rules is written `UTC`. */
export function isTimeZone(name: string): boolean {
  if (!ZONE_NAME.test(name)) return false;
  try {
    makeFormat(name);
    return true;
  } catch {
    return false;
  }
}

/** All changes of a zone between two instants. */
export function readZone(time_zone: string, from_ms: number, to_ms: number): ZoneClock {
  const shiftAt = makeShiftAt(time_zone);
  const begins_ms = [Number.NEGATIVE_INFINITY];
  const shifts_ms = [shiftAt(from_ms)];
  let shift_ms = shiftAt(from_ms);
  // no zone has two changes within a day
  for (let ms = from_ms; ms < to_ms; ms += DAY_MS) {
    const next_ms = shiftAt(ms + DAY_MS);
    if (next_ms === shift_ms) continue;
    let before_ms = ms;
    let after_ms = ms + DAY_MS;
    while (after_ms - before_ms > 1000) {
      const middle_ms = Math.floor((before_ms + after_ms) / 2000) * 1000;
      if (shiftAt(middle_ms) === shift_ms) before_ms = middle_ms;
      else after_ms = middle_ms;
    }
    begins_ms.push(after_ms);
    shifts_ms.push(next_ms);
    shift_ms = next_ms;
  }
  return { begins_ms: Float64Array.from(begins_ms), shifts_ms: Float64Array.from(shifts_ms) };
}

/**
 * The instant of a wall-clock time (milliseconds as if it were UTC): the first of two, and of a time that the clock
 * leaps over as much later as it would have been by the clock before (`disambiguation: "compatible"` of Temporal).
 */
export function instantOf({ begins_ms, shifts_ms }: ZoneClock, local_ms: number): number {
  let i = 0;
  while (i + 1 < begins_ms.length && local_ms - at(shifts_ms, i) >= at(begins_ms, i + 1)) i++;
  const instant_ms = local_ms - at(shifts_ms, i);
  return instant_ms >= at(begins_ms, i) ? instant_ms : local_ms - at(shifts_ms, i - 1);
}

/** What the clock shows at an instant, milliseconds as if it were UTC. */
export function localOf({ begins_ms, shifts_ms }: ZoneClock, instant_ms: number): number {
  let i = begins_ms.length - 1;
  while (at(begins_ms, i) > instant_ms) i--;
  return instant_ms + at(shifts_ms, i);
}

/** Whether a zone has a date: one that crossed the date line has skipped one. */
export function hasDay(clock: ZoneClock, day: number): boolean {
  return Math.floor(localOf(clock, instantOf(clock, day * DAY_MS)) / DAY_MS) === day;
}

/** Safe: indices come from the arrays' own lengths. */
function at(values: Float64Array, i: number): number {
  return values[i] as number;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat {
  const two = "2-digit";
  return new Intl.DateTimeFormat("en-u-ca-gregory-hc-h23-nu-latn", {
    timeZone,
    year: "numeric",
    month: two,
    day: two,
    hour: two,
    minute: two,
    second: two,
  });
}

function makeShiftAt(time_zone: string): (instant_ms: number) => number {
  const format = makeFormat(time_zone);
  return (instant_ms) => {
    // 03/29/2026, 03:00:00
    const [month, day, year, hours, minutes, seconds] = format
      .format(instant_ms)
      .split(/\D+/)
      .map(Number) as [number, number, number, number, number, number];
    const local_ms = Date.UTC(year, month - 1, day, hours, minutes, seconds);
    return local_ms - Math.floor(instant_ms / 1000) * 1000;
  };
}
