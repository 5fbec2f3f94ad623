// Method: real sockets to a server of this process and streams through dispatch: wrong methods and headers, clients that come and go, and streams that lose their right, their resource or their server while they are still told what they missed.
import type { Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import type { Services } from "../../../src/platform/services.ts";
import { ENDPOINTS } from "../../../src/server/endpoints.ts";
import { openWorld, type World } from "../../accounts/authz/world.ts";
import { type OpenedStream, openStream } from "../../helpers/open_stream.ts";
import { exchangeRaw, openConnection, openSocket } from "../../helpers/raw_http.ts";
import { makeServices } from "../../helpers/services.ts";
import { until } from "../../helpers/until.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";

const STREAMS_OF_USER = 8;
const STREAM_BYTES = 128 * 1024;
/** As of a request of many trains: more than one such event does not fit in what may wait for a client. */
const LONG_DATA = JSON.stringify({
  created: Array.from({ length: 20_000 }, (_, i) => 100_000 + i),
});

let world: World;
let services: Services;
let server: HttpServer;
const failures: unknown[] = [];

beforeAll(async () => {
  world = await openWorld({
    PORT: "0",
    event_streams_of_user: STREAMS_OF_USER,
    event_stream_bytes: STREAM_BYTES,
  });
  services = world.services;
  server = await startServer({
    config: services.config,
    dispatch: createDispatch(services, ENDPOINTS),
    onError: (error) => failures.push(error),
  });
});
afterAll(async () => {
  services.events.drain();
  await server.stop(500);
  await world.close();
});

function ask(method: string, path: string, lines: readonly string[] = []): string {
  const head = [`host: x`, `x-remote-user-identity: ${world.owner.identity}`, ...lines];
  return `${method} ${path} HTTP/1.1\r\n${head.join("\r\n")}\r\n\r\n`;
}

/** The begin of the answer; the client leaves then. */
async function readBegin(request: string | Buffer): Promise<string> {
  const { socket, received, isClosed } = await openConnection(server.port);
  socket.write(request);
  const isEnough = /^HTTP\/1.1 (?!200)\d{3} .*\r\n\r\n|\r\n\r\n.*\nid: \d+\n/s;
  await until(() => isEnough.test(received()) || isClosed());
  socket.destroy();
  return received();
}

async function makeEvents(timetable: number, count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await world.db.run(
      `insert into new_event (about_type, about_id, name, data)
       values ('timetable', $1, 'trains', $2)`,
      [timetable, LONG_DATA],
    );
  }
}

/** A stream that has missed some long events and has got the first piece of them. */
async function openBehind(
  of: Services,
  timetable: number,
  { identity, count }: { readonly identity: string; readonly count: number },
): Promise<OpenedStream> {
  const head = await world.db.queryOne<{ place: number }>("platform/event/head", []);
  await makeEvents(timetable, count);
  const opened = await openStream(of, `/timetable/${timetable}/events`, {
    "x-remote-user-identity": identity,
    "last-event-id": String(head?.place),
  });
  const begin = await opened.body.next();
  expect(Buffer.from(begin.value ?? "").toString()).toMatch(/^retry: \d+\n\n$/);
  const first = await opened.body.next();
  expect(Buffer.from(first.value ?? "").toString()).toMatch(/^id: \d+\nevent: trains\n/);
  return opened;
}

interface Rest {
  readonly text: string;
  readonly longest: number;
}

/** The rest of a stream up to its end, or until enough has come. */
async function readRest(
  { body, abort }: OpenedStream,
  isEnough: (text: string) => boolean = () => false,
): Promise<Rest> {
  let text = "";
  let longest = 0;
  for (let next = await body.next(); next.done !== true; next = await body.next()) {
    longest = Math.max(longest, next.value.length);
    text += Buffer.from(next.value).toString();
    if (isEnough(text)) abort.abort(new Error("the client has left"));
  }
  return { text, longest };
}

const countTrains = (text: string): number => text.split("event: trains").length - 1;

