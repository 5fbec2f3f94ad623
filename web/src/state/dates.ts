/** The open timetable's period and lists of days, and the date whose trains are shown. */
import { computed, signal } from "@preact/signals";
import type { Schemas } from "../api/client.ts";
import { parameters } from "./address.ts";

export type Period = Schemas["Period"];
export type DayList = Schemas["DayList"];

/** What the days of trains are of. */
export interface Calendar {
  readonly period: Period;
  readonly lists: readonly DayList[];
  /** The date that its clock shows, in days since 1970. */
  readonly dayAt: (time_ms: number) => number;
}

/** Null: the timetable has no period, or it is not read yet. */
export const calendar = signal<Calendar | null>(null);

/** Null: each train stands at the start of its record. */
export const shown_date = computed(() => parameters.date.value || null);
