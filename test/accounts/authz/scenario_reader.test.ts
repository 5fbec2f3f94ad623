// Method: one scenario with everything that it points to, and callers who hold one level on one thing of it; every other thing is asked for.
import { beforeAll, describe, expect, it } from "vitest";
import type { ResourceType } from "../../../src/platform/access/levels.ts";
import { opened } from "../../helpers/opened.ts";
import { type Caller, openWorld } from "./world.ts";

const world = opened(openWorld);
let project: number;
let study: number;
let scenario: number;
let timetable: number;
let infra: number;
let collection: number;
let train: number;
beforeAll(async () => {
  project = await world.project();
  study = await world.study(project);
  ({ scenario, timetable, infra } = await world.scenario(project, study));
  collection = await world.collection();
  const { name } = await world.stock(collection);
  [train = 0] = await world.trains(timetable, [name]);
});

const ROLES = ["operational-studies:read", "stdcm"] as const;

async function get(who: Caller, path: string): Promise<{ status: number; denied: string | null }> {
  const { status, json } = await world.send(who, { method: "GET", path });
  return { status, denied: status === 403 ? json.context.resource_type : null };
}

async function levelOn(who: Caller, type: ResourceType, id: number): Promise<string | null> {
  const path = `/authz/${type}/${id}/privlvl`;
  return (await world.send(who, { method: "GET", path })).json.privlvl;
}

const DONE = { status: 200, denied: null };
const denied = (type: ResourceType) => ({ status: 403, denied: type });

describe("a level on a scenario", () => {
  it("opens neither its timetable nor its infrastructure nor the rolling stocks, one by one", async () => {
    const who = await world.caller(ROLES);
    const shown = `/projects/${project}/studies/${study}/scenarios/${scenario}`;
    const trains = `/timetable/${timetable}/train_schedules`;
    const conflicts = `/timetable/${timetable}/conflicts?infra=${infra}`;
    expect(await get(who, shown)).toEqual(denied("scenario"));
    await world.grant("scenario", scenario, who.id, "Reader");
    expect(await get(who, shown)).toEqual(DONE);
    expect(await get(who, `/infra/${infra}`)).toEqual(denied("infra"));
    expect(await get(who, trains)).toEqual(denied("timetable"));
    await world.grant("timetable", timetable, who.id, "Reader");
    expect(await get(who, trains)).toEqual(denied("rolling_stock_collection"));
    expect(await get(who, `/train_schedule/${train}`)).toEqual(denied("rolling_stock_collection"));
    await world.grant("rolling_stock_collection", collection, who.id, "Reader");
    expect(await get(who, trains)).toEqual(DONE);
    expect(await get(who, conflicts)).toEqual(denied("infra"));
    await world.grant("infra", infra, who.id, "Reader");
    expect(await get(who, conflicts)).toEqual(DONE);
    expect(await get(who, "/electrical_profile_set")).toEqual(DONE);
  });

  it.each([
    ["nothing", [], null, null],
    ["the infrastructure", ["infra"], "network", null],
    ["the timetable", ["timetable"], null, 1],
    ["both", ["infra", "timetable"], "network", 1],
  ] as const)("and on %s tells of those alone, alone, in lists and in searches", async (...row) => {
    const [, types, name, trains_count] = row;
    const who = await world.caller([...ROLES, "operational-studies:write"]);
    await world.grant("scenario", scenario, who.id, "Writer");
    for (const type of types) {
      await world.grant(type, type === "infra" ? infra : timetable, who.id, "Reader");
    }
    const shown = await world.make("GET", `/infra/${infra}`);
    const infra_name = name === null ? null : shown.name;
    const scenarios = `/projects/${project}/studies/${study}/scenarios`;
    const path = `${scenarios}/${scenario}`;
    const one = await world.send(who, { method: "GET", path });
    const list = await world.send(who, { method: "GET", path: scenarios });
    const query = { object: "scenario", query: ["=", ["id"], scenario] };
    const found = await world.send(who, { method: "POST", path: "/search", body: query });
    const changed = await world.send(who, { method: "PATCH", path, body: { description: "d" } });
    const answers = [one.json, list.json.results[0], found.json[0], changed.json];
    for (const json of answers)
      expect(json).toMatchObject({ infra_id: infra, infra_name, trains_count });
  });

  it("or on what is above it gives no level on what it points to, not even in the lists of grants", async () => {
    for (const [type, id] of [
      ["project", project],
      ["study", study],
      ["scenario", scenario],
    ] as const) {
      const who = await world.caller(ROLES);
      await world.grant(type, id, who.id, "Owner");
      expect(await levelOn(who, "scenario", scenario)).toBe("Owner");
      for (const [other, other_id] of [
        ["timetable", timetable],
        ["infra", infra],
        ["rolling_stock_collection", collection],
      ] as const) {
        expect(await levelOn(who, other, other_id), `${type} ${other}`).toBeNull();
        const entries = await world.make("GET", `/authz/${other}/${other_id}/grants`);
        for (const entry of entries) {
          expect(entry).not.toHaveProperty("implicit_grant");
          expect(entry.subject.id).not.toBe(who.id);
        }
      }
    }
  });
});

describe("a level on a timetable", () => {
  it("is the level on its trains, which have no grants of their own", async () => {
    const path = `/train_schedule/${train}`;
    const body = (await world.send(world.owner, { method: "GET", path })).json;
    const who = await world.caller(["timetable:write"]);
    await world.grant("rolling_stock_collection", collection, who.id, "Reader");
    const put = async (): Promise<number> =>
      (await world.send(who, { method: "PUT", path, body })).status;
    expect([(await get(who, path)).status, await put()]).toEqual([403, 403]);
    await world.grant("timetable", timetable, who.id, "Reader");
    expect([(await get(who, path)).status, await put()]).toEqual([200, 403]);
    await world.db.run(
      "update resource_grant set level = 'Writer' where resource_id = $1 and subject_id = $2",
      [timetable, who.id],
    );
    expect([(await get(who, path)).status, await put()]).toEqual([200, 200]);
    const grants = await world.send(world.owner, {
      method: "GET",
      path: `/authz/train_schedule/${train}/grants`,
    });
    expect(grants.json).toMatchObject({ status: 404, type: "editoast:authz:UnknownResourceType" });
  });
});
