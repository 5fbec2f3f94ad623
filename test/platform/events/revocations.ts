/**
 * Races between events and a revocation: somebody looks on at a timetable in which others work without a
 * pause, and loses the right on one of two servers. What is begun after the 2xx of the revocation must not
 * be told to it any more, and its stream must end with `denied`.
 */
import { setTimeout as wait } from "node:timers/promises";
import { appRoleOf, runningTrain, type Sent, type World } from "../../accounts/authz/world.ts";
import { scaled } from "../../helpers/pace.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { EventReader, type EventServer, type SeenEvent } from "./watcher.ts";

export interface RevocationReport {
  races: number;
  /** Events told, all before the end of their streams. */
  told: number;
  /** Trains that were made after a revocation. */
  later: number;
  readonly by_kind: Map<string, number>;
  readonly failures: string[];
}

interface Victim {
  readonly id: number;
  readonly identity: string;
}

/** Gives a right, and returns the request that takes it. */
type Kind = (world: World, victim: Victim, timetable: number) => Promise<Sent>;

const ROLE = appRoleOf("timetable:read");

async function giveRole(world: World, subject_id: number): Promise<void> {
  await world.db.run("insert into subject_role values ($1, $2)", [subject_id, ROLE]);
}

function removal(timetable: number, grant: number): Sent {
  return { method: "DELETE", path: `/authz/timetable/${timetable}/grants/${grant}` };
}

const KINDS: Readonly<Record<string, Kind>> = {
  "a grant": async (world, victim, timetable) => {
    await giveRole(world, victim.id);
    return removal(timetable, await world.grant("timetable", timetable, victim.id, "Reader"));
  },
  "a grant to anybody": async (world, victim, timetable) => {
    await giveRole(world, victim.id);
    return removal(timetable, await world.grant("timetable", timetable, null, "Reader"));
  },
  "a membership": async (world, victim, timetable) => {
    await giveRole(world, victim.id);
    const group = await world.group([victim]);
    await world.grant("timetable", timetable, group, "Writer");
    return { method: "POST", path: `/authn/group/${group}/remove`, body: [victim.id] };
  },
  "a group": async (world, victim, timetable) => {
    await giveRole(world, victim.id);
    const group = await world.group([victim]);
    await world.grant("timetable", timetable, group, "Owner");
    await world.grant("timetable", timetable, world.owner.id, "Owner").catch(() => 0); // it has one
    return { method: "DELETE", path: `/authn/group/${group}` };
  },
  "a role": async (world, victim, timetable) => {
    await giveRole(world, victim.id);
    await world.grant("timetable", timetable, victim.id, "Reader");
    return { method: "POST", path: `/authn/user/${victim.id}/roles/remove`, body: [ROLE] };
  },
  "a role of a group": async (world, victim, timetable) => {
    const group = await world.group([victim]);
    await giveRole(world, group);
    await world.grant("timetable", timetable, victim.id, "Reader");
    return { method: "POST", path: `/authn/group/${group}/roles/remove`, body: [ROLE] };
  },
};

export interface RevocationOptions {
  readonly world: World;
  readonly servers: readonly EventServer[];
  readonly races: number;
  readonly slots: number;
  readonly seed: number;
}

const DENIED_MS = scaled(30_000);

interface Looked {
  /** Those told so far. */
  readonly events: readonly SeenEvent[];
  /** All, when the stream has ended. */
  readonly seen: Promise<readonly SeenEvent[]>;
}

class Race {
  readonly #options: RevocationOptions;
  readonly #random: Random;
  readonly #timetable: number;
  readonly #later: number[] = [];
  #is_revoked = false;
  #is_over = false;

  constructor(options: RevocationOptions, random: Random, timetable: number) {
    this.#options = options;
    this.#random = random;
    this.#timetable = timetable;
  }

