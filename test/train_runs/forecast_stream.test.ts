// Method: drawn chains of reports on a line with a loop, on two servers of one database; a listener that gets the forecast once and folds in what moves, beside the forecast of the end.
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLLING_STOCKS } from "../../bench/network/rolling_stocks.ts";
import { connect, type Database } from "../../src/platform/db/client.ts";
import type { Services } from "../../src/platform/services.ts";
import { tickOpenDays } from "../../src/train_runs/operation/operation.queries.ts";
import { openWorld, ROLES, type World } from "../accounts/authz/world.ts";
import { makeServices } from "../helpers/services.ts";
import { connectForTest } from "../helpers/test_database.ts";
import { countTries } from "../helpers/tried.ts";
import { until } from "../helpers/until.ts";
import {
  type EventServer,
  inProcess,
  type SeenEvent,
  Watcher,
} from "../platform/events/watcher.ts";
import { validTrain } from "../platform/http/rules/valid_forms.ts";
import { makeRandom, type Random, wholeBetween } from "../workers/engine/seeded.ts";
import { lineWithLoop } from "./line_with_loop.ts";

const DIESEL = ROLLING_STOCKS.find(({ effort_curves }) =>
  Object.values(effort_curves.modes).some(({ is_electric }) => !is_electric),
);

interface Stop {
  readonly stop: string;
  readonly planned_arrival: string;
  readonly planned_departure: string | null;
  readonly arrival: string | null;
  readonly departure: string | null;
}
interface Train {
  readonly train: { readonly kind: string; readonly id: number };
  readonly stops: readonly Stop[];
}
interface Forecast {
  readonly as_of: string | null;
  readonly trains: readonly Train[];
  readonly cancelled: readonly Train["train"][];
  readonly deadlocks: readonly { readonly trains: readonly Train["train"][] }[];
}
interface WaitedFor extends Forecast {
  readonly trains: readonly (Train & {
    readonly waits: readonly { readonly cause: object; readonly seconds: number | null }[];
  })[];
}
interface Moved extends Omit<Forecast, "deadlocks"> {
  readonly version: string;
  readonly deadlocks?: Forecast["deadlocks"];
}

let world: World;
let other_db: Database;
let servers: readonly Services[];
let infra: number;
let stock: string;
let collection: number;

beforeAll(async () => {
  world = await openWorld();
  other_db = connect(connectForTest(world.database.target));
  const env = { AUTHORIZATION: "enforce" };
  const { compute } = world;
  servers = [
    world.services,
    makeServices({ db: other_db, env, services: { roles: ROLES, compute } }),
  ];
  infra = (await world.make("POST", "/infra/railjson?name=loop", lineWithLoop())).infra;
  collection = await world.collection();
  const path = `/rolling_stock?rolling_stock_collection_id=${collection}`;
  stock = (await world.make("POST", path, DIESEL)).name;
});
afterAll(async () => {
  await other_db.close();
  await world.close();
});

const BEGIN_MS = Date.parse("2026-05-22T08:00:00Z");
const MOVED_MS = 30_000;
/** Times are told to the second at worst. */
const PRINTED_MS = 1000;
const EVENTS = { accept: "text/event-stream" };
const THERE = ["A", "B", "C"];

/** Trains from both ends in turn, which meet in the loop. */
async function makeDay(
  count: number,
  westward = "S",
): Promise<{ timetable: number; path: string }> {
  const timetable = await world.timetable();
  const forms = Array.from({ length: count }, (_, i) => {
    const names = i % 2 === 0 ? THERE : THERE.toReversed();
    return validTrain({
      rolling_stock_name: stock,
      start_time: new Date(BEGIN_MS + i * 420_000).toISOString(),
      path: names.map((operational_point) => ({
        id: operational_point.toLowerCase(),
        operational_point,
        ...(operational_point === "B" && {
          track_reference: { track_id: i % 2 === 0 ? "N" : westward },
        }),
      })),
      schedule: [{ at: "b", stop_for: "PT2M" }],
    });
  });
  await world.make("POST", `/timetable/${timetable}/train_schedules`, forms);
  return { timetable, path: `/timetable/${timetable}/forecast?infra=${infra}` };
}

