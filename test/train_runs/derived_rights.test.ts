// Method: one world with authorization; each of the levels on each resource taken away in turn, for every endpoint of derived data of many trains.
import { beforeAll, describe, expect, it } from "vitest";
import { branchPath, JUNCTION_RAILJSON } from "../helpers/junction_railjson.ts";
import { opened } from "../helpers/opened.ts";
import { validStock, validTrain } from "../platform/http/rules/valid_forms.ts";
import { type Actor, makeStudyWorld } from "../studies/study_world.ts";

const RANGES = [{ track_section: "M", begin: 0, end: 6_000_000, direction: "START_TO_STOP" }];

const world = opened(makeStudyWorld);
let maker: Actor;
let infra_id: number;
let timetable_id: number;
let other_id: number;
let train_id: number;
/** Of the collections of the two stocks. */
let collection_ids: number[];
beforeAll(async () => {
  maker = await world.actor("maker", "administrator");
  infra_id = (await maker.make("POST", "/infra/railjson?name=junction", JUNCTION_RAILJSON)).infra;
  timetable_id = (await maker.make("POST", "/timetable")).timetable_id;
  collection_ids = [];
  for (const name of ["first", "second"]) {
    const { id } = await maker.make("POST", "/rolling_stock_collection", { name });
    collection_ids.push(id);
    const path = `/rolling_stock?rolling_stock_collection_id=${id}`;
    await maker.make("POST", path, validStock({ name }));
  }
  const trains = ["first", "second"].map((rolling_stock_name) =>
    validTrain({ rolling_stock_name, path: branchPath("N"), schedule: [] }),
  );
  const rows = await maker.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
  other_id = rows[0].id;
  train_id = rows[1].id;
});

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

const listRequests = (): Asked[] => {
  const query = `infra=${infra_id}&ids[]=${train_id}`;
  const body = { infra_id, ids: [train_id], path: { track_section_ranges: RANGES } };
  return [
    { method: "GET", path: `/timetable/${timetable_id}/conflicts?infra=${infra_id}` },
    {
      method: "POST",
      path: `/timetable/${timetable_id}/what_if?infra=${infra_id}`,
      body: { changes: [{ kind: "train_schedule", id: train_id, shift: "PT4M" }] },
    },
    { method: "GET", path: `/timetable/${timetable_id}/times?infra=${infra_id}` },
    { method: "GET", path: `/timetable/${timetable_id}/simulations_summary?infra=${infra_id}` },
    { method: "GET", path: `/timetable/${timetable_id}/statuses?infra=${infra_id}` },
    { method: "GET", path: `/train_schedule/simulations_summary?${query}` },
    { method: "GET", path: `/train_schedule/${train_id}/simulation?infra=${infra_id}` },
    { method: "POST", path: "/train_schedule/project_path", body },
    {
      method: "POST",
      path: `/v2/train_schedule/project_path?${query}`,
      body: { track_section_ranges: RANGES },
    },
  ];
};

describe("derived data of trains", () => {
  const resources = (): readonly (readonly [string, number])[] => [
    ["infra", infra_id],
    ["timetable", timetable_id],
    ["rolling_stock_collection", collection_ids[1] ?? 0],
    ["rolling_stock_collection", collection_ids[0] ?? 0],
  ];

  it("needs Reader on infrastructure, timetable and each involved collection, and computes nothing without", async () => {
    const reader = await world.actor("reader");
    for (const [type, id] of resources()) await world.grant(type, id, reader.id, "Reader");
    for (const { method, path, body } of listRequests()) {
      const answer = await reader.call(method, path, body);
      expect(answer.status, path).toBe(200);
      expect(answer.headers["x-checked-privileges"], path).toContain(`infra/${infra_id}=Reader`);
    }
    for (const [missing, [type, id]] of resources().entries()) {
      const actor = await world.actor(`without ${missing}`);
      for (const [i, [other, other_id]] of resources().entries()) {
        if (i !== missing) await world.grant(other, other_id, actor.id, "Reader");
      }
      for (const { method, path, body } of listRequests()) {
        // The first stock is a train's that only requests about the whole timetable look at.
        const is_involved = missing !== 3 || path.startsWith("/timetable");
        const { runs } = world.api.compute;
        const before = runs.length;
        const answer = await actor.call(method, path, body);
        expect(answer.status, `${path} without ${type}`).toBe(is_involved ? 403 : 200);
        if (!is_involved) continue;
        expect(answer.json.context).toMatchObject({ resource_type: type, resource_id: id });
        expect(runs.length).toBe(before);
      }
    }
  });

  it("is accepted of named trains with rights on their stocks alone: no other train is read", async () => {
    const writer = await world.actor("accepting", "operational-studies-analyst");
    await world.grant("infra", infra_id, writer.id, "Reader");
    await world.grant("timetable", timetable_id, writer.id, "Writer");
    await world.grant("rolling_stock_collection", collection_ids[1] ?? 0, writer.id, "Reader");
    const path = `/timetable/${timetable_id}/acknowledge?infra=${infra_id}`;
    const named = await writer.call("POST", path, { train_schedule_ids: [train_id] });
    expect(named.json).toEqual({ acknowledged_count: 1, invalid_count: 0 });
    const refused = { resource_type: "rolling_stock_collection", resource_id: collection_ids[0] };
    const other = { train_schedule_ids: [other_id, train_id] };
    for (const body of [other, {}]) {
      const { status, json } = await writer.call("POST", path, body);
      expect(status).toBe(403);
      expect(json.context).toMatchObject(refused);
    }
  });

  it("of a trial needs Reader on the stocks that its changes name, and kept conflicts open nothing", async () => {
    const { id } = await maker.make("POST", "/rolling_stock_collection", { name: "hidden" });
    const hidden = validStock({ name: "hidden" });
    await maker.make("POST", `/rolling_stock?rolling_stock_collection_id=${id}`, hidden);
    const reader = await world.actor("trying");
    for (const [type, one] of resources()) await world.grant(type, one, reader.id, "Reader");
    const path = `/timetable/${timetable_id}/what_if?infra=${infra_id}`;
    const added = validTrain({ rolling_stock_name: "hidden", path: branchPath("N"), schedule: [] });
    const body = { changes: [{ added }] };
    // somebody else has just asked the same
    expect((await maker.call("POST", path, body)).status).toBe(200);
    const refused = await reader.call("POST", path, body);
    expect(refused.status).toBe(403);
    expect(refused.json.context).toMatchObject({ resource_id: id });
    const trains = [added];
    const made = await maker.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
    const conflicts = `/timetable/${timetable_id}/conflicts?infra=${infra_id}`;
    expect((await maker.call("GET", conflicts)).status).toBe(200);
    expect((await reader.call("GET", conflicts)).status).toBe(403);
    await maker.call("DELETE", "/train_schedule", { ids: [made[0].id] });
    expect((await reader.call("GET", conflicts)).status).toBe(200);
    expect((await reader.call("POST", path, { changes: [] })).status).toBe(200);
  });

  it("needs its roles: projections also the one for rolling stocks", async () => {
    const none = await world.actor("no roles", null);
    for (const [type, id] of resources()) await world.grant(type, id, none.id, "Owner");
    for (const { method, path, body } of listRequests()) {
      const { status, json } = await none.call(method, path, body);
      expect(status, path).toBe(403);
      const roles = ["infra:read", "timetable:read"];
      if (path.includes("project_path")) roles.push("rolling-stock:read");
      expect(json.context.required_roles, path).toEqual(roles);
    }
  });
});
