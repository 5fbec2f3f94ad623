/**
 * Random histories: some people and groups, then changes of rights one after the
 * other, each asked of the server and of the model. Everything follows from the seed, so one that fails replays.
 */
import type { TestDatabase } from "../../helpers/test_database.ts";
import { makeRandom, type Random } from "../../workers/engine/seeded.ts";
import {
  effectiveLevel,
  findResource,
  GRANTABLE,
  type Grantable,
  isAtLeast,
  RESOURCE_TYPES,
  type Resource,
  type World,
} from "./model.ts";
import type { On, Operation } from "./operations.ts";
import { ROLE_FILE, ServedWorld } from "./served_world.ts";

const USERS_MAX = 6;
const RESOURCES_MAX = 22;
/** What no row has. */
const ABSENT_ID = 2 ** 40;

/** Draws operations that are mostly about what there is, and now and then about what there is not. */
class Drawer {
  readonly #random: Random;
  readonly #served: ServedWorld;
  readonly #name: string;
  #arrivals = 0;

  constructor(random: Random, served: ServedWorld, name: string) {
    this.#random = random;
    this.#served = served;
    this.#name = name;
  }

  get #world(): World {
    return this.#served.world;
  }

  #chance(share: number): boolean {
    return this.#random() < share;
  }

  #pick<T>(from: readonly T[]): T {
    const found = from[Math.floor(this.#random() * from.length)];
    if (found === undefined) throw new Error("nothing to pick from");
    return found;
  }

  #level(): Grantable {
    // Owners twice: most rules are about them.
    return this.#pick([...GRANTABLE, "Owner"]);
  }

  #actor(): number {
    return this.#pick(this.#world.users);
  }

  /** Mostly somebody with a level on the resource: else nearly everything would be refused. */
  #actorOn({ type, id }: On, level: Grantable): number {
    const resource = findResource(this.#world, type, id);
    if (resource === null || this.#chance(0.3)) return this.#actor();
    const able = this.#world.users.filter((user) =>
      isAtLeast(effectiveLevel(this.#world, user, resource), level),
    );
    return able.length === 0 ? this.#actor() : this.#pick(able);
  }

  #ofType(type: Resource["type"]): Resource[] {
    return this.#world.resources.filter((r) => r.type === type);
  }

  #on(): On {
    if (this.#chance(0.03)) return { type: this.#pick(RESOURCE_TYPES), id: ABSENT_ID };
    const { type, id } = this.#pick(this.#world.resources);
    return { type, id };
  }

  #subject(): number | null {
    if (this.#chance(0.12)) return null;
    if (this.#chance(0.03)) return ABSENT_ID;
    const groups = this.#ofType("group").map(({ id }) => id);
    if (groups.length > 0 && this.#chance(0.5)) return this.#pick(groups);
    return this.#pick(this.#world.users);
  }

  /** A grant, mostly of those that an actor can do something about. */
  #grant(): { on: On; grant_id: number } {
    const is_absent = this.#world.grants.length === 0 || this.#chance(0.03);
    if (is_absent) return { on: this.#on(), grant_id: ABSENT_ID };
    const { resource, id } = this.#pick(this.#world.grants);
    // A grant of one resource in the path of another is none.
    const on = this.#chance(0.03) ? this.#on() : { type: resource.type, id: resource.id };
    return { on, grant_id: id };
  }

  /** Somebody new, or an identity whose user was deleted: which is somebody new, too. */
  arrival(): Extract<Operation, { kind: "arrive" }> {
    const { identities } = this.#served;
    const present = this.#world.users.map((user) => identities.get(user));
    const gone = [...identities.values()].filter((identity) => !present.includes(identity));
    if (gone.length > 0 && this.#chance(0.4)) {
      return { kind: "arrive", identity: this.#pick(gone) };
    }
    return { kind: "arrive", identity: `${this.#name}/${this.#arrivals++}` };
  }

  creation(): Operation {
    const kind = "create";
    const type = this.#pick([...RESOURCE_TYPES, "scenario", "scenario"] as const);
    const [projects, studies] = [this.#ofType("project"), this.#ofType("study")];
    const [timetables, infras] = [this.#ofType("timetable"), this.#ofType("infra")];
    if (type === "study" && projects.length > 0) {
      const parent = this.#pick(projects);
      return { kind, actor: this.#actorOn(parent, "Creator"), type, parent: parent.id };
    }
    if (type === "scenario" && studies.length > 0 && timetables.length > 0 && infras.length > 0) {
      const [timetable, infra] = [this.#pick(timetables), this.#pick(infras).id];
      const actor = this.#actorOn(timetable, "Writer");
      const parent = this.#pick(studies).id;
      return { kind, actor, type, parent, timetable: timetable.id, infra };
    }
    const actor = this.#actor();
    if (type === "study" || type === "scenario") return { kind, actor, type: "project" };
    if (type === "group" && this.#chance(0.2)) return { kind, actor, type, app_roles: ["looker"] };
    return { kind, actor, type };
  }

  #members(): Operation {
    const kind = this.#chance(0.6) ? "add" : "remove";
    const groups = this.#ofType("group");
    const is_absent = groups.length === 0 || this.#chance(0.03);
    const group = is_absent ? ABSENT_ID : this.#pick(groups).id;
    const actor = this.#actorOn({ type: "group", id: group }, "Writer");
    const share = kind === "remove" && this.#chance(0.5) ? 1 : 0.4;
    const users = this.#world.users.filter(() => this.#chance(share));
    return { kind, actor, group, users: this.#chance(0.03) ? [...users, ABSENT_ID] : users };
  }

  #deletion(): Operation {
    // The default collection stays whoever asks: a rule of rolling stocks, not of rights.
    const doomed = this.#world.resources.slice(1);
    if (doomed.length === 0) return this.creation();
    const infras = this.#ofType("infra");
    const { type, id } = this.#pick(infras.length > 0 && this.#chance(0.2) ? infras : doomed);
    const on = { type, id };
    return { kind: "delete", actor: this.#actorOn(on, "Owner"), on };
  }

  #roles(): Operation {
    const tags = Object.keys(ROLE_FILE).filter(() => this.#chance(0.3));
    const kind = this.#chance(0.6) ? "give_roles" : "take_roles";
    return { kind, actor: this.#actor(), subject: this.#subject() ?? ABSENT_ID, tags };
  }

  #people(): Operation {
    const { users } = this.#world;
    if (users.length < 3 || (users.length < USERS_MAX && this.#chance(0.5))) return this.arrival();
    return { kind: "delete_user", user: this.#pick(users) };
  }

  next(): Operation {
    const kind = this.#random();
    if (kind < 0.3) {
      const [on, subject, level] = [this.#on(), this.#subject(), this.#level()];
      return { kind: "share", actor: this.#actorOn(on, "Reader"), on, subject, level };
    }
    if (kind < 0.44) {
      const grant = this.#grant();
      const actor = this.#actorOn(grant.on, "Owner");
      return { kind: "change", actor, ...grant, level: this.#level() };
    }
    if (kind < 0.56) {
      const grant = this.#grant();
      const subject = this.#world.grants.find(({ id }) => id === grant.grant_id)?.subject ?? 0;
      if (this.#world.users.includes(subject) && this.#chance(0.5)) {
        return { kind: "revoke", actor: subject, ...grant };
      }
      return { kind: "revoke", actor: this.#actorOn(grant.on, "Owner"), ...grant };
    }
    if (kind < 0.72) return this.#members();
    if (kind < 0.86 && this.#world.resources.length < RESOURCES_MAX) return this.creation();
    if (kind < 0.91) return this.#deletion();
    if (kind < 0.95) return this.#roles();
    return this.#people();
  }
}

export interface History {
  readonly seed: number;
  readonly mutations: number;
  /** Everything is compared after so many changes that were made; and at the end. */
  readonly compare_every: number;
  /** More to compare at the end. */
  readonly inspect?: (served: ServedWorld) => Promise<void>;
}

export interface Told {
  /** Answers compared. */
  readonly compared: number;
  /** Operations by kind and outcome. */
  readonly outcomes: ReadonlyMap<string, number>;
}

/** Runs one history; throws with the seed and the place at the first disagreement. */
export async function runHistory(
  database: TestDatabase,
  { seed, mutations, compare_every, inspect }: History,
): Promise<Told> {
  const served = new ServedWorld(database);
  const random = makeRandom(seed);
  const drawer = new Drawer(random, served, `history ${seed}`);
  const outcomes = new Map<string, number>();
  let done = "opening";
  let changes = 0;
  try {
    await served.open();
    const first_roles = [["planner"], ["planner"], ["planner"], ["planner", "operator"]];
    for (const roles of first_roles) await served.arrive(drawer.arrival().identity, roles);
    for (let i = 0; i < 10; i++) await served.apply(drawer.creation());
    for (let i = 0; i < mutations; i++) {
      const operation = drawer.next();
      done = `${i}: ${JSON.stringify(operation)}`;
      const outcome = await served.apply(operation);
      const what = `${operation.kind} ${outcome}`;
      outcomes.set(what, (outcomes.get(what) ?? 0) + 1);
      if (operation.kind === "arrive") await giveFirstRoles(served);
      // What was refused has changed nothing, or the next comparison tells.
      if (outcome === "done" && ++changes % compare_every === 0) await served.compare();
    }
    await served.compare();
    await served.compareGone();
    await inspect?.(served);
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? error.message) : String(error);
    throw new Error(`history of seed ${seed}, after ${done}: ${told}`, { cause: error });
  } finally {
    await clear(served);
  }
  return { compared: served.compared, outcomes };
}

/** Whoever arrives later can do something too. */
async function giveFirstRoles({ world, database }: ServedWorld): Promise<void> {
  const user = world.users.at(-1);
  if (user === undefined) return;
  await database.db.query("accounts/subject_role/add_to_user", [user, ["planner"]]);
  world.assignments.push({ subject: user, tag: "planner" });
}

/**
 * Leaves the database as it was except for the sequences, so that the next history's lists are its own. Rows
 * are deleted, as truncating would have every statement planned again.
 */
async function clear({ database }: ServedWorld): Promise<void> {
  await database.db.run(`
    do $$
    declare
      emptied regclass;
    begin
      set local session_replication_role = replica;
      for emptied in
        with recursive reached as (
          select unnest('{subject,project,timetable,infra,infra_content,resource_grant}'::regclass[]) as id
          union
          select conrelid from pg_constraint join reached on confrelid = id where contype = 'f'
        )
        select id from reached
      loop
        execute format('delete from %s', emptied);
      end loop;
    end
    $$`);
  await database.db.run("delete from rolling_stock_collection where not is_default");
  await database.db.run(
    `insert into resource_grant (resource_type, resource_id, subject_id, level)
     select 'rolling_stock_collection', c.id, null, 'Reader'
     from rolling_stock_collection c where c.is_default`,
  );
}

/** Adds what one history counted to what all did. */
export function addOutcomes(all: Map<string, number>, told: ReadonlyMap<string, number>): void {
  for (const [what, count] of told) all.set(what, (all.get(what) ?? 0) + count);
}

/** What must have happened in many histories. */
export const EVERY_OUTCOME: readonly string[] = [
  ...["done", "Forbidden", "UnknownResource", "UnknownSubject", "GrantAlreadyExists"].map(
    (outcome) => `share ${outcome}`,
  ),
  ...["done", "Forbidden", "UnknownResource", "UnknownGrant", "LastOwner"].flatMap((outcome) => [
    `change ${outcome}`,
    `revoke ${outcome}`,
  ]),
  ...["done", "Forbidden", "UnknownResource", "NoSuchUser"].flatMap((outcome) => [
    `add ${outcome}`,
    `remove ${outcome}`,
  ]),
  "remove LastOwner",
  "delete LastOwner",
  "delete InUse",
  "create InUse",
  ...["create", "delete", "give_roles", "take_roles"].flatMap((kind) => [
    `${kind} done`,
    `${kind} Forbidden`,
  ]),
  "give_roles UnknownSubject",
  "delete_user done",
  "arrive done",
];
