/** Reads the open timetable's calendar and goes to other days; the code of both is loaded when it is needed. */
import { effect } from "@preact/signals";
import { timetable_id } from "./address.ts";
import { calendar, shown_date } from "./dates.ts";
import { tellFailure } from "./session.ts";
import { moveDays } from "./view.ts";

export function followCalendar(): void {
  effect(() => {
    const id = timetable_id.value;
    calendar.value = null;
    if (id === null) return;
    import("./read_calendar.ts").then(({ readCalendar }) => readCalendar(id)).catch(tellFailure);
  });
}

/** To another day: with a date to that of its trains. */
export function stepDays(days: number): void {
  if (shown_date.peek() === null) moveDays(days);
  else import("./show_date.ts").then(({ stepDate }) => stepDate(days)).catch(tellFailure);
}
