// Method: documents of small parts, drawn so that V8 needs much for few bytes, are parsed on a thread of little memory, each larger than the one before: each is parsed or refused by name, and the thread never ends by its limit, which at times ends the process.
import { once } from "node:events";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { PROJECT_ROOT } from "../../../src/platform/root.ts";
import { OUT_OF_MEMORY } from "../../../workers/railjson/thread_memory.ts";

const MEMORY_MB = 64;
const BUILT = pathToFileURL(join(PROJECT_ROOT, "dist/workers/railjson/decode_document.js")).href;

/** Parses documents of a part written ever more often, until one is refused. */
const WORK = `
  const { parentPort, workerData } = require("node:worker_threads");
  const { Buffer } = require("node:buffer");
  import(workerData.built).then(({ decodeDocument }) => {
    const make = eval(workerData.part);
    let parsed = 0;
    for (let count = 1000; ; count *= 2) {
      const parts = Array.from({ length: count }, (_, k) => make(k)).join();
      const bytes = Buffer.from("[" + parts + "]");
      const body = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength);
      try {
        decodeDocument(body);
        parsed++;
      } catch (error) {
        parentPort.postMessage({ parsed, message: error.message });
        return;
      }
    }
  });
`;

describe("a thread with little memory", () => {
  it.each([
    ["objects with a key of their own", '(k) => `{"k${k}":1}`'],
    [
      "objects with many keys of their own",
      "(k) => '{' + Array.from({ length: 30 }, (_, i) => `\"k${i}_${k}\":${k}.5`).join() + '}'",
    ],
    ["objects of many shapes", '(k) => `{"a${k % 1000}":1,"b${k % 997}":2}`'],
    ["empty objects", "() => '{}'"],
    ["texts of their own", '(k) => `"k${k}"`'],
    ["numbers among texts", "(k) => (k % 2 ? `${k}.5` : '\"a\"')"],
    ["zeros", "() => '0'"],
    ["lists in lists", "() => '[[0]]'"],
  ])("refuses %s before they are built", async (_what, part) => {
    const thread = new Worker(WORK, {
      eval: true,
      workerData: { built: BUILT, part },
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, maxYoungGenerationSizeMb: 16 },
    });
    const [told] = (await once(thread, "message")) as [{ parsed: number; message: string }];
    expect(told.message).toBe(OUT_OF_MEMORY);
    expect(told.parsed).toBeGreaterThan(2);
    await thread.terminate();
  });
});
