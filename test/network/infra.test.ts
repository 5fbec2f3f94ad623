// Method: a network drawn by hand goes in and out over HTTP; every answer is compared with what the drawing says.
import { describe, expect, it } from "vitest";
import { deleteLeftovers, insertContent } from "../../src/network/infra/content.queries.ts";
import { chunkObjects } from "../../src/network/infra/object_chunks.ts";
import { parseRailjson } from "../../workers/tasks/network/parse_railjson.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { TINY_RAILJSON } from "../helpers/tiny_railjson.ts";
import { validPathfinding } from "../platform/http/rules/valid_forms.ts";

const api = opened(startTestApi);

async function importInfra(name: string, railjson: unknown, query = ""): Promise<number> {
  const answer = await api.call("POST", `/infra/railjson?name=${name}${query}`, railjson);
  expect(answer.status, answer.text).toBe(201);
  expect(Object.keys(answer.json)).toEqual(["infra"]);
  return answer.json.infra;
}

const RECORD_KEYS = [
  "created",
  "generated_version",
  "id",
  "locked",
  "modified",
  "name",
  "railjson_version",
  "state",
  "version",
];

describe("an infrastructure's record", () => {
  it("is created empty, without a state, and then read with exactly nine keys", async () => {
    const made = await api.call("POST", "/infra", { name: "empty" });
    expect(made.status).toBe(201);
    expect(made.json).toMatchObject({
      name: "empty",
      railjson_version: "3.4.12",
      version: "0",
      generated_version: null,
      locked: false,
    });
    expect(made.json).not.toHaveProperty("state");
    const read = await api.call("GET", `/infra/${made.json.id}/`);
    expect(read.status).toBe(200);
    expect(Object.keys(read.json).sort()).toEqual(RECORD_KEYS);
    expect(read.json).toEqual({ ...made.json, state: "CACHED" });
    expect(read.json.created).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  it("is renamed, locked and unlocked", async () => {
    const { id } = (await api.call("POST", "/infra", { name: "before" })).json;
    const renamed = await api.call("PUT", `/infra/${id}`, { name: "after", id: 7 });
    expect(renamed.status).toBe(200);
    expect(renamed.json.name).toBe("after");
    expect((await api.call("POST", `/infra/${id}/lock`)).status).toBe(204);
    expect((await api.call("GET", `/infra/${id}`)).json).toMatchObject({
      name: "after",
      locked: true,
    });
    expect((await api.call("POST", `/infra/${id}/unlock`)).status).toBe(204);
    expect((await api.call("GET", `/infra/${id}`)).json.locked).toBe(false);
  });

  it("that is locked is neither renamed nor deleted", async () => {
    const { id } = (await api.call("POST", "/infra", { name: "kept" })).json;
    await api.call("POST", `/infra/${id}/lock`);
    for (const [method, body] of [
      ["PUT", { name: "other" }],
      ["DELETE", undefined],
    ] as const) {
      const { status, json } = await api.call(method, `/infra/${id}`, body);
      expect(status).toBe(400);
      expect(json).toMatchObject({
        type: "editoast:infra:edition:InfraIsLocked",
        context: { infra_id: id },
      });
    }
    expect((await api.call("GET", `/infra/${id}`)).json.name).toBe("kept");
    await api.call("POST", `/infra/${id}/unlock`);
    expect((await api.call("DELETE", `/infra/${id}`)).status).toBe(204);
    expect((await api.call("DELETE", `/infra/${id}`)).status).toBe(404);
  });

  it("is listed by id in pages of seven keys", async () => {
    const first = (await api.call("GET", "/infra?page_size=1")).json;
    expect(Object.keys(first)).toEqual([
      "count",
      "page_size",
      "page_count",
      "current",
      "previous",
      "next",
      "results",
    ]);
    const all = (await api.call("GET", "/infra?page_size=1000")).json;
    expect(all.results).toHaveLength(first.count);
    expect(Object.keys(all.results[0]).sort()).toEqual(RECORD_KEYS);
    const ids = all.results.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a, b) => a - b));
    const beyond = (await api.call("GET", `/infra?page=99&page_size=5`)).json;
    expect(beyond).toMatchObject({ count: first.count, results: [], next: null, previous: 98 });
  });

  it("is deleted, after which it is not found", async () => {
    const id = await importInfra("doomed", TINY_RAILJSON);
    expect((await api.call("DELETE", `/infra/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/infra/${id}`)).status).toBe(404);
    expect((await api.call("DELETE", `/infra/${id}`)).status).toBe(404);
  });
});

