// Method: random timetables out and in again, bytes against bytes; tables of malformed documents with a hash of the tables around them; rights by real grants.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startTestApi, type TestApi } from "../helpers/api.ts";
import { openStream } from "../helpers/open_stream.ts";
import { pacedTrainPair } from "../helpers/paced_arbitraries.ts";
import { hashTables } from "../helpers/test_database.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { trainPair } from "../helpers/train_arbitraries.ts";
import { countTries } from "../helpers/tried.ts";
import { MISSING_ID, validTrain } from "../platform/http/rules/valid_forms.ts";

const ROUNDS = countTries({ few: 60, many: 400 });
const FEW_TRAINS = { timetable_trains: 3, timetable_body_bytes: 64 * 1024 };

let api: TestApi;
let strict: TestApi;
beforeAll(async () => {
  [api, strict] = await Promise.all([
    startTestApi({ paced_train_occurrences: 100 }),
    startTestApi(FEW_TRAINS),
  ]);
});
afterAll(async () => {
  await Promise.all([api.close(), strict.close()]);
});

async function makeTimetable(on = api): Promise<number> {
  return (await on.make("POST", "/timetable")).json.timetable_id;
}

async function exportText(timetable_id: number, on = api): Promise<string> {
  return (await on.make("GET", `/timetable/${timetable_id}/export?format=json`)).text;
}

async function hashAll(on = api): Promise<Record<string, string>> {
  return await hashTables(on.services.db);
}

const PACED = { paced: { time_window: "PT1H", interval: "PT15M" } };
const train = validTrain();
const paced_train = { ...train, ...PACED };

describe("a timetable that is exported and imported", () => {
  it("is the same bytes again, whatever its trains, their exceptions and their spelling", async () => {
    const timetable = fc.record({
      trains: fc.array(trainPair, { maxLength: 4 }),
      paced_trains: fc.array(pacedTrainPair, { maxLength: 3 }),
    });
    await fc.assert(
      fc.asyncProperty(timetable, async ({ trains, paced_trains }) => {
        const source = await makeTimetable();
        const sent = {
          version: 1,
          train_schedules: trains.map((pair) => pair.sent),
          paced_trains: paced_trains.map((pair) => pair.sent),
        };
        await api.make("POST", `/timetable/${source}/train_schedules`, sent.train_schedules);
        await api.make("POST", `/timetable/${source}/paced_trains`, sent.paced_trains);
        const document = await exportText(source);
        expect(JSON.parse(document)).toEqual({
          version: 1,
          train_schedules: trains.map((pair) => pair.echoed),
          paced_trains: paced_trains.map((pair) => pair.echoed),
        });
        for (const given of [document, JSON.stringify(sent)]) {
          const target = await makeTimetable();
          const { json } = await api.make("POST", `/timetable/${target}/import`, JSON.parse(given));
          expect(json.train_schedule_ids).toHaveLength(trains.length);
          expect(json.paced_train_ids).toHaveLength(paced_trains.length);
          expect(await exportText(target)).toBe(document);
        }
        expect(await exportText(source)).toBe(document);
      }),
      { numRuns: ROUNDS },
    );
  });

  it("comes back over many pages, in the order of creation", async () => {
    const source = await makeTimetable();
    const named = (prefix: string) => (_: unknown, i: number) => ({ train_name: `${prefix}${i}` });
    const trains = Array.from({ length: 1_203 }, named("t")).map((own) => ({ ...train, ...own }));
    const paced_trains = Array.from({ length: 507 }, named("p")).map((own) => ({
      ...paced_train,
      ...own,
    }));
    const document = { version: 1, train_schedules: trains, paced_trains };
    const { json } = await api.make("POST", `/timetable/${source}/import`, document);
    const exported = await exportText(source);
    const names = (list: readonly { train_name: string }[]): string[] =>
      list.map(({ train_name }) => train_name);
    const { train_schedules, paced_trains: paced } = JSON.parse(exported);
    expect(names(train_schedules)).toEqual(names(trains));
    expect(names(paced)).toEqual(names(paced_trains));
    const last = await api.make("GET", `/paced_train/${json.paced_train_ids[506]}`);
    expect(last.json).toMatchObject({ train_name: "p506", timetable_id: source });
    const target = await makeTimetable();
    await api.make("POST", `/timetable/${target}/import`, JSON.parse(exported));
    expect(await exportText(target)).toBe(exported);
  });

  it("adds to what the other timetable holds", async () => {
    const target = await makeTimetable();
    const one = { version: 1, train_schedules: [train] };
    await api.make("POST", `/timetable/${target}/import`, one);
    await api.make("POST", `/timetable/${target}/import`, {
      version: 1,
      paced_trains: [paced_train],
    });
    await api.make("POST", `/timetable/${target}/import`, { version: 1 });
    await api.make("POST", `/timetable/${target}/import`, one);
    const { train_schedules, paced_trains } = JSON.parse(await exportText(target));
    expect([train_schedules.length, paced_trains.length]).toEqual([2, 1]);
  });

  it("finds its sub-categories again: deleting one takes it from imported trains too", async () => {
    const code = "imported";
    const sub_category = { name: "x", main_category: "TRAM_TRAIN", color: "#123456" };
    await api.make("POST", "/sub_category", { code, ...sub_category });
    const target = await makeTimetable();
    const category = { sub_category_code: code };
    const exceptions = [{ key: "k", rolling_stock_category: { value: category } }];
    await api.make("POST", `/timetable/${target}/import`, {
      version: 1,
      train_schedules: [{ ...train, category }],
      paced_trains: [{ ...paced_train, exceptions }],
    });
    await api.make("DELETE", `/sub_category/${code}`);
    const exported = await exportText(target);
    expect(exported).not.toContain(code);
    const copy = await makeTimetable();
    await api.make("POST", `/timetable/${copy}/import`, JSON.parse(exported));
    expect(await exportText(copy)).toBe(exported);
  });
});

