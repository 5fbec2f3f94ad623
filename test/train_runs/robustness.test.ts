// Method: two trains on a junction and one that is alone, on a network drawn by hand; tiny distributions are enumerated.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { sendAndLeave } from "../helpers/leaving_client.ts";
import { opened } from "../helpers/opened.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

type Json = Record<string, unknown>;

interface Lateness {
  readonly arrivals: number;
  readonly never: number;
  readonly punctual: readonly {
    readonly within_seconds: number;
    readonly share: number;
    readonly low: number;
    readonly high: number;
  }[];
  readonly mean_seconds: number | null;
  readonly p95_seconds: number | null;
}

interface Answer {
  readonly days: number;
  readonly all: Lateness;
  readonly trains: readonly (Lateness & {
    readonly train: { readonly id: number };
    readonly stops?: readonly {
      readonly stop: string;
      readonly mean_seconds: number | null;
      readonly reserve_seconds: number;
      readonly made_up_seconds_per_day: number;
    }[];
  })[];
  readonly stations: readonly Lateness[];
  readonly categories: readonly (Lateness & { readonly category: string | null })[];
  readonly primary_seconds_per_day: number;
  readonly knock_on_seconds_per_day: number;
  readonly pairs: readonly { readonly cause: { id: number }; readonly train: { id: number } }[];
  readonly places: readonly { readonly signal: string | null }[];
  readonly deadlocked_days: number;
  readonly left_out: readonly unknown[];
  readonly unused_delays: readonly number[];
}

const api = opened(startTestApi);
let infra_id: number;
let query: string;
beforeAll(async () => {
  const operational_points = [
    { id: "north", parts: [{ track: "N", position: 500 }] },
    { id: "halt", parts: [{ track: "N", position: 2500 }] },
    { id: "east", parts: [{ track: "M", position: 5000 }] },
  ];
  const railjson = { ...JUNCTION_RAILJSON, operational_points };
  infra_id = (await api.make("POST", "/infra/railjson?name=junction", railjson)).json.infra;
  await api.make("POST", "/rolling_stock", validStock({ name: "electric" }));
  query = `infra_id=${infra_id}`;
});

function train(change: Json = {}): Json {
  return validTrain({
    rolling_stock_name: "electric",
    start_time: "2026-05-22T08:00:00Z",
    path: branchPath("N"),
    schedule: [],
    ...change,
  });
}

async function timetableOf(...trains: readonly Json[]): Promise<{ path: string; ids: number[] }> {
  const { timetable_id } = (await api.make("POST", "/timetable")).json;
  const rows = (await api.make("POST", `/timetable/${timetable_id}/train_schedules`, trains)).json;
  return {
    path: `/timetable/${timetable_id}/robustness?${query}`,
    ids: rows.map(({ id }: { id: number }) => id),
  };
}

async function ask(path: string, body: Json): Promise<Answer> {
  return (await api.make("POST", path, body)).json;
}

