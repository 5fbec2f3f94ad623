/** Makers of requests about users, groups and grants, for the table in requests.ts. */
import { RESOURCE_TYPES, type ResourceType } from "../../../src/platform/access/levels.ts";
import { type Maker, makePlace, type Names } from "./request_makers.ts";
import type { World } from "./world.ts";

/** The roles of a user, under the path of existing clients. */
export function onRolesOfUser(body?: unknown): Maker {
  return async (world) => ({
    names: { user: (await world.caller([])).id },
    about: {},
    request: (n) => ({ path: `/authz/roles/${n["user"]}`, body }),
  });
}

export function onUser(tail: string, body?: unknown): Maker {
  return async (world) => ({
    names: { user: (await world.caller([])).id },
    about: {},
    request: (n) => ({ path: `/authn/user/${n["user"]}${tail}`, body }),
  });
}

export function onGroupRoles(tail: string): Maker {
  return async (world) => ({
    names: { group: await world.group() },
    about: {},
    request: (n) => ({ path: `/authn/group/${n["group"]}${tail}`, body: ["just stdcm"] }),
  });
}

export const getGroup: Maker = async (world) => ({
  names: { group: await world.group() },
  about: {},
  request: (n) => ({ path: `/authn/group/${n["group"]}` }),
});

export const deleteGroup: Maker = async (world) => {
  const group = await world.group([await world.caller([])]);
  return {
    names: { group },
    about: { group: [group] },
    request: (n) => ({ path: `/authn/group/${n["group"]}` }),
  };
};

export function changeMembers(verb: "add" | "remove"): Maker {
  return async (world) => {
    const user = await world.caller([]);
    const group = await world.group(verb === "add" ? [] : [user]);
    return {
      names: { group, user: user.id },
      about: { group: [group] },
      request: (n) => ({ path: `/authn/group/${n["group"]}/${verb}`, body: [n["user"]] }),
    };
  };
}

/** A resource of any type. */
async function makeResource(world: World, type: ResourceType): Promise<number> {
  switch (type) {
    case "group":
      return await world.group();
    case "project":
    case "study":
    case "scenario":
      return (await makePlace(world))[type];
    case "timetable":
      return await world.timetable();
    case "infra":
      return await world.infra();
    case "rolling_stock_collection":
      return await world.collection();
  }
}

type GrantAction = "privlvl" | "list" | "create" | "change" | "revoke";

/** Permission endpoints: one request for each type. */
export function grants(action: GrantAction): Readonly<Record<string, Maker>> {
  const makers: Record<string, Maker> = {};
  for (const type of RESOURCE_TYPES) {
    makers[type] = async (world) => {
      const resource = await makeResource(world, type);
      const subject = (await world.caller([])).id;
      const about = { [type]: [resource] };
      const path = (n: Names): string => `/authz/${type}/${n["resource"]}`;
      if (action === "privlvl" || action === "list") {
        const tail = action === "list" ? "grants" : "privlvl";
        return { names: { resource }, about, request: (n) => ({ path: `${path(n)}/${tail}` }) };
      }
      if (action === "create") {
        const body = (n: Names) => ({ subject_id: n["subject"], grant: "Reader" });
        const request = (n: Names) => ({ path: `${path(n)}/grants`, body: body(n) });
        return { names: { resource, subject }, about, request };
      }
      const grant = await world.grant(type, resource, subject, "Reader");
      const body = action === "change" ? { grant: "Creator" } : undefined;
      return {
        names: { resource, grant },
        about,
        level: "Owner",
        request: (n) => ({ path: `${path(n)}/grants/${n["grant"]}`, body }),
      };
    };
  }
  return makers;
}
