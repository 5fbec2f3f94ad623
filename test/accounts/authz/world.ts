/**
 * A whole server with enforced rights for tests over requests: an owner with every role but `admin` who
 * makes things by requests, and callers who hold exactly the roles and levels that a test gives them.
 */
import { parseApplicationRoles } from "../../../src/platform/access/application_roles.ts";
import type { PrivilegeLevel, ResourceType } from "../../../src/platform/access/levels.ts";
import { BUILTIN_ROLES, type BuiltinRole } from "../../../src/platform/access/roles.ts";
import type { Database } from "../../../src/platform/db/client.ts";
import type { Endpoint } from "../../../src/platform/http/endpoint.ts";
import type { Services } from "../../../src/platform/services.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { type InThreadCompute, makeInThreadCompute } from "../../helpers/in_thread_compute.ts";
import { type CallResult, call, makeServices, type TestSettings } from "../../helpers/services.ts";
import { startTestDatabase, type TestDatabase } from "../../helpers/test_database.ts";
import { TINY_RAILJSON } from "../../helpers/tiny_railjson.ts";
import { validStock, validTrain } from "../../platform/http/rules/valid_forms.ts";
import { type Random, wholeBetween } from "../../workers/engine/seeded.ts";

/** What goes out beside the identity. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Caller {
  readonly id: number;
  readonly identity: string;
}

type Json = Record<string, unknown>;

// Object.keys forgets the key type.
const TAGS = Object.keys(BUILTIN_ROLES) as BuiltinRole[];

/** Application role that implies one builtin role alone. */
export function appRoleOf(role: BuiltinRole): string {
  return `just ${role}`;
}

/** A roles file with one application role for each builtin one. */
export const ROLES_TEXT = JSON.stringify(
  Object.fromEntries(TAGS.map((tag) => [appRoleOf(tag), { name: tag, implies: [tag] }])),
);
export const ROLES = parseApplicationRoles(ROLES_TEXT, "roles of tests");

const OWNER_ROLES = TAGS.filter((tag) => tag !== "admin");
/** Where a train of the tiny network runs. */
const PATH = [
  { id: "a", track: "A", offset: 100_000 },
  { id: "z", track: "B", offset: 900_000 },
];

export class World {
  readonly database: TestDatabase;
  readonly services: Services;
  readonly compute: InThreadCompute;
  readonly #names: { count: number };
  owner: Caller = { id: 0, identity: "world/owner" };
  #infra_id = 0;

  constructor(
    database: TestDatabase,
    options: {
      readonly services: Services;
      readonly compute: InThreadCompute;
      readonly names?: { count: number };
    },
  ) {
    this.database = database;
    this.services = options.services;
    this.compute = options.compute;
    this.#names = options.names ?? { count: 0 };
  }

  get db(): Database {
    return this.database.db;
  }

