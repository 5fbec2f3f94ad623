// Method: projects, studies, scenarios and stocks whose texts are as large as they may be, and pages of them that are too large for one answer.
import { beforeAll, describe, expect, it } from "vitest";
import { PAGE_BYTES_MAX } from "../../src/platform/db/query_page.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { type Json, validStock } from "../platform/http/rules/valid_forms.ts";

const TAGS = Array.from({ length: 240 }, (_, i) => `${i} ${"é".repeat(1900)}`);
const RECORDS = 14;
const MODE = {
  is_electric: true,
  default_curve: { speeds: [0, 80], max_efforts: [5, 1] },
  curves: [],
};

const api = opened(startTestApi);
let project_id: number;
let study_id: number;
beforeAll(async () => {
  const study = { name: "s", state: "x" };
  project_id = (await api.make("POST", "/projects", { name: "p" })).json.id;
  study_id = (await api.make("POST", `/projects/${project_id}/studies`, study)).json.id;
  await each((i) => api.make("POST", "/projects", { name: `p${i}`, tags: TAGS }));
  const studies = `/projects/${project_id}/studies`;
  await each((i) => api.make("POST", studies, { ...study, name: `s${i}`, tags: TAGS }));
  const infra_id = (await api.make("POST", "/infra", { name: "i" })).json.id;
  await each(async (i) => {
    const { timetable_id } = (await api.make("POST", "/timetable")).json;
    const scenario = { name: `c${i}`, description: "", tags: TAGS, infra_id, timetable_id };
    await api.make("POST", `${studies}/${study_id}/scenarios`, scenario);
  });
  await each(async (n) => {
    const power_restrictions = Object.fromEntries(
      Array.from({ length: 9000 }, (_, i) => [`${n} ${i} ${"y".repeat(90)}`, "1"]),
    );
    await api.make("POST", "/rolling_stock", validStock({ name: `r${n}`, power_restrictions }));
  });
});

async function each(make: (i: number) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < RECORDS; i++) await make(i);
}

describe("a page that is too large for one answer", () => {
  it.each([
    ["projects", (): string => "/projects", RECORDS + 1],
    ["studies", (): string => `/projects/${project_id}/studies`, RECORDS + 1],
    ["scenarios", (): string => `/projects/${project_id}/studies/${study_id}/scenarios`, RECORDS],
    ["light rolling stocks", (): string => "/light_rolling_stock", RECORDS],
  ] as const)("of %s is refused with how many have room; these are given", async (_, path, all) => {
    const refused = await api.call("GET", `${path()}?page_size=100`);
    expect({ status: refused.status, ...refused.json }).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 100 },
    });
    const { count_max } = refused.json.context;
    expect(count_max).toBeGreaterThan(RECORDS / 2);
    expect(count_max).toBeLessThan(all);
    const given = await api.call("GET", `${path()}?page_size=${count_max}`);
    expect(Buffer.byteLength(given.text)).toBeGreaterThan(PAGE_BYTES_MAX);
    expect(given.json.results).toHaveLength(count_max);
    expect(given.json.count).toBe(all);
    const last = await api.call("GET", `${path()}?page_size=${count_max}&page=2`);
    const ids = [...given.json.results, ...last.json.results].map(({ id }: Json) => id);
    expect(new Set(ids).size).toBe(all);
  });

  it.each([
    ["project", "p1"],
    ["study", "s1"],
    ["scenario", "c1"],
  ])("of a search for a %s is refused too", async (object, name) => {
    const find = async (query: unknown, page_size: number) =>
      await api.call("POST", `/search?page_size=${page_size}`, { object, query });
    const refused = await find(true, 100);
    expect({ status: refused.status, ...refused.json }).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count: 100 },
    });
    const { count_max } = refused.json.context;
    expect((await find(true, count_max)).json).toHaveLength(count_max);
    expect((await find(["=", ["name"], name], 100)).json).toHaveLength(1);
  });
});

describe("a list without pages that is too large for one answer", () => {
  beforeAll(async () => {
    await each(async (n) => {
      const modes = Object.fromEntries(
        Array.from({ length: 200 }, (_, i) => [`${n} ${i} ${"z".repeat(4000)}`, MODE]),
      );
      const effort_curves = { default_mode: "25000V", modes: { ...modes, "25000V": MODE } };
      await api.make("POST", "/rolling_stock", validStock({ name: `m${n}`, effort_curves }));
    });
  });

  it.each([
    ["/rolling_stock/power_restrictions", 9000 * RECORDS + 1],
    ["/infra/voltages", 200 * RECORDS + 1],
  ])("is refused with how many have room: %s", async (path, count) => {
    const { status, json } = await api.call("GET", path);
    expect({ status, ...json }).toMatchObject({
      status: 422,
      type: "editoast:request:TooManyItems",
      context: { count },
    });
    expect(json.context.count_max).toBeGreaterThan(count / 3);
    expect(json.context.count_max).toBeLessThan(count);
  });
});