function listen(path: string, server: Services, identity = world.owner.identity): Watcher {
  return new Watcher(inProcess(server) satisfies EventServer, path, {
    ...EVENTS,
    "x-remote-user-identity": identity,
  });
}

const keyOf = (train: Train["train"]): string => JSON.stringify(train);

/** How much two tellings of a train differ at most; Infinity: in one of them it never gets somewhere. */
function farthest(one: Train, other: Train): number {
  let most_ms = 0;
  for (const [i, stop] of one.stops.entries()) {
    for (const what of ["arrival", "departure"] as const) {
      const [a, b] = [stop[what], other.stops[i]![what]];
      if ((a === null) !== (b === null)) return Infinity;
      if (a !== null && b !== null)
        most_ms = Math.max(most_ms, Math.abs(Date.parse(a) - Date.parse(b)));
    }
  }
  return most_ms;
}

/** What a client knows that has got the forecast once. */
class Folded {
  readonly #trains = new Map<string, Train>();
  readonly #cancelled: Set<string>;
  #deadlocks: Forecast["deadlocks"];
  #read = 0;
  readonly faults: string[] = [];

  constructor({ trains, cancelled, deadlocks }: Forecast) {
    for (const one of trains) this.#trains.set(keyOf(one.train), one);
    this.#cancelled = new Set(cancelled.map(keyOf));
    this.#deadlocks = deadlocks;
  }

