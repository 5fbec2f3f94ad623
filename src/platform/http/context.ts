/** One request as its handler sees it, and the record of the checks it made. */
import type { Standings } from "../access/authorizer.ts";
import {
  isEnough,
  type NeededLevel,
  type PrivilegeLevel,
  type ResourceType,
  type Standing,
} from "../access/levels.ts";
import type { BuiltinRole, BuiltinRoleSet } from "../access/roles.ts";
import { DatabaseError, type StatementOutcome } from "../db/errors.ts";
import { makeShare, type Owner, type Share } from "../queues/fair_queue.ts";
import type { Services } from "../services.ts";
import { CheckedDatabase } from "./checked_database.ts";
import type { CheckedAccess, Context, Resources, RowById, StandingOn, User } from "./endpoint.ts";
import type { KeyedCreation } from "./idempotency.ts";
import {
  findHeader,
  type HttpRequest,
  type HttpResponse,
  inNameOf,
  type OwnRequest,
} from "./request.ts";
import { absentResource, levelTooLow, rolesMissing } from "./resource_errors.ts";

const CHECKED_HEADER_MAX = 2048;

type Resource = Omit<StandingOn, "standing">;
type Judge = (resources: readonly Resource[]) => Promise<Standings>;

export class RequestContext implements Context {
  readonly services: Services;
  readonly request_id: string;
  readonly share: Share;
  readonly #db: CheckedDatabase;
  readonly #request: HttpRequest;
  readonly #dispatch: (own: HttpRequest) => Promise<HttpResponse>;
  /** Set after authentication. */
  user: User | null = null;
  roles: BuiltinRoleSet = new Set();
  access: CheckedAccess<unknown, unknown> | null = null;
  /** Finds standings; null = authorization is disabled. */
  judge: Judge | null = null;
  /** Headers of the success answer: name, value, name, value … */
  readonly headers: string[] = [];
  readonly #standings = new Map<string, Standing>();
  readonly #asked = new Set<ResourceType>();
  /** `type/id=level`, each once. */
  readonly #checks = new Set<string>();
  #checked_roles: readonly BuiltinRole[] = [];

