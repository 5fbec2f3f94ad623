/**
 * The independent judge of rights: the specification's section "Authorization" and the rules of sharing
 * once more, with sets and loops over plain lists. It knows no SQL, keeps no cache and answers every
 * question from the first fact, so that it can be wrong only where it reads the specification wrongly.
 */
import { type BuiltinTag, builtinRolesOf, type RoleFile } from "./model_roles.ts";

/** From the least to the most privileged. */
const LEVELS = ["MinimalMetadata", "Reader", "Creator", "Writer", "Owner"] as const;
export type Level = (typeof LEVELS)[number];
export const GRANTABLE = ["Reader", "Creator", "Writer", "Owner"] as const;
export type Grantable = (typeof GRANTABLE)[number];

export const RESOURCE_TYPES = [
  "group",
  "project",
  "study",
  "scenario",
  "timetable",
  "infra",
  "rolling_stock_collection",
] as const;
export type ResourceType = (typeof RESOURCE_TYPES)[number];

export interface Resource {
  readonly type: ResourceType;
  readonly id: number;
  /** The project of a study, the study of a scenario. */
  readonly parent: Resource | null;
  /** Of a scenario. */
  readonly timetable: Resource | null;
  readonly infra: Resource | null;
}

export interface Grant {
  readonly id: number;
  readonly resource: Resource;
  /** null = any subject. */
  readonly subject: number | null;
  readonly level: Grantable;
  readonly granted_by: number | null;
}

export interface Membership {
  readonly user: number;
  readonly group: number;
}

export interface Assignment {
  readonly subject: number;
  readonly tag: string;
}

/** Everything that decides about rights. Groups are resources of the type group; nothing is indexed. */
export interface World {
  readonly role_file: RoleFile;
  users: number[];
  resources: Resource[];
  memberships: Membership[];
  grants: Grant[];
  assignments: Assignment[];
}

export interface GrantEntry {
  readonly subject: number | null;
  readonly grant_id: number | null;
  readonly grant: Grantable | null;
  readonly implicit_grant: Level | null;
  readonly implicit_grant_source: ResourceType | null;
}

/** A resource that stands alone. */
export function makeResource(type: ResourceType, id: number): Resource {
  return { type, id, parent: null, timetable: null, infra: null };
}

export function emptyWorld(role_file: RoleFile = {}): World {
  return { role_file, users: [], resources: [], memberships: [], grants: [], assignments: [] };
}

export function isAtLeast(level: Level | null, required: Level): boolean {
  return level !== null && LEVELS.indexOf(level) >= LEVELS.indexOf(required);
}

function higher(a: Level | null, b: Level | null): Level | null {
  if (a === null) return b;
  return isAtLeast(b, a) ? b : a;
}

export function groupsOf(world: World, user: number): number[] {
  return world.memberships.filter((m) => m.user === user).map((m) => m.group);
}

/** Whether a grant counts for a user: made out to it, to one of its groups, or to anybody. */
function reaches(world: World, user: number, grant: Grant): boolean {
  if (grant.subject === null || grant.subject === user) return true;
  return groupsOf(world, user).includes(grant.subject);
}

function childrenOf(world: World, resource: Resource): Resource[] {
  return world.resources.filter((child) => child.parent === resource);
}

/** The resource above, nearest first. */
function ancestorsOf(resource: Resource): Resource[] {
  if (resource.parent === null) return [];
  return [resource.parent, ...ancestorsOf(resource.parent)];
}

/** What hangs below, nearest generation first. */
function descendantsOf(world: World, resource: Resource): Resource[] {
  const children = childrenOf(world, resource);
  return [...children, ...children.flatMap((child) => descendantsOf(world, child))];
}

/** "Owner, Writer and Reader propagate downwards unchanged. Creator becomes Reader when propagated." */
function propagateDown(level: Grantable): Grantable {
  return level === "Creator" ? "Reader" : level;
}

interface Implicit {
  readonly level: Level;
  readonly source: ResourceType;
}

