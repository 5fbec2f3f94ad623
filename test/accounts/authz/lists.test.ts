// Method: seeded worlds of grants to users, groups and anybody; each list of each caller is compared with what privlvl says of every resource, page by page.
import { beforeAll, describe, expect, it } from "vitest";
import {
  GRANTABLE_LEVELS,
  type PrivilegeLevel,
  type ResourceType,
} from "../../../src/platform/access/levels.ts";
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import { opened } from "../../helpers/opened.ts";
import { makeServices } from "../../helpers/services.ts";
import { effortCurves } from "../../platform/http/rules/valid_forms.ts";
import { makeRandom, type Random } from "../../workers/engine/seeded.ts";
import { type Caller, openWorld, pickOne } from "./world.ts";

const READING: readonly BuiltinRole[] = ["operational-studies:read"];
const GRANTS = 60;
const PAGE_SIZE = 3;
const TAG = "hidden from whoever only knows of it";

interface Study {
  readonly id: number;
  readonly scenarios: number[];
}
interface Project {
  readonly id: number;
  readonly studies: Study[];
}
interface Stock {
  readonly id: number;
  readonly name: string;
  readonly collection: number;
  readonly restriction: string;
}

const world = opened(openWorld);
const projects: Project[] = [];
const timetables: number[] = [];
const infras: number[] = [];
const collections: number[] = [];
const stocks: Stock[] = [];
/** Train → its timetable and collection; null: of a rolling stock that does not exist. */
const trains = new Map<number, { timetable: number; collection: number | null }>();
const callers: Caller[] = [];
let stranger: Caller;

async function fill(): Promise<void> {
  for (let p = 0; p < 5; p++) {
    const project: Project = { id: await world.project({ tags: [TAG] }), studies: [] };
    projects.push(project);
    for (let s = 0; s < 2; s++) {
      const study: Study = { id: await world.study(project.id), scenarios: [] };
      project.studies.push(study);
      for (let c = 0; c < 2; c++) {
        const { scenario, timetable, infra } = await world.scenario(project.id, study.id);
        study.scenarios.push(scenario);
        timetables.push(timetable);
        infras.push(infra);
      }
    }
  }
  for (let i = 0; i < 6; i++) {
    const collection = await world.collection();
    collections.push(collection);
    for (let s = 0; s < 2; s++) {
      const restriction = `R${stocks.length}`;
      const [mode] = Object.values(effortCurves()["modes"] as object);
      const effort_curves = { default_mode: restriction, modes: { [restriction]: mode } };
      const power_restrictions = { [restriction]: "1" };
      const stock = await world.stock(collection, { power_restrictions, effort_curves });
      stocks.push({ ...stock, collection, restriction });
    }
  }
  for (const [i, timetable] of timetables.entries()) {
    const used = stocks.filter((_stock, s) => (s + i) % 4 === 0);
    const made = await world.trains(timetable, [...used.map(({ name }) => name), "no such stock"]);
    for (const [t, id] of made.entries()) {
      trains.set(id, { timetable, collection: used[t]?.collection ?? null });
    }
  }
  // The tiny network is of no line.
  await world.db.run(
    `insert into infra_line
       (content_id, ordinal, line_code, line_name, west, south, east, north)
     select distinct content_id, 0, 1, 'line', 0, 0, 0, 0 from infra`,
  );
  for (let i = 0; i < 6; i++) callers.push(await world.caller(READING));
  // A stranger has nothing but what anybody has.
  stranger = await world.caller(READING);
}

