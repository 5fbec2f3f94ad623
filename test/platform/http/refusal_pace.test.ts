// Method: crowds of refusals on a clock of the test's own, with the times at which they go out; and one on a real socket.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { RefusalPace } from "../../../src/platform/http/arrival/refusal_pace.ts";
import { startServer } from "../../../src/platform/http/server.ts";
import { makeConfig } from "../../helpers/services.ts";
import { until } from "../../helpers/until.ts";

/** The order in which held refusals go out, and how many went at once. */
function holdMany(
  pace: RefusalPace,
  count: number,
  owner: string | null = "crowd",
): { released: number[]; at_once: number } {
  const released: number[] = [];
  let at_once = 0;
  for (let n = 0; n < count; n++) {
    const held = pace.hold(owner);
    if (held === null) at_once++;
    else void held.then(() => released.push(n));
  }
  return { released, at_once };
}

/** As many have gone out at once as may. */
function spent(): RefusalPace {
  const pace = new RefusalPace(1_000);
  holdMany(pace, 1_000);
  return pace;
}

describe("refusals", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("go out at once while they are few, and no timer stays", async () => {
    const pace = new RefusalPace(1_000);
    for (let i = 0; i < 50; i++) {
      expect(holdMany(pace, 20)).toEqual({ released: [], at_once: 20 });
      await vi.advanceTimersByTimeAsync(20);
    }
    await vi.advanceTimersByTimeAsync(40);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of clients that come again after a second go out at once, each time", async () => {
    const pace = new RefusalPace(1_000);
    for (let second = 0; second < 5; second++) {
      expect(holdMany(pace, 1_000)).toEqual({ released: [], at_once: 1_000 });
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(vi.getTimerCount()).toBe(0);
  });

  it("of a crowd go out in the order of their coming, 1,000 a second", async () => {
    const { released, at_once } = holdMany(spent(), 1_000);
    expect(at_once).toBe(0);
    await vi.advanceTimersByTimeAsync(500);
    expect(released.length).toBe(500);
    await vi.advanceTimersByTimeAsync(500);
    expect(released).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([
    [6_000, 6_100],
    [100_000, 26_000],
  ])(
    "of %d have all gone out after %d ms, and never many of them at once",
    async (count, end_ms) => {
      const { released } = holdMany(spent(), count);
      for (let ms = 0; ms < end_ms; ms += 20) {
        const before = released.length;
        await vi.advanceTimersByTimeAsync(20);
        expect(released.length - before).toBeLessThanOrEqual(Math.max(20, count * 0.003));
      }
      expect(released.length).toBe(count);
    },
  );

  it("that come while others of the same caller are held go after them", async () => {
    const pace = spent();
    const first = holdMany(pace, 1_000);
    await vi.advanceTimersByTimeAsync(20);
    const { released, at_once } = holdMany(pace, 1);
    expect(at_once).toBe(0);
    await vi.advanceTimersByTimeAsync(960);
    expect(first.released.length).toBe(980);
    expect(released).toEqual([]);
    await vi.advanceTimersByTimeAsync(40);
    expect(released).toEqual([0]);
  });

  it("of one caller do not wait for a crowd's of another", async () => {
    const pace = spent();
    holdMany(pace, 5_000);
    await vi.advanceTimersByTimeAsync(100);
    const { released, at_once } = holdMany(pace, 1, "somebody");
    expect(at_once).toBe(0);
    await vi.advanceTimersByTimeAsync(20);
    expect(released).toEqual([0]);
  });
});

describe("a server", () => {
  it("holds a crowd of refusals back, and other answers not", async () => {
    const server = await startServer({
      config: makeConfig({ PORT: "0" }),
      refusals_per_second: 50,
      dispatch: async ({ path }) => ({
        status: path === "/busy" ? 503 : 200,
        headers: [],
        body: "",
      }),
      onError: () => undefined,
    });
    const url = `http://127.0.0.1:${server.port}`;
    let refused = 0;
    const crowd = Array.from({ length: 200 }, async () => {
      const { status } = await fetch(`${url}/busy`);
      if (status === 503) refused++;
    });
    await until(() => refused > 0);
    expect((await fetch(url)).status).toBe(200);
    expect(refused).toBeLessThan(200);
    await Promise.all(crowd);
    expect(refused).toBe(200);
    await server.stop(1000);
  });
});
