// Method: two timetables with the same trains and the same reports, of one by the trains' names as a model of their planned departures has them, of the other by their numbers on its opened day, mixed, before and after refreshes; what is believed and expected must be equal.
import { describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import type { Json } from "./dated_trains.ts";
import { pick, startLiveWorld } from "./live_world.ts";
import { MINUTE_MS, type ModelTrain, minutesOf, pace, planAnew } from "./shifted_windows.ts";

const world = opened(startLiveWorld);
const seeds = countTries({ few: 6, many: 60 });
const BEGIN_MS = Date.UTC(2026, 0, 2, 8);

/** A statement that stores reports ends only when another one waits for it. */
const STAY_UNTIL_AWAITED = `
create function stay() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(1);
  -- a refresh stores them too
  while current_query() not like '%rename_reported%' and not exists (
    select from pg_locks where transactionid = pg_current_xact_id()::xid and not granted
  ) loop
    perform pg_sleep(0.01);
  end loop;
  return null;
end
$$`;
const IS_STAYING = `
select from pg_locks
where locktype = 'advisory' and objid = 1
  and database = (select oid from pg_database where datname = current_database())`;

const timeOf = (minutes: number): string => new Date(BEGIN_MS + minutes * MINUTE_MS).toISOString();

/** A timetable of one paced train, with its opened day. */
async function openDay(form: Json, window: readonly number[]) {
  const { timetable_id } = (await world.make("POST", "/timetable")).json;
  const path = `/timetable/${timetable_id}`;
  const [{ id: train_id }] = (
    await world.make("POST", `${path}/paced_trains`, [pace(form, window)])
  ).json;
  const opening = { timetable_id, infra_id: world.infra_id };
  const { id } = (await world.make("POST", "/operation", opening)).json;
  const unname = (told: unknown): string =>
    JSON.stringify(told).replaceAll(`"id":${train_id}`, '"id":0');
  return {
    id: id as number,
    train_id: train_id as number,
    reports: `${path}/reports`,
    send: async (reports: readonly Json[]) => await world.call("POST", `${path}/reports`, reports),
    shift: async (next: readonly number[]): Promise<void> => {
      await world.make("PUT", `/paced_train/${train_id}`, pace(form, next));
      await world.make("POST", `/operation/${id}/refresh`);
    },
    listRuns: async (query = ""): Promise<Json[]> =>
      (await world.make("GET", `/operation/${id}/runs?page_size=1000${query}`)).json.results,
    listBelieved: async (): Promise<Json[]> =>
      (await world.make("GET", `${path}/reports?page_size=1000`)).json.results,
    /** Without the number of its record. */
    describe: async () => {
      const { results } = (await world.make("GET", `${path}/reports?page_size=1000`)).json;
      const { json } = await world.make("GET", `${path}/forecast?infra=${world.infra_id}`);
      return { believed: (results as Json[]).map(unname).sort(), forecast: unname(json) };
    },
  };
}
type Day = Awaited<ReturnType<typeof openDay>>;

const knowRuns = (window: readonly number[]): readonly ModelTrain[] =>
  minutesOf(window).map((at, count) => ({ run: count + 1, at, count, is_reported: false }));

interface Told {
  readonly run: number;
  readonly other: number | null;
  readonly said: Json;
}

/** About trains that run. */
function drawTold(random: Random, known: readonly ModelTrain[], stop: string): Told {
  const running = known.filter(({ count }) => count !== null);
  const { run, at } = pick(random, running);
  const others = running.filter((one) => one.run !== run);
  const kinds = ["departed", "departed", "held", "cancelled", "slower"];
  const event = pick(random, others.length > 0 ? [...kinds, "follows", "follows"] : kinds);
  const isWithdrawn = random() < 0.2;
  return {
    run,
    other: event === "follows" ? pick(random, others).run : null,
    said: {
      event,
      ...(event !== "cancelled" && event !== "slower" && { stop }),
      ...(event === "slower" && !isWithdrawn && { percent: 30 }),
      at: isWithdrawn ? null : timeOf(at + wholeBetween(random, 0, 6)),
      observed_at: timeOf(wholeBetween(random, 0, 5)),
      priority: wholeBetween(random, 0, 1),
      source: pick(random, ["box", "cab"]),
    },
  };
}

function byName({ train_id }: Day, known: readonly ModelTrain[], { run, other, said }: Told): Json {
  const nameOf = (number: number): Json => ({
    kind: "paced_train",
    id: train_id,
    occurrence_key: known.find((one) => one.run === number)!.count,
  });
  return { ...said, train: nameOf(run), ...(other !== null && { other: nameOf(other) }) };
}

function byNumber({ id }: Day, { run, other, said }: Told): Json {
  const numbered = (number: number): Json => ({ operation_id: id, run: number });
  return { ...said, train: numbered(run), ...(other !== null && { other: numbered(other) }) };
}

function shuffle<T>(random: Random, items: readonly T[]): T[] {
  const drawn = items.map((item) => [random(), item] as const);
  return drawn.sort(([a], [b]) => a - b).map(([, item]) => item);
}

async function sendParts(random: Random, { send }: Day, reports: readonly Json[]): Promise<void> {
  for (let i = 0; i < reports.length; ) {
    const part = reports.slice(i, i + wholeBetween(random, 1, 4));
    const { status, json } = await send(part);
    expect(status, JSON.stringify(json)).toBe(200);
    i += part.length;
  }
}

const drawWindow = (random: Random): number[] => [
  10 * wholeBetween(random, 0, 5),
  pick(random, [10, 10, 20]),
  wholeBetween(random, 2, 5),
];

describe("reports that name runs of an opened day", () => {
  it(`say what those say that name trains, in any order, before and after refreshes (${seeds} draws)`, async () => {
    let shifted = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const random = makeRandom(500 + seed);
      const form = pick(random, world.forms);
      const stop = (form as Json)["path"][0].id as string;
      const window = drawWindow(random);
      const [named, numbered] = [await openDay(form, window), await openDay(form, window)];
      let known = knowRuns(window);
      for (let turn = 0; turn < 3; turn++) {
        if (turn > 0) {
          const next = drawWindow(random);
          for (const day of [named, numbered]) await day.shift(next);
          const before = known;
          known = planAnew(known, minutesOf(next)).map((one, i) => ({ ...one, run: i + 1 }));
          shifted += before.filter(({ count, run }) => {
            const now = known[run - 1]!.count;
            return count !== null && now !== null && now !== count;
          }).length;
        }
        const runs = await numbered.listRuns();
        expect(runs.map((one) => [one["run"], one["is_gone"]])).toEqual(
          known.map(({ run, count }) => [run, count === null]),
        );
        for (const { run, count, at } of known) {
          if (count === null) continue;
          const { train, start } = runs[run - 1]!;
          expect([train.occurrence_key, start]).toEqual([count, timeOf(at)]);
        }
        const told = Array.from({ length: wholeBetween(random, 3, 12) }, () =>
          drawTold(random, known, stop),
        );
        const names = told.map((one) => byName(named, known, one));
        await sendParts(random, named, names);
        // Some are told by both, and some twice.
        const numbers = told.flatMap((one) => [
          byNumber(numbered, one),
          ...(random() < 0.3 ? [byName(numbered, known, one)] : []),
          ...(random() < 0.3 ? [byNumber(numbered, one)] : []),
        ]);
        await sendParts(random, numbered, shuffle(random, numbers));
        expect(await numbered.describe(), `seed ${seed}, turn ${turn}`).toEqual(
          await named.describe(),
        );
        const again = await numbered.send(numbers);
        expect(again.json.believed_count).toBe(0);
      }
    }
    expect(shifted).toBeGreaterThan(seeds / 2);
  });

  it("mean the same runs when the day is refreshed at that moment", async () => {
    const random = makeRandom(3);
    const form = pick(random, world.forms);
    const stop = (form as Json)["path"][0].id as string;
    const windows = [
      [0, 10, 6],
      [10, 10, 5],
    ];
    const day = await openDay(form, windows[0]!);
    // Those from 8:10 on are in both windows.
    const runs = [2, 3, 4, 5, 6];
    for (let round = 0; round < countTries({ few: 12, many: 100 }); round++) {
      await world.make(
        "PUT",
        `/paced_train/${day.train_id}`,
        pace(form, windows[(round + 1) % 2]!),
      );
      const refreshing = world.call("POST", `/operation/${day.id}/refresh`);
      const told = shuffle(random, [...runs, ...runs]).map(async (run, i) => {
        for (let wait = wholeBetween(random, 0, 60); wait > 0; wait--) {
          await new Promise((resolve) => setImmediate(resolve));
        }
        const said = {
          event: "departed",
          stop,
          at: timeOf(100 + run),
          source: `box ${round} ${i}`,
        };
        const report = byNumber(day, { run, other: null, said });
        return await day.send([{ ...report, observed_at: timeOf(round) }]);
      });
      const answers = await Promise.all([refreshing, ...told]);
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
      const names = new Map(
        (await day.listRuns()).map(({ run, train }) => [JSON.stringify(train), run]),
      );
      const believed = (await day.listBelieved()).map(({ train, at }) => [
        names.get(JSON.stringify(train)),
        at,
      ]);
      expect(
        believed.sort(([a], [b]) => Number(a) - Number(b)),
        `round ${round}`,
      ).toEqual(runs.map((run) => [run, timeOf(100 + run)]));
      await world.make("DELETE", day.reports);
    }
  });

  it("move when the day is refreshed while they are stored", async () => {
    const { db } = world.services;
    const form = world.forms[0]!;
    const day = await openDay(form, [0, 10, 3]);
    await world.make("PUT", `/paced_train/${day.train_id}`, pace(form, [10, 10, 2]));
    await db.run(STAY_UNTIL_AWAITED);
    await db.run(
      "create trigger stay after insert on train_report for each statement execute function stay()",
    );
    const said = { event: "cancelled", at: timeOf(0), observed_at: timeOf(0) };
    const sending = day.send([byNumber(day, { run: 2, other: null, said })]);
    while ((await db.run(IS_STAYING)).length === 0);
    await world.make("POST", `/operation/${day.id}/refresh`);
    expect((await sending).status).toBe(200);
    await db.run("drop trigger stay on train_report");
    expect((await day.listBelieved()).map(({ train }) => train.occurrence_key)).toEqual([0]);
  });

  it("are refused with their places in the list where there is no such run, and then all that came with them", async () => {
    const form = world.forms[0]!;
    const stop = (form as Json)["path"][0].id as string;
    const day = await openDay(form, [0, 10, 3]);
    const other = await openDay(form, [0, 10, 3]);
    const closed = await openDay(form, [0, 10, 3]);
    await world.make("DELETE", `/operation/${closed.id}`);
    const said = { event: "departed", stop, at: timeOf(1), observed_at: timeOf(2) };
    const good = byNumber(day, { run: 1, other: null, said });
    const follows = { ...good, event: "follows", other: { operation_id: day.id, run: 2 } };
    await day.shift([0, 10, 2]);
    const wrongs: [Json, string, RegExp][] = [
      [{ ...good, train: { operation_id: day.id, run: 0 } }, "/1/train", /has no run 0/],
      [{ ...good, train: { operation_id: day.id, run: 2 ** 53 - 1 } }, "/1/train", /has no run 9/],
      [{ ...good, train: { operation_id: day.id, run: 3 } }, "/1/train", /run 3 .* is gone/],
      [byNumber(other, { run: 1, other: null, said }), "/1/train", /no opened day/],
      [byNumber(closed, { run: 1, other: null, said }), "/1/train", /no opened day/],
      [{ ...follows, other: { operation_id: day.id, run: 9 } }, "/1/other", /has no run 9/],
      [{ ...good, train: { operation_id: day.id } }, "/1/train/run", /./],
      [{ ...good, train: { operation_id: day.id, run: -1 } }, "/1/train/run", /./],
      [{ ...good, train: { operation_id: "1", run: 1 } }, "/1/train/operation_id", /./],
      [{ ...good, train: { operation_id: day.id, run: 1, id: 3 } }, "/1/train/id", /./],
      [{ ...good, train: { run: 1 } }, "/1/train/kind", /./],
    ];
    for (const [wrong, path, reason] of wrongs) {
      const { status, json } = await day.send([good, wrong, follows]);
      expect([status, json.context.path], JSON.stringify(json)).toEqual([422, path]);
      expect(json.context.reason).toMatch(reason);
    }
    const all = Array.from({ length: 30 }, () => wrongs[0]![0]);
    expect((await day.send(all)).json.context.faults).toHaveLength(20);
    expect(await day.listBelieved()).toEqual([]);
    expect((await day.send([good, follows])).json.believed_count).toBe(2);
  });

  it("move with a train of this day that one of another day follows", async () => {
    const form = world.forms[0]!;
    const stop = (form as Json)["path"][0].id as string;
    const day = await openDay(form, [0, 10, 3]);
    const train = {
      kind: "paced_train",
      id: day.train_id,
      occurrence_key: 0,
      date: "2026-01-01",
    };
    const other = { operation_id: day.id, run: 2 };
    const at = timeOf(0);
    await day.send([{ train, other, event: "follows", stop, at, observed_at: at }]);
    await day.shift([10, 10, 2]);
    const { results } = (await world.make("GET", `${day.reports}?date=2026-01-01`)).json;
    expect(results.map((one: Json) => one["other"].occurrence_key)).toEqual([0]);
  });
});

