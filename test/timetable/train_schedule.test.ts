// Method: property tests with fast-check (what is sent comes back as an independent builder prints it), races, statement counts.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { hashTables } from "../helpers/test_database.ts";
import { type TrainPair, trainPair } from "../helpers/train_arbitraries.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";

const RUNS = { seed: 8601, numRuns: 200 };

let api: TestApi;
let timetable_id: number;
beforeAll(async () => {
  api = await startTestApi();
  timetable_id = await newTimetable();
});
afterAll(async () => {
  await api.close();
});

async function newTimetable(): Promise<number> {
  return (await api.make("POST", "/timetable")).json.timetable_id;
}

interface Created {
  readonly id: number;
}

async function create(trains: readonly unknown[], timetable = timetable_id): Promise<Created[]> {
  return (await api.make("POST", `/timetable/${timetable}/train_schedules`, trains)).json;
}

describe("a train schedule", () => {
  it("comes back from creation, read, list and replacement as it was sent, defaults filled in", async () => {
    const batches = fc.array(trainPair, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (pairs: readonly TrainPair[]) => {
        const timetable = await newTimetable();
        const created = await create(
          pairs.map(({ sent }) => sent),
          timetable,
        );
        const expected = pairs.map(({ echoed }, i) => ({
          id: created[i]?.id,
          timetable_id: timetable,
          ...echoed,
        }));
        expect(created).toEqual(expected);
        for (const record of expected) {
          const path = `/train_schedule/${record.id}`;
          expect((await api.call("GET", path)).json).toEqual(record);
          // What was read can be sent back, id and all, and changes nothing.
          const replaced = await api.call("PUT", path, record);
          expect(replaced.status, replaced.text).toBe(200);
          expect(replaced.json).toEqual(record);
        }
        const list = await api.call("GET", `/timetable/${timetable}/train_schedules`);
        expect(list.json.results).toEqual(expected);
      }),
      RUNS,
    );
  });

  it("is printed with its keys in one order, so equal trains are equal bytes", async () => {
    const [train] = await create([validTrain({ schedule: [] })]);
    const { text } = await api.call("GET", `/train_schedule/${train?.id}`);
    expect(text).toBe(
      `{"id":${train?.id},"timetable_id":${timetable_id},"train_name":"8601","labels":[],` +
        '"rolling_stock_name":"no such stock","start_time":"2024-05-22T08:00:00Z","path":[' +
        '{"id":"a","deleted":false,"uic":87654321,"secondary_code":"BV"},' +
        '{"id":"b","deleted":false,"trigram":"MWS","secondary_code":null},' +
        '{"id":"c","deleted":false,"track":"TH1","offset":4386000}],"schedule":[],' +
        '"margins":{"boundaries":[],"values":["0%"]},"initial_speed":0,"comfort":"STANDARD",' +
        '"constraint_distribution":"MARECO","speed_limit_tag":null,"power_restrictions":[],' +
        '"options":{"use_electrical_profiles":true},"category":null}',
    );
  });

  it("takes text in any script, quotes and line breaks", async () => {
    const name = 'Zürich → 東京 "8601"\n\\é 🚂';
    const [train] = await create([validTrain({ train_name: name, labels: [name] })]);
    const { json } = await api.call("GET", `/train_schedule/${train?.id}`);
    expect(json).toMatchObject({ train_name: name, labels: [name] });
  });

  it("may name a rolling stock that does not exist, one waypoint, and its own timetable again", async () => {
    const path = [{ id: "a", trigram: "MWS" }];
    const [train] = await create([validTrain({ path, schedule: [] })]);
    const body = validTrain({ path, schedule: [], timetable_id });
    expect((await api.call("PUT", `/train_schedule/${train?.id}`, body)).status).toBe(200);
  });
});