  /** `seen_min`: so many events are told before the right is taken. */
  async run(report: RevocationReport, seen_min: number): Promise<void> {
    const { world } = this.#options;
    const names = Object.keys(KINDS);
    const kind = names[wholeBetween(this.#random, 0, names.length - 1)] ?? "";
    const victim = await world.caller([]);
    const taking = await KINDS[kind]?.(world, victim, this.#timetable);
    if (taking === undefined) throw new Error("no such kind");
    const { events: told, seen } = await this.#look(victim);
    const writing = this.#write();
    const end_ms = performance.now() + DENIED_MS;
    while (told.length < seen_min && performance.now() < end_ms) await wait(1);
    await wait(wholeBetween(this.#random, 0, 25));
    const { status, text } = await this.#send(taking);
    this.#is_revoked = true;
    if (status >= 300) report.failures.push(`${kind}: ${text}`);
    const writing_later = this.#writeOne();
    const events = await Promise.race([seen, wait(DENIED_MS, null)]);
    this.#is_over = true;
    await Promise.all([writing, writing_later]);
    this.#judge(kind, events, report);
  }

  #judge(kind: string, events: readonly SeenEvent[] | null, report: RevocationReport): void {
    report.races++;
    report.by_kind.set(kind, (report.by_kind.get(kind) ?? 0) + 1);
    report.later += this.#later.length;
    if (events?.at(-1)?.name !== "denied") {
      report.failures.push(`${kind}: the stream has not ended with denied`);
      return;
    }
    report.told += events.length - 1;
    for (const { name, data } of events.slice(0, -1)) {
      if (name !== "trains") report.failures.push(`${kind}: ${name}`);
      const { created } = JSON.parse(data) as { readonly created: readonly number[] };
      const leaked = created.filter((id) => this.#later.includes(id));
      if (leaked.length > 0) report.failures.push(`${kind}: told of ${leaked.join()}`);
    }
  }

  async #send({ method, path, body }: Sent): Promise<{ status: number; text: string }> {
    const { servers, world } = this.#options;
    const server = servers[wholeBetween(this.#random, 0, servers.length - 1)];
    if (server === undefined) throw new Error("no server");
    return await server.send(method, path, body, {
      "x-remote-user-identity": world.owner.identity,
    });
  }

  /** The stream has begun; what the victim is told until its end is still to come. */
  async #look(victim: Victim): Promise<Looked> {
    const { servers } = this.#options;
    const server = servers[wholeBetween(this.#random, 0, servers.length - 1)];
    const path = `/timetable/${this.#timetable}/events`;
    const opened = await server?.open(path, { "x-remote-user-identity": victim.identity });
    if (opened?.status !== 200) throw new Error(`the stream is ${opened?.status}`);
    const reader = new EventReader();
    const events: SeenEvent[] = [];
    const read = async (): Promise<SeenEvent[]> => {
      for await (const text of opened.texts) events.push(...reader.read(text));
      return events;
    };
    return { events, seen: read() };
  }

  async #write(): Promise<void> {
    while (!this.#is_over) await this.#writeOne();
  }

  async #writeOne(): Promise<void> {
    const is_later = this.#is_revoked;
    const { status, text } = await this.#send({
      method: "POST",
      path: `/timetable/${this.#timetable}/train_schedules`,
      body: [runningTrain("none")],
    });
    if (status !== 201 && status !== 200) throw new Error(text);
    const made = JSON.parse(text) as readonly { readonly id: number }[];
    if (is_later) this.#later.push(...made.map(({ id }) => id));
  }
}

export async function runRevocations(options: RevocationOptions): Promise<RevocationReport> {
  const { world, races, slots, seed } = options;
  const report: RevocationReport = {
    races: 0,
    told: 0,
    later: 0,
    by_kind: new Map(),
    failures: [],
  };
  const runSlot = async (slot: number): Promise<void> => {
    const random = makeRandom(seed * 1000 + slot);
    for (let i = slot; i < races && report.failures.length < 10; i += slots) {
      await new Race(options, random, await world.timetable()).run(report, i % 3);
    }
  };
  await Promise.all(Array.from({ length: slots }, (_, slot) => runSlot(slot)));
  return report;
}
