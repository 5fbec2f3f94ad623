/**
 * Every change of rights on the naive world, with the outcome that decisions.md 3 asks for: sharing,
 * changing, revoking, giving up, the last owner, groups, users, roles, resources that come and go.
 * Refusals come in this order: roles, what is not there, levels, the other things named, then what
 * stands already.
 */
import {
  assignedRoles,
  countedOwners,
  effectiveLevel,
  findResource,
  type Grant,
  type Grantable,
  hasSharingBasis,
  isAdmin,
  isAtLeast,
  type Resource,
  type ResourceType,
  rolesOf,
  type World,
} from "./model.ts";
import type { BuiltinTag } from "./model_roles.ts";

export type Refusal =
  | "Forbidden"
  | "UnknownResource"
  | "UnknownGrant"
  | "UnknownSubject"
  | "NoSuchUser"
  | "GrantAlreadyExists"
  | "LastOwner"
  | "InUse";

/** "done", or why nothing was changed. */
export type Outcome = "done" | Refusal;

/** What role one needs to make or delete something. A group is deleted by its Owner, whatever the roles. */
const CREATION_ROLES: Readonly<Record<ResourceType, BuiltinTag>> = {
  group: "group:create",
  project: "operational-studies:write",
  study: "operational-studies:write",
  scenario: "operational-studies:write",
  timetable: "timetable:write",
  infra: "infra:write",
  rolling_stock_collection: "rolling-stock:write",
};

function hasLevel(world: World, user: number, resource: Resource, level: Grantable): boolean {
  return isAtLeast(effectiveLevel(world, user, resource), level);
}

function subjectExists(world: World, id: number): boolean {
  return world.users.includes(id) || findResource(world, "group", id) !== null;
}

export interface ShareRequest {
  /** Given by the database, taken over when the request is done. */
  readonly grant_id: number;
  readonly resource: Resource;
  readonly subject: number | null;
  readonly level: Grantable;
}

export function share(world: World, actor: number, request: ShareRequest): Outcome {
  const { grant_id, resource, subject, level } = request;
  if (!world.resources.includes(resource)) return "UnknownResource";
  const may = hasSharingBasis(world, actor, resource) && hasLevel(world, actor, resource, level);
  if (!may && !isAdmin(world, actor)) return "Forbidden";
  if (subject !== null && !subjectExists(world, subject)) return "UnknownSubject";
  if (world.grants.some((g) => g.resource === resource && g.subject === subject))
    return "GrantAlreadyExists";
  world.grants.push({ id: grant_id, resource, subject, level, granted_by: actor });
  return "done";
}

/** Whether a resource has no owner that counts but by this grant. */
function isLastOwner(world: World, grant: Grant): boolean {
  const owners = countedOwners(world, grant.resource);
  return owners.length === 1 && owners[0] === grant;
}

function findGrant(world: World, resource: Resource, grant_id: number): Grant | null {
  return world.grants.find((g) => g.resource === resource && g.id === grant_id) ?? null;
}

/** Somebody else's Owner grant, which is beyond every Owner. A grant to anybody is nobody else's. */
function isOthersOwner(grant: Grant, actor: number): boolean {
  return grant.level === "Owner" && grant.subject !== null && grant.subject !== actor;
}

export interface ChangeRequest {
  readonly resource: Resource;
  readonly grant_id: number;
  readonly level: Grantable;
}

export function change(world: World, actor: number, request: ChangeRequest): Outcome {
  const { resource, grant_id, level } = request;
  if (!world.resources.includes(resource)) return "UnknownResource";
  const is_admin = isAdmin(world, actor);
  if (!is_admin && !hasLevel(world, actor, resource, "Owner")) return "Forbidden";
  const grant = findGrant(world, resource, grant_id);
  if (grant === null) return "UnknownGrant";
  // To set a grant to what it is changes nothing, so there is nothing to refuse.
  if (level === grant.level) return "done";
  if (!is_admin && isOthersOwner(grant, actor)) return "Forbidden";
  if (!is_admin && isLastOwner(world, grant)) return "LastOwner";
  const changed = { ...grant, level, granted_by: actor };
  world.grants = world.grants.map((g) => (g === grant ? changed : g));
  return "done";
}

export function revoke(
  world: World,
  actor: number,
  { resource, grant_id }: Omit<ChangeRequest, "level">,
): Outcome {
  if (!world.resources.includes(resource)) return "UnknownResource";
  const is_admin = isAdmin(world, actor);
  if (!is_admin && !hasLevel(world, actor, resource, "Reader")) return "Forbidden";
  const grant = findGrant(world, resource, grant_id);
  if (grant === null) return "UnknownGrant";
  if (!is_admin) {
    const gives_up = grant.subject === actor;
    const is_owner = hasLevel(world, actor, resource, "Owner");
    if (!gives_up && (!is_owner || isOthersOwner(grant, actor))) return "Forbidden";
    if (isLastOwner(world, grant)) return "LastOwner";
  }
  world.grants = world.grants.filter((g) => g !== grant);
  return "done";
}

export interface CreationRequest {
  readonly made: Resource;
  readonly grant_id: number;
  /** Application roles of a new group. */
  readonly app_roles?: readonly string[];
}

