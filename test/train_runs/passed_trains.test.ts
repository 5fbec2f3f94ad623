// Method: trains on a network drawn by hand, seen at a waypoint where they do not stop: what follows beside the planned times and beside their own runs.
import { describe, expect, it } from "vitest";
import { startJunctionApi } from "../helpers/junction_api.ts";
import { branchPath } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

const api = opened(startJunctionApi);

const BEGIN = "2026-05-22T08:00:00Z";
const BEGIN_MS = Date.parse(BEGIN);
const at = (s: number): string => new Date(BEGIN_MS + 1000 * s).toISOString();

/** A train on the northern branch, and one on the southern three minutes behind it. */
async function makeDay() {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}`;
  const form = { rolling_stock_name: "electric", schedule: [], margins: undefined };
  const trains = [
    validTrain({ ...form, start_time: BEGIN, path: branchPath("N") }),
    validTrain({ ...form, start_time: at(180), path: branchPath("S") }),
  ];
  const rows = (await api.make("POST", `${path}/train_schedules`, trains)).json;
  const [north, south]: number[] = rows.map(({ id }: { id: number }) => id);
  const run = (
    await api.make("GET", `/train_schedule/${north}/simulation?infra_id=${api.infra_id}`)
  ).json.final_output;
  const [, before_s, end_s] = run.path_item_times.map((ms: number) => ms / 1000);
  const said = (seen_s: number | null, change: Json = {}): Json => ({
    train: { kind: "train_schedule", id: north },
    event: "passed",
    stop: "before",
    at: seen_s === null ? null : at(seen_s),
    observed_at: at(Math.max(0, seen_s ?? 0) + 5),
    ...change,
  });
  return {
    path,
    north: north!,
    south: south!,
    before_s: before_s as number,
    end_s: end_s as number,
    said,
    send: async (...reports: readonly Json[]) => await api.make("POST", `${path}/reports`, reports),
    forecast: async () => (await api.make("GET", `${path}/forecast?infra=${api.infra_id}`)).json,
  };
}

type Day = Awaited<ReturnType<typeof makeDay>>;

async function endOf({ forecast }: Day, id: number): Promise<number> {
  const { trains } = await forecast();
  const own = trains.find(({ train }: { train: { id: number } }) => train.id === id);
  return (Date.parse(own.stops.at(-1).arrival) - BEGIN_MS) / 1000;
}

describe("a train that was seen passing", () => {
  it("goes on from there as it can, has left its begin then, and is as before when that is withdrawn", async () => {
    const day = await makeDay();
    const left = { event: "departed", stop: "start", at: BEGIN, observed_at: at(1) };
    await day.send(day.said(day.before_s + 120));
    const late_s = await endOf(day, day.north);
    // The shortest time from there on; between two points of the run it is interpolated.
    expect(Math.abs(late_s - (day.end_s + 120))).toBeLessThan(5);
    const { trains } = await day.forecast();
    const [begin] = trains[0].stops;
    expect(begin.has_departed).toBe(true);
    expect(Math.abs((Date.parse(begin.departure) - BEGIN_MS) / 1000 - 120)).toBeLessThan(5);
    // Seen leaving in time, it has lost the time behind.
    await day.send(day.said(0, left));
    const [own] = (await day.forecast()).trains;
    expect(own.stops[0].departure).toBe(at(0).replace(".000", ""));
    expect(await endOf(day, day.north)).toBe(late_s);
    await day.send(day.said(null, { observed_at: at(day.before_s + 126) }));
    expect(await endOf(day, day.north)).toBeLessThan(late_s);
  });

  it("has the junction, whoever was to go first", async () => {
    const day = await makeDay();
    // It is so late that the other one would not wait, and would go first.
    const seen_s = day.before_s + 1000;
    const south = { kind: "train_schedule", id: day.south };
    const free_s = await endOf(day, day.south);
    await day.send(day.said(seen_s));
    const left = {
      train: south,
      event: "departed",
      stop: "start",
      at: at(seen_s - 60),
      observed_at: at(seen_s),
    };
    await day.send(left);
    const { trains } = await day.forecast();
    const other = trains.find(({ train }: { train: Json }) => train["id"] === day.south);
    expect(other.waits.map(({ cause }: { cause: Json }) => cause["id"])).toEqual([day.north]);
    expect(await endOf(day, day.south)).toBeGreaterThan(free_s + seen_s - 240);
  });

  it("faster than it can run is told and not believed, and at a stop of its plan it has left there", async () => {
    const day = await makeDay();
    const left = { event: "departed", stop: "start", at: at(600), observed_at: at(601) };
    await day.send(day.said(0, left));
    const end_s = await endOf(day, day.north);
    await day.send(day.said(610));
    expect(await endOf(day, day.north)).toBe(end_s);
    const { unused_reports } = await day.forecast();
    expect(unused_reports).toEqual([
      {
        train: { kind: "train_schedule", id: day.north },
        stop: "before",
        event: "passed",
        reason: "impossible",
      },
    ]);
    await day.send(day.said(700, { stop: "nowhere" }));
    expect((await day.forecast()).unused_reports).toContainEqual({
      train: { kind: "train_schedule", id: day.north },
      stop: "nowhere",
      event: "passed",
      reason: "unknown_stop",
    });
    await day.send(day.said(900, { stop: "start" }));
    expect(await endOf(day, day.north)).toBeGreaterThan(end_s + 250);
  });

  it("is told with a stop, in any order, and in the feed", async () => {
    const day = await makeDay();
    const { status } = await api.call("POST", `${day.path}/reports`, [
      day.said(100, { stop: undefined }),
    ]);
    expect(status).toBe(422);
    const told = new Set<number>();
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const one = await makeDay();
      const some = [
        one.said(one.before_s + 60),
        one.said(one.before_s + 300, { observed_at: at(4000) }),
      ];
      for (const i of order) await one.send(some[i]!);
      told.add(await endOf(one, one.north));
    }
    expect(told.size).toBe(1);
  });
});
