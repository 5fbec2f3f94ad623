/**
 * Clients of streams of events, many in one process: port, first timetable, timetables, streams, users. Tells
 * its parent when all streams have begun, and then of each event of some streams when it came.
 */
import { connect, type Socket } from "node:net";
import { setTimeout as wait } from "node:timers/promises";

const [port = 0, first_timetable = 0, timetables = 1, streams = 0, users = 1] = process.argv
  .slice(2)
  .map(Number);
/** Every such stream tells what comes. */
const SAMPLED = Number(process.env["SAMPLED"] ?? 50);
const AT_ONCE = 200;
const RETRY_MS = 1_000;

export interface Heard {
  readonly train_id: number;
  readonly at_ms: number;
}

let heard: Heard[] = [];

async function open(n: number): Promise<void> {
  let socket = await ask(n);
  // A busy server refuses; clients come again, as its answer says.
  while (socket === null) {
    await wait(RETRY_MS);
    socket = await ask(n);
  }
  if (n % SAMPLED !== 0) return;
  socket.on("data", (chunk) => {
    const at_ms = Date.now();
    for (const [, id] of chunk.toString("latin1").matchAll(/"changed":\[(\d+)\]/g)) {
      heard.push({ train_id: Number(id), at_ms });
    }
  });
}

/** A stream that has begun; null: it is refused for now. */
async function ask(n: number): Promise<Socket | null> {
  const socket = connect(port, "127.0.0.1");
  const path = `/timetable/${first_timetable + (n % timetables)}/events`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nx-remote-user-identity: bench/${n % users}\r\n\r\n`,
  );
  return await new Promise<Socket | null>((resolve, reject) => {
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      const status = chunk.toString("latin1", 9, 12);
      if (status === "200") resolve(socket);
      else if (status === "503") resolve(null);
      else reject(new Error(chunk.toString("latin1")));
      if (status !== "200") socket.destroy();
    });
  });
}

for (let n = 0; n < streams; n += AT_ONCE) {
  const count = Math.min(AT_ONCE, streams - n);
  await Promise.all(Array.from({ length: count }, (_, i) => open(n + i)));
}
process.send?.("open");
setInterval(() => {
  process.send?.(heard);
  heard = [];
}, 200);
process.on("disconnect", () => process.exit(0));
