/** Reads the lists of days of the open timetable. */
import { dayAt, makeCalendar } from "../../../src/railway/days/period_days.ts";
import { api, ask, isAbort, listAll, statusOf } from "../api/client.ts";
import { timetable_id } from "./address.ts";
import { type Calendar, calendar, type DayList, type Period } from "./dates.ts";

const PAGE_SIZE = 200;

export function toCalendar(period: Period, lists: readonly DayList[]): Calendar {
  const days = makeCalendar(period, []);
  return { period, lists, dayAt: (time_ms) => dayAt(days, time_ms) };
}

/** Without an answer no dates are offered. */
export async function readCalendar(id: number, period: Period): Promise<void> {
  const path = { timetable_id: id };
  const queryOf = (page: number) => ({ params: { path, query: { page, page_size: PAGE_SIZE } } });
  try {
    const lists = await listAll((page) =>
      ask(api.GET("/timetable/{timetable_id}/day_lists", queryOf(page))),
    );
    if (timetable_id.peek() === id) calendar.value = toCalendar(period, lists);
  } catch (error) {
    if (!isAbort(error) && statusOf(error) === null) throw error;
  }
}