  constructor(
    services: Services,
    request: HttpRequest,
    {
      request_id,
      owner,
      dispatch,
    }: {
      readonly request_id: string;
      readonly owner: Owner;
      readonly dispatch: (own: HttpRequest) => Promise<HttpResponse>;
    },
  ) {
    this.#dispatch = dispatch;
    this.share = makeShare(owner);
    this.#db = new CheckedDatabase(services.db, this.share, (query) => this.verifyChecks(query));
    // The services are inherited, not copied; the database is the request's own.
    this.services = Object.assign(Object.create(services) as Services, { db: this.#db });
    this.#request = request;
    this.request_id = request_id;
  }

  get viewer_id(): number | null {
    return this.judge === null ? null : (this.user?.id ?? 0);
  }

  get signal(): AbortSignal {
    return this.#request.abort.signal;
  }

  header(name: string): string | undefined {
    return findHeader(this.#request.headers, name);
  }

  setHeader(name: string, value: string): void {
    this.headers.push(name, value);
  }

  async ask(own: OwnRequest): Promise<HttpResponse> {
    return await this.#dispatch(inNameOf(this.#request, this.request_id, own));
  }

  hasRole(role: BuiltinRole): boolean {
    return this.roles.has(role);
  }

  requireRole(role: BuiltinRole): void {
    this.checkRoles([...new Set([...this.#checked_roles, role])]);
  }

  /** Throws Forbidden unless the caller has all roles. */
  checkRoles(required: readonly BuiltinRole[]): void {
    this.#checked_roles = required;
    if (required.every((role) => this.roles.has(role))) return;
    throw rolesMissing(required, this.roles);
  }

  async require(resources: Resources): Promise<void> {
    await this.#find(listResources(resources));
    this.decide(resources);
  }

  /** Records that these resources were asked for; throws unless every level is enough. */
  decide(resources: Resources): void {
    // The types are the keys of `resources`.
    for (const [type, ids] of Object.entries(resources) as [
      ResourceType,
      readonly number[] | undefined,
    ][]) {
      if (ids === undefined) continue;
      const level = this.#levelFor(type);
      this.#asked.add(type);
      if (level !== "none") for (const id of ids) this.#checks.add(`${type}/${id}=${level}`);
    }
    this.refuse(resources);
  }

  async foresee(resources: Resources): Promise<void> {
    await this.#find(listResources(resources));
    this.refuse(resources);
  }

  /** Throws unless every level is enough, but does not count as the check. */
  refuse(resources: Resources): void {
    if (this.judge === null) return;
    for (const { type, id } of listResources(resources)) this.#decideOne(type, id);
  }

  #decideOne(type: ResourceType, id: number): void {
    const standing = this.#standingOn(type, id);
    if (standing === "absent") throw absentResource(type, id, this.access?.absent[type]);
    const required = this.#levelFor(type);
    if (isEnough(standing, required)) return;
    if (this.access?.is_repair === true && this.roles.has("admin")) return;
    // Recorded even before the check itself, so that a refusal names its reason.
    this.#checks.add(`${type}/${id}=${required}`);
    throw levelTooLow({ type, id }, required, standing === "none" ? null : standing);
  }

  async checkAgain(): Promise<void> {
    if (this.judge === null) return;
    const held = [...this.#checks].map((check): Resource => {
      const [resource = ""] = check.split("=");
      const [type, id] = resource.split("/");
      // Safe: `decide` has put them together.
      return { type: type as ResourceType, id: Number(id) };
    });
    this.learn(await this.judge(held));
    this.checkRoles(this.#checked_roles);
    for (const { type, id } of held) this.#decideOne(type, id);
  }

  /** Looks up the standings that are not known yet. */
  async #find(resources: readonly Resource[]): Promise<void> {
    const unknown = resources.filter(({ type, id }) => !this.#standings.has(`${type}/${id}`));
    if (unknown.length === 0 || this.judge === null) return;
    this.learn(await this.judge(unknown));
  }

  /** Keeps standings that were found. */
  learn(standings: Standings): void {
    for (const [resource, standing] of standings) this.#standings.set(resource, standing);
  }

  #standingOn(type: ResourceType, id: number): Standing {
    const standing = this.#standings.get(`${type}/${id}`);
    if (standing === undefined) throw new Error(`nobody knows about ${type}/${id}`);
    return standing;
  }

  levelOn(type: ResourceType, id: number): PrivilegeLevel | null {
    if (this.judge === null) return null;
    const standing = this.#standingOn(type, id);
    return standing === "none" || standing === "absent" ? null : standing;
  }

  async findStandings(resources: Resources): Promise<readonly StandingOn[]> {
    const wanted = listResources(resources);
    if (this.judge === null) await this.#judgeAsSuperuser(wanted);
    else await this.#find(wanted);
    return wanted.map(({ type, id }) => ({ type, id, standing: this.#standingOn(type, id) }));
  }

  /** Authorization is disabled: only the existence of a resource counts. */
  async #judgeAsSuperuser(resources: readonly Resource[]): Promise<void> {
    const row = await this.services.db.queryOne<{ standings: Standing[] }>(
      "platform/access/superuser",
      [resources.map(({ type }) => type), resources.map(({ id }) => id)],
    );
    for (const [i, { type, id }] of resources.entries()) {
      this.#standings.set(`${type}/${id}`, row?.standings[i] ?? "absent");
    }
  }

  #levelFor(type: ResourceType): NeededLevel {
    const level = this.access?.levels[type] ?? this.access?.levels.resource;
    if (level === undefined) throw new Error(`the endpoint declares no level for ${type}`);
    return level;
  }

  /**
   * A handler that writes or answers before every declared type was asked for has a bug that must
   * not go unnoticed. Throws if the setting says so, otherwise logs it.
   */
  verifyChecks(what: string): void {
    if (this.access === null) return;
    const missing = Object.keys(this.access.levels).filter((type) =>
      type === "resource" ? this.#asked.size === 0 : !this.#asked.has(type as ResourceType),
    );
    if (missing.length === 0) return;
    const message = `${what}: the privilege on ${missing.join(", ")} was not checked`;
    if (this.services.config.missing_check === "abort") throw new Error(message);
    this.services.log.error({ request_id: this.request_id }, message);
  }

  readAhead(row: RowById): void {
    this.#db.readAhead(row);
  }

  /** Makes the creation run under the request's idempotency key; looks for the first answer. */
  async useKey(creation: KeyedCreation): Promise<void> {
    this.#db.creation = creation;
    await creation.find(this.services.db);
  }

  firstAnswer<Row extends object>(): Row | null {
    // The caller names the row type of the endpoint's own query.
    return (this.#db.creation?.first ?? null) as Row | null;
  }

  async wasOvertaken(): Promise<boolean> {
    const { creation } = this.#db;
    if (!creation || creation.first !== null) return false;
    return (await creation.find(this.services.db)) !== null;
  }

  /** A handler that answers without running its creation has a bug: a retry would create again. */
  verifyCreation(): void {
    const { creation } = this.#db;
    if (creation?.has_run === false) throw new Error(`${creation.query} was not run under the key`);
  }

  /** Whether the requested change may have happened, when the request ends with `error`. */
  outcomeOf(error: unknown, creates: string | null): StatementOutcome {
    const { has_begun, is_done } = this.#db.stateOf(creates);
    if (!has_begun) return "none";
    if (is_done) return "unknown";
    return error instanceof DatabaseError ? error.outcome : "unknown";
  }

  get checked_roles(): string {
    return this.#checked_roles.join(",");
  }

  /** The privilege checks made so far, cut at 2 KiB; empty: none. */
  get checked_privileges(): string {
    let text = "";
    let listed_count = 0;
    for (const check of this.#checks) {
      if (text.length + check.length + 1 > CHECKED_HEADER_MAX) {
        return `${text},…+${this.#checks.size - listed_count}`;
      }
      text += listed_count === 0 ? check : `,${check}`;
      listed_count++;
    }
    return text;
  }
}

/** One entry per resource, in the order of types and ids. */
export function listResources(resources: Resources): { type: ResourceType; id: number }[] {
  const list: { type: ResourceType; id: number }[] = [];
  for (const [type, ids] of Object.entries(resources)) {
    // The keys are resource types.
    for (const id of ids ?? []) list.push({ type: type as ResourceType, id });
  }
  return list;
}
