// Method: generated from the endpoint list: each endpoint is called by callers who lack one right, then by one who has just enough; all tables are hashed around every denial.
import { describe, expect, it } from "vitest";
import type { PrivilegeLevel, ResourceType } from "../../../src/platform/access/levels.ts";
import {
  BUILTIN_ROLES,
  type BuiltinRole,
  impliedRoles,
} from "../../../src/platform/access/roles.ts";
import type { CheckedAccess } from "../../../src/platform/http/endpoint.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { opened } from "../../helpers/opened.ts";
import type { CallResult } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";
import type { Names, Prepared } from "./request_makers.ts";
import { byTitle, type EndpointCase, keyOf, listCases, REQUESTS } from "./requests.ts";
import { type Caller, openWorld } from "./world.ts";

const NOWHERE = 999_999_999;
// Object.keys forgets the key type.
const TAGS = Object.keys(BUILTIN_ROLES) as BuiltinRole[];

interface About {
  readonly type: ResourceType;
  readonly id: number;
  /** What the endpoint declares. */
  readonly declared: PrivilegeLevel | "none";
  /** What is enough. */
  readonly needed: PrivilegeLevel;
}

interface Checked extends EndpointCase {
  readonly access: CheckedAccess<unknown, unknown>;
}

const world = opened(openWorld);

/** The checked endpoints; `is_leveled`: those that ask for a level of a resource. */
function checkedCases(is_leveled: boolean): Checked[] {
  return listCases().flatMap((one) => {
    const { access } = one.endpoint;
    if (access.kind !== "checked") return [];
    const levels = Object.values(access.levels).filter((level) => level !== "none");
    return !is_leveled || levels.length > 0 ? [{ ...one, access }] : [];
  });
}

function listAbout({ about, level }: Prepared, access: CheckedAccess<unknown, unknown>): About[] {
  // The keys are resource types.
  return (Object.entries(about) as [ResourceType, number[]][]).flatMap(([type, ids]) => {
    const declared = access.levels[type] ?? access.levels.resource ?? "none";
    if (declared === "none") return [];
    return ids.map((id) => ({ type, id, declared, needed: level ?? declared }));
  });
}

/** Those that are declared, and those that the handler asks for. */
function rolesFor(
  { roles }: CheckedAccess<unknown, unknown>,
  { roles: more = [] }: Prepared,
): readonly BuiltinRole[] {
  return [...roles, ...more];
}

/** The highest level that is not enough; only projects and studies have MinimalMetadata of their own. */
function below({ type, needed }: About): PrivilegeLevel | null {
  const LOWER = {
    Owner: "Writer",
    Writer: "Creator",
    Creator: "Reader",
    Reader: type === "project" || type === "study" ? "MinimalMetadata" : null,
    MinimalMetadata: null,
  } as const;
  return LOWER[needed];
}

async function give(who: Caller, all: readonly About[], lowered: About | null): Promise<void> {
  for (const about of all) {
    const level = about === lowered ? below(about) : about.needed;
    if (level !== null) await world.grant(about.type, about.id, who.id, level);
  }
}

async function ask(
  { endpoint }: EndpointCase,
  prepared: Prepared,
  who: Caller | null,
  change: Names = {},
): Promise<CallResult> {
  const request = prepared.request({ ...prepared.names, ...change });
  return await world.send(who, { method: endpoint.method.toUpperCase(), ...request });
}

interface Asked {
  readonly who: Caller | null;
  readonly change?: Names;
}

/** The answers to requests that must change nothing at all; who asks is made beforehand. */
async function askInVain(
  one: EndpointCase,
  prepared: Prepared,
  asked: readonly Asked[],
): Promise<readonly CallResult[]> {
  const before = await hashTables(world.db);
  const answers: CallResult[] = [];
  for (const { who, change } of asked) answers.push(await ask(one, prepared, who, change));
  const told = answers.map(({ text }) => text).join();
  expect(await hashTables(world.db), told).toEqual(before);
  return answers;
}