describe("a stream of events", () => {
  it("is read, and nothing else can be done with it", async () => {
    const path = `/timetable/${await world.timetable()}/events`;
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      const { answers } = await exchangeRaw(server.port, [
        ask(method, path, ["content-length: 2", "content-type: application/json"]),
        "{}",
      ]);
      expect(answers[0]?.status, method).toBe(405);
      expect(answers[0]?.headers["allow"], method).toMatch(/GET/);
    }
    const preflight = await exchangeRaw(server.port, [ask("OPTIONS", path)]);
    expect(preflight.answers[0]?.status).toBeLessThan(500);
    expect(services.events.stream_count).toBe(0);
  });

  it.each([
    ["two of them", ["last-event-id: 1", "last-event-id: 2"]],
    ["nothing", ["last-event-id:"]],
    ["a list", ["last-event-id: 1, 2"]],
    ["a sign", ["last-event-id: +1"]],
    ["a negative number", ["last-event-id: -9223372036854775808"]],
    ["a fraction", ["last-event-id: 1.5"]],
    ["an exponent", ["last-event-id: 1e3"]],
    ["a number beyond 64 bits", ["last-event-id: 18446744073709551616"]],
    ["a number beyond exact ones", ["last-event-id: 9007199254740993"]],
    ["the largest that is read", [`last-event-id: ${"9".repeat(15)}`]],
    ["bytes that are no text", [`last-event-id: \u00e9\u00ff`]],
    ["digits of another script", ["last-event-id: \u0661"]],
    ["SQL", ["last-event-id: 1'; drop table event; --"]],
    ["thirty thousand digits", [`last-event-id: ${"1".repeat(30_000)}`]],
  ])("with a Last-Event-ID that is %s begins anew", async (_what, lines) => {
    const path = `/timetable/${await world.timetable()}/events`;
    const text = await readBegin(Buffer.from(ask("GET", path, lines), "latin1"));
    expect(text).toMatch(/^HTTP\/1.1 200 OK/);
    expect(text).toMatch(/\nid: \d+\n(event: reset\ndata: {}\n)?\n/);
    await until(() => services.events.stream_count === 0);
  });

  it("is forgotten with its client, however soon that leaves", async () => {
    const random = makeRandom(5);
    const path = `/timetable/${await world.timetable()}/events`;
    const churn = async (): Promise<void> => {
      for (let i = 0; i < 40; i++) {
        const socket = await openSocket(server.port);
        socket.on("data", () => undefined);
        const lines = random() < 0.5 ? ["last-event-id: 0"] : [];
        socket.write(ask(random() < 0.2 ? "HEAD" : "GET", path, lines));
        await wait(wholeBetween(random, 0, 12));
        socket.destroy();
      }
    };
    await Promise.all([churn(), churn(), churn()]);
    await until(() => services.events.stream_count === 0);
    // No place of the user's is lost either.
    const openOne = async (): Promise<Socket> => {
      for (;;) {
        const socket = await openSocket(server.port);
        let status = "";
        socket.on("data", (chunk) => {
          status ||= chunk.toString("latin1", 9, 12);
        });
        socket.write(ask("GET", path));
        await until(() => status !== "");
        if (status === "200") return socket;
        // One that left before its stream began gives its place back a little later.
        socket.destroy();
      }
    };
    const sockets = await Promise.all(Array.from({ length: STREAMS_OF_USER }, openOne));
    await until(() => services.events.stream_count === STREAMS_OF_USER);
    for (const socket of sockets) socket.destroy();
    await until(() => services.events.stream_count === 0);
    expect(failures).toEqual([]);
  });
});

describe("a client that is told what it missed", () => {
  const owner = () => world.owner.identity;

  it("gets all of it once, in pieces, and what comes meanwhile after it", async () => {
    const timetable = await world.timetable();
    const opened = await openBehind(services, timetable, { identity: owner(), count: 8 });
    await until(() => services.events.stream_count === 1);
    const [made] = await world.trains(timetable, ["none"]);
    const isTold = (read: string): boolean => read.includes(`{"created":[${made}],`);
    const { text, longest } = await readRest(opened, isTold);
    const ids = [...text.matchAll(/^id: (\d+)\nevent: trains$/gm)].map(([, id]) => Number(id));
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(countTrains(text)).toBe(8);
    expect(longest).toBeLessThanOrEqual(64 * 1024);
  });

  it("waits with no more than a live stream holds", async () => {
    const timetable = await world.timetable();
    const { statements } = world.database;
    const pages = (): number => statements.get("platform/event/list_missed") ?? 0;
    const before = pages();
    const opened = await openBehind(services, timetable, { identity: owner(), count: 8 });
    expect(pages() - before).toBe(1);
    const hasBeat = (read: string): boolean => /(^|\n): \nid: \d+\n/.test(read);
    await readRest(opened, hasBeat);
    // An event is longer than what may wait: each is a page, and then there are no more.
    expect(pages() - before).toBeGreaterThanOrEqual(8);
  });

  it("hears no more of a timetable that it may not read since", async () => {
    const timetable = await world.timetable();
    const friend = await world.caller(["timetable:read"]);
    const grant = await world.grant("timetable", timetable, friend.id, "Reader");
    const { identity } = friend;
    const opened = await openBehind(services, timetable, { identity, count: 8 });
    await world.make("DELETE", `/authz/timetable/${timetable}/grants/${grant}`);
    const { text } = await readRest(opened);
    expect(text).toMatch(/event: denied\ndata: {}\n\n$/);
    // The rest of the event that was on its way.
    expect(countTrains(text)).toBe(0);
  });

  it("hears that the timetable is deleted", async () => {
    const timetable = await world.timetable();
    const opened = await openBehind(services, timetable, { identity: owner(), count: 8 });
    await world.make("DELETE", `/timetable/${timetable}`);
    const { text } = await readRest(opened);
    expect(text).toMatch(/event: deleted\ndata: {}\n\n$/);
    expect(countTrains(text)).toBe(0);
  });

  it("hears of a server that stops when to come again", async () => {
    const other = makeServices({ db: world.db, env: { event_stream_bytes: 128 * 1024 } });
    const timetable = await world.timetable();
    const opened = await openBehind(other, timetable, { identity: owner(), count: 8 });
    other.events.drain();
    const { text } = await readRest(opened);
    expect(text).toMatch(/retry: \d{4}\n\n$/);
    expect(countTrains(text)).toBe(0);
    expect(other.events.stream_count).toBe(0);
  });
});
