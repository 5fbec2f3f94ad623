/**
 * Prints many times of few days as RFC 3339 in UTC: a list of conflicts contains thousands, and Date's
 * own printer takes longer than finding the conflicts. Date still does the calendar, once per day.
 */
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const SECOND_MS = 1000;
/** `2024-05-22T` */
const DATE_LENGTH = 11;
const TWO_DIGITS = Array.from({ length: 60 }, (_, i) => String(i).padStart(2, "0"));

let known_day = Number.NaN;
let known_date = "";

/** Whole milliseconds since the epoch, printed with `Z`; decimals only if there are any. */
export function printUtc(epoch_ms: number): string {
  const day = Math.floor(epoch_ms / DAY_MS);
  if (day !== known_day) {
    known_date = new Date(day * DAY_MS).toISOString().slice(0, DATE_LENGTH);
    known_day = day;
  }
  const in_day_ms = epoch_ms - day * DAY_MS;
  const hour = TWO_DIGITS[Math.floor(in_day_ms / HOUR_MS)] ?? "";
  const minute = TWO_DIGITS[Math.floor((in_day_ms % HOUR_MS) / MINUTE_MS)] ?? "";
  const second = TWO_DIGITS[Math.floor((in_day_ms % MINUTE_MS) / SECOND_MS)] ?? "";
  return `${known_date}${hour}:${minute}:${second}${printFraction(in_day_ms % SECOND_MS)}Z`;
}

/** `.5`, `.25`, `.125`, or nothing. */
function printFraction(ms: number): string {
  if (ms === 0) return "";
  return `.${String(ms).padStart(3, "0").replace(/0+$/, "")}`;
}
