/** The open timetable's period and lists of days, and the date whose trains are shown. */
import { computed, effect, signal } from "@preact/signals";
import { api, ask, isAbort, listAll, type Schemas, statusOf } from "../api/client.ts";
import { wallOf } from "../graph/zone.ts";
import { parameters, setParameters, timetable_id } from "./address.ts";
import { moveDays, viewport } from "./view.ts";

export type Period = Schemas["Period"];
export type DayList = Schemas["DayList"];

/** What the days of trains are of. */
interface Calendar {
  readonly period: Period;
  readonly lists: readonly DayList[];
}

/** Null: the timetable has no period, or it is not read yet. */
export const calendar = signal<Calendar | null>(null);

/** Null: each train stands at the start of its record. */
export const shown_date = computed(() => parameters.date.value || null);

export function followCalendar(): void {
  effect(() => {
    const id = timetable_id.value;
    calendar.value = null;
    if (id !== null) void readCalendar(id);
  });
}

const PAGE_SIZE = 200;

/** Without an answer no dates are offered. */
async function readCalendar(id: number): Promise<void> {
  const path = { timetable_id: id };
  const queryOf = (page: number) => ({ params: { path, query: { page, page_size: PAGE_SIZE } } });
  try {
    const { period } = await ask(api.GET("/timetable/{timetable_id}", { params: { path } }));
    if (period === undefined || timetable_id.peek() !== id) return;
    const lists = await listAll((page) =>
      ask(api.GET("/timetable/{timetable_id}/day_lists", queryOf(page))),
    );
    if (timetable_id.peek() === id) calendar.value = { period, lists };
  } catch (error) {
    if (!isAbort(error) && statusOf(error) === null) throw error;
  }
}

/** Throws ApiFault. */
export async function storePeriod(period: Period): Promise<void> {
  const id = timetable_id.peek();
  if (id === null) return;
  const params = { path: { timetable_id: id } };
  await ask(api.PUT("/timetable/{timetable_id}", { params, body: { period } }));
  await readCalendar(id);
}

/** Shows the trains of a date, at the same time of day; null: each at the start of its record. */
export function showDate(date: string | null): void {
  setParameters({ date: date ?? "" });
  if (date === null) return;
  const { from_ms, to_ms } = viewport.peek();
  const days = (Date.parse(date) - wallOf((from_ms + to_ms) / 2)) / DAY_MS;
  // as far as to the day itself
  moveDays(Math.ceil(days));
}

const DAY_MS = 86_400_000;

/** To another day: with a date to that of its trains, as far as the period goes. */
export function stepDays(days: number): void {
  const [date, known] = [shown_date.peek(), calendar.peek()];
  if (date === null) {
    moveDays(days);
    return;
  }
  const next = new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
  if (known !== null && (next < known.period.first || next > known.period.last)) return;
  showDate(next);
}
