// Method: the states of two pages, without a browser, on one timetable of a real server; both change, undo, copy and
// delete trains at random at once. A log beside keeps what each page was told was stored: the steps of each record, each
// from what was stored to what is, have to lead from its first to its last state, and to change nothing but what was meant.
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Form } from "../../../web/src/state/edits/edit.ts";
import { freePort, ready, ServerProcesses } from "../../helpers/server_process.ts";
import { makeTrain, type Train } from "./fake_server.ts";
import { closePage, openPage, type PageState } from "./page.ts";

const SEEDS = 50;
const EDITS = 200;
const TRAINS = 4;

const realFetch = globalThis.fetch;
let processes: ServerProcesses;
let base = "";

beforeAll(async () => {
  processes = new ServerProcesses();
  const port = await freePort();
  const env = { LOG_LEVEL: "warn", AUTHORIZATION: "disabled", WORKER_THREADS: "1" };
  processes.run({ ...env, PORT: String(port) });
  await ready(port);
  base = `http://127.0.0.1:${port}/`;
});
afterEach(closePage);
afterAll(() => processes.close());

async function send<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const answer = await realFetch(new URL(path, base), {
    method,
    ...(body !== undefined && {
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    }),
  });
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

async function makeTimetable(): Promise<number> {
  const { timetable_id } = await send<{ timetable_id: number }>("POST", "/timetable");
  const trains = Array.from({ length: TRAINS }, (_one, i) => {
    const {
      id: _id,
      timetable_id: _of,
      modified_by: _by,
      modified_at: _at,
      ...form
    } = makeTrain(i);
    return form;
  });
  await send("POST", `/timetable/${timetable_id}/train_schedules`, trains);
  return timetable_id;
}

/** A page that is told the same as any other of the timetable. */
async function open(
  timetable_id: number,
  fetch: (request: Request) => Promise<Response>,
): Promise<PageState> {
  const hash = `#/timetable/${timetable_id}/graph`;
  const isReady = (state: Omit<PageState, "document" | "location" | "kept">): boolean =>
    state.timetable.open_timetable_id.peek() === timetable_id && state.rights.may_write.peek();
  return await openPage({ fetch }, hash, isReady, base);
}

type Random = () => number;

