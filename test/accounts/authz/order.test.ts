// Method: one request with every fault at once, corrected in turn: each answer reports the next fault; and rules beside the matrix.
import { beforeAll, describe, expect, it } from "vitest";
import type { Services } from "../../../src/platform/services.ts";
import { opened } from "../../helpers/opened.ts";
import { call, makeServices } from "../../helpers/services.ts";
import { startTestDatabase } from "../../helpers/test_database.ts";

const ANALYST = { "x-remote-user-identity": "order/analyst" };
const STRANGER = { "x-remote-user-identity": "order/stranger" };
const OWNER = { "x-remote-user-identity": "order/owner" };

const database = opened(startTestDatabase);
let services: Services;
let project_id = 0;

beforeAll(async () => {
  services = makeServices({ db: database.db, env: { AUTHORIZATION: "enforce" } });
  for (const headers of [ANALYST, STRANGER, OWNER]) {
    await call(services, { path: "/authn/me", headers });
  }
  await database.db.run(
    `insert into subject_role (subject_id, app_role)
     select id, 'operational-studies-analyst' from app_user where identity_id <> 'order/stranger'`,
  );
  const body = { name: "somebody else's" };
  const made = await call(services, { method: "POST", path: "/projects", headers: OWNER, body });
  project_id = made.json.id;
});

async function post(headers: Readonly<Record<string, string>>, id: number | string, body: unknown) {
  const path = `/projects/${id}/studies`;
  return await call(services, { method: "POST", path, headers, body });
}

const VALID = { name: "a study", state: "started" };
const INVALID = { name: 7 };

describe("an administrator", () => {
  it("has all roles and by that no right on anybody's data, but repairs grants", async () => {
    const headers = { "x-remote-user-identity": "order/admin" };
    await call(services, { path: "/authn/me", headers });
    await database.db.run(
      `insert into subject_role (subject_id, app_role)
       select id, 'administrator' from app_user where identity_id = 'order/admin'`,
    );
    const path = `/projects/${project_id}`;
    expect((await call(services, { path, headers })).status).toBe(403);
    expect((await call(services, { method: "DELETE", path, headers })).status).toBe(403);
    const grants = await call(services, { path: `/authz/project/${project_id}/grants`, headers });
    expect(grants.status).toBe(200);
    const privlvl = await call(services, { path: `/authz/project/${project_id}/privlvl`, headers });
    expect(privlvl.json).toEqual({ privlvl: null });
  });
});

describe("a timetable", () => {
  it("is not deleted with another scenario than the one whose rights were checked", async () => {
    const { db } = database;
    const [made] = await db.run<{ timetable_id: number; scenario_id: number }>(
      `with t as (insert into timetable default values returning id),
        c as (insert into infra_content (railjson_version, object_count) values ('3', 0) returning id),
        i as (insert into infra (name, content_id) select 'n', c.id from c returning id),
        s as (insert into study (project_id, name, state) values ($1, 's', 'x') returning id)
       insert into scenario (study_id, name, infra_id, timetable_id)
       select s.id, 'c', i.id, t.id from s, i, t returning timetable_id, id as scenario_id`,
      [project_id],
    );
    const remove = async (scenario_id: number | null): Promise<unknown> =>
      await db.query("timetable/timetable/delete", [
        made?.timetable_id ?? 0,
        scenario_id,
        false,
        false,
      ]);
    expect(await remove(null)).toEqual([{ outcome: "other_scenario" }]);
    expect(await remove((made?.scenario_id ?? 0) + 1000)).toEqual([{ outcome: "other_scenario" }]);
    expect(await remove(made?.scenario_id ?? 0)).toEqual([{ outcome: "deleted" }]);
    expect(await remove(made?.scenario_id ?? 0)).toEqual([{ outcome: "absent" }]);
  });
});

describe("a request with several faults", () => {
  it("is told first that nobody is known to send it", async () => {
    expect((await post({}, "no-id", INVALID)).status).toBe(401);
  });

  it("is told of its roles before parameters and body are judged", async () => {
    for (const id of ["no-id", project_id, 999_999]) {
      for (const body of [INVALID, VALID, "{"]) {
        const { status, json } = await post(STRANGER, id, body);
        expect(status).toBe(403);
        expect(json.context.required_roles).toEqual(["operational-studies:write"]);
      }
    }
  });

  it("is told of its parameters before its privileges on what the URL names, of those before its body", async () => {
    expect((await post(ANALYST, "no-id", INVALID)).status).toBe(400);
    expect((await post(OWNER, project_id, INVALID)).status).toBe(422);
    const { status, json } = await post(ANALYST, project_id, INVALID);
    expect(status).toBe(403);
    expect(json.context).toEqual({
      resource_type: "project",
      resource_id: project_id,
      required: "Creator",
      effective: null,
    });
    expect((await post(ANALYST, 999_999, INVALID)).status).toBe(404);
    expect((await post(OWNER, project_id, VALID)).status).toBe(200);
  });
});
