/** Times as texts, in the reader's time zone. */
import type { TimeTick } from "./viewport.ts";
import { locale, momentsOfWall, wallOf } from "./zone.ts";

const DAY_MS = 86_400_000;

/** `2026-03-02T08:05:00`, as the zone's clocks show it. */
export function printWall(time_ms: number): string {
  return new Date(wallOf(time_ms)).toISOString().slice(0, 19);
}

export const toSeconds = (time_ms: number): number => Math.round(time_ms / 1000) * 1000;

/** `08:05`, with seconds unless they are 0. In an hour that comes twice: `02:30A`, then `02:30B`. */
export function printClock(time_ms: number): string {
  const whole_ms = toSeconds(time_ms);
  const text = printWall(whole_ms);
  const clock = text.slice(17) === "00" ? text.slice(11, 16) : text.slice(11);
  const [first_ms, last_ms] = momentsOfWall(wallOf(whole_ms));
  if (first_ms === last_ms) return clock;
  return `${clock}${whole_ms === first_ms ? "A" : "B"}`;
}

/** The same, always with seconds: in tables all have the same length. */
export function printSecondsOn(time_ms: number, on_day_of_ms: number): string {
  return printClockOn(time_ms, on_day_of_ms).replace(/^\d\d:\d\d(?!:)/, "$&:00");
}

/** With the number of days since a reference day: `00:15 +1`. */
export function printClockOn(time_ms: number, on_day_of_ms: number): string {
  const days = dayNumber(time_ms) - dayNumber(on_day_of_ms);
  const clock = printClock(time_ms);
  return days === 0 ? clock : `${clock} ${days < 0 ? "−" : "+"}${Math.abs(days)}`;
}

/** Number of the day in the zone, counting up by one per day. */
export function dayNumber(time_ms: number): number {
  return Math.floor(wallOf(time_ms) / DAY_MS);
}

/** `2026-03-02`: for file names. */
export function printIsoDay(time_ms: number): string {
  return printWall(time_ms).slice(0, 10);
}

/** `02/03/2026`, in the reader's format. */
export function printDay(time_ms: number): string {
  return printDate(time_ms, { year: "numeric", month: "2-digit", day: "2-digit" });
}

/** `02/03`. */
export function printShortDay(time_ms: number): string {
  return printDate(time_ms, { month: "2-digit", day: "2-digit" });
}

function printDate(time_ms: number, parts: Intl.DateTimeFormatOptions): string {
  return new Date(wallOf(time_ms)).toLocaleDateString(locale.value, { ...parts, timeZone: "UTC" });
}

/** Label of a line of the time axis: the day where it begins, else the time. */
export function printTick({ time_ms, kind }: TimeTick): string {
  return kind === "day" ? printShortDay(time_ms) : printClock(time_ms);
}

/** Minutes of the hour: `05`. */
export function printMinute(time_ms: number): string {
  return printWall(time_ms).slice(14, 16);
}

/** With its day, unless it is the reference day: `03/03 08:05`. */
export function printMoment(time_ms: number, on_day_of_ms: number): string {
  const clock = printClock(time_ms);
  if (dayNumber(time_ms) === dayNumber(on_day_of_ms)) return clock;
  return `${printShortDay(time_ms)} ${clock}`;
}

/** `+4 min 30 s`. */
export function printShift(shift_ms: number): string {
  const total_s = Math.round(Math.abs(shift_ms) / 1000);
  const [min, s] = [Math.floor(total_s / 60), total_s % 60];
  const sign = shift_ms < 0 ? "−" : "+";
  return `${sign}${min} min${s === 0 ? "" : ` ${s} s`}`;
}

/** `1 h 05 min`, `12 min 30 s` or `40 s`. */
export function printSpan(span_ms: number): string {
  const total_s = Math.round(span_ms / 1000);
  const [h, min, s] = [Math.floor(total_s / 3600), Math.floor(total_s / 60) % 60, total_s % 60];
  if (h > 0) return `${h} h ${String(min).padStart(2, "0")} min`;
  return min > 0 ? `${min} min${s === 0 ? "" : ` ${s} s`}` : `${s} s`;
}
