/** Shows the trains of another date. */
import { wallOf } from "../graph/zone.ts";
import { setParameters } from "./address.ts";
import { calendar, shown_date } from "./dates.ts";
import { moveDays, viewport } from "./view.ts";

const DAY_MS = 86_400_000;

/** At the same time of day; null: each train at the start of its record. */
export function showDate(date: string | null): void {
  setParameters({ date: date ?? "" });
  if (date === null) return;
  const { from_ms, to_ms } = viewport.peek();
  const days = (Date.parse(date) - wallOf((from_ms + to_ms) / 2)) / DAY_MS;
  // as far as to the day itself
  moveDays(Math.ceil(days));
}

/** As far as the period goes. */
export function stepDate(days: number): void {
  const [date, period] = [shown_date.peek(), calendar.peek()?.period];
  if (date === null) return;
  const next = new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
  if (period !== undefined && (next < period.first || next > period.last)) return;
  showDate(next);
}
