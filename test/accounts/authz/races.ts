/**
 * Races between readers and a revocation: readers ask two servers of one database for everything that a
 * right opens, derived results and lists included, while the right is taken on one of them. Whatever was
 * started after the 2xx of the revocation must be refused, on both. Slots race side by side, so that the
 * servers are busy with other people's rights too.
 */
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { appRoleOf, type Caller, pickOne, type Sent, type World } from "./world.ts";

/** A server that answers requests; the body as text. */
export interface RaceServer {
  send(identity: string, sent: Sent): Promise<{ readonly status: number; readonly text: string }>;
}

export interface RaceReport {
  races: number;
  /** Requests answered before the revocation, with what they asked for. */
  allowed: number;
  /** Requests that overlapped with the revocation, whatever they got. */
  overlapping: number;
  /** Requests started after the 2xx: all refused, unless they are in `failures`. */
  refused: number;
  readonly by_kind: Map<string, number>;
  readonly failures: string[];
}

export interface RaceOptions {
  readonly world: World;
  readonly servers: readonly RaceServer[];
  readonly races: number;
  readonly slots: number;
  readonly seed: number;
  /** No race starts later than this after the first. */
  readonly limit_ms?: number;
  /** Awaited before a slot's first race, with its requests for derived results. */
  readonly openSlot?: (derived: readonly Sent[]) => Promise<void>;
}

type What = "timetable" | "infra" | "rolling_stock_collection" | "project" | "writer" | "roles";

const VICTIM_ROLE = appRoleOf("operational-studies:write");
const READERS = 4;
const READS_AFTER = 2;
const READS_BEFORE_MAX = 8;

interface Slot {
  readonly victim: Caller;
  readonly timetable: number;
  readonly infra: number;
  readonly collection: number;
  readonly stock: number;
  readonly train: number;
  readonly project: number;
  readonly study: number;
  readonly scenario: number;
}

async function makeSlot(world: World): Promise<Slot> {
  const project = await world.project();
  const study = await world.study(project);
  const { scenario } = await world.scenario(project, study);
  const [timetable, infra] = [await world.timetable(), await world.infra()];
  const collection = await world.collection();
  const stock = await world.stock(collection);
  const [train = 0] = await world.trains(timetable, [stock.name]);
  const victim = await world.caller([]);
  const place = { project, study, scenario, timetable, infra, collection };
  return { victim, ...place, stock: stock.id, train };
}

/** One way to lose a right: what is given beforehand, and the request of the owner that takes it. */
interface Kind {
  readonly name: string;
  readonly loses: readonly What[];
  readonly give: (world: World, slot: Slot) => Promise<Sent>;
}

const RESOURCES = ["timetable", "infra", "rolling_stock_collection", "project"] as const;
type Resource = (typeof RESOURCES)[number];

function idOf(slot: Slot, type: Resource): number {
  return type === "rolling_stock_collection" ? slot.collection : slot[type];
}

function revokeGrant(type: Resource, id: number, grant: number): Sent {
  return { method: "DELETE", path: `/authz/${type}/${id}/grants/${grant}` };
}

function grantKind(type: Resource, who: "user" | "group" | "anybody"): Kind {
  return {
    name: `a grant on ${type} to ${who}`,
    loses: [type],
    give: async (world, slot) => {
      const id = idOf(slot, type);
      const subject = { user: slot.victim.id, group: 0, anybody: null }[who];
      const receiver = subject === 0 ? await world.group([slot.victim]) : subject;
      return revokeGrant(type, id, await world.grant(type, id, receiver, "Reader"));
    },
  };
}

async function openGroup(world: World, slot: Slot): Promise<number> {
  const group = await world.group([slot.victim]);
  for (const type of RESOURCES) await world.grant(type, idOf(slot, type), group, "Reader");
  return group;
}

async function giveRole(world: World, subject_id: number): Promise<void> {
  await world.db.run("insert into subject_role values ($1, $2)", [subject_id, VICTIM_ROLE]);
}

