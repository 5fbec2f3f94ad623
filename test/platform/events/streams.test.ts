// Method: real sockets to a server of this process, read by hand; streams through dispatch where no socket is needed.
import type { Socket } from "node:net";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pruneEvents } from "../../../src/platform/events/event_log.ts";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import type { Services } from "../../../src/platform/services.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { openWorld, runningTrain, type World } from "../../accounts/authz/world.ts";
import { type OpenedStream, openStream } from "../../helpers/open_stream.ts";
import { openConnection, readChunks } from "../../helpers/raw_http.ts";
import { makeServices } from "../../helpers/services.ts";
import { until } from "../../helpers/until.ts";
import { validTrain, validWorks } from "../http/rules/valid_forms.ts";
import { EventReader, type EventServer, inProcess, type SeenEvent } from "./watcher.ts";

const STREAM_KB = 128;
/** As of a request of many trains. */
const LONG_DATA = JSON.stringify({
  created: Array.from({ length: 15_000 }, (_, i) => 100_000 + i),
});
const EVENTS_MAX = 1000;

let world: World;
let services: Services;
let server: HttpServer;
let here: EventServer;
const sockets: Socket[] = [];

beforeAll(async () => {
  world = await openWorld({
    PORT: "0",
    EVENT_STREAMS: "5",
    event_streams_of_user: 3,
    event_stream_bytes: STREAM_KB * 1024,
  });
  services = world.services;
  here = inProcess(services);
  server = await startServer({
    config: services.config,
    dispatch: createDispatch(services, ENDPOINTS),
    onError: () => undefined,
  });
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  services.events.drain();
  await server.stop(500);
  await world.close();
});

const owner = (): Record<string, string> => ({ "x-remote-user-identity": world.owner.identity });

interface Opened {
  readonly socket: Socket;
  readonly received: () => string;
}

