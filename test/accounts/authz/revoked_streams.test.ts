/**
 * Method: a real server, streams over its sockets, and a right that is taken in the middle: what comes then. Tasks are held
 * by the test, so that a stream is in its middle for as long as it takes. Two tabs and a colleague ask on the same
 * kept connections, as behind a gateway.
 */
import { Agent, type ClientRequest, get, request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createDispatch } from "../../../src/platform/http/dispatch.ts";
import { type HttpServer, startServer } from "../../../src/platform/http/server.ts";
import { listServed } from "../../../src/server/endpoints.ts";
import { freePort } from "../../helpers/server_process.ts";
import { until } from "../../helpers/until.ts";
import { validTrain } from "../../platform/http/rules/valid_forms.ts";
import { type Caller, openWorld, type World } from "./world.ts";

let world: World;
let server: HttpServer;
/** Awaited before each task of that name. */
let hold: { readonly name: string; readonly wait: () => Promise<void> } | null = null;
const cut_by: string[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 4 });

beforeAll(async () => {
  world = await openWorld({ PORT: String(await freePort()) });
  const compute = { ...world.compute };
  const held = async (...asked: Parameters<typeof compute.run>): Promise<unknown> => {
    if (hold?.name === asked[0]) await hold.wait();
    return await compute.run(...asked);
  };
  Object.assign(world.compute, { run: held });
  const { services } = world;
  const dispatch = createDispatch(services, listServed(services.config));
  // Streams that are cut are told here.
  const onError = (error: unknown): void => {
    cut_by.push(error instanceof Error ? error.message : String(error));
  };
  server = await startServer({ config: services.config, dispatch, onError });
});
afterAll(async () => {
  agent.destroy();
  await server.stop(1000);
  await world.close();
});
beforeEach(() => {
  hold = null;
  cut_by.length = 0;
});

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A request over the kept connections. */
async function send(
  { identity }: Caller,
  method: string,
  path: string,
  body?: unknown,
  more: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const headers = {
    "x-remote-user-identity": identity,
    ...(body === undefined ? {} : { "content-type": "application/json" }),
    ...more,
  };
  return await new Promise((resolve, reject) => {
    const asked = request({ agent, host: "127.0.0.1", port: server.port, path, method, headers });
    asked.on("error", reject);
    asked.on("response", (answer) => {
      let text = "";
      answer.on("data", (chunk: Buffer) => (text += chunk.toString()));
      answer.on("end", () =>
        resolve({ status: answer.statusCode ?? 0, text, headers: answer.headers }),
      );
      answer.on("error", reject);
    });
    asked.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** A stream that is read as far as it comes. */
class Stream {
  text = "";
  status = 0;
  /** How it has ended; null: it goes on. */
  end: "whole" | "cut" | null = null;
  readonly #asked: ClientRequest;

  constructor(
    { identity }: Caller,
    path: string,
    { body, accept }: { body?: unknown; accept?: string } = {},
  ) {
    const headers = {
      "x-remote-user-identity": identity,
      ...(accept === undefined ? {} : { accept }),
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    };
    const options = { host: "127.0.0.1", port: server.port, path, headers };
    this.#asked =
      body === undefined
        ? get(options)
        : request({ ...options, method: "POST" }).end(JSON.stringify(body));
    this.#asked.on("error", () => (this.end = "cut"));
    this.#asked.on("response", (answer) => {
      this.status = answer.statusCode ?? 0;
      answer.on("data", (chunk: Buffer) => (this.text += chunk.toString()));
      answer.on("end", () => (this.end = "whole"));
      answer.on("error", () => (this.end = "cut"));
    });
  }

  async ended(): Promise<"whole" | "cut" | null> {
    await until(() => this.end !== null);
    return this.end;
  }

  close(): void {
    this.#asked.destroy();
  }
}

async function reader(timetable: number): Promise<Caller> {
  const who = await world.caller(["timetable:read", "infra:read", "rolling-stock:read"]);
  await world.grant("timetable", timetable, who.id, "Reader");
  return who;
}

/** Released by the test. */
function makeGate(): {
  readonly wait: () => Promise<void>;
  readonly open: () => void;
  asked: number;
} {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const gate = {
    asked: 0,
    open: () => open(),
    wait: async () => {
      gate.asked++;
      await opened;
    },
  };
  return gate;
}

describe("a right that is taken in the middle", () => {
  it("ends events with `denied`, of that caller alone", async () => {
    const timetable = await world.timetable();
    const [who, other] = [await reader(timetable), await reader(timetable)];
    const path = `/timetable/${timetable}/events`;
    const [own, others] = [new Stream(who, path), new Stream(other, path)];
    await until(() => own.text !== "" && others.text !== "");
    await world.revokeAll(who.id);
    await world.make("PUT", `/timetable/${timetable}`, { name: "renamed" });
    expect(await own.ended()).toBe("whole");
    expect(own.text).toContain("event: denied");
    expect(own.text).not.toContain("renamed");
    await until(() => others.text.includes("renamed"));
    expect(others.end).toBe(null);
    others.close();
  });

  it("cuts a resolution that is being searched", async () => {
    const collection = await world.collection();
    const { name } = await world.stock(collection);
    const project = await world.project();
    const { timetable, infra } = await world.scenario(project, await world.study(project));
    await world.trains(timetable, [name, name]);
    const who = await reader(timetable);
    await world.grant("infra", infra, who.id, "Reader");
    await world.grant("rolling_stock_collection", collection, who.id, "Reader");
    const path = `/timetable/${timetable}/resolution?infra=${infra}`;
    const gate = makeGate();
    const wait = async (): Promise<void> => {
      await gate.wait();
      throw new Error("its caller has left");
    };
    hold = { name: "plan_resolution", wait };
    const lines = { body: {}, accept: "application/x-ndjson" };
    const stream = new Stream(who, path, lines);
    await until(() => gate.asked > 0 && stream.text !== "");
    expect([stream.status, stream.end]).toEqual([200, null]);
    await world.revokeAll(who.id);
    expect(await stream.ended()).toBe("cut");
    expect(stream.text).not.toContain('"solved"');
    expect(cut_by.join()).toContain("This needs Reader");
    // It is not searched any more.
    expect(gate.asked).toBe(1);
    gate.open();
  });

  it("cuts an export that is being read", async () => {
    const timetable = await world.timetable();
    const who = await reader(timetable);
    // More than connections hold back: the server waits for the reader.
    const labels = Array.from({ length: 1000 }, () => "x".repeat(2000));
    for (let i = 0; i < 24; i++) {
      await world.make("POST", `/timetable/${timetable}/train_schedules`, [validTrain({ labels })]);
    }
    const headers = { "x-remote-user-identity": who.identity };
    const path = `/timetable/${timetable}/export?format=json`;
    const read = async (whenBegun: () => Promise<void>): Promise<{ bytes: number; end: string }> =>
      await new Promise((resolve) => {
        get({ host: "127.0.0.1", port: server.port, path, headers }, (answer) => {
          let bytes = 0;
          answer.on("end", () => resolve({ bytes, end: "whole" }));
          answer.on("error", () => resolve({ bytes, end: "cut" }));
          answer.once("readable", () => {
            void whenBegun().then(() => {
              answer.on("data", (chunk: Buffer) => (bytes += chunk.length));
            });
          });
        });
      });
    const whole = await read(async () => undefined);
    expect(whole.end).toBe("whole");
    const part = await read(async () => {
      await world.revokeAll(who.id);
      // Rights are asked for once a second while an answer is made.
      await new Promise((resolve) => setTimeout(resolve, 1200));
    });
    expect(part.end).toBe("cut");
    expect(part.bytes).toBeLessThan(whole.bytes);
    expect(cut_by.join()).toContain("This needs Reader");
  });

  it("refuses an import that has been read, and stores none of it", async () => {
    const timetable = await world.timetable();
    const who = await world.caller(["timetable:write"]);
    await world.grant("timetable", timetable, who.id, "Creator");
    const gate = makeGate();
    hold = { name: "split_timetable", wait: gate.wait };
    const body = { version: 1, train_schedules: [validTrain()], paced_trains: [] };
    const asked = send(who, "POST", `/timetable/${timetable}/import`, body);
    await until(() => gate.asked > 0);
    await world.revokeAll(who.id);
    gate.open();
    expect((await asked).status).toBe(403);
    const { count } = await world.make("GET", `/timetable/${timetable}/train_schedules`);
    expect(count).toBe(0);
  });
});

describe("two tabs of a planner and a colleague, on the same connections", () => {
  it("are each who they are, however their requests come", async () => {
    const [anna, bert] = [
      await world.caller(["timetable:read"]),
      await world.caller(["timetable:read"]),
    ];
    const asked = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? bert : anna));
    const answers = await Promise.all(asked.map(async (who) => send(who, "GET", "/authn/me")));
    const ids = answers.map(({ text }) => (JSON.parse(text) as { id: number }).id);
    expect(ids).toEqual(asked.map(({ id }) => id));
  });

  it("see each other's changes, and none overwrites another's that it has not seen", async () => {
    const timetable = await world.timetable();
    const collection = await world.collection();
    const { name } = await world.stock(collection);
    const [id] = await world.trains(timetable, [name]);
    const writer = async (): Promise<Caller> => {
      const who = await world.caller(["timetable:write"]);
      await world.grant("timetable", timetable, who.id, "Writer");
      await world.grant("rolling_stock_collection", collection, who.id, "Reader");
      return who;
    };
    const [anna, bert] = [await writer(), await writer()];
    const path = `/train_schedule/${id}`;
    const tabs = [anna, anna, bert];
    const seen = await Promise.all(tabs.map(async (who) => send(who, "GET", path)));
    const streams = tabs.map((who) => new Stream(who, `/timetable/${timetable}/events`));
    await until(() => streams.every(({ text }) => text !== ""));
    const statuses: number[] = [];
    for (const [i, who] of tabs.entries()) {
      const body = { ...(JSON.parse(seen[i]?.text ?? "") as object), train_name: `by ${i}` };
      const etag = { "if-match": String(seen[i]?.headers["etag"]) };
      statuses.push((await send(who, "PUT", path, body, etag)).status);
    }
    expect(statuses).toEqual([200, 412, 412]);
    await until(() => streams.every(({ text }) => text.includes(`"changed":[${id}]`)));
    // A right that is taken ends both tabs of its owner, and not the colleague's.
    await world.revokeAll(anna.id);
    await until(() => streams.slice(0, 2).every(({ end }) => end === "whole"));
    expect(streams.map(({ text }) => text.includes("event: denied"))).toEqual([true, true, false]);
    const after = await Promise.all(tabs.map(async (who) => send(who, "GET", path)));
    expect(after.map(({ status }) => status)).toEqual([403, 403, 200]);
    for (const stream of streams) stream.close();
  });
});
