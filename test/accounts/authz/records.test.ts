// Method: records of users, groups, memberships and grants made and deleted in the server's own ways, then read in the database: what goes with what, and what may not be there twice.
import { describe, expect, it } from "vitest";
import { RESOURCE_TYPES, type ResourceType } from "../../../src/platform/access/levels.ts";
import { opened } from "../../helpers/opened.ts";
import { appRoleOf, type Caller, openWorld } from "./world.ts";

const world = opened(openWorld);

async function rows<T extends object>(
  text: string,
  ...values: readonly (number | string)[]
): Promise<T[]> {
  return await world.db.run<T>(text, values);
}

async function countOf(text: string, ...values: readonly number[]): Promise<number> {
  const [row] = await rows<{ count: number }>(`select count(*) as count from ${text}`, ...values);
  return row?.count ?? -1;
}

/** Deletes a user as `npm run admin -- delete-user` does. */
async function deleteUser({ identity, id }: Caller): Promise<void> {
  const gone = await world.db.queryOne<{ id: number }>("accounts/app_user/delete", [identity]);
  expect(gone?.id).toBe(id);
}

/** A resource of each type, and how its owner deletes it. */
async function makeOne(type: ResourceType): Promise<{ id: number; path: string }> {
  if (type === "group") {
    const id = await world.group();
    return { id, path: `/authn/group/${id}` };
  }
  if (type === "timetable") {
    const id = await world.timetable();
    return { id, path: `/timetable/${id}` };
  }
  if (type === "infra") {
    const id = await world.infra();
    return { id, path: `/infra/${id}` };
  }
  if (type === "rolling_stock_collection") {
    const id = await world.collection();
    return { id, path: `/rolling_stock_collection/${id}` };
  }
  const project = await world.project();
  if (type === "project") return { id: project, path: `/projects/${project}` };
  const study = await world.study(project);
  const studies = `/projects/${project}/studies`;
  if (type === "study") return { id: study, path: `${studies}/${study}` };
  const { scenario } = await world.scenario(project, study);
  return { id: scenario, path: `${studies}/${study}/scenarios/${scenario}` };
}

describe("ids", () => {
  it("are 64-bit integers, given by the server from one sequence for every table of records", async () => {
    type Column = { table_name: string; data_type: string; column_default: string };
    const columns = await rows<Column>(
      `select table_name::text, data_type::text, column_default::text
       from information_schema.columns
       where table_schema = 'public' and column_name = 'id' and column_default is not null
         and table_name not like '%grant'`,
    );
    const tables = ["subject", "project", "study", "scenario", "timetable", "infra"];
    tables.push("rolling_stock_collection", "rolling_stock", "train_schedule", "paced_train");
    const names = columns.map(({ table_name }) => table_name);
    for (const name of tables) expect(names).toContain(name);
    for (const { table_name, data_type, column_default } of columns) {
      if (table_name === "infra_content") continue;
      expect([data_type, column_default], table_name).toEqual([
        "bigint",
        "nextval('resource_id'::regclass)",
      ]);
    }
  });

  it("are never the same for two resources, whatever their types", async () => {
    const ids: number[] = [];
    for (let round = 0; round < 3; round++) {
      for (const type of RESOURCE_TYPES) ids.push((await makeOne(type)).id);
    }
    expect(new Set(ids).size).toBe(ids.length);
    const [largest = 0] = ids.toSorted((a, b) => b - a);
    expect((await world.caller([])).id).toBeGreaterThan(largest);
  });
});

