// Method: seeded random changes of random timetables, tried and then really stored, one by one and at once, against whole lists of conflicts before and after; table of bodies and rights.
import { beforeAll, describe, expect, it } from "vitest";
import { opened } from "../helpers/opened.ts";
import { countTries } from "../helpers/tried.ts";
import { makeRandom } from "../workers/engine/seeded.ts";
import { drawPacedTrain, drawTrain, type Json, startLiveWorld } from "./live_world.ts";
import { runTrial, type TrialFigures } from "./what_if_trial.ts";

const SEEDS = countTries({ few: 60, many: 400 });
const STORED_SEEDS = countTries({ few: 24, many: 240 });

const world = opened(startLiveWorld);

describe("what_if", () => {
  it("tells what differs between all conflicts before and after really storing the changes", async () => {
    const trials: TrialFigures[] = [];
    for (let seed = 0; seed < SEEDS; seed++) trials.push(await runTrial(world, seed));
    // Otherwise there was nothing to compare.
    const kinds = new Set(trials.flatMap((one) => one.kinds));
    expect(kinds.size).toBe(11);
    for (const count of ["gone_count", "new_count", "kept_count"] as const) {
      expect(trials.filter((one) => one[count] > 0).length, count).toBeGreaterThan(SEEDS / 3);
    }
  });
});

describe("changes", () => {
  it("of random lists are what what_if told of them, and undo brings every record back", async () => {
    const trials: TrialFigures[] = [];
    for (let seed = SEEDS; seed < SEEDS + STORED_SEEDS; seed++) {
      trials.push(await runTrial(world, seed, "at once"));
    }
    // Otherwise there was nothing to compare.
    expect(new Set(trials.flatMap((one) => one.kinds)).size).toBe(11);
  });
});

