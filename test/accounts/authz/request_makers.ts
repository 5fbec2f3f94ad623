/**
 * Makers of valid requests, for the table in requests.ts. Each builds what its request is about, fresh
 * and owned by the world's owner, so that the request succeeds for whoever holds the declared roles and
 * levels, and nobody else has touched it.
 */
import {
  type PrivilegeLevel,
  RESOURCE_TYPES,
  type ResourceType,
} from "../../../src/platform/access/levels.ts";
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import type { Resources } from "../../../src/platform/http/endpoint.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { validProfileSet, validStock } from "../../platform/http/rules/valid_forms.ts";
import { PNG } from "../../studies/study_world.ts";
import { runningTrain, type Sent, type World } from "./world.ts";

type Value = number | string;
export type Names = Readonly<Record<string, Value>>;

export interface Prepared {
  /** What the request names: with one of them replaced by what does not exist it is a 404. */
  readonly names: Names;
  /** The request without its method. */
  readonly request: (names: Names) => Omit<Sent, "method">;
  /** Every resource whose level the endpoint needs. */
  readonly about: Resources;
  /** Roles that the handler asks for beside the declared ones. */
  readonly roles?: readonly BuiltinRole[];
  /** The level where the rule is inside the statement and differs from the declared one. */
  readonly level?: PrivilegeLevel;
}

export type Maker = (world: World) => Promise<Prepared>;

/** A request that names nothing. */
export function plain(path: string, body?: unknown, headers: Sent["headers"] = {}): Maker {
  return async () => ({ names: {}, about: {}, request: () => ({ path, body, headers }) });
}

/** A search takes the role of what is searched. */
export function searching(object: string, role: BuiltinRole): Maker {
  const request = { path: "/search", body: { object, query: true } };
  return async () => ({ names: {}, about: {}, roles: [role], request: () => request });
}

/** A request about one infrastructure. */
export function onInfra(tail: string, body?: unknown): Maker {
  return async (world) => {
    const infra = await world.infra();
    return {
      names: { infra },
      about: { infra: [infra] },
      request: (n) => ({ path: `/infra/${n["infra"]}${tail}`, body }),
    };
  };
}

/** The line of a network that has one. */
export const onLine: Maker = async (world) => {
  const named = { line_code: 7, line_name: "West", track_number: 1, track_name: "V1" };
  const drawn = TINY_RAILJSON["track_sections"] as Record<string, unknown>[];
  const track_sections = drawn.map((track) => ({ ...track, extensions: { sncf: named } }));
  const body = { ...TINY_RAILJSON, track_sections };
  const { infra } = await world.make("POST", "/infra/railjson?name=lines", body);
  return {
    names: { infra },
    about: { infra: [infra] },
    request: (n) => ({ path: `/infra/${n["infra"]}/lines/7/bbox` }),
  };
};

export function onProfileSet(tail: string): Maker {
  return async (world) => {
    const path = `/electrical_profile_set?name=${world.name()}`;
    const { id } = await world.make("POST", path, validProfileSet());
    return {
      names: { set: id },
      about: {},
      request: (n) => ({ path: `/electrical_profile_set/${n["set"]}${tail}` }),
    };
  };
}

interface Place {
  readonly project: number;
  readonly study: number;
  readonly scenario: number;
  readonly infra: number;
  readonly timetable: number;
}

export async function makePlace(world: World): Promise<Place> {
  const project = await world.project();
  const study = await world.study(project);
  return { project, study, ...(await world.scenario(project, study)) };
}

type Depth = "project" | "study" | "scenario";

/** A request at a project, study or scenario. */
export function at(depth: Depth, tail = "", makeBody?: (world: World) => Promise<unknown>): Maker {
  return async (world) => {
    const { project, study, scenario } = await makePlace(world);
    const all = { project, study, scenario };
    const body = await makeBody?.(world);
    const used: Record<string, number> = { project };
    if (depth !== "project") used["study"] = study;
    if (depth === "scenario") used["scenario"] = scenario;
    return {
      names: used,
      about: { [depth]: [all[depth]] },
      request: (n) => {
        const studies = depth === "project" ? "" : `/studies/${n["study"]}`;
        const scenarios = depth === "scenario" ? `/scenarios/${n["scenario"]}` : "";
        return { path: `/projects/${n["project"]}${studies}${scenarios}${tail}`, body };
      },
    };
  };
}

