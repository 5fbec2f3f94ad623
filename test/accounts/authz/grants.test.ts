// Method: every endpoint of users, groups and permissions over requests: what it answers when it succeeds, and each error with its context; nothing changes on an error.
import { beforeEach, describe, expect, it } from "vitest";
import { GRANTABLE_LEVELS, RESOURCE_TYPES } from "../../../src/platform/access/levels.ts";
import { opened } from "../../helpers/opened.ts";
import { type CallResult, makeServices } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";
import { appRoleOf, type Caller, openWorld } from "./world.ts";

const NOWHERE = 999_999_999;
const STDCM = appRoleOf("stdcm");
const INFRA_READ = appRoleOf("infra:read");

const world = opened(openWorld);
let anna: Caller;
let ben: Caller;
let timetable: number;
beforeEach(async () => {
  [anna, ben] = [await world.caller([]), await world.caller([])];
  timetable = await world.timetable();
});

async function as(who: Caller, method: string, path: string, body?: unknown): Promise<CallResult> {
  return await world.send(who, { method, path, body });
}

async function asOwner(method: string, path: string, body?: unknown): Promise<CallResult> {
  return await as(world.owner, method, path, body);
}

/** The request fails with this status, type and context, and no table has changed. */
async function expectError(
  ask: () => Promise<CallResult>,
  status: number,
  [type, context]: readonly [string, object],
): Promise<void> {
  const before = await hashTables(world.db);
  const answer = await ask();
  expect(answer, answer.text).toMatchObject({ status, json: { status, context } });
  expect(answer.json.type).toBe(`editoast:${type}`);
  expect(await hashTables(world.db)).toEqual(before);
}

describe("users", () => {
  it("are told with groups and roles, to anybody signed in", async () => {
    const group = await world.group([ben]);
    await asOwner("POST", `/authn/group/${group}/roles/add`, [INFRA_READ]);
    await asOwner("POST", `/authn/user/${ben.id}/roles/add`, [STDCM]);
    const answer = await as(anna, "GET", `/authn/user/${ben.id}`);
    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      id: ben.id,
      name: ben.identity,
      groups: [{ id: group, name: expect.any(String) }],
      app_roles: [STDCM],
      builtin_roles: ["infra:read", "rolling-stock:read", "stdcm", "timetable:read"],
    });
    expect((await as(ben, "GET", "/authn/me")).json).toEqual(answer.json);
  });

  it("get and lose application roles, however often one says so", async () => {
    const path = `/authn/user/${anna.id}/roles`;
    for (let i = 0; i < 2; i++) {
      const added = await asOwner("POST", `${path}/add`, [STDCM, INFRA_READ, STDCM]);
      expect(added).toMatchObject({ status: 204, text: "" });
      expect((await as(anna, "GET", "/authn/me")).json.app_roles).toEqual([INFRA_READ, STDCM]);
    }
    for (let i = 0; i < 2; i++) {
      expect((await asOwner("POST", `${path}/remove`, [STDCM])).status).toBe(204);
      expect((await as(anna, "GET", "/authn/me")).json.app_roles).toEqual([INFRA_READ]);
    }
    expect((await asOwner("POST", `${path}/add`, [])).status).toBe(204);
  });

  it.each(["add", "remove"])("that do not exist can't %s roles", async (verb) => {
    const path = `/authn/user/${NOWHERE}/roles/${verb}`;
    const context = { user_id: NOWHERE };
    await expectError(() => asOwner("POST", path, [STDCM]), 404, ["authz:NoSuchUser", context]);
    await expectError(() => as(anna, "GET", `/authn/user/${NOWHERE}`), 404, [
      "authz:NoSuchUser",
      context,
    ]);
    // A group is no user.
    const group = await world.group();
    await expectError(() => asOwner("POST", `/authn/user/${group}/roles/${verb}`, [STDCM]), 404, [
      "authz:NoSuchUser",
      { user_id: group },
    ]);
  });

  it.each(["nobody", "infra:read", "admin", ""])(
    "don't get the role '%s', which is no application role, nor the others of the list",
    async (role) => {
      for (const path of [`/authn/user/${anna.id}`, `/authn/group/${await world.group()}`]) {
        for (const verb of ["add", "remove"]) {
          const ask = () => asOwner("POST", `${path}/roles/${verb}`, [STDCM, role]);
          await expectError(ask, 400, ["authz:UnknownApplicationRole", { role }]);
        }
      }
    },
  );

  it("give no roles without role:admin, to themselves neither", async () => {
    for (const path of [
      `/authn/user/${anna.id}/roles/add`,
      `/authn/user/${anna.id}/roles/remove`,
    ]) {
      await expectError(() => as(anna, "POST", path, [STDCM]), 403, [
        "authz:Forbidden",
        { required_roles: ["role:admin"] },
      ]);
    }
  });

  it("are found by a part of their name, page by page", async () => {
    const names = ["Zoë Ångström", "zoe (2)", "anna_zoe%"];
    for (const [i, name] of names.entries()) {
      const user = { identity: `search/${i}`, name };
      await world.db.queryOne("accounts/app_user/identify", [user.identity, user.name]);
    }
    const search = async (text: string, more = "") =>
      (await as(anna, "GET", `/authn/users?query=${encodeURIComponent(text)}${more}`)).json;
    expect((await search("ZO")).results.map((user: { name: string }) => user.name)).toEqual([
      "Zoë Ångström",
      "anna_zoe%",
      "zoe (2)",
    ]);
    expect(await search("zo", "&page_size=2&page=2")).toMatchObject({
      count: 3,
      page_count: 2,
      results: [{ name: "zoe (2)" }],
    });
    // No letter of the text means anything else than itself.
    expect((await search("_zoe%")).count).toBe(1);
    expect((await search("%")).count).toBe(1);
    expect((await search("nobody is called so")).results).toEqual([]);
    expect(Object.keys((await search("zo")).results[0])).toEqual(["id", "name"]);
  });
});

