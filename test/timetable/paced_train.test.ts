// Method: property tests with fast-check (what is sent comes back as an independent builder prints it), races.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { pacedTrainPair } from "../helpers/paced_arbitraries.ts";
import { hashTables } from "../helpers/test_database.ts";
import type { TrainPair } from "../helpers/train_arbitraries.ts";
import { validPacedTrain, validStock, validTrain } from "../platform/http/rules/valid_forms.ts";

const RUNS = { seed: 907, numRuns: 150 };

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

async function create(paced: readonly unknown[], timetable = timetable_id): Promise<Created[]> {
  return (await api.make("POST", `/timetable/${timetable}/paced_trains`, paced)).json;
}

describe("a paced train", () => {
  it("comes back from creation, read, list and replacement as it was sent, defaults filled in", async () => {
    const batches = fc.array(pacedTrainPair, { minLength: 1, maxLength: 4 });
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
          const path = `/paced_train/${record.id}`;
          const read = await api.call("GET", path);
          expect(read.json).toEqual(record);
          // What was read can be sent back, id and all, and changes nothing.
          const replaced = await api.call("PUT", path, record);
          expect(replaced.status, replaced.text).toBe(200);
          expect(replaced.text).toEqual(read.text);
        }
        const list = await api.call("GET", `/timetable/${timetable}/paced_trains`);
        expect(list.json.results).toEqual(expected);
      }),
      RUNS,
    );
  });

  it("is printed with its keys in one order, so equal paced trains are equal bytes", async () => {
    const exceptions = [{ disabled: true, labels: {}, occurrence_index: 0, key: "k" }];
    const [one] = await create([validPacedTrain({ schedule: [], exceptions })]);
    const { text } = await api.call("GET", `/paced_train/${one?.id}`);
    expect(text.slice(text.indexOf('"category"'))).toBe(
      '"category":null,"paced":{"time_window":"PT3600S","interval":"PT900S"},' +
        '"exceptions":[{"key":"k","occurrence_index":0,"disabled":true,"labels":{"value":[]}}]}',
    );
  });

  it("has no exceptions when none are given, and no occurrence in a short window", async () => {
    const paced = { time_window: "PT1M", interval: "PT1H" };
    const [one] = await create([validPacedTrain({ exceptions: undefined, paced })]);
    const { json } = await api.call("GET", `/paced_train/${one?.id}`);
    expect(json).toMatchObject({
      exceptions: [],
      paced: { time_window: "PT60S", interval: "PT3600S" },
    });
  });

  it("may be as large on replacement as it was in its batch", async () => {
    const labels = Array.from({ length: 1000 }, () => "x".repeat(2000));
    const [one] = await create([validPacedTrain({ labels })]);
    const path = `/paced_train/${one?.id}`;
    expect((await api.call("PUT", path, validPacedTrain({ labels }))).status).toBe(200);
  });
});

describe("a batch of paced trains", () => {
  it("is created whole or not at all", async () => {
    const before = await hashTables(api.services.db);
    const batch = [validPacedTrain(), validPacedTrain({ paced: {} })];
    const path = `/timetable/${timetable_id}/paced_trains`;
    expect((await api.call("POST", path, batch)).status).toBe(422);
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("of none is an empty list", async () => {
    expect(await create([])).toEqual([]);
  });

  it("is deleted whole or not at all, by both paths, and never a train schedule with it", async () => {
    for (const path of ["/paced_trains", "/paced_train"]) {
      const [a, b] = await create([validPacedTrain(), validPacedTrain()]);
      const trains = `/timetable/${timetable_id}/train_schedules`;
      const [train] = (await api.make("POST", trains, [validTrain()])).json;
      const before = await hashTables(api.services.db);
      for (const other of [999_999_999, train.id]) {
        const half = await api.call("DELETE", path, { ids: [a?.id, other] });
        expect([half.status, half.json.context]).toEqual([404, { count: 1 }]);
      }
      expect(await hashTables(api.services.db)).toEqual(before);
      const whole = await api.call("DELETE", path, { ids: [a?.id, b?.id, a?.id] });
      expect(whole.status).toBe(204);
      expect((await api.call("GET", `/paced_train/${a?.id}`)).status).toBe(404);
    }
  });

  it("deleted by two callers at once is deleted by exactly one of them", async () => {
    for (let round = 0; round < 10; round++) {
      const batch = [validPacedTrain(), validPacedTrain(), validPacedTrain()];
      const ids = (await create(batch)).map(({ id }) => id);
      const answers = await Promise.all([
        api.call("DELETE", "/paced_trains", { ids }),
        api.call("DELETE", "/paced_trains", { ids: [...ids].reverse() }),
      ]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404]);
    }
  });

  it("is created once by an idempotency key, and train schedules are another body", async () => {
    const timetable = await newTimetable();
    const path = `/timetable/${timetable}/paced_trains`;
    const key = { "idempotency-key": "paced-once" };
    const body = [validPacedTrain(), validPacedTrain({ train_name: "8602" })];
    const answers = await Promise.all(
      Array.from({ length: 16 }, async () => await api.call("POST", path, body, key)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await api.call("GET", path)).json.count).toBe(2);
    const other = await api.call("POST", `/timetable/${timetable}/train_schedules`, [], key);
    expect(other.json).toMatchObject({ type: "editoast:request:IdempotencyKeyReused" });
  });

  it("larger than the limit, or of one that is too often, is refused by number", async () => {
    const small = await startTestApi({ BATCH_TRAINS: "2", PACED_TRAIN_OCCURRENCES: "7" });
    const made = await small.make("POST", "/timetable");
    const path = `/timetable/${made.json.timetable_id}/paced_trains`;
    const three = [validPacedTrain(), validPacedTrain(), validPacedTrain()];
    expect((await small.call("POST", path, three)).json.context).toEqual({
      count: 3,
      count_max: 2,
    });
    const often = validPacedTrain({ paced: { time_window: "PT75M", interval: "PT15M" } });
    expect((await small.call("POST", path, [validPacedTrain(), often])).json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 8, count_max: 7, index: 1 },
    });
    expect((await small.call("POST", path, [validPacedTrain()])).status).toBe(200);
    await small.close();
  });
});

