// Method: `npm run admin` as a process on a test database, and the first administrators of the setting; what they may do then is asked by requests.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addAdmin, makeBootstrapAdmins } from "../../src/accounts/authn/admins.ts";
import { parseApplicationRoles } from "../../src/platform/access/application_roles.ts";
import { ALL_ROLES } from "../../src/platform/access/roles.ts";
import { ConfigError } from "../../src/platform/config.ts";
import { call, makeServices } from "../helpers/services.ts";
import { hashTables, startTestDatabase, type TestDatabase } from "../helpers/test_database.ts";

const ADMIN = join(import.meta.dirname, "../../dist/src/server/admin.js");

let database: TestDatabase;
beforeAll(async () => {
  expect(existsSync(ADMIN), "npm run build comes first").toBe(true);
  database = await startTestDatabase();
});
afterAll(async () => {
  await database.close();
});

interface Run {
  readonly code: number;
  readonly output: string;
  readonly errors: string;
}

async function admin(args: readonly string[], env: Record<string, string> = {}): Promise<Run> {
  const { socket_dir, user, database: name } = database.target;
  const settings = {
    PATH: process.env["PATH"],
    // Of the driver: where a URL without a host leads.
    DATABASE_URL: `postgres:///${name}`,
    PGHOST: socket_dir,
    PGUSER: user,
    ...env,
  };
  return await new Promise((resolve) => {
    execFile(process.execPath, [ADMIN, ...args], { env: settings }, (error, output, errors) => {
      const code = error === null ? 0 : Number(error.code);
      resolve({ code, output, errors });
    });
  });
}

/** The builtin roles of an identity, as the server sees them now; null: it may not even ask. */
async function rolesOf(identity: string): Promise<readonly string[]> {
  const services = makeServices({ db: database.db, env: { AUTHORIZATION: "enforce" } });
  const headers = { "x-remote-user-identity": identity };
  return (await call(services, { path: "/authn/me", headers })).json.builtin_roles;
}

describe("npm run admin", () => {
  it("adds, lists and removes an administrator, however often one says so", async () => {
    expect((await admin(["list"])).output).toBe("There is no administrator.\n");
    const added = await admin(["add", "oidc/ada", "Ada"]);
    expect(added).toMatchObject({ code: 0, errors: "" });
    const id = Number(/^oidc\/ada \(user (\d+)\) is an administrator\n$/.exec(added.output)?.[1]);
    expect(await rolesOf("oidc/ada")).toHaveLength(ALL_ROLES.size);
    expect((await admin(["add", "oidc/ada"])).output).toBe(
      `oidc/ada (user ${id}) was already an administrator\n`,
    );
    expect((await admin(["list"])).output).toBe(`oidc/ada  (user ${id}, Ada)\n`);
    const removed = await admin(["remove", "oidc/ada"]);
    expect(removed).toMatchObject({ code: 0, output: "oidc/ada is no administrator any more\n" });
    expect(await rolesOf("oidc/ada")).toEqual([]);
    expect((await admin(["remove", "oidc/ada"])).output).toBe("oidc/ada is no administrator\n");
  });

  it("says so when a group still makes one an administrator", async () => {
    await admin(["add", "oidc/bob"]);
    await database.db.run(`
      with s as (insert into subject default values returning id),
      g as (insert into app_group (id, name) select id, 'admins' from s returning id),
      m as (
        insert into membership (user_id, group_id)
        select u.id, g.id from app_user u, g where u.identity_id = 'oidc/bob'
      )
      insert into subject_role (subject_id, app_role) select id, 'administrator' from g`);
    expect((await admin(["remove", "oidc/bob"])).output).toBe(
      "oidc/bob is still one: a group gives the role\n",
    );
    expect(await rolesOf("oidc/bob")).toContain("admin");
  });

  it("deletes a user, who comes back as somebody new without rights", async () => {
    await admin(["add", "oidc/eve"]);
    const deleted = await admin(["delete-user", "oidc/eve"]);
    expect(deleted.output).toMatch(/^Deleted user \d+\n$/);
    expect((await admin(["delete-user", "oidc/eve"])).output).toBe("There is no user oidc/eve\n");
    expect(await rolesOf("oidc/eve")).toEqual([]);
  });

  it("tells its usage when a command makes no sense, and changes nothing", async () => {
    const before = await hashTables(database.db);
    for (const args of [[], ["add"], ["promote", "oidc/ada"]]) {
      const { code, output } = await admin(args);
      expect(code).toBe(2);
      expect(output).toMatch(/^Usage: npm run admin -- <command>\n/);
    }
    expect(await hashTables(database.db)).toEqual(before);
  });

  it("tells what is wrong with an identity or the roles file, and changes nothing", async () => {
    const before = await hashTables(database.db);
    const odd = await admin(["add", "oidc/\u00e9ve"]);
    expect(odd.code).toBe(1);
    expect(odd.errors).toContain("is no identity: it must be 1 to 1024 ASCII characters");
    const missing = await admin(["list"], { APPLICATION_ROLES_FILE: "/nowhere.yaml" });
    expect(missing.code).toBe(1);
    expect(missing.errors).toContain("APPLICATION_ROLES_FILE: /nowhere.yaml: ENOENT");
    expect(await hashTables(database.db)).toEqual(before);
  });
});

describe("BOOTSTRAP_ADMINS", () => {
  const settings = (value: string) =>
    makeServices({
      db: database.db,
      env: { AUTHORIZATION: "enforce", BOOTSTRAP_ADMINS: value },
    });

  it("are administrators after the start, known or not, and stay so after the next", async () => {
    const known = await rolesOf("boot/known");
    expect(known).toEqual([]);
    await makeBootstrapAdmins(settings("boot/known,boot/new"));
    const after = await hashTables(database.db);
    expect(await rolesOf("boot/known")).toHaveLength(ALL_ROLES.size);
    expect(await rolesOf("boot/new")).toHaveLength(ALL_ROLES.size);
    await makeBootstrapAdmins(settings("boot/known,boot/new"));
    expect(await hashTables(database.db)).toEqual(after);
    // The setting gives; taking is a request's or the command's business.
    await makeBootstrapAdmins(settings(""));
    expect(await rolesOf("boot/new")).toContain("admin");
  });

  it("may give roles by requests then", async () => {
    await makeBootstrapAdmins(settings("boot/first"));
    const services = settings("");
    const headers = { "x-remote-user-identity": "boot/first" };
    const other = await call(services, {
      path: "/authn/me",
      headers: { "x-remote-user-identity": "boot/other" },
    });
    const path = `/authn/user/${other.json.id}/roles/add`;
    const body = ["operational-studies-analyst"];
    expect((await call(services, { method: "POST", path, headers, body })).status).toBe(204);
    expect(await rolesOf("boot/other")).toContain("operational-studies:write");
  });

  it("stop the start when an identity can't be one, or no role makes an administrator", async () => {
    await expect(makeBootstrapAdmins(settings("boot/\u00e9"))).rejects.toThrow(ConfigError);
    const roles = parseApplicationRoles("ops: {name: Operations, implies: [infra:read]}", "roles");
    const caller = { identity: "boot/first", name: "" };
    await expect(addAdmin(database.db, roles, caller)).rejects.toThrow(
      "APPLICATION_ROLES_FILE: no role implies `admin`, so nobody can be one",
    );
  });
});
