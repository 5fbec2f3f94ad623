// Method: endpoints with an answer of their own for clients of 2024 are compared with the records of other paths, with tables of refusals, and with the settings that switch them.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ALL_ROLES, BUILTIN_ROLES, type BuiltinRole } from "../../../src/platform/access/roles.ts";
import { ENDPOINTS, listServed } from "../../../src/server/endpoints.ts";
import { type Caller, openWorld, type World } from "../../accounts/authz/world.ts";
import { type Call, call, makeServices, type TestSettings } from "../../helpers/services.ts";
import { makeStudyWorld } from "../../studies/study_world.ts";
import { type ClientWorld, clientTrain, makeClientWorld } from "./client_world.ts";

const NOWHERE = 999_999_999;
// Object.keys forgets the key type.
const TAGS = Object.keys(BUILTIN_ROLES) as BuiltinRole[];

let clients: ClientWorld;
let world: World;
beforeAll(async () => {
  clients = await makeClientWorld();
  world = await openWorld();
});
afterAll(async () => {
  await clients.close();
  await world.close();
});

/** The same database behind a server of other settings. */
function behind(env: TestSettings): (request: Call) => ReturnType<typeof call> {
  const services = makeServices({ db: clients.api.services.db, env });
  return async (request) => await call(services, request);
}

describe("the trains of a timetable", () => {
  it("are told by their ids, ascending, and paced trains are not among them", async () => {
    const { timetable_id } = (await clients.api.make("POST", "/timetable")).json;
    const path = `/timetable/${timetable_id}`;
    expect((await clients.api.make("GET", path)).json).toEqual({ timetable_id, train_ids: [] });
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) {
      const made = await clients.api.make("POST", `${path}/train_schedules`, [
        clientTrain(),
        clientTrain(),
      ]);
      ids.push(...made.json.map(({ id }: { id: number }) => id));
      const paced = { time_window: "PT1H", interval: "PT15M" };
      await clients.api.make("POST", `${path}/paced_trains`, [clientTrain({ paced })]);
    }
    const { json } = await clients.api.make("GET", path);
    expect(json).toEqual({ timetable_id, train_ids: ids.toSorted((a, b) => a - b) });
  });

  it("are read by id in the order of the request, each once, as GET reads one", async () => {
    const { train = 0, second_train = 0, stockless_train = 0 } = clients.ids;
    const ids = [stockless_train, train, second_train, train, stockless_train];
    const { text } = await clients.api.make("POST", "/train_schedule", { ids });
    const singles = [];
    for (const id of [stockless_train, train, second_train]) {
      singles.push((await clients.api.make("GET", `/train_schedule/${id}`)).text);
    }
    expect(text).toBe(`[${singles.join(",")}]`);
    expect((await clients.api.make("POST", "/train_schedule", { ids: [] })).text).toBe("[]");
  });

  it("are all there or none: what does not exist is counted, each once", async () => {
    const { train, paced_train } = clients.ids;
    const ids = [train, NOWHERE, NOWHERE, paced_train, NOWHERE + 1];
    expect(await clients.api.call("POST", "/train_schedule", { ids })).toMatchObject({
      status: 404,
      json: { type: "editoast:train_schedule:BatchTrainScheduleNotFound", context: { number: 3 } },
    });
  });

  it("are no more than a batch has, by number and by size", async () => {
    const { train, second_train, stockless_train } = clients.ids;
    const read = (ids: unknown) => ({ method: "POST", path: "/train_schedule", body: { ids } });
    const few = behind({ batch_trains: 2 });
    expect((await few(read([train, second_train]))).status).toBe(200);
    expect(await few(read([train, second_train, stockless_train]))).toMatchObject({
      status: 422,
      json: { type: "editoast:request:TooManyItems", context: { count: 3, count_max: 2 } },
    });
    const small = behind({ batch_body_bytes: 1024 });
    expect((await small(read([train]))).status).toBe(200);
    expect(await small(read([train, second_train]))).toMatchObject({
      status: 422,
      json: {
        type: "editoast:request:TooManyItems",
        context: { bytes: expect.any(Number), bytes_max: 1024 },
      },
    });
  });
});

