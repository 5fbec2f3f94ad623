/**
 * One record of every kind for the fuzzer, made of the document's examples, on a network where their
 * train finds its path. A world is names that parameters and keys of bodies have → id or name;
 * hooks.py puts them in place of what it draws.
 */
import { keyOf } from "../../../../src/platform/openapi/names.ts";
import { ENDPOINTS } from "../../../../src/server/endpoints.ts";
import { JUNCTION_RAILJSON } from "../../../helpers/junction_railjson.ts";
import { PNG } from "../../../studies/study_world.ts";
import { exampleOf } from "../documented.ts";

export type World = Readonly<Record<string, number | string>>;
/** Sends a request as the owner of the world (bytes as PNG, else JSON); throws when it is refused. */
export type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

type Json = Readonly<Record<string, unknown>>;

const PATH = [
  { id: "departure", track: "N", offset: 500_000 },
  { id: "middle", track: "N", offset: 3_800_000 },
  { id: "arrival", track: "M", offset: 5_000_000 },
];

const LINE = { line_code: 420_000, line_name: "North", track_number: 1, track_name: "V1" };
const TRACKS = (JUNCTION_RAILJSON["track_sections"] as Json[]).map((track) => ({
  ...track,
  extensions: { sncf: LINE },
}));

/**
 * Makes the records in the order in which they need each other; `name` tells worlds apart. The user
 * may read the project.
 */
export async function makeWorld(send: Send, name: string, user_id: number): Promise<World> {
  const post = async (path: string, key: string, change: Json = {}): Promise<Json> =>
    (await send("POST", path, { ...example(key), ...change })) as Json;
  const infra = await post(`/infra/railjson?name=${name}`, "POST /infra/railjson", {
    ...JUNCTION_RAILJSON,
    track_sections: TRACKS,
  });
  const profiles = `/electrical_profile_set?name=${name}`;
  const profile_set = await post(profiles, "POST /electrical_profile_set");
  const group_id = await send("POST", "/authn/group", { ...example("POST /authn/group"), name });
  await post("/sub_category", "POST /sub_category", { code: name });
  const { timetable_id } = await post("/timetable", "POST /timetable");
  const free_timetable = await post("/timetable", "POST /timetable");
  const { document_key } = (await send("POST", "/documents", PNG)) as Json;
  const ids = {
    infra_id: idOf(infra["infra"]),
    electrical_profile_set_id: idOf(profile_set["id"]),
    group_id: idOf(group_id),
    timetable_id: idOf(timetable_id),
    // A scenario takes a timetable that has none.
    free_timetable_id: idOf(free_timetable["timetable_id"]),
    document_key: idOf(document_key),
  };
  const studies = await makeStudies(send, ids);
  const grants = `/authz/project/${studies["project_id"]}/grants`;
  const grant = (await send("POST", grants, { subject_id: user_id, grant: "Reader" })) as Json;
  return {
    ...ids,
    ...(await makeStock(send, name)),
    ...(await makeTrains(send, ids.timetable_id, name)),
    ...(await makeRestrictions(send, name)),
    ...studies,
    user_id,
    grant_id: idOf(grant["grant_id"]),
    code: name,
    rolling_stock_name: name,
    track: "N",
    track_section: "N",
    line_code: LINE.line_code,
  };
}

async function makeStock(send: Send, name: string): Promise<World> {
  const collection = (await send("POST", "/rolling_stock_collection", { name })) as Json;
  const rolling_stock_collection_id = idOf(collection["id"]);
  // The role `admin` gives no rights on the default collection.
  const path = `/rolling_stock?rolling_stock_collection_id=${rolling_stock_collection_id}`;
  const stock = (await send("POST", path, { ...example("POST /rolling_stock"), name })) as Json;
  const towed_form = { ...example("POST /towed_rolling_stock"), name };
  const towed = (await send("POST", "/towed_rolling_stock", towed_form)) as Json;
  return {
    rolling_stock_collection_id,
    rolling_stock_id: idOf(stock["id"]),
    towed_rolling_stock_id: idOf(towed["id"]),
  };
}

/** Works and temporary speed limits. */
async function makeRestrictions(send: Send, name: string): Promise<World> {
  const works = (await send("POST", "/work_schedules", {
    ...example("POST /work_schedules"),
    work_schedule_group_name: name,
  })) as Json;
  const limits = (await send("POST", "/temporary_speed_limit_group", {
    ...example("POST /temporary_speed_limit_group"),
    speed_limit_group_name: name,
  })) as Json;
  return {
    work_schedule_group_id: idOf(works["work_schedule_group_id"]),
    temporary_speed_limit_group_id: idOf(limits["group_id"]),
  };
}

async function makeTrains(send: Send, timetable_id: number, name: string): Promise<World> {
  const make = async (kind: string): Promise<number> => {
    const forms = findExample(`POST /timetable/:timetable_id/${kind}`) as Json[];
    const body = forms.map((form) => ({ ...form, path: PATH, rolling_stock_name: name }));
    const [made] = (await send("POST", `/timetable/${timetable_id}/${kind}`, body)) as Json[];
    return idOf(made?.["id"]);
  };
  return {
    train_schedule_id: await make("train_schedules"),
    paced_train_id: await make("paced_trains"),
    exception_key: "later",
  };
}

async function makeStudies(send: Send, ids: World): Promise<World> {
  const { infra_id, timetable_id } = ids;
  const make = async (path: string, key: string, change: Json = {}): Promise<number> => {
    const made = (await send("POST", path, { ...example(key), ...change })) as Json;
    return idOf(made["id"]);
  };
  const project_id = await make("/projects", "POST /projects");
  const studies = `/projects/${project_id}/studies`;
  const study_id = await make(studies, "POST /projects/:project_id/studies");
  const scenarios = "POST /projects/:project_id/studies/:study_id/scenarios";
  const scenario_id = await make(`${studies}/${study_id}/scenarios`, scenarios, {
    infra_id,
    timetable_id,
  });
  return { project_id, study_id, scenario_id };
}

function findExample(key: string): unknown {
  const endpoint = ENDPOINTS.find((one) => keyOf(one) === key);
  return endpoint === undefined ? undefined : exampleOf(endpoint);
}

function example(key: string): Json {
  return findExample(key) as Json;
}

function idOf(value: unknown): number {
  if (typeof value !== "number") throw new Error(`no id: ${JSON.stringify(value)}`);
  return value;
}