/** Evenly from 0 to 1, the same for a seed: xorshift. */
function makeRandom(seed: number): Random {
  let state = seed * 2_654_435_761;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const text = (form: Form | null): string =>
  JSON.stringify(form, (_name, value: unknown) =>
    typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  );

/** A step of a record. */
interface Stored {
  readonly id: number;
  readonly before: string;
  readonly after: string;
}

const NOTHING = text(null);

interface Change {
  readonly id?: number;
  readonly train?: Form;
  readonly added?: Form;
  readonly removed?: true;
}

/** Each answer of storing says what its records are now, and what they were. */
function listStored(changes: readonly Change[], answer: Answer): Stored[] {
  return answer.undo.map((back, i) => {
    const [id, made] = [changes[i]?.id ?? 0, answer.trains[i]];
    const train = made?.train as (Form & { id: number }) | undefined;
    return {
      id: made?.id ?? id,
      before: back.removed === true ? NOTHING : textOf(back.train ?? back.added ?? null),
      after: train === undefined ? NOTHING : textOf(train),
    };
  });
}

interface Answer {
  readonly trains: readonly ({ readonly id: number; readonly train?: unknown } | null)[];
  readonly undo: readonly Change[];
}

/** Without what the server gives it. */
function textOf(record: object | null): string {
  if (record === null) return NOTHING;
  const given = new Set(["id", "timetable_id", "modified_by", "modified_at"]);
  const own = Object.entries(record).filter(([name]) => !given.has(name));
  return text(Object.fromEntries(own) as Form);
}

class Planner {
  readonly #page: PageState;
  readonly #random: Random;
  readonly #name: string;
  #count = 0;

  constructor(page: PageState, random: Random, name: string) {
    this.#page = page;
    this.#random = random;
    this.#name = name;
  }

  async work(edits: number): Promise<void> {
    for (let i = 0; i < edits; i++) await this.#act();
  }

  async #act(): Promise<void> {
    const { acts, settle_overtaken, store_trial, timetable, undo } = this.#page;
    const records = timetable.listRecords();
    const record = records[Math.floor(this.#random() * records.length)] as Train | undefined;
    const dice = this.#random();
    if (record === undefined || dice < 0.03) await undo.redo();
    else if (dice < 0.15) await undo.undo();
    else if (dice < 0.2 && records.length < 2 * TRAINS) await acts.duplicateTrain(record);
    else if (dice < 0.23 && records.length > 2) await acts.deleteTrain(record);
    else await this.#edit(record);
    for (let tries = 0; store_trial.overtaken.peek() !== null && tries < 5; tries++) {
      await settle_overtaken.settleOvertaken(this.#random() < 0.5 ? "mine" : "theirs");
    }
    this.#page.trial.cancelTrial();
  }

  async #edit(record: Train): Promise<void> {
    const { merge, move, store_trial } = this.#page;
    const changes = this.#makeChanges();
    const picked = Object.entries(changes).filter(() => this.#random() < 0.3);
    for (const [, change] of picked) move.tryForm(record, change);
    if (picked.length === 0) return;
    const outcome = await store_trial.storeTrial();
    const meant = new Set(picked.map(([name]) => name));
    for (const { before, after } of outcome?.done ?? []) {
      if (before === null || after === null) continue;
      const changed = merge.listDifferences(before, after);
      expect(changed.filter((one) => !meant.has(`${one.key} ${one.name}`.trim()))).toEqual([]);
    }
  }

  /** By the field that they change. */
  #makeChanges(): Readonly<Record<string, (form: Form) => Form>> {
    const n = ++this.#count;
    const { edit } = this.#page;
    const seconds = 60 + Math.floor(this.#random() * 500);
    return {
      train_name: (form) => ({ ...form, train_name: `${this.#name} ${n}` }),
      labels: (form) => ({ ...form, labels: [`${this.#name} ${n}`] }),
      speed_limit_tag: (form) => ({ ...form, speed_limit_tag: `${this.#name}${n}` }),
      margins: (form) => ({ ...form, margins: { boundaries: [], values: [`${n}%`] } }),
      start_time: (form) => edit.shiftForm(form, n * 1000),
      "b stop_for": (form) => edit.changeEntry(form, "b", { stop_for: `PT${seconds}S` }),
      "c arrival": (form) => edit.changeEntry(form, "c", { arrival: `PT${seconds}S` }),
      "c stop_for": (form) => edit.changeEntry(form, "c", { stop_for: `PT${seconds}S` }),
    };
  }
}

/** Everything that goes to the server, with what storing was answered. */
function listenTo(log: Stored[]): (request: Request) => Promise<Response> {
  return async (request) => {
    if (!request.url.endsWith("/changes")) return await realFetch(request);
    const asked = (await request.clone().json()) as { changes: Change[] };
    const answer = await realFetch(request);
    if (answer.ok) log.push(...listStored(asked.changes, (await answer.clone().json()) as Answer));
    return answer;
  };
}

/** States that are left more often than reached, or the other way round: of a whole way its ends alone. */
function listEnds(steps: readonly Stored[]): Map<string, number> {
  const ends = new Map<string, number>();
  const count = (state: string, by: number): void => {
    ends.set(state, (ends.get(state) ?? 0) + by);
  };
  for (const { before, after } of steps) {
    count(before, 1);
    count(after, -1);
  }
  return new Map([...ends].filter(([, n]) => n !== 0));
}

type StoredTrain = Form & { readonly id: number };

async function readRecords(timetable_id: number): Promise<readonly StoredTrain[]> {
  const path = `/timetable/${timetable_id}/train_schedules?page_size=200`;
  return (await send<{ results: readonly StoredTrain[] }>("GET", path)).results;
}

describe("two planners on one timetable", () => {
  it.each(Array.from({ length: SEEDS }, (_one, i) => i + 1))(
    "lose no field: seed %i",
    async (seed) => {
      const log: Stored[] = [];
      const timetable_id = await makeTimetable();
      const first = await readRecords(timetable_id);
      const random = makeRandom(seed);
      const fetch = listenTo(log);
      const planners: Planner[] = [];
      for (const name of ["anna", "bert"]) {
        planners.push(new Planner(await open(timetable_id, fetch), random, name));
      }
      await Promise.all(planners.map(async (planner) => await planner.work(EDITS)));
      const last = new Map((await readRecords(timetable_id)).map((one) => [one.id, textOf(one)]));
      const was = new Map(first.map((one) => [one.id, textOf(one)]));
      expect(log.length).toBeGreaterThan(EDITS);
      for (const id of new Set([...was.keys(), ...last.keys(), ...log.map((one) => one.id)])) {
        const [from, to] = [was.get(id) ?? NOTHING, last.get(id) ?? NOTHING];
        const ends = from === to ? [] : [[from, 1] as const, [to, -1] as const];
        expect(listEnds(log.filter((one) => one.id === id))).toEqual(new Map(ends));
      }
    },
  );
});
