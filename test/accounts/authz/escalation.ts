/**
 * Breadth-first search over everything that two users can do to each other's rights in a small world, on
 * the model. Each step is judged by itself: nobody gets more than the one who acts has on that very
 * resource, or, by joining a group, than the group has; and nobody loses an Owner grant, nor a resource
 * its last owner, by somebody else's hand. By induction no sequence gives anyone more than an owner or
 * a group's writer gave. The sequences found are then replayed on the server.
 */
import type { Random } from "../../workers/engine/seeded.ts";
import {
  copyWorld,
  countedOwners,
  effectiveLevel,
  emptyWorld,
  findResource,
  GRANTABLE,
  higher,
  isAtLeast,
  type Level,
  makeResource,
  type Resource,
  type World,
} from "./model.ts";
import { judge, type Operation } from "./operations.ts";

/** Ids of the small worlds; the group has none of its own where it is not. */
export const OWNER = 1;
export const OTHER = 2;
const USERS = [OWNER, OTHER];
const GROUP = 3;

/** Where a search begins: everything that is there is the first user's. */
function soleOwner(resources: readonly Resource[]): World {
  const world = emptyWorld();
  world.users = [...USERS];
  world.resources = [...resources];
  world.grants = resources.map((resource, i) => {
    const base = { id: i + 1, resource, granted_by: OWNER };
    return { ...base, subject: OWNER, level: "Owner" } as const;
  });
  return world;
}

/** A network and a group. */
export function makeNetworkAndGroup(): World {
  return soleOwner([makeResource("group", GROUP), makeResource("infra", 4)]);
}

/** A project with a study. */
export function makeProjectAndStudy(): World {
  const project = makeResource("project", 4);
  return soleOwner([project, { ...makeResource("study", 5), parent: project }]);
}

/** A project with a study, and a group. */
export function makeTreeAndGroup(): World {
  const [project, study] = makeProjectAndStudy().resources;
  if (project === undefined || study === undefined) throw new Error("no tree");
  return soleOwner([makeResource("group", GROUP), project, study]);
}

/** Every operation that could change something, whoever may. */
function operationsIn(world: World): Operation[] {
  const operations: Operation[] = [];
  const group = findResource(world, "group", GROUP);
  const subjects = [null, ...world.users, ...(group === null ? [] : [GROUP])];
  for (const actor of USERS) {
    for (const { type, id } of world.resources) {
      for (const subject of subjects) {
        for (const level of GRANTABLE) {
          operations.push({ kind: "share", actor, on: { type, id }, subject, level });
        }
      }
    }
    for (const { resource, id: grant_id } of world.grants) {
      const on = { type: resource.type, id: resource.id };
      operations.push({ kind: "revoke", actor, on, grant_id });
      for (const level of GRANTABLE) {
        operations.push({ kind: "change", actor, on, grant_id, level });
      }
    }
    if (group !== null) {
      for (const user of USERS) {
        operations.push({ kind: "add", actor, group: GROUP, users: [user] });
        operations.push({ kind: "remove", actor, group: GROUP, users: [user] });
      }
      operations.push({ kind: "delete", actor, on: { type: "group", id: GROUP } });
    }
  }
  return operations;
}

/** What is the same in worlds that only differ in ids of grants and in who granted. */
function keyOf(world: World): string {
  const grants = world.grants.map((g) => `${g.resource.id}:${g.subject}:${g.level}`).sort();
  const members = world.memberships.map(({ user }) => user).sort((a, b) => a - b);
  return `${world.resources.length}|${grants.join()}|${members.join()}`;
}

/** What the group's own grants give on a resource to whoever joins. */
function levelOfGroup(world: World, resource: Resource): Level | null {
  const nobody = 0;
  const joined = copyWorld(world);
  joined.memberships = [{ user: nobody, group: GROUP }];
  return effectiveLevel(joined, nobody, resource);
}

