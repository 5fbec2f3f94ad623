// Method: timetables with days, drawn at random, are edited in every way after a day of theirs was opened; what the day answers from then on is compared, byte by byte, with what the same day answered before it was opened.
import { describe, expect, it } from "vitest";
import { pruneContents } from "../../src/network/infra/content.queries.ts";
import { deleteOldDays, tickOpenDays } from "../../src/train_runs/operation/operation.queries.ts";
import { create } from "../helpers/edit_operations.ts";
import { opened } from "../helpers/opened.ts";
import { call, makeServices } from "../helpers/services.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import {
  type DatedTimetable,
  drawDated,
  drawDatedForm,
  type Json,
  listDates,
  PERIODS,
} from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";
import { MINUTE_MS, type ModelTrain, minutesOf, pace, planAnew } from "./shifted_windows.ts";

const world = opened(startLiveWorld);
const SEEDS = Array.from({ length: countTries({ few: 3, many: 40 }) }, (_, i) => i + 1);

async function cloneInfra(): Promise<number> {
  return (await world.make("POST", `/infra/${world.infra_id}/clone?name=another`)).json;
}

/** All that is told of a running day. */
async function readDay(id: number, infra: number, date: string): Promise<string[]> {
  const query = `infra=${infra}&date=${date}`;
  const forecast = await world.make("GET", `/timetable/${id}/forecast?${query}`);
  const proposals = await world.make("POST", `/timetable/${id}/proposals?${query}`, {
    horizon: "PT0S",
  });
  const feed = await call(world.openServer(), { path: `/timetable/${id}/gtfs_rt?${query}` });
  const { version: _, ...proposed } = proposals.json;
  return [forecast.text, JSON.stringify(proposed), Buffer.from(feed.bytes).toString("base64")];
}

/** Some trains of the day have departed late. */
async function reportSome(random: Random, id: number, date: string): Promise<void> {
  const query = `infra=${world.infra_id}&date=${date}`;
  const { trains } = (await world.make("GET", `/timetable/${id}/forecast?${query}`)).json;
  const late = (trains as Json[]).filter(() => random() < 0.4);
  const reports = late.map(({ train, stops: [{ stop, planned_departure }] }: Json) => {
    const at_ms = Date.parse(planned_departure) + 60_000 * wholeBetween(random, 0, 9);
    const at = new Date(at_ms).toISOString();
    return { train, event: "departed", stop, at, observed_at: planned_departure };
  });
  await world.make("POST", `/timetable/${id}/reports`, reports);
}

async function editTrains(random: Random, { id, records, period }: DatedTimetable): Promise<void> {
  for (const {
    kind,
    id: train_id,
    timetable_id: _,
    modified_by: _by,
    modified_at: _at,
    ...form
  } of records) {
    const path = `/${kind}/${train_id}`;
    const what = pick(random, ["moved", "days", "removed", "other", "same"]);
    if (what === "removed") await world.make("DELETE", `/${kind}`, { ids: [train_id] });
    if (what === "moved") {
      const start_time = new Date(Date.parse(form["start_time"]) + 600_000).toISOString();
      await world.make("PUT", path, { ...form, start_time });
    }
    if (what === "days") {
      await world.make("PUT", path, { ...form, days: { weekdays: [1, 2, 3, 4, 5, 6, 7] } });
    }
    if (what === "other") {
      await world.make("PUT", path, drawDatedForm(random, world, period, kind === "paced_train"));
    }
  }
  const added = Array.from({ length: 3 }, () => drawDatedForm(random, world, period, false));
  await world.make("POST", `/timetable/${id}/train_schedules`, added);
  const list = { name: "Some", dates: [pick(random, listDates(period))] };
  await world.make("PUT", `/timetable/${id}/day_lists/some`, list);
}

