/**
 * The small world of decisions.md 5, whole: {user, group, public grant} × {project, study, scenario} ×
 * {none, 4 levels} × {member, not} = 3,906,250 worlds of three resources. 125 users hold the 125
 * combinations of user grants on every tree; a tree stands for one combination of public grants and one
 * of the group's; everything is asked with the users as members, then without. The questions go
 * through the statement that judges requests, for all users at once.
 */
import { Authorizer } from "../../../src/platform/access/authorizer.ts";
import type { Database } from "../../../src/platform/db/client.ts";
import {
  effectiveLevel,
  emptyWorld,
  GRANTABLE,
  type Grant,
  type Grantable,
  type Level,
  makeResource,
  type Resource,
  type ResourceType,
} from "./model.ts";

/** none, then the levels that can be granted. */
const CHOICES: readonly (Grantable | null)[] = [null, ...GRANTABLE];
/** Combinations of a subject's grants on project, study and scenario. */
export const COMBINATIONS = CHOICES.length ** 3;
export const WORLDS = COMBINATIONS ** 3 * 2;

/** The grants that a tree carries beside those of the users, as numbers of combinations. */
export interface TreeGrants {
  readonly public: number;
  readonly group: number;
}

/** The n-th combination: what is granted on the project, the study and the scenario. */
function combination(n: number): (Grantable | null)[] {
  return [n % 5, Math.floor(n / 5) % 5, Math.floor(n / 25) % 5].map((i) => CHOICES[i] ?? null);
}

interface User {
  readonly id: number;
  readonly identity: string;
}

/** A number of users, members of one group. */
export class Crowd {
  readonly db: Database;
  readonly users: readonly User[];
  readonly group_id: number;

  constructor(db: Database, users: readonly User[], group_id: number) {
    this.db = db;
    this.users = users;
    this.group_id = group_id;
  }

  static async make(db: Database, nUsers: number): Promise<Crowd> {
    const identities = Array.from({ length: nUsers }, (_, i) => `crowd/${i}`);
    const users = await Promise.all(
      identities.map(async (identity) => {
        const user = await db.queryOne<{ id: number }>("accounts/app_user/identify", [
          identity,
          "",
        ]);
        return { identity, id: user?.id ?? 0 };
      }),
    );
    const group = await db.queryOne<{ id: number }>("accounts/app_group/insert", [
      null,
      "crowd",
      [],
    ]);
    return new Crowd(db, users, group?.id ?? 0);
  }

  async setMembers(are_members: boolean): Promise<void> {
    const ids = this.users.map(({ id }) => id);
    const [change, value] = are_members
      ? ["accounts/app_group/add_members", true]
      : ["accounts/app_group/remove_members", false];
    const [row] = await this.db.query<{ outcome: string }>(change, [this.group_id, ids, value]);
    if (row?.outcome !== "done") throw new Error(`members: ${row?.outcome}`);
  }

  /** Everybody's standing on every resource, in one statement. */
  async standings(resources: readonly Resource[]): Promise<ReadonlyMap<string, string>[]> {
    const authorizer = new Authorizer(this.db);
    return await Promise.all(
      this.users.map(async ({ identity }) => {
        const found = await authorizer.authorize({ identity, name: "" }, resources);
        return found.standings;
      }),
    );
  }
}

interface NewGrant {
  readonly resource: Resource;
  readonly subject: number | null;
  readonly level: Grantable;
}

/** Puts grants in the tables without asking anybody. */
export async function insertGrants(db: Database, grants: readonly NewGrant[]): Promise<void> {
  await db.run(
    `insert into resource_grant (resource_type, resource_id, subject_id, level)
     select g.type::resource_type, g.id, g.subject, g.level::privilege_level
     from unnest($1::text[], $2::bigint[], $3::bigint[], $4::text[]) as g (type, id, subject, level)`,
    [
      grants.map(({ resource }) => resource.type),
      grants.map(({ resource }) => resource.id),
      grants.map(({ subject }) => subject),
      grants.map(({ level }) => level),
    ],
  );
}

/** What is granted on a tree to one user, its group and anybody. */
function grantsOf(
  resources: readonly Resource[],
  subject: number | null,
  levels: readonly (Grantable | null)[],
): NewGrant[] {
  return resources.flatMap((resource, i) => {
    const level = levels[i] ?? null;
    return level === null ? [] : [{ resource, subject, level }];
  });
}

/** A project, its study and its scenario. */
export type Tree = readonly [Resource, Resource, Resource];

export async function makeTrees(db: Database, count: number): Promise<Tree[]> {
  const rows = await db.run<{ project: number; study: number; scenario: number }>(
    `with place as materialized (
       select nextval('resource_id') as project, nextval('resource_id') as study,
         nextval('resource_id') as scenario, nextval('resource_id') as timetable
       from generate_series(1, $1::int)
     ), content as (
       insert into infra_content (railjson_version, object_count) values ('', 0) returning id
     ), network as (
       insert into infra (name, content_id) select 'network', content.id from content returning id
     ), projects as (
       insert into project (id, name) select project, 'project' from place returning id
     ), studies as (
       insert into study (id, project_id, name, state) select study, project, 'study', '' from place
       returning id
     ), timetables as (
       insert into timetable (id) select timetable from place returning id
     ), scenarios as (
       insert into scenario (id, study_id, name, infra_id, timetable_id)
       select scenario, study, 'scenario', network.id, timetable from place, network
       returning id
     )
     select project, study, scenario from place`,
    [count],
  );
  return rows.map((row) => {
    const project = makeResource("project", row.project);
    const study = { ...makeResource("study", row.study), parent: project };
    return [project, study, { ...makeResource("scenario", row.scenario), parent: study }];
  });
}