/** What is wrong with a step, or null. */
function faultOf(before: World, after: World, operation: Operation): string | null {
  if (!("actor" in operation)) return "nobody acts";
  const { actor, kind } = operation;
  for (const resource of after.resources) {
    const group = findResource(before, "group", GROUP);
    const writes_group =
      group !== null && isAtLeast(effectiveLevel(before, actor, group), "Writer");
    const joins = kind === "add" && writes_group;
    const from_group = joins ? levelOfGroup(before, resource) : null;
    const actors_own = effectiveLevel(before, actor, resource);
    const given = higher(actors_own, from_group);
    for (const user of USERS) {
      const was = effectiveLevel(before, user, resource);
      const is = effectiveLevel(after, user, resource);
      const bound = higher(was, given);
      if (is !== null && (bound === null || !isAtLeast(bound, is)))
        return `user ${user} rises from ${was} to ${is} on ${resource.type} by one with ${given}`;
    }
    const had = before.grants.filter((g) => g.resource === resource && g.level === "Owner");
    for (const owner of had) {
      if (owner.subject === null || owner.subject === actor || owner.subject === GROUP) continue;
      if (!after.grants.some((g) => g.id === owner.id && g.level === "Owner"))
        return `user ${owner.subject} loses Owner on ${resource.type}`;
    }
    if (countedOwners(before, resource).length > 0 && countedOwners(after, resource).length === 0)
      return `${resource.type} loses its last owner`;
  }
  return null;
}

/** A state, and how it was reached. */
export interface Node {
  readonly world: World;
  readonly parent: Node | null;
  readonly by: Operation | null;
}

export interface Search {
  readonly start: World;
  readonly depth_max: number;
  /** The longest sequences that are kept to replay. */
  readonly kept_max: number;
  readonly random: Random;
}

export interface Found {
  readonly states: number;
  readonly steps: number;
  readonly faults: readonly string[];
  /** States at the greatest depth, a random choice. */
  readonly kept: readonly Node[];
}

/** Explores everything within a number of operations. */
export function search({ start, depth_max, kept_max, random }: Search): Found {
  const root: Node = { world: start, parent: null, by: null };
  const seen = new Set([keyOf(start)]);
  const faults: string[] = [];
  const kept: Node[] = [];
  let frontier = [root];
  let steps = 0;
  let last_grant_id = 100;
  for (let depth = 0; depth < depth_max; depth++) {
    const next: Node[] = [];
    for (const node of frontier) {
      for (const by of operationsIn(node.world)) {
        steps++;
        const after = copyWorld(node.world);
        const made = { id: 0, grant_id: ++last_grant_id };
        if (judge(after, by, made) !== "done") continue;
        const fault = faultOf(node.world, after, by);
        if (fault !== null) faults.push(`${JSON.stringify(by)}: ${fault}`);
        const key = keyOf(after);
        if (seen.has(key)) continue;
        seen.add(key);
        next.push({ world: after, parent: node, by });
      }
    }
    frontier = next;
  }
  for (const [i, node] of frontier.entries()) {
    // Each of the frontier is kept with the same chance.
    const place = i < kept_max ? i : Math.floor(random() * (i + 1));
    if (place < kept_max) kept[place] = node;
  }
  return { states: seen.size, steps, faults, kept };
}

/** An operation; a grant in it is to be found by whose it is. */
export interface Step {
  readonly operation: Operation;
  readonly subject: number | null;
}

function toStep(world: World, operation: Operation): Step {
  const grant_id = "grant_id" in operation ? operation.grant_id : 0;
  const grant = world.grants.find((g) => g.id === grant_id);
  return { operation, subject: grant?.subject ?? null };
}

/** The operations that lead to a state. */
export function sequenceTo({ parent, by }: Node): Step[] {
  if (parent === null || by === null) return [];
  return [...sequenceTo(parent), toStep(parent.world, by)];
}

/** All operations that are refused in a state. */
export function refusedIn({ world }: Node): Step[] {
  return operationsIn(world)
    .filter((operation) => {
      const made = { id: 0, grant_id: 0 };
      return judge(copyWorld(world), operation, made) !== "done";
    })
    .map((operation) => toStep(world, operation));
}
