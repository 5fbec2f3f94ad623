/** Requests about the lists of days of a timetable. */
import type { Maker } from "./request_makers.ts";

export const DAY_LIST = { code: "holidays", name: "Holidays", dates: ["2025-12-25"] };

/** A request about one list of days. */
export function onDayList(body?: unknown): Maker {
  return async (world) => {
    const timetable = await world.timetable();
    await world.make("POST", `/timetable/${timetable}/day_lists`, DAY_LIST);
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({ path: `/timetable/${n["timetable"]}/day_lists/${DAY_LIST.code}`, body }),
    };
  };
}