describe("RailJSON", () => {
  it("comes out as it went in, with the record's version in a header", async () => {
    const id = await importInfra("tiny", TINY_RAILJSON, "&generate_data=true");
    const out = await api.call("GET", `/infra/${id}/railjson`);
    expect(out.status).toBe(200);
    expect(out.headers["x-infra-version"]).toBe("1");
    expect(out.headers["content-type"]).toBe("application/json");
    expect(out.json).toEqual(TINY_RAILJSON);
    const record = (await api.call("GET", `/infra/${id}`)).json;
    expect(record).toMatchObject({ name: "tiny", version: "1", generated_version: "1" });
  });

  it("of an empty infrastructure has all twelve keys and no object", async () => {
    const { id } = (await api.call("POST", "/infra", { name: "void" })).json;
    const out = (await api.call("GET", `/infra/${id}/railjson`)).json;
    expect(Object.keys(out).sort()).toEqual(Object.keys(TINY_RAILJSON).sort());
    const lists = Object.entries(out).filter(([key]) => key !== "version");
    expect(lists.every(([, list]) => Array.isArray(list) && list.length === 0)).toBe(true);
  });

  it("of many objects keeps their order across chunks", async () => {
    const [model] = TINY_RAILJSON["track_sections"] as Record<string, unknown>[];
    const tracks = Array.from({ length: 2500 }, (_, i) => ({ ...model, id: `t${2500 - i} "é\\` }));
    const big = { ...empty(), track_sections: tracks };
    const id = await importInfra("big", big);
    expect((await api.call("GET", `/infra/${id}/railjson`)).json).toEqual(big);
  });

  it("that is refused leaves no content behind", async () => {
    const count = async (): Promise<unknown> =>
      await api.services.db.run("select count(*)::int as n from infra_content");
    const before = await count();
    const wrong = { ...TINY_RAILJSON, signals: [{ id: "s" }] };
    expect((await api.call("POST", "/infra/railjson?name=x", wrong)).status).toBe(422);
    expect(await count()).toEqual(before);
  });

  it("is cut into chunks that hold every object once, in order", () => {
    const [model] = TINY_RAILJSON["detectors"] as Record<string, unknown>[];
    const detectors = Array.from({ length: 3333 }, (_, i) => ({ ...model, id: `d${i}` }));
    const bytes = new TextEncoder().encode(JSON.stringify({ ...TINY_RAILJSON, detectors }));
    const parsed = parseRailjson({ body: bytes.buffer as ArrayBuffer });
    if (parsed.kind !== "parsed") throw new Error("not parsed");
    const byType = new Map<number, string[]>();
    for (const chunk of chunkObjects(parsed.objects)) {
      const texts = byType.get(chunk.object_type) ?? [];
      expect(chunk.first_ordinal).toBe(texts.length);
      expect(chunk.railjson.length).toBeGreaterThan(0);
      byType.set(chunk.object_type, [...texts, ...chunk.railjson]);
    }
    expect(byType.get(6)?.map((text) => JSON.parse(text))).toEqual(detectors);
    const total = [...byType.values()].reduce((sum, texts) => sum + texts.length, 0);
    expect(total).toBe(parsed.objects.type_codes.length);
  });

  it("leftovers of an import that did not end are removed, younger ones stay", async () => {
    const { db } = api.services;
    const id = await insertContent(db, "3.4.12", 5);
    const isThere = async (): Promise<boolean> =>
      (await db.run("select 1 as one from infra_content where id = $1", [id])).length === 1;
    await deleteLeftovers(db, 3600, {});
    expect(await isThere()).toBe(true);
    await deleteLeftovers(db, 0, {});
    expect(await isThere()).toBe(false);
  });
});

function empty(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(TINY_RAILJSON).map(([key, value]) => [key, Array.isArray(value) ? [] : value]),
  );
}