  /** The same world behind another server: settings and logs of its own. */
  behind(services: Services): World {
    const { compute } = this;
    const other = new World(this.database, { services, compute, names: this.#names });
    other.owner = this.owner;
    other.#infra_id = this.#infra_id;
    return other;
  }

  /** Makes the owner and the network that `infra` copies. */
  async open(): Promise<void> {
    this.owner = await this.caller(OWNER_ROLES, this.owner.identity);
    const imported = await this.make("POST", "/infra/railjson?name=tiny", TINY_RAILJSON);
    this.#infra_id = imported.infra;
  }

  /** A name that nothing else has. */
  name(): string {
    this.#names.count++;
    return `n${this.#names.count}`;
  }

  /** One request; `who` null = without identity. */
  async send(
    who: Caller | null,
    sent: Sent,
    endpoints: readonly Endpoint[] = ENDPOINTS,
  ): Promise<CallResult> {
    const identity = who === null ? {} : { "x-remote-user-identity": who.identity };
    const headers = { ...sent.headers, ...identity };
    return await call(this.services, { ...sent, headers }, endpoints);
  }

  /** A request of the owner that must succeed; its answer's JSON. */
  async make(
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<CallResult["json"]> {
    const answer = await this.send(this.owner, { method, path, body, headers });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.json;
  }

  /** A new user who holds these builtin roles and what they imply. */
  async caller(roles: readonly BuiltinRole[], identity = `world/${this.name()}`): Promise<Caller> {
    const user = await this.db.queryOne<{ id: number }>("accounts/app_user/identify", [
      identity,
      identity,
    ]);
    if (user === null) throw new Error("no user");
    await this.db.run(
      "insert into subject_role (subject_id, app_role) select $1, unnest($2::text[])",
      [user.id, roles.map(appRoleOf)],
    );
    return { id: user.id, identity };
  }

  /** Gives a level directly; MinimalMetadata by a Reader grant on something below. */
  async grant(
    type: ResourceType,
    id: number,
    subject_id: number | null,
    level: PrivilegeLevel,
  ): Promise<number> {
    if (level === "MinimalMetadata") {
      const below = await this.#below(type, id);
      return await this.grant(below.type, below.id, subject_id, "Reader");
    }
    const [row] = await this.db.run<{ id: number }>(
      `insert into resource_grant (resource_type, resource_id, subject_id, level)
       values ($1::resource_type, $2, $3, $4::privilege_level) returning id`,
      [type, id, subject_id, level],
    );
    return row?.id ?? 0;
  }

  async revokeAll(subject_id: number): Promise<void> {
    await this.db.run("delete from resource_grant where subject_id = $1", [subject_id]);
  }

  /** A study of a project, or a scenario of a study; made when there is none. */
  async #below(type: ResourceType, id: number): Promise<{ type: ResourceType; id: number }> {
    const below = type === "project" ? "study" : "scenario";
    const [found] = await this.db.run<{ id: number }>(
      `select id from ${below} where ${type}_id = $1 order by id limit 1`,
      [id],
    );
    if (found !== undefined) return { type: below, id: found.id };
    if (type === "project") return { type: below, id: await this.study(id) };
    const [study] = await this.db.run<{ project_id: number }>(
      "select project_id from study where id = $1",
      [id],
    );
    return { type: below, id: (await this.scenario(study?.project_id ?? 0, id)).scenario };
  }

  async project(body: Json = {}): Promise<number> {
    return (await this.make("POST", "/projects", { name: this.name(), ...body })).id;
  }

  async study(project: number): Promise<number> {
    const body = { name: this.name(), state: "started" };
    return (await this.make("POST", `/projects/${project}/studies`, body)).id;
  }

  /** A scenario with a timetable and an infrastructure of its own. */
  async scenario(
    project: number,
    study: number,
  ): Promise<{ scenario: number; timetable: number; infra: number }> {
    const [timetable, infra] = [await this.timetable(), await this.infra()];
    const body = { name: this.name(), infra_id: infra, timetable_id: timetable };
    const path = `/projects/${project}/studies/${study}/scenarios`;
    return { scenario: (await this.make("POST", path, body)).id, timetable, infra };
  }

  async timetable(): Promise<number> {
    return (await this.make("POST", "/timetable")).timetable_id;
  }

  /** A copy of the tiny network; all copies are compiled once. */
  async infra(): Promise<number> {
    return await this.make("POST", `/infra/${this.#infra_id}/clone?name=${this.name()}`);
  }

  async collection(): Promise<number> {
    return (await this.make("POST", "/rolling_stock_collection", { name: this.name() })).id;
  }

  async stock(collection: number, change: Json = {}): Promise<{ id: number; name: string }> {
    const name = this.name();
    const path = `/rolling_stock?rolling_stock_collection_id=${collection}`;
    return { id: (await this.make("POST", path, validStock({ name, ...change }))).id, name };
  }

  /** Trains of these rolling stocks that run on the tiny network. */
  async trains(timetable: number, stock_names: readonly string[]): Promise<number[]> {
    const trains = stock_names.map(runningTrain);
    const path = `/timetable/${timetable}/train_schedules`;
    const made = (await this.make("POST", path, trains)) as readonly { id: number }[];
    return made.map(({ id }) => id);
  }

  async group(members: readonly Caller[] = []): Promise<number> {
    const group = await this.make("POST", "/authn/group", { name: this.name() });
    if (members.length > 0) {
      const ids = members.map(({ id }) => id);
      await this.make("POST", `/authn/group/${group}/add`, ids);
    }
    return group;
  }

  async close(): Promise<void> {
    await this.database.close();
  }
}

/** One of a list that is not empty. */
export function pickOne<T>(random: Random, list: readonly T[]): T {
  // The index is below the length.
  return list[wholeBetween(random, 0, list.length - 1)] as T;
}

/** A train that runs on the tiny network. */
export function runningTrain(rolling_stock_name: string): Json {
  return validTrain({ rolling_stock_name, path: PATH, schedule: [] });
}

export async function openWorld(env: TestSettings = {}): Promise<World> {
  const database = await startTestDatabase();
  const compute = makeInThreadCompute();
  const services = makeServices({
    db: database.db,
    env: { AUTHORIZATION: "enforce", ...env },
    services: { compute, roles: ROLES },
  });
  const world = new World(database, { services, compute });
  await world.open();
  return world;
}
