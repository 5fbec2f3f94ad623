// Method: studies go in and out over HTTP, without authorization for their fields, with it as a table of levels and requests.
import { beforeAll, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { type Actor, addScenario, expectedStatus, LEVELS, openActors } from "./study_world.ts";

const ITEM_KEYS = [
  "id",
  "project_id",
  "name",
  "description",
  "business_code",
  "service_code",
  "start_date",
  "expected_end_date",
  "actual_end_date",
  "budget",
  "tags",
  "state",
  "study_type",
  "creation_date",
  "last_modification",
  "scenarios_count",
];
const FULL = {
  name: "Étude",
  description: "What if",
  business_code: "b-1",
  service_code: "s-1",
  start_date: "2024-02-29",
  expected_end_date: "2024-02-29",
  actual_end_date: "2025-01-01",
  budget: 2_147_483_647,
  tags: ["x"],
  state: "inProgress",
  study_type: "flowRate",
};

describe("a study", () => {
  const api = opened(startTestApi);
  let project_id: number;
  beforeAll(async () => {
    project_id = (await api.make("POST", "/projects", { name: "p" })).json.id;
  });

  const create = async (body: object = {}) =>
    (await api.make("POST", `/projects/${project_id}/studies`, { name: "s", state: "x", ...body }))
      .json;
  const at = (id: number): string => `/projects/${project_id}/studies/${id}`;

  it("of a name and a state has every key, its project, and an ETag", async () => {
    const body = { name: "bare", state: "started", project_id: 1 };
    const made = await api.call("POST", `/projects/${project_id}/studies`, body);
    expect(made.status, made.text).toBe(200);
    expect(Object.keys(made.json)).toEqual([...ITEM_KEYS, "project"]);
    expect(made.json).toMatchObject({
      project_id,
      name: "bare",
      state: "started",
      description: null,
      start_date: null,
      budget: null,
      tags: [],
      study_type: null,
      scenarios_count: 0,
    });
    const { studies_count, ...project } = (await api.call("GET", `/projects/${project_id}`)).json;
    expect(studies_count).toBeGreaterThan(0);
    expect(made.json.project).toEqual(project);
    const read = await api.call("GET", at(made.json.id));
    expect(read.text).toBe(made.text);
    expect([made.headers["etag"], read.headers["etag"]]).toEqual(['"1"', '"1"']);
  });

  it("comes back as it was sent, and in the list without its project", async () => {
    const made = await create(FULL);
    expect(made).toMatchObject(FULL);
    const { project: _, ...item } = made;
    const { json } = await api.call("GET", `/projects/${project_id}/studies?page_size=1000`);
    expect(json.results).toContainEqual(item);
    expect(json.count).toBe(json.results.length);
    for (const one of json.results) expect(Object.keys(one)).toEqual(ITEM_KEYS);
  });

  it("keeps what a change leaves out and empties what it sets to null", async () => {
    const made = await create(FULL);
    const renamed = await api.call("PATCH", at(made.id), { name: "other" });
    expect(renamed.json).toMatchObject({ ...FULL, name: "other" });
    expect(renamed.headers["etag"]).toBe('"2"');
    const nothing = {
      description: null,
      business_code: null,
      service_code: null,
      start_date: null,
      expected_end_date: null,
      actual_end_date: null,
      budget: null,
      study_type: null,
    };
    const emptied = await api.call("PATCH", at(made.id), { ...nothing, tags: [], project_id: 1 });
    expect(emptied.json).toMatchObject({ ...nothing, name: "other", tags: [], project_id });
    expect((await api.call("GET", at(made.id))).json).toEqual(emptied.json);
    const stale = await api.call("PATCH", at(made.id), { name: "x" }, { "if-match": '"2"' });
    expect(stale.json).toMatchObject({ status: 412, context: { current: 3 } });
  });

  it.each([
    [{ start_date: "2024-01-02", expected_end_date: "2024-01-01" }],
    [{ start_date: "2024-01-02", actual_end_date: "2024-01-01" }],
    [{ start_date: "2024-01-02", expected_end_date: "2024-01-03", actual_end_date: "2024-01-01" }],
  ])("does not start after it ends: %j", async (dates) => {
    const before = await hashTables(api.services.db);
    const body = { name: "s", state: "x", ...dates };
    const refused = await api.call("POST", `/projects/${project_id}/studies`, body);
    expect(refused.json).toMatchObject({
      status: 400,
      type: "editoast:study:StartDateAfterEndDate",
    });
    expect(await hashTables(api.services.db)).toEqual(before);
    // also when only one of the two dates is changed
    const { start_date, ...ends } = dates;
    const { id } = await create({ start_date });
    expect((await api.call("PATCH", at(id), ends)).status).toBe(400);
    expect((await api.call("GET", at(id))).json.actual_end_date).toBeNull();
    expect((await api.call("PATCH", at(id), { ...ends, start_date: null })).status).toBe(200);
  });

  it("marks its project as changed when it is made, changed or deleted, and not when refused", async () => {
    const modified = async (): Promise<string> => {
      const [row] = await api.services.db.run<{ at: string }>(
        "select last_modification::text as at from project where id = $1",
        [project_id],
      );
      return row?.at ?? "";
    };
    const times = [await modified()];
    const { id } = await create();
    times.push(await modified());
    await api.make("PATCH", at(id), { name: "z" });
    times.push(await modified());
    await api.call("PATCH", at(id), { name: "y" }, { "if-match": '"1"' });
    await api.call("DELETE", at(999_999_999));
    expect(await modified()).toBe(times[2]);
    expect((await api.call("DELETE", at(id))).status).toBe(204);
    times.push(await modified());
    expect(new Set(times).size).toBe(4);
    expect(times).toEqual([...times].sort());
    // the project's own revision stays: nobody has overwritten it
    expect((await api.call("GET", `/projects/${project_id}`)).headers["etag"]).toBe('"1"');
  });

  it("is found in its own project only", async () => {
    const { id } = await create();
    const other = (await api.make("POST", "/projects", { name: "other" })).json.id;
    const before = await hashTables(api.services.db);
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const body = method === "PATCH" ? { name: "x" } : undefined;
      expect((await api.call(method, `/projects/${other}/studies/${id}`, body)).json).toMatchObject(
        {
          status: 404,
          type: "editoast:study:NotFound",
          context: { study_id: id },
        },
      );
      const nowhere = await api.call(method, `/projects/999999999/studies/${id}`, body);
      expect(nowhere.json).toMatchObject({
        status: 404,
        type: "editoast:project:NotFound",
        context: { project_id: 999_999_999 },
      });
    }
    for (const method of ["GET", "POST"]) {
      const body = method === "POST" ? { name: "x", state: "x" } : undefined;
      expect((await api.call(method, "/projects/999999999/studies", body)).json).toMatchObject({
        status: 404,
        type: "editoast:project:NotFound",
      });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });
});

describe("with authorization, a study", () => {
  const { world, owner, guest } = openActors();

  const make = async (): Promise<{ project_id: number; study_id: number; path: string }> => {
    const project = await owner.make("POST", "/projects", { name: "p", description: "d" });
    const path = `/projects/${project.id}/studies`;
    const study = await owner.make("POST", path, { name: "s", description: "e", state: "x" });
    return { project_id: project.id, study_id: study.id, path: `${path}/${study.id}` };
  };

  describe.each(["study", "project"] as const)("by a grant on the %s", (type) => {
    it.each(LEVELS)("gives a holder of %s what that level allows", async (level) => {
      const { project_id, study_id, path } = await make();
      const infra = await owner.make("POST", "/infra", { name: "i" });
      const { timetable_id } = await guest.make("POST", "/timetable");
      await world.grant("infra", infra.id, guest.id, "Reader");
      if (level !== null) {
        await world.grant(type, type === "study" ? study_id : project_id, guest.id, level);
      }
      const status = async (method: string, path_: string, body?: unknown): Promise<number> =>
        (await guest.call(method, path_, body)).status;
      // Creator on a project makes studies in it, and only reads each of them
      const here = type === "project" && level === "Creator" ? "Reader" : level;
      const scenario = { name: "c", infra_id: infra.id, timetable_id };
      expect(await status("GET", path)).toBe(expectedStatus(here, "Reader", 200));
      expect(await status("GET", `${path}/scenarios`)).toBe(expectedStatus(here, "Reader", 200));
      expect(await status("POST", `${path}/scenarios`, scenario)).toBe(
        expectedStatus(here, "Creator", 200),
      );
      expect(await status("PATCH", path, { name: "q" })).toBe(expectedStatus(here, "Writer", 200));
      expect(await status("DELETE", path)).toBe(expectedStatus(here, "Owner", 204));
    });
  });

  it("belongs to who made it, also to a mere Creator on the project", async () => {
    const { project_id } = await make();
    await world.grant("project", project_id, guest.id, "Creator");
    const body = { name: "mine", state: "x" };
    const mine = await guest.make("POST", `/projects/${project_id}/studies`, body);
    expect(Object.keys(mine)).toEqual([...ITEM_KEYS, "project"]);
    const path = `/projects/${project_id}/studies/${mine.id}`;
    expect((await guest.call("PATCH", path, { name: "still mine" })).status).toBe(200);
    expect((await guest.call("DELETE", path)).status).toBe(204);
  });

  it("shows of its project what the caller may see", async () => {
    const { project_id, study_id, path } = await make();
    await world.grant("study", study_id, guest.id, "Writer");
    const minimal = { id: project_id, name: "p", description: "d" };
    expect((await guest.make("GET", path)).project).toEqual(minimal);
    expect((await guest.make("PATCH", path, { name: "t" })).project).toEqual(minimal);
    await world.grant("project", project_id, guest.id, "Reader");
    expect(Object.keys((await guest.make("GET", path)).project)).toHaveLength(10);
  });

  it("shows id, name and description to who has a right on a scenario of it only", async () => {
    const { project_id, study_id, path } = await make();
    const scenario = await addScenario(owner, path);
    await world.grant("scenario", scenario.id, guest.id, "Reader");
    const minimal = { id: study_id, name: "s", description: "e" };
    const single = await guest.call("GET", path);
    expect([single.status, single.json]).toEqual([200, minimal]);
    expect(single.headers["etag"]).toBeUndefined();
    const listed = await guest.make("GET", `/projects/${project_id}/studies`);
    expect([listed.count, listed.results]).toEqual([1, [minimal]]);
    expect((await guest.call("PATCH", path, {})).status).toBe(403);
    await world.grant("project", project_id, null, "Reader");
    expect((await guest.make("GET", path)).scenarios_count).toBe(1);
  });

  it("is listed and counted for who may know of it, dates that are hidden order nothing", async () => {
    const { id } = await owner.make("POST", "/projects", { name: "p" });
    const path = `/projects/${id}/studies`;
    const studies: number[] = [];
    for (const name of ["a", "b", "c", "d"]) {
      studies.push((await owner.make("POST", path, { name, state: "x" })).id);
    }
    const scenarios: number[] = [];
    // changes the studies in the order 1, 0
    for (const study of [studies[1], studies[0]]) {
      scenarios.push((await addScenario(owner, `${path}/${study}`)).id);
    }
    const seen = async (one: Actor, query = ""): Promise<unknown> => {
      const { count, results } = await one.make("GET", `${path}?page_size=3${query}`);
      return [count, results.map((row: { id: number }) => row.id)];
    };
    const dora = await world.actor("dora");
    expect((await dora.call("GET", path)).status).toBe(403);
    for (const scenario of scenarios) await world.grant("scenario", scenario, dora.id, "Reader");
    for (const ordering of ["LastModifiedAsc", "LastModifiedDesc", "CreationDateDesc"]) {
      expect(await seen(dora, `&ordering=${ordering}`)).toEqual([2, [studies[0], studies[1]]]);
    }
    await world.grant("study", studies[3] ?? 0, dora.id, "Reader");
    expect(await seen(dora)).toEqual([3, [studies[3], studies[0], studies[1]]]);
    expect(await seen(dora, "&ordering=NameDesc")).toEqual([
      3,
      [studies[3], studies[1], studies[0]],
    ]);
    expect(await seen(owner)).toEqual([4, [studies[0], studies[1], studies[3]]]);
    expect(await seen(owner, "&page=2")).toEqual([4, [studies[2]]]);
  });
});
