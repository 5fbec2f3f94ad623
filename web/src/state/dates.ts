/** The open timetable's period and lists of days, and the date whose trains are shown. */
import { computed, effect, signal } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import { parameters, timetable_id } from "./address.ts";
import { tellFailure } from "./session.ts";
import { moveDays } from "./view.ts";

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
    if (id === null) return;
    import("./read_calendar.ts").then(({ readCalendar }) => readCalendar(id)).catch(tellFailure);
  });
}

/** To another day: with a date to that of its trains. */
export function stepDays(days: number): void {
  if (shown_date.peek() === null) moveDays(days);
  else import("./show_date.ts").then(({ stepDate }) => stepDate(days)).catch(tellFailure);
}
