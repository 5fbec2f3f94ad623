// Method: one table of both kinds of trains; property tests with fast-check (what is sent comes back as an independent builder prints it), races, statement counts.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { pacedTrainPair } from "../helpers/paced_arbitraries.ts";
import { hashTables } from "../helpers/test_database.ts";
import { startTimetableApi } from "../helpers/timetable_api.ts";
import { type TrainPair, trainPair } from "../helpers/train_arbitraries.ts";
import { countTries } from "../helpers/tried.ts";
import { validPacedTrain, validTrain } from "../platform/http/rules/valid_forms.ts";

const RUNS = { seed: 8601, numRuns: countTries({ few: 60, many: 1000 }) };
const PACED_RUNS = { seed: 907, numRuns: countTries({ few: 50, many: 1000 }) };

const KINDS = [
  {
    noun: "train schedule",
    name: "train_schedule",
    pairs: { pair: trainPair, runs: RUNS },
    makeForm: validTrain,
    invalid: { comfort: 1 },
    deletions: ["/train_schedule"],
    missing: "number",
    other: { name: "paced_train", makeForm: validPacedTrain },
  },
  {
    noun: "paced train",
    name: "paced_train",
    pairs: { pair: pacedTrainPair, runs: PACED_RUNS },
    makeForm: validPacedTrain,
    invalid: { paced: {} },
    deletions: ["/paced_trains", "/paced_train"],
    missing: "count",
    other: { name: "train_schedule", makeForm: validTrain },
  },
] as const;
type Kind = (typeof KINDS)[number];

const BY_NOUN = KINDS.map((kind) => [kind.noun, kind] as const);

const api = opened(startTimetableApi);

function listPath({ name }: Pick<Kind, "name">, timetable = api.timetable_id): string {
  return `/timetable/${timetable}/${name}s`;
}

function repeat<Form>(count: number, makeForm: () => Form): Form[] {
  return Array.from({ length: count }, makeForm);
}

const key = (text: string): Record<string, string> => ({ "idempotency-key": text });

