/** A second timetable beside the demo's: the same trains with days of a year, for pictures of operating days. */
import * as v from "valibot";
import { Api, TimetableCreated, TrainsCreated } from "../demo/api.ts";

const TRAINS_MAX = 100;
/** The server's own fields are left out of a copy. */
const Stored = v.object({
  results: v.array(
    v.pipe(
      v.looseObject({ id: v.number() }),
      v.transform(
        ({ id: _id, timetable_id: _of, modified_by: _by, modified_at: _at, ...form }) => form,
      ),
    ),
  ),
});
const PERIOD = { first: "2026-01-01", last: "2026-12-31", time_zone: "UTC" };
const HOLIDAYS = {
  code: "holidays",
  name: "Public holidays",
  dates: [
    "2026-01-01",
    "2026-04-03",
    "2026-04-06",
    "2026-05-01",
    "2026-05-14",
    "2026-05-25",
    "2026-12-25",
    "2026-12-26",
  ],
};
/** Taken in turn. */
const DAYS = [
  { weekdays: [1, 2, 3, 4, 5], except: ["holidays"] },
  { weekdays: [1, 2, 3, 4, 5, 6, 7] },
  { weekdays: [1, 2, 3, 4, 5, 6] },
  { weekdays: [1, 2, 3, 4, 5], except: [{ from: "2026-07-06", to: "2026-08-14" }, "2026-12-24"] },
  { weekdays: [6, 7], also: ["holidays"] },
];

/** Its id, and that of a train that runs Monday to Friday but on holidays. */
export async function makeYear(
  base: string,
  demo_timetable_id: number,
): Promise<{ timetable_id: number; train_id: number }> {
  const api = new Api(base.replace(/\/$/, ""));
  const of_demo = `/timetable/${demo_timetable_id}/train_schedules?page_size=${TRAINS_MAX}`;
  const { results } = await api.get(of_demo, Stored);
  const made = { name: "Year 2026", period: PERIOD };
  const { timetable_id } = await api.post("/timetable", made, TimetableCreated);
  await api.post(`/timetable/${timetable_id}/day_lists`, HOLIDAYS, v.unknown());
  const trains = results.map((form, i) => ({ ...form, days: DAYS[i % DAYS.length] }));
  const [first] = await api.post(
    `/timetable/${timetable_id}/train_schedules`,
    trains,
    TrainsCreated,
  );
  return { timetable_id, train_id: first?.id ?? 0 };
}