describe("groups", () => {
  it("are made by who may, who owns them then", async () => {
    const maker = await world.caller(["group:create"]);
    const made = await as(maker, "POST", "/authn/group", { name: "Planners" });
    expect(made.status).toBe(201);
    expect(made.json).toEqual(expect.any(Number));
    const level = await as(maker, "GET", `/authz/group/${made.json}/privlvl`);
    expect(level.json).toEqual({ privlvl: "Owner" });
    expect((await as(anna, "GET", `/authn/group/${made.json}`)).json).toEqual({
      id: made.json,
      name: "Planners",
      users: [],
    });
    const found = await as(anna, "GET", "/authn/groups?query=LANN");
    expect(found.json).toMatchObject({ count: 1, results: [{ id: made.json, name: "Planners" }] });
  });

  it("are made with application roles by who may also give those", async () => {
    const body = { name: "g", app_roles: [STDCM] };
    const maker = await world.caller(["group:create"]);
    await expectError(() => as(maker, "POST", "/authn/group", body), 403, [
      "authz:Forbidden",
      { required_roles: ["group:create", "role:admin"], builtin_roles: ["group:create"] },
    ]);
    await expectError(
      () => asOwner("POST", "/authn/group", { name: "g", app_roles: ["no"] }),
      400,
      ["authz:UnknownApplicationRole", { role: "no" }],
    );
    const group = (await asOwner("POST", "/authn/group", body)).json;
    expect((await asOwner("POST", `/authn/group/${group}/add`, [anna.id])).status).toBe(204);
    expect((await as(anna, "GET", "/authn/me")).json).toMatchObject({
      app_roles: [],
      builtin_roles: ["infra:read", "rolling-stock:read", "stdcm", "timetable:read"],
    });
    await asOwner("POST", `/authn/group/${group}/roles/remove`, [STDCM]);
    expect((await as(anna, "GET", "/authn/me")).json.builtin_roles).toEqual([]);
  });

  it("take users who give roles away only from who may give roles", async () => {
    const group = await world.group();
    const writer = await world.caller([]);
    await world.grant("group", group, writer.id, "Writer");
    expect((await as(writer, "POST", `/authn/group/${group}/add`, [anna.id])).status).toBe(204);
    await asOwner("POST", `/authn/group/${group}/roles/add`, [STDCM]);
    await expectError(() => as(writer, "POST", `/authn/group/${group}/add`, [ben.id]), 403, [
      "authz:Forbidden",
      { required_roles: ["role:admin"] },
    ]);
    // Taking rights away needs no more than Writer.
    expect((await as(writer, "POST", `/authn/group/${group}/remove`, [anna.id])).status).toBe(204);
  });

  it("take and lose users, all or none, however often one says so", async () => {
    const group = await world.group();
    const members = async (): Promise<number[]> =>
      (await as(anna, "GET", `/authn/group/${group}`)).json.users.map(
        ({ id }: { id: number }) => id,
      );
    for (let i = 0; i < 2; i++) {
      const path = `/authn/group/${group}/add`;
      expect((await asOwner("POST", path, [anna.id, ben.id, anna.id])).status).toBe(204);
      expect(new Set(await members())).toEqual(new Set([anna.id, ben.id]));
    }
    for (const verb of ["add", "remove"]) {
      const ask = () => asOwner("POST", `/authn/group/${group}/${verb}`, [ben.id, NOWHERE]);
      await expectError(ask, 404, ["authz:NoSuchUser", { user_id: NOWHERE }]);
    }
    for (let i = 0; i < 2; i++) {
      expect((await asOwner("POST", `/authn/group/${group}/remove`, [ben.id])).status).toBe(204);
      expect(await members()).toEqual([anna.id]);
    }
  });

  it("that do not exist are not found", async () => {
    const error = ["authz:NoSuchGroup", { group_id: NOWHERE }] as const;
    const path = `/authn/group/${NOWHERE}`;
    await expectError(() => as(anna, "GET", path), 404, error);
    await expectError(() => asOwner("DELETE", path), 404, error);
    await expectError(() => asOwner("POST", `${path}/add`, [anna.id]), 404, error);
    await expectError(() => asOwner("POST", `${path}/remove`, [anna.id]), 404, error);
    await expectError(() => asOwner("POST", `${path}/roles/add`, [STDCM]), 404, error);
    await expectError(() => asOwner("POST", `${path}/roles/remove`, [STDCM]), 404, error);
  });

  it("go with their grants, roles and memberships", async () => {
    const group = await world.group([anna]);
    await asOwner("POST", `/authn/group/${group}/roles/add`, [INFRA_READ]);
    await world.grant("timetable", timetable, group, "Writer");
    expect((await as(anna, "GET", `/authz/timetable/${timetable}/privlvl`)).json.privlvl).toBe(
      "Writer",
    );
    expect((await asOwner("DELETE", `/authn/group/${group}`)).status).toBe(204);
    expect(
      (await as(anna, "GET", `/authz/timetable/${timetable}/privlvl`)).json.privlvl,
    ).toBeNull();
    expect((await as(anna, "GET", "/authn/me")).json).toMatchObject({
      groups: [],
      builtin_roles: [],
    });
  });

  it("stay, with a member, while something would lose its last owner", async () => {
    const group = await world.group([anna]);
    const grant = await world.grant("timetable", timetable, group, "Owner");
    const admin = await world.caller(["admin"]);
    const owners = (await as(admin, "GET", `/authz/timetable/${timetable}/grants`)).json;
    const [first] = owners.filter(
      ({ subject }: { subject: { id: number } }) => subject.id === world.owner.id,
    );
    await as(admin, "DELETE", `/authz/timetable/${timetable}/grants/${first.grant_id}`);
    const error = [
      "authz:LastOwner",
      { resource_type: "timetable", resource_id: timetable },
    ] as const;
    await expectError(() => asOwner("DELETE", `/authn/group/${group}`), 409, error);
    const path = `/authn/group/${group}/remove`;
    await expectError(() => asOwner("POST", path, [anna.id]), 409, error);
    const revoke = `/authz/timetable/${timetable}/grants/${grant}`;
    await world.grant("timetable", timetable, ben.id, "Owner");
    expect((await asOwner("POST", path, [anna.id])).status).toBe(204);
    expect((await as(admin, "DELETE", revoke)).status).toBe(204);
  });
});

