// Method: each record that others may name is deleted by callers who hold the roles, and rights on none, some or all of what would change with it; tables are hashed around every refusal. What the database itself deletes or empties is compared with the page that lists it.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ALL_ROLES, type BuiltinRole } from "../../../src/platform/access/roles.ts";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { opened } from "../../helpers/opened.ts";
import type { CallResult } from "../../helpers/services.ts";
import { hashTables } from "../../helpers/test_database.ts";
import {
  validLimits,
  validPacedTrain,
  validProfileSet,
  validSubCategory,
  validTrain,
  validWorks,
} from "../../platform/http/rules/valid_forms.ts";
import { type Caller, openWorld, type Sent } from "./world.ts";

/** Every feature, but no administration. */
const ROLES = [...ALL_ROLES].filter((role) => role !== "admin");
const ENVIRONMENT = "/stdcm/search_environment";

const world = opened(openWorld);

/** Asks for what must be refused with this error, and change nothing. */
async function refuse(
  who: Caller,
  sent: Sent,
  expected: { readonly type: string; readonly context: object },
): Promise<void> {
  const before = await hashTables(world.db);
  const { json } = await world.send(who, sent);
  expect(json).toMatchObject({ status: 409, ...expected });
  expect(await hashTables(world.db)).toEqual(before);
}

async function succeed(who: Caller, sent: Sent): Promise<void> {
  const { status, text } = await world.send(who, sent);
  expect(status, text).toBeLessThan(300);
}

async function get(path: string): Promise<CallResult> {
  return await world.send(world.owner, { method: "GET", path });
}

async function etagOf(path: string): Promise<string | undefined> {
  return (await get(path)).headers["etag"];
}

async function makeSubCategory(): Promise<string> {
  const code = world.name();
  await world.make("POST", "/sub_category", validSubCategory({ code }));
  return code;
}

function onSubCategory(method: string, code: string): Sent {
  return { method, path: `/sub_category/${code}`, body: validSubCategory({ code, name: "other" }) };
}

describe("a sub-category", () => {
  /** Two timetables with a train of it each, the second with an exception of it too. */
  async function makeTrains(
    code: string,
  ): Promise<{ readonly timetables: readonly number[]; readonly trains: readonly string[] }> {
    const category = { sub_category_code: code };
    const timetables = [await world.timetable(), await world.timetable()];
    const trains: string[] = [];
    for (const id of timetables) {
      const body = [validTrain({ category })];
      const [train] = await world.make("POST", `/timetable/${id}/train_schedules`, body);
      trains.push(`/train_schedule/${train.id}`);
    }
    const changes = { rolling_stock_category: { value: category } };
    const exceptions = [{ key: "x", occurrence_index: 0, ...changes }];
    const [paced] = await world.make("POST", `/timetable/${timetables[1]}/paced_trains`, [
      validPacedTrain({ exceptions }),
    ]);
    return { timetables, trains: [...trains, `/paced_train/${paced.id}`] };
  }

  it.each(["PUT", "DELETE"])("is for %s of who may change all trains of it", async (method) => {
    const code = await makeSubCategory();
    const { timetables, trains } = await makeTrains(code);
    const [first = 0, second = 0] = timetables;
    const sent = onSubCategory(method, code);
    const used = { type: "editoast:sub_category:IsUsed", context: { code, count: 3 } };
    await refuse(await world.caller(["admin"]), sent, used);
    const who = await world.caller(["timetable:write"]);
    await refuse(who, sent, used);
    await world.grant("timetable", first, who.id, "Owner");
    await refuse(who, sent, used);
    await world.grant("timetable", second, who.id, "Creator");
    await refuse(who, sent, used);
    await world.grant("timetable", second, null, "Reader");
    await refuse(who, sent, used);
    await world.grant("timetable", second, await world.group([who]), "Writer");
    await succeed(who, sent);
    const expected = method === "DELETE" ? '"2"' : '"1"';
    for (const path of trains) expect(await etagOf(path)).toBe(expected);
  });

  it.each(["PUT", "DELETE"])("is for %s of anybody while no train has it", async (method) => {
    const who = await world.caller(["timetable:write"]);
    await succeed(who, onSubCategory(method, await makeSubCategory()));
  });

  it("tells of another revision only who may change it", async () => {
    const code = await makeSubCategory();
    await makeTrains(code);
    const sent = { ...onSubCategory("PUT", code), headers: { "if-match": '"7"' } };
    expect((await world.send(world.owner, sent)).status).toBe(412);
    expect((await world.send(await world.caller(ROLES), sent)).status).toBe(409);
  });
});

