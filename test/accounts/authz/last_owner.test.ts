/** Two concurrent changes that together would leave a resource without an owner: on two connections, many rounds, exactly one succeeds. */
import { afterAll, beforeAll, expect, it } from "vitest";
import { connect, type Database } from "../../../src/platform/db/client.ts";
import {
  connectForTest,
  startTestDatabase,
  type TestDatabase,
} from "../../helpers/test_database.ts";
import { makeResource, type Resource } from "./model.ts";
import { insertGrants } from "./trees.ts";

const ROUNDS = 50;

let database: TestDatabase;
/** Two servers, as far as the database can tell. */
let sides: readonly [Database, Database];

beforeAll(async () => {
  database = await startTestDatabase();
  const one = { ...connectForTest(database.target), connections: 1 };
  sides = [connect(one), connect(one)];
});

afterAll(async () => {
  await Promise.all(sides.map((side) => side.close()));
  await database.close();
});

interface Scene {
  readonly resource: Resource;
  readonly users: readonly [number, number];
  /** The second user alone is in it. */
  readonly group: number;
}

async function makeScene(round: string): Promise<Scene> {
  const { db } = database;
  const made = async (name: string): Promise<number> => {
    const user = await db.queryOne<{ id: number }>("accounts/app_user/identify", [
      `${round}/${name}`,
      "",
    ]);
    return user?.id ?? 0;
  };
  const users = [await made("a"), await made("b")] as const;
  const group =
    (await db.queryOne<{ id: number }>("accounts/app_group/insert", [null, "g", []]))?.id ?? 0;
  await db.query("accounts/app_group/add_members", [group, [users[1]], true]);
  const timetable = await db.queryOne<{ timetable_id: number }>("timetable/timetable/insert", [
    null,
    null,
    null,
  ]);
  return { resource: makeResource("timetable", timetable?.timetable_id ?? 0), users, group };
}

async function own(resource: Resource, subject: number | null): Promise<number> {
  await insertGrants(database.db, [{ resource, subject, level: "Owner" }]);
  const [row] = await database.db.run<{ id: number }>("select max(id) as id from resource_grant");
  return row?.id ?? 0;
}

interface Attempt {
  readonly query: string;
  readonly values: readonly (string | number | boolean | null | readonly number[])[];
}

/** Changes a grant (null: revokes it), as its resource's Owner and no administrator. */
function change(
  actor: number,
  resource: Resource,
  [grant_id, level]: [number, string | null],
): Attempt {
  const values = [actor, false, resource.type, resource.id, grant_id, level];
  return { query: "accounts/resource_grant/change", values };
}

/** Both at once; how they ended, sorted. */
async function collide(attempts: readonly [Attempt, Attempt]): Promise<string[]> {
  const ask = async (side: Database, { query, values }: Attempt): Promise<string> => {
    const row = await side.queryOne<{ outcome: string }>(query, values);
    return row?.outcome ?? "no row";
  };
  return (await Promise.all([ask(sides[0], attempts[0]), ask(sides[1], attempts[1])])).sort();
}

/** Whether somebody still owns it: a user, or a group with a member. */
async function countOwners({ type, id }: Resource): Promise<number> {
  const [row] = await database.db.run<{ count: number }>(
    `select count(*) as count from resource_grant g
     where g.resource_type = $1::text::resource_type and g.resource_id = $2 and g.level = 'Owner'
       and (exists (select from app_user u where u.id = g.subject_id)
         or exists (select from membership m where m.group_id = g.subject_id))`,
    [type, id],
  );
  return row?.count ?? 0;
}

type Collision = (scene: Scene) => Promise<[Attempt, Attempt]>;

const COLLISIONS: readonly { readonly what: string; readonly make: Collision }[] = [
  {
    what: "two owners give up",
    make: async ({ resource, users: [a, b] }) => [
      change(a, resource, [await own(resource, a), null]),
      change(b, resource, [await own(resource, b), null]),
    ],
  },
  {
    what: "one owner gives up and the other lowers its own",
    make: async ({ resource, users: [a, b] }) => [
      change(a, resource, [await own(resource, a), null]),
      change(b, resource, [await own(resource, b), "Writer"]),
    ],
  },
  {
    what: "the owner gives up and the other owner, a group, is emptied",
    make: async ({ resource, users: [a, b], group }) => {
      await own(resource, group);
      const emptied = { query: "accounts/app_group/remove_members", values: [group, [b], false] };
      return [change(a, resource, [await own(resource, a), null]), emptied];
    },
  },
  {
    what: "the owner gives up and the other owner, a group, is deleted",
    make: async ({ resource, users: [a], group }) => {
      await own(resource, group);
      const deleted = { query: "accounts/app_group/delete", values: [group, false] };
      return [change(a, resource, [await own(resource, a), null]), deleted];
    },
  },
  {
    what: "two groups that own it are emptied",
    make: async ({ resource, users: [a, b], group }) => {
      const { db } = database;
      const other = await db.queryOne<{ id: number }>("accounts/app_group/insert", [null, "h", []]);
      const other_id = other?.id ?? 0;
      await db.query("accounts/app_group/add_members", [other_id, [a], true]);
      await own(resource, group);
      await own(resource, other_id);
      const emptied = (id: number, member: number): Attempt => ({
        query: "accounts/app_group/remove_members",
        values: [id, [member], false],
      });
      return [emptied(group, b), emptied(other_id, a)];
    },
  },
];

it.each(COLLISIONS)("keeps one owner when $what at once", async ({ what, make }) => {
  for (let round = 0; round < ROUNDS; round++) {
    const scene = await makeScene(`${what} ${round}`);
    const attempts = await make(scene);
    // The first to come is another one every time.
    const ended = await collide(round % 2 === 0 ? attempts : [attempts[1], attempts[0]]);
    expect(ended).toEqual(["done", "last_owner"]);
    expect(await countOwners(scene.resource)).toBe(1);
  }
});

it("makes one grant when two share with the same subject at once", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { resource, users, group } = await makeScene(`sharing ${round}`);
    await own(resource, users[0]);
    await own(resource, users[1]);
    const share = (actor: number, level: string): Attempt => ({
      query: "accounts/resource_grant/insert",
      values: [actor, false, resource.type, resource.id, group, level],
    });
    expect(await collide([share(users[0], "Reader"), share(users[1], "Owner")])).toEqual([
      "done",
      "exists",
    ]);
  }
});

it("never leaves a group as the only owner that is emptied while it becomes an owner", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const { resource, users, group } = await makeScene(`becoming ${round}`);
    const [a, b] = users;
    const grant_id = await own(resource, a);
    const values = [a, false, resource.type, resource.id, group, "Owner"];
    const emptied = { query: "accounts/app_group/remove_members", values: [group, [b], false] };
    await Promise.all([
      collide([{ query: "accounts/resource_grant/insert", values }, emptied]),
      database.db.query(
        "accounts/resource_grant/change",
        change(a, resource, [grant_id, null]).values,
      ),
    ]);
    expect(await countOwners(resource)).toBe(1);
  }
});