describe("grants", () => {
  it.each(RESOURCE_TYPES)("on a %s are made, listed, changed and revoked", async (type) => {
    const project = await world.project();
    const study = await world.study(project);
    const { scenario, infra } = await world.scenario(project, study);
    const [group, rolling_stock_collection] = [await world.group(), await world.collection()];
    const ids = { project, study, scenario, infra, group, rolling_stock_collection, timetable };
    const path = `/authz/${type}/${ids[type]}`;
    const privlvl = async (who: Caller) => (await as(who, "GET", `${path}/privlvl`)).json;
    expect(await privlvl(world.owner)).toEqual({ privlvl: "Owner" });
    expect(await privlvl(anna)).toEqual({ privlvl: null });

    const body = { subject_id: anna.id, grant: "Reader" };
    const made = await asOwner("POST", `${path}/grants`, body);
    expect(made.status, made.text).toBe(201);
    const entry = {
      grant_id: expect.any(Number),
      subject: { kind: "user", id: anna.id, name: anna.identity },
      grant: "Reader",
      granted_by: world.owner.id,
      granted_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    };
    expect(made.json).toEqual(entry);
    expect(await privlvl(anna)).toEqual({ privlvl: "Reader" });

    const listed = await as(anna, "GET", `${path}/grants`);
    expect(listed.status).toBe(200);
    expect(listed.json).toContainEqual(made.json);

    const grant = `${path}/grants/${made.json.grant_id}`;
    for (const level of GRANTABLE_LEVELS.toReversed()) {
      const changed = await asOwner("PATCH", grant, { grant: level });
      expect(changed).toMatchObject({ status: 200, json: { ...entry, grant: level } });
      expect(await privlvl(anna)).toEqual({ privlvl: level });
    }
    // An explicit Owner gives it up alone; nobody else takes it.
    expect((await as(anna, "DELETE", grant)).status).toBe(204);
    expect(await privlvl(anna)).toEqual({ privlvl: null });
    expect((await asOwner("DELETE", grant)).status).toBe(404);
  });

  it("are made out to a group, and to anybody by null", async () => {
    const group = await world.group([anna]);
    const path = `/authz/timetable/${timetable}/grants`;
    const to_group = await asOwner("POST", path, { subject_id: group, grant: "Creator" });
    expect(to_group.json.subject).toMatchObject({ kind: "group", id: group });
    const to_all = await asOwner("POST", path, { subject_id: null, grant: "Reader" });
    expect(to_all).toMatchObject({ status: 201, json: { subject: null, grant: "Reader" } });
    const level = async (who: Caller) =>
      (await as(who, "GET", `/authz/timetable/${timetable}/privlvl`)).json.privlvl;
    expect([await level(anna), await level(ben)]).toEqual(["Creator", "Reader"]);
    const [first, ...others] = (await as(ben, "GET", path)).json;
    expect(first.subject).toBeNull();
    expect(others).toHaveLength(2);
  });

  it("that are inherited are listed with their source, without a grant id", async () => {
    const project = await world.project();
    const study = await world.study(project);
    const { scenario } = await world.scenario(project, study);
    await world.grant("project", project, anna.id, "Creator");
    await world.grant("scenario", scenario, ben.id, "Writer");
    const entryOf = async (who: Caller, type: string, id: number) =>
      (await asOwner("GET", `/authz/${type}/${id}/grants`)).json.find(
        ({ subject }: { subject: { id: number } }) => subject.id === who.id,
      );
    const subject = (who: Caller) => ({ kind: "user", id: who.id, name: who.identity });
    expect(await entryOf(anna, "scenario", scenario)).toEqual({
      subject: subject(anna),
      implicit_grant: "Reader",
      implicit_grant_source: "project",
    });
    expect(await entryOf(ben, "project", project)).toEqual({
      subject: subject(ben),
      implicit_grant: "MinimalMetadata",
      implicit_grant_source: "scenario",
    });
    expect(await entryOf(world.owner, "study", study)).toMatchObject({
      grant: "Owner",
      implicit_grant: "Owner",
      implicit_grant_source: "project",
    });
  });

  it("are never given twice to a subject, nor to anybody twice", async () => {
    const path = `/authz/timetable/${timetable}/grants`;
    for (const subject_id of [anna.id, null]) {
      expect((await asOwner("POST", path, { subject_id, grant: "Writer" })).status).toBe(201);
      await expectError(() => asOwner("POST", path, { subject_id, grant: "Reader" }), 409, [
        "authz:GrantAlreadyExists",
        { resource_type: "timetable", resource_id: timetable, subject_id },
      ]);
    }
  });

  it("name a type, a resource, a subject and a grant that exist", async () => {
    const body = { subject_id: anna.id, grant: "Reader" };
    const grants = `/authz/timetable/${timetable}/grants`;
    const unknown = (type: string, context: object) => [`authz:${type}`, context] as const;
    for (const type of ["train_schedule", "Timetable", "timetables", "user"]) {
      await expectError(() => asOwner("GET", `/authz/${type}/1/privlvl`), 404, [
        "authz:UnknownResourceType",
        { resource_type: type },
      ]);
    }
    const resource = unknown("UnknownResource", { resource_id: NOWHERE });
    for (const type of RESOURCE_TYPES) {
      const path = `/authz/${type}/${NOWHERE}`;
      await expectError(() => asOwner("GET", `${path}/privlvl`), 404, resource);
      await expectError(() => asOwner("GET", `${path}/grants`), 404, resource);
      await expectError(() => asOwner("POST", `${path}/grants`, body), 404, resource);
      await expectError(
        () => asOwner("PATCH", `${path}/grants/1`, { grant: "Reader" }),
        404,
        resource,
      );
      await expectError(() => asOwner("DELETE", `${path}/grants/1`), 404, resource);
    }
    const open = world.behind(makeServices({ db: world.db, env: { AUTHORIZATION: "disabled" } }));
    const nowhere = `/authz/timetable/${NOWHERE}/grants`;
    const listed = () => open.send(null, { method: "GET", path: nowhere });
    await expectError(listed, 404, resource);
    await expectError(
      () => asOwner("POST", grants, { ...body, subject_id: NOWHERE }),
      404,
      unknown("UnknownSubject", { subject_id: NOWHERE }),
    );
    const grant = unknown("UnknownGrant", { grant_id: NOWHERE });
    await expectError(
      () => asOwner("PATCH", `${grants}/${NOWHERE}`, { grant: "Reader" }),
      404,
      grant,
    );
    await expectError(() => asOwner("DELETE", `${grants}/${NOWHERE}`), 404, grant);
  });

  it("belong to their resource: under another one they are not found", async () => {
    const [other, infra] = [await world.timetable(), await world.infra()];
    const grant = await world.grant("timetable", other, anna.id, "Reader");
    const error = ["authz:UnknownGrant", { grant_id: grant }] as const;
    for (const path of [`/authz/timetable/${timetable}`, `/authz/infra/${infra}`]) {
      await expectError(() => asOwner("DELETE", `${path}/grants/${grant}`), 404, error);
      await expectError(
        () => asOwner("PATCH", `${path}/grants/${grant}`, { grant: "Owner" }),
        404,
        error,
      );
    }
  });

  it.each([
    ["a level that is only inherited", { subject_id: 1, grant: "MinimalMetadata" }],
    ["a level in small letters", { subject_id: 1, grant: "reader" }],
    ["no level", { subject_id: 1 }],
    ["no subject", { grant: "Reader" }],
    ["a subject that is a text", { subject_id: "1", grant: "Reader" }],
    ["a subject that is no id", { subject_id: 0, grant: "Reader" }],
    ["a field that means nothing", { subject_id: 1, grant: "Reader", granted_by: 1 }],
  ])("with %s are 422", async (_what, body) => {
    const ask = () => asOwner("POST", `/authz/timetable/${timetable}/grants`, body);
    await expectError(ask, 422, ["request:InvalidBody", {}]);
  });

  it("keep the last owner, and the other owner's grant from who is no admin", async () => {
    const path = `/authz/timetable/${timetable}/grants`;
    const [own] = (await asOwner("GET", path)).json;
    const error = [
      "authz:LastOwner",
      { resource_type: "timetable", resource_id: timetable },
    ] as const;
    await expectError(() => asOwner("DELETE", `${path}/${own.grant_id}`), 409, error);
    await expectError(
      () => asOwner("PATCH", `${path}/${own.grant_id}`, { grant: "Writer" }),
      409,
      error,
    );
    const other = await asOwner("POST", path, { subject_id: anna.id, grant: "Owner" });
    const forbidden = [
      "authz:Forbidden",
      { required_roles: ["admin"], effective: "Owner" },
    ] as const;
    await expectError(() => asOwner("DELETE", `${path}/${other.json.grant_id}`), 403, forbidden);
    expect((await asOwner("DELETE", `${path}/${own.grant_id}`)).status).toBe(204);
  });

  it("are repaired by holders of admin, who read nothing by that", async () => {
    const admin = await world.caller(["admin"]);
    const path = `/authz/timetable/${timetable}/grants`;
    const [own] = (await as(admin, "GET", path)).json;
    expect((await as(admin, "GET", `/timetable/${timetable}/train_schedules`)).status).toBe(403);
    expect((await as(admin, "PATCH", `${path}/${own.grant_id}`, { grant: "Reader" })).status).toBe(
      200,
    );
    expect((await as(admin, "DELETE", `${path}/${own.grant_id}`)).status).toBe(204);
    expect((await as(admin, "GET", path)).json).toEqual([]);
    const given = await as(admin, "POST", path, { subject_id: anna.id, grant: "Owner" });
    expect(given.json).toMatchObject({ grant: "Owner", granted_by: admin.id });
  });
});

describe("POST /authz/me/privileges", () => {
  it("tells levels of many resources, and leaves out what does not exist", async () => {
    const infra = await world.infra();
    await world.grant("timetable", timetable, anna.id, "Creator");
    const body = { timetable: [timetable, NOWHERE], infra: [infra], project: [], group: [NOWHERE] };
    const answer = await as(anna, "POST", "/authz/me/privileges", body);
    expect(answer.json).toEqual({
      timetable: [{ resource_id: timetable, privlvl: "Creator" }],
      infra: [{ resource_id: infra, privlvl: null }],
      project: [],
      group: [],
    });
    const twice = { timetable: [timetable, timetable] };
    expect((await as(anna, "POST", "/authz/me/privileges", twice)).status).toBe(200);
  });

  it("takes a thousand resources and not one more, of known types only", async () => {
    const ask = async (body: unknown) =>
      (await as(anna, "POST", "/authz/me/privileges", body)).status;
    const many = Array.from({ length: 600 }, (_, i) => i + 1);
    expect(await ask({ infra: many, timetable: many.slice(0, 400) })).toBe(200);
    expect(await ask({ infra: many, timetable: many.slice(0, 401) })).toBe(422);
    expect(await ask({ train_schedule: [1] })).toBe(422);
  });
});