/** What the given grants, made out elsewhere in the hierarchy, give on a resource: the highest, and of equals the nearest. */
function implicitFrom(world: World, resource: Resource, grants: readonly Grant[]): Implicit | null {
  const found: Implicit[] = [];
  for (const ancestor of ancestorsOf(resource)) {
    for (const grant of grants) {
      if (grant.resource === ancestor)
        found.push({ level: propagateDown(grant.level), source: ancestor.type });
    }
  }
  for (const descendant of descendantsOf(world, resource)) {
    if (grants.some((grant) => grant.resource === descendant))
      found.push({ level: "MinimalMetadata", source: descendant.type });
  }
  let best: Implicit | null = null;
  for (const candidate of found) {
    if (best === null || (candidate.level !== best.level && isAtLeast(candidate.level, best.level)))
      best = candidate;
  }
  return best;
}

function explicitFrom(resource: Resource, grants: readonly Grant[]): Level | null {
  let level: Level | null = null;
  for (const grant of grants) if (grant.resource === resource) level = higher(level, grant.level);
  return level;
}

function levelFrom(world: World, resource: Resource, grants: readonly Grant[]): Level | null {
  const implicit = implicitFrom(world, resource, grants);
  return higher(explicitFrom(resource, grants), implicit === null ? null : implicit.level);
}

export function effectiveLevel(world: World, user: number, resource: Resource): Level | null {
  const mine = world.grants.filter((grant) => reaches(world, user, grant));
  return levelFrom(world, resource, mine);
}

/** The resources of a type on which the user has any level at all, by id. */
export function visibleIds(world: World, user: number, type: ResourceType): number[] {
  return world.resources
    .filter((r) => r.type === type && effectiveLevel(world, user, r) !== null)
    .map((r) => r.id)
    .sort((a, b) => a - b);
}

/** One entry for each subject that a grant on the resource or in its hierarchy names: public first, then by subject. */
export function grantEntries(world: World, resource: Resource): GrantEntry[] {
  const subjects = [...new Set(world.grants.map((grant) => grant.subject))];
  subjects.sort((a, b) => (a === null ? -1 : b === null ? 1 : a - b));
  const entries: GrantEntry[] = [];
  for (const subject of subjects) {
    const made_out = world.grants.filter((grant) => grant.subject === subject);
    const explicit = made_out.find((grant) => grant.resource === resource) ?? null;
    const implicit = implicitFrom(world, resource, made_out);
    if (explicit === null && implicit === null) continue;
    entries.push({
      subject,
      grant_id: explicit?.id ?? null,
      grant: explicit?.level ?? null,
      implicit_grant: implicit?.level ?? null,
      implicit_grant_source: implicit?.source ?? null,
    });
  }
  return entries;
}

/** The application roles of a subject itself. */
export function assignedRoles(world: World, subject: number): string[] {
  return world.assignments.filter((a) => a.subject === subject).map((a) => a.tag);
}

/** The builtin roles of a user: its own and its groups' application roles, resolved. */
export function rolesOf(world: World, user: number): Set<BuiltinTag> {
  const subjects = [user, ...groupsOf(world, user)];
  return builtinRolesOf(
    world.role_file,
    subjects.flatMap((subject) => assignedRoles(world, subject)),
  );
}

export function isAdmin(world: World, user: number): boolean {
  return rolesOf(world, user).has("admin");
}

export function findResource(world: World, type: ResourceType, id: number): Resource | null {
  return world.resources.find((r) => r.type === type && r.id === id) ?? null;
}

/**
 * Whether sharing has a basis: a grant that reaches the resource with more than MinimalMetadata and is
 * made out to the user or one of its groups. A grant to anybody is none.
 */
export function hasSharingBasis(world: World, user: number, resource: Resource): boolean {
  const own = world.grants.filter((g) => g.subject !== null && reaches(world, user, g));
  return isAtLeast(levelFrom(world, resource, own), "Reader");
}

/** The owners that count: explicit Owner grants to a user, or to a group that has a member. */
export function countedOwners(world: World, resource: Resource): Grant[] {
  return world.grants.filter(
    (grant) =>
      grant.resource === resource &&
      grant.level === "Owner" &&
      grant.subject !== null &&
      (world.users.includes(grant.subject) ||
        world.memberships.some((m) => m.group === grant.subject)),
  );
}
