// Method: scenarios go in and out over HTTP, without authorization for their fields, with it as tables of levels and requests.
import { beforeAll, describe, expect, it } from "vitest";
import { getScenarioOfTimetable } from "../../src/studies/scenario/scenario.queries.ts";
import { startTestApi } from "../helpers/api.ts";
import { opened } from "../helpers/opened.ts";
import { hashTables } from "../helpers/test_database.ts";
import { validProfileSet, validTrain } from "../platform/http/rules/valid_forms.ts";
import { expectedStatus, LEVELS, openActors } from "./study_world.ts";

const ITEM_KEYS = [
  "id",
  "study_id",
  "name",
  "description",
  "infra_id",
  "timetable_id",
  "tags",
  "creation_date",
  "last_modification",
  "infra_name",
  "trains_count",
];
const NOWHERE = 999_999_999;

describe("a scenario", () => {
  const api = opened(startTestApi);
  let infra_id: number;
  let studies: string;
  let study_id: number;
  let list: string;
  beforeAll(async () => {
    infra_id = (await api.make("POST", "/infra", { name: "net" })).json.id;
    const { id } = (await api.make("POST", "/projects", { name: "p" })).json;
    studies = `/projects/${id}/studies`;
    study_id = (await api.make("POST", studies, { name: "s", state: "x" })).json.id;
    list = `${studies}/${study_id}/scenarios`;
  });

  const newTimetable = async (): Promise<number> =>
    (await api.make("POST", "/timetable")).json.timetable_id;
  const create = async (body: object = {}) =>
    (
      await api.make("POST", list, {
        name: "c",
        infra_id,
        timetable_id: await newTimetable(),
        ...body,
      })
    ).json;

  it("has exactly its thirteen keys, and no electrical profile set when none was said", async () => {
    const body = { name: "bare", infra_id, timetable_id: await newTimetable() };
    const made = await api.call("POST", list, body);
    expect(made.status, made.text).toBe(200);
    expect(Object.keys(made.json)).toEqual([...ITEM_KEYS, "project", "study"]);
    expect(made.json).toMatchObject({
      ...body,
      study_id,
      description: "",
      tags: [],
      infra_name: "net",
      trains_count: 0,
    });
    const study = (await api.call("GET", `${studies}/${study_id}`)).json;
    const { project, scenarios_count, ...fields } = study;
    expect(made.json.study).toEqual(fields);
    expect(made.json.project).toEqual(project);
    expect(scenarios_count).toBe(1);
    const read = await api.call("GET", `${list}/${made.json.id}`);
    expect(read.text).toBe(made.text);
    expect([made.headers["etag"], read.headers["etag"]]).toEqual(['"1"', '"1"']);
  });

  it("counts the trains of its timetable, in lists too", async () => {
    const made = await create({ description: "d", tags: ["x"] });
    const trains = [validTrain(), validTrain(), validTrain()];
    await api.make("POST", `/timetable/${made.timetable_id}/train_schedules`, trains);
    const { project: _p, study: _s, ...item } = (await api.call("GET", `${list}/${made.id}`)).json;
    expect(item).toMatchObject({ trains_count: 3, description: "d", tags: ["x"] });
    const { json } = await api.call("GET", `${list}?page_size=1000`);
    expect(json.results).toContainEqual(item);
    expect(json.count).toBe(json.results.length);
  });

  it("keeps what a change leaves out, and its timetable always", async () => {
    const profile = await api.make("POST", "/electrical_profile_set?name=e", validProfileSet());
    const electrical_profile_set_id = profile.json.id;
    const made = await create({ description: "d", tags: ["x"], electrical_profile_set_id });
    expect(Object.keys(made)).toHaveLength(14);
    expect(made.electrical_profile_set_id).toBe(electrical_profile_set_id);
    const path = `${list}/${made.id}`;
    const change = { name: "n", timetable_id: await newTimetable(), study_id: 1 };
    const renamed = await api.call("PATCH", path, change);
    expect(renamed.json).toMatchObject({
      name: "n",
      description: "d",
      tags: ["x"],
      electrical_profile_set_id,
      timetable_id: made.timetable_id,
      study_id,
    });
    expect(renamed.headers["etag"]).toBe('"2"');
    const cleared = await api.make("PATCH", path, {
      electrical_profile_set_id: null,
      description: "",
    });
    expect(cleared.json).not.toHaveProperty("electrical_profile_set_id");
    const other = (await api.make("POST", "/infra", { name: "other" })).json.id;
    const moved = (await api.make("PATCH", path, { infra_id: other })).json;
    expect(moved).toMatchObject({ infra_id: other, infra_name: "other", description: "" });
    expect((await api.call("GET", path)).json).toEqual(moved);
    const stale = await api.call("PATCH", path, { name: "x" }, { "if-match": '"1"' });
    expect(stale.json).toMatchObject({ status: 412, context: { current: 4 } });
  });

  it.each([
    ["infra_id", 404, "scenario:InfraNotFound", "infra_id"],
    ["timetable_id", 404, "scenario:TimetableNotFound", "timetable_id"],
    ["electrical_profile_set_id", 404, "electrical_profiles:NotFound", "electrical_profile_set_id"],
  ])("is not made of an unknown %s", async (field, status, type, key) => {
    const timetable_id = await newTimetable();
    const made = await create();
    const before = await hashTables(api.services.db);
    const body = { name: "c", infra_id, timetable_id, [field]: NOWHERE };
    const refused = await api.call("POST", list, body);
    expect(refused.json).toMatchObject({
      status,
      type: `editoast:${type}`,
      context: { [key]: NOWHERE },
    });
    if (field !== "timetable_id") {
      const changed = await api.call("PATCH", `${list}/${made.id}`, { [field]: NOWHERE });
      expect(changed.json).toMatchObject({ status, type: `editoast:${type}` });
    }
    expect(await hashTables(api.services.db)).toEqual(before);
  });

  it("has its timetable for itself, however many ask for it at once", async () => {
    for (let round = 0; round < 10; round++) {
      const timetable_id = await newTimetable();
      const body = { name: "c", infra_id, timetable_id };
      const answers = await Promise.all([1, 2, 3, 4].map(async () => api.call("POST", list, body)));
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([
        200, 409, 409, 409,
      ]);
      expect(answers.find(({ status }) => status === 409)?.json).toMatchObject({
        type: "editoast:scenario:TimetableAlreadyUsed",
        context: { timetable_id },
      });
    }
  });

  it("leaves its timetable behind, and goes with it", async () => {
    const { db } = api.services;
    const left = await create();
    expect(await getScenarioOfTimetable(db, left.timetable_id)).toBe(left.id);
    expect((await api.call("DELETE", `${list}/${left.id}`)).status).toBe(204);
    expect((await api.call("GET", `${list}/${left.id}`)).status).toBe(404);
    expect((await api.call("DELETE", `${list}/${left.id}`)).status).toBe(404);
    expect(await getScenarioOfTimetable(db, left.timetable_id)).toBeNull();
    expect((await api.call("PUT", `/timetable/${left.timetable_id}`, {})).status).toBe(200);
    const taken = await create();
    expect((await api.call("DELETE", `/timetable/${taken.timetable_id}`)).status).toBe(204);
    expect((await api.call("GET", `${list}/${taken.id}`)).status).toBe(404);
  });

  it("marks its study and project as changed when it is made, changed or deleted", async () => {
    const modified = async (): Promise<string[]> => {
      const rows = await api.services.db.run<{ at: string }>(
        `select last_modification::text as at from study where id = $1
         union all
         select p.last_modification::text from project p join study s on s.project_id = p.id where s.id = $1`,
        [study_id],
      );
      return rows.map(({ at }) => at);
    };
    const times = [await modified()];
    const { id } = await create();
    times.push(await modified());
    await api.make("PATCH", `${list}/${id}`, { name: "z" });
    times.push(await modified());
    await api.call("PATCH", `${list}/${id}`, { name: "y" }, { "if-match": '"1"' });
    await api.call("DELETE", `${list}/${NOWHERE}`);
    expect(await modified()).toEqual(times[2]);
    await api.call("DELETE", `${list}/${id}`);
    times.push(await modified());
    for (const i of [0, 1]) {
      const one = times.map((pair) => pair[i] ?? "");
      expect(new Set(one).size).toBe(4);
      expect(one).toEqual([...one].sort());
    }
  });

  it("survives changes, creations and deletions on all floors at once without a deadlock", async () => {
    const project = (await api.make("POST", "/projects", { name: "busy" })).json.id;
    const statuses = new Map<number, number>();
    const count = ({ status }: { status: number }): void => {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    };
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const study = (
          await api.make("POST", `/projects/${project}/studies`, { name: "s", state: "x" })
        ).json.id;
        const path = `/projects/${project}/studies/${study}`;
        const body = { name: "c", infra_id, timetable_id: await newTimetable() };
        const { id } = (await api.make("POST", `${path}/scenarios`, body)).json;
        const steps = [
          api.call("PATCH", `${path}/scenarios/${id}`, { name: `${i}` }),
          api.call("PATCH", path, { name: `${i}` }),
          api.call("PATCH", `/projects/${project}`, { name: `${i}` }),
          api.call("DELETE", `${path}/scenarios/${id}`),
          api.call("DELETE", path),
        ];
        for (const answer of await Promise.all(steps)) count(answer);
      }),
    );
    expect([...statuses.keys()].filter((status) => status >= 500)).toEqual([]);
    // The project is there all the time; study and scenario may be deleted first.
    expect(statuses.get(200) ?? 0).toBeGreaterThanOrEqual(12);
  });

  it("is found at its own place only", async () => {
    const { id } = await create();
    const other_project = (await api.make("POST", "/projects", { name: "other" })).json.id;
    const other_study = (await api.make("POST", studies, { name: "s", state: "x" })).json.id;
    const before = await hashTables(api.services.db);
    const places = [
      [`/projects/${NOWHERE}/studies/${study_id}/scenarios/${id}`, "project"],
      [`/projects/${other_project}/studies/${study_id}/scenarios/${id}`, "study"],
      [`${studies}/${NOWHERE}/scenarios/${id}`, "study"],
      [`${studies}/${other_study}/scenarios/${id}`, "scenario"],
      [`${list}/${NOWHERE}`, "scenario"],
    ] as const;
    for (const [path, area] of places) {
      for (const method of ["GET", "PATCH", "DELETE"]) {
        const body = method === "PATCH" ? { name: "x" } : undefined;
        const { json } = await api.call(method, path, body);
        expect(json, `${method} ${path}`).toMatchObject({
          status: 404,
          type: `editoast:${area}:NotFound`,
        });
      }
    }
    const body = { name: "c", infra_id, timetable_id: await newTimetable() };
    for (const path of [
      `/projects/${other_project}/studies/${study_id}/scenarios`,
      `${studies}/${NOWHERE}/scenarios`,
    ]) {
      expect((await api.call("GET", path)).json.type).toBe("editoast:study:NotFound");
      expect((await api.call("POST", path, body)).json.type).toBe("editoast:study:NotFound");
    }
    const { timetable: _, ...after } = await hashTables(api.services.db);
    const { timetable: _t, ...unchanged } = before;
    expect(after).toEqual(unchanged);
  });
});