describe("changes that are refused", () => {
  let timetable_id: number;
  let other_id: number;
  let id: number;
  let paced_id: number;
  let train: Json;
  beforeAll(async () => {
    const random = makeRandom(1);
    train = drawTrain(random, world);
    const make = async (kind: string, form: Json, timetable: number): Promise<number> =>
      (await world.make("POST", `/timetable/${timetable}/${kind}s`, [form])).json[0].id;
    ({ timetable_id } = (await world.make("POST", "/timetable")).json);
    const other = (await world.make("POST", "/timetable")).json.timetable_id;
    id = await make("train_schedule", train, timetable_id);
    other_id = await make("train_schedule", train, other);
    const paced = { ...drawPacedTrain(random, world), exceptions: [] };
    paced_id = await make("paced_train", paced, timetable_id);
  });

  const send = async (body: unknown): Promise<{ status: number; type: string; path: string }> => {
    const path = `/timetable/${timetable_id}/what_if?${world.queries[0]}`;
    const { status, json } = await world.call("POST", path, body);
    return { status, type: json.type ?? "", path: json.context?.path ?? "" };
  };
  const invalid = { status: 422, type: "editoast:request:InvalidBody" };

  it("for their form: unknown keys, other kinds, two names of one train, and too many", async () => {
    const schedule = { kind: "train_schedule", id };
    const paced = { kind: "paced_train", id: paced_id };
    const bodies: readonly unknown[] = [
      {},
      { changes: {} },
      { changes: [null] },
      { changes: [7] },
      { changes: [[]] },
      { changes: [], more: 1 },
      { changes: [schedule] },
      { changes: [{ ...schedule, shift: "4 minutes" }] },
      { changes: [{ ...schedule, shift: "P1Y" }] },
      { changes: [{ ...schedule, shift: "--PT1M" }] },
      { changes: [{ ...schedule, shift: `PT${"9".repeat(100)}M` }] },
      { changes: [{ ...schedule, shift: "PT1M", removed: true }] },
      { changes: [{ ...schedule, removed: false }] },
      { changes: [{ ...schedule, shift: "PT1M", speed: 3 }] },
      { changes: [{ ...schedule, kind: "tram", shift: "PT1M" }] },
      { changes: [{ ...schedule, occurrence_key: 0, shift: "PT1M" }] },
      { changes: [{ ...paced, occurrence_key: 0, exception_key: "a", shift: "PT1M" }] },
      { changes: [{ ...paced, occurrence_key: -1, shift: "PT1M" }] },
      { changes: [{ added: 3 }] },
      { changes: [{ added: { ...train, speed: 3 } }] },
      { changes: [{ added: { ...train, path: [], schedule: [{ at: "nowhere" }] } }] },
      { changes: [{ ...schedule, train: { ...train, start_time: "noon" } }] },
      { changes: [{ ...paced, train }] },
    ];
    for (const body of bodies) {
      expect(await send(body), JSON.stringify(body)).toMatchObject(invalid);
    }
    const many = Array.from({ length: 1_001 }, () => ({ added: train }));
    expect(await send({ changes: many })).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
    });
  });

  it("as soon as they alone are too many trains, before all of them are made", async () => {
    const { conflict_trains, paced_train_occurrences } = world.services.config.limits;
    const paced = { interval: "PT1S", time_window: `PT${paced_train_occurrences}S` };
    const added = { ...train, paced, exceptions: [] };
    const changes = Array.from({ length: 100 }, () => ({ added }));
    const path = `/timetable/${timetable_id}/what_if?${world.queries[0]}`;
    const { status, json } = await world.call("POST", path, { changes });
    expect(status).toBe(422);
    expect(json.type).toBe("editoast:request:TooManyItems");
    // Not the million that all changes stand for.
    expect(json.context.count).toBeGreaterThan(conflict_trains);
    expect(json.context.count).toBeLessThanOrEqual(conflict_trains + paced_train_occurrences);
  });

  it("for what they change: no such train, none of this timetable, twice the same, out of all years", async () => {
    const schedule = { kind: "train_schedule", id };
    const paced = { kind: "paced_train", id: paced_id };
    const shift = { shift: "PT1M" };
    const cases: readonly (readonly [unknown[], object])[] = [
      [[{ ...schedule, id: 999_999, ...shift }], { status: 404 }],
      [[{ ...schedule, id: other_id, ...shift }], { status: 404 }],
      [[{ ...schedule, id: paced_id, ...shift }], { status: 404 }],
      [[{ ...schedule, train: { ...train, timetable_id: 1 } }], { status: 400 }],
      [[{ ...paced, exception_key: "none", ...shift }], { status: 404 }],
      [
        [{ ...paced, occurrence_key: 999, ...shift }],
        { ...invalid, path: "/changes/0/occurrence_key" },
      ],
      [
        [
          { ...schedule, ...shift },
          { ...schedule, removed: true },
        ],
        { ...invalid, path: "/changes/1" },
      ],
      [
        [
          { ...paced, occurrence_key: 0, ...shift },
          { ...paced, occurrence_key: 0, removed: true },
        ],
        { ...invalid, path: "/changes/1" },
      ],
      [
        [
          { ...paced, ...shift },
          { ...paced, occurrence_key: 0, ...shift },
        ],
        { ...invalid, path: "/changes/1" },
      ],
      [[{ ...schedule, shift: "-PT876000H" }], { status: 200 }],
      [[{ ...schedule, shift: "P36500D" }], { status: 200 }],
    ];
    for (const [changes, expected] of cases) {
      expect(await send({ changes }), JSON.stringify(changes)).toMatchObject(expected);
    }
    const late = { ...train, start_time: "9999-12-31T23:59:00Z" };
    const [{ id: last_id }] = (
      await world.make("POST", `/timetable/${timetable_id}/train_schedules`, [late])
    ).json;
    expect(await send({ changes: [{ ...schedule, id: last_id, shift: "PT2M" }] })).toMatchObject({
      ...invalid,
      path: "/changes/0/shift",
    });
    await world.make("DELETE", "/train_schedule", { ids: [last_id] });
  });

  it("and two occurrences of one paced train may change at once", async () => {
    const paced = { kind: "paced_train", id: paced_id };
    const changes = [
      { ...paced, occurrence_key: 0, shift: "PT1M" },
      { ...paced, occurrence_key: 1, removed: true },
    ];
    const path = `/timetable/${timetable_id}/what_if?${world.queries[0]}`;
    const { trains } = (await world.make("POST", path, { changes })).json;
    expect(trains).toEqual([expect.objectContaining({ status: expect.any(String) }), null]);
  });
});