/** Replaces all grants but the owner's and the default collection's. */
async function grantAnew(random: Random): Promise<void> {
  await world.db.run(
    `delete from resource_grant where granted_by is null and resource_id not in
       (select id from rolling_stock_collection where is_default)`,
  );
  const subjects: (number | null)[] = [null, ...callers.map(({ id }) => id)];
  for (let i = 0; i < 3; i++) {
    subjects.push(await world.group(callers.filter(() => random() < 1 / 3)));
  }
  const studies = projects.flatMap((project) => project.studies);
  const resources: readonly [ResourceType, readonly number[]][] = [
    ["project", projects.map(({ id }) => id)],
    ["study", studies.map(({ id }) => id)],
    ["scenario", studies.flatMap(({ scenarios }) => scenarios)],
    ["timetable", timetables],
    ["infra", infras],
    ["rolling_stock_collection", collections],
  ];
  const given = new Set<string>();
  for (let i = 0; i < GRANTS; i++) {
    const [type, ids] = pickOne(random, resources);
    const id = pickOne(random, ids);
    const subject = pickOne(random, subjects);
    const what = `${type} ${id} ${subject}`;
    if (given.has(what)) continue;
    given.add(what);
    await world.grant(type, id, subject, pickOne(random, GRANTABLE_LEVELS));
  }
}

beforeAll(async () => {
  await fill();
});

type Json = Readonly<Record<string, unknown>>;

interface Page {
  readonly count: number;
  readonly results: readonly Json[];
}

async function get(who: Caller, path: string): Promise<Page> {
  const answer = await world.send(who, { method: "GET", path });
  expect(answer.status, answer.text).toBe(200);
  return answer.json;
}

/** All results, page by page; every page tells the same count. */
async function listAll(who: Caller, path: string): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page++) {
    const { count, results } = await get(who, `${path}?page_size=${PAGE_SIZE}&page=${page}`);
    all.push(...results);
    expect(results.length).toBe(Math.max(0, Math.min(PAGE_SIZE, count - (page - 1) * PAGE_SIZE)));
    if (page * PAGE_SIZE >= count) {
      expect(all.length).toBe(count);
      return all;
    }
  }
}

/** The caller's level on each resource that is there, by the endpoint that tells it. */
async function levelsOf(
  who: Caller,
  type: ResourceType,
  ids: readonly number[],
): Promise<Map<number, PrivilegeLevel | null>> {
  const { json } = await world.send(who, {
    method: "POST",
    path: "/authz/me/privileges",
    body: { [type]: ids },
  });
  const entries = json[type] as { resource_id: number; privlvl: PrivilegeLevel | null }[];
  expect(entries).toHaveLength(ids.length);
  return new Map(entries.map(({ resource_id, privlvl }) => [resource_id, privlvl]));
}

/** All that a search finds, page by page. */
async function searchAll(who: Caller, object: string, query: unknown = true): Promise<Json[]> {
  const all: Json[] = [];
  for (let page = 1; ; page++) {
    const path = `/search?page_size=${PAGE_SIZE}&page=${page}`;
    const answer = await world.send(who, { method: "POST", path, body: { object, query } });
    expect(answer.status, answer.text).toBe(200);
    all.push(...answer.json);
    if (answer.json.length < PAGE_SIZE) return all;
  }
}

function readable(levels: ReadonlyMap<number, PrivilegeLevel | null>): number[] {
  return [...levels]
    .filter(([, level]) => level !== null && level !== "MinimalMetadata")
    .map(([id]) => id)
    .sort((a, b) => a - b);
}

function known(levels: ReadonlyMap<number, PrivilegeLevel | null>): number[] {
  return [...levels]
    .filter(([, level]) => level !== null)
    .map(([id]) => id)
    .sort((a, b) => a - b);
}

function ids(records: readonly object[], key = "id"): number[] {
  return records.map((record) => Number(Reflect.get(record, key))).sort((a, b) => a - b);
}

