/** The timetables other than the open one, to compare with or to copy to. */
import { computed, signal } from "@preact/signals";
import { api, ask, listAll } from "../../api/client.ts";
import { timetable_id } from "../address.ts";
import { nameOfTimetable, type Place } from "../open_place.ts";

const PAGE_SIZE = 100;
const places = signal<readonly Place[]>([]);

/** Throws ApiFault. */
export async function readTimetables(): Promise<void> {
  places.value = await listAll(async (page) => {
    const query = { page, page_size: PAGE_SIZE };
    return (await ask(api.GET("/overview", { params: { query } }))).timetables;
  });
}

/** Last changed first, each by its own name or its scenario's, with the scenario's study. */
export const other_timetables = computed(() =>
  places.value
    .filter((place) => place.timetable_id !== timetable_id.value)
    .map(({ timetable_id: id, name, scenario }) => {
      const own = nameOfTimetable(id, name ?? scenario?.name ?? null);
      return {
        value: String(id),
        text: scenario === null ? own : `${own} · ${scenario.study.name}`,
      };
    }),
);