const KINDS: readonly Kind[] = [
  ...RESOURCES.map((type) => grantKind(type, "user")),
  grantKind("timetable", "group"),
  grantKind("infra", "anybody"),
  {
    name: "a grant that is lowered",
    loses: ["writer"],
    give: async (world, { victim, timetable }) => {
      await world.db.run(
        `delete from resource_grant where resource_type = 'timetable' and resource_id = $1
           and subject_id = $2`,
        [timetable, victim.id],
      );
      const grant = await world.grant("timetable", timetable, victim.id, "Writer");
      const path = `/authz/timetable/${timetable}/grants/${grant}`;
      return { method: "PATCH", path, body: { grant: "Reader" } };
    },
  },
  {
    name: "a membership",
    loses: RESOURCES,
    give: async (world, slot) => {
      const group = await openGroup(world, slot);
      return { method: "POST", path: `/authn/group/${group}/remove`, body: [slot.victim.id] };
    },
  },
  {
    name: "a group",
    loses: RESOURCES,
    give: async (world, slot) => {
      const group = await openGroup(world, slot);
      return { method: "DELETE", path: `/authn/group/${group}` };
    },
  },
  {
    name: "a role",
    loses: ["roles"],
    give: async (world, { victim }) => {
      await giveRole(world, victim.id);
      const path = `/authn/user/${victim.id}/roles/remove`;
      return { method: "POST", path, body: [VICTIM_ROLE] };
    },
  },
  {
    name: "a role of a group",
    loses: ["roles"],
    give: async (world, { victim }) => {
      const group = await world.group([victim]);
      await giveRole(world, group);
      return { method: "POST", path: `/authn/group/${group}/roles/remove`, body: [VICTIM_ROLE] };
    },
  },
  {
    name: "a membership in a group with a role",
    loses: ["roles"],
    give: async (world, { victim }) => {
      const group = await world.group([victim]);
      await giveRole(world, group);
      return { method: "POST", path: `/authn/group/${group}/remove`, body: [victim.id] };
    },
  },
];

/** A request that a right opens, and how its answer shows that it did. */
interface Probe {
  readonly needs: readonly What[];
  readonly sent: Sent;
  readonly isOpen: (body: unknown) => boolean;
}

function listProbes(slot: Slot): readonly Probe[] {
  const { train, infra, timetable, collection, stock, project, study, scenario } = slot;
  const get = (
    path: string,
    needs: readonly What[],
    isOpen: Probe["isOpen"] = () => true,
  ): Probe => ({ sent: { method: "GET", path }, needs, isOpen });
  const lists =
    (key: string, id: number): Probe["isOpen"] =>
    (body) =>
      resultsOf(body).some((record) => Reflect.get(record, key) === id);
  const derived: What[] = ["timetable", "infra", "rolling_stock_collection", "roles"];
  const shown: What[] = ["timetable", "rolling_stock_collection", "roles"];
  const summaries = "/train_schedule/simulations_summary";
  return [
    get(`/train_schedule/${train}/path?infra=${infra}`, derived),
    get(`/train_schedule/${train}/simulation?infra=${infra}`, derived),
    get(`${summaries}?infra=${infra}&ids=${train}`, derived),
    get(`/train_schedule/${train}`, shown),
    get(`/timetable/${timetable}/train_schedules`, shown),
    get("/timetable?page_size=1000", ["timetable", "roles"], lists("timetable_id", timetable)),
    get(`/infra/${infra}`, ["infra", "roles"]),
    get("/infra?page_size=1000", ["infra", "roles"], lists("id", infra)),
    get(`/rolling_stock/${stock}`, ["rolling_stock_collection", "roles"]),
    get(
      "/light_rolling_stock?page_size=1000",
      ["rolling_stock_collection", "roles"],
      lists("id", stock),
    ),
    get(`/projects/${project}/studies/${study}/scenarios/${scenario}`, ["project", "roles"]),
    get("/projects?page_size=1000", ["project", "roles"], lists("id", project)),
    ...RESOURCES.map((type) =>
      get(
        `/authz/${type}/${type === "rolling_stock_collection" ? collection : slot[type]}/privlvl`,
        [type],
        (body) => Reflect.get(Object(body), "privlvl") !== null,
      ),
    ),
    {
      needs: ["writer"],
      sent: { method: "PUT", path: `/timetable/${timetable}`, body: {} },
      isOpen: () => true,
    },
  ];
}

function resultsOf(body: unknown): readonly object[] {
  const results: unknown = Reflect.get(Object(body), "results");
  return Array.isArray(results) ? results : [];
}

