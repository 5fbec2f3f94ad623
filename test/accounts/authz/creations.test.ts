// Method: every creation by a caller who has just enough for it, and whose grants are listed after it; requests that must not create a user or reveal application roles.
import { writeFileSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfiguredRoles } from "../../../src/accounts/authn/admins.ts";
import { parseApplicationRoles } from "../../../src/platform/access/application_roles.ts";
import { RESOURCE_TYPES, type ResourceType } from "../../../src/platform/access/levels.ts";
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import { opened } from "../../helpers/opened.ts";
import { makeConfig, makeServices } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { RAILML2 } from "../../workers/exchange/railml_files.ts";
import { listCases } from "./requests.ts";
import { type Caller, openWorld, ROLES_TEXT, type Sent, type World } from "./world.ts";

const world = opened(openWorld);

interface Creation {
  readonly request: string;
  readonly roles: readonly BuiltinRole[];
  readonly type: ResourceType;
  /** Gives the caller the other rights that it needs; returns the request's path and body. */
  readonly prepare: (who: Caller) => Promise<Omit<Sent, "method">>;
}

const CREATIONS: readonly Creation[] = [
  {
    request: "POST /authn/group",
    roles: ["group:create"],
    type: "group",
    prepare: async () => ({ path: "/authn/group", body: { name: "g" } }),
  },
  {
    request: "POST /projects",
    roles: ["operational-studies:write"],
    type: "project",
    prepare: async () => ({ path: "/projects", body: { name: "p" } }),
  },
  {
    request: "POST studies",
    roles: ["operational-studies:write"],
    type: "study",
    prepare: async ({ id }) => {
      const project = await world.project();
      await world.grant("project", project, id, "Creator");
      return { path: `/projects/${project}/studies`, body: { name: "s", state: "started" } };
    },
  },
  {
    request: "POST scenarios",
    roles: ["operational-studies:write"],
    type: "scenario",
    prepare: async ({ id }) => {
      const project = await world.project();
      const study = await world.study(project);
      const [infra_id, timetable_id] = [await world.infra(), await world.timetable()];
      await world.grant("study", study, id, "Creator");
      await world.grant("infra", infra_id, id, "Reader");
      await world.grant("timetable", timetable_id, id, "Writer");
      const path = `/projects/${project}/studies/${study}/scenarios`;
      return { path, body: { name: "c", infra_id, timetable_id } };
    },
  },
  {
    request: "POST /timetable",
    roles: ["timetable:write"],
    type: "timetable",
    prepare: async () => ({ path: "/timetable" }),
  },
  {
    request: "POST /infra",
    roles: ["infra:write"],
    type: "infra",
    prepare: async () => ({ path: "/infra", body: { name: "i" } }),
  },
  {
    request: "POST /infra/railjson",
    roles: ["infra:write"],
    type: "infra",
    prepare: async () => ({ path: "/infra/railjson?name=i", body: TINY_RAILJSON }),
  },
  {
    request: "POST /infra/import",
    roles: ["infra:write"],
    type: "infra",
    prepare: async () => ({
      path: "/infra/import?format=railml&name=i",
      body: RAILML2,
      headers: { "content-type": "application/xml" },
    }),
  },
  {
    request: "POST /infra/{infra_id}/clone",
    roles: ["infra:write"],
    type: "infra",
    prepare: async ({ id }) => {
      const infra = await world.infra();
      await world.grant("infra", infra, id, "Reader");
      return { path: `/infra/${infra}/clone?name=c` };
    },
  },
  {
    request: "POST /rolling_stock_collection",
    roles: ["rolling-stock:write"],
    type: "rolling_stock_collection",
    prepare: async () => ({ path: "/rolling_stock_collection", body: { name: "c" } }),
  },
];

/** The id in the answer of a creation, in each of its forms. */
function idIn(json: unknown, type: ResourceType): number {
  if (typeof json === "number") return json;
  // An object in every other case.
  const { id, ...named } = json as Record<string, number>;
  return id ?? named[`${type}_id`] ?? named[type] ?? 0;
}

