// Method: for each object a caller with exactly the role that reading it takes, and one with every other role; the role is checked before the expression.
import { describe, expect, it } from "vitest";
import {
  BUILTIN_ROLES,
  type BuiltinRole,
  impliedRoles,
} from "../../../src/platform/access/roles.ts";
import { opened } from "../../helpers/opened.ts";
import { openWorld } from "./world.ts";

const ROLE_OF: Readonly<Record<string, BuiltinRole>> = {
  track: "infra:read",
  operationalpoint: "infra:read",
  signal: "infra:read",
  project: "operational-studies:read",
  study: "operational-studies:read",
  scenario: "operational-studies:read",
  trainschedule: "timetable:read",
};
// Object.keys forgets the key type.
const TAGS = Object.keys(BUILTIN_ROLES) as BuiltinRole[];

const world = opened(openWorld);

describe.each(Object.entries(ROLE_OF))("searching %s", (object, role) => {
  const body = { object, query: true };
  const request = { method: "POST", path: "/search", body };

  it(`takes ${role} and nothing else`, async () => {
    const answer = await world.send(await world.caller([role]), request);
    expect(answer.json).toEqual([]);
    expect(answer.status).toBe(200);
    expect(answer.headers["x-checked-roles"]).toBe(role);
  });

  it(`is 403 without ${role}, whatever other roles there are and whatever is asked`, async () => {
    const others = TAGS.filter((tag) => !impliedRoles(tag).has(role));
    for (const who of [await world.caller(others), await world.caller([])]) {
      for (const query of [true, ["no such operator", 1], ["=", ["infra_id"], null]]) {
        const answer = await world.send(who, { ...request, body: { object, query } });
        expect(answer.json).toMatchObject({ status: 403, context: { required_roles: [role] } });
      }
    }
  });
});

describe("a search without an identity", () => {
  it("is 401, also of an object that does not exist", async () => {
    for (const object of ["track", "none"]) {
      const body = { object, query: true };
      const answer = await world.send(null, { method: "POST", path: "/search", body });
      expect(answer.status).toBe(401);
    }
  });
});
