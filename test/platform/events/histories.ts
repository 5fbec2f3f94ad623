/**
 * Random histories: writers on several servers of one database make, change, delete, repeat and fail, while
 * clients look on, lose their connections and come again. What they were told is compared with what the
 * answers to the writers promised and with the rows of the log.
 */
import { setTimeout as wait } from "node:timers/promises";
import type { Database } from "../../../src/platform/db/client.ts";
import { scaled } from "../../helpers/pace.ts";
import { makeRandom, type Random, wholeBetween } from "../../workers/engine/seeded.ts";
import { validPacedTrain, validTrain } from "../http/rules/valid_forms.ts";
import { type EventServer, type SeenEvent, Watcher } from "./watcher.ts";

export interface HistoryOptions {
  readonly db: Database;
  readonly servers: readonly EventServer[];
  readonly seed: number;
  readonly operations: number;
  /** Something that breaks connections to the database or to a server. */
  readonly disturb: (random: Random) => Promise<void>;
}

export interface HistoryReport {
  readonly wrong: string[];
  readonly told: number;
  readonly reconnections: number;
  readonly unknown: number;
}

const WRITERS = 3;
const SETTLE_MS = scaled(60_000);

type Kind = "train_schedule" | "paced_train";
const NAMES: Readonly<Record<Kind, string>> = {
  train_schedule: "trains",
  paced_train: "paced_trains",
};
const FORMS = { train_schedule: validTrain, paced_train: validPacedTrain } as const;

interface Known {
  readonly kind: Kind;
  readonly id: number;
  readonly timetable: number;
}

class History {
  readonly #options: HistoryOptions;
  readonly random: Random;
  /** `timetable name operation id`, how often it was promised. */
  readonly promised = new Map<string, number>();
  /** What may have been done: nobody knows. */
  unknown = 0;
  trains: Known[] = [];
  timetables: number[] = [];
  #keys = 0;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.random = makeRandom(options.seed);
  }

  pick<T>(list: readonly T[]): T {
    // The index is below the length.
    return list[wholeBetween(this.random, 0, list.length - 1)] as T;
  }

  /** Sends until it is known what became of it: creations under a key, and where `retry` says so. */
  async send(
    method: string,
    path: string,
    body: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<{ readonly status: number; readonly text: string }> {
    for (;;) {
      const server = this.pick(this.#options.servers);
      const answer = await server.send(method, path, body, headers).catch(() => null);
      if (answer !== null && answer.status < 500) return answer;
      const is_none = answer?.text.includes('"outcome":"none"') === true;
      if (!is_none && headers["idempotency-key"] === undefined) return { status: 0, text: "" };
      await wait(20);
    }
  }

  key(): string {
    this.#keys++;
    return `history-${this.#options.seed}-${this.#keys}`;
  }

  promise(what: string): void {
    this.promised.set(what, (this.promised.get(what) ?? 0) + 1);
  }

  async create(): Promise<void> {
    const kind = this.pick(["train_schedule", "paced_train"] as const);
    const timetable = this.pick(this.timetables);
    const forms = Array.from({ length: wholeBetween(this.random, 1, 4) }, () => FORMS[kind]());
    const headers = { "idempotency-key": this.key() };
    const path = `/timetable/${timetable}/${kind}s`;
    // The same twice at once: one of them is undone as a whole.
    const count = this.random() < 0.4 ? 2 : 1;
    const answers = await Promise.all(
      Array.from({ length: count }, () => this.send("POST", path, forms, headers)),
    );
    const made = JSON.parse(answers[0]?.text ?? "") as readonly { id: number }[];
    for (const { id } of made) {
      this.trains.push({ kind, id, timetable });
      this.promise(`${timetable} ${NAMES[kind]} created ${id}`);
    }
  }

  async replace(): Promise<void> {
    const train = this.pick(this.trains);
    const { status } = await this.send("PUT", `/${train.kind}/${train.id}`, FORMS[train.kind]());
    const what = `${train.timetable} ${NAMES[train.kind]} changed ${train.id}`;
    if (status === 200) this.promise(what);
    else if (status === 0) this.unknown++;
  }

  /** Several, of both timetables; all or none. */
  async remove(): Promise<void> {
    const kind = this.pick(["train_schedule", "paced_train"] as const);
    const doomed = this.trains.filter((train) => train.kind === kind && this.random() < 0.2);
    const missing = this.random() < 0.3 ? [999_999_999] : [];
    const ids = [...doomed.map(({ id }) => id), ...missing];
    const { status } = await this.send("DELETE", `/${kind}`, { ids });
    if (status === 0) this.unknown++;
    if (status !== 204) return;
    this.trains = this.trains.filter(({ id }) => !ids.includes(id));
    for (const { id, timetable } of doomed)
      this.promise(`${timetable} ${NAMES[kind]} deleted ${id}`);
  }

  async write(operations: number): Promise<void> {
    for (let i = 0; i < operations; i++) {
      const dice = this.random();
      if (dice < 0.4 || this.trains.length === 0) await this.create();
      else if (dice < 0.8) await this.replace();
      else await this.remove();
      if (this.random() < 0.3) await wait(wholeBetween(this.random, 0, 10));
    }
  }
}

function flatten(timetable: number, events: readonly SeenEvent[]): string[] {
  return events.flatMap(({ name, data }) =>
    Object.entries(JSON.parse(data) as Readonly<Record<string, unknown>>).flatMap(
      // The author and the time are no lists.
      ([operation, ids]) =>
        Array.isArray(ids) ? ids.map((id) => `${timetable} ${name} ${operation} ${id}`) : [],
    ),
  );
}

/** Asks the database until it answers: its connections may just have died. */
async function insist<T>(ask: () => Promise<T>): Promise<T> {
  for (const end_ms = performance.now() + SETTLE_MS; ; ) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > end_ms) throw error;
      await wait(20);
    }
  }
}

