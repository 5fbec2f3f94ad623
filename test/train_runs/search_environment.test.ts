// Method: one record through its life: set by ids and by a scenario, replaced, deleted, deleted with its resources; tables of bad bodies and of unknown resources.
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startTestApi } from "../helpers/api.ts";
import { JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import {
  MISSING_ID,
  validLimits,
  validPacedTrain,
  validProfileSet,
  validTrain,
  validWorks,
} from "../platform/http/rules/valid_forms.ts";
import { makeStudyWorld } from "../studies/study_world.ts";

type Json = Record<string, unknown>;

const PATH = "/stdcm/search_environment";
const WINDOW = {
  search_window_begin: "2026-05-22T00:00:00",
  search_window_end: "2026-05-23T02:00:00+02:00",
};
const PRINTED = {
  search_window_begin: "2026-05-22T00:00:00Z",
  search_window_end: "2026-05-23T00:00:00Z",
};

const api = opened(startTestApi);
let infra_id: number;
let timetable_id: number;
beforeAll(async () => {
  infra_id = await importInfra();
});

beforeEach(async () => {
  timetable_id = (await api.make("POST", "/timetable")).json.timetable_id;
  await api.make("DELETE", PATH);
});

async function importInfra(): Promise<number> {
  return (await api.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON)).json.infra;
}

async function set(body: Json) {
  return await api.call("POST", PATH, body);
}

async function get() {
  const { status, json } = await api.call("GET", PATH);
  return status === 204 ? null : json;
}

