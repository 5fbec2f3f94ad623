// Method: seeded random timetables with days over changes of clocks; proposals of one date, and of all days, are stored, and conflicts of all dates are asked for before and after.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { scaled } from "../helpers/pace.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawBusy, judgeAllDays, judgeDate, listRecords } from "./dated_resolutions.ts";
import { type Json, PERIODS } from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

/** Of each period. */
const SEEDS = countTries({ few: 1, many: 40 });
const BODIES = [
  {},
  { allow: { earlier: "PT20M", later: "PT30M" } },
  { allow: { later: "PT2H", tracks: true, hold_at: "operational_points" } },
];

describe("a resolution of all days", () => {
  it(
    "promises on each date what is then stored",
    async () => {
      const total = { solved: 0, changes: 0, left: 0 };
      for (const period of PERIODS) {
        for (let seed = 0; seed < SEEDS; seed++) {
          const random = makeRandom(Date.parse(period.first) + 900 + seed);
          const id = await drawBusy(random, world, period);
          const query = world.queries[seed % world.queries.length] ?? "";
          const seen = await judgeAllDays(world, { id, period, query }, pick(random, BODIES));
          total.solved += seen.solved;
          total.changes += seen.changes;
          total.left += seen.left;
        }
      }
      expect(total.solved).toBeGreaterThan(5);
      expect(total.changes).toBeGreaterThan(2);
    },
    scaled(3_600_000),
  );
});

describe("a resolution of a date", () => {
  it(
    "promises what is then stored, and makes nothing new on other dates",
    async () => {
      const total = { solved: 0, variants: 0, left: 0 };
      for (const period of PERIODS) {
        for (let seed = 0; seed < SEEDS; seed++) {
          const random = makeRandom(Date.parse(period.first) + 500 + seed);
          const id = await drawBusy(random, world, period);
          const query = world.queries[seed % world.queries.length] ?? "";
          const seen = await judgeDate(world, { id, period, query }, pick(random, BODIES));
          total.solved += seen.solved;
          total.left += seen.left;
          total.variants += seen.variants;
        }
      }
      expect(total.solved).toBeGreaterThan(5);
      expect(total.variants).toBeGreaterThan(2);
    },
    scaled(3_600_000),
  );

  it("makes a variant of a train with other days, and changes one of this day itself", async () => {
    const period = { first: "2026-01-05", last: "2026-01-18", time_zone: "Europe/Berlin" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    await world.make("POST", `/timetable/${id}/day_lists`, {
      code: "some",
      name: "Some",
      dates: ["2026-01-06"],
    });
    const form = { ...world.forms[0], start_time: "2026-01-05T08:00:00Z" };
    const daily = { weekdays: [1, 2, 3, 4, 5, 6, 7] };
    const trains = [
      { ...form, train_name: "often", days: { weekdays: [1], also: ["some", "2026-01-08"] } },
      { ...form, train_name: "always", days: daily },
    ];
    await world.make("POST", `/timetable/${id}/train_schedules`, trains);
    const [often, always] = [...(await listRecords(world, id)).values()].sort((a, b) =>
      a["train_name"] < b["train_name"] ? 1 : -1,
    );
    const ask = async (date: string, body: Json): Promise<Json> => {
      const path = `/timetable/${id}/resolution?${world.queries[0]}&date=${date}`;
      return (await world.make("POST", path, body)).json;
    };
    const mayChange = (one: Json | undefined): Json => ({
      trains: { may_change: [{ kind: "train_schedule", id: one?.["id"] }] },
    });
    // a date of a list can't be excepted from it
    const [kept, variant] = (await ask("2026-01-06", mayChange(often)))["changes"];
    expect(kept.train.days).toEqual({ weekdays: [1, 4], to: "2026-01-12" });
    expect(variant.added.days).toEqual({ weekdays: [], also: ["2026-01-06"] });
    expect(variant.added.train_name).toBe("often");
    expect(variant.added.start_time.slice(0, 10)).toBe("2026-01-06");
    const { changes, delays } = await ask("2026-01-12", mayChange(always));
    expect(changes[0].train.days).toEqual({ ...daily, except: ["2026-01-12"] });
    expect(changes[0].train.start_time).toBe("2026-01-05T08:00:00Z");
    expect(delays[0].train).toMatchObject({ id: always?.["id"], date: "2026-01-12" });
    // where no date is asked for it would meet its own variant on the day of its example
    const [begun] = (await ask("2026-01-05", mayChange(always)))["changes"];
    expect(begun.train.start_time).toBe("2026-01-06T08:00:00Z");
    const single = { weekdays: [], also: ["2026-01-08"] };
    await world.make("PUT", `/train_schedule/${often?.["id"]}`, { ...form, days: single });
    const once = (await ask("2026-01-08", mayChange(often)))["changes"];
    expect(once).toHaveLength(1);
    expect(once[0]).toMatchObject({ id: often?.["id"], train: { days: single } });
  });

  it("changes no services, and needs a date of the period", async () => {
    const period = { first: "2026-01-05", last: "2026-01-18", time_zone: "Europe/Berlin" };
    const { timetable_id: id } = (await world.make("POST", "/timetable", { period })).json;
    const ask = async (date: string, body: Json = {}): Promise<unknown[]> => {
      const path = `/timetable/${id}/resolution?${world.queries[0]}&date=${date}`;
      const { status, json } = await world.call("POST", path, body);
      return [status, json.type];
    };
    expect((await ask("2026-01-06", { services: true }))[0]).toBe(422);
    expect(await ask("2027-01-06")).toEqual([400, "editoast:timetable:DateOutsidePeriod"]);
  });
});
