// Method: a process that ends pools of the built server again and again while their threads load.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../../dist");
const ROUNDS = 800;

/** Ends a pool at a random moment of the time that its thread needs to load, measured first. */
const SCRIPT = `
  import { startCompute } from "${ROOT}/src/platform/compute/pool.js";
  import { makeShare } from "${ROOT}/src/platform/queues/fair_queue.js";
  const wait = { target_ms: 1000, interval_ms: 1000 };
  const start = () => startCompute({
    filename: "${ROOT}/workers/main.js", threads: 1, queue: 10, memory_mb: 256,
    waits: { interactive: wait, batch: wait }, task_deadline_ms: 60000, onThreadError: () => undefined,
  });
  const begin_ms = performance.now();
  const first = start();
  await first.run("no_such_task", {}, { share: makeShare(null) }).catch(() => undefined);
  const load_ms = performance.now() - begin_ms;
  await first.close();
  for (let i = 0; i < ${ROUNDS}; i++) {
    const pool = start();
    await new Promise((resolve) => setTimeout(resolve, load_ms * (0.3 + 0.7 * Math.random())));
    await pool.close();
  }
  console.log("alive");
`;

it(`threads that are ended while they load take nobody along, in ${ROUNDS} rounds`, async () => {
  const child = spawn(process.execPath, ["--input-type=module", "--eval", SCRIPT]);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const [code, signal] = await once(child, "exit");
  expect({ code, signal, output }).toEqual({ code: 0, signal: null, output: "alive\n" });
});
