/**
 * Makers of valid requests, for the table in requests.ts. Each builds what its request is about, fresh
 * and owned by the world's owner, so that the request succeeds for whoever holds the declared roles and
 * levels, and nobody else has touched it. Those of single resources are in `<resource>_requests.ts`.
 */
import type { PrivilegeLevel } from "../../../src/platform/access/levels.ts";
import type { BuiltinRole } from "../../../src/platform/access/roles.ts";
import type { Resources } from "../../../src/platform/http/endpoint.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { validProfileSet } from "../../platform/http/rules/valid_forms.ts";
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

/** A request for the map of an infrastructure. */
export function onMap(path: string): Maker {
  return async (world) => {
    const infra = await world.infra();
    return {
      names: { infra },
      about: { infra: [infra] },
      request: (n) => ({ path: `${path}?infra=${n["infra"]}` }),
    };
  };
}

/** The line of a network that has one. */
export const onLine =
  (what: string): Maker =>
  async (world) => {
    const named = { line_code: 7, line_name: "West", track_number: 1, track_name: "V1" };
    const drawn = TINY_RAILJSON["track_sections"] as Record<string, unknown>[];
    const track_sections = drawn.map((track) => ({ ...track, extensions: { sncf: named } }));
    const body = { ...TINY_RAILJSON, track_sections };
    const { infra } = await world.make("POST", "/infra/railjson?name=lines", body);
    return {
      names: { infra },
      about: { infra: [infra] },
      request: (n) => ({ path: `/infra/${n["infra"]}/lines/7/${what}` }),
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
export function onDocument(role: BuiltinRole): Maker {
  return async (world) => {
    const headers = { "content-type": "image/png" };
    const { document_key } = await world.make("POST", "/documents", PNG, headers);
    const project = await world.project({ image: document_key });
    return {
      names: { document: document_key },
      about: { project: [project], rolling_stock_collection: [] },
      roles: [role],
      request: (n) => ({ path: `/documents/${n["document"]}` }),
    };
  };
}

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

/** A request about one timetable. */
export function onTimetable(tail: string, body?: unknown): Maker {
  return async (world) => {
    const timetable = await world.timetable();
    return {
      names: { timetable },
      about: { timetable: [timetable] },
      request: (n) => ({ path: `/timetable/${n["timetable"]}${tail}`, body }),
    };
  };
}

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

export const refreshInfra: Maker = async (world) => {
  const infra = await world.infra();
  return {
    names: { infra },
    about: { infra: [infra] },
    request: (n) => ({ path: `/infra/refresh?force=true&infras=${n["infra"]}` }),
  };
};