/** Everything but what the kind is about, directly; nothing is left of the race before. */
async function reset(world: World, slot: Slot, kind: Kind): Promise<void> {
  const { id } = slot.victim;
  const kept = RESOURCES.filter((type) => !kind.loses.includes(type));
  const rows = kept.map((type) => `('${type}', ${idOf(slot, type)}, ${id}, 'Reader')`);
  const inserts =
    rows.length === 0
      ? ""
      : `insert into resource_grant (resource_type, resource_id, subject_id, level)
         values ${rows.join(", ")};`;
  const role = kind.loses.includes("roles")
    ? ""
    : `insert into subject_role values (${id}, '${VICTIM_ROLE}');`;
  await world.db.run(`
    delete from resource_grant where subject_id = ${id};
    delete from membership where user_id = ${id};
    delete from subject_role where subject_id = ${id};
    ${inserts} ${role}`);
}

type Outcome = "open" | "shut" | "broken";

async function ask(server: RaceServer, slot: Slot, probe: Probe): Promise<[Outcome, string]> {
  const { status, text } = await server.send(slot.victim.identity, probe.sent);
  if (status === 403) return ["shut", text];
  if (status !== 200) return ["broken", `${status} ${text}`];
  return [probe.isOpen(JSON.parse(text)) ? "open" : "shut", text];
}

class Races {
  readonly #options: RaceOptions;
  readonly #random: Random;
  readonly #started_ms = performance.now();
  #begun = 0;
  readonly report: RaceReport = {
    races: 0,
    allowed: 0,
    overlapping: 0,
    refused: 0,
    by_kind: new Map(),
    failures: [],
  };

  constructor(options: RaceOptions) {
    this.#options = options;
    this.#random = makeRandom(options.seed);
  }

  /** One race after the other in one slot. */
  async runSlot(): Promise<void> {
    const { world, races, limit_ms = Number.POSITIVE_INFINITY, openSlot } = this.#options;
    const slot = await makeSlot(world);
    const probes = listProbes(slot);
    const derived = probes.filter(({ sent }) => sent.path.includes("?infra="));
    await openSlot?.(derived.map(({ sent }) => sent));
    while (this.#begun < races && performance.now() - this.#started_ms < limit_ms) {
      // The remainder is a place of the list.
      const kind = KINDS[this.#begun++ % KINDS.length] as Kind;
      await this.#race(slot, kind, probes);
      if (this.report.failures.length > 10) return;
    }
  }

  async #race(slot: Slot, kind: Kind, all: readonly Probe[]): Promise<void> {
    const { world, servers } = this.#options;
    await reset(world, slot, kind);
    const revocation = await kind.give(world, slot);
    const probes = all.filter(({ needs }) => needs.some((what) => kind.loses.includes(what)));
    const fail = (what: string): void => {
      this.report.failures.push(`${kind.name} (seed ${this.#options.seed}): ${what}`);
    };
    // What was never open would be refused without any merit.
    const first = pickOne(this.#random, probes);
    const [before, text] = await ask(pickOne(this.#random, servers), slot, first);
    if (before !== "open") fail(`${first.sent.path} was ${before} before: ${text}`);

    const state = { is_revoked: false, reads: 0 };
    const read = async (server: RaceServer): Promise<void> => {
      for (let after = 0; after < READS_AFTER; ) {
        const probe = pickOne(this.#random, probes);
        const is_after = state.is_revoked;
        const [outcome, answer] = await ask(server, slot, probe);
        state.reads++;
        if (is_after) {
          after++;
          this.report.refused++;
        } else if (state.is_revoked) this.report.overlapping++;
        else this.report.allowed++;
        if (outcome === "broken" || (is_after && outcome === "open")) {
          fail(`${probe.sent.path} was ${outcome}: ${answer}`);
        }
      }
    };
    // The remainder is a place of the list.
    const readers = Array.from({ length: READERS }, (_, i) =>
      read(servers[i % servers.length] as RaceServer),
    );
    const reads_before = wholeBetween(this.#random, 0, READS_BEFORE_MAX);
    while (state.reads < reads_before) await new Promise((resolve) => setImmediate(resolve));
    const { status, text: told } = await pickOne(this.#random, servers).send(
      world.owner.identity,
      revocation,
    );
    state.is_revoked = true;
    if (status >= 300) fail(`the revocation was ${status}: ${told}`);
    await Promise.all(readers);
    this.report.races++;
    this.report.by_kind.set(kind.name, (this.report.by_kind.get(kind.name) ?? 0) + 1);
  }
}

/** Races until they are enough or the time is over. */
export async function runRaces(options: RaceOptions): Promise<RaceReport> {
  const races = new Races(options);
  await Promise.all(Array.from({ length: options.slots }, () => races.runSlot()));
  return races.report;
}
