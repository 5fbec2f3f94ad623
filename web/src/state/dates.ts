/** The open timetable's period and lists of days, and the date whose trains are shown. */
import { computed, signal } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import { parameters } from "./address.ts";

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
