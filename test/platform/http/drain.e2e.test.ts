// Method: the built server as a process; many exports at once, read at full speed, in sips, or not at all
// any more; SIGTERM in the middle. Each body is judged by its terminating chunk, its JSON and its count of
// trains, and what was cut is compared with what the server says.
import { once } from "node:events";
import { connect } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import { readChunks } from "../../helpers/raw_http.ts";
import { freePort, ready, ServerProcesses, type ServerRun } from "../../helpers/server_process.ts";
import { until } from "../../helpers/until.ts";
import { validTrain } from "./rules/valid_forms.ts";

const TRAINS = 2000;
/** Each export is larger than what the kernel takes of it at once: some 8 MB. */
const LABELS = Array.from({ length: 40 }, (_, i) => `${i}-`.padEnd(100, "x"));
const READERS = 8;
/** Small and slow, so that the kernel's buffers stay small and the last bytes wait in the server. */
const SIP_BYTES = 16_384;
const SIP_MS = 4;
const LAST_CHUNK = "\r\n0\r\n\r\n";

let processes: ServerProcesses;
let port: number;
beforeAll(async () => {
  processes = new ServerProcesses();
  port = await freePort();
});
afterAll(() => {
  processes.close();
});

async function start(env: Readonly<Record<string, string>>): Promise<ServerRun> {
  const run = processes.run({ PORT: String(port), AUTHORIZATION: "disabled", ...env });
  await ready(port);
  return run;
}

async function makeTimetable(): Promise<number> {
  const post = async (path: string, body: unknown): Promise<Response> =>
    await fetch(`http://127.0.0.1:${port}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const made = await post("/timetable", {});
  const { timetable_id } = (await made.json()) as { timetable_id: number };
  const trains = Array.from({ length: TRAINS }, () => validTrain({ labels: LABELS }));
  const added = await post(`/timetable/${timetable_id}/train_schedules`, trains);
  expect(added.ok).toBe(true);
  return timetable_id;
}

type Pace = "fast" | "sips" | "stalled";

interface Reader {
  readonly pace: Pace;
  received_bytes: number;
  readonly ask: (timetable_id: number) => void;
  /** Reads on at full speed. */
  readonly hurry: () => void;
  /** All that came until the connection ended. */
  readonly received: Promise<Buffer>;
}

function read(timetable_id: number, pace: Pace): Reader {
  const reader = open(pace);
  reader.ask(timetable_id);
  return reader;
}

function open(pace: Pace): Reader {
  const chunks: Buffer[] = [];
  let is_hurried = pace === "fast";
  const onChunk = (length: number, buffer: Uint8Array): boolean => {
    const chunk = Buffer.from(buffer.subarray(0, length));
    chunks.push(chunk);
    reader.received_bytes += length;
    // As clients do when they were told that the answer is the last one.
    if (Buffer.concat(chunks.slice(-2)).toString("latin1").endsWith(LAST_CHUNK)) socket.end();
    if (!is_hurried && pace === "sips") setTimeout(() => socket.resume(), SIP_MS);
    return is_hurried;
  };
  const buffer = Buffer.alloc(SIP_BYTES);
  const socket = connect({ port, host: "127.0.0.1", onread: { buffer, callback: onChunk } });
  socket.on("error", () => undefined); // a reset is an end, too
  const reader: Reader = {
    pace,
    received_bytes: 0,
    ask: (timetable_id) => {
      const path = `/timetable/${timetable_id}/export?format=json`;
      socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    },
    hurry: () => {
      is_hurried = true;
      socket.resume();
    },
    received: once(socket, "close").then(() => Buffer.concat(chunks)),
  };
  return reader;
}

/** Starts the readers and waits until each of them has begun to read. */
async function startReaders(timetable_id: number, paces: readonly Pace[]): Promise<Reader[]> {
  const readers = paces.map((pace) => read(timetable_id, pace));
  await until(() => readers.every(({ received_bytes }) => received_bytes > 0));
  return readers;
}

interface Outcome {
  readonly whole_count: number;
  /** Of paces. */
  readonly cut: readonly Pace[];
}

async function judge(readers: readonly Reader[]): Promise<Outcome> {
  const cut: Pace[] = [];
  for (const { pace, received } of readers) {
    const { body, is_whole } = readChunks(await received);
    if (!is_whole) {
      cut.push(pace);
      continue;
    }
    const { train_schedules } = JSON.parse(body.toString()) as { train_schedules: unknown[] };
    expect(train_schedules.length).toBe(TRAINS);
  }
  return { whole_count: readers.length - cut.length, cut };
}

function pacesOf(...kinds: readonly Pace[]): Pace[] {
  return Array.from({ length: READERS }, (_, i) => kinds[i % kinds.length] ?? "fast");
}

describe("SIGTERM in the middle of exports", () => {
  it("lets each of them end whole within the drain, and exits with 0", async () => {
    const { child, exit, output } = await start({ DRAIN_MS: String(scaled(60_000)) });
    const timetable_id = await makeTimetable();
    const late = open("fast");
    const readers = await startReaders(timetable_id, pacesOf("fast", "sips"));
    child.kill("SIGTERM");
    await until(() => output().includes("finishing what runs"));
    // Connected before, asked while the others are finished.
    late.ask(timetable_id);
    expect(await judge([...readers, late])).toEqual({ whole_count: READERS + 1, cut: [] });
    expect(await exit).toBe(0);
    // By its key: any word may be part of a request's id.
    expect(output()).not.toContain('"cut_count"');
  });

  it("cuts visibly what does not end within the drain, counts it, and exits with 2", async () => {
    const { child, exit, output } = await start({ DRAIN_MS: "4000" });
    const readers = await startReaders(await makeTimetable(), pacesOf("fast", "stalled"));
    child.kill("SIGTERM");
    expect(await exit).toBe(2);
    // What the kernel still holds is all that comes now.
    for (const { hurry } of readers) hurry();
    const { whole_count, cut } = await judge(readers);
    expect(cut.filter((pace) => pace === "stalled").length).toBe(READERS / 2);
    expect(/"cut_count":(\d+)/.exec(output())?.[1]).toBe(String(READERS - whole_count));
  });
});
