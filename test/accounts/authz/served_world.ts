/**
 * A world as the server sees it: operations are requests through the whole pipeline, without a socket,
 * and every answer of the server about rights can be compared with the model, field by field.
 */
import { deleteUser } from "../../../src/accounts/authn/authn.queries.ts";
import { listGrants } from "../../../src/accounts/authz/authz.queries.ts";
import {
  type ApplicationRoles,
  parseApplicationRoles,
} from "../../../src/platform/access/application_roles.ts";
import { Authorizer } from "../../../src/platform/access/authorizer.ts";
import type { Services } from "../../../src/platform/services.ts";
import { type CallResult, call, makeServices } from "../../helpers/services.ts";
import type { TestDatabase } from "../../helpers/test_database.ts";
import {
  assignedRoles,
  effectiveLevel,
  emptyWorld,
  findResource,
  grantEntries,
  groupsOf,
  makeResource,
  RESOURCE_TYPES,
  type Resource,
  type World,
} from "./model.ts";
import type { Outcome } from "./model_mutations.ts";
import type { RoleFile } from "./model_roles.ts";
import { type Creation, judge, type Made, type On, type Operation } from "./operations.ts";

/** Everybody starts as a planner: features are then no obstacle, only rights are. */
export const ROLE_FILE: RoleFile = {
  planner: ["operational-studies:write", "infra:write", "rolling-stock:write", "group:create"],
  looker: ["operational-studies:read"],
  personnel: ["role:admin"],
  chief: ["planner", "personnel"],
  operator: ["admin"],
};

function loadRoles(): ApplicationRoles {
  const roles = Object.entries(ROLE_FILE).map(([tag, implies]) => [tag, { name: tag, implies }]);
  return parseApplicationRoles(JSON.stringify(Object.fromEntries(roles)), "roles of the model");
}

const OUTCOMES: Readonly<Record<string, Outcome>> = {
  "authz:Forbidden": "Forbidden",
  "authz:UnknownResource": "UnknownResource",
  "authz:NoSuchGroup": "UnknownResource",
  "authz:UnknownGrant": "UnknownGrant",
  "authz:UnknownSubject": "UnknownSubject",
  "authz:NoSuchUser": "NoSuchUser",
  "authz:GrantAlreadyExists": "GrantAlreadyExists",
  "authz:LastOwner": "LastOwner",
  "infra:IsUsed": "InUse",
  "scenario:TimetableAlreadyUsed": "InUse",
};

interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
}

export class ServedWorld {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly world: World = emptyWorld(ROLE_FILE);
  /** Of users that are and were. */
  readonly identities = new Map<number, string>();
  /** Answers compared so far. */
  compared = 0;
  #made = 0;
  readonly #seen_ids = new Set<number>();
  readonly #seen_grant_ids = new Set<number>();

  constructor(database: TestDatabase) {
    this.database = database;
    const env = { AUTHORIZATION: "enforce" };
    this.services = makeServices({ db: database.db, env, services: { roles: loadRoles() } });
  }

  /** Takes over what a migrated database has: the default collection, which anybody may read. */
  async open(): Promise<void> {
    const { db } = this.database;
    const row = await db.queryOne<{ id: number }>(
      "vehicles/rolling_stock_collection/get_default",
      [],
    );
    const resource = makeResource("rolling_stock_collection", row?.id ?? 0);
    const [entry] = await listGrants(db, resource);
    this.world.resources.push(resource);
    const grant = { resource, subject: null, level: "Reader", granted_by: null } as const;
    this.world.grants.push({ ...grant, id: entry?.grant_id ?? 0 });
  }

  async send(user: number, sent: Sent): Promise<CallResult> {
    const identity = this.identities.get(user);
    if (identity === undefined) throw new Error(`user ${user} has never been`);
    return await call(this.services, { ...sent, headers: { "x-remote-user-identity": identity } });
  }

  /** A new user, made by a first request, with roles given behind the server's back. */
  async arrive(identity: string, roles: readonly string[]): Promise<number> {
    const outcome = await this.apply({ kind: "arrive", identity });
    const id = this.world.users.at(-1);
    if (outcome !== "done" || id === undefined) throw new Error("nobody arrived");
    const { db } = this.database;
    if (roles.length > 0) await db.query("accounts/subject_role/add_to_user", [id, roles]);
    for (const tag of roles) this.world.assignments.push({ subject: id, tag });
    return id;
  }