describe("roles", () => {
  const rolesOf = async (who: Caller, path: string) =>
    (await world.send(who, { method: "GET", path })).json;

  it.each(TAGS)("of a holder of %s are told by tag and by their names of 2024", async (tag) => {
    const who = await world.caller([tag]);
    const { json: information } = await world.send(who, { method: "GET", path: "/authn/me" });
    const me = await rolesOf(who, "/authz/me");
    expect(me).toEqual({ id: who.id, name: who.identity, roles: information.builtin_roles });
    const { builtin } = await rolesOf(who, "/authz/roles/me");
    // Of 2024: nobody reported running trains then.
    const known = me.roles.filter((role: BuiltinRole) => role !== "operation:write");
    expect(builtin.length).toBeGreaterThanOrEqual(known.length);
    expect(builtin).toEqual(builtin.toSorted());
    const stranger = await world.caller([]);
    expect(await rolesOf(stranger, `/authz/roles/${who.id}`)).toEqual({ builtin });
  });

  it("have names of 2024 that differ from role to role", async () => {
    const names = new Map<string, BuiltinRole>();
    for (const role of ["timetable:read", "infra:read", "operational-studies:read"] as const) {
      const { builtin } = await rolesOf(await world.caller([role]), "/authz/roles/me");
      for (const name of builtin) if (!names.has(name)) names.set(name, role);
    }
    expect(Object.fromEntries(names)).toEqual({
      TimetableRead: "timetable:read",
      InfraRead: "infra:read",
      MapRead: "infra:read",
      OpsRead: "operational-studies:read",
      DocumentRead: "operational-studies:read",
      RollingStockCollectionRead: "operational-studies:read",
    });
    const { builtin } = await rolesOf(await world.caller(["admin"]), "/authz/roles/me");
    expect(builtin).toContain("Superuser");
    expect(builtin).toHaveLength(17);
  });

  it("are given and taken by lists under `roles`", async () => {
    const admin = await world.caller(["role:admin"]);
    const who = await world.caller([]);
    const path = `/authz/roles/${who.id}`;
    const body = { roles: ["just stdcm", "just infra:read"] };
    expect((await world.send(admin, { method: "POST", path, body })).status).toBe(204);
    const given = await rolesOf(who, "/authn/me");
    expect(given.app_roles).toEqual(["just infra:read", "just stdcm"]);
    const taken = { roles: ["just stdcm"] };
    expect((await world.send(admin, { method: "DELETE", path, body: taken })).status).toBe(204);
    expect((await rolesOf(who, "/authn/me")).app_roles).toEqual(["just infra:read"]);
    expect((await world.send(admin, { method: "POST", path, body: ["just stdcm"] })).status).toBe(
      422,
    );
    expect((await world.send(who, { method: "POST", path, body })).status).toBe(403);
  });

  it("that are listed can be given and taken with the roles file that comes along", async () => {
    const plain = await makeStudyWorld();
    const admin = await plain.actor("admin", "administrator");
    const who = await plain.actor("who", null);
    const path = `/authz/roles/${who.id}`;
    const list = async (id: number): Promise<readonly string[]> =>
      (await admin.make("GET", `/authz/roles/${id}`)).builtin;
    const all = await list(admin.id);
    expect(all).toHaveLength(17);
    await admin.make("POST", path, { roles: all });
    expect(await list(who.id)).toEqual(all);
    await admin.make("DELETE", path, { roles: all });
    expect(await list(who.id)).toEqual([]);
    const silent: string[] = [];
    for (const name of all) {
      await admin.make("POST", path, { roles: [name] });
      const shown = await list(who.id);
      if (shown.length === 0) silent.push(name);
      else expect(shown).toContain(name);
      await admin.make("DELETE", path, { roles: [name] });
    }
    // anybody who is signed in may read these
    expect(silent).toEqual(["RoleRead", "SubjectRead"]);
    await plain.close();
  });

  it("of nobody are all of them where authorization is disabled", async () => {
    const me = (await clients.api.make("GET", "/authz/me")).json;
    expect(me).toEqual({ id: -1, name: "nobody", roles: [...ALL_ROLES].sort() });
    const mine = (await clients.api.make("GET", "/authz/roles/me")).json;
    const { user } = clients.ids;
    expect((await clients.api.make("GET", `/authz/roles/${user}`)).json).toEqual(mine);
    expect(await clients.api.call("GET", `/authz/roles/${NOWHERE}`)).toMatchObject({
      status: 404,
      json: { type: "editoast:authz:NoSuchUser", context: { user_id: NOWHERE } },
    });
  });
});

describe("a refresh of networks", () => {
  const refresh = async (query: string) => await clients.api.call("POST", `/infra/refresh${query}`);

  it("answers the ids that it was given, and with force drops the compiled form of the named ones", async () => {
    const { infra, train } = clients.ids;
    const path = `/train_schedule/${train}/path?infra_id=${infra}`;
    const before = (await clients.api.make("GET", path)).text;
    const { infras } = clients.api.services;
    const bytes = infras.bytes;
    expect(bytes).toBeGreaterThan(0);
    for (const query of ["", "?force=true"]) {
      expect((await refresh(query)).json, query).toEqual({ infra_refreshed: [] });
    }
    for (const query of [`?infras=${infra}`, `?infras=${infra}&force=false`]) {
      expect((await refresh(query)).json, query).toEqual({ infra_refreshed: [infra] });
    }
    expect(infras.bytes).toBe(bytes);
    const forced = await refresh(`?force=true&infras=${infra}`);
    expect(forced).toMatchObject({ status: 200, json: { infra_refreshed: [infra] } });
    expect(infras.bytes).toBe(0);
    expect((await clients.api.make("GET", path)).text).toBe(before);
  });

  it("of one that does not exist is 404", async () => {
    expect(await refresh(`?infras=${clients.ids["infra"]},${NOWHERE}`)).toMatchObject({
      status: 404,
      json: { type: "editoast:infra:NotFound", context: { infra_id: NOWHERE } },
    });
  });
});

describe("the gateway's answers", () => {
  const GATEWAY = [
    ["POST", "/auth/login", { type: "success", username: "nobody" }],
    ["POST", "/auth/logout", { type: "success" }],
    ["GET", "/auth/providers", []],
  ] as const;
  const served = (authorization: "enforce" | "disabled") =>
    listServed({ existing_clients: true, authorization, mcp: true });

  it.each(GATEWAY)(
    "are there while authorization is disabled: %s %s",
    async (method, path, json) => {
      const { services } = clients.api;
      for (const prefix of ["", "/api"]) {
        const answer = await call(services, { method, path: prefix + path }, served("disabled"));
        expect(answer).toMatchObject({ status: 200 });
        expect(answer.json).toEqual(json);
      }
      const named = { "x-remote-user-identity": "idp/anna", "x-remote-user-name": "Anna" };
      const login = { method: "POST", path: "/auth/login", headers: named };
      expect((await call(services, login, served("disabled"))).json.username).toBe("Anna");
    },
  );

  it.each(GATEWAY)("are 404 otherwise: %s %s", async (method, path) => {
    const endpoints = served("enforce");
    expect(endpoints).toBe(ENDPOINTS);
    const sent = { method, path, headers: { "x-remote-user-identity": "idp/anna" } };
    expect((await call(world.services, sent, endpoints)).status).toBe(404);
  });
});
