// Method: requests; after a deletion every train is compared with what it was, its own category alone taken away.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { pacedTrainPair } from "../helpers/paced_arbitraries.ts";
import { type Json, trainPair } from "../helpers/train_arbitraries.ts";
import { validSubCategory, validTrain } from "../platform/http/rules/valid_forms.ts";
import { makeStudyWorld } from "../studies/study_world.ts";

const api = opened(startTestApi);
const pathOf = (code: string): string => `/sub_category/${encodeURIComponent(code)}`;

describe("a sub-category", () => {
  it("is created, listed by code, replaced and deleted", async () => {
    const rer = validSubCategory();
    const intercity = validSubCategory({ code: "IC", name: "Intercity" });
    for (const body of [rer, intercity]) {
      const made = await api.call("POST", "/sub_category", body);
      expect([made.status, made.json]).toEqual([200, body]);
    }
    const list = await api.call("GET", "/sub_category");
    expect(list.json).toMatchObject({ count: 2, results: [intercity, rer] });
    const changed = validSubCategory({ name: "Express", color: "#000000" });
    const put = await api.call("PUT", "/sub_category/RER", changed);
    expect([put.status, put.json]).toEqual([200, changed]);
    for (const code of ["RER", "IC"]) {
      expect((await api.call("DELETE", pathOf(code))).status).toBe(204);
    }
    expect((await api.call("GET", "/sub_category")).json).toMatchObject({ count: 0, results: [] });
  });

  it("may have any text as its code", async () => {
    for (const code of ["a/b", "é 東京", '"\\', "100%", ")=("]) {
      await api.make("POST", "/sub_category", validSubCategory({ code }));
      const again = await api.call("POST", "/sub_category", validSubCategory({ code }));
      expect(again.json.context).toEqual({ code });
      const put = await api.call("PUT", pathOf(code), validSubCategory({ code, name: "x" }));
      expect(put.json).toEqual(validSubCategory({ code, name: "x" }));
      expect((await api.call("DELETE", pathOf(code))).status).toBe(204);
    }
  });

  it("lets one of two planners through who change the same revision", async () => {
    const made = await api.call("POST", "/sub_category", validSubCategory());
    const etag = { "if-match": made.headers["etag"] ?? "" };
    const answers = await Promise.all(
      ["a", "b"].map(
        async (name) =>
          await api.call("PUT", "/sub_category/RER", validSubCategory({ name }), etag),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
    await api.make("DELETE", "/sub_category/RER");
  });

  it("is read with timetable:read and changed with timetable:write", async () => {
    const world = await makeStudyWorld();
    const reader = await world.actor("reader", "operational-studies-reader");
    const writer = await world.actor("writer");
    const nobody = await world.actor("nobody", null);
    expect((await nobody.call("GET", "/sub_category")).status).toBe(403);
    expect((await reader.call("GET", "/sub_category")).status).toBe(200);
    for (const [method, path] of [
      ["POST", "/sub_category"],
      ["PUT", "/sub_category/RER"],
      ["DELETE", "/sub_category/RER"],
    ] as const) {
      const refused = await reader.call(method, path, validSubCategory());
      expect(refused.json.context.required_roles).toEqual(["timetable:write"]);
      const allowed = await writer.call(method, path, validSubCategory());
      expect(allowed.status, allowed.text).toBeLessThan(300);
    }
    await world.close();
  });
});

const isCategory = (category: unknown, code: string): boolean =>
  (category as Json | null)?.["sub_category_code"] === code;

/** The record without a category of this code, in itself and in its exceptions. */
function without(record: Json, code: string): Json {
  const bare = structuredClone(record);
  if (isCategory(bare["category"], code)) bare["category"] = null;
  for (const exception of (bare["exceptions"] as Json[] | undefined) ?? []) {
    const group = exception["rolling_stock_category"] as Json | undefined;
    if (group !== undefined && isCategory(group["value"], code)) group["value"] = null;
  }
  return bare;
}

describe("the deletion of a sub-category", () => {
  it("takes it from trains, paced trains and exceptions, and changes nothing else", async () => {
    // Codes that look like parts of a record, or need escapes in it.
    const code = fc.constantFrom("RER", '"}', '\\"category":null', "é\n\u0001\u007f", "$1\\0");
    let touched_count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(trainPair, { minLength: 1, maxLength: 4 }),
        fc.array(pacedTrainPair, { minLength: 1, maxLength: 4 }),
        code,
        fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 80, maxLength: 80 }),
        async (trains, paced_trains, doomed, dice) => {
          const next = (): number => dice.pop() ?? 0;
          const categorise = (given: Json): Json => {
            const category =
              next() < 2 ? { sub_category_code: next() < 2 ? doomed : "kept" } : null;
            // a name that looks like the category it must not be taken for
            const train_name = JSON.stringify({ category });
            const exceptions = (given["exceptions"] as Json[] | undefined)?.map((exception) =>
              next() < 2
                ? { ...exception, rolling_stock_category: { value: category } }
                : exception,
            );
            return { ...given, category, train_name, ...(exceptions && { exceptions }) };
          };
          await api.make("POST", "/sub_category", validSubCategory({ code: doomed }));
          const { timetable_id } = (await api.make("POST", "/timetable")).json;
          const path = `/timetable/${timetable_id}`;
          const before = [
            ...(
              await api.make(
                "POST",
                `${path}/train_schedules`,
                trains.map(({ sent }) => categorise(sent)),
              )
            ).json.map((record: Json) => ["train_schedule", record]),
            ...(
              await api.make(
                "POST",
                `${path}/paced_trains`,
                paced_trains.map(({ sent }) => categorise(sent)),
              )
            ).json.map((record: Json) => ["paced_train", record]),
          ] as [string, Json][];
          await api.make("DELETE", pathOf(doomed));
          for (const [kind, record] of before) {
            const expected = without(record, doomed);
            const is_touched = JSON.stringify(expected) !== JSON.stringify(record);
            const read = await api.call("GET", `/${kind}/${String(record["id"])}`);
            const { modified_at } = is_touched ? read.json : record;
            expect(read.json).toEqual({ ...expected, modified_at });
            // whoever read it before can't overwrite it unknowingly
            expect(read.headers["etag"]).toBe(is_touched ? '"2"' : '"1"');
            if (is_touched) touched_count++;
          }
        },
      ),
      { seed: 63, numRuns: 80 },
    );
    expect(touched_count).toBeGreaterThan(100);
  });

  it("is soft: trains may name a code that never was, also after a replacement", async () => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const category = { sub_category_code: "later" };
    const path = `/timetable/${timetable_id}/train_schedules`;
    const [train] = (await api.make("POST", path, [validTrain()])).json;
    await api.make("PUT", `/train_schedule/${train.id}`, validTrain({ category }));
    await api.make("POST", "/sub_category", validSubCategory({ code: "later" }));
    await api.make("DELETE", "/sub_category/later");
    expect((await api.call("GET", `/train_schedule/${train.id}`)).json.category).toBeNull();
  });
});
