// Method: a hundred sockets that ask for endless or large answers and stop reading; who gets one, what others get meanwhile, memory, and what is free again when they leave or stay.

import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { scaled } from "../../helpers/pace.ts";
import type { TestSettings } from "../../helpers/services.ts";
import { until } from "../../helpers/until.ts";
import { type SlowReaderWorld, type Stopped, startSlowReaderWorld } from "./slow_readers.ts";

const READERS = 100;
const STREAMS = 16;
const MIB = 1024 * 1024;

let world: SlowReaderWorld;

async function start(env: TestSettings = {}): Promise<void> {
  world = await startSlowReaderWorld({
    AUTHORIZATION: "disabled",
    streams: STREAMS,
    answers_in_memory_bytes: 64 * 1024 * 1024,
    ...env,
  });
}
afterEach(async () => {
  await world.close();
});

const stopAll = async (path: string, who: string): Promise<Stopped[]> =>
  Promise.all(Array.from({ length: READERS }, async () => world.askAndStop(path, who)));
const countOf = (all: readonly Stopped[], status: number): number =>
  all.filter((one) => one.status === status).length;

describe("clients that stop reading", () => {
  it("get half of the slots for streams, and others stream beside them", async () => {
    await start();
    const before_bytes = process.memoryUsage().rss;
    const all = await stopAll("/endless", "slow");
    expect(countOf(all, 200)).toBe(STREAMS / 2);
    expect(countOf(all, 503)).toBe(READERS - STREAMS / 2);
    expect(all.find(({ status }) => status === 503)?.head).toMatch(/retry-after: \d/i);
    expect(await world.askAndRead("/short", "other")).toBe("200 327680");
    // The next one finds half of what is left.
    expect(countOf(await stopAll("/endless", "slower"), 200)).toBe(STREAMS / 4);
    expect(await world.askAndRead("/short", "other")).toBe("200 327680");
    expect(process.memoryUsage().rss - before_bytes).toBeLessThan(200 * MIB);
  });

  it("give their slots back when they leave", async () => {
    await start();
    const all = await stopAll("/endless", "slow");
    expect(world.running()).toBe(STREAMS / 2);
    for (const { socket } of all) socket.destroy();
    await until(() => world.running() === 0);
    expect(countOf(await stopAll("/endless", "slow"), 200)).toBe(STREAMS / 2);
  });

  it("are cut off when they take nothing for too long, and the slots are free again", async () => {
    await start({ slow_reader_ms: 300 });
    await stopAll("/endless", "slow");
    await until(() => world.running() === 0);
    expect(await world.askAndRead("/short", "slow")).toBe("200 327680");
  });

  it("hold few large answers: the rest is 503, and who stays too long is cut off", async () => {
    // Longer than all of them need to ask.
    await start({ slow_reader_ms: scaled(2_000) });
    const all = await stopAll("/large", "slow");
    expect(countOf(all, 200)).toBeLessThanOrEqual(3);
    expect(countOf(all, 503)).toBe(READERS - countOf(all, 200));
    let answer = "";
    const end_ms = performance.now() + scaled(30_000);
    while (!answer.startsWith("200") && performance.now() < end_ms) {
      answer = await world.askAndRead("/large", "other");
      if (answer.startsWith("503")) await wait(50);
    }
    expect(answer).toBe("200 20000000");
  });

  it("asked for the headers alone, hold no slot", async () => {
    await start();
    for (let i = 0; i < 2 * STREAMS; i++) {
      const response = await fetch(`http://127.0.0.1:${world.port}/endless`, { method: "HEAD" });
      expect(response.status).toBe(200);
    }
    expect(world.running()).toBe(0);
  });
});