describe.each([1, 2, 3, 4, 5, 6])("with the grants of seed %i lists show", (seed) => {
  beforeAll(async () => {
    await grantAnew(makeRandom(seed));
  });

  it("different things to different callers, so that there is something to tell apart", async () => {
    const counts = await Promise.all(
      callers.map(async (who) => (await get(who, "/timetable")).count),
    );
    expect(new Set(counts).size).toBeGreaterThan(1);
    expect(Math.max(...counts)).toBeLessThan(timetables.length);
  });

  it("timetables", async () => {
    for (const who of [...callers, stranger]) {
      const levels = await levelsOf(who, "timetable", timetables);
      expect(ids(await listAll(who, "/timetable"), "timetable_id")).toEqual(readable(levels));
    }
  });

  it("infrastructures", async () => {
    for (const who of [...callers, stranger]) {
      const levels = await levelsOf(who, "infra", infras);
      expect(ids(await listAll(who, "/infra"))).toEqual(readable(levels));
      const voltages = await world.send(who, { method: "GET", path: "/infra/voltages" });
      const of_networks = readable(levels).length === 0 ? [] : ["25000V"];
      const collection_levels = await levelsOf(who, "rolling_stock_collection", collections);
      const may_use = readable(collection_levels);
      // The mode of a stock has the name of its restriction.
      const modes = stocks.flatMap(({ collection, restriction }) =>
        may_use.includes(collection) ? [restriction] : [],
      );
      expect(voltages.json).toEqual([...of_networks, ...modes.sort()]);
    }
  });

  it("rolling stock collections, and rolling stocks with the codes of their power restrictions", async () => {
    const [standard] = await world.db.run<{ id: number }>(
      "select id from rolling_stock_collection where is_default",
    );
    for (const who of [...callers, stranger]) {
      const levels = await levelsOf(who, "rolling_stock_collection", collections);
      const may_read = readable(levels);
      const listed = await listAll(who, "/rolling_stock_collection");
      expect(ids(listed)).toEqual([standard?.id ?? 0, ...may_read].sort((a, b) => a - b));
      const seen = stocks.filter(({ collection }) => may_read.includes(collection));
      expect(ids(await listAll(who, "/light_rolling_stock"))).toEqual(ids(seen));
      const path = "/rolling_stock/power_restrictions";
      const codes = (await world.send(who, { method: "GET", path })).json;
      expect(codes).toEqual(seen.map(({ restriction }) => restriction).sort());
    }
  });

  it("projects, only name and description of those in which something is known", async () => {
    for (const who of [...callers, stranger]) {
      const levels = await levelsOf(who, "project", ids(projects));
      const listed = await listAll(who, "/projects");
      expect(ids(listed)).toEqual(known(levels));
      for (const project of listed) expectShown(project, levels.get(Number(project["id"])) ?? null);
    }
  });

  it("studies of each project, and their count in the project", async () => {
    for (const who of [...callers, stranger]) {
      const on_projects = await levelsOf(who, "project", ids(projects));
      for (const { id, studies } of projects) {
        if (on_projects.get(id) === null) continue;
        const levels = await levelsOf(who, "study", ids(studies));
        const listed = await listAll(who, `/projects/${id}/studies`);
        expect(ids(listed)).toEqual(known(levels));
        for (const study of listed) expectShown(study, levels.get(Number(study["id"])) ?? null);
        const { json } = await world.send(who, { method: "GET", path: `/projects/${id}` });
        if (readable(on_projects).includes(id)) expect(json.studies_count).toBe(listed.length);
      }
    }
  });

  it("scenarios of each study, and their count in the study", async () => {
    for (const who of [...callers, stranger]) {
      for (const project of projects) {
        for (const { id, scenarios } of project.studies) {
          const on_study = (await levelsOf(who, "study", [id])).get(id) ?? null;
          const path = `/projects/${project.id}/studies/${id}`;
          if (on_study === null) {
            const answer = await world.send(who, { method: "GET", path: `${path}/scenarios` });
            expect(answer.status).toBe(403);
            continue;
          }
          const levels = await levelsOf(who, "scenario", scenarios);
          const listed = await listAll(who, `${path}/scenarios`);
          expect(ids(listed)).toEqual(readable(levels));
          const study = (await world.send(who, { method: "GET", path })).json;
          if (on_study !== "MinimalMetadata") expect(study.scenarios_count).toBe(listed.length);
        }
      }
    }
  });

  it("what a search finds: of networks", async () => {
    for (const who of [...callers, stranger]) {
      const may_read = readable(await levelsOf(who, "infra", infras));
      // The tiny network has two of each.
      const twice = may_read.flatMap((id) => [id, id]);
      expect(ids(await searchAll(who, "operationalpoint"), "infra_id")).toEqual(twice);
      expect(ids(await searchAll(who, "signal"), "infra_id")).toEqual(twice);
      expect(ids(await searchAll(who, "track"), "infra_id")).toEqual(may_read);
    }
  });

  it("what a search finds: projects, studies and scenarios, by nothing that is not shown", async () => {
    const studies = projects.flatMap((project) => project.studies);
    const scenarios = studies.flatMap((study) => study.scenarios);
    for (const who of [...callers, stranger]) {
      const on_projects = await levelsOf(who, "project", ids(projects));
      const found = await searchAll(who, "project");
      expect(ids(found)).toEqual(known(on_projects));
      for (const project of found) {
        expectFound(project, on_projects.get(Number(project["id"])) ?? null);
      }
      const tagged = await searchAll(who, "project", ["contains", ["tags"], TAG]);
      expect(ids(tagged)).toEqual(readable(on_projects));
      const on_studies = await levelsOf(who, "study", ids(studies));
      const found_studies = await searchAll(who, "study");
      expect(ids(found_studies)).toEqual(known(on_studies));
      for (const study of found_studies) {
        expectFound(study, on_studies.get(Number(study["id"])) ?? null);
      }
      const untagged = await searchAll(who, "study", ["not", ["contains", ["tags"], TAG]]);
      expect(ids(untagged)).toEqual(readable(on_studies));
      const on_scenarios = await levelsOf(who, "scenario", scenarios);
      expect(ids(await searchAll(who, "scenario"))).toEqual(readable(on_scenarios));
    }
  });

  it("what a search finds: trains of readable timetables and rolling stocks", async () => {
    for (const who of [...callers, stranger]) {
      const may_read = readable(await levelsOf(who, "timetable", timetables));
      const homes = readable(await levelsOf(who, "rolling_stock_collection", collections));
      const expected = [...trains]
        .filter(([, { timetable }]) => may_read.includes(timetable))
        .filter(([, { collection }]) => collection === null || homes.includes(collection))
        .map(([id]) => id)
        .sort((a, b) => a - b);
      expect(ids(await searchAll(who, "trainschedule"))).toEqual(expected);
    }
  });

  it("and everything to whoever asks while authorization is disabled", async () => {
    const { count } = await get(stranger, "/timetable");
    expect(count).toBeLessThan(timetables.length);
    const open = world.behind(makeServices({ db: world.db, env: { AUTHORIZATION: "disabled" } }));
    const countAll = async (path: string): Promise<number> =>
      (await open.send(null, { method: "GET", path })).json.count;
    expect(await countAll("/timetable")).toBe(timetables.length);
    expect(await countAll("/projects")).toBe(projects.length);
    expect(await countAll("/light_rolling_stock")).toBe(stocks.length);
    for (const [object, count] of [
      ["project", projects.length],
      ["operationalpoint", 2 * infras.length],
      ["trainschedule", trains.size],
    ] as const) {
      const body = { object, query: true };
      const path = "/search?page_size=1000";
      const { json } = await open.send(null, { method: "POST", path, body });
      expect(json.filter(isOurs)).toHaveLength(count);
    }
  });
});

/** The world's own network, which is not among the copies, has operational points, too. */
function isOurs(item: Json): boolean {
  return item["infra_id"] === undefined || infras.includes(Number(item["infra_id"]));
}

function expectFound(record: Json, level: PrivilegeLevel | null): void {
  const keys = Object.keys(record);
  if (level === "MinimalMetadata") expect(keys).toEqual(["id", "name", "description"]);
  else expect(keys).toContain("last_modification");
}

/** Who only knows of a record sees three fields of it. */
function expectShown(record: Json, level: PrivilegeLevel | null): void {
  const keys = Object.keys(record);
  if (level === "MinimalMetadata") expect(keys).toEqual(["id", "name", "description"]);
  else expect(keys.length).toBeGreaterThan(8);
}
