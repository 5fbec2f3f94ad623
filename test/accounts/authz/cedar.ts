/**
 * A second judge: the section "Effective privilege" of the specification once more, as policies of Cedar
 * (github.com/cedar-policy/cedar), which an engine of other people evaluates. Our part is the translation
 * of grants to sets of subjects on each resource; who is in which group is Cedar's own hierarchy.
 */
import {
  type EntityJson,
  preparsePolicySet,
  statefulIsAuthorized,
} from "@cedar-policy/cedar-wasm/nodejs";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import {
  effectiveLevel,
  emptyWorld,
  GRANTABLE,
  type Grantable,
  groupsOf,
  LEVELS,
  type Level,
  makeResource,
  type Resource,
  type World,
} from "./model.ts";

/** A grant to anybody is one to a subject that all users are in. */
const POLICIES = `
// A grant on the resource gives its level and the lower ones.
permit (principal, action in [Action::"Owner", Action::"Writer", Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { principal in resource.owners };
permit (principal, action in [Action::"Writer", Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { principal in resource.writers };
permit (principal, action in [Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { principal in resource.creators };
permit (principal, action in [Action::"Reader", Action::"MinimalMetadata"], resource)
when { principal in resource.readers };

// Owner, Writer and Reader propagate downwards unchanged, Creator becomes Reader.
permit (principal, action in [Action::"Owner", Action::"Writer", Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { resource has parent && principal in resource.parent.owners };
permit (principal, action in [Action::"Writer", Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { resource has parent && principal in resource.parent.writers };
permit (principal, action in [Action::"Reader", Action::"MinimalMetadata"], resource)
when { resource has parent && (principal in resource.parent.creators || principal in resource.parent.readers) };

// A scenario gets those of the project too.
permit (principal, action in [Action::"Owner", Action::"Writer", Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { resource has parent && resource.parent has parent && principal in resource.parent.parent.owners };
permit (principal, action in [Action::"Writer", Action::"Creator", Action::"Reader", Action::"MinimalMetadata"], resource)
when { resource has parent && resource.parent has parent && principal in resource.parent.parent.writers };
permit (principal, action in [Action::"Reader", Action::"MinimalMetadata"], resource)
when { resource has parent && resource.parent has parent
  && (principal in resource.parent.parent.creators || principal in resource.parent.parent.readers) };

// Any right on a child makes the parent known.
permit (principal, action == Action::"MinimalMetadata", resource)
when { principal in resource.holders_below };
`;
const POLICY_SET = "specification";
const ANYBODY = "anybody";

/** Parses the policies; before the first question. */
export function prepareCedar(): void {
  const parsed = preparsePolicySet(POLICY_SET, { staticPolicies: POLICIES });
  if (parsed.type !== "success") throw new Error(JSON.stringify(parsed.errors));
}

interface Uid {
  readonly type: string;
  readonly id: string;
}

function uidOfSubject(subject: number | null): Uid {
  return { type: "Subject", id: subject === null ? ANYBODY : String(subject) };
}

function uidOfResource({ type, id }: Resource): Uid {
  return { type: "Resource", id: `${type}/${id}` };
}

function holdersOf(world: World, resource: Resource, level: Grantable | null) {
  return world.grants
    .filter((g) => g.resource === resource && (level === null || g.level === level))
    .map((g) => ({ __entity: uidOfSubject(g.subject) }));
}

function isBelow(resource: Resource, above: Resource): boolean {
  const { parent } = resource;
  return parent !== null && (parent === above || isBelow(parent, above));
}

function toEntity(world: World, resource: Resource): EntityJson {
  const below = world.resources.filter((other) => isBelow(other, resource));
  const attrs = {
    owners: holdersOf(world, resource, "Owner"),
    writers: holdersOf(world, resource, "Writer"),
    creators: holdersOf(world, resource, "Creator"),
    readers: holdersOf(world, resource, "Reader"),
    holders_below: below.flatMap((other) => holdersOf(world, other, null)),
    ...(resource.parent === null ? {} : { parent: { __entity: uidOfResource(resource.parent) } }),
  };
  return { uid: uidOfResource(resource), attrs, parents: [] };
}

