// Method: forms with random values go in and are read in every way; races on one record; recorded rolling stocks of ../shared.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../src/platform/root.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { effortCurves, validStock } from "../platform/http/rules/valid_forms.ts";

const RECORDED = join(PROJECT_ROOT, "../shared/reference/rolling_stocks");

const api = opened(startTestApi);

type Json = Record<string, unknown>;

/** Forms that differ in every optional part. */
const form = fc
  .record(
    {
      length: fc.integer({ min: 1, max: 1000 }),
      gamma: fc.record({ type: fc.constantFrom("CONST", "MAX"), value: fc.constantFrom(0.5, 1) }),
      base_power_class: fc.option(fc.constantFrom("1", "5")),
      power_restrictions: fc.dictionary(fc.constantFrom("C1", "C2", "M"), fc.constant("2")),
      supported_signaling_systems: fc.subarray(["BAL", "BAPR", "TVM300", "TVM430", "ETCS_LEVEL2"]),
      primary_category: fc.constantFrom("TRAM_TRAIN", "FREIGHT_TRAIN"),
      other_categories: fc.subarray(["TRAM_TRAIN", "NIGHT_TRAIN"]),
      metadata: fc.constant(null),
      effort_curves: fc.constantFrom(effortCurves(), effortCurves({ speeds: [0, 1, 2] })),
      railjson_version: fc.constant("3.2"),
      id: fc.constant(7),
      version: fc.constant(7),
      liveries: fc.constant([]),
    },
    { requiredKeys: [] },
  )
  .map((change) => change as Json);

const DEFAULTS: Json = { metadata: null, railjson_version: "3.2" };

let name_count = 0;
async function create(change: Json = {}, query = ""): Promise<Json & { id: number }> {
  const name = `stock ${name_count++}`;
  return (await api.make("POST", `/rolling_stock${query}`, validStock({ name, ...change }))).json;
}