describe("an opened day", () => {
  for (const period of PERIODS.slice(0, 3)) {
    for (const seed of SEEDS) {
      it(`stays as it was, whatever is edited (${period.time_zone}, ${period.first}, ${seed})`, async () => {
        const random = makeRandom(seed);
        const timetable = await drawDated(random, world, period);
        const { id: timetable_id } = timetable;
        const { date } = pick(random, timetable.runs);
        const infra_id = await cloneInfra();
        await reportSome(random, timetable_id, date);
        const before = await readDay(timetable_id, infra_id, date);
        const { id } = (await world.make("POST", "/operation", { timetable_id, infra_id, date }))
          .json;
        expect(await readDay(timetable_id, infra_id, date)).toEqual(before);
        await editTrains(random, timetable);
        expect(await readDay(timetable_id, infra_id, date)).toEqual(before);
        expect((await world.make("GET", `/operation/${id}`)).json).toMatchObject({
          timetable_id,
          infra_id,
          date,
          plan: 1,
          has_plan_changed: true,
          has_network_changed: false,
        });
        const refresh = `/operation/${id}/refresh`;
        const foreseen = (await world.make("POST", refresh, { dry_run: true })).json;
        expect(await readDay(timetable_id, infra_id, date)).toEqual(before);
        const refreshed = (await world.make("POST", refresh)).json;
        expect(refreshed).toEqual({ ...foreseen, is_dry_run: false });
        const after = await readDay(timetable_id, infra_id, date);
        expect(after).not.toEqual(before);
        const again = (await world.make("POST", refresh)).json;
        for (const what of ["added", "removed", "changed"]) expect(again[what].count).toBe(0);
        const { has_plan_changed } = (await world.make("GET", `/operation/${id}`)).json;
        expect(has_plan_changed).toBe(false);
        await world.make("DELETE", `/operation/${id}`);
        expect(await readDay(timetable_id, infra_id, date)).toEqual(after);
      });
    }
  }

  it("stays as it was when the network and its rolling stocks are changed, on servers that start later", async () => {
    const random = makeRandom(7);
    const timetable = await drawDated(random, world, PERIODS[6]!);
    const { id: timetable_id } = timetable;
    const { date } = timetable.runs[0]!;
    const infra_id = await cloneInfra();
    const before = await readDay(timetable_id, infra_id, date);
    const opening = await world.make("POST", "/operation", { timetable_id, infra_id, date });
    const slow = {
      id: "slow",
      speed_limit: 5,
      speed_limit_by_tag: {},
      track_ranges: world.tracks.map(({ id: track, length_mm }) => ({
        track,
        begin: 0,
        end: length_mm / 1000,
        applicable_directions: "BOTH",
      })),
    };
    await world.make("POST", `/infra/${infra_id}`, [create(slow, "SpeedSection")]);
    // once for each kind of content: an edit of an edit, and the import itself
    await pruneContents(world.services.db, -1, {});
    for (const name of world.stock_names) {
      const stock = (await world.make("GET", `/rolling_stock/name/${name}`)).json;
      const { livery_ids: _, ...slower } = { ...stock, max_speed: 8 };
      await world.make("PATCH", `/rolling_stock/${stock.id}`, slower);
    }
    const late = makeServices({ db: world.services.db });
    const path = `/timetable/${timetable_id}/forecast?infra=${infra_id}&date=${date}`;
    expect((await call(late, { path })).text).toBe(before[0]);
    expect(await readDay(timetable_id, infra_id, date)).toEqual(before);
    const { id } = opening.json;
    const told = (await world.make("GET", `/operation/${id}`)).json;
    expect(told).toMatchObject({ has_plan_changed: true, has_network_changed: true });
    const refused = await world.call("DELETE", `/infra/${infra_id}`);
    expect([refused.status, refused.json.type]).toEqual([409, "editoast:infra:IsUsed"]);
    await world.make("DELETE", `/operation/${id}`);
    expect(await readDay(timetable_id, infra_id, date)).not.toEqual(before);
    await world.make("DELETE", `/infra/${infra_id}`);
  });
});

describe("a refreshed day", () => {
  it.each(SEEDS)("has each report at the train of its planned departure (%i)", async (seed) => {
    const random = makeRandom(1000 + seed);
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const draw = (): number[] => [
      10 * wholeBetween(random, 0, 5),
      pick(random, [10, 10, 20]),
      wholeBetween(random, 1, 5),
    ];
    const windows = [draw(), draw(), draw()];
    const form = pick(random, world.forms);
    const made = await world.make("POST", `/timetable/${timetable_id}/paced_trains`, [
      pace(form, windows[0]!),
    ]);
    const [{ id: train_id }] = made.json;
    const { infra_id } = world;
    const opening = { timetable_id, infra_id };
    const { id } = (await world.make("POST", "/operation", opening)).json;
    const path = `/timetable/${timetable_id}/forecast?infra=${infra_id}`;
    const start_ms = Date.UTC(2026, 0, 2, 8);
    const read = async (): Promise<Json> => (await world.make("GET", path)).json;
    const { trains } = await read();
    expect(trains).toHaveLength(windows[0]![2]!);
    const nameOf = ({ kind, id: own, occurrence_key }: Json): Json => ({
      kind,
      id: own,
      occurrence_key,
    });
    await world.make(
      "POST",
      `/timetable/${timetable_id}/reports`,
      trains.map(({ train, stops: [{ stop, planned_departure: at }] }: Json) => ({
        train: nameOf(train),
        event: "departed",
        stop,
        at,
        observed_at: at,
      })),
    );
    let known: readonly ModelTrain[] = minutesOf(windows[0]!).map((at, count) => ({
      run: count,
      at,
      count,
      is_reported: true,
    }));
    for (const window of windows.slice(1)) {
      await world.make("PUT", `/paced_train/${train_id}`, pace(form, window));
      known = planAnew(known, minutesOf(window));
      const told = (await world.make("POST", `/operation/${id}/refresh`)).json;
      const after = await read();
      for (const { train, stops } of after["trains"]) {
        const at = (Date.parse(stops[0].planned_departure) - start_ms) / MINUTE_MS;
        const own = known.find((one) => one.count !== null && one.at === at);
        expect([at, stops[0].has_departed, train.occurrence_key]).toEqual([
          at,
          own?.is_reported,
          own?.count,
        ]);
      }
      const gone = known.filter(({ count, is_reported }) => count === null && is_reported);
      expect(after["unused_reports"]).toHaveLength(gone.length);
      const reported = told.removed.runs.map((run: Json) => run["report_count"]);
      expect(reported.every((count: number) => count <= 1)).toBe(true);
    }
  });

  it("moves reports of all priorities, and believes the highest as before", async () => {
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const [form] = world.forms;
    const paced = [pace(form!, [0, 10, 3])];
    const made = await world.make("POST", `/timetable/${timetable_id}/paced_trains`, paced);
    const [{ id: train_id }] = made.json;
    const opening = { timetable_id, infra_id: world.infra_id };
    const { id } = (await world.make("POST", "/operation", opening)).json;
    const path = `/timetable/${timetable_id}/reports`;
    const report = {
      train: { kind: "paced_train", id: train_id, occurrence_key: 1 },
      event: "departed",
      stop: (form as Json)["path"][0].id,
      at: "2026-01-02T08:11:00.000Z",
      observed_at: "2026-01-02T08:11:00Z",
    };
    const chief = { ...report, at: "2026-01-02T08:12:00.000Z", priority: 5 };
    await world.make("POST", path, [report, chief]);
    // the second one is the first one now
    await world.make("PUT", `/paced_train/${train_id}`, pace(form!, [10, 10, 2]));
    await world.make("POST", `/operation/${id}/refresh`);
    const believed = async (): Promise<unknown[]> =>
      (await world.make("GET", path)).json.results.map((one: Json) => [
        one["train"].occurrence_key,
        one["at"],
        one["priority"],
      ]);
    expect(await believed()).toEqual([[0, chief.at, 5]]);
    const train = { ...report.train, occurrence_key: 0 };
    const withdrawn = { ...chief, train, at: null, observed_at: "2026-01-02T08:13:00Z" };
    await world.make("POST", path, [withdrawn]);
    expect(await believed()).toContainEqual([0, report.at, 0]);
  });
});