describe("an import", () => {
  const bad_train = { ...train, start_time: "tomorrow" };
  const MALFORMED: readonly (readonly [string, unknown, number, string | null])[] = [
    ["a list", [], 422, ""],
    ["text that is no JSON", '{"version":1', 400, null],
    ["text that is no UTF-8", Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x7d]), 400, null],
    ["nesting without end", "[".repeat(5000), 400, null],
    ["no version", { train_schedules: [train] }, 422, "/version"],
    ["another version", { version: 3 }, 422, "/version"],
    ["an unknown key", { version: 1, "tra/ins": [] }, 422, "/tra~1ins"],
    ["a list that is none", { version: 1, train_schedules: {} }, 422, "/train_schedules"],
    ["null for a list", { version: 1, paced_trains: null }, 422, "/paced_trains"],
    [
      "an item that is no train",
      { version: 1, train_schedules: [train, 7] },
      422,
      "/train_schedules/1",
    ],
    [
      "one bad train among good ones",
      { version: 1, train_schedules: [train, train, bad_train], paced_trains: [paced_train] },
      422,
      "/train_schedules/2/start_time",
    ],
    [
      "a train with an id",
      { version: 1, train_schedules: [{ id: 1, ...train }] },
      422,
      "/train_schedules/0/id",
    ],
    [
      "a bad paced train behind good trains",
      { version: 1, train_schedules: [train], paced_trains: [paced_train, train] },
      422,
      "/paced_trains/1/paced",
    ],
    [
      "an exception of an occurrence that is none",
      {
        version: 1,
        paced_trains: [{ ...paced_train, exceptions: [{ key: "k", occurrence_index: 4 }] }],
      },
      422,
      "/paced_trains/0/exceptions/0/occurrence_index",
    ],
    [
      "a number beyond all, where null would be right",
      JSON.stringify({ version: 1, train_schedules: [{ ...train, speed_limit_tag: "@" }] }).replace(
        '"@"',
        "1e999",
      ),
      422,
      "/train_schedules/0",
    ],
    [
      "a paced train that stands for too many",
      {
        version: 1,
        paced_trains: [{ ...train, paced: { time_window: "PT101M", interval: "PT1M" } }],
      },
      422,
      null,
    ],
  ];

  it.each(MALFORMED)("of %s is refused and changes nothing", async (_what, body, status, path) => {
    const timetable_id = await makeTimetable();
    const before = await hashAll();
    const headers = { "content-type": "application/json", "idempotency-key": "malformed" };
    const answer = await api.call("POST", `/timetable/${timetable_id}/import`, body, headers);
    expect(answer.status, answer.text).toBe(status);
    if (path !== null) expect(answer.json.context.path).toBe(path);
    expect(await hashAll()).toEqual(before);
  });

  it("tells at most twenty faults", async () => {
    const timetable_id = await makeTimetable();
    const document = { version: 1, train_schedules: Array.from({ length: 50 }, () => bad_train) };
    const answer = await api.call("POST", `/timetable/${timetable_id}/import`, document);
    expect(answer.json.context.faults).toHaveLength(20);
    expect(answer.json.context.faults[19].path).toBe("/train_schedules/19/start_time");
  });

  it("of more trains than allowed, or of a larger body, is refused", async () => {
    const timetable_id = await makeTimetable(strict);
    const before = await hashAll(strict);
    const path = `/timetable/${timetable_id}/import`;
    const full = { version: 1, train_schedules: [train, train], paced_trains: [paced_train] };
    const one_more = { ...full, train_schedules: [train, train, train] };
    expect((await strict.call("POST", path, one_more)).json.context).toEqual({
      count: 4,
      count_max: 3,
    });
    const large = { ...full, paced_trains: [{ ...paced_train, labels: ["x".repeat(65_000)] }] };
    expect((await strict.call("POST", path, large)).status).toBe(413);
    expect(await hashAll(strict)).toEqual(before);
    expect((await strict.call("POST", path, full)).status).toBe(200);
  });

  it("into no timetable is 404 and leaves nothing", async () => {
    const before = await hashAll();
    for (const document of [
      { version: 1 },
      { version: 1, train_schedules: [train] },
      { version: 1, paced_trains: [paced_train] },
    ]) {
      const answer = await api.call("POST", `/timetable/${MISSING_ID}/import`, document);
      expect(answer.status).toBe(404);
      expect(answer.json.type).toBe("editoast:timetable:NotFound");
    }
    expect(await hashAll()).toEqual(before);
  });

  it("with an idempotency key happens once, and another body with it is refused", async () => {
    const timetable_id = await makeTimetable();
    const path = `/timetable/${timetable_id}/import`;
    const document = { version: 1, train_schedules: [train, train], paced_trains: [paced_train] };
    const headers = { "idempotency-key": "once" };
    const first = await api.call("POST", path, document, headers);
    expect(first.json.train_schedule_ids).toHaveLength(2);
    const exported = await exportText(timetable_id);
    const [second, third] = await Promise.all([
      api.call("POST", path, document, headers),
      api.call("POST", path, document, headers),
    ]);
    expect(second.text).toBe(first.text);
    expect(third.text).toBe(first.text);
    expect(await exportText(timetable_id)).toBe(exported);
    const other = { ...document, train_schedules: [train] };
    const refused = await api.call("POST", path, other, headers);
    expect([refused.status, refused.json.type]).toEqual([
      422,
      "editoast:request:IdempotencyKeyReused",
    ]);
    const elsewhere = await makeTimetable();
    const moved = await api.call("POST", `/timetable/${elsewhere}/import`, document, headers);
    expect(moved.status).toBe(422);
    expect(JSON.parse(await exportText(elsewhere)).train_schedules).toEqual([]);
  });

  it("that is no JSON by its content type is 415", async () => {
    const timetable_id = await makeTimetable();
    const answer = await api.call("POST", `/timetable/${timetable_id}/import`, "{}", {
      "content-type": "text/plain",
    });
    expect(answer.status).toBe(415);
  });
});