function privilege({ type, id, declared }: About): string {
  return `${type}/${id}=${declared}`;
}

describe("the table of requests", () => {
  it("has every endpoint of the server, and nothing else", () => {
    expect(Object.keys(REQUESTS).sort()).toEqual(ENDPOINTS.map(keyOf).sort());
    expect(ENDPOINTS.length).toBeGreaterThan(80);
  });

  it("is about resources of every type that an endpoint declares", async () => {
    for (const one of checkedCases(true)) {
      const { about } = await one.make(world);
      const declared = Object.keys(one.access.levels).filter((type) => type !== "resource");
      if (declared.length === 0) expect(Object.keys(about), one.title).toHaveLength(1);
      else expect(Object.keys(about).sort(), one.title).toEqual(declared.sort());
    }
  });
});

describe("without an identity", () => {
  const cases = listCases();

  it.each(byTitle(cases.filter(({ endpoint }) => endpoint.access.kind !== "public")))(
    "%s is 401",
    async (_title, one) => {
      const [answer] = await askInVain(one, await one.make(world), [{ who: null }]);
      expect(answer).toMatchObject({
        status: 401,
        json: { type: "editoast:authz:Unauthenticated" },
      });
      expect(answer?.headers).not.toHaveProperty("x-checked-roles");
      expect(answer?.headers).not.toHaveProperty("x-checked-privileges");
    },
  );

  it.each(byTitle(cases.filter(({ endpoint }) => endpoint.access.kind === "public")))(
    "%s answers, it is public",
    async (_title, one) => {
      const answer = await ask(one, await one.make(world), null);
      expect(answer.status, answer.text).toBe(200);
    },
  );
});

describe("an identity alone", () => {
  it.each(byTitle(listCases().filter(({ endpoint }) => endpoint.access.kind === "authenticated")))(
    "is enough for %s",
    async (_title, one) => {
      const prepared = await one.make(world);
      const answer = await ask(one, prepared, await world.caller([]));
      expect(answer.status, answer.text).toBe(200);
    },
  );
});

describe("roles", () => {
  it.each(byTitle(checkedCases(false).filter(({ access }) => access.roles.length > 0)))(
    "are needed for %s, each of them, whatever levels the caller has",
    async (_title, one) => {
      const prepared = await one.make(world);
      const roles: readonly BuiltinRole[] = one.access.roles;
      // Without any role, and with everything that does not imply the missing one.
      const held = [
        [],
        ...roles.map((missing) => TAGS.filter((tag) => !impliedRoles(tag).has(missing))),
      ];
      const asked: Asked[] = [];
      for (const given of held) {
        const who = await world.caller(given);
        for (const { type, id } of listAbout(prepared, one.access)) {
          await world.grant(type, id, who.id, "Owner");
        }
        asked.push({ who });
      }
      const answers = await askInVain(one, prepared, asked);
      for (const [i, answer] of answers.entries()) {
        const given = held[i] ?? [];
        expect(answer).toMatchObject({
          status: 403,
          json: {
            type: "editoast:authz:Forbidden",
            context: {
              required_roles: roles,
              builtin_roles: [...new Set(given.flatMap((tag) => [...impliedRoles(tag)]))].sort(),
            },
          },
        });
        expect(answer.headers["x-checked-roles"]).toBe(roles.join(","));
        expect(answer.headers).not.toHaveProperty("x-checked-privileges");
      }
    },
  );
});

describe("roles that follow from what is read", () => {
  it.each(byTitle(checkedCases(true).filter(({ title }) => title.includes("/documents/"))))(
    "are needed for %s, whatever levels and other roles the caller has",
    async (_title, one) => {
      const prepared = await one.make(world);
      const [role] = prepared.roles ?? [];
      expect(role).toBeDefined();
      const others = TAGS.filter((tag) => role !== undefined && !impliedRoles(tag).has(role));
      const asked: Asked[] = [];
      for (const given of [[], others]) {
        const who = await world.caller(given);
        await give(who, listAbout(prepared, one.access), null);
        asked.push({ who });
      }
      const [none, other] = await askInVain(one, prepared, asked);
      for (const answer of [none, other]) {
        expect(answer).toMatchObject({ status: 403, json: { type: "editoast:authz:Forbidden" } });
        expect(answer?.headers).not.toHaveProperty("x-checked-privileges");
      }
      // Without the role of stocks it is asked for that of projects, before anything is read.
      const missing = other?.json.context.required_roles.at(-1);
      expect(other?.json.context.builtin_roles).not.toContain(missing);
    },
  );
});