  /** Asks the server and the model; throws when they disagree. Returns the outcome. */
  async apply(operation: Operation): Promise<Outcome> {
    const { outcome, made } = await this.serve(operation);
    const expected = judge(this.world, operation, made);
    this.compared++;
    if (outcome !== expected) {
      const told = JSON.stringify(operation);
      throw new Error(`${told}: the server says ${outcome}, the model ${expected}`);
    }
    if (made.id !== 0) takeNew(this.#seen_ids, made.id, "id");
    if (made.grant_id !== 0) takeNew(this.#seen_grant_ids, made.grant_id, "grant id");
    return outcome;
  }

  /** Asks the server alone. */
  async serve(operation: Operation): Promise<{ outcome: Outcome; made: Made }> {
    const nothing = { id: 0, grant_id: 0 };
    if (operation.kind === "delete_user") {
      const identity = this.identities.get(operation.user) ?? "";
      const gone = await deleteUser(this.database.db, identity);
      return { outcome: gone === null ? "NoSuchUser" : "done", made: nothing };
    }
    if (operation.kind === "arrive") {
      const headers = { "x-remote-user-identity": operation.identity };
      const { json } = await call(this.services, { path: "/authn/me", headers });
      this.identities.set(json.id, operation.identity);
      return { outcome: "done", made: { id: json.id, grant_id: 0 } };
    }
    const answer = await this.send(operation.actor, this.#request(operation));
    const outcome = outcomeOf(operation, answer);
    if (outcome !== "done") return { outcome, made: nothing };
    if (operation.kind === "share") {
      return { outcome, made: { id: 0, grant_id: answer.json.grant_id } };
    }
    if (operation.kind !== "create") return { outcome, made: nothing };
    const { type, actor } = operation;
    const id = idOf(type, answer);
    const entries = await listGrants(this.database.db, { type, id });
    const own = entries.find((entry) => entry.subject?.id === actor && entry.grant === "Owner");
    return { outcome, made: { id, grant_id: own?.grant_id ?? 0 } };
  }

  #request(operation: Exclude<Operation, { kind: "delete_user" | "arrive" }>): Sent {
    switch (operation.kind) {
      case "share": {
        const { on, subject, level } = operation;
        return { method: "POST", path: grantsOf(on), body: { subject_id: subject, grant: level } };
      }
      case "change": {
        const { on, grant_id, level } = operation;
        const path = `${grantsOf(on)}/${grant_id}`;
        return { method: "PATCH", path, body: { grant: level } };
      }
      case "revoke":
        return { method: "DELETE", path: `${grantsOf(operation.on)}/${operation.grant_id}` };
      case "add":
      case "remove": {
        const path = `/authn/group/${operation.group}/${operation.kind}`;
        return { method: "POST", path, body: operation.users };
      }
      case "give_roles":
      case "take_roles": {
        const { subject, tags, kind } = operation;
        const subject_kind = this.world.users.includes(subject) ? "user" : "group";
        const verb = kind === "give_roles" ? "add" : "remove";
        const path = `/authn/${subject_kind}/${subject}/roles/${verb}`;
        return { method: "POST", path, body: tags };
      }
      case "create":
        return this.#creation(operation);
      case "delete": {
        const { type, id } = operation.on;
        const found = findResource(this.world, type, id) ?? makeResource(type, id);
        return { method: "DELETE", path: pathOf(found) };
      }
    }
  }

  #creation({ type, parent = 0, timetable, infra, app_roles = [] }: Creation): Sent {
    this.#made++;
    const name = `${type} ${this.#made}`;
    const post = (path: string, body: object): Sent => ({ method: "POST", path, body });
    switch (type) {
      case "group":
        return post("/authn/group", { name, app_roles });
      case "project":
        return post("/projects", { name });
      case "study":
        return post(`/projects/${parent}/studies`, { name, state: "started" });
      case "scenario": {
        const study = findResource(this.world, "study", parent) ?? makeResource("study", parent);
        const body = { name, infra_id: infra, timetable_id: timetable };
        return post(`${pathOf(study)}/scenarios`, body);
      }
      case "timetable":
        return post("/timetable", {});
      case "infra":
        return post("/infra", { name });
      case "rolling_stock_collection":
        return post("/rolling_stock_collection", { name });
    }
  }

  /** Everything that is told about rights. */
  async compare(): Promise<void> {
    await Promise.all([this.#compareLevels(this.world.resources), this.#compareGrants()]);
  }

  /** What was deleted is absent, as any type. */
  async compareGone(): Promise<void> {
    const { resources, users } = this.world;
    const gone = [...this.#seen_ids].filter(
      (id) => !users.includes(id) && !resources.some((r) => r.id === id),
    );
    await this.#compareLevels(gone.flatMap((id) => RESOURCE_TYPES.map((type) => ({ type, id }))));
  }

  /** Every user's level on some resources, and every user's roles, by the statement of requests. */
  async #compareLevels(asked: readonly On[]): Promise<void> {
    const { world } = this;
    const authorizer = new Authorizer(this.database.db);
    await Promise.all(
      world.users.map(async (user) => {
        const identity = this.identities.get(user) ?? "";
        const found = await authorizer.authorize({ identity, name: "" }, asked);
        for (const { type, id } of asked) {
          const resource = findResource(world, type, id);
          const expected =
            resource === null ? "absent" : (effectiveLevel(world, user, resource) ?? "none");
          const told = found.standings.get(`${type}/${id}`);
          this.same(`level of ${user} on ${type} ${id}`, told, expected);
        }
        const subjects = [user, ...groupsOf(world, user)];
        const tags = new Set(subjects.flatMap((subject) => assignedRoles(world, subject)));
        this.same(`roles of ${user}`, [...found.app_roles].sort(), [...tags].sort());
        this.same(`user of ${identity}`, found.user.id, user);
      }),
    );
  }

  /** The grant lists of all resources, entry by entry and field by field. */
  async #compareGrants(): Promise<void> {
    await Promise.all(
      this.world.resources.map(async (resource) => {
        const entries = await listGrants(this.database.db, resource);
        const told = entries.map(({ granted_at: _granted_at, subject, ...entry }) => ({
          ...entry,
          subject: subject === null ? null : { kind: subject.kind, id: subject.id },
        }));
        this.same(`grants on ${resource.type} ${resource.id}`, told, this.#entriesOf(resource));
        this.compared += entries.length;
      }),
    );
  }

  /** The model's grant list in the shape of the interface. */
  #entriesOf(resource: Resource): object[] {
    const { world } = this;
    return grantEntries(world, resource).map((entry) => {
      const { subject, grant_id, grant, implicit_grant, implicit_grant_source } = entry;
      const kind = subject !== null && world.users.includes(subject) ? "user" : "group";
      const made = world.grants.find((g) => g.id === grant_id && g.resource === resource);
      return {
        ...(grant_id === null ? {} : { grant_id }),
        ...(grant === null ? {} : { grant }),
        ...(implicit_grant === null ? {} : { implicit_grant, implicit_grant_source }),
        ...(made === undefined ? {} : { granted_by: made.granted_by }),
        subject: subject === null ? null : { kind, id: subject },
      };
    });
  }

  /** Counts one answer; throws when it is another than expected. */
  same(what: string, told: unknown, expected: unknown): void {
    this.compared++;
    const [a, b] = [canonical(told), canonical(expected)];
    if (a !== b) throw new Error(`${what}: the server says ${a}, the model ${b}`);
  }
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    part === null || typeof part !== "object" || Array.isArray(part)
      ? part
      : Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))),
  );
}