  /** Events behind the first one. */
  fold(events: readonly SeenEvent[]): void {
    for (const { name, data } of events.slice(1 + this.#read)) {
      this.#read++;
      if (name !== "moved") this.faults.push(`event ${name}`);
      else this.#foldMoved(JSON.parse(data));
    }
  }

  #foldMoved({ trains, cancelled, deadlocks }: Moved): void {
    if (trains.length + cancelled.length === 0 && deadlocks === undefined)
      this.faults.push("nothing");
    for (const one of trains) {
      const key = keyOf(one.train);
      const known = this.#trains.get(key);
      const wasCancelled = this.#cancelled.delete(key);
      const isNew = known === undefined || wasCancelled;
      if (!isNew && farthest(known, one) < MOVED_MS - PRINTED_MS)
        this.faults.push(`${key} has not moved`);
      this.#trains.set(key, one);
    }
    for (const train of cancelled) {
      const key = keyOf(train);
      if (this.#cancelled.has(key) || !this.#trains.delete(key))
        this.faults.push(`${key} did not run`);
      this.#cancelled.add(key);
    }
    if (deadlocks !== undefined) this.#deadlocks = deadlocks;
  }

  compare({ trains, cancelled, deadlocks }: Forecast): string[] {
    const list = (groups: Forecast["deadlocks"]): string =>
      JSON.stringify(groups.map((group) => group.trains.map(keyOf).sort().join()).sort());
    const differences = trains.flatMap((one) => {
      const known = this.#trains.get(keyOf(one.train));
      const by_ms = known === undefined ? NaN : farthest(known, one);
      return by_ms < MOVED_MS + PRINTED_MS ? [] : [`${keyOf(one.train)} by ${by_ms} ms`];
    });
    if (trains.length !== this.#trains.size) differences.push("other trains");
    const gone = cancelled.map(keyOf).sort().join();
    if (gone !== [...this.#cancelled].sort().join()) differences.push("other cancelled trains");
    if (list(deadlocks) !== list(this.#deadlocks)) differences.push("other deadlocks");
    return differences;
  }
}

class Reporter {
  readonly #random: Random;
  readonly #timetable: number;
  readonly #plan: Forecast;
  readonly #said: object[] = [];
  #observed = 0;

  constructor(random: Random, timetable: number, plan: Forecast) {
    this.#random = random;
    this.#timetable = timetable;
    this.#plan = plan;
  }

  async send(reports: readonly object[]): Promise<void> {
    await world.make("POST", `/timetable/${this.#timetable}/reports`, reports);
  }

  /** Something is said of a train, or is taken back. */
  draw(): object {
    const random = this.#random;
    const now = { observed_at: new Date(BEGIN_MS + 1000 * this.#observed++).toISOString() };
    const said = this.#said[wholeBetween(random, 0, 2 * this.#said.length)];
    if (said !== undefined) return { ...said, ...now, at: null };
    const { train, stops } = this.#one();
    const event = [
      "departed",
      "departed",
      "departed",
      "held",
      "cancelled",
      "stands",
      "ends",
      "follows",
    ][wholeBetween(random, 0, 7)]!;
    const { stop, planned_departure } = stops[wholeBetween(random, 0, 1)]!;
    const late_s = [0, 10, 25, 40, 300, 1200][wholeBetween(random, 0, 5)]!;
    const at = new Date(Date.parse(planned_departure!) + 1000 * late_s).toISOString();
    const report = {
      train,
      event,
      ...(event !== "cancelled" && { stop }),
      ...(event === "follows" && { other: this.#one().train }),
      at,
    };
    this.#said.push(report);
    return { ...report, ...now };
  }

  #one(): Train {
    const { trains } = this.#plan;
    return trains[wholeBetween(this.#random, 0, trains.length - 1)]!;
  }
}

describe("a followed forecast", () => {
  const seeds = countTries({ few: 4, many: 60 });

  it(`is the forecast within half a minute, on each of two servers, and tells nothing else (${seeds} chains)`, async () => {
    let moved = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const random = makeRandom(seed);
      const { timetable, path } = await makeDay(8, random() < 0.5 ? "N" : "S");
      const plan: Forecast = await world.make("GET", path);
      const listeners = servers.map((server) => listen(path, server));
      await until(() => listeners.every(({ events }) => events.length > 0));
      const begun_ms = performance.now();
      const folded = listeners.map(() => new Folded(plan));
      const reporter = new Reporter(random, timetable, plan);
      for (let step = wholeBetween(random, 6, 20); step > 0; step--) {
        await reporter.send(
          Array.from({ length: wholeBetween(random, 1, 3) }, () => reporter.draw()),
        );
        if (random() < 0.3) await wait(wholeBetween(random, 0, 1500));
      }
      const end: Forecast = await world.make("GET", path);
      const compare = (): string[] =>
        folded.flatMap((one, i) => {
          one.fold(listeners[i]!.events);
          return one.compare(end);
        });
      await until(() => compare().length === 0).catch(() => undefined);
      expect(compare(), `seed ${seed}`).toEqual([]);
      const seconds = (performance.now() - begun_ms) / 1000;
      for (const [i, { events, connections }] of listeners.entries()) {
        expect(folded[i]!.faults, `seed ${seed}`).toEqual([]);
        expect(connections).toBe(1);
        expect(events.length).toBeLessThanOrEqual(2 + seconds);
        moved += events.length - 1;
        listeners[i]!.stop();
      }
    }
    expect(moved).toBeGreaterThan(2 * seeds);
  });

  it("begins with the moment and the version, after each reconnection too", async () => {
    const { timetable, path } = await makeDay(2);
    const listener = listen(path, servers[0]!);
    await until(() => listener.events.length === 1);
    const { version } = await world.make("POST", path.replace("forecast", "proposals"));
    expect(listener.events[0]!.name).toBe("reset");
    expect(JSON.parse(listener.events[0]!.data)).toEqual({ as_of: null, version });
    const plan: Forecast = await world.make("GET", path);
    await new Reporter(makeRandom(1), timetable, plan).send([late(plan.trains[0]!, 600)]);
    await until(() => listener.events.length === 2);
    listener.drop();
    await until(() => listener.events.length === 3);
    expect(listener.events.map(({ name }) => name)).toEqual(["reset", "moved", "reset"]);
    expect(JSON.parse(listener.events[2]!.data)).toEqual({
      as_of: JSON.parse(listener.events[1]!.data).as_of,
      version: JSON.parse(listener.events[1]!.data).version,
    });
    listener.stop();
  });

  it("tells small drifts once they have summed up to half a minute", async () => {
    const { timetable, path } = await makeDay(4);
    const plan: Forecast = await world.make("GET", path);
    const reporter = new Reporter(makeRandom(1), timetable, plan);
    const listener = listen(path, servers[0]!);
    await until(() => listener.events.length === 1);
    const [drifting, marking] = [plan.trains[0]!, plan.trains[3]!];
    const told: number[][] = [];
    for (const [i, late_s] of [10, 20, 29, 31].entries()) {
      await reporter.send([late(drifting, late_s, i)]);
      // So that it is known to have been looked at.
      await reporter.send([late(marking, 600 * (i + 1), i)]);
      const isMarked = ({ data }: SeenEvent): boolean => idsOf(data).includes(marking.train.id);
      await until(() => listener.events.filter(isMarked).length > i);
      told.push(listener.events.slice(1).flatMap(({ data }) => idsOf(data)));
    }
    const isDrifting = (ids: readonly number[]): boolean => ids.includes(drifting.train.id);
    await until(() => listener.events.slice(1).some(({ data }) => isDrifting(idsOf(data))));
    expect(told.slice(0, 3).map(isDrifting)).toEqual([false, false, false]);
    listener.stop();
  });

  it("tells of a deadlock when it comes, and when it is gone", async () => {
    const { timetable, path } = await makeDay(2, "N");
    const plan: Forecast = await world.make("GET", path);
    const reporter = new Reporter(makeRandom(1), timetable, plan);
    const listener = listen(path, servers[0]!);
    await until(() => listener.events.length === 1);
    // They face each other.
    const [east, west] = plan.trains as [Train, Train];
    const hold = { ...late(east, 2400), event: "held", stop: "b" };
    await reporter.send([hold, late(west, 0)]);
    const told = (): Forecast["deadlocks"] =>
      listener.events.flatMap(({ data }) => (JSON.parse(data) as Partial<Moved>).deadlocks ?? []);
    await until(() => told().length > 0);
    const { deadlocks, trains } = (await world.make("GET", path)) as WaitedFor;
    expect(told()).toEqual(deadlocks);
    expect(deadlocks.length).toBe(1);
    // Each waits for the other without end.
    const waits = trains.map((one) => one.waits.at(-1));
    expect(waits.map((wait) => wait?.seconds)).toEqual([null, null]);
    expect(waits.map((wait) => wait?.cause)).toEqual([west.train, east.train]);
    const departed = { ...late(west, 0, 60), at: null };
    await reporter.send([departed, { ...departed, train: east.train, event: "held", stop: "b" }]);
    const last = (): string => listener.events.at(-1)!.data;
    await until(() => JSON.parse(last()).deadlocks?.length === 0);
    expect(idsOf(last())).toContain(east.train.id);
    listener.stop();
  });

  it("tells of one station alone, and of one train", async () => {
    const { timetable, path } = await makeDay(4);
    const plan: Forecast = await world.make("GET", path);
    const [one, other] = [plan.trains[0]!, plan.trains[2]!];
    const listeners = [`${path}&station=B`, `${path}&train_schedule_id=${other.train.id}`].map(
      (asked) => listen(asked, servers[0]!),
    );
    await until(() => listeners.every(({ events }) => events.length === 1));
    await new Reporter(makeRandom(1), timetable, plan).send([late(one, 120), late(other, 1200)]);
    await until(() => listeners.every(({ events }) => events.length > 1));
    const [at_station, of_train] = listeners.map(
      ({ events }) => JSON.parse(events[1]!.data) as Moved,
    );
    expect(at_station!.trains.length).toBeGreaterThan(1);
    for (const { stops } of at_station!.trains)
      expect(stops.map(({ stop }) => stop)).toEqual(["b"]);
    expect(of_train!.trains.map(({ train }) => train)).toEqual([other.train]);
    for (const listener of listeners) listener.stop();
  });

  it("follows the clock of an opened day, and trains that are changed", async () => {
    const { timetable, path } = await makeDay(2);
    const body = { timetable_id: timetable, infra_id: infra };
    const { id } = await world.make("POST", "/operation", body);
    const listener = listen(path, servers[1]!);
    await until(() => listener.events.length === 1);
    // It is live, and nobody has reported.
    await world.db.run(
      "update operation set begins_at = now() - interval '1 h', ends_at = now() + interval '1 h' where id = $1",
      [id],
    );
    await tickOpenDays(world.db);
    await until(() => listener.events.length === 2);
    const { trains } = JSON.parse(listener.events[1]!.data) as Moved;
    expect(trains.length).toBe(2);
    await world.make("DELETE", `/operation/${id}`);
    await until(() => listener.events.length === 3);
    expect(listener.events[2]!.name).toBe("reset");
    listener.stop();
  });

  it("ends for a caller who may not read the network any more, and for all when the timetable is gone", async () => {
    const { timetable, path } = await makeDay(2);
    const plan: Forecast = await world.make("GET", path);
    const reader = await world.caller(["timetable:read", "infra:read"]);
    await world.grant("timetable", timetable, reader.id, "Reader");
    await world.grant("infra", infra, reader.id, "Reader");
    await world.grant("rolling_stock_collection", collection, reader.id, "Reader");
    const listeners = servers.map((server) => listen(path, server, reader.identity));
    const owner = listen(path, servers[0]!);
    await until(() => [...listeners, owner].every(({ events }) => events.length === 1));
    await world.db.run(
      "delete from resource_grant where subject_id = $1 and resource_type = 'infra'",
      [reader.id],
    );
    await new Reporter(makeRandom(1), timetable, plan).send([late(plan.trains[0]!, 600)]);
    await until(() => listeners.every(({ events }) => events.length === 2));
    for (const listener of listeners) {
      listener.stop();
      expect(listener.events.map(({ name }) => name)).toEqual(["reset", "denied"]);
    }
    await until(() => owner.events.length === 2);
    await world.make("DELETE", `/timetable/${timetable}`);
    await until(() => owner.events.length === 3);
    expect(owner.events.map(({ name }) => name)).toEqual(["reset", "moved", "deleted"]);
    owner.stop();
  });

  it("is refused as the forecast is", async () => {
    const { path } = await makeDay(1);
    const stranger = await world.caller(["timetable:read", "infra:read"]);
    const answers = [
      await world.send(stranger, { method: "GET", path, headers: EVENTS }),
      await world.send(world.owner, {
        method: "GET",
        path: "/timetable/999999/forecast?infra=1",
        headers: EVENTS,
      }),
      await world.send(world.owner, {
        method: "GET",
        path: `${path}&date=2026-05-22`,
        headers: EVENTS,
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 404, 400]);
  });
});

function idsOf(data: string): number[] {
  return (JSON.parse(data) as Partial<Moved>).trains?.map(({ train }) => train.id) ?? [];
}

/** A train leaves its first stop late; of two reports the later one in number is believed. */
function late({ train, stops }: Train, late_s: number, number = 0): Record<string, unknown> {
  const { stop, planned_departure } = stops[0]!;
  return {
    train,
    event: "departed",
    stop,
    at: new Date(Date.parse(planned_departure!) + 1000 * late_s).toISOString(),
    observed_at: new Date(BEGIN_MS + 1000 * number).toISOString(),
  };
}
