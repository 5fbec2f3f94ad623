/**
 * Agreement of views: the caller's level, the levels of many, user information, lists
 * and single answers all tell the same of each user and resource, and what the model says.
 */
import type { CallResult } from "../../helpers/services.ts";
import {
  assignedRoles,
  effectiveLevel,
  groupsOf,
  isAtLeast,
  type Level,
  RESOURCE_TYPES,
  type Resource,
  type ResourceType,
  rolesOf,
  visibleIds,
} from "./model.ts";
import type { BuiltinTag } from "./model_roles.ts";
import { pathOf, type ServedWorld } from "./served_world.ts";

/** What reading needs beside a level. */
const READING_ROLES: { readonly [Type in ResourceType]?: BuiltinTag } = {
  project: "operational-studies:read",
  study: "operational-studies:read",
  scenario: "operational-studies:read",
  timetable: "timetable:read",
  infra: "infra:read",
  rolling_stock_collection: "rolling-stock:read",
};
/** All that whoever only knows of a project or study is shown of it. */
const MINIMAL_KEYS = ["description", "id", "name"];

interface Seen {
  readonly id: number;
  /** Whether more than id, name and description is told. */
  readonly is_whole: boolean;
}

type Json = CallResult["json"];

function seenIn(json: Json): Seen {
  const keys = Object.keys(json).sort().join();
  return { id: json.id ?? json.timetable_id, is_whole: keys !== MINIMAL_KEYS.join() };
}

function byId(a: Seen, b: Seen): number {
  return a.id - b.id;
}

/** What a scenario tells of its infrastructure and its timetable. */
interface Told {
  readonly id: number;
  readonly infra: boolean;
  readonly timetable: boolean;
}

function toldOf(json: Json): Told {
  const [infra, timetable] = [json.infra_name !== null, json.trains_count !== null];
  return { id: json.id, infra, timetable };
}

/** One user's views of everything. */
class Viewer {
  readonly #served: ServedWorld;
  readonly #user: number;
  readonly #roles: ReadonlySet<BuiltinTag>;

  constructor(served: ServedWorld, user: number) {
    this.#served = served;
    this.#user = user;
    this.#roles = rolesOf(served.world, user);
  }

  #level(resource: Resource): Level | null {
    return effectiveLevel(this.#served.world, this.#user, resource);
  }