describe("with authorization, a scenario", () => {
  const { world, owner, guest } = openActors();

  interface Made {
    readonly project_id: number;
    readonly study_id: number;
    readonly scenario_id: number;
    readonly infra_id: number;
    readonly list: string;
    readonly path: string;
  }
  const make = async (): Promise<Made> => {
    const project = await owner.make("POST", "/projects", { name: "p", description: "d" });
    const study_body = { name: "s", description: "e", state: "x" };
    const study = await owner.make("POST", `/projects/${project.id}/studies`, study_body);
    const infra = await owner.make("POST", "/infra", { name: "i" });
    const { timetable_id } = await owner.make("POST", "/timetable");
    const list = `/projects/${project.id}/studies/${study.id}/scenarios`;
    const scenario = await owner.make("POST", list, {
      name: "c",
      infra_id: infra.id,
      timetable_id,
    });
    return {
      project_id: project.id,
      study_id: study.id,
      scenario_id: scenario.id,
      infra_id: infra.id,
      list,
      path: `${list}/${scenario.id}`,
    };
  };

  describe.each(["scenario", "study", "project"] as const)("by a grant on the %s", (type) => {
    it.each(LEVELS)("gives a holder of %s what that level allows", async (level) => {
      const made = await make();
      if (level !== null) await world.grant(type, made[`${type}_id`], guest.id, level);
      // Creator on a parent is Reader on what is in it
      const here = type !== "scenario" && level === "Creator" ? "Reader" : level;
      const status = async (method: string, body?: unknown): Promise<number> =>
        (await guest.call(method, made.path, body)).status;
      expect(await status("GET")).toBe(expectedStatus(here, "Reader", 200));
      expect(await status("PATCH", { name: "q", infra_id: made.infra_id })).toBe(
        expectedStatus(here, "Writer", 200),
      );
      expect(await status("DELETE")).toBe(expectedStatus(here, "Owner", 204));
    });
  });

  it.each([
    ["Creator", "Reader", "Writer", 200],
    ["Owner", "Owner", "Owner", 200],
    ["Reader", "Reader", "Writer", "study"],
    ["Creator", null, "Writer", "infra"],
    ["Creator", "Reader", "Creator", "timetable"],
    ["Creator", "Reader", null, "timetable"],
  ])("made with %s on the study, %s on the infra and %s on the timetable: %s", async (...row) => {
    const [on_study, on_infra, on_timetable, outcome] = row;
    const { study_id, infra_id, list } = await make();
    const { timetable_id } = await owner.make("POST", "/timetable");
    await world.grant("study", study_id, guest.id, on_study);
    if (on_infra !== null) await world.grant("infra", infra_id, guest.id, on_infra);
    if (on_timetable !== null) await world.grant("timetable", timetable_id, guest.id, on_timetable);
    const before = await hashTables(world.api.services.db);
    const answer = await guest.call("POST", list, { name: "c", infra_id, timetable_id });
    if (outcome === 200) {
      expect(answer.status, answer.text).toBe(200);
      expect((await guest.call("DELETE", `${list}/${answer.json.id}`)).status).toBe(204);
    } else {
      expect(answer.json).toMatchObject({ status: 403, context: { resource_type: outcome } });
      expect(await hashTables(world.api.services.db)).toEqual(before);
    }
  });

  it("made of an unknown infrastructure or timetable tells which", async () => {
    const { infra_id, list } = await make();
    const { timetable_id } = await owner.make("POST", "/timetable");
    const refusal = async (body: object): Promise<string> =>
      (await owner.call("POST", list, { name: "c", infra_id, timetable_id, ...body })).json.type;
    expect(await refusal({ infra_id: NOWHERE })).toBe("editoast:scenario:InfraNotFound");
    expect(await refusal({ timetable_id: NOWHERE })).toBe("editoast:scenario:TimetableNotFound");
  });

  it("moves only to an infrastructure that the caller may read", async () => {
    const { scenario_id, path } = await make();
    await world.grant("scenario", scenario_id, guest.id, "Writer");
    const other = await owner.make("POST", "/infra", { name: "other" });
    const refused = await guest.call("PATCH", path, { infra_id: other.id, name: "moved" });
    expect(refused.json).toMatchObject({
      status: 403,
      context: { resource_type: "infra", resource_id: other.id, required: "Reader" },
    });
    expect((await owner.make("GET", path)).name).toBe("c");
    await world.grant("infra", other.id, guest.id, "Reader");
    expect((await guest.make("PATCH", path, { infra_id: other.id })).infra_name).toBe("other");
    const nowhere = await guest.call("PATCH", path, { infra_id: NOWHERE });
    expect(nowhere.json.type).toBe("editoast:scenario:InfraNotFound");
  });

  it("shows of its study and project what the caller may see", async () => {
    const { project_id, study_id, scenario_id, path } = await make();
    await world.grant("scenario", scenario_id, guest.id, "Writer");
    const minimal_project = { id: project_id, name: "p", description: "d" };
    const minimal_study = { id: study_id, name: "s", description: "e" };
    for (const seen of [
      await guest.make("GET", path),
      await guest.make("PATCH", path, { name: "n" }),
    ]) {
      expect(Object.keys(seen)).toEqual([...ITEM_KEYS, "project", "study"]);
      expect([seen.project, seen.study]).toEqual([minimal_project, minimal_study]);
    }
    await world.grant("study", study_id, guest.id, "Reader");
    const more = await guest.make("GET", path);
    expect(more.project).toEqual(minimal_project);
    expect(Object.keys(more.study)).toHaveLength(15);
    await world.grant("project", project_id, null, "Reader");
    expect(Object.keys((await guest.make("GET", path)).project)).toHaveLength(10);
  });
});
