// Method: two equal trains half a minute apart, and a paced train: tables of requests with what each of them allows.
import { beforeAll, describe, expect, it } from "vitest";
import { sendAndLeave } from "../helpers/leaving_client.ts";
import { opened } from "../helpers/opened.ts";
import { call, makeServices } from "../helpers/services.ts";
import { type Json, startLiveWorld } from "./live_world.ts";
import type { Resolved } from "./resolution_trial.ts";

const world = opened(startLiveWorld);
let path: string;
let ids: number[];
let paced_path: string;
let paced_id: number;

beforeAll(async () => {
  const [form = {}] = world.forms;
  const at = (seconds: number): string =>
    new Date(Date.UTC(2026, 2, 2, 6) + 1000 * seconds).toISOString();
  const make = async (kind: string, forms: readonly Json[]) => {
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const made = await world.make("POST", `/timetable/${timetable_id}/${kind}`, forms);
    const own = `/timetable/${timetable_id}/resolution?${world.queries[0]}`;
    return { own, ids: made.json.map(({ id }: { id: number }) => id) };
  };
  const train = { ...form, margins: { boundaries: [], values: ["0%"] } };
  const kinds = [
    { labels: ["first"], category: { main_category: "FREIGHT_TRAIN" } },
    { labels: ["express"], category: { main_category: "HIGH_SPEED_TRAIN" } },
  ];
  const trains = kinds.map((kind, i) => ({ ...train, ...kind, start_time: at(30 * i) }));
  ({ own: path, ids } = await make("train_schedules", trains));
  const paced = { interval: "PT30S", time_window: "PT60S" };
  const services = [{ ...train, start_time: at(0), paced, exceptions: [] }];
  const made = await make("paced_trains", services);
  paced_path = made.own;
  paced_id = made.ids[0] ?? 0;
});

async function ask(body: Json = {}, where = path): Promise<Resolved> {
  return (await world.make("POST", where, body)).json;
}

const one = (index: number): Json => ({ kind: "train_schedule", id: ids[index] });
const changed = ({ changes }: Resolved): unknown[] => changes.map(({ id }) => id);
const reasons = ({ left }: Resolved): string[] => [...new Set(left.map(({ reason }) => reason))];

