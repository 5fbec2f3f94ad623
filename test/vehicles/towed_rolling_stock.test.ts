// Method: records go in and come out as they were sent; races of two planners; access by roles alone.
import { describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { type Json, validTowedStock } from "../platform/http/rules/valid_forms.ts";
import { makeStudyWorld } from "../studies/study_world.ts";

const api = opened(startTestApi);
let count = 0;
const form = (change: Json = {}): Json => validTowedStock({ name: `wagon ${++count}`, ...change });

async function create(given: Json, query = ""): Promise<{ id: number; path: string }> {
  const { id } = (await api.make("POST", `/towed_rolling_stock${query}`, given)).json;
  return { id, path: `/towed_rolling_stock/${id}` };
}

describe("a towed rolling stock", () => {
  it("is created, read and listed as it was sent", async () => {
    const given = form();
    const made = await api.call("POST", "/towed_rolling_stock", given);
    const { id } = made.json;
    const gamma = { type: "CONST", value: given["const_gamma"] };
    const record = { id, version: 0, locked: false, railjson_version: "3.2", ...given, gamma };
    expect([made.status, made.json, made.headers["etag"]]).toEqual([200, record, '"0"']);
    const read = await api.call("GET", `/towed_rolling_stock/${id}`);
    expect([read.json, read.headers["etag"]]).toEqual([record, '"0"']);
    const list = (await api.make("GET", "/towed_rolling_stock?page_size=50")).json;
    expect(list.results.at(-1)).toEqual(record);
    expect(list.count).toBe(list.results.length);
    const beyond = (await api.make("GET", "/towed_rolling_stock?page=9")).json;
    expect(beyond).toMatchObject({ count: list.count, results: [], next: null });
  });

  it("takes its brakes as clients of 2024 send them, and tells both forms", async () => {
    for (const type of ["CONST", "MAX"]) {
      const gamma = { type, value: 0.7 };
      const { path } = await create(form({ const_gamma: undefined, gamma }));
      const told = { const_gamma: 0.7, gamma: { type: "CONST", value: 0.7 } };
      expect((await api.make("GET", path)).json).toMatchObject(told);
      const change = form({ const_gamma: 0.6, gamma: { type, value: 0.6 } });
      const changed = (await api.make("PATCH", path, { ...change, locked: null })).json;
      expect(changed).toMatchObject({ const_gamma: 0.6, gamma: { type: "CONST", value: 0.6 } });
    }
  });

  it("sets no limit without a max_speed, and refuses keys that it does not know", async () => {
    const { path } = await create(form({ max_speed: undefined }));
    const { json } = await api.make("GET", path);
    expect(json.max_speed).toBeNull();
    const coloured = await api.call("POST", "/towed_rolling_stock", form({ colour: "red" }));
    expect(coloured.json).toMatchObject({ status: 422, context: { path: "/colour" } });
  });

  it("has a version that counts changes, and only those", async () => {
    const given = form();
    const { path } = await create(given);
    expect((await api.make("PATCH", path, given)).json.version).toBe(0);
    const heavier = await api.make("PATCH", path, { ...given, mass: 30_000 });
    expect(heavier.json).toMatchObject({ version: 1, mass: 30_000 });
    expect((await api.make("GET", path)).json).toEqual(heavier.json);
  });

  it("keeps one of two planners from overwriting the other", async () => {
    const given = form();
    const { path } = await create(given);
    const answers = await Promise.all(
      // Neither is what is stored: that would change nothing, and the other be no overwriting.
      [10_000, 15_000].map(
        async (mass) => await api.call("PATCH", path, { ...given, mass }, { "if-match": '"0"' }),
      ),
    );
    expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 412]);
    const stale = answers.find(({ status }) => status === 412);
    expect(stale?.json.context).toEqual({ current: 1 });
  });

  it("can't be changed while it is locked, by the query or the form or afterwards", async () => {
    const given = form({ locked: false });
    const { path, id } = await create(given, "?locked=true");
    const refused = await api.call("PATCH", path, given);
    expect([refused.status, refused.json.type]).toEqual([
      409,
      "editoast:towedrollingstocks:IsLocked",
    ]);
    expect(refused.json.context).toEqual({ towed_rolling_stock_id: id });
    expect((await api.call("PATCH", `${path}/locked`, { locked: false })).status).toBe(204);
    expect((await api.make("PATCH", path, { ...given, locked: true })).json.locked).toBe(true);
    expect((await api.call("PATCH", path, given)).status).toBe(409);
  });

  it("is read with rolling-stock:read and changed with rolling-stock:write", async () => {
    const world = await makeStudyWorld();
    const reader = await world.actor("reader", "operational-studies-reader");
    const writer = await world.actor("writer", "administrator");
    const nobody = await world.actor("nobody", null);
    const { id } = await writer.make("POST", "/towed_rolling_stock", form());
    const path = `/towed_rolling_stock/${id}`;
    for (const read of ["/towed_rolling_stock", path]) {
      expect((await nobody.call("GET", read)).status).toBe(403);
      expect((await reader.call("GET", read)).status).toBe(200);
    }
    for (const [method, target, body] of [
      ["POST", "/towed_rolling_stock", form()],
      ["PATCH", path, form()],
      ["PATCH", `${path}/locked`, { locked: true }],
    ] as const) {
      const refused = await reader.call(method, target, body);
      expect(refused.json.context.required_roles).toEqual(["rolling-stock:write"]);
      expect((await writer.call(method, target, body)).status).toBeLessThan(300);
    }
    await world.close();
  });
});
