/**
 * Asks the database who the callers are, which roles they have and which level they have on
 * resources. One statement answers this for all requests of the same turn of the event loop. So a
 * request costs one statement, and one more if it learns of further resources only after a read.
 *
 * Answers are not cached: a revocation takes effect with the next request, on every server of the
 * database, with no versions to compare and no messages to wait for (decisions.md 3).
 */
import type { Database } from "../db/client.ts";
import { SHARED } from "../db/connection_pool.ts";
import { DatabaseError, isStorageFull } from "../db/errors.ts";
import { Gatherer } from "../db/gatherer.ts";
import { makeShare, type Owner, type Share } from "../queues/fair_queue.ts";
import { type Identified, identifyUser } from "./identity.ts";
import type { ResourceType, Standing } from "./levels.ts";

/** An identity as the gateway sends it; an empty name means none. */
export interface CallerIdentity {
  readonly identity: string;
  readonly name: string;
}

/** What the standing is asked on: a resource, or a train (for the resource it inherits its rights from). */
export interface Asked {
  readonly type: ResourceType | "train_schedule";
  readonly id: number;
}

/** Standings by `type/id`. */
export type Standings = ReadonlyMap<string, Standing>;

export interface Authorization {
  readonly user: Identified;
  /** Application roles of the user and all its groups. */
  readonly app_roles: readonly string[];
  /** Includes at least the resources asked about; a train that does not exist has no entry. */
  readonly standings: Standings;
}

interface Question {
  readonly caller: CallerIdentity;
  readonly asked: readonly Asked[];
}

/** Rows of access/authorize: `n` counts the callers of the statement from 1. */
interface Row {
  readonly n: number;
  readonly id: number;
  readonly name: string;
  readonly app_roles: readonly string[];
  /** `type/id=standing`. */
  readonly standings: readonly string[];
}

/**
 * Callers and resources in one statement. Beyond a few dozen, a larger batch is hardly cheaper per
 * question, while questions that still wait can be reordered or refused.
 */
const WEIGHT_MAX = 64;

export class Authorizer {
  readonly #db: Database;
  readonly #gatherer: Gatherer<Question, Authorization | null>;

  constructor(db: Database) {
    this.#db = db;
    this.#gatherer = new Gatherer((questions) => authorizeAll(db, questions), {
      ...db.waits,
      weigh: ({ asked }) => 1 + asked.length,
      weight_max: WEIGHT_MAX,
      refusal: () => new DatabaseError("overload", "too many requests wait for the database"),
    });
  }

  /** Whether a new request of this owner would wait too long to be authorized. */
  refuses(owner: Owner): boolean {
    return this.#gatherer.refuses(owner);
  }

  /** The caller's user, created at the first contact, with roles and standings. */
  async authorize(
    caller: CallerIdentity,
    asked: readonly Asked[],
    share: Share = makeShare(null),
  ): Promise<Authorization> {
    const waiting = { is_fresh: !share.has_authorization };
    share.has_authorization = true;
    const known = await this.#gatherer.ask({ caller, asked }, share.owner, waiting);
    if (known !== null) return known;
    // A new identity or a new name. Concurrent requests of one identity find the same user.
    const name = await this.#storeName(caller, share.owner);
    const question = { caller: { ...caller, name }, asked };
    const identified = await this.#gatherer.ask(question, share.owner);
    // Another request has changed the name since, or the user was deleted. Ask by identity alone.
    if (identified !== null) return identified;
    return await this.authorize({ identity: caller.identity, name: "" }, asked, share);
  }

  /** The caller's user alone, created at the first contact. While the disk is full, only known users are found. */
  async identify(caller: CallerIdentity, share: Share): Promise<Identified> {
    try {
      return await identifyUser(this.#db, caller, share.owner);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      return (await this.authorize(caller, [], share)).user;
    }
  }

  /** Creates the user or stores its new name. While the disk is full a new name is skipped. */
  async #storeName(caller: CallerIdentity, owner: Owner): Promise<string> {
    try {
      return (await identifyUser(this.#db, caller, owner)).name;
    } catch (error) {
      if (isStorageFull(error) && caller.name !== "") return "";
      throw error;
    }
  }
}

/** Each caller is in the statement once, and so is each resource that a caller asks about. */
async function authorizeAll(
  db: Database,
  questions: readonly Question[],
): Promise<(Authorization | null)[]> {
  const batch = new Batch();
  const callers = questions.map((question) => batch.add(question));
  const rows = await db.query<Row>("platform/access/authorize", batch.values(), {
    claim: SHARED,
  });
  const found = new Map<number, Authorization>();
  for (const row of rows) found.set(row.n, toAuthorization(row));
  return callers.map((n) => found.get(n) ?? null);
}

function toAuthorization({ id, name, app_roles, standings }: Row): Authorization {
  const byResource = new Map<string, Standing>();
  for (const text of standings) {
    const end = text.indexOf("=");
    // The statement answers only levels, `none` and `absent`.
    byResource.set(text.slice(0, end), text.slice(end + 1) as Standing);
  }
  return { user: { id, name }, app_roles, standings: byResource };
}

interface NumberedCaller extends CallerIdentity {
  readonly n: number;
  /** By `type/id`. */
  readonly asked: Map<string, Asked>;
}

/** The parameters of one statement. */
class Batch {
  readonly #callers = new Map<string, NumberedCaller>();

  /** Adds a question; returns its caller's number. */
  add({ caller, asked }: Question): number {
    // A unique key: an identity has no control characters.
    const key = `${caller.identity}\n${caller.name}`;
    let placed = this.#callers.get(key);
    if (placed === undefined) {
      placed = { ...caller, n: this.#callers.size + 1, asked: new Map() };
      this.#callers.set(key, placed);
    }
    for (const one of asked) placed.asked.set(`${one.type}/${one.id}`, one);
    return placed.n;
  }

  /** Questions are grouped by caller; positions count from 1. */
  values(): [string[], string[], number[], number[], string[], number[]] {
    const identities: string[] = [];
    const names: string[] = [];
    const first_places: number[] = [];
    const last_places: number[] = [];
    const types: string[] = [];
    const ids: number[] = [];
    for (const { identity, name, asked } of this.#callers.values()) {
      identities.push(identity);
      names.push(name);
      first_places.push(ids.length + 1);
      for (const { type, id } of asked.values()) {
        types.push(type);
        ids.push(id);
      }
      last_places.push(ids.length);
    }
    return [identities, names, first_places, last_places, types, ids];
  }
}
