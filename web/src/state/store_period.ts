/** Stores the period of the open timetable. */
import { api, askFully } from "../api/client.ts";
import { timetable_id } from "./address.ts";
import type { Period } from "./dates.ts";
import { readCalendar } from "./read_calendar.ts";
import { tellDayWarnings } from "./told_warnings.ts";

/** Throws ApiFault. */
export async function storePeriod(period: Period): Promise<void> {
  const id = timetable_id.peek();
  if (id === null) return;
  const params = { path: { timetable_id: id } };
  const { headers } = await askFully(
    api.PUT("/timetable/{timetable_id}", { params, body: { period } }),
  );
  await readCalendar(id, period);
  tellDayWarnings(headers.get("x-warnings") ?? "[]");
}