describe("a clone", () => {
  it("equals its source and outlives it", async () => {
    const id = await importInfra("source", TINY_RAILJSON, "&generate_data=true");
    const cloned = await api.call("POST", `/infra/${id}/clone?name=copy`);
    expect(cloned.status).toBe(200);
    const clone_id = cloned.json as number;
    const [source, copy] = await Promise.all(
      [id, clone_id].map(async (each) => (await api.call("GET", `/infra/${each}`)).json),
    );
    const { id: _id, name, created: _c, modified: _m, ...rest } = copy;
    expect(name).toBe("copy");
    expect(source).toMatchObject(rest);
    expect((await api.call("DELETE", `/infra/${id}`)).status).toBe(204);
    expect((await api.call("GET", `/infra/${clone_id}/railjson`)).json).toEqual(TINY_RAILJSON);
    expect((await api.call("DELETE", `/infra/${clone_id}`)).status).toBe(204);
    const { db } = api.services;
    const left = await db.run<{ n: number }>(
      "select count(*)::int as n from infra_content c where not exists (select from infra where content_id = c.id)",
    );
    expect(left[0]?.n, "contents that no infrastructure uses").toBe(0);
  });

  it("made and deleted by twenty callers at once leaves neither content nor error", async () => {
    const id = await importInfra("contested", TINY_RAILJSON);
    const cycles = Array.from({ length: 20 }, async () => {
      const { status, json } = await api.call("POST", `/infra/${id}/clone?name=c`);
      expect(status).toBe(200);
      return (await api.call("DELETE", `/infra/${json}`)).status;
    });
    expect(new Set(await Promise.all(cycles))).toEqual(new Set([204]));
    expect((await api.call("GET", `/infra/${id}/railjson`)).json).toEqual(TINY_RAILJSON);
    expect((await api.call("DELETE", `/infra/${id}`)).status).toBe(204);
  });
});

describe("what is found in a network", () => {
  it("is its tags and voltages by code point, and all switch types", async () => {
    const switch_type = {
      id: "triple",
      ports: ["A", "B", "C"],
      groups: { G: [{ src: "A", dst: "B" }] },
    };
    const wire = (TINY_RAILJSON["electrifications"] as Record<string, unknown>[])[0];
    const id = await importInfra("names", {
      ...TINY_RAILJSON,
      extended_switch_types: [switch_type],
      electrifications: [wire, { ...wire, id: "w2", voltage: "1500V" }],
    });
    const get = async (path: string): Promise<unknown> =>
      (await api.call("GET", `/infra/${id}/${path}`)).json;
    expect(await get("speed_limit_tags")).toEqual(["E32C", "MA100"]);
    expect(await get("voltages")).toEqual(["1500V", "25000V"]);
    const types = (await get("switch_types")) as { id: string; ports: string[] }[];
    expect(types.map((type) => type.id)).toEqual([
      "link",
      "point_switch",
      "crossing",
      "single_slip_switch",
      "double_slip_switch",
      "triple",
    ]);
    expect(types.at(-1)).toEqual(switch_type);
    const everywhere = (await api.call("GET", "/infra/voltages")).json;
    expect(everywhere).toEqual(["1500V", "25000V"]);
  });
});

describe("faults", () => {
  it("are listed with their kind, filtered by level, type and object", async () => {
    const detectors = [{ id: "lost", track: "no such track", position: 3 }];
    const id = await importInfra("faulty", {
      ...TINY_RAILJSON,
      detectors: [...(TINY_RAILJSON["detectors"] as unknown[]), ...detectors],
    });
    const list = async (query: string): Promise<{ count: number; results: unknown[] }> =>
      (await api.call("GET", `/infra/${id}/errors?${query}`)).json;
    const all = await list("");
    const lost = {
      information: {
        obj_id: "lost",
        obj_type: "Detector",
        field: "track",
        is_warning: false,
        error_type: "invalid_reference",
        reference: { type: "TrackSection", obj_id: "no such track" },
      },
    };
    expect(all.results).toContainEqual(lost);
    expect((await list("object_id=lost")).results).toContainEqual(lost);
    expect((await list("level=errors&error_type=invalid_reference")).results).toContainEqual(lost);
    expect((await list("level=warnings")).results).not.toContainEqual(lost);
    const [errors, warnings] = [await list("level=errors"), await list("level=warnings")];
    expect(errors.count + warnings.count).toBe(all.count);
  });

  it("that forbid compiling make the state ERROR, and derived calls tell the first of them", async () => {
    const routes = (TINY_RAILJSON["routes"] as Record<string, unknown>[]).map((route) => ({
      ...route,
      entry_point: { type: "Detector", id: "no such detector" },
    }));
    const id = await importInfra("broken", { ...TINY_RAILJSON, routes });
    expect((await api.call("GET", `/infra/${id}`)).json.state).toBe("ERROR");
    expect((await api.call("POST", `/infra/${id}/load`)).status).toBe(204);
    const path = `/infra/${id}/pathfinding/blocks`;
    const answer = await api.call("POST", path, validPathfinding());
    expect(answer.status).toBe(400);
    expect(answer.json.type).toBe("editoast:infra:NotUsable");
    expect(answer.json.context.faults.length).toBeGreaterThan(0);
    expect(answer.json.context.faults[0]).toMatchObject({ object_type: "Route" });
  });
});
