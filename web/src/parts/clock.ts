/** Times as texts. All are UTC, like the server's. */

/** `08:05`, with seconds where they count. */
export function printClock(time_ms: number): string {
  const text = new Date(Math.round(time_ms / 1000) * 1000).toISOString();
  return text.slice(17, 19) === "00" ? text.slice(11, 16) : text.slice(11, 19);
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
