/** The open timetable's name, and its parents: project, study, scenario. */
import { effect, signal } from "@preact/signals";
import { api, ask, isAbort, type Schemas, statusOf } from "../api/client.ts";
import { TEXTS } from "../texts.ts";
import { timetable_id } from "./address.ts";

export type Place = Schemas["TimetablePlace"];

/** A name of blanks could be neither seen nor chosen. */
export function nameOfTimetable(id: number, name: string | null): string {
  return name !== null && /[^\p{White_Space}\p{C}]/u.test(name) ? name : TEXTS.timetable(id);
}

/** The open timetable with its project, study and scenario; null: not known (yet). */
export const open_place = signal<Place | null>(null);

/** The header's path is requested alongside everything else; without an answer it is not shown. */
export function followPlace(): void {
  effect(() => {
    const id = timetable_id.value;
    if (open_place.peek()?.timetable_id === id) return;
    open_place.value = null;
    if (id !== null) void readOpenPlace(id);
  });
}

/** Reads the open timetable's name and parents again. */
export async function readOpenPlace(id: number): Promise<void> {
  try {
    const params = { query: { timetable_id: id } };
    const { timetables } = await ask(api.GET("/overview", { params }));
    if (timetable_id.peek() === id) open_place.value = timetables.results[0] ?? null;
  } catch (error) {
    if (!isAbort(error) && statusOf(error) === null) throw error;
  }
}