describe.each(BY_NOUN)("a %s", (_noun, kind) => {
  it("comes back from creation, read, list and replacement as it was sent, defaults filled in", async () => {
    const { pair, runs } = kind.pairs;
    const batches = fc.array(pair, { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(batches, async (pairs: readonly TrainPair[]) => {
        const timetable = await api.newTimetable();
        const created = await api.create(
          kind.name,
          pairs.map(({ sent }) => sent),
          timetable,
        );
        const expected = pairs.map(({ echoed }, i) => ({
          id: created[i]?.id,
          timetable_id: timetable,
          modified_by: null,
          modified_at: created[i]?.modified_at,
          ...echoed,
        }));
        expect(created).toEqual(expected);
        for (const [i, record] of expected.entries()) {
          const path = `/${kind.name}/${record.id}`;
          const read = await api.call("GET", path);
          expect(read.json).toEqual(record);
          // What was read can be sent back, id and all, and changes nothing.
          const replaced = await api.call("PUT", path, record);
          expect(replaced.status, replaced.text).toBe(200);
          const { modified_at } = replaced.json;
          expect(replaced.text).toEqual(read.text.replace(record.modified_at ?? "", modified_at));
          expected[i] = { ...record, modified_at };
        }
        const list = await api.call("GET", listPath(kind, timetable));
        expect(list.json.results).toEqual(expected);
      }),
      runs,
    );
  });
});

describe.each(BY_NOUN)("a batch of %ss", (_noun, kind) => {
  const { makeForm } = kind;

  it("is created whole or not at all", async () => {
    const before = await hashTables(api.services.db);
    const batch = [...repeat(50, () => makeForm()), makeForm(kind.invalid)];
    expect((await api.call("POST", listPath(kind), batch)).status).toBe(422);
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("of none is an empty list", async () => {
    expect(await api.create(kind.name, [])).toEqual([]);
  });

  it("answers in the order of its trains with rising ids", async () => {
    const names = Array.from({ length: 300 }, (_, i) => `train ${i}`);
    const created = await api.make(
      "POST",
      listPath(kind),
      names.map((train_name) => makeForm({ train_name })),
    );
    const rows = created.json as { id: number; train_name: string }[];
    expect(rows.map(({ train_name }) => train_name)).toEqual(names);
    expect(rows.every(({ id }, i) => i === 0 || id > (rows[i - 1]?.id ?? id))).toBe(true);
  });

  it("larger than the limit is refused by name and number", async () => {
    const small = await startTestApi({ batch_trains: 2 });
    const made = await small.make("POST", "/timetable");
    const path = listPath(kind, made.json.timetable_id);
    const answer = await small.call("POST", path, [makeForm(), makeForm(), makeForm()]);
    expect(answer.json).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 3, count_max: 2 },
    });
    await small.close();
  });

  it("is deleted whole or not at all, by every path, duplicate ids count once, and no train of the other kind goes with it", async () => {
    for (const path of kind.deletions) {
      const [a, b] = await api.create(kind.name, [makeForm(), makeForm()]);
      const [other] = await api.create(kind.other.name, [kind.other.makeForm()]);
      const before = await hashTables(api.services.db);
      for (const missing of [999_999_999, other?.id]) {
        const half = await api.call("DELETE", path, { ids: [a?.id, missing] });
        expect([half.status, half.json.context]).toEqual([404, { [kind.missing]: 1 }]);
      }
      expect(await hashTables(api.services.db)).toEqual(before);
      const whole = await api.call("DELETE", path, { ids: [a?.id, b?.id, a?.id] });
      expect(whole.status).toBe(204);
      expect((await api.call("GET", `/${kind.name}/${a?.id}`)).status).toBe(404);
    }
  });

  it("deleted by two callers at once is deleted by exactly one of them", async () => {
    const [path] = kind.deletions;
    for (let round = 0; round < 10; round++) {
      const ids = (await api.create(kind.name, [makeForm(), makeForm(), makeForm()])).map(
        ({ id }) => id,
      );
      const answers = await Promise.all([
        api.call("DELETE", path, { ids }),
        api.call("DELETE", path, { ids: [...ids].reverse() }),
      ]);
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([204, 404]);
    }
  });
});