describe("a batch", () => {
  it("is created whole or not at all", async () => {
    const before = await hashTables(api.services.db);
    const batch = [...Array.from({ length: 50 }, () => validTrain()), validTrain({ comfort: 1 })];
    const path = `/timetable/${timetable_id}/train_schedules`;
    expect((await api.call("POST", path, batch)).status).toBe(422);
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("of no train is an empty list", async () => {
    expect(await create([])).toEqual([]);
  });

  it("answers in the order of its trains with rising ids", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `train ${i}`);
    const created = await api.make(
      "POST",
      `/timetable/${timetable_id}/train_schedules`,
      names.map((train_name) => validTrain({ train_name })),
    );
    const rows = created.json as { id: number; train_name: string }[];
    expect(rows.map(({ train_name }) => train_name)).toEqual(names);
    expect(rows.every(({ id }, i) => i === 0 || id > (rows[i - 1]?.id ?? id))).toBe(true);
  });

  it("larger than the limit is refused by name and number", async () => {
    const small = await startTestApi({ BATCH_TRAINS: "2" });
    const made = await small.make("POST", "/timetable");
    const path = `/timetable/${made.json.timetable_id}/train_schedules`;
    const answer = await small.call("POST", path, [validTrain(), validTrain(), validTrain()]);
    expect(answer.json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 3, count_max: 2 },
    });
    await small.close();
  });

  it("is deleted whole or not at all, and duplicate ids count once", async () => {
    const [a, b] = await create([validTrain(), validTrain()]);
    const before = await hashTables(api.services.db);
    const half = await api.call("DELETE", "/train_schedule", { ids: [a?.id, 999_999_999] });
    expect(half.status).toBe(404);
    expect(half.json.context).toEqual({ number: 1 });
    expect(await hashTables(api.services.db)).toEqual(before);
    const whole = await api.call("DELETE", "/train_schedule", { ids: [a?.id, b?.id, a?.id] });
    expect(whole.status).toBe(204);
    expect((await api.call("GET", `/train_schedule/${a?.id}`)).status).toBe(404);
  });

  it("deleted by two callers at once is deleted by exactly one of them", async () => {
    for (let round = 0; round < 10; round++) {
      const ids = (await create([validTrain(), validTrain(), validTrain()])).map(({ id }) => id);
      const answers = await Promise.all([
        api.call("DELETE", "/train_schedule", { ids }),
        api.call("DELETE", "/train_schedule", { ids: [...ids].reverse() }),
      ]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404]);
    }
  });
});

describe("an idempotency key", () => {
  const key = (text: string): Record<string, string> => ({ "idempotency-key": text });

  it("makes the same creation happen once, also when asked 16 times at once", async () => {
    const timetable = await newTimetable();
    const path = `/timetable/${timetable}/train_schedules`;
    const body = [validTrain(), validTrain({ train_name: "8602" })];
    const answers = await Promise.all(
      Array.from({ length: 16 }, async () => await api.call("POST", path, body, key("once"))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await api.call("GET", path)).json.count).toBe(2);
  });

  it("with another body or timetable is refused", async () => {
    const path = `/timetable/${await newTimetable()}/train_schedules`;
    const other_path = `/timetable/${await newTimetable()}/train_schedules`;
    await api.call("POST", path, [validTrain()], key("twice"));
    for (const [where, body] of [
      [path, [validTrain({ train_name: "other" })]],
      [other_path, [validTrain()]],
    ] as const) {
      const answer = await api.call("POST", where, body, key("twice"));
      expect(answer.json).toMatchObject({
        status: 422,
        type: "editoast:request:IdempotencyKeyReused",
      });
    }
  });

  it("is not used up by a creation that failed", async () => {
    const unknown = "/timetable/999999999/train_schedules";
    expect((await api.call("POST", unknown, [validTrain()], key("failed"))).status).toBe(404);
    const path = `/timetable/${timetable_id}/train_schedules`;
    expect((await api.call("POST", path, [validTrain()], key("failed"))).status).toBe(200);
  });
});