function toEntities(world: World, user: number, resource: Resource): EntityJson[] {
  const parents = [uidOfSubject(null), ...groupsOf(world, user).map(uidOfSubject)];
  const entities: EntityJson[] = [{ uid: uidOfSubject(user), attrs: {}, parents }];
  for (let at: Resource | null = resource; at !== null; at = at.parent) {
    entities.push(toEntity(world, at));
  }
  return entities;
}

interface Question {
  readonly user: number;
  readonly resource: Resource;
  readonly levels: readonly Level[];
}

/** Those of the levels that Cedar allows. */
function allowedLevels(world: World, { user, resource, levels }: Question): Level[] {
  const entities = toEntities(world, user, resource);
  return levels.filter((level) => {
    const answer = statefulIsAuthorized({
      principal: uidOfSubject(user),
      action: { type: "Action", id: level },
      resource: uidOfResource(resource),
      context: {},
      preparsedPolicySetId: POLICY_SET,
      entities,
    });
    if (answer.type !== "success") throw new Error(JSON.stringify(answer.errors));
    const { decision, diagnostics } = answer.response;
    if (diagnostics.errors.length > 0) throw new Error(JSON.stringify(diagnostics.errors));
    return decision === "allow";
  });
}

/** Some users and groups, two trees and resources that stand alone, with random grants. */
function drawWorld(random: Random): World {
  const world = emptyWorld();
  let last_id = 0;
  const id = (): number => ++last_id;
  const many = (low: number, high: number): number[] =>
    Array.from({ length: wholeBetween(random, low, high) }, id);
  world.users = many(1, 3);
  const groups = many(0, 3).map((group) => makeResource("group", group));
  const projects = many(1, 2).map((project) => makeResource("project", project));
  const studies = projects.flatMap((parent) =>
    many(0, 2).map((study): Resource => ({ ...makeResource("study", study), parent })),
  );
  const scenarios = studies.flatMap((parent) =>
    many(0, 2).map((scenario): Resource => ({ ...makeResource("scenario", scenario), parent })),
  );
  const alone = (["timetable", "infra", "rolling_stock_collection"] as const).map((type) =>
    makeResource(type, id()),
  );
  world.resources = [...groups, ...projects, ...studies, ...scenarios, ...alone];
  for (const user of world.users) {
    for (const { id: group } of groups) {
      if (random() < 0.4) world.memberships.push({ user, group });
    }
  }
  const density = 0.35 * random();
  for (const resource of world.resources) {
    for (const subject of [null, ...world.users, ...groups.map((group) => group.id)]) {
      if (random() >= density) continue;
      const level = GRANTABLE[wholeBetween(random, 0, 3)] ?? "Reader";
      world.grants.push({ id: id(), resource, subject, level, granted_by: null });
    }
  }
  return world;
}

/**
 * Compares Cedar and the model on one random world; returns how many decisions. `edges`: asks only for
 * the model's level, the one above it and the lowest, which takes half the time.
 */
export function compareWithCedar(seed: number, asked: "all levels" | "edges"): number {
  const world = drawWorld(makeRandom(seed));
  let compared = 0;
  for (const user of world.users) {
    for (const resource of world.resources) {
      const expected = effectiveLevel(world, user, resource);
      const top = expected === null ? -1 : LEVELS.indexOf(expected);
      const levels = LEVELS.filter(
        (_, i) => asked === "all levels" || i === 0 || i === top || i === top + 1,
      );
      const upTo = levels.filter((level) => LEVELS.indexOf(level) <= top);
      const allowed = allowedLevels(world, { user, resource, levels });
      if (allowed.join() !== upTo.join()) {
        const what = `${user} on ${resource.type} ${resource.id}`;
        throw new Error(
          `seed ${seed}, ${what}: Cedar allows ${allowed.join()}, the model ${upTo.join()}`,
        );
      }
      compared += levels.length;
    }
  }
  return compared;
}