  async #send(path: string, body?: unknown): Promise<CallResult> {
    const method = body === undefined ? "GET" : "POST";
    return await this.#served.send(this.#user, { method, path, body });
  }

  #same(what: string, told: unknown, expected: unknown): void {
    this.#served.same(`${what} for ${this.#user}`, told, expected);
  }

  #hasReadingRole(type: ResourceType): boolean {
    const role = READING_ROLES[type];
    return role === undefined || this.#roles.has(role);
  }

  async compareMe(): Promise<void> {
    const { world } = this.#served;
    const { json } = await this.#send("/authn/me");
    const ascending = (a: number, b: number): number => a - b;
    const groups = json.groups.map(({ id }: { id: number }) => id).sort(ascending);
    this.#same("groups", groups, groupsOf(world, this.#user).sort(ascending));
    this.#same("application roles", json.app_roles, assignedRoles(world, this.#user).sort());
    this.#same("builtin roles", json.builtin_roles, [...this.#roles].sort());
  }

  async compareLevels(): Promise<void> {
    const { resources } = this.#served.world;
    const body = Object.fromEntries(
      RESOURCE_TYPES.map((type) => [
        type,
        resources.filter((r) => r.type === type).map(({ id }) => id),
      ]),
    );
    const { json } = await this.#send("/authz/me/privileges", body);
    for (const type of RESOURCE_TYPES) {
      const expected = resources
        .filter((r) => r.type === type)
        .map((r) => ({ resource_id: r.id, privlvl: this.#level(r) }));
      this.#same(`levels of type ${type}`, json[type], expected);
    }
    for (const resource of resources) {
      const path = `/authz/${resource.type}/${resource.id}`;
      const told = await this.#send(`${path}/privlvl`);
      const level = this.#level(resource);
      this.#same(`${path}/privlvl`, told.json, { privlvl: level });
      const may_list = isAtLeast(level, "Reader") || this.#roles.has("admin");
      const list = await this.#send(`${path}/grants`);
      this.#same(`status of ${path}/grants`, list.status, may_list ? 200 : 403);
    }
  }

  /** A list at a path must hold what the user sees of these; null: the user may not list. */
  async #compareList(path: string, shown: readonly Resource[] | null): Promise<void> {
    const { status, json } = await this.#send(`${path}?page_size=100`);
    this.#same(`status of ${path}`, status, shown === null ? 403 : 200);
    if (shown === null) return;
    const expected = shown.map((r): Seen => {
      const is_whole = isAtLeast(this.#level(r), "Reader");
      return { id: r.id, is_whole };
    });
    this.#same(path, json.results.map(seenIn).sort(byId), expected.sort(byId));
    this.#same(`count of ${path}`, json.count, expected.length);
    if (path.endsWith("/scenarios")) this.#compareTold(path, json.results, shown);
  }

  /** A scenario is shown by its own level, what it points to by the level on that. */
  #compareTold(path: string, told: readonly Json[], shown: readonly Resource[]): void {
    const reads = (of: Resource | null): boolean =>
      of !== null && isAtLeast(this.#level(of), "Reader");
    const expected = shown
      .filter(({ type }) => type === "scenario")
      .map(({ id, infra, timetable }) => ({ id, infra: reads(infra), timetable: reads(timetable) }))
      .sort((a, b) => a.id - b.id);
    const found = told.map(toldOf).sort((a, b) => a.id - b.id);
    this.#same(`what scenarios of ${path} point to`, found, expected);
  }

  /** The search shows of scenarios what the lists do. */
  async compareSearch(): Promise<void> {
    const { world } = this.#served;
    const { status, json } = await this.#send("/search?page_size=100", {
      object: "scenario",
      query: true,
    });
    const may = this.#hasReadingRole("scenario");
    this.#same("status of the search", status, may ? 200 : 403);
    if (!may) return;
    const ids = visibleIds(world, this.#user, "scenario");
    const shown = world.resources.filter((r) => r.type === "scenario" && ids.includes(r.id));
    this.#compareTold("the search", json, shown);
  }

  async compareLists(): Promise<void> {
    const { world } = this.#served;
    const lists = {
      project: "/projects",
      timetable: "/timetable",
      infra: "/infra",
      rolling_stock_collection: "/rolling_stock_collection",
    } as const;
    for (const [type, path] of Object.entries(lists)) {
      // Object.entries forgets the key type.
      const of_type = type as keyof typeof lists;
      const ids = visibleIds(world, this.#user, of_type);
      const shown = world.resources.filter((r) => r.type === of_type && ids.includes(r.id));
      await this.#compareList(path, this.#hasReadingRole(of_type) ? shown : null);
    }
    for (const parent of world.resources) {
      if (parent.type !== "project" && parent.type !== "study") continue;
      const may = this.#hasReadingRole(parent.type) && this.#level(parent) !== null;
      const children = world.resources.filter((r) => r.parent === parent);
      const shown = children.filter((child) => this.#level(child) !== null);
      const path = `${pathOf(parent)}/${parent.type === "project" ? "studies" : "scenarios"}`;
      await this.#compareList(path, may ? shown : null);
    }
  }

  async compareSingles(): Promise<void> {
    for (const resource of this.#served.world.resources) {
      const { type } = resource;
      // Who is in a group may be seen by all who are signed in; a timetable has no answer of its own.
      if (type === "group" || type === "timetable") continue;
      const level = this.#level(resource);
      const has_metadata = type === "project" || type === "study";
      const needed = has_metadata ? "MinimalMetadata" : "Reader";
      const may = this.#hasReadingRole(type) && isAtLeast(level, needed);
      const path = pathOf(resource);
      const { status, json } = await this.#send(path);
      this.#same(`status of ${path}`, status, may ? 200 : 403);
      if (!may) continue;
      const expected = { id: resource.id, is_whole: isAtLeast(level, "Reader") };
      this.#same(path, seenIn(json), expected);
      if (!expected.is_whole) continue;
      if (type === "scenario") this.#compareTold(path, [json], [resource]);
      for (let above = resource.parent; above !== null; above = above.parent) {
        const is_whole = isAtLeast(this.#level(above), "Reader");
        const shown = { id: above.id, is_whole };
        this.#same(`${above.type} in ${path}`, seenIn(json[above.type]), shown);
      }
    }
  }
}

/** Compares all views of all users. */
export async function compareViews(served: ServedWorld): Promise<void> {
  for (const user of served.world.users) {
    const viewer = new Viewer(served, user);
    await viewer.compareMe();
    await viewer.compareLevels();
    await viewer.compareLists();
    await viewer.compareSingles();
    await viewer.compareSearch();
  }
}