describe("the clock of an opened day", () => {
  const asOf = async (timetable_id: number, services = world.services): Promise<string | null> => {
    const path = `/timetable/${timetable_id}/forecast?infra=${world.infra_id}`;
    return (await call(services, { path })).json.as_of;
  };
  const openAt = async (start_ms: number): Promise<{ id: number; timetable_id: number }> => {
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const start_time = new Date(start_ms).toISOString();
    await world.make("POST", `/timetable/${timetable_id}/train_schedules`, [
      { ...world.forms[0], start_time },
    ]);
    const opening = { timetable_id, infra_id: world.infra_id };
    return { timetable_id, ...(await world.make("POST", "/operation", opening)).json };
  };

  it("moves while its trains run, by quarters of a minute, and on all servers alike", async () => {
    const before_ms = Date.now();
    const live = await openAt(before_ms - 120_000);
    const past = await openAt(before_ms - 400 * 86_400_000);
    const future = await openAt(before_ms + 86_400_000);
    const step_ms = 15_000;
    const opened = await asOf(live.timetable_id);
    expect(Date.parse(opened!)).toBeGreaterThan(before_ms - step_ms);
    await world.services.db.run("update operation_clock set as_of = as_of - interval '1 hour'", []);
    await Promise.all([tickOpenDays(world.services.db), tickOpenDays(world.services.db)]);
    const as_of = await asOf(live.timetable_id);
    expect(Date.parse(as_of!) % step_ms).toBe(0);
    expect(Date.parse(as_of!)).toBeGreaterThan(before_ms - step_ms);
    expect(await asOf(live.timetable_id, makeServices({ db: world.services.db }))).toBe(as_of);
    for (const { timetable_id } of [past, future]) expect(await asOf(timetable_id)).toBe(null);
    await deleteOldDays(world.services.db, 30, {});
    for (const { id } of [live, past, future]) await world.make("GET", `/operation/${id}`);
    await world.services.db.run(
      "update operation set opened_at = opened_at - interval '31 days'",
      [],
    );
    await deleteOldDays(world.services.db, 30, {});
    const left = [live, past, future].map(async ({ id }) => world.call("GET", `/operation/${id}`));
    expect((await Promise.all(left)).map(({ status }) => status)).toEqual([200, 404, 200]);
  });

  it("goes with its timetable only if that is meant", async () => {
    const { id, timetable_id } = await openAt(Date.now());
    const again = await world.call("POST", "/operation", {
      timetable_id,
      infra_id: world.infra_id,
    });
    expect([again.status, again.json.type]).toEqual([409, "editoast:timetable:DayIsOpen"]);
    const refused = await world.call("DELETE", `/timetable/${timetable_id}`);
    expect([refused.status, refused.json.type]).toEqual([409, "editoast:timetable:IsUsed"]);
    await world.make("DELETE", `/timetable/${timetable_id}?force=true`);
    expect((await world.call("GET", `/operation/${id}`)).status).toBe(404);
  });
});
