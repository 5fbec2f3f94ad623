/**
 * Loaded into a server's process by `--import`: how long its main thread computed at a stretch, without
 * a look at the event loop. Computed, not passed: on a busy machine time passes that nobody took.
 * Linux tells a thread's own time; each message asks for the longest stretch since the last one.
 */
import { openSync, readSync } from "node:fs";
import { isMainThread } from "node:worker_threads";

const TEXT_MAX = 64;

if (isMainThread && process.send !== undefined) {
  const file = openSync("/proc/thread-self/schedstat", "r");
  const buffer = Buffer.alloc(TEXT_MAX);
  const computedMs = () => {
    const length = readSync(file, buffer, 0, TEXT_MAX, 0);
    return Number(buffer.toString("latin1", 0, length).split(" ")[0]) / 1e6;
  };
  let last_ms = computedMs();
  let longest_ms = 0;
  const look = () => {
    const now_ms = computedMs();
    longest_ms = Math.max(longest_ms, now_ms - last_ms);
    last_ms = now_ms;
  };
  setInterval(look, 1).unref();
  process.on("message", () => {
    look();
    process.send(longest_ms);
    longest_ms = 0;
  });
  process.channel.unref();
}
