// Method: random timetables over changes of clocks; what is answered about single trains and lists of trains on a date is compared, under temporary limits, with a timetable without days that has each train of that date alone, started as an own model tells it.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import {
  type DatedTimetable,
  drawDated,
  type Json,
  listDates,
  type ModelRun,
  PERIODS,
  unroll,
} from "./dated_trains.ts";
import { startLiveWorld } from "./live_world.ts";

const world = opened(startLiveWorld);

const KINDS = ["train_schedule", "paced_train"] as const;
type Kind = (typeof KINDS)[number];

/** Under temporary limits, which hold at their own times. */
const query = (): string => world.queries[3] ?? "";

/** The trains of one operating day in a timetable without days: their ids there by those here. */
async function makeTwins(
  { records, runs }: DatedTimetable,
  { kind, date }: { kind: Kind; date: string },
): Promise<Map<number, number>> {
  const timetable_id = (await world.make("POST", "/timetable")).json.timetable_id;
  const own = new Map<number, ModelRun[]>();
  for (const run of runs) {
    if (run.kind === kind && run.date === date) own.set(run.id, [...(own.get(run.id) ?? []), run]);
  }
  const ids = [...own.keys()];
  const forms = ids.map((id) => {
    const record = records.find((one) => one["kind"] === kind && one["id"] === id);
    return unroll(record as Json, own.get(id) ?? []);
  });
  if (forms.length === 0) return new Map();
  const made = await world.make("POST", `/timetable/${timetable_id}/${kind}s`, forms);
  return new Map(ids.map((id, i) => [id, made.json[i].id]));
}

/** By the ids of the trains here; starts as instants. */
function readTwins(answer: Json, twins: ReadonlyMap<number, number>): Json {
  return Object.fromEntries([...twins].map(([id, twin]) => [id, answer[twin]]));
}

const sameStart = (answer: Json): Json =>
  Object.fromEntries(
    Object.entries(answer).map(([id, one]) => [
      id,
      one?.departure_time === undefined
        ? one
        : { ...one, departure_time: Date.parse(one.departure_time) },
    ]),
  );

async function findAxis(ids: readonly number[]): Promise<Json> {
  for (const id of ids) {
    const path = (await world.make("GET", `/train_schedule/${id}/path?${world.queries[0]}`)).json;
    const { status, track_section_ranges, routes, blocks } = path;
    if (status === "success") return { track_section_ranges, routes, blocks };
  }
  throw new Error("no train has a path");
}

describe.each(PERIODS)("trains by their ids on a date in $time_zone from $first", (period) => {
  it("are answered as they run on this operating day, and no other", async () => {
    const timetable = await drawDated(makeRandom(Date.parse(period.first) + 2), world, period);
    const seen = { running: 0, silent: 0, projected: 0 };
    for (const kind of KINDS) {
      const ids = timetable.records.flatMap((one) => (one["kind"] === kind ? [one["id"]] : []));
      const axis = await findAxis(
        timetable.records.flatMap((one) => (one["kind"] === KINDS[0] ? [one["id"]] : [])),
      );
      for (const date of listDates(period)) {
        const twins = await makeTwins(timetable, { kind, date });
        const [here, there] = [ids, [...twins.values()]].map((list) => list.join());
        const get = async (path: string): Promise<Json> => (await world.make("GET", path)).json;
        const summaries = `/${kind}/simulations_summary?${query()}`;
        const wanted = readTwins(await get(`${summaries}&ids=${there}`), twins);
        expect(await get(`${summaries}&ids=${here}&date=${date}`)).toEqual(wanted);
        const infra_id = Number(/infra=(\d+)/.exec(query())?.[1]);
        const group = Number(/temporary_speed_limit_group_id=(\d+)/.exec(query())?.[1]);
        const body = { infra_id, temporary_speed_limit_group_id: group, ids, date };
        const posted = await world.make("POST", `/${kind}/simulations_summary`, body);
        expect(posted.json).toEqual(wanted);

        const projection = `${kind === "train_schedule" ? "/v2" : ""}/${kind}/project_path?${query()}`;
        const project = async (more: string): Promise<Json> =>
          sameStart(
            (await world.make("POST", `${projection}&signal_updates=false${more}`, axis)).json,
          );
        const projected = await project(`&ids=${here}&date=${date}`);
        const back = readTwins(await project(`&ids=${there}`), twins);
        expect(projected).toEqual(JSON.parse(JSON.stringify(back)));
        seen.projected += Object.keys(projected).length;

        for (const id of ids) {
          const twin = twins.get(id);
          for (const what of ["path", "simulation"]) {
            const text = `/${kind}/${id}/${what}?${query()}&date=${date}`;
            const is = await world.call("GET", text);
            if (twin === undefined) {
              expect([is.status, is.json.type]).toEqual([404, "editoast:timetable:TrainNotOnDate"]);
              seen.silent += 1;
            } else {
              expect(is.json).toEqual(await get(`/${kind}/${twin}/${what}?${query()}`));
              seen.running += 1;
            }
          }
        }
      }
    }
    expect(seen.running).toBeGreaterThan(10);
    expect(seen.silent).toBeGreaterThan(3);
    expect(seen.projected).toBeGreaterThan(10);
  });
});

describe("a date of named trains", () => {
  it("counts for exceptions, is of each train's own timetable, and needs a period", async () => {
    const period = { first: "2026-03-23", last: "2026-03-31", time_zone: "Europe/Berlin" };
    const make = async (form: Json): Promise<[number, number]> => {
      const { timetable_id } = (await world.make("POST", "/timetable", form)).json;
      const days = form["period"] === undefined ? {} : { days: { weekdays: [1, 2, 3, 4, 5] } };
      const train = { ...world.forms[0], start_time: "2026-03-23T22:30:00Z", ...days };
      const made = await world.make("POST", `/timetable/${timetable_id}/train_schedules`, [train]);
      return [timetable_id, made.json[0].id];
    };
    const [, first] = await make({ period });
    const later = { ...period, last: "2026-03-27" };
    const [, second] = await make({ period: later });
    const [, plain] = await make({});
    const ask = async (ids: readonly number[], date: string) =>
      await world.call(
        "GET",
        `/train_schedule/simulations_summary?${query()}&ids=${ids.join()}&date=${date}`,
      );
    const both = await ask([first, second], "2026-03-24");
    expect(Object.keys(both.json).map(Number)).toEqual([first, second]);
    // Saturday
    expect((await ask([first], "2026-03-28")).json).toEqual({});
    expect((await ask([first, second], "2026-03-30")).json.type).toBe(
      "editoast:timetable:DateOutsidePeriod",
    );
    expect((await ask([first, plain], "2026-03-24")).json.type).toBe("editoast:timetable:NoPeriod");
    const unread = await ask([first], "2026-02-30");
    expect(unread.status).toBe(400);
  });
});