describe("an electrical profile set", () => {
  async function makeSet(): Promise<number> {
    return (await world.make("POST", "/electrical_profile_set?name=p", validProfileSet())).id;
  }

  interface Place {
    readonly path: string;
    readonly study: number;
    readonly scenario: number;
  }

  /** A scenario with the set. */
  async function makePlace(electrical_profile_set_id: number): Promise<Place> {
    const project = await world.project();
    const study = await world.study(project);
    const { scenario } = await world.scenario(project, study);
    const path = `/projects/${project}/studies/${study}/scenarios/${scenario}`;
    await world.make("PATCH", path, { electrical_profile_set_id });
    return { path, study, scenario };
  }

  function usedBy(electrical_profile_set_id: number, count: number) {
    const context = { electrical_profile_set_id, count };
    return { type: "editoast:electrical_profiles:IsUsed", context };
  }

  it("is deleted by who may change all scenarios with it, and they are changed by that", async () => {
    const id = await makeSet();
    const [first, second] = [await makePlace(id), await makePlace(id)];
    const sent = { method: "DELETE", path: `/electrical_profile_set/${id}` };
    await refuse(await world.caller(["admin"]), sent, usedBy(id, 2));
    const who = await world.caller(["infra:write", "operational-studies:write"]);
    await refuse(who, sent, usedBy(id, 2));
    await world.grant("scenario", first.scenario, who.id, "Writer");
    await world.grant("scenario", second.scenario, who.id, "Reader");
    await refuse(who, sent, usedBy(id, 2));
    await world.grant("study", second.study, who.id, "Writer");
    const roleless = await world.caller(["infra:write"]);
    for (const { scenario } of [first, second]) {
      await world.grant("scenario", scenario, roleless.id, "Owner");
    }
    await refuse(roleless, sent, usedBy(id, 2));
    const before = await get(first.path);
    await succeed(who, sent);
    const after = await get(first.path);
    expect(before.json.electrical_profile_set_id).toBe(id);
    expect(after.json).not.toHaveProperty("electrical_profile_set_id");
    expect([before.headers["etag"], after.headers["etag"]]).toEqual(['"2"', '"3"']);
    for (const record of [
      (one: CallResult) => one.json,
      (one: CallResult) => one.json.study,
      (one: CallResult) => one.json.project,
    ]) {
      expect(record(after).last_modification > record(before).last_modification).toBe(true);
    }
    const stale = { method: "PATCH", path: first.path, body: { name: "mine" } };
    const headers = { "if-match": '"2"' };
    expect((await world.send(world.owner, { ...stale, headers })).status).toBe(412);
  });

  it("is deleted by anybody with the role while nothing names it", async () => {
    const path = `/electrical_profile_set/${await makeSet()}`;
    await succeed(await world.caller(["infra:write"]), { method: "DELETE", path });
  });
});

describe("what the search environment names", () => {
  const TYPES = {
    infra: "infra",
    timetable: "timetable",
    electrical_profile_set: "electrical_profiles",
    work_schedules: "work_schedule",
    temporary_speed_limit_group: "temporary_speed_limit",
  };

  /** The ids by the first segment of their paths. */
  async function setEnvironment(who: Caller): Promise<Record<string, number>> {
    const [infra_id, timetable_id] = [await world.infra(), await world.timetable()];
    await world.grant("infra", infra_id, who.id, "Reader");
    await world.grant("timetable", timetable_id, who.id, "Reader");
    const profiles = await world.make("POST", "/electrical_profile_set?name=p", validProfileSet());
    const { work_schedule_group_id } = await world.make(
      "POST",
      "/work_schedules",
      validWorks({ work_schedule_group_name: world.name() }),
    );
    const { group_id } = await world.make(
      "POST",
      "/temporary_speed_limit_group",
      validLimits({ speed_limit_group_name: world.name() }),
    );
    const body = {
      infra_id,
      timetable_id,
      electrical_profile_set_id: profiles.id,
      work_schedule_group_id,
      temporary_speed_limit_group_id: group_id,
      search_window_begin: "2026-05-22T00:00:00Z",
      search_window_end: "2026-05-23T00:00:00Z",
    };
    await succeed(who, { method: "POST", path: ENVIRONMENT, body });
    return {
      infra: infra_id,
      timetable: timetable_id,
      electrical_profile_set: profiles.id,
      work_schedules: work_schedule_group_id,
      temporary_speed_limit_group: group_id,
    };
  }

  it.each(Object.entries(TYPES))(
    "is deleted with it by administrators alone: %s",
    async (kind, type) => {
      const admin = await world.caller(["admin"]);
      const id = (await setEnvironment(admin))[kind] ?? 0;
      const sent = { method: "DELETE", path: `/${kind}/${id}` };
      const who = await world.caller(ROLES as BuiltinRole[]);
      if (kind === "infra" || kind === "timetable") {
        for (const { id: subject } of [who, admin]) {
          await world.db.run(
            "delete from resource_grant where resource_id = $1 and subject_id = $2",
            [id, subject],
          );
          await world.grant(kind, id, subject, "Owner");
        }
      }
      await refuse(who, sent, { type: `editoast:${type}:IsUsed`, context: { count: 1 } });
      expect((await world.send(admin, { method: "GET", path: ENVIRONMENT })).status).toBe(200);
      await succeed(admin, sent);
      expect((await world.send(admin, { method: "GET", path: ENVIRONMENT })).status).toBe(204);
    },
  );
});

describe("the page of what goes along", () => {
  const page = readFileSync(join(PROJECT_ROOT, "docs/access.md"), "utf8");

  it("has every foreign key that deletes or empties, and every trigger", async () => {
    const rows = await world.db.run<{ name: string }>(
      `select conname as name from pg_constraint
       where contype = 'f' and confdeltype in ('c', 'n', 'd') and conparentid = 0
         and connamespace = 'public'::regnamespace
       union
       select p.proname from pg_trigger t join pg_proc p on p.oid = t.tgfoid
       where not t.tgisinternal`,
    );
    const names = rows.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !page.includes(`\`${name}\``)).sort()).toEqual([]);
  });
});
