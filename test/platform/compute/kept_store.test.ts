// Method: turns that the test ends by hand; a store of few bytes.
import { describe, expect, it } from "vitest";
import { Kept, KeptStore } from "../../../src/platform/compute/kept_store.ts";

const STAYS = new AbortController().signal;

describe("work on one kept value", () => {
  it("is done in turns, also after one that failed", async () => {
    const kept = new Kept<number>();
    const log: string[] = [];
    let end: () => void = () => undefined;
    const first = kept.inTurn(STAYS, async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      log.push("first");
      throw new Error("broken");
    });
    const second = kept.inTurn(STAYS, async () => log.push("second"));
    await Promise.resolve();
    expect(log).toEqual([]);
    end();
    await expect(first).rejects.toThrow("broken");
    await second;
    expect(log).toEqual(["first", "second"]);
  });

  it("lets who waits leave at once, and its work undone", async () => {
    const kept = new Kept<number>();
    let end: () => void = () => undefined;
    const first = kept.inTurn(STAYS, async () => {
      await new Promise<void>((resolve) => {
        end = resolve;
      });
    });
    const leaving = new AbortController();
    let is_done = false;
    const second = kept.inTurn(leaving.signal, async () => {
      is_done = true;
    });
    leaving.abort(new Error("left"));
    await expect(second).rejects.toThrow("left");
    end();
    await first;
    await kept.inTurn(STAYS, async () => undefined);
    expect(is_done).toBe(false);
  });
});

describe("a store of kept values", () => {
  it("drops what was used longest ago, and what is empty", () => {
    const store = new KeptStore(100);
    const keep = (key: string, bytes: number): Kept<string> => {
      const kept = store.open<string>(key);
      kept.value = key;
      store.resize(key, kept, bytes);
      return kept;
    };
    const a = keep("a", 40);
    keep("b", 40);
    expect(store.open("a")).toBe(a);
    keep("c", 40);
    expect(store.figures).toEqual({ bytes: 80, entries: 2 });
    expect(store.open("a")).toBe(a);
    expect(store.open<string>("b").value).toBeNull();
    a.value = null;
    store.resize("a", a, 0);
    expect(store.figures.bytes).toBe(40);
    // One that was dropped while somebody worked on it.
    store.resize("a", a, 1_000);
    expect(store.figures.bytes).toBe(40);
  });

  it("forgets what is larger than itself, and nothing else", () => {
    const store = new KeptStore(100);
    const keep = (key: string, bytes: number): void => {
      const kept = store.open<string>(key);
      kept.value = key;
      store.resize(key, kept, bytes);
    };
    keep("small", 40);
    keep("large", 101);
    expect(store.figures).toEqual({ bytes: 40, entries: 1 });
    expect(store.peek("small")).toBe("small");
    expect(store.peek("large")).toBeNull();
  });
});