describe("the search environment", () => {
  it("is none, then the one that was set last, then none", async () => {
    expect(await get()).toBeNull();
    const first = await set({ infra_id, timetable_id, ...WINDOW });
    expect(first.status).toBe(201);
    expect(first.json).toEqual({ id: expect.any(Number), infra_id, timetable_id, ...PRINTED });
    expect(await get()).toEqual(first.json);
    const second = await set({
      infra_id,
      timetable_id,
      ...WINDOW,
      search_window_end: "2026-06-01T00:00:00.5Z",
    });
    expect(second.json.id).not.toBe(first.json.id);
    expect(second.json.search_window_end).toBe("2026-06-01T00:00:00.5Z");
    expect(await get()).toEqual(second.json);
    for (let twice = 0; twice < 2; twice++) {
      expect((await api.call("DELETE", PATH)).status).toBe(204);
    }
    expect(await get()).toBeNull();
  });

  it("goes with whatever it names", async () => {
    const profiles = await api.make("POST", "/electrical_profile_set?name=p", validProfileSet());
    const works = await api.make("POST", "/work_schedules", validWorks());
    const limits = await api.make("POST", "/temporary_speed_limit_group", validLimits());
    const infra = await importInfra();
    const named = {
      electrical_profile_set_id: profiles.json.id,
      work_schedule_group_id: works.json.work_schedule_group_id,
      temporary_speed_limit_group_id: limits.json.group_id,
    };
    const body = { infra_id: infra, timetable_id, ...named, ...WINDOW };
    const paths = [
      `/electrical_profile_set/${named.electrical_profile_set_id}`,
      `/work_schedules/${named.work_schedule_group_id}`,
      `/temporary_speed_limit_group/${named.temporary_speed_limit_group_id}`,
      `/timetable/${timetable_id}`,
      `/infra/${infra}`,
    ];
    expect((await set(body)).json).toMatchObject(named);
    const left: Json = { ...body };
    for (const [i, path] of paths.entries()) {
      await api.make("DELETE", path);
      expect(await get(), path).toBeNull();
      const key = Object.keys(named)[i];
      if (key === undefined) break;
      delete left[key];
      expect((await set(left)).status).toBe(201);
    }
    expect((await set({ infra_id: infra, timetable_id, ...WINDOW })).json.type).toBe(
      "editoast:timetable:NotFound",
    );
  });

  it("of a scenario has its network, timetable and window, from the first departure to a day after the last", async () => {
    const { id: project } = (await api.make("POST", "/projects", { name: "p" })).json;
    const studies = `/projects/${project}/studies`;
    const { id: study } = (await api.make("POST", studies, { name: "s", state: "started" })).json;
    const scenario = (
      await api.make("POST", `${studies}/${study}/scenarios`, {
        name: "c",
        infra_id,
        timetable_id,
      })
    ).json.id;
    const empty = await set({ scenario_id: scenario });
    expect(empty.json).toMatchObject({ status: 422, context: { path: "/search_window_begin" } });
    const path = `/timetable/${timetable_id}`;
    const start_time = "2026-05-22T07:00:00+02:00";
    await api.make("POST", `${path}/train_schedules`, [validTrain({ start_time })]);
    const set_of = async (): Promise<unknown> => {
      const { id: _, ...record } = (await set({ scenario_id: scenario })).json;
      return record;
    };
    const expected = {
      infra_id,
      timetable_id,
      search_window_begin: "2026-05-22T05:00:00Z",
      search_window_end: "2026-05-23T05:00:00Z",
    };
    expect(await set_of()).toEqual(expected);
    // Leaves every 25 minutes, twice within the hour; one more train is added at night.
    const paced = validPacedTrain({
      start_time: "2026-05-22T09:00:00Z",
      paced: { time_window: "PT1H", interval: "PT25M" },
      exceptions: [],
    });
    await api.make("POST", `${path}/paced_trains`, [paced]);
    expect(await set_of()).toEqual({ ...expected, search_window_end: "2026-05-23T09:25:00Z" });
    const added = { key: "night", start_time: { value: "2026-05-22T02:00:00Z" } };
    await api.make("POST", `${path}/paced_trains`, [{ ...paced, exceptions: [added] }]);
    expect(await set_of()).toEqual({
      ...expected,
      search_window_begin: "2026-05-22T02:00:00Z",
      search_window_end: "2026-05-23T09:25:00Z",
    });
  });

  it.each([
    ["/infra_id", { infra_id: undefined }],
    ["/search_window_begin", { search_window_begin: undefined }],
    ["/search_window_begin", { search_window_begin: "soon" }],
    ["/search_window_end", { search_window_end: WINDOW.search_window_begin }],
    ["/infra_id", { scenario_id: 1 }],
    ["/unknown", { unknown: 1 }],
  ])("is refused for %s", async (path, change) => {
    const answer = await set({ infra_id, timetable_id, ...WINDOW, ...change });
    expect(answer.json).toMatchObject({ status: 422, context: { path } });
    expect(await get()).toBeNull();
  });

  it.each([
    ["infra:NotFound", { infra_id: MISSING_ID }],
    ["timetable:NotFound", { timetable_id: MISSING_ID }],
    ["electrical_profiles:NotFound", { electrical_profile_set_id: MISSING_ID }],
    ["work_schedule:GroupNotFound", { work_schedule_group_id: MISSING_ID }],
    ["temporary_speed_limit:GroupNotFound", { temporary_speed_limit_group_id: MISSING_ID }],
    [
      "scenario:NotFound",
      { scenario_id: MISSING_ID, infra_id: undefined, timetable_id: undefined },
    ],
  ])("of what does not exist is 404 %s", async (type, change) => {
    const answer = await set({ infra_id, timetable_id, ...WINDOW, ...change });
    expect(answer.json).toMatchObject({ status: 404, type: `editoast:${type}` });
  });

  it("is shown to the desk, and set by administrators who may read what it names", async () => {
    const world = await makeStudyWorld();
    const admin = await world.actor("admin", "administrator");
    const desk = await world.actor("desk", "stdcm-user");
    const infra = (await admin.make("POST", "/infra/railjson?name=j", JUNCTION_RAILJSON)).infra;
    const { timetable_id: timetable } = await admin.make("POST", "/timetable");
    const body = { infra_id: infra, timetable_id: timetable, ...WINDOW };
    expect((await desk.call("POST", PATH, body)).status).toBe(403);
    expect((await desk.call("DELETE", PATH)).status).toBe(403);
    const record = await admin.make("POST", PATH, body);
    expect((await desk.call("GET", PATH)).json).toEqual(record);
    const other = await world.actor("other", "administrator");
    expect((await other.call("POST", PATH, body)).json).toMatchObject({
      status: 403,
      context: { resource_type: "infra", resource_id: infra },
    });
    await world.close();
  });
});