describe("robustness", () => {
  it("of a timetable without delays is perfect, and each train is told", async () => {
    const { path, ids } = await timetableOf(
      train({ category: { main_category: "FREIGHT_TRAIN" } }),
      train({ start_time: "2026-05-22T09:00:00Z" }),
    );
    const answer = await ask(path, { delays: [], days: 3 });
    expect(answer).toMatchObject({
      days: 3,
      all: { arrivals: 6, never: 0, mean_seconds: 0, p95_seconds: 0 },
      primary_seconds_per_day: 0,
      knock_on_seconds_per_day: 0,
      pairs: [],
      places: [],
      deadlocked_days: 0,
      deadlocks: [],
      left_out: [],
    });
    expect(answer.trains.map(({ train: { id } }) => id)).toEqual(ids);
    expect(answer.categories.map(({ category }) => category)).toEqual([
      "FREIGHT_TRAIN",
      answer.categories.find(({ category }) => category !== "FREIGHT_TRAIN")?.category,
    ]);
  });

  it("of one train with given delays has their shares, mean and percentile", async () => {
    const { path } = await timetableOf(train());
    const values = ["PT0S", "PT60S", "PT200S", "PT290S", "PT600S"];
    const answer = await ask(path, { delays: [{ of: "entry", values }], days: 2000, seed: 3 });
    const [own] = answer.trains;
    const { punctual } = own!;
    expect(answer.all.punctual.map(({ share }) => share)).toEqual(
      punctual.map(({ share }) => share),
    );
    for (const [i, expected] of [2 / 5, 2 / 5, 4 / 5].entries()) {
      const { share, low, high } = punctual[i]!;
      expect(Math.abs(share - expected)).toBeLessThan(0.05);
      expect(low).toBeLessThan(expected);
      expect(high).toBeGreaterThan(expected);
    }
    expect(Math.abs(own!.mean_seconds! - (60 + 200 + 290 + 600) / 5)).toBeLessThan(20);
    expect(own!.p95_seconds).toBe(600);
  });

  it("draws at stations and of labels: the first that fits a train and its stop counts", async () => {
    const calling = (label: string, minute: string): Json =>
      train({
        start_time: `2026-05-22T${minute}:00Z`,
        labels: [label],
        path: ["north", "halt", "east"].map((operational_point, i) => ({
          id: `w${i}`,
          operational_point,
        })),
        schedule: [{ at: "w1", stop_for: "PT30S" }],
      });
    const { path } = await timetableOf(calling("RE1", "06:00"), calling("RB2", "09:00"));
    const lateOf = async (...delays: readonly Json[]): Promise<(number | null)[][]> => {
      const { trains } = await ask(path, { delays, days: 2, each_stop: true });
      return trains.map(({ stops }) => stops!.map(({ mean_seconds }) => mean_seconds));
    };
    const values = ["PT2M"];
    const halt = { station: "halt", values };
    expect(await lateOf({ of: "stops", ...halt })).toEqual([
      [0, 0, 120],
      [0, 0, 120],
    ]);
    expect(await lateOf({ of: "runs", ...halt, label: "RB2" })).toEqual([
      [0, 0, 0],
      [0, 0, 120],
    ]);
    expect(await lateOf({ of: "entry", ...halt })).toEqual(await lateOf());
    expect(await lateOf({ of: "entry", station: "north", label: "RE1", values })).toEqual([
      [120, 120, 120],
      [0, 0, 0],
    ]);
    const nowhere = { of: "stops", station: "noth", values };
    const told = await ask(path, { delays: [{ of: "runs", values }, nowhere], days: 1 });
    expect(told.unused_delays).toEqual([1]);
    const first = { of: "runs", label: "RE1", values: ["PT1M"] };
    expect(await lateOf(first, { of: "runs", ...halt, values: ["PT3M"] })).toEqual([
      [0, 60, 120],
      [0, 0, 180],
    ]);
  });

  it("tells with each stop what was made up of a reserve, with changes too", async () => {
    const margins = { boundaries: [], values: ["10%"] };
    const { path, ids } = await timetableOf(train());
    const body = { delays: [{ of: "entry", values: ["PT10M"] }], days: 2, each_stop: true };
    const changes = [{ kind: "train_schedule", id: ids[0], train: train({ margins }) }];
    const { trains, after } = (await ask(path, { ...body, changes })) as Answer & {
      readonly after: Answer;
    };
    expect(trains[0]!.stops!.map(({ stop }) => stop)).toEqual(["start", "end"]);
    expect(trains[0]!.stops![1]).toMatchObject({ reserve_seconds: 0, made_up_seconds_per_day: 0 });
    const [begin, end] = after.trains[0]!.stops!;
    expect(begin).toMatchObject({ mean_seconds: 600, reserve_seconds: 0 });
    expect(end!.reserve_seconds).toBeGreaterThan(10);
    expect(Math.abs(end!.made_up_seconds_per_day - end!.reserve_seconds)).toBeLessThan(0.2);
    expect(end!.mean_seconds! + end!.made_up_seconds_per_day).toBeCloseTo(600, 6);
    expect((await ask(path, { delays: [], days: 1 })).trains[0]).not.toHaveProperty("stops");
  });

  it("gives the same answer for the same seed, and another one for another", async () => {
    const { path } = await timetableOf(train(), train({ start_time: "2026-05-22T08:02:00Z" }));
    const body = { delays: [{ of: "entry", exponential: { mean: "PT3M" } }], days: 50, seed: 1 };
    const once = await ask(path, body);
    expect(await ask(path, body)).toEqual(once);
    expect(await ask(path, { ...body, seed: 2 })).not.toEqual(once);
  });

  it("tells who made whom wait, and where", async () => {
    const { path, ids } = await timetableOf(
      train(),
      train({ start_time: "2026-05-22T08:03:00Z", path: branchPath("S") }),
    );
    const delays = [{ of: "entry", category: "FREIGHT_TRAIN", values: ["PT1M"] }];
    expect((await ask(path, { delays, days: 1 })).primary_seconds_per_day).toBe(0);
    const late = await ask(path, {
      delays: [{ of: "entry", values: ["PT0S", "PT170S"] }],
      days: 40,
    });
    expect(late.knock_on_seconds_per_day).toBeGreaterThan(0);
    expect(late.pairs.map(({ cause, train: { id } }) => [cause.id, id])).toContainEqual(ids);
    expect(late.places.length).toBeGreaterThan(0);
  });

  it("counts only trains of the window", async () => {
    const { path, ids } = await timetableOf(train(), train({ start_time: "2026-05-22T09:00:00Z" }));
    const window = { begin: "2026-05-22T08:30:00Z", end: "2026-05-22T10:00:00Z" };
    const { trains } = await ask(path, { delays: [], days: 1, window });
    expect(trains.map(({ train: { id } }) => id)).toEqual([ids[1]]);
  });

  it("comes in lines, progress first and the answer last", async () => {
    const { path } = await timetableOf(train());
    const body = { delays: [], days: 10 };
    const answer = await api.call("POST", path, body, { accept: "application/x-ndjson" });
    const lines = answer.text
      .trim()
      .split("\n")
      .map((line: string) => JSON.parse(line));
    expect(lines.slice(0, -1)).toContainEqual({ progress: { days: 10, of: 10 } });
    expect(lines.at(-1)).toEqual(await ask(path, body));
  });

  it("ends with its client", async () => {
    const { path } = await timetableOf(train());
    const { begun_count } = await sendAndLeave(api, {
      method: "POST",
      path,
      body: { delays: [], days: 1000 },
    });
    expect(begun_count).toBe(0);
  });

  it("tells what changes of trains would make of the same days, as if they were stored", async () => {
    const { path, ids } = await timetableOf(
      train(),
      train({ start_time: "2026-05-22T08:02:00Z" }),
      train({ start_time: "2026-05-22T08:04:00Z" }),
    );
    const [, second, third] = ids;
    const body = { delays: [{ of: "entry", exponential: { mean: "PT3M" } }], days: 80, seed: 4 };
    const before = await ask(path, body);
    const changes = [
      { kind: "train_schedule", id: second, shift: "PT20M" },
      { kind: "train_schedule", id: third, removed: true },
    ];
    const { after, differences, ...told } = (await ask(path, { ...body, changes })) as Answer & {
      readonly after: Answer;
      readonly differences: {
        readonly all: { readonly punctual: readonly { change: number; low: number }[] };
        readonly stations: readonly Json[];
      };
    };
    expect(told).toEqual(before);
    const [timetable_path] = path.split("/robustness");
    await api.make("POST", `${timetable_path}/changes`, { changes });
    expect(after).toEqual(await ask(path, body));
    for (const [i, { change, low }] of differences.all.punctual.entries()) {
      expect(change).toBeCloseTo(after.all.punctual[i]!.share - before.all.punctual[i]!.share, 12);
      expect(low).toBeLessThan(change);
    }
    expect(differences.all.punctual[0]!.change).toBeGreaterThan(0);
    expect(differences.stations.length).toBe(before.stations.length);
  });

  it("counts its days twice with changes, names trains that they add, and refuses those of none", async () => {
    const { path } = await timetableOf(train());
    const body = { delays: [], days: 5 };
    const added = train({ start_time: "2026-05-22T10:00:00Z" });
    const { json } = await api.make("POST", path, { ...body, changes: [{ added }] });
    expect(json.trains).toHaveLength(1);
    expect(json.after.trains.map((one: { train: Json }) => one.train)).toEqual([
      json.trains[0].train,
      { kind: "train_schedule", change: 0 },
    ]);
    expect(json.differences.all.punctual[0]).toMatchObject({ change: 0, low: 0, high: 0 });
    const unknown = [{ kind: "train_schedule", id: 999_999_999, removed: true }];
    const refused = await api.call("POST", path, { ...body, changes: unknown });
    expect([refused.status, refused.json.type]).toEqual([404, "editoast:train_schedule:NotFound"]);
  });

  it("refuses delays that are no distribution, and too many days", async () => {
    const { path } = await timetableOf(train());
    for (const body of [
      {},
      { delays: [{ of: "entry" }] },
      { delays: [{ of: "entry", values: [] }] },
      { delays: [{ of: "entry", values: ["PT2H"] }] },
      { delays: [{ of: "entry", values: ["PT1M"], exponential: { mean: "PT1M" } }] },
      { delays: [{ of: "entry", exponential: { mean: "PT0S" } }] },
      { delays: [{ of: "entry", share: 1.1, values: ["PT1M"] }] },
      { delays: [{ of: "entry", station: "", values: ["PT1M"] }] },
      { delays: [{ of: "entry", label: 1, values: ["PT1M"] }] },
      { delays: [], each_stop: "yes" },
      { delays: [{ of: "nothing", values: ["PT1M"] }] },
      { delays: [], days: 0 },
      { delays: [], days: 10_001 },
      { delays: [], seed: -1 },
      { delays: [], window: { begin: "2026-05-22T10:00:00Z", end: "2026-05-22T08:00:00Z" } },
      { delays: [], more: 1 },
    ]) {
      const { status } = await api.call("POST", path, body);
      expect(status, JSON.stringify(body)).toBe(422);
    }
  });
});