async function openRaw(
  path: string,
  { method = "GET", headers = owner() }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Opened> {
  const { socket, received } = await openConnection(server.port);
  sockets.push(socket);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${method} ${path} HTTP/1.1\r\nhost: x\r\n${lines.join("")}\r\n`);
  return { socket, received };
}

async function drop({ socket }: Opened): Promise<void> {
  const before = services.events.stream_count;
  socket.destroy();
  await until(() => services.events.stream_count < before);
}

async function tellLong(timetable: number): Promise<void> {
  await world.db.run(
    `insert into new_event (about_type, about_id, name, data)
     values ('timetable', $1, 'trains', $2)`,
    [timetable, LONG_DATA],
  );
}

/** What comes on a stream until enough has come. */
async function readSome(
  path: string,
  {
    headers = {},
    isEnough,
  }: {
    headers?: Record<string, string>;
    isEnough: (events: readonly SeenEvent[], text: string) => boolean;
  },
): Promise<{ readonly events: SeenEvent[]; readonly text: string; readonly last_id: string }> {
  const opened = await here.open(path, { ...owner(), ...headers });
  const reader = new EventReader();
  const events: SeenEvent[] = [];
  let text = "";
  try {
    for await (const piece of opened.texts) {
      text += piece;
      events.push(...reader.read(piece));
      if (isEnough(events, text)) break;
    }
  } finally {
    opened.drop();
  }
  await until(() => services.events.stream_count === 0);
  return { events, text, last_id: reader.last_id };
}

async function firstId(path: string): Promise<string> {
  return (await readSome(path, { isEnough: (_events, text) => text.includes("id: ") })).last_id;
}

describe("a stream of events", () => {
  it("is neither kept nor held back nor compressed on its way", async () => {
    const path = `/timetable/${await world.timetable()}/events`;
    const accept = { accept: "text/event-stream", "accept-encoding": "gzip, br" };
    const opened = await openRaw(path, { headers: { ...owner(), ...accept } });
    await until(() => opened.received().includes("id: "));
    const [head = "", body = ""] = opened.received().split("\r\n\r\n");
    expect(head).toMatch(/^HTTP\/1.1 200 OK\r\n/);
    for (const line of [
      "content-type: text/event-stream",
      "cache-control: private, no-store",
      "x-accel-buffering: no",
      "Transfer-Encoding: chunked",
    ]) {
      expect(head.split("\r\n")).toContain(line);
    }
    expect(head).not.toMatch(/content-encoding|accept-encoding/i);
    expect(body).toMatch(/retry: \d+\nid: \d+\n\n/);
    expect(() => gunzipSync(Buffer.from(body, "latin1"))).toThrow();
    await drop(opened);
  });

  it("is the same whatever the client accepts, and HEAD has its headers alone", async () => {
    const path = `/infra/${await world.infra()}/events`;
    const opened = await openRaw(path, { headers: { ...owner(), accept: "application/json" } });
    await until(() => opened.received().includes("id: "));
    await drop(opened);
    const headed = await openRaw(path, { method: "HEAD" });
    await until(() => headed.received().endsWith("\r\n\r\n"));
    expect(headed.received()).toMatch(/^HTTP\/1.1 200 OK\r\ncontent-type: text\/event-stream\r\n/);
    await until(() => services.events.stream_count === 0);
    headed.socket.write(`GET /health HTTP/1.1\r\nhost: x\r\n\r\n`);
    await until(() => headed.received().split("HTTP/1.1 200 OK").length === 3);
    headed.socket.destroy();
  });

  it("tells of a network what is changed, and ends when it is deleted", async () => {
    const infra = await world.infra();
    const reading = readSome(`/infra/${infra}/events`, { isEnough: () => false });
    await until(() => services.events.stream_count === 1);
    await world.make("PUT", `/infra/${infra}`, { name: "renamed" });
    await world.make("POST", `/infra/${infra}/lock`);
    // A locked one can't be deleted.
    await world.make("POST", `/infra/${infra}/unlock`);
    const works = await world.make(
      "POST",
      "/work_schedules",
      validWorks({ work_schedule_group_name: world.name() }),
    );
    const group = works.work_schedule_group_id;
    await world.make("DELETE", `/work_schedules/${group}`);
    await until(() => services.events.figures.told >= 5);
    await world.make("DELETE", `/infra/${infra}`);
    const { events } = await reading;
    expect(events.map(({ name, data }) => `${name} ${data}`)).toEqual([
      'infra {"version":"1"}',
      'infra {"version":"1"}',
      'infra {"version":"1"}',
      `work_schedules {"created":[${group}],"changed":[],"deleted":[]}`,
      `work_schedules {"created":[],"changed":[],"deleted":[${group}]}`,
      "deleted {}",
    ]);
  });

  it("has every event of a request of many trains whole, in pieces that a client can take", async () => {
    const timetable = await world.timetable();
    const reading = readSome(`/timetable/${timetable}/events`, {
      isEnough: ({ length }) => length === 1,
    });
    await until(() => services.events.stream_count === 1);
    const trains = Array.from({ length: 3000 }, () => runningTrain("none"));
    const made = await world.make("POST", `/timetable/${timetable}/train_schedules`, trains);
    const { events } = await reading;
    expect(JSON.parse(events[0]?.data ?? "")).toEqual({
      created: made.map(({ id }: { id: number }) => id),
      changed: [],
      deleted: [],
      modified_by: { id: expect.any(Number), name: expect.any(String) },
      modified_at: expect.any(String),
    });
  });

  it("has each event in a whole chunk at once: nobody waits for the next one", async () => {
    const timetable_id = await world.timetable();
    const opened = await openRaw(`/timetable/${timetable_id}/events`);
    const inWholeChunks = (): string => String(readChunks(Buffer.from(opened.received())).body);
    await until(() => inWholeChunks().endsWith("\n\n"));
    for (const [before, count] of [1, 20, 2000].entries()) {
      const trains = Array.from({ length: count }, () => validTrain());
      await world.make("POST", `/timetable/${timetable_id}/train_schedules`, trains);
      await until(() => inWholeChunks().split("event: trains").length === before + 2);
      // A beat behind it would have made it whole.
      expect(inWholeChunks()).not.toMatch(/: \nid: \d+\n\n$/);
    }
    await drop(opened);
  });
});

describe("a client that comes again", () => {
  it("gets what it missed, whatever gaps the ids have, and then what follows", async () => {
    const [timetable, other] = [await world.timetable(), await world.timetable()];
    const path = `/timetable/${timetable}/events`;
    const id = await firstId(path);
    const made: number[] = [];
    for (let i = 0; i < 4; i++) {
      made.push(...(await world.trains(timetable, ["none"])));
      await world.trains(other, ["none", "none"]);
    }
    const created = (events: readonly SeenEvent[]): number[] =>
      events.flatMap(({ data }) => (JSON.parse(data) as { created: number[] }).created);
    const isEnough = ({ length }: readonly SeenEvent[]): boolean => length === made.length;
    const { events } = await readSome(path, { headers: { "last-event-id": id }, isEnough });
    expect(created(events)).toEqual(made);
    // an id of the other timetable's events, which this stream never told
    const between = String(Number(events[1]?.id) + 1);
    const rest = await readSome(path, {
      headers: { "last-event-id": between },
      isEnough: ({ length }) => length === 2,
    });
    expect(created(rest.events)).toEqual(made.slice(2));
    const last = events.at(-1)?.id ?? "";
    const reading = readSome(path, {
      headers: { "last-event-id": last },
      isEnough: ({ length }) => length === 1,
    });
    await until(() => services.events.stream_count === 1);
    const [next] = await world.trains(timetable, ["none"]);
    expect(created((await reading).events)).toEqual([next]);
  });

  it("reads everything again when its event is too old or unknown", async () => {
    const timetable = await world.timetable();
    const path = `/timetable/${timetable}/events`;
    const id = await firstId(path);
    await world.trains(timetable, ["none"]);
    const reset = async (last_id: string): Promise<SeenEvent[]> => {
      const headers = { "last-event-id": last_id };
      return (await readSome(path, { headers, isEnough: ({ length }) => length === 1 })).events;
    };
    const head = await firstId(path);
    const expected = [{ id: head, name: "reset", data: "{}" }];
    for (const unknown of [String(Number(head) + 1), "-1", "abc", "9".repeat(30), " "]) {
      expect(await reset(unknown), unknown).toEqual(expected);
    }
    expect((await reset(id))[0]?.name).toBe("trains");
    await pruneEvents(world.db, 3_600_000);
    expect((await reset(id))[0]?.name).toBe("trains");
    await pruneEvents(world.db, 0);
    expect(await reset(id)).toEqual(expected);
    // Whoever has seen all that was pruned has missed nothing.
    const [made] = await world.trains(timetable, ["none"]);
    expect((await reset(head))[0]?.data).toContain(String(made));
  });
});

describe("streams of events are bounded", () => {
  it("by user, then 429, and by server, then 503, until one ends", async () => {
    const timetable = await world.timetable();
    const path = `/timetable/${timetable}/events`;
    const friend = await world.caller(["timetable:read"]);
    await world.grant("timetable", timetable, friend.id, "Reader");
    const theirs = { "x-remote-user-identity": friend.identity };
    const open = async (headers: Record<string, string>): Promise<Opened> => {
      const opened = await openRaw(path, { headers });
      await until(() => opened.received().includes("\r\n\r\n"));
      return opened;
    };
    const own = [await open(owner()), await open(owner()), await open(owner())];
    const fourth = await open(owner());
    expect(fourth.received()).toMatch(/^HTTP\/1.1 429 .*request:TooManyEventStreams/s);
    expect(fourth.received()).toMatch(/retry-after: \d/);
    const others = [await open(theirs), await open(theirs)];
    const sixth = await open(theirs);
    expect(sixth.received()).toMatch(/^HTTP\/1.1 503 .*editoast:Overloaded/s);
    await until(() => services.events.stream_count === 5);
    await drop(own.pop() as Opened);
    const again = await open(theirs);
    expect(again.received()).toMatch(/^HTTP\/1.1 200 /);
    for (const opened of [...own, ...others, again]) await drop(opened);
  });

  it("by what waits for a client that does not read: its stream ends, the others go on", async () => {
    const timetable = await world.timetable();
    const path = `/timetable/${timetable}/events`;
    const slow = await openRaw(path);
    await until(() => slow.received().includes("id: "));
    slow.socket.pause();
    const quick = await openRaw(path);
    await until(() => services.events.stream_count === 2);
    let told = 0;
    quick.socket.on("data", (chunk: Buffer) => {
      told += chunk.toString("latin1").split("event: trains").length - 1;
    });
    let count = 0;
    // More than the sockets of both ends hold, one after the other for those who read.
    for (; services.events.stream_count === 2 && count < EVENTS_MAX; count++) {
      await tellLong(timetable);
      await until(() => told > count);
    }
    expect(count).toBeLessThan(EVENTS_MAX);
    expect(services.events.stream_count).toBe(1);
    await drop(quick);
    slow.socket.destroy();
  });
});

describe("a client that loses its right", () => {
  it("hears of it with the next event at the latest, and no event more", async () => {
    const timetable = await world.timetable();
    const friend = await world.caller(["timetable:read"]);
    const grant = await world.grant("timetable", timetable, friend.id, "Reader");
    const opened = await openRaw(`/timetable/${timetable}/events`, {
      headers: { "x-remote-user-identity": friend.identity },
    });
    await until(() => services.events.stream_count === 1);
    await world.trains(timetable, ["none"]);
    await until(() => opened.received().includes("event: trains"));
    await world.make("DELETE", `/authz/timetable/${timetable}/grants/${grant}`);
    const [secret] = await world.trains(timetable, ["none"]);
    const all = (): ReturnType<typeof readChunks> => readChunks(Buffer.from(opened.received()));
    await until(() => all().is_whole);
    expect(String(all().body)).toMatch(/event: denied\ndata: {}\n\n(?::\n)?$/);
    expect(opened.received()).not.toContain(`[${secret}]`);
    expect(services.events.stream_count).toBe(0);
  });
});

describe("a client that may have read nothing", () => {
  it("comes again when its share of what was told is used up, and misses nothing", async () => {
    const env = { events_told_bytes: 1024 * 1024, event_stream_bytes: 4096 * 1024 };
    const other = makeServices({ db: world.db, env });
    const timetable = await world.timetable();
    const path = `/timetable/${timetable}/events`;
    const open = async (headers: Record<string, string> = {}): Promise<OpenedStream> =>
      await openStream(other, path, { ...owner(), ...headers });
    const silent = await open();
    const reading = await open();
    await until(() => other.events.stream_count === 2);
    const count = 16;
    for (let i = 0; i < count; i++) await tellLong(timetable);
    await until(() => other.events.stream_count === 0);
    const reader = new EventReader();
    const events: SeenEvent[] = [];
    const hasAll = (): boolean => events.filter(({ name }) => name === "trains").length >= count;
    /** To its end, or so far; returns what was told last. */
    const readOn = async ({ body }: OpenedStream, isEnough = () => false): Promise<string> => {
      let text = "";
      while (!isEnough()) {
        const piece = await body.next();
        if (piece.done === true) break;
        text = Buffer.from(piece.value).toString();
        events.push(...reader.read(text));
      }
      return text;
    };
    expect(await readOn(reading)).toMatch(/^retry: \d{4}\n\n$/);
    const again = await open({ "last-event-id": reader.last_id });
    await readOn(again, hasAll);
    const ids = events.filter(({ name }) => name === "trains").map(({ id }) => id);
    expect(new Set(ids).size).toBe(count);
    for (const { abort } of [silent, again]) abort.abort(new Error("left"));
    other.events.close();
  });
});

describe("a server that stops", () => {
  it("tells its clients when to come again, ends their streams and begins none", async () => {
    const other = makeServices({ db: world.db });
    const stream = inProcess(other);
    const path = `/timetable/${await world.timetable()}/events`;
    const opened = await stream.open(path, {});
    const texts: string[] = [];
    const reading = (async () => {
      for await (const text of opened.texts) texts.push(text);
    })();
    await until(() => other.events.stream_count === 1);
    other.events.drain();
    await reading;
    expect(texts.at(-1)).toMatch(/^retry: \d{4}\n\n$/);
    expect(other.events.stream_count).toBe(0);
    expect((await stream.send("GET", path)).status).toBe(503);
  });
});