describe("the runs of an opened day", () => {
  it("are listed by their numbers, in pages, and found by name; those that are gone too", async () => {
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}`;
    const forms = ["a", "b", "a"].map((train_name) => ({ ...world.forms[0], train_name }));
    const rows = (await world.make("POST", `${path}/train_schedules`, forms)).json;
    const opening = { timetable_id, infra_id: world.infra_id };
    const { id } = (await world.make("POST", "/operation", opening)).json;
    const list = async (query = "") =>
      (await world.make("GET", `/operation/${id}/runs?${query}`)).json;
    const of = (row: Json, run: number) => ({
      run,
      train: { kind: "train_schedule", id: row["id"] },
      name: row["train_name"],
      start: new Date(row["start_time"]).toISOString().replace(".000", ""),
      is_gone: false,
    });
    const runs = rows.map((row: Json, i: number) => of(row, i + 1));
    const normal = (one: Json) => ({ ...one, start: one["start"].replace(".000", "") });
    expect((await list()).results.map(normal)).toEqual(runs);
    const second = await list("page_size=2&page=2");
    expect(second).toMatchObject({ count: 3, page_count: 2, previous: 1, next: null });
    expect(second.results.map(normal)).toEqual(runs.slice(2));
    const called = await list("name=a&page_size=1&page=2");
    expect(called.results.map(normal)).toEqual([runs[2]]);
    expect(called.count).toBe(2);
    expect(await list("name=nobody")).toMatchObject({ count: 0, results: [] });
    await world.make("DELETE", "/train_schedule", { ids: [rows[0].id] });
    await world.make("POST", `/operation/${id}/refresh`);
    const now = await list("name=a");
    expect(now.results.map((one: Json) => [one["run"], one["is_gone"]])).toEqual([
      [1, true],
      [3, false],
    ]);
    for (const query of ["page_size=1001", "page=0", "name=a&name=b"]) {
      expect((await world.call("GET", `/operation/${id}/runs?${query}`)).status).toBe(400);
    }
    await world.make("DELETE", `/operation/${id}`);
    expect((await world.call("GET", `/operation/${id}/runs`)).status).toBe(404);
  });
});
