/** Reads the open timetable's calendar and goes to other days; the code of both is loaded when it is needed. */
import { effect } from "@preact/signals";
import { zone } from "../graph/zone.ts";
import { isZone, reader_zone } from "./asked/reader.ts";
import { calendar, shown_date } from "./dates.ts";
import { open_place } from "./open_place.ts";
import { tellFailure } from "./session.ts";
import { moveDays } from "./view.ts";

/** Of timetables that have a period. */
export function followCalendar(): void {
  effect(() => {
    const { period, timetable_id: id } = open_place.value ?? {};
    calendar.value = null;
    if (period === undefined || id === undefined) return;
    import("./read_calendar.ts").then((one) => one.readCalendar(id, period)).catch(tellFailure);
  });
  // Trains run by the clock of their railway, wherever it is read.
  effect(() => {
    const { time_zone } = calendar.value?.period ?? open_place.value?.period ?? {};
    zone.value = isZone(time_zone) ? time_zone : reader_zone.value;
  });
}

/** To another day: with a date to that of its trains. */
export function stepDays(days: number): void {
  if (shown_date.peek() === null) moveDays(days);
  else import("./show_date.ts").then(({ stepDate }) => stepDate(days)).catch(tellFailure);
}