function takeNew(seen: Set<number>, id: number, what: string): void {
  if (seen.has(id)) throw new Error(`${what} ${id} was used before`);
  seen.add(id);
}

function grantsOf({ type, id }: On): string {
  return `/authz/${type}/${id}/grants`;
}

/** Where a resource is read and deleted. */
export function pathOf({ type, id, parent }: Resource): string {
  switch (type) {
    case "group":
      return `/authn/group/${id}`;
    case "project":
      return `/projects/${id}`;
    case "study":
      return `/projects/${parent?.id ?? 0}/studies/${id}`;
    case "scenario":
      return `/projects/${parent?.parent?.id ?? 0}/studies/${parent?.id ?? 0}/scenarios/${id}`;
    case "timetable":
    case "infra":
    case "rolling_stock_collection":
      return `/${type}/${id}`;
  }
}

function idOf(type: Creation["type"], { json }: CallResult): number {
  if (type === "group") return json;
  return type === "timetable" ? json.timetable_id : json.id;
}

function outcomeOf({ kind }: Operation, { status, json, text }: CallResult): Outcome {
  if (status < 300) return "done";
  const type = String(json?.type ?? "").replace("editoast:", "");
  const outcome = type.endsWith(":NotFound") ? "UnknownResource" : OUTCOMES[type];
  if (outcome === undefined) throw new Error(`${kind}: ${status} ${text}`);
  const is_about_subject = kind === "give_roles" || kind === "take_roles";
  if (is_about_subject && outcome !== "Forbidden") return "UnknownSubject";
  return outcome;
}