describe("levels", () => {
  it.each(byTitle(checkedCases(true)))(
    "no grant at all is 403 for %s, with nothing in effect",
    async (_title, one) => {
      const prepared = await one.make(world);
      const all = listAbout(prepared, one.access);
      const who = await world.caller(rolesFor(one.access, prepared));
      const [answer] = await askInVain(one, prepared, [{ who }]);
      expect(answer).toMatchObject({ status: 403, json: { type: "editoast:authz:Forbidden" } });
      const { resource_type, resource_id, required, effective } = answer?.json.context ?? {};
      expect(effective).toBeNull();
      const denied = all.find(({ type, id }) => type === resource_type && id === resource_id);
      expect(denied?.declared, answer?.text).toBe(required);
    },
  );

  it.each(byTitle(checkedCases(true)))(
    "one step too low on any one resource is 403 for %s, and names it",
    async (_title, one) => {
      const prepared = await one.make(world);
      const all = listAbout(prepared, one.access);
      expect(all.length).toBeGreaterThan(0);
      const asked: Asked[] = [];
      for (const lowered of all) {
        const who = await world.caller(rolesFor(one.access, prepared));
        await give(who, all, lowered);
        asked.push({ who });
      }
      const answers = await askInVain(one, prepared, asked);
      for (const [i, lowered] of all.entries()) {
        const answer = answers[i];
        expect(answer, one.title).toMatchObject({
          status: 403,
          json: {
            type: "editoast:authz:Forbidden",
            context: {
              resource_type: lowered.type,
              resource_id: lowered.id,
              required: lowered.needed,
              effective: below(lowered),
            },
          },
        });
        expect(answer?.headers["x-checked-roles"] ?? "").toBe(
          rolesFor(one.access, prepared).join(","),
        );
        expect((answer?.headers["x-checked-privileges"] ?? "").split(",")).toContain(
          privilege(lowered),
        );
      }
    },
  );
});

describe("just enough", () => {
  it.each(byTitle(checkedCases(false)))("of roles and levels lets %s pass", async (_title, one) => {
    const prepared = await one.make(world);
    const all = listAbout(prepared, one.access);
    const roles = rolesFor(one.access, prepared);
    const who = await world.caller(roles);
    await give(who, all, null);
    const answer = await ask(one, prepared, who);
    expect(answer.status, answer.text).toBe(one.endpoint.answer.status);
    expect(answer.headers["x-checked-roles"] ?? "").toBe(roles.join(","));
    const checks = (answer.headers["x-checked-privileges"] ?? "").split(",").filter(Boolean);
    expect([...new Set(checks)].sort()).toEqual(all.map(privilege).sort());
  });

  it.each(
    byTitle(listCases().filter(({ title }) => title.includes(":") || title.includes("summar"))),
  )("finds nothing where %s names what does not exist", async (_title, one) => {
    const prepared = await one.make(world);
    const { access } = one.endpoint;
    const who = await world.caller(access.kind === "checked" ? rolesFor(access, prepared) : []);
    if (access.kind === "checked") await give(who, listAbout(prepared, access), null);
    const names = Object.keys(prepared.names);
    const asked = names.map((name) => ({ who, change: { [name]: NOWHERE } }));
    for (const [i, answer] of (await askInVain(one, prepared, asked)).entries()) {
      expect(answer.status, `${names[i]}: ${answer.text}`).toBe(404);
      expect(answer.json.context).not.toHaveProperty("required");
    }
  });
});
