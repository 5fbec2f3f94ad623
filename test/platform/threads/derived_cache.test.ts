// Method: computations that the test settles by hand; calls, values and cancellations counted.
import { describe, expect, it } from "vitest";
import {
  DerivedCache,
  type ResolveOptions,
  TooMuchMissing,
} from "../../../src/platform/compute/derived_cache.ts";

interface Started {
  readonly batch: readonly string[];
  readonly signal: AbortSignal;
  readonly land: () => void;
  readonly crash: (error: Error) => void;
}

/** Jobs are their own keys; a value is the key in capitals. */
function makeBench(bytes_max = 1_000_000, size = 1) {
  const cache = new DerivedCache(bytes_max);
  const started: Started[] = [];
  const options = (signal: AbortSignal, batch_size: number): ResolveOptions<string, string> => ({
    signal,
    split: (jobs) => {
      const batches: string[][] = [];
      for (let i = 0; i < jobs.length; i += batch_size) batches.push(jobs.slice(i, i + batch_size));
      return batches;
    },
    compute: (batch, batch_signal) =>
      new Promise((resolve, reject) => {
        started.push({
          batch,
          signal: batch_signal,
          land: () => resolve(batch.map((key) => key.toUpperCase())),
          crash: reject,
        });
      }),
    sizeOf: () => size,
  });
  const ask = (keys: string, signal = new AbortController().signal, batch_size = 2) =>
    cache.resolveMany(
      keys.split("").map((key) => ({ key, job: key })),
      options(signal, batch_size),
    );
  const askFew = (keys: string, missing_max: number) =>
    cache.resolveMany(
      keys.split("").map((key) => ({ key, job: key })),
      { ...options(new AbortController().signal, 2), lookup: { missing_max } },
    );
  return { cache, started, ask, askFew };
}

describe("the cache of derived results", () => {
  it("computes each key once, in batches, and remembers", async () => {
    const { started, ask } = makeBench();
    const asked = ask("abcab");
    expect(started.map(({ batch }) => batch)).toEqual([["a", "b"], ["c"]]);
    for (const { land } of started) land();
    expect(await asked).toEqual(["A", "B", "C", "A", "B"]);
    expect(await ask("cba")).toEqual(["C", "B", "A"]);
    expect(started).toHaveLength(2);
  });

  it("computes nothing, and counts nothing, when more is missing than the caller allows for", async () => {
    const { cache, started, ask, askFew } = makeBench();
    const first = ask("a");
    started[0]?.land();
    await first;
    await expect(askFew("abcc", 1)).rejects.toBeInstanceOf(TooMuchMissing);
    expect(started).toHaveLength(1);
    expect(cache.figures).toMatchObject({ hits: 0, misses: 1 });
    const few = askFew("abcc", 2);
    started[1]?.land();
    expect(await few).toEqual(["A", "B", "C", "C"]);
  });

  it("lets a second caller join what is being computed", async () => {
    const { started, ask } = makeBench();
    const first = ask("ab");
    const second = ask("bc");
    expect(started.map(({ batch }) => batch)).toEqual([["a", "b"], ["c"]]);
    for (const { land } of started) land();
    expect(await first).toEqual(["A", "B"]);
    expect(await second).toEqual(["B", "C"]);
  });

  it("cancels a computation only when the last caller has left", async () => {
    const { started, ask } = makeBench();
    const [one, two] = [new AbortController(), new AbortController()];
    const first = ask("ab", one.signal);
    const second = ask("b", two.signal);
    one.abort(new Error("first left"));
    await expect(first).rejects.toThrow("first left");
    expect(started[0]?.signal.aborted).toBe(false);
    two.abort(new Error("second left"));
    await expect(second).rejects.toThrow("second left");
    expect(started[0]?.signal.aborted).toBe(true);
  });

  it("starts anew for a caller who comes after a cancellation", async () => {
    const { started, ask } = makeBench();
    const left = new AbortController();
    const first = ask("a", left.signal);
    left.abort(new Error("left"));
    await expect(first).rejects.toThrow("left");
    const second = ask("a");
    started[0]?.crash(new Error("cancelled"));
    expect(started).toHaveLength(2);
    started[1]?.land();
    expect(await second).toEqual(["A"]);
  });

  it("fails all who wait for a computation that fails, and forgets it", async () => {
    const { started, ask } = makeBench();
    const callers = [ask("a"), ask("ab")];
    started[0]?.crash(new Error("broken"));
    started[1]?.land();
    for (const caller of callers) await expect(caller).rejects.toThrow("broken");
    const again = ask("ab");
    expect(started.at(-1)?.batch).toEqual(["a"]);
    started.at(-1)?.land();
    expect(await again).toEqual(["A", "B"]);
  });

  it("stays within its bytes and drops what was used longest ago", async () => {
    const { cache, started, ask } = makeBench(3 * 1300, 1000);
    for (const key of "abc") {
      const asked = ask(key);
      started.at(-1)?.land();
      await asked;
    }
    await ask("a");
    const fourth = ask("d");
    started.at(-1)?.land();
    await fourth;
    expect(cache.keys().sort()).toEqual(["a", "c", "d"]);
    expect(cache.figures.bytes).toBeLessThanOrEqual(3 * 1300);
    expect(cache.figures).toMatchObject({ hits: 1, misses: 4, entries: 3 });
  });
});