describe.each(BY_NOUN)("an idempotency key of %ss", (_noun, kind) => {
  const { makeForm } = kind;

  it("makes the same creation happen once, also when asked 16 times at once", async () => {
    const path = listPath(kind, await api.newTimetable());
    const body = [makeForm(), makeForm({ train_name: "8602" })];
    const answers = await Promise.all(
      Array.from({ length: 16 }, async () => await api.call("POST", path, body, key(kind.name))),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(answers[0]?.status).toBe(200);
    expect((await api.call("GET", path)).json.count).toBe(2);
  });

  it("with another body, timetable or kind is refused", async () => {
    const timetable = await api.newTimetable();
    const path = listPath(kind, timetable);
    const used = key(`${kind.name}-twice`);
    await api.call("POST", path, [makeForm()], used);
    for (const [where, body] of [
      [path, [makeForm({ train_name: "other" })]],
      [listPath(kind, await api.newTimetable()), [makeForm()]],
      [listPath(kind.other, timetable), []],
    ] as const) {
      const answer = await api.call("POST", where, body, used);
      expect(answer.json).toMatchObject({
        status: 422,
        type: "editoast:request:IdempotencyKeyReused",
      });
    }
  });

  it("is not used up by a creation that failed", async () => {
    const failed = key(`${kind.name}-failed`);
    const unknown = listPath(kind, 999_999_999);
    expect((await api.call("POST", unknown, [makeForm()], failed)).status).toBe(404);
    expect((await api.call("POST", listPath(kind), [makeForm()], failed)).status).toBe(200);
  });
});

describe.each(BY_NOUN)("If-Match on a %s", (_noun, kind) => {
  const { makeForm } = kind;

  it("lets one of many planners through who change the same revision at once", async () => {
    const [train] = await api.create(kind.name, [makeForm()]);
    const path = `/${kind.name}/${train?.id}`;
    for (let round = 0; round < 10; round++) {
      const { headers } = await api.call("GET", path);
      const etag = headers["etag"] ?? "";
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, i) => {
          const body = makeForm({ train_name: `round ${round} planner ${i}` });
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
    const [train] = await api.create(kind.name, [makeForm()]);
    const path = `/${kind.name}/${train?.id}`;
    const first = await api.call("PUT", path, makeForm({ train_name: "first" }));
    const second = await api.call("PUT", path, makeForm({ train_name: "second" }));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect((await api.call("GET", path)).json.train_name).toBe("second");
  });

  it("that has gone by tells the kind, the train and its revision", async () => {
    const [train] = await api.create(kind.name, [makeForm()]);
    const path = `/${kind.name}/${train?.id}`;
    const { json } = await api.call("PUT", path, makeForm(), { "if-match": '"7"' });
    expect(json).toMatchObject({ status: 412, context: { current: 1 } });
    const noun = kind.name === "train_schedule" ? "Train schedule" : "Paced train";
    expect(json.message).toBe(`${noun} '${train?.id}' has changed`);
  });
});

describe.each(BY_NOUN)("reads of %ss", (_noun, kind) => {
  const { makeForm } = kind;

  it("of 64 trains in one turn are one statement, each with its own train", async () => {
    const trains = Array.from({ length: 64 }, (_, i) => makeForm({ train_name: `t${i}` }));
    const created = await api.create(kind.name, trains);
    const query = `timetable/${kind.name}/get`;
    const before = api.statements.get(query) ?? 0;
    const answers = await Promise.all(
      created.map(async ({ id }) => await api.call("GET", `/${kind.name}/${id}`)),
    );
    expect(api.statements.get(query)).toBe(before + 1);
    expect(answers.map(({ json }) => json)).toEqual(created);
  });

  it("never find a train of the other kind", async () => {
    const [other] = await api.create(kind.other.name, [kind.other.makeForm()]);
    const path = `/${kind.name}/${other?.id}`;
    const read = await api.call("GET", path);
    const replaced = await api.call("PUT", path, makeForm());
    expect([read.status, replaced.status]).toEqual([404, 404]);
  });

  it("of a list come in pages of at most 200 with the seven keys of a page", async () => {
    const timetable = await api.newTimetable();
    const forms = repeat(7, () => makeForm());
    const created = await api.create(kind.name, forms, timetable);
    // of the other kind, which are in no page of this one
    await api.create(kind.other.name, [kind.other.makeForm()], timetable);
    const path = listPath(kind, timetable);
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

describe.each(BY_NOUN)("a timetable of %ss", (_noun, kind) => {
  const { makeForm } = kind;

  it("takes them along when it is deleted, and no others", async () => {
    const id = await api.newTimetable();
    const [doomed] = await api.create(kind.name, [makeForm()], id);
    const [kept] = await api.create(kind.name, [makeForm()]);
    expect((await api.call("DELETE", `/timetable/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/${kind.name}/${doomed?.id}`)).status).toBe(404);
    expect((await api.call("GET", `/${kind.name}/${kept?.id}`)).status).toBe(200);
  });

  it("deleted while trains go in ends without one of them, whoever wins", async () => {
    for (let round = 0; round < 10; round++) {
      const id = await api.newTimetable();
      const path = listPath(kind, id);
      const [created, deleted] = await Promise.all([
        api.call("POST", path, [makeForm()]),
        api.call("DELETE", `/timetable/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 404]).toContain(created.status);
      expect((await api.call("GET", path)).status).toBe(404);
    }
  });
});
