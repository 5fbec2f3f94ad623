/**
 * Bench: what tracing costs where nobody traces: a request with a check, a statement and a task, each said to be
 * a piece of work as the server says it, beside the same work done without a word. Rounds in turn, CPU time.
 */
import assert from "node:assert/strict";
import { setTracing, traced } from "../src/platform/tracing.ts";

const REQUESTS = 200_000;
const ROUNDS = 10;
/** A point read keeps the main thread for some 40 µs. */
const NS_MAX = 1000;

let done_count = 0;

async function work(): Promise<void> {
  done_count++;
}

async function silent(): Promise<void> {
  await work();
  await work();
  await work();
}

async function said(): Promise<void> {
  const traceparent = undefined;
  await traced({ kind: "request", name: "get", traceparent }, async () => {
    await traced({ kind: "statement", name: "check" }, () => work());
    await traced({ kind: "statement", name: "read" }, () => work());
    await traced({ kind: "task", name: "find_paths" }, () => work());
  });
}

async function nsPerRequest(request: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  const before_count = done_count;
  for (let i = 0; i < REQUESTS; i++) await request();
  assert.equal(done_count - before_count, 3 * REQUESTS);
  const { user, system } = process.cpuUsage(before);
  return ((user + system) * 1000) / REQUESTS;
}

setTracing(null);
const silent_ns: number[] = [];
const said_ns: number[] = [];
for (let round = 0; round < ROUNDS; round++) {
  silent_ns.push(await nsPerRequest(silent));
  said_ns.push(await nsPerRequest(said));
}
const [without_ns, with_ns] = [Math.min(...silent_ns), Math.min(...said_ns)];
const cost_ns = with_ns - without_ns;
const verdict = cost_ns <= NS_MAX ? "" : "  MISSED";
console.log(`without ${without_ns.toFixed(0)} ns, with ${with_ns.toFixed(0)} ns`);
console.log(`a request: ${cost_ns.toFixed(0)} ns, target <= ${NS_MAX} ns${verdict}`);
