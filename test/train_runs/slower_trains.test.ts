// Method: a train alone on a network drawn by hand, slower by some percent: its times beside its plan, which is its shortest run; reports in any order.
import { describe, expect, it } from "vitest";
import { startJunctionApi } from "../helpers/junction_api.ts";
import { branchPath } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

const api = opened(startJunctionApi);

const BEGIN = "2026-05-22T08:00:00Z";

async function makeDay() {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const form = { rolling_stock_name: "electric", schedule: [], start_time: BEGIN };
  const trains = [validTrain({ ...form, margins: undefined, path: branchPath("N") })];
  const [{ id }] = (await api.make("POST", `/timetable/${timetable_id}/train_schedules`, trains))
    .json;
  const path = `/timetable/${timetable_id}`;
  return {
    path,
    slower: (change: Json = {}): Json => ({
      train: { kind: "train_schedule", id },
      event: "slower",
      percent: 100,
      at: BEGIN,
      observed_at: "2026-05-22T07:50:00Z",
      ...change,
    }),
    send: async (...reports: readonly Json[]) =>
      (await api.make("POST", `${path}/reports`, reports)).json,
    run_s: async (): Promise<number> => {
      const { trains: told } = (await api.make("GET", `${path}/forecast?infra=${api.infra_id}`))
        .json;
      return (Date.parse(told[0].stops.at(-1).arrival) - Date.parse(BEGIN)) / 1000;
    },
    reports: async () => (await api.make("GET", `${path}/reports`)).json,
  };
}

describe("a slower train", () => {
  it("takes so many percent more of its shortest time, as long as it is slower", async () => {
    const day = await makeDay();
    const planned_s = await day.run_s();
    await day.send(day.slower());
    expect(Math.abs((await day.run_s()) - 2 * planned_s)).toBeLessThanOrEqual(1);
    await day.send(day.slower({ percent: 25, observed_at: "2026-05-22T07:51:00Z" }));
    expect(Math.abs((await day.run_s()) - 1.25 * planned_s)).toBeLessThanOrEqual(1);
    // Up to its first signal alone, where it leaves within that time.
    const until = "2026-05-22T08:00:01Z";
    await day.send(day.slower({ until, observed_at: "2026-05-22T07:52:00Z" }));
    const some_s = await day.run_s();
    expect(some_s).toBeGreaterThan(planned_s + 10);
    expect(some_s).toBeLessThan(1.5 * planned_s);
    const observed_at = "2026-05-22T07:53:00Z";
    await day.send(day.slower({ at: null, percent: undefined, observed_at }));
    expect(await day.run_s()).toBe(planned_s);
  });

  it("is listed as it was said, and the same in whatever order it was", async () => {
    const told = new Set<string>();
    for (const order of [
      [0, 1, 2, 3],
      [3, 2, 1, 0],
      [1, 3, 0, 2],
    ]) {
      const day = await makeDay();
      const some = [
        day.slower({ percent: 10 }),
        day.slower({ percent: 20 }),
        day.slower({ percent: 20, until: "2026-05-22T08:02:00Z" }),
        day.slower({ percent: 90, observed_at: "2026-05-22T07:00:00Z" }),
      ];
      for (const i of order) await day.send(some[i]!);
      const { results } = await day.reports();
      const [{ train: _, ...row }] = results;
      told.add(JSON.stringify([results.length, row, await day.run_s()]));
      expect(row).toMatchObject({ event: "slower", stop: null, percent: 20, until: null });
    }
    expect(told.size).toBe(1);
  });

  it("is refused where it says nothing clear", async () => {
    const day = await makeDay();
    for (const wrong of [
      { percent: undefined },
      { percent: 0 },
      { percent: 401 },
      { percent: 1.5 },
      { percent: "20" },
      { percent: null },
      { stop: "start" },
      { until: BEGIN },
      { event: "held", stop: "start" },
      { event: "cancelled" },
      { event: "cancelled", percent: undefined, until: "2026-05-22T09:00:00Z" },
      { train: undefined },
      { track_range: { track_section: "N" } },
    ]) {
      const body = [day.slower(), day.slower(wrong)];
      const { status } = await api.call("POST", `${day.path}/reports`, body);
      expect(status, JSON.stringify(wrong)).toBe(422);
    }
    expect((await day.reports()).count).toBe(0);
  });
});
