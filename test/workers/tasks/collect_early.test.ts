// Method: some threads of one process begin and end such work over and over, at the same time; V8's settings are the whole process's.
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";

const THREADS = 4;
const ROUNDS = 300;
const BUILT = pathToFileURL(
  join(PROJECT_ROOT, "dist/workers/tasks/exchange/collect_early.js"),
).href;

const WORK = `
const { parentPort } = require("node:worker_threads");
import(${JSON.stringify(BUILT)}).then(({ collectEarly }) => {
  let done = 0;
  for (let i = 0; i < ${ROUNDS}; i++) collectEarly(() => done++);
  parentPort.postMessage(done);
});
`;

it("threads collect early at the same time", async () => {
  const threads = Array.from({ length: THREADS }, () => new Worker(WORK, { eval: true }));
  const told = await Promise.all(threads.map(async (thread) => once(thread, "message")));
  expect(told.flat()).toEqual(Array.from({ length: THREADS }, () => ROUNDS));
});
