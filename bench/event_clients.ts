/**
 * Clients of streams of events, many in one process: port, first timetable, timetables, streams, users. Tells
 * its parent when all streams have begun, and then of each event of some streams when it came.
 */
import { connect } from "node:net";

const [port = 0, first_timetable = 0, timetables = 1, streams = 0, users = 1] = process.argv
  .slice(2)
  .map(Number);
/** Every such stream tells what comes. */
const SAMPLED = Number(process.env["SAMPLED"] ?? 50);
const AT_ONCE = 200;

export interface Heard {
  readonly train_id: number;
  readonly at_ms: number;
}

let heard: Heard[] = [];

async function open(n: number): Promise<void> {
  const socket = connect(port, "127.0.0.1");
  const path = `/timetable/${first_timetable + (n % timetables)}/events`;
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: x\r\nx-remote-user-identity: bench/${n % users}\r\n\r\n`,
  );
  await new Promise<void>((resolve, reject) => {
    socket.on("error", reject);
    socket.once("data", (chunk) => {
      if (chunk.toString("latin1", 9, 12) === "200") resolve();
      else reject(new Error(chunk.toString("latin1")));
    });
  });
  if (n % SAMPLED !== 0) return;
  socket.on("data", (chunk) => {
    const at_ms = Date.now();
    for (const [, id] of chunk.toString("latin1").matchAll(/"changed":\[(\d+)\]/g)) {
      heard.push({ train_id: Number(id), at_ms });
    }
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
