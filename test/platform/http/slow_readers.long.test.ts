// Method: a thousand sockets of many users that ask for endless streams and stop reading, with the server's own settings except how long they are tolerated; memory, and what others get meanwhile.
import { expect, it } from "vitest";
import { REQUEST_LIMITS } from "../../../src/platform/limits.ts";
import { until } from "../../helpers/until.ts";
import { startSlowReaderWorld } from "./slow_readers.ts";

const READERS = 1_000;
const USERS = 50;
const ROUNDS = 40;
const MIB = 1024 * 1024;

it("a thousand slow readers hold as many streams as there are slots; others and, once they are cut off, everybody are served", async () => {
  const { streams } = REQUEST_LIMITS;
  const world = await startSlowReaderWorld({ AUTHORIZATION: "disabled", slow_reader_ms: 5000 });
  try {
    await world.askAndRead("/short", "other");
    const before_bytes = process.memoryUsage().rss;
    const all = await Promise.all(
      Array.from({ length: READERS }, async (_, n) =>
        world.askAndStop("/endless", `slow ${n % USERS}`),
      ),
    );
    const held = all.filter(({ status }) => status === 200).length;
    expect(held).toBeGreaterThan(streams / 2);
    expect(held).toBeLessThanOrEqual(streams);
    expect(all.filter(({ status }) => status === 503)).toHaveLength(READERS - held);
    for (let round = 0; round < ROUNDS; round++) {
      expect((await fetch(`http://127.0.0.1:${world.port}/plain`)).status).toBe(200);
    }
    expect(process.memoryUsage().rss - before_bytes).toBeLessThan(400 * MIB);
    await until(() => world.running() === 0);
    expect(await world.askAndRead("/short", "slow 0")).toBe("200 327680");
  } finally {
    await world.close();
  }
});