describe("a rolling stock", () => {
  it("comes back from creation and from every read as it was sent, what the server sets left out", async () => {
    await fc.assert(
      fc.asyncProperty(form, async (change) => {
        const made = await create(change);
        const { liveries: _, ...known } = change;
        const expected = {
          ...DEFAULTS,
          ...validStock({ ...known, name: made["name"] }),
          id: made.id,
          version: 0,
          locked: false,
        };
        expect(made).toEqual(expected);
        const full = { ...expected, liveries: [] };
        expect((await api.call("GET", `/rolling_stock/${made.id}`)).json).toEqual(full);
        const by_name = `/rolling_stock/name/${encodeURIComponent(String(made["name"]))}`;
        expect((await api.call("GET", by_name)).json).toEqual(full);
      }),
      { seed: 6, numRuns: 100 },
    );
  });

  it("is shown short without its curves and electric times", async () => {
    const made = await create();
    const light = (await api.call("GET", `/light_rolling_stock/${made.id}`)).json;
    const {
      effort_curves: _curves,
      electrical_power_startup_time: _startup,
      raise_pantograph_time: _raise,
      ...rest
    } = made as Json;
    expect(light).toEqual({
      ...rest,
      effort_curves: { modes: { "25000V": { is_electric: true } }, default_mode: "25000V" },
      liveries: [],
    });
    const by_name = `/light_rolling_stock/name/${encodeURIComponent(String(made["name"]))}`;
    expect((await api.call("GET", by_name)).json).toEqual(light);
    const page = (await api.call("GET", "/light_rolling_stock?page_size=1000")).json;
    expect(page.results).toContainEqual(light);
    expect(page.count).toBe(page.results.length);
  });

  it("of thermal modes alone needs no electric times", async () => {
    const curves = effortCurves()["modes"] as Json;
    const mode = { ...(curves["25000V"] as Json), is_electric: false };
    const made = await create({
      effort_curves: { default_mode: "thermal", modes: { thermal: mode } },
      electrical_power_startup_time: undefined,
      raise_pantograph_time: undefined,
    });
    expect(made).toMatchObject({
      electrical_power_startup_time: null,
      raise_pantograph_time: null,
    });
  });

  it("is locked by the query, by the form, or by the query against the form", async () => {
    expect(await create({}, "?locked=true")).toMatchObject({ locked: true });
    expect(await create({ locked: true })).toMatchObject({ locked: true });
    expect(await create({ locked: true }, "?locked=false")).toMatchObject({ locked: false });
  });

  it("raises its version when a change changes something, and only then", async () => {
    const { id, name } = await create();
    const path = `/rolling_stock/${id}`;
    const same = await api.call("PATCH", path, validStock({ name }));
    expect([same.status, same.json.version]).toEqual([200, 0]);
    const other = await api.call("PATCH", path, validStock({ name, length: 401 }));
    expect([other.json.version, other.json.length]).toEqual([1, 401]);
    expect(other.headers["etag"]).toBe('"1"');
    expect((await api.call("GET", path)).json).toEqual(other.json);
  });

  it("is protected by its lock until it is unlocked", async () => {
    const { id, name } = await create();
    const path = `/rolling_stock/${id}`;
    expect((await api.call("PATCH", `${path}/locked`, { locked: true })).status).toBe(204);
    const before = await hashTables(api.services.db);
    const changed = await api.call("PATCH", path, validStock({ name, length: 1 }));
    expect(changed.json).toMatchObject({ status: 409, context: { rolling_stock_id: id } });
    expect((await api.call("DELETE", path)).status).toBe(409);
    expect(await hashTables(api.services.db)).toEqual(before);
    expect((await api.call("PATCH", `${path}/locked`, { locked: false })).status).toBe(204);
    expect((await api.call("DELETE", `${path}?force=true`)).status).toBe(204);
    expect((await api.call("GET", path)).status).toBe(404);
  });

  it("changed by eight at once from one version is changed by one of them", async () => {
    const { id, name } = await create();
    const path = `/rolling_stock/${id}`;
    for (let version = 0; version < 5; version++) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, async (_, i) => {
          const body = validStock({ name, length: 500 + version * 8 + i });
          return await api.call("PATCH", path, body, { "if-match": `"${version}"` });
        }),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 412)).toHaveLength(7);
      expect((await api.call("GET", path)).json.version).toBe(version + 1);
    }
  });

  it("takes a name once, however many ask for it at once", async () => {
    const answers = await Promise.all(
      Array.from(
        { length: 8 },
        async () =>
          await api.call("POST", "/rolling_stock", validStock({ name: "wanted (by all)" })),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 400);
    expect(refused).toHaveLength(7);
    expect(refused[0]?.json).toMatchObject({
      type: "editoast:rollingstocks:NameAlreadyUsed",
      context: { name: "wanted (by all)" },
    });
  });
});

describe("what all rolling stocks have", () => {
  it("is their power restriction codes, and their electric modes beside a network's voltages", async () => {
    await create({ power_restrictions: { Z9: "1", A1: "2" } });
    const codes = (await api.call("GET", "/rolling_stock/power_restrictions")).json as string[];
    expect(codes).toEqual([...new Set(codes)].sort());
    expect(codes).toEqual(expect.arrayContaining(["A1", "C1", "Z9"]));
    const { id } = (await api.make("POST", "/infra", { name: "bare" })).json;
    expect((await api.call("GET", `/infra/${id}/voltages`)).json).toEqual([]);
    const path = `/infra/${id}/voltages?include_rolling_stock_modes=true`;
    expect((await api.call("GET", path)).json).toEqual(["25000V"]);
  });
});

describe("recorded rolling stocks", () => {
  it("are accepted as they are stored elsewhere", async () => {
    if (!existsSync(RECORDED)) {
      console.warn("skipped: ../shared/reference is not there");
      return;
    }
    const files = readdirSync(RECORDED).filter((file) => file.endsWith(".json"));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) {
      const recorded = JSON.parse(readFileSync(join(RECORDED, file), "utf8"));
      const answer = await api.call("POST", "/rolling_stock", recorded);
      expect(answer.status, `${file}: ${answer.text}`).toBe(200);
      expect(answer.json.effort_curves).toEqual(recorded.effort_curves);
    }
  });
});
