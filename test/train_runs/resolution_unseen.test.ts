// Method: a resolution of all days with little room, under temporary limits, where each date is looked at by itself: which
// dates are not looked at is counted from the trains that the server lists for each, and what is told of the others is
// compared with the conflicts of each date, before the proposal is stored and after.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawBusy, listSpelled, type Place, plain, spreadDays } from "./dated_resolutions.ts";
import { type Json, listDates, PERIODS } from "./dated_trains.ts";
import { startLiveWorld } from "./live_world.ts";

const TRAIN_DAYS_MAX = 12;
const world = opened(() => startLiveWorld(7, { resolution_train_days: TRAIN_DAYS_MAX }));

/** Trains with days that have this one. */
async function countTrains({ id: timetable_id }: Place, date: string): Promise<number> {
  let count = 0;
  for (const kind of ["train_schedules", "paced_trains"]) {
    const path = `/timetable/${timetable_id}/${kind}?date=${date}&page_size=200`;
    const { results, runs } = (await world.make("GET", path)).json;
    count += results.filter(
      ({ id, days }: Json, i: number) =>
        days !== undefined && runs[i].id === id && runs[i].date === date,
    ).length;
  }
  return count;
}

/** The dates that are looked at. */
async function listSeen(place: Place): Promise<string[]> {
  const seen: string[] = [];
  let count = 0;
  for (const date of listDates(place.period)) {
    count += await countTrains(place, date);
    if (count > TRAIN_DAYS_MAX && seen.length > 0) break;
    seen.push(date);
  }
  return seen;
}

describe("a resolution of all days for which there is not room enough", () => {
  it(
    "looks at the first dates, holds on them, and tells which it has not looked at",
    async () => {
      let found = 0;
      for (const period of PERIODS) {
        const id = await drawBusy(makeRandom(Date.parse(period.first) + 77), world, period);
        const place = { id, period, query: world.queries[3] ?? "" };
        const dates = listDates(period);
        const seen = await listSeen(place);
        const within = <Value>(lists: ReadonlyMap<string, Value>) =>
          [...lists].filter(([date]) => seen.includes(date));
        const path = `/timetable/${id}/resolution/days?${place.query}`;
        const { json } = await world.make("POST", path, {});
        const unseen = dates.filter((date) => !seen.includes(date));
        expect(unseen.length).toBeGreaterThan(0);
        const told = { count: unseen.length, first: unseen[0], last: unseen.at(-1) };
        expect(json.unseen).toEqual(told);
        const { day_sets, solved, left } = json;
        const stays = left.map(({ conflict }: Json) => plain(conflict));
        const now = spreadDays({ conflicts: [...solved.map(plain), ...stays], day_sets }, period);
        expect(within(now)).toEqual(within(await listSpelled(world, place)));
        for (const date of unseen) expect(now.get(date)).toEqual([]);
        found += solved.length;
        if (json.changes.length === 0) continue;
        await world.make("POST", `/timetable/${id}/changes`, { changes: json.changes });
        const after = within(await listSpelled(world, place));
        const promised = within(spreadDays({ conflicts: stays, day_sets }, period));
        expect(after.map(([date, list]) => [date, list.length])).toEqual(
          promised.map(([date, list]) => [date, list.length]),
        );
      }
      expect(found).toBeGreaterThan(0);
    },
    scaled(600_000),
  );

  it("looks at all of them at once without temporary limits", async () => {
    const [period] = PERIODS;
    if (period === undefined) throw new Error("no period");
    const id = await drawBusy(makeRandom(77), world, period);
    const path = `/timetable/${id}/resolution/days?${world.queries[0]}`;
    expect((await world.make("POST", path, {})).json).not.toHaveProperty("unseen");
  });
});
