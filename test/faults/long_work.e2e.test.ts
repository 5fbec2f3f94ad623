// Method: the built server on a database that stays; it, or the database, is killed at a random moment of an import and of a resolution, and what is stored then is compared with what was answered. Then its clock is set back and on.
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TINY_OPTIONS } from "../../bench/network/options.ts";
import { generateNetwork } from "../../bench/network.ts";
import type { Database } from "../../src/platform/db/client.ts";
import { scaled } from "../helpers/pace.ts";
import { makeRandom, wholeBetween } from "../workers/engine/seeded.ts";
import { Durable, postmasterOf } from "./durable.ts";
import { heal } from "./run_faults.ts";
import type { ServerProcess } from "./server_process.ts";

const ROUNDS = 3;
const COPIES = 40;
const network = generateNetwork({ ...TINY_OPTIONS, departure_interval_s: 60, train_count: 16 });
const random = makeRandom(11);

interface Answer {
  /** 0: none has come. */
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: bodies of every shape
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any;
}

let durable: Durable;
let db: Database;
let server: ServerProcess;
let timetable_id: number;
let query: string;

async function ask(method: string, path: string, body?: unknown, key?: string): Promise<Answer> {
  const headers = {
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...(key === undefined ? {} : { "idempotency-key": key }),
  };
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  try {
    const answer = await fetch(server.url + path, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, json: text === "" ? null : JSON.parse(text) };
  } catch {
    return { status: 0, json: null };
  }
}

async function make(method: string, path: string, body?: unknown): Promise<Answer["json"]> {
  const { status, json } = await ask(method, path, body);
  if (status < 200 || status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(json)}`);
  return json;
}

/** A new postmaster is started for one that dies. It starts when the last backend of the former has ended. */
async function killDatabase(): Promise<void> {
  const postmaster = (): number => postmasterOf(durable.embedded);
  const former = postmaster();
  process.kill(former, "SIGKILL");
  while (postmaster() === former || postmaster() === 0) await wait(20);
}

const VICTIMS = {
  "the server": async () => await server.restart(),
  "the database": killDatabase,
} as const;

/** Something dies while a request is worked on. */
async function killDuring(
  victim: keyof typeof VICTIMS,
  request: () => Promise<Answer>,
): Promise<Answer> {
  const answer = request();
  await wait(wholeBetween(random, 0, 250));
  await VICTIMS[victim]();
  const told = await answer;
  const { servers, embedded } = durable;
  await heal({ random, servers, embedded, db, disk: null });
  return told;
}

/** What an answer, or none, allows to be there. */
function mayBeThere({ status, json }: Answer): readonly boolean[] {
  if (status >= 200 && status < 300) return [true];
  if (status !== 0) expect([503, 504]).toContain(status);
  return json?.context?.outcome === "none" ? [false] : [true, false];
}

beforeAll(async () => {
  durable = await Durable.open();
  ({ db } = durable);
  server = await durable.start({
    NODE_OPTIONS: `--import=${join(import.meta.dirname, "shifted_clock.mjs")}`,
  });
  const { infra } = await make("POST", "/infra/railjson?name=line", network.railjson);
  for (const stock of network.rolling_stocks) await make("POST", "/rolling_stock", stock);
  ({ timetable_id } = await make("POST", "/timetable", {}));
  await make("POST", `/timetable/${timetable_id}/train_schedules`, network.train_schedules);
  query = `infra=${infra}`;
}, scaled(120_000));
afterAll(async () => {
  await durable.close();
});

const rounds = (Object.keys(VICTIMS) as (keyof typeof VICTIMS)[]).flatMap((victim) =>
  Array.from({ length: ROUNDS }, (_, round) => ({ victim, round })),
);

describe.each(rounds)("when $victim is killed, round $round", ({ victim }) => {
  it("an import of trains is there as a whole, or not at all", async () => {
    const trains = Array.from({ length: COPIES }, () => network.train_schedules).flat();
    const document = { version: 1, train_schedules: trains, paced_trains: [] };
    const { timetable_id: other } = await make("POST", "/timetable", {});
    const told = await killDuring(victim, async () =>
      ask("POST", `/timetable/${other}/import`, document),
    );
    const [row] = await db.run<{ count: number }>(
      "select count(*)::int as count from train_schedule where timetable_id = $1",
      [other],
    );
    expect([0, trains.length]).toContain(row?.count);
    expect(mayBeThere(told)).toContain(row?.count === trains.length);
    expect((await ask("GET", `/timetable/${other}/export?format=json`)).status).toBe(200);
  });

  it("an import of a network is there as a whole, or not at all", async () => {
    const name = `killed ${crypto.randomUUID()}`;
    const path = `/infra/railjson?name=${encodeURIComponent(name)}`;
    const told = await killDuring(victim, async () => ask("POST", path, network.railjson));
    const rows = await db.run<{ id: number }>("select id from infra where name = $1", [name]);
    expect(rows.length).toBeLessThan(2);
    expect(mayBeThere(told)).toContain(rows.length === 1);
    for (const { id } of rows) {
      const { track_sections } = await make("GET", `/infra/${id}/railjson`);
      expect(track_sections).toHaveLength(network.railjson.track_sections.length);
    }
  });

  it("a resolution has changed nothing, and is answered when it is asked again", async () => {
    const exported = `/timetable/${timetable_id}/export?format=json`;
    const before = await make("GET", exported);
    const path = `/timetable/${timetable_id}/resolution?${query}`;
    const allow = { tracks: true, earlier: "PT5M" };
    const told = await killDuring(victim, async () => ask("POST", path, { allow }));
    if (told.status !== 200) mayBeThere(told);
    expect(await make("GET", exported)).toEqual(before);
    const { solved, left } = await make("POST", path, { deadline: "PT2S" });
    const conflicts = await make("GET", `/timetable/${timetable_id}/conflicts?${query}`);
    expect(solved.length + left.length).toBe(conflicts.length);
  });
});

describe("a server whose clock is set", () => {
  it.each([
    ["an hour back", "SIGUSR2"],
    ["an hour on", "SIGWINCH"],
  ] as const)("%s goes on: edits, keys, conflicts and searches", async (_, signal) => {
    const path = `/timetable/${timetable_id}`;
    const conflicts = await make("GET", `${path}/conflicts?${query}`);
    const key = crypto.randomUUID();
    const body = network.train_schedules.slice(0, 1);
    const { timetable_id: other } = await make("POST", "/timetable", {});
    const made = await ask("POST", `/timetable/${other}/train_schedules`, body, key);
    expect(made.status).toBeLessThan(300);
    server.signal(signal);
    const searching = ask("POST", `${path}/resolution?${query}`, { deadline: "PT2S" });
    expect(await ask("POST", `/timetable/${other}/train_schedules`, body, key)).toEqual(made);
    const [{ id }] = made.json;
    const train = { ...body[0], labels: ["later"] };
    expect((await ask("PUT", `/train_schedule/${id}`, train)).status).toBeLessThan(300);
    expect((await make("GET", `/train_schedule/${id}`)).labels).toEqual(["later"]);
    expect(await make("GET", `${path}/conflicts?${query}`)).toEqual(conflicts);
    const { status, json } = await searching;
    expect([status, json.solved.length + json.left.length]).toEqual([200, conflicts.length]);
    expect((await ask("GET", "/ready")).status).toBe(200);
  });
});