describe("If-Match on a paced train", () => {
  it("lets one of many planners through who change the same revision at once", async () => {
    const [one] = await create([validPacedTrain()]);
    const path = `/paced_train/${one?.id}`;
    for (let round = 0; round < 10; round++) {
      const { headers } = await api.call("GET", path);
      const etag = headers["etag"] ?? "";
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, i) => {
          const body = validPacedTrain({ train_name: `round ${round} planner ${i}` });
          return await api.call("PUT", path, body, { "if-match": etag });
        }),
      );
      const winners = answers.filter(({ status }) => status === 200);
      expect(winners).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 412)).toHaveLength(7);
      expect((await api.call("GET", path)).text).toBe(winners[0]?.text);
    }
  });
});

describe("a timetable with paced trains", () => {
  it("counts each once, lists them in pages, and takes them along when it is deleted", async () => {
    const id = await newTimetable();
    const created = await create(
      Array.from({ length: 7 }, () => validPacedTrain()),
      id,
    );
    await api.make("POST", `/timetable/${id}/train_schedules`, [validTrain(), validTrain()]);
    const timetables = (await api.call("GET", "/timetable?page_size=1000")).json.results;
    expect(timetables).toContainEqual({ timetable_id: id, train_count: 9 });
    expect((await api.call("PUT", `/timetable/${id}`, {})).json.train_count).toBe(9);
    const path = `/timetable/${id}/paced_trains`;
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
    expect((await api.call("GET", `${path}?page=9`)).json).toMatchObject({ results: [] });
    expect((await api.call("DELETE", `/timetable/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/paced_train/${created[0]?.id}`)).status).toBe(404);
  });

  it("deleted while paced trains go in ends without one of them, whoever wins", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await newTimetable();
      const path = `/timetable/${id}/paced_trains`;
      const [created, deleted] = await Promise.all([
        api.call("POST", path, [validPacedTrain()]),
        api.call("DELETE", `/timetable/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(created.status);
      expect((await api.call("GET", path)).status).toBe(404);
    }
  });
});

describe("reads of paced trains", () => {
  it("in one turn are one statement, each with its own paced train", async () => {
    const batch = Array.from({ length: 64 }, (_, i) => validPacedTrain({ train_name: `t${i}` }));
    const created = await create(batch);
    const before = api.statements.get("timetable/paced_train/get") ?? 0;
    const answers = await Promise.all(
      created.map(async ({ id }) => await api.call("GET", `/paced_train/${id}`)),
    );
    expect(api.statements.get("timetable/paced_train/get")).toBe(before + 1);
    expect(answers.map(({ json }) => json)).toEqual(created);
  });
});

describe("a rolling stock that only an exception names", () => {
  it("is used by the scenario of its timetable, counted in it, and deleted by force only", async () => {
    const make = async (path: string, body: unknown): Promise<{ id: number }> =>
      (await api.make("POST", path, body)).json;
    const stock = await make("/rolling_stock", validStock({ name: "of an exception" }));
    const project = await make("/projects", { name: "project" });
    const studies = `/projects/${project.id}/studies`;
    const study = await make(studies, { name: "study", state: "started" });
    const infra = await make("/infra", { name: "bare" });
    const id = await newTimetable();
    const scenarios = `${studies}/${study.id}/scenarios`;
    const scenario = await make(scenarios, { name: "s", infra_id: infra.id, timetable_id: id });
    const rolling_stock = { rolling_stock_name: "of an exception" };
    await create([validPacedTrain({ exceptions: [{ key: "k", rolling_stock }] })], id);
    const usage = (await api.call("GET", `/rolling_stock/${stock.id}/usage`)).json;
    expect(usage).toMatchObject([{ scenario_id: scenario.id }]);
    const shown = (await api.call("GET", `${scenarios}/${scenario.id}`)).json;
    expect(shown.trains_count).toBe(1);
    const path = `/rolling_stock/${stock.id}`;
    expect((await api.call("DELETE", path)).json).toMatchObject({
      status: 409,
      type: "editoast:rollingstocks:IsUsed",
    });
    expect((await api.call("DELETE", `${path}?force=true`)).status).toBe(204);
  });
});