/** Waits until a client has seen the last event of the log. */
async function settle(db: Database, timetable: number, watcher: Watcher): Promise<void> {
  await insist(() => db.query("platform/event/head", []));
  const [row] = await insist(() =>
    db.run<{ place: number }>(
      "select max(place) as place from event where resource_type = 'timetable' and resource_id = $1",
      [timetable],
    ),
  );
  const end_ms = performance.now() + SETTLE_MS;
  while (Number(watcher.last_id) < (row?.place ?? 0) && performance.now() < end_ms) await wait(5);
}

function findFaults(
  { promised, unknown }: History,
  timetable: number,
  { events }: Watcher,
  logged: readonly SeenEvent[],
): string[] {
  const wrong: string[] = [];
  for (const [i, event] of events.entries()) {
    if (i > 0 && Number(event.id) <= Number(events[i - 1]?.id)) wrong.push(`order: ${event.id}`);
  }
  if (JSON.stringify(events) !== JSON.stringify(logged)) {
    wrong.push(`${timetable}: told ${events.length}, logged ${logged.length}`);
  }
  const told = new Map<string, number>();
  const gone = new Set<string>();
  for (const what of flatten(timetable, events)) {
    told.set(what, (told.get(what) ?? 0) + 1);
    const [, name, operation, id] = what.split(" ");
    if (operation !== "created" && !told.has(`${timetable} ${name} created ${id}`)) {
      wrong.push(`before it was made: ${what}`);
    }
    if (gone.has(`${name} ${id}`)) wrong.push(`after it was deleted: ${what}`);
    if (operation === "deleted") gone.add(`${name} ${id}`);
  }
  for (const [what, count] of promised) {
    if (what.startsWith(`${timetable} `) && (told.get(what) ?? 0) < count) {
      wrong.push(`not told: ${what}`);
    }
  }
  for (const [what, count] of told) {
    if (unknown === 0 && (promised.get(what) ?? 0) !== count) wrong.push(`never done: ${what}`);
  }
  return wrong;
}

/** One history. Servers and database stay as they are afterwards. */
export async function runHistory(options: HistoryOptions): Promise<HistoryReport> {
  const { db, servers, operations, disturb } = options;
  const history = new History(options);
  const { random } = history;
  for (let i = 0; i < 2; i++) {
    const headers = { "idempotency-key": history.key() };
    const { text } = await history.send("POST", "/timetable", {}, headers);
    history.timetables.push((JSON.parse(text) as { timetable_id: number }).timetable_id);
  }
  const watchers = history.timetables.flatMap((timetable) =>
    servers.map((server) => ({
      timetable,
      watcher: new Watcher(server, `/timetable/${timetable}/events`),
    })),
  );
  while (watchers.some(({ watcher }) => watcher.last_id === null)) await wait(5);
  let is_writing = true;
  const disturbing = (async () => {
    while (is_writing) {
      await wait(wholeBetween(random, 0, 30));
      if (random() < 0.6) history.pick(watchers).watcher.drop();
      else await disturb(random);
    }
  })();
  const writeHalf = async (): Promise<unknown> =>
    await Promise.all(
      Array.from({ length: WRITERS }, () => history.write(operations / WRITERS / 2)),
    );
  await writeHalf();
  // Each of them comes back once at least, however fast the writers are.
  for (const { watcher } of watchers) watcher.drop();
  await writeHalf();
  is_writing = false;
  await disturbing;
  const wrong: string[] = [];
  let told = 0;
  for (const { timetable, watcher } of watchers) {
    await settle(db, timetable, watcher);
    const logged = await insist(() =>
      db.run<SeenEvent>(
        `select place::text as id, name, data from event
         where resource_type = 'timetable' and resource_id = $1 order by place`,
        [timetable],
      ),
    );
    wrong.push(...findFaults(history, timetable, watcher, logged));
    told += watcher.events.length;
    watcher.stop();
    await watcher.done;
  }
  const connections = watchers.reduce((sum, { watcher }) => sum + watcher.connections, 0);
  const reconnections = connections - watchers.length;
  return { wrong, told, reconnections, unknown: history.unknown };
}