/** Makes a resource whose parent, network and timetable, if any, are there. */
export function create(world: World, actor: number, request: CreationRequest): Outcome {
  const { made, grant_id, app_roles = [] } = request;
  const roles = rolesOf(world, actor);
  if (!roles.has(CREATION_ROLES[made.type])) return "Forbidden";
  if (app_roles.length > 0 && !roles.has("role:admin")) return "Forbidden";
  const { parent, timetable, infra } = made;
  if (parent !== null && !hasLevel(world, actor, parent, "Creator")) return "Forbidden";
  if (infra !== null && !hasLevel(world, actor, infra, "Reader")) return "Forbidden";
  if (timetable !== null) {
    if (!hasLevel(world, actor, timetable, "Writer")) return "Forbidden";
    if (world.resources.some((r) => r.timetable === timetable)) return "InUse";
  }
  world.resources.push(made);
  const level = "Owner";
  world.grants.push({ id: grant_id, resource: made, subject: actor, level, granted_by: actor });
  for (const tag of app_roles) world.assignments.push({ subject: made.id, tag });
  return "done";
}

export interface MembersRequest {
  readonly group: number;
  readonly users: readonly number[];
}

export function addMembers(world: World, actor: number, request: MembersRequest): Outcome {
  const group = findResource(world, "group", request.group);
  if (group === null) return "UnknownResource";
  if (!hasLevel(world, actor, group, "Writer")) return "Forbidden";
  const gives_roles = assignedRoles(world, group.id).length > 0;
  if (gives_roles && !rolesOf(world, actor).has("role:admin")) return "Forbidden";
  if (!request.users.every((user) => world.users.includes(user))) return "NoSuchUser";
  for (const user of request.users) {
    if (!world.memberships.some((m) => m.user === user && m.group === group.id))
      world.memberships.push({ user, group: group.id });
  }
  return "done";
}

/** Whether something that has an owner that counts, and stays, would have none in the other world. */
function isOrphanedIn(after: World, world: World): boolean {
  return world.resources.some(
    (r) =>
      after.resources.includes(r) &&
      countedOwners(world, r).length > 0 &&
      countedOwners(after, r).length === 0,
  );
}

export function removeMembers(world: World, actor: number, request: MembersRequest): Outcome {
  const group = findResource(world, "group", request.group);
  if (group === null) return "UnknownResource";
  if (!hasLevel(world, actor, group, "Writer")) return "Forbidden";
  if (!request.users.every((user) => world.users.includes(user))) return "NoSuchUser";
  const memberships = world.memberships.filter(
    (m) => m.group !== group.id || !request.users.includes(m.user),
  );
  if (!isAdmin(world, actor) && isOrphanedIn({ ...world, memberships }, world)) return "LastOwner";
  world.memberships = memberships;
  return "done";
}

/** The world without a subject: its memberships, roles and grants go, and what it granted stays. */
function withoutSubject(world: World, subject: number): World {
  return {
    ...world,
    users: world.users.filter((user) => user !== subject),
    memberships: world.memberships.filter((m) => m.user !== subject && m.group !== subject),
    assignments: world.assignments.filter((a) => a.subject !== subject),
    grants: world.grants
      .filter((g) => g.subject !== subject)
      .map((g) => (g.granted_by === subject ? { ...g, granted_by: null } : g)),
  };
}

/** The world without some resources and the grants on them. */
function withoutResources(world: World, gone: readonly Resource[]): World {
  return {
    ...world,
    resources: world.resources.filter((r) => !gone.includes(r)),
    grants: world.grants.filter((g) => !gone.includes(g.resource)),
  };
}

export function deleteGroup(world: World, actor: number, id: number): Outcome {
  const group = findResource(world, "group", id);
  if (group === null) return "UnknownResource";
  if (!hasLevel(world, actor, group, "Owner")) return "Forbidden";
  const after = withoutSubject(withoutResources(world, [group]), id);
  if (!isAdmin(world, actor) && isOrphanedIn(after, world)) return "LastOwner";
  Object.assign(world, after);
  return "done";
}

/** Users are deleted by an administrator of the machine: nobody's level is asked. */
export function deleteUser(world: World, id: number): Outcome {
  if (!world.users.includes(id)) return "NoSuchUser";
  Object.assign(world, withoutSubject(world, id));
  return "done";
}

/** A resource and what hangs below it. */
function withDescendants(world: World, resource: Resource): Resource[] {
  const below = world.resources.filter((r) => r.parent === resource);
  return [resource, ...below.flatMap((child) => withDescendants(world, child))];
}

/** Deletes anything but a group: with its children, and a timetable with its scenario. */
export function deleteResource(world: World, actor: number, resource: Resource): Outcome {
  if (!rolesOf(world, actor).has(CREATION_ROLES[resource.type])) return "Forbidden";
  if (!world.resources.includes(resource)) return "UnknownResource";
  if (!hasLevel(world, actor, resource, "Owner")) return "Forbidden";
  if (world.resources.some((r) => r.infra === resource)) return "InUse";
  const scenario = world.resources.find((r) => r.timetable === resource);
  if (scenario && !hasLevel(world, actor, scenario, "Writer")) return "Forbidden";
  const gone = withDescendants(world, resource);
  if (scenario) gone.push(...withDescendants(world, scenario));
  Object.assign(world, withoutResources(world, gone));
  return "done";
}

export interface RolesRequest {
  readonly subject: number;
  readonly tags: readonly string[];
}

export function giveRoles(world: World, actor: number, { subject, tags }: RolesRequest): Outcome {
  if (!rolesOf(world, actor).has("role:admin")) return "Forbidden";
  if (!subjectExists(world, subject)) return "UnknownSubject";
  for (const tag of tags) {
    if (!assignedRoles(world, subject).includes(tag)) world.assignments.push({ subject, tag });
  }
  return "done";
}

export function takeRoles(world: World, actor: number, { subject, tags }: RolesRequest): Outcome {
  if (!rolesOf(world, actor).has("role:admin")) return "Forbidden";
  if (!subjectExists(world, subject)) return "UnknownSubject";
  world.assignments = world.assignments.filter(
    (a) => a.subject !== subject || !tags.includes(a.tag),
  );
  return "done";
}