describe("If-Match", () => {
  it("lets one of many planners through who change the same revision at once", async () => {
    const [train] = await create([validTrain()]);
    const path = `/train_schedule/${train?.id}`;
    for (let round = 0; round < 10; round++) {
      const { headers } = await api.call("GET", path);
      const etag = headers["etag"] ?? "";
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, i) => {
          const body = validTrain({ train_name: `round ${round} planner ${i}` });
          return await api.call("PUT", path, body, { "if-match": etag });
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
      expect((await api.call("GET", path)).text).toBe(winners[0]?.text);
      expect(winners[0]?.headers["etag"]).not.toBe(etag);
    }
  });

  it("absent lets the last one win", async () => {
    const [train] = await create([validTrain()]);
    const path = `/train_schedule/${train?.id}`;
    const first = await api.call("PUT", path, validTrain({ train_name: "first" }));
    const second = await api.call("PUT", path, validTrain({ train_name: "second" }));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await api.call("GET", path)).json.train_name).toBe("second");
  });
});

describe("reads", () => {
  it("of 64 trains in one turn are one statement, each with its own train", async () => {
    const trains = Array.from({ length: 64 }, (_, i) => validTrain({ train_name: `t${i}` }));
    const created = await create(trains);
    const before = api.statements.get("timetable/train_schedule/get") ?? 0;
    const answers = await Promise.all(
      created.map(async ({ id }) => await api.call("GET", `/train_schedule/${id}`)),
    );
    expect(api.statements.get("timetable/train_schedule/get")).toBe(before + 1);
    expect(answers.map(({ json }) => json)).toEqual(created);
  });

  it("of a list come in pages of at most 200 with the seven keys of a page", async () => {
    const timetable = await newTimetable();
    const created = await create(
      Array.from({ length: 7 }, () => validTrain()),
      timetable,
    );
    const path = `/timetable/${timetable}/train_schedules`;
    const { json } = await api.call("GET", `${path}?page=2&page_size=3`);
    expect(json).toEqual({
      count: 7,
      page_size: 3,
      page_count: 3,
      current: 2,
      previous: 1,
      next: 3,
      results: created.slice(3, 6),
    });
    expect((await api.call("GET", `${path}?page=9`)).json).toMatchObject({
      results: [],
      next: null,
    });
  });
});

describe("a timetable", () => {
  it("is created with or without a body, listed with its trains' number, and kept by PUT", async () => {
    for (const body of [undefined, {}, { electrical_profile_set_id: 3 }]) {
      const made = await api.call("POST", "/timetable", body);
      expect(made.status).toBe(201);
      expect(Object.keys(made.json)).toEqual(["timetable_id"]);
    }
    const id = await newTimetable();
    await create([validTrain(), validTrain()], id);
    const record = { timetable_id: id, train_count: 2 };
    const list = (await api.call("GET", "/timetable?page_size=1000")).json;
    expect(list.results).toContainEqual(record);
    expect(list.count).toBe(list.results.length);
    const put = await api.call("PUT", `/timetable/${id}`, { name: "x" });
    expect([put.status, put.json]).toEqual([200, record]);
  });

  it("takes its trains along when it is deleted, and no others", async () => {
    const id = await newTimetable();
    const [doomed] = await create([validTrain()], id);
    const [kept] = await create([validTrain()]);
    expect((await api.call("DELETE", `/timetable/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/train_schedule/${doomed?.id}`)).status).toBe(404);
    expect((await api.call("GET", `/train_schedule/${kept?.id}`)).status).toBe(200);
  });

  it("deleted while trains go in ends without one of them, whoever wins", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await newTimetable();
      const path = `/timetable/${id}/train_schedules`;
      const [created, deleted] = await Promise.all([
        api.call("POST", path, [validTrain()]),
        api.call("DELETE", `/timetable/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(created.status);
      expect((await api.call("GET", path)).status).toBe(404);
    }
  });
});