describe("an export", () => {
  it("in another format is refused, with the place of the times", async () => {
    const timetable_id = await makeTimetable();
    const answer = await api.call("GET", `/timetable/${timetable_id}/export?format=pdf`);
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain("/timetable/{timetable_id}/times");
  });

  it("of an empty timetable is an empty document, without a format too", async () => {
    const timetable_id = await makeTimetable();
    const { text } = await api.make("GET", `/timetable/${timetable_id}/export`);
    expect(text).toBe('{"version":1,"train_schedules":[],"paced_trains":[]}');
  });

  it("of no timetable is 404, as are its times and summaries", async () => {
    const infra = (await api.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON)).json.infra;
    for (const tail of ["export", `times?infra=${infra}`, `simulations_summary?infra=${infra}`]) {
      const answer = await api.call("GET", `/timetable/${MISSING_ID}/${tail}`);
      expect(answer.json.type).toBe("editoast:timetable:NotFound");
    }
  });

  it("breaks off when the timetable is deleted meanwhile", async () => {
    const timetable_id = await makeTimetable();
    const trains = Array.from({ length: 1_100 }, () => train);
    await api.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
    const { body } = await openStream(api.services, `/timetable/${timetable_id}/export`);
    await body.next();
    await api.make("DELETE", `/timetable/${timetable_id}`);
    const readOn = async (): Promise<void> => {
      while ((await body.next()).done !== true);
    };
    await expect(readOn()).rejects.toThrow("the timetable was deleted meanwhile");
  });
});
