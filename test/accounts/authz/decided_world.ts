/** Rows of the decision table made real: a study of its own for each, with the grants that it names. */
import type { TestDatabase } from "../../helpers/test_database.ts";
import type { Decision } from "./decisions.ts";
import { GRANTABLE, type Grant, type Grantable, type Resource, type World } from "./model.ts";
import type { Outcome } from "./model_mutations.ts";
import { judge, type Operation } from "./operations.ts";
import { ServedWorld } from "./served_world.ts";
import { insertGrants, makeTrees, type NewGrant, type Tree } from "./trees.ts";

const ABSENT_ID = 2 ** 40;

type Case = Omit<Decision, "outcome">;

interface Cast {
  /** The actor, and the group that it alone is in. */
  readonly actor: number;
  readonly own_group: number;
  /** An actor with the builtin role admin, in no group. */
  readonly admin: number;
  /** Another user, who also is what is shared with. */
  readonly user: number;
  readonly group: number;
  readonly empty_group: number;
  /** Who owns the study when somebody does. */
  readonly keeper: number;
}

function levelIn(text: string): Grantable {
  const last = text.split(" ").at(-1);
  const level = GRANTABLE.find((one) => one === last);
  if (level === undefined) throw new Error(`no level in '${text}'`);
  return level;
}

/** One case: the grants before, and the operation, without the ids of grants. */
class Scene {
  readonly #cast: Cast;
  readonly #case: Case;
  readonly #tree: Tree;

  constructor(cast: Cast, row: Case, tree: Tree) {
    this.#cast = cast;
    this.#case = row;
    this.#tree = tree;
  }

  get actor(): number {
    return this.#case.actor === "admin" ? this.#cast.admin : this.#cast.actor;
  }

  get #study(): Resource {
    return this.#tree[1];
  }

  /** What gives the actor its level. */
  #actorsGrant(): NewGrant | null {
    const { actor } = this.#case;
    const [project, study, scenario] = this.#tree;
    if (actor === "nothing" || actor === "admin") return null;
    if (actor === "knows") return { resource: scenario, subject: this.actor, level: "Reader" };
    const level = levelIn(actor);
    if (actor.startsWith("project ")) return { resource: project, subject: this.actor, level };
    if (actor.startsWith("group ")) {
      return { resource: study, subject: this.#cast.own_group, level };
    }
    const subject = actor.startsWith("public ") ? null : this.actor;
    return { resource: study, subject, level };
  }

  /** Whose grant on the study the operation is about; undefined: a grant that is not there. */
  targetSubject(): number | null | undefined {
    const { grant } = this.#case;
    if (grant === "own") return this.actor;
    if (grant === "its group's") return this.#cast.own_group;
    if (grant.startsWith("public ")) return null;
    if (grant.startsWith("group ")) return this.#cast.group;
    if (grant.startsWith("empty group ")) return this.#cast.empty_group;
    if (grant.startsWith("user ") || grant.startsWith("the user's ")) return this.#cast.user;
    return undefined;
  }

  /** All grants before, at most one per resource and subject: the actor's own first. */
  grants(): NewGrant[] {
    const study = this.#study;
    const given: NewGrant[] = [];
    const give = (grant: NewGrant): void => {
      const has = given.some((g) => g.resource === grant.resource && g.subject === grant.subject);
      if (!has) given.push(grant);
    };
    const own = this.#actorsGrant();
    if (own !== null) give(own);
    if (this.#case.others === "kept") {
      give({ resource: study, subject: this.#cast.keeper, level: "Owner" });
    }
    const subject = this.targetSubject();
    const names_level = GRANTABLE.some((level) => this.#case.grant.endsWith(level));
    if (subject !== undefined && names_level) {
      give({ resource: study, subject, level: levelIn(this.#case.grant) });
    }
    return given;
  }

  operation(grants: readonly Grant[]): Operation {
    const { operation } = this.#case;
    const { type, id } = this.#study;
    const base = { actor: this.actor, on: { type, id } };
    if (operation.startsWith("share ")) {
      return { kind: "share", ...base, subject: this.#cast.user, level: levelIn(operation) };
    }
    const subject = this.targetSubject();
    const grant = grants.find((g) => g.resource === this.#study && g.subject === subject);
    const grant_id = subject === undefined ? ABSENT_ID : (grant?.id ?? ABSENT_ID);
    if (operation === "revoke") return { kind: "revoke", ...base, grant_id };
    return { kind: "change", ...base, grant_id, level: levelIn(operation) };
  }
}

export interface Decided {
  readonly row: Case;
  readonly told: Outcome;
  readonly expected: Outcome;
}

async function makeCast(served: ServedWorld): Promise<Cast> {
  const arrive = (name: string, roles: readonly string[]): Promise<number> =>
    served.arrive(`decisions/${name}`, roles);
  const actor = await arrive("actor", []);
  const admin = await arrive("admin", ["operator"]);
  const user = await arrive("user", []);
  const keeper = await arrive("keeper", []);
  const makeGroup = async (members: readonly number[]): Promise<number> => {
    await served.apply({ kind: "create", actor: admin, type: "group" });
    const group = served.world.resources.at(-1)?.id ?? 0;
    await served.apply({ kind: "add", actor: admin, group, users: members });
    return group;
  };
  return {
    actor,
    admin,
    user,
    keeper,
    own_group: await makeGroup([actor]),
    group: await makeGroup([keeper]),
    empty_group: await makeGroup([]),
  };
}

/** Asks server and model for the outcome of every case. */
export async function decide(
  database: TestDatabase,
  rows: readonly Case[],
): Promise<readonly Decided[]> {
  const { db } = database;
  const served = new ServedWorld(database);
  const cast = await makeCast(served);
  const trees = await makeTrees(db, rows.length);
  const scenes = rows.flatMap((row, i) => {
    const tree = trees[i];
    return tree === undefined ? [] : [{ row, tree, scene: new Scene(cast, row, tree) }];
  });
  await insertGrants(
    db,
    scenes.flatMap(({ scene }) => scene.grants()),
  );
  await db.run("analyze project, study, scenario, resource_grant");
  type Row = { id: number; type: string; resource_id: number; subject_id: number | null };
  const stored = await db.run<Row>(
    "select id, resource_type::text as type, resource_id, subject_id from resource_grant",
  );
  const ids = new Map(
    stored.map((row) => [`${row.type}/${row.resource_id}/${row.subject_id}`, row.id]),
  );
  const decided: Decided[] = [];
  for (const { row, tree, scene } of scenes) {
    const grants = scene.grants().map(({ resource, subject, level }): Grant => {
      const id = ids.get(`${resource.type}/${resource.id}/${subject}`) ?? 0;
      return { id, resource, subject, level, granted_by: null };
    });
    // Each case is a world of its own: nothing of the other studies matters to it.
    const world: World = {
      ...served.world,
      resources: [...served.world.resources, ...tree],
      grants: [...served.world.grants, ...grants],
    };
    const operation = scene.operation(grants);
    const { outcome, made } = await served.serve(operation);
    decided.push({ row, told: outcome, expected: judge(world, operation, made) });
  }
  return decided;
}