/** Compares the answers on a number of trees; returns how many there were, throws at the first that differs. */
export async function compareTrees(crowd: Crowd, trees_of: readonly TreeGrants[]): Promise<number> {
  const { db, users, group_id } = crowd;
  const trees = await makeTrees(db, trees_of.length);
  const shared = trees.map((tree, t) => [
    ...grantsOf(tree, null, combination(trees_of[t]?.public ?? 0)),
    ...grantsOf(tree, group_id, combination(trees_of[t]?.group ?? 0)),
  ]);
  const own = users.map(({ id }, u) =>
    trees.map((tree) => grantsOf(tree, id, combination(u % COMBINATIONS))),
  );
  await insertGrants(db, [...shared.flat(), ...own.flat(2)]);
  // As the server's autovacuum does; statements planned for empty tables would take minutes.
  await db.run("analyze project, study, scenario, resource_grant");
  let compared = 0;
  for (const are_members of [true, false]) {
    await crowd.setMembers(are_members);
    const standings = await crowd.standings(trees.flat());
    for (const [u, { id }] of users.entries()) {
      for (const [t, tree] of trees.entries()) {
        const grants = [...(shared[t] ?? []), ...(own[u]?.[t] ?? [])];
        const group = are_members ? group_id : null;
        const world = { user: id, group, resources: tree, grants };
        for (const resource of tree) compareOne(world, resource, standings[u]);
        compared += tree.length;
      }
    }
  }
  await db.run("truncate project, timetable, infra, infra_content cascade");
  return compared;
}

interface SmallWorld {
  readonly user: number;
  /** null = not a member. */
  readonly group: number | null;
  readonly resources: readonly Resource[];
  readonly grants: readonly NewGrant[];
}

function judge({ user, group, resources, grants }: SmallWorld, resource: Resource): Level | null {
  const world = emptyWorld();
  world.users = [user];
  world.memberships = group === null ? [] : [{ user, group }];
  world.resources = [...resources];
  world.grants = grants.map((grant, id): Grant => ({ ...grant, id, granted_by: null }));
  return effectiveLevel(world, user, resource);
}

function compareOne(
  world: SmallWorld,
  resource: Resource,
  standings: ReadonlyMap<string, string> | undefined,
): void {
  const told = standings?.get(`${resource.type}/${resource.id}`);
  const expected = judge(world, resource) ?? "none";
  if (told === expected) return;
  const grants = world.grants.map(({ resource: on, subject, level }) => {
    const whose = subject === null ? "anybody" : subject === world.user ? "user" : "group";
    return `${whose} ${level} on ${on.type}`;
  });
  const member = world.group === null ? "no member" : "member";
  throw new Error(
    `${resource.type}, ${member}, ${grants.join(", ")}: told ${told}, expected ${expected}`,
  );
}

const INSERTS: { readonly [Type in ResourceType]?: string } = {
  timetable: "insert into timetable (id) select nextval('resource_id') from generate_series(1, 25)",
  infra: `with content as (
      insert into infra_content (railjson_version, object_count) values ('', 0) returning id
    )
    insert into infra (name, content_id) select 'network', content.id from content, generate_series(1, 25)`,
  rolling_stock_collection:
    "insert into rolling_stock_collection (name) select 'collection' from generate_series(1, 25)",
  group: `with made as (insert into subject select nextval('resource_id') from generate_series(1, 25) returning id)
    insert into app_group (id, name) select id, 'resource' from made`,
};

/** The 250 worlds of a type that stands alone: {user, group, public grant} × {none, 4 levels} × {member, not}. */
export async function compareAlone(crowd: Crowd, type: ResourceType): Promise<number> {
  const { db, users, group_id } = crowd;
  const rows = await db.run<{ id: number }>(`${INSERTS[type]} returning id`);
  const resources = rows.map(({ id }) => makeResource(type, id));
  const shared = resources.map((resource, r) => [
    ...grantsOf([resource], null, [CHOICES[r % 5] ?? null]),
    ...grantsOf([resource], group_id, [CHOICES[Math.floor(r / 5)] ?? null]),
  ]);
  const five = users.slice(0, 5);
  const own = five.map(({ id }, u) =>
    resources.map((resource) => grantsOf([resource], id, [CHOICES[u] ?? null])),
  );
  await insertGrants(db, [...shared.flat(), ...own.flat(2)]);
  let compared = 0;
  for (const are_members of [true, false]) {
    await crowd.setMembers(are_members);
    const standings = await crowd.standings(resources);
    for (const [u, { id }] of five.entries()) {
      for (const [r, resource] of resources.entries()) {
        const grants = [...(shared[r] ?? []), ...(own[u]?.[r] ?? [])];
        const group = are_members ? group_id : null;
        const world = { user: id, group, resources: [resource], grants };
        compareOne(world, resource, standings[u]);
        compared++;
      }
    }
  }
  return compared;
}