describe("a resolution", () => {
  it("lets the second train leave later", async () => {
    const answer = await ask();
    expect(changed(answer)).toEqual([ids[1]]);
    expect(answer).toMatchObject({ left: [], summaries: [{ status: "success" }] });
    expect(answer.solved.length).toBeGreaterThan(0);
    expect(answer.cost).toBeGreaterThan(0);
    expect(answer.bound).toBe(answer.cost);
    expect(answer.delays.length).toBeGreaterThan(0);
    for (const { train, before, after } of answer.delays) {
      expect(train).toEqual(one(1));
      expect(Date.parse(String(after))).toBeGreaterThan(Date.parse(String(before)));
    }
  });

  it("shifts a service as a whole whose trains all leave later by the same time", async () => {
    const [form = {}] = world.forms;
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const train = { ...form, margins: { boundaries: [], values: ["0%"] } };
    const paced = { interval: "PT4H", time_window: "PT12H" };
    const at = (start_time: string) => ({ ...train, start_time, paced, exceptions: [] });
    const services = ["2026-03-02T06:00:00Z", "2026-03-02T06:00:30Z"].map(at);
    const list = `/timetable/${timetable_id}/paced_trains`;
    const [, { id }] = (await world.make("POST", list, services)).json;
    const own = `/timetable/${timetable_id}/resolution?${world.queries[0]}`;
    const answer = await ask({}, own);
    expect(answer).toMatchObject({ left: [], changes: [{ kind: "paced_train", id }] });
    expect(Object.keys(answer.changes[0] ?? {}).sort()).toEqual(["id", "kind", "shift"]);
    expect(new Set(answer.delays.map(({ train: one }) => JSON.stringify(one))).size).toBe(3);
    await world.make("POST", `/timetable/${timetable_id}/changes`, { changes: answer.changes });
    expect(await world.detectWhole(timetable_id, world.queries[0] ?? "")).toBe("[]");
    const stored = (await world.make("GET", list)).json.results;
    expect(stored.map((one: Json) => one["exceptions"])).toEqual([[], []]);
  });

  it("lets a train leave when works have ended", async () => {
    const [form = {}] = world.forms;
    const { timetable_id } = (await world.make("POST", "/timetable")).json;
    const train = { ...form, start_time: "2026-03-02T06:00:00Z" };
    const trains = `/timetable/${timetable_id}/train_schedules`;
    const [{ id }] = (await world.make("POST", trains, [train])).json;
    const found = `/train_schedule/${id}/path?infra=${world.infra_id}`;
    const [first] = (await world.make("GET", found)).json.track_section_ranges;
    const works = {
      work_schedule_group_name: "a short one",
      work_schedules: [
        {
          start_date_time: "2026-03-02T05:00:00Z",
          end_date_time: "2026-03-02T06:03:00Z",
          track_ranges: [
            { track_section: first.track_section, begin: 0, end: 1, direction: "START_TO_STOP" },
            { ...first, direction: "START_TO_STOP" },
          ],
          obj_id: "w",
          work_schedule_type: "TRACK",
        },
      ],
    };
    const group = (await world.make("POST", "/work_schedules", works)).json;
    const more = `&work_schedule_group_id=${group.work_schedule_group_id}`;
    const where = `/timetable/${timetable_id}/resolution?${world.queries[0]}${more}`;
    const { changes, left } = await ask({}, where);
    expect(left).toEqual([]);
    expect(changes).toEqual([{ kind: "train_schedule", id, shift: "PT180S" }]);
    const none = await ask({ allow: { later: "PT2M" } }, where);
    expect(reasons(none)).toEqual(["not_allowed"]);
  });

  it("changes an occurrence of a paced train alone", async () => {
    const answer = await ask({}, paced_path);
    expect(answer.left).toEqual([]);
    expect(answer.changes).toMatchObject([
      { kind: "paced_train", id: paced_id, occurrence_key: 1, shift: expect.any(String) },
    ]);
    const fixed = [{ kind: "paced_train", id: paced_id, occurrence_key: 1 }];
    const other = await ask({ trains: { fixed }, allow: { later: "PT15M" } }, paced_path);
    expect(other.changes).toMatchObject([{ occurrence_key: 0 }]);
  });

  it.each<[string, () => Json, () => unknown[], readonly string[]]>([
    ["who may change", () => ({ trains: { may_change: [one(0)] } }), () => [ids[0]], []],
    ["who may not", () => ({ trains: { fixed: [one(1)] } }), () => [ids[0]], []],
    ["nobody who may", () => ({ trains: { may_change: [] } }), () => [], ["trains_fixed"]],
    [
      "all who may not",
      () => ({ trains: { fixed: [one(0), one(1)] } }),
      () => [],
      ["trains_fixed"],
    ],
    ["no later start", () => ({ allow: { later: "PT0S" } }), () => [], ["not_allowed"]],
    ["too little", () => ({ allow: { later: "PT5S", hold: null } }), () => [], ["not_allowed"]],
    [
      "an earlier start",
      () => ({
        trains: { may_change: [one(0)] },
        allow: { later: "PT0S", hold: null, earlier: "PT10M" },
      }),
      () => [ids[0]],
      [],
    ],
    ["weights", () => ({ weights: [{ train: one(1), weight: 900 }] }), () => [ids[0]], []],
    ["a label", () => ({ weights: [{ label: "express", weight: 900 }] }), () => [ids[0]], []],
    [
      "a category",
      () => ({ weights: [{ category: "HIGH_SPEED_TRAIN", weight: 900 }] }),
      () => [ids[0]],
      [],
    ],
    [
      "the first weight that fits",
      () => ({
        weights: [
          { label: "express", weight: 900 },
          { train: one(1), weight: 0 },
        ],
      }),
      () => [ids[0]],
      [],
    ],
    ["a deadline that is over at once", () => ({ deadline: "PT0S" }), () => [ids[1]], []],
    ["conflicts", () => ({ conflicts: [{ trains: [one(0), one(1)] }] }), () => [ids[1]], []],
  ])("heeds %s", async (_, body, expected, left) => {
    const answer = await ask(body());
    expect(changed(answer)).toEqual(expected());
    expect(reasons(answer)).toEqual(left);
  });

  it.each<[string, () => Json]>([
    [
      "another time",
      () => ({ window: { begin: "2026-03-03T00:00:00Z", end: "2026-03-04T00:00:00Z" } }),
    ],
    ["another zone", () => ({ conflicts: [{ trains: [one(0)], zone: "no such zone" }] })],
    ["later ones", () => ({ conflicts: [{ trains: [one(0)], begin: "2026-03-03T00:00:00Z" }] })],
    ["earlier ones", () => ({ conflicts: [{ trains: [one(0)], end: "2026-03-01T00:00:00Z" }] })],
    ["none", () => ({ conflicts: [] })],
  ])("is not about conflicts that are not asked about: %s", async (_, body) => {
    const { work: __, ...answer } = await ask(body());
    const nothing = { changes: [], summaries: [], solved: [], left: [], delays: [] };
    expect(answer).toEqual({ ...nothing, cost: 0, bound: 0 });
  });

  it("has lines for a client that wants them, the answer last", async () => {
    const headers = { accept: "application/x-ndjson" };
    const { text, ...answer } = await world.call("POST", path, {}, headers);
    expect(answer.headers["content-type"]).toBe("application/x-ndjson");
    const lines = text
      .trimEnd()
      .split("\n")
      .map((line): Json => JSON.parse(line));
    expect(lines.at(-1)).toEqual(await ask());
  });

  it.each<[number, string, Json]>([
    [422, "editoast:request:InvalidBody", { more: 1 }],
    [422, "editoast:request:InvalidBody", { deadline: "PT121S" }],
    [422, "editoast:request:InvalidBody", { deadline: "ten" }],
    [422, "editoast:request:InvalidBody", { allow: { later: "P1D" } }],
    [422, "editoast:request:InvalidBody", { allow: { later: "-PT1S" } }],
    [422, "editoast:request:InvalidBody", { conflicts: [{ trains: [] }] }],
    [422, "editoast:request:InvalidBody", { weights: [{ weight: 1 }] }],
    [422, "editoast:request:InvalidBody", { weights: [{ label: "a", weight: -1 }] }],
    [422, "editoast:request:InvalidBody", { trains: { may_change: [], fixed: [] } }],
    [
      422,
      "editoast:request:InvalidBody",
      { window: { begin: "2026-03-03T00:00:00Z", end: "2026-03-03T00:00:00Z" } },
    ],
    [
      404,
      "editoast:train_schedule:NotFound",
      { trains: { fixed: [{ kind: "train_schedule", id: 987_654 }] } },
    ],
  ])("is refused: %i %s %j", async (status, type, body) => {
    const answer = await world.call("POST", path, body);
    expect(answer.status).toBe(status);
    expect(answer.json.type).toBe(type);
  });

  it("is refused when more trains would have to change than may", async () => {
    const { config: _, printMetrics: __, ...shared } = world.services;
    const env = { resolution_trains: 1 };
    const few = makeServices({ db: shared.db, env, services: shared });
    const answer = await call(few, { method: "POST", path });
    expect(answer.json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 2, count_max: 1 },
    });
  });

  it("ends when its caller leaves", async () => {
    const { begun_count } = await sendAndLeave(world, { method: "POST", path });
    expect(begun_count).toBe(0);
  });
});