describe("a subject", () => {
  it("is there once for every user and group, under the same id, and for nothing else", async () => {
    await world.group([await world.caller([])]);
    const unmatched = await rows(
      `select s.id, count(o.id) from subject s
       left join (select id from app_user union all select id from app_group) o on o.id = s.id
       group by s.id having count(o.id) <> 1`,
    );
    expect(unmatched).toEqual([]);
    expect(await countOf("subject")).toBe(
      (await countOf("app_user")) + (await countOf("app_group")),
    );
  });

  it("goes with its user, and takes memberships, roles and grants along", async () => {
    const user = await world.caller(["infra:read"]);
    const other = await world.caller([]);
    const group = await world.group([user, other]);
    await world.grant("timetable", await world.timetable(), user.id, "Writer");
    await deleteUser(user);
    expect(await countOf("subject where id = $1", user.id)).toBe(0);
    expect(await countOf("membership where user_id = $1", user.id)).toBe(0);
    expect(await countOf("subject_role where subject_id = $1", user.id)).toBe(0);
    expect(await countOf("resource_grant where subject_id = $1", user.id)).toBe(0);
    expect(await countOf("membership where group_id = $1", group)).toBe(1);
  });

  it("goes with its group, and takes memberships, roles and grants along, but no user", async () => {
    const member = await world.caller([]);
    const group = await world.group([member]);
    const role = appRoleOf("infra:read");
    await world.make("POST", `/authn/group/${group}/roles/add`, [role]);
    await world.grant("timetable", await world.timetable(), group, "Writer");
    await world.make("DELETE", `/authn/group/${group}`);
    expect(await countOf("subject where id = $1", group)).toBe(0);
    expect(await countOf("membership where group_id = $1", group)).toBe(0);
    expect(await countOf("subject_role where subject_id = $1", group)).toBe(0);
    expect(await countOf("resource_grant where subject_id = $1", group)).toBe(0);
    expect(await countOf("app_user where id = $1", member.id)).toBe(1);
  });
});

describe("the database", () => {
  it("takes no identity twice, no membership twice, and neither without what it needs", async () => {
    const user = await world.caller([]);
    const group = await world.group([user]);
    const refused = [
      [`insert into membership (user_id, group_id) values (${user.id}, ${group})`, "pkey"],
      [`insert into membership (user_id) values (${user.id})`, "group_id"],
      [`insert into membership (group_id) values (${group})`, "user_id"],
      [`update app_user set identity_id = '${world.owner.identity}' where id = ${user.id}`, "_key"],
      [`update app_user set identity_id = null where id = ${user.id}`, "identity_id"],
      [`update app_group set name = null where id = ${group}`, "name"],
    ] as const;
    for (const [text, fault] of refused) {
      await expect(world.db.run(text), text).rejects.toThrow(fault);
    }
  });
});

describe("a grant", () => {
  it.each(RESOURCE_TYPES)("on a %s is in that type's own table, and goes with it", async (type) => {
    const { id, path } = await makeOne(type);
    const reader = await world.caller([]);
    const body = { subject_id: reader.id, grant: "Reader" };
    const { grant_id } = await world.make("POST", `/authz/${type}/${id}/grants`, body);
    await world.make("POST", `/authz/${type}/${id}/grants`, { subject_id: null, grant: "Reader" });
    const found = await rows<{ of: string }>(
      "select tableoid::regclass::text as of from resource_grant where id = $1 and resource_id = $2",
      grant_id,
      id,
    );
    expect(found).toEqual([{ of: `${type}_grant` }]);
    expect(await countOf(`${type}_grant where resource_id = $1`, id)).toBe(3);
    await world.make("DELETE", path);
    expect(await countOf("resource_grant where resource_id = $1", id)).toBe(0);
    expect(await countOf("app_user where id = $1", reader.id)).toBe(1);
  });

  it("outlives the user who gave it, of whom it says nothing then", async () => {
    const giver = await world.caller([]);
    const reader = await world.caller([]);
    const path = `/authz/timetable/${await world.timetable()}/grants`;
    await world.make("POST", path, { subject_id: giver.id, grant: "Owner" });
    const body = { subject_id: reader.id, grant: "Reader" };
    const made = await world.send(giver, { method: "POST", path, body });
    expect(made.json).toMatchObject({ grant: "Reader", granted_by: giver.id });
    await deleteUser(giver);
    const listed = await world.make("GET", path);
    expect(listed).toContainEqual({ ...made.json, granted_by: null });
    expect(listed).toHaveLength(2);
  });

  it("is as old as the moment in which it was made", async () => {
    const clock = async (): Promise<number> => {
      const [row] = await rows<{ now_ms: number }>(
        "select floor(extract(epoch from now()) * 1000)::bigint as now_ms",
      );
      return row?.now_ms ?? 0;
    };
    const before_ms = await clock();
    const timetable = await world.timetable();
    const [entry] = await world.make("GET", `/authz/timetable/${timetable}/grants`);
    const after_ms = await clock();
    const granted_ms = Date.parse(entry.granted_at);
    expect(granted_ms).toBeGreaterThanOrEqual(before_ms);
    expect(granted_ms).toBeLessThanOrEqual(after_ms);
  });
});