describe("whoever creates something", () => {
  it.each(CREATIONS.map((one) => [one.request, one] as const))(
    "by %s is its Owner by a grant of its own",
    async (_request, { roles, type, prepare }) => {
      const who = await world.caller(roles);
      const request = await prepare(who);
      const made = await world.send(who, { method: "POST", ...request });
      expect(made.status, made.text).toBeLessThan(300);
      const id = idIn(made.json, type);
      const listed = await world.send(who, { method: "GET", path: `/authz/${type}/${id}/grants` });
      const own = listed.json.filter(
        ({ subject }: { subject: { id: number } | null }) => subject?.id === who.id,
      );
      expect(own).toHaveLength(1);
      expect(own[0]).toMatchObject({
        grant_id: expect.any(Number),
        subject: { kind: "user", id: who.id, name: who.identity },
        grant: "Owner",
        granted_by: who.id,
      });
    },
  );

  it("can create everything that carries grants", () => {
    const types = new Set(CREATIONS.map(({ type }) => type));
    expect(types).toEqual(new Set(RESOURCE_TYPES));
    expect(types.size).toBe(7);
  });
});

describe("a user", () => {
  it("is made by its first request, whatever it asks for and however it ends", async () => {
    const asked = [
      ["GET", "/authn/me", 200],
      ["GET", "/timetable", 403],
      ["POST", "/projects", 403],
      ["GET", `/authz/timetable/${await world.timetable()}/privlvl`, 200],
      ["DELETE", `/authn/group/${await world.group()}`, 403],
    ] as const;
    for (const [i, [method, path, status]] of asked.entries()) {
      const newcomer = { id: 0, identity: `newcomer/${i}` };
      const answer = await world.send(newcomer, { method, path });
      expect(answer.status, `${method} ${path}`).toBe(status);
      const found = await world.db.run<{ name: string }>(
        "select name from app_user where identity_id = $1",
        [newcomer.identity],
      );
      expect(found).toEqual([{ name: newcomer.identity }]);
    }
  });

  it("is made by no request, whatever its roles, but the user's own first one", async () => {
    const all = await world.caller(["admin"]);
    const before = await hashTables(world.db);
    const body = { identity_id: "made/by request", name: "n" };
    for (const method of ["POST", "PUT", "PATCH"]) {
      for (const path of ["/authn/user", "/authn/users", "/authn/user/4711", "/authn/me"]) {
        const { status } = await world.send(all, { method, path, body });
        expect([404, 405], `${method} ${path}`).toContain(status);
      }
    }
    expect(await hashTables(world.db)).toEqual(before);
  });
});

describe("application roles", () => {
  it("that nobody has are told by no answer to a GET", async () => {
    const tag = "role that nobody has";
    const roles = { ...JSON.parse(ROLES_TEXT), [tag]: { name: tag, implies: ["stdcm"] } };
    const knowing = world.behind(
      makeServices({
        db: world.db,
        env: { AUTHORIZATION: "enforce" },
        services: {
          compute: world.compute,
          roles: parseApplicationRoles(JSON.stringify(roles), "roles"),
        },
      }),
    );
    const reads = listCases().filter(({ endpoint }) => endpoint.method === "get");
    expect(reads.length).toBeGreaterThan(50);
    for (const { title, make } of reads) {
      const { names, request } = await make(world);
      const answer = await knowing.send(world.owner, { method: "GET", ...request(names) });
      expect(answer.status, title).toBeLessThan(300);
      expect(answer.text, title).not.toContain(tag);
    }
  });

  it("are read once: a file that changes counts from the next start on", async () => {
    const file = join(await mkdtemp(join(tmpdir(), "marey-roles-")), "roles.json");
    const write = (implies: string): void =>
      writeFileSync(file, JSON.stringify({ changing: { name: "c", implies: [implies] } }));
    const start = (): World => {
      const roles = readConfiguredRoles(makeConfig({ APPLICATION_ROLES_FILE: file }));
      const env = { AUTHORIZATION: "enforce" };
      return world.behind(makeServices({ db: world.db, env, services: { roles } }));
    };
    const user = await world.caller([]);
    await world.db.run("insert into subject_role (subject_id, app_role) values ($1, 'changing')", [
      user.id,
    ]);
    const rolesAt = async (server: World): Promise<unknown> =>
      (await server.send(user, { method: "GET", path: "/authn/me" })).json.builtin_roles;
    write("infra:read");
    const first = start();
    expect(await rolesAt(first)).toEqual(["infra:read"]);
    write("timetable:read");
    expect(await rolesAt(first)).toEqual(["infra:read"]);
    expect(await rolesAt(start())).toEqual(["timetable:read"]);
  });
});