export const createScenario: Maker = async (world) => {
  const project = await world.project();
  const study = await world.study(project);
  const [infra, timetable] = [await world.infra(), await world.timetable()];
  return {
    names: { project, study, infra, timetable },
    about: { study: [study], infra: [infra], timetable: [timetable] },
    request: (n) => ({
      path: `/projects/${n["project"]}/studies/${n["study"]}/scenarios`,
      body: { name: "scenario", infra_id: n["infra"], timetable_id: n["timetable"] },
    }),
  };
};

export const moveScenario: Maker = async (world) => {
  const { project, study, scenario } = await makePlace(world);
  const infra = await world.infra();
  return {
    names: { project, study, scenario, infra },
    about: { scenario: [scenario], infra: [infra] },
    request: (n) => ({
      path: `/projects/${n["project"]}/studies/${n["study"]}/scenarios/${n["scenario"]}`,
      body: { infra_id: n["infra"] },
    }),
  };
};

/** A document that a project shows. */
export const onDocument: Maker = async (world) => {
  const headers = { "content-type": "image/png" };
  const { document_key } = await world.make("POST", "/documents", PNG, headers);
  const project = await world.project({ image: document_key });
  return {
    names: { document: document_key },
    about: { project: [project] },
    request: (n) => ({ path: `/documents/${n["document"]}` }),
  };
};

/** A rolling stock by id or name. */
export function onStock(
  folder: "rolling_stock" | "light_rolling_stock",
  tail = "",
  body?: unknown,
): Maker {
  return async (world) => {
    const collection = await world.collection();
    const { id } = await world.stock(collection);
    return {
      names: { stock: id },
      about: { rolling_stock_collection: [collection] },
      request: (n) => ({ path: `/${folder}/${n["stock"]}${tail}`, body }),
    };
  };
}

export function onStockName(folder: "rolling_stock" | "light_rolling_stock"): Maker {
  return async (world) => {
    const collection = await world.collection();
    const { name } = await world.stock(collection);
    return {
      names: { stock: name },
      about: { rolling_stock_collection: [collection] },
      request: (n) => ({ path: `/${folder}/name/${n["stock"]}` }),
    };
  };
}

export const createStock: Maker = async (world) => {
  const collection = await world.collection();
  const body = validStock({ name: world.name() });
  return {
    names: { collection },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({
      path: `/rolling_stock?rolling_stock_collection_id=${n["collection"]}`,
      body,
    }),
  };
};

/** Replaces the form and moves the stock to another collection. */
export const moveStock: Maker = async (world) => {
  const [home, target] = [await world.collection(), await world.collection()];
  const { id, name } = await world.stock(home);
  const body = validStock({ name, length: 200 });
  return {
    names: { stock: id, target },
    about: { rolling_stock_collection: [home, target] },
    request: (n) => ({
      path: `/rolling_stock/${n["stock"]}?rolling_stock_collection_id=${n["target"]}`,
      body,
    }),
  };
};

/** A new collection that takes a stock out of another one. */
export const createCollection: Maker = async (world) => {
  const home = await world.collection();
  const { id } = await world.stock(home);
  return {
    names: { stock: id },
    about: { rolling_stock_collection: [home] },
    request: (n) => ({
      path: "/rolling_stock_collection",
      body: { name: "new", rolling_stock_ids: [n["stock"]] },
    }),
  };
};

/** Fills a collection from another one. */
export const changeCollection: Maker = async (world) => {
  const [home, collection] = [await world.collection(), await world.collection()];
  const { id } = await world.stock(home);
  return {
    names: { collection, stock: id },
    about: { rolling_stock_collection: [collection, home] },
    request: (n) => ({
      path: `/rolling_stock_collection/${n["collection"]}`,
      body: { rolling_stock_ids: [n["stock"]] },
    }),
  };
};

export const onCollection: Maker = async (world) => {
  const collection = await world.collection();
  return {
    names: { collection },
    about: { rolling_stock_collection: [collection] },
    request: (n) => ({ path: `/rolling_stock_collection/${n["collection"]}` }),
  };
};

