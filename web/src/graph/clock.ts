/** Times as texts. All are UTC, like the server's. */

/** `08:05`, with seconds where they count. */
export function printClock(time_ms: number): string {
  const text = new Date(Math.round(time_ms / 1000) * 1000).toISOString();
  return text.slice(17, 19) === "00" ? text.slice(11, 16) : text.slice(11, 19);
}

/** The same, with seconds in any case: in tables all are as long. */
export function printSecondsOn(time_ms: number, on_day_of_ms: number): string {
  return printClockOn(time_ms, on_day_of_ms).replace(/^\d\d:\d\d(?!:)/, "$&:00");
}

/** With the number of days since the one that is meant: `00:15 +1`. */
export function printClockOn(time_ms: number, on_day_of_ms: number): string {
  const days = (Date.parse(printDay(time_ms)) - Date.parse(printDay(on_day_of_ms))) / 86_400_000;
  const clock = printClock(time_ms);
  return days === 0 ? clock : `${clock} ${days < 0 ? "−" : "+"}${Math.abs(days)}`;
}

export function printDay(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(0, 10);
}

/** With its day where that is not the one that is meant anyway: `03-03 08:05`. */
export function printMoment(time_ms: number, on_day_of_ms: number): string {
  const day = printDay(time_ms);
  return day === printDay(on_day_of_ms)
    ? printClock(time_ms)
    : `${day.slice(5)} ${printClock(time_ms)}`;
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

/** For an input of the kind `datetime-local`, which knows no zone. */
export function printInput(time_ms: number): string {
  return new Date(time_ms).toISOString().slice(0, 19);
}

/** NaN for a text that is no time. */
export function readInput(text: string): number {
  return Date.parse(`${text}Z`);
}

/** Stops: `1:30`, with hours `1:02:30`. */
export function printStop(stop_ms: number): string {
  const total_s = Math.round(stop_ms / 1000);
  const [h, min, s] = [Math.floor(total_s / 3600), Math.floor(total_s / 60) % 60, total_s % 60];
  const two = (n: number): string => String(n).padStart(2, "0");
  return h > 0 ? `${h}:${two(min)}:${two(s)}` : `${min}:${two(s)}`;
}

/** The other way round; a number alone is minutes, `40 s` seconds. NaN for a text that is no stop. */
export function readStop(text: string): number {
  const [, only = null] = /^(\d{1,4}(?:[.,]\d{1,3})?)(?:\s*min)?$/.exec(text) ?? [];
  if (only !== null) return Math.round(Number(only.replace(",", ".")) * 60_000);
  const [, seconds = null] = /^(\d{1,6})\s*s$/.exec(text) ?? [];
  if (seconds !== null) return Number(seconds) * 1000;
  const [, h = "0", min = null, s = "0"] = /^(?:(\d{1,3}):)?(\d{1,2}):(\d{2})$/.exec(text) ?? [];
  if (min === null || Number(s) > 59) return Number.NaN;
  return (Number(h) * 3600 + Number(min) * 60 + Number(s)) * 1000;
}

const HALF_DAY_MS = 43_200_000;

/**
 * A time of day as people write it: `8:05`, `08:05:30`, `0805`, with its day as `printClockOn` writes it; without one
 * the moment nearest to the one that is known. NaN for a text that is no time.
 */
export function readClock(text: string, near_ms: number, on_day_of_ms = near_ms): number {
  const found = /^(\d{1,2})[:.h]?(\d{2})(?:[:.]?(\d{2}))?(?:\s*([+−-])(\d{1,3}))?$/.exec(
    text.trim(),
  );
  const [, h = "", min = "", s = "0", sign, days] = found ?? [];
  if (found === null || Number(h) > 23 || Number(min) > 59 || Number(s) > 59) return Number.NaN;
  const of_day_ms = (Number(h) * 3600 + Number(min) * 60 + Number(s)) * 1000;
  if (sign !== undefined) {
    const by_days = (sign === "+" ? 1 : -1) * Number(days);
    return Date.parse(printDay(on_day_of_ms)) + by_days * 2 * HALF_DAY_MS + of_day_ms;
  }
  const on_day_ms = Date.parse(printDay(near_ms)) + of_day_ms;
  if (on_day_ms - near_ms > HALF_DAY_MS) return on_day_ms - 2 * HALF_DAY_MS;
  return near_ms - on_day_ms > HALF_DAY_MS ? on_day_ms + 2 * HALF_DAY_MS : on_day_ms;
}