export interface Trains {
  readonly infra: number;
  readonly timetables: readonly number[];
  readonly collections: readonly number[];
  readonly trains: readonly number[];
}

/** One train in each of some timetables, each of a stock in its own collection. */
export async function makeTrains(world: World, count: number): Promise<Trains> {
  const timetables: number[] = [];
  const collections: number[] = [];
  const trains: number[] = [];
  for (let i = 0; i < count; i++) {
    const collection = await world.collection();
    const timetable = await world.timetable();
    const { name } = await world.stock(collection);
    collections.push(collection);
    timetables.push(timetable);
    trains.push(...(await world.trains(timetable, [name])));
  }
  return { infra: await world.infra(), timetables, collections, trains };
}

/** A timetable in a scenario; the scenario goes with it. */
export const deleteTimetable: Maker = async (world) => {
  const { timetable, scenario } = await makePlace(world);
  return {
    names: { timetable },
    about: { timetable: [timetable], scenario: [scenario] },
    request: (n) => ({ path: `/timetable/${n["timetable"]}` }),
  };
};

export const updateTimetable: Maker = async (world) => {
  const timetable = await world.timetable();
  return {
    names: { timetable },
    about: { timetable: [timetable] },
    request: (n) => ({ path: `/timetable/${n["timetable"]}`, body: {} }),
  };
};

export function createTrains(folder: "train_schedules" | "train_schedule"): Maker {
  return async (world) => {
    const timetable = await world.timetable();
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({
        path: `/timetable/${n["timetable"]}/${folder}`,
        body: [runningTrain("any")],
      }),
    };
  };
}

/** The trains of two rolling stocks. */
export const listTrains: Maker = async (world) => {
  const timetable = await world.timetable();
  const collections = [await world.collection(), await world.collection()];
  const stocks = [];
  for (const collection of collections) stocks.push((await world.stock(collection)).name);
  await world.trains(timetable, [...stocks, "no such stock"]);
  return {
    names: { timetable },
    about: { timetable: [timetable], rolling_stock_collection: collections },
    request: (n) => ({ path: `/timetable/${n["timetable"]}/train_schedules` }),
  };
};

export const getTrain: Maker = async (world) => {
  const { timetables, collections, trains } = await makeTrains(world, 1);
  return {
    names: { train: trains[0] ?? 0 },
    about: { timetable: timetables, rolling_stock_collection: collections },
    request: (n) => ({ path: `/train_schedule/${n["train"]}` }),
  };
};

export const updateTrain: Maker = async (world) => {
  const { timetables, trains } = await makeTrains(world, 1);
  return {
    names: { train: trains[0] ?? 0 },
    about: { timetable: timetables },
    request: (n) => ({ path: `/train_schedule/${n["train"]}`, body: runningTrain("other") }),
  };
};

export const deleteTrains: Maker = async (world) => {
  const { timetables, trains } = await makeTrains(world, 2);
  return {
    names: { one: trains[0] ?? 0, other: trains[1] ?? 0 },
    about: { timetable: timetables },
    request: (n) => ({ path: "/train_schedule", body: { ids: [n["one"], n["other"]] } }),
  };
};

/** Trains of two timetables and rolling stocks. */
export const readTrains: Maker = async (world) => {
  const { timetables, collections, trains } = await makeTrains(world, 2);
  return {
    names: { one: trains[0] ?? 0, other: trains[1] ?? 0 },
    about: { timetable: timetables, rolling_stock_collection: collections },
    request: (n) => ({ path: "/train_schedule", body: { ids: [n["one"], n["other"]] } }),
  };
};

/** The ids of a timetable's trains. */
export function onTimetable(tail: string): Maker {
  return async (world) => {
    const timetable = await world.timetable();
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({ path: `/timetable/${n["timetable"]}${tail}` }),
    };
  };
}

export const refreshInfra: Maker = async (world) => {
  const infra = await world.infra();
  return {
    names: { infra },
    about: { infra: [infra] },
    request: (n) => ({ path: `/infra/refresh?force=true&infras=${n["infra"]}` }),
  };
};

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
