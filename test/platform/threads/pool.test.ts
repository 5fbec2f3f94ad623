// Method: the real pool with a worker of its own that throws, exits, hoards memory or never ends.
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { ComputeError } from "../../../src/platform/compute/errors.ts";
import { type Compute, type RunOptions, startCompute } from "../../../src/platform/compute/pool.ts";
import { makeShare, type Share } from "../../../src/platform/queues/fair_queue.ts";
import { scaled } from "../../helpers/pace.ts";
import { PATIENT_WAITS } from "../../helpers/patient_waits.ts";
import { until } from "../../helpers/until.ts";

const filename = join(import.meta.dirname, "faulty_worker.mjs");
let pool: Compute;

function start(options: Partial<Parameters<typeof startCompute>[0]> = {}): void {
  pool = startCompute({
    filename,
    threads: 2,
    queue: 100,
    waits: PATIENT_WAITS,
    task_deadline_ms: scaled(5000),
    memory_mb: 64,
    onThreadError: () => undefined,
    ...options,
  });
}
afterEach(async () => {
  await pool.close();
});

type Answer = { readonly value: unknown; readonly threadId: number };

// The planted worker has one task under a name that the pool knows; its types are its own.
const run = (
  what: string,
  value: unknown = null,
  options: Partial<RunOptions> = {},
): Promise<Answer> =>
  pool.run("find_paths", { what, value } as never, {
    share: makeShare(null),
    ...options,
  }) as never;

/** What two tasks answer that run at the same time: its threads, or what they were told. */
async function meetAt(what: "meet" | "evicted"): Promise<unknown[]> {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const answers = await Promise.all([run(what, count), run(what, count)]);
  return what === "meet" ? answers.map(({ threadId }) => threadId) : answers;
}

async function kindOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return "none";
  } catch (error) {
    return error instanceof ComputeError ? error.kind : (error as Error).name;
  }
}

describe("the pool", () => {
  it("runs tasks on all its threads", async () => {
    start();
    expect(new Set(await meetAt("meet")).size).toBe(2);
  });

  it.each([
    ["throw", "failed"],
    ["exit", "crashed"],
    ["memory", "crashed"],
  ])("fails only the task that does %s, and heals", async (what, kind) => {
    // Not what ends it: a thread that is short of memory is slow to die.
    start({ task_deadline_ms: scaled(600_000) });
    for (let round = 0; round < 5; round++) {
      const neighbours = Array.from({ length: 8 }, (_, i) => run("wait", i));
      expect(await kindOf(run(what))).toBe(kind);
      expect((await Promise.all(neighbours)).map(({ value }) => value)).toEqual([
        0, 1, 2, 3, 4, 5, 6, 7,
      ]);
    }
    expect(new Set(await meetAt("meet")).size).toBe(2);
  });

  it("cuts an endless loop at the deadline while others go on", async () => {
    // The first task waits for its thread to begin.
    start({ task_deadline_ms: scaled(800) });
    await run("echo");
    const loop = kindOf(run("loop"));
    for (let i = 0; i < 20; i++) expect((await run("echo", i)).value).toBe(i);
    expect(await loop).toBe("deadline");
    expect((await run("echo", 1)).value).toBe(1);
  });

  it("counts run time only: a task may wait longer than its deadline", async () => {
    start({ threads: 1, task_deadline_ms: scaled(800) });
    await run("echo");
    const tasks = Array.from({ length: 6 }, () => kindOf(run("wait", scaled(160))));
    expect(await Promise.all(tasks)).toEqual(Array(6).fill("none"));
  });

  it("refuses what does not fit in the queue", async () => {
    start({ threads: 1, queue: 3 });
    const tasks = Array.from({ length: 6 }, () => kindOf(run("wait", 20)));
    expect((await Promise.all(tasks)).filter((kind) => kind === "overloaded")).toHaveLength(2);
    expect(pool.load).toBe(0);
  });

  it("never drops a task of what was let in or has begun, however full the queue is", async () => {
    start({ threads: 1, queue: 4 });
    const admitted = makeShare("a");
    const leave = await pool.enter(admitted, new AbortController().signal);
    const begun = makeShare("a");
    const shares = [begun, ...Array<Share>(6).fill(admitted), begun];
    const tasks = shares.map((share) => kindOf(run("wait", 20, { share })));
    const fresh = Array.from({ length: 2 }, () => kindOf(run("echo", 1)));
    expect(await Promise.all(fresh)).toEqual(["overloaded", "overloaded"]);
    expect(await Promise.all(tasks)).toEqual(Array(8).fill("none"));
    leave?.();
  });

  it("takes interactive tasks before batches", async () => {
    start({ threads: 1 });
    const order: string[] = [];
    const note = async (name: string, options: Partial<RunOptions>): Promise<void> => {
      await run("wait", 5, options);
      order.push(name);
    };
    await Promise.all([
      note("first", {}),
      note("batch", { priority: "batch" }),
      note("interactive", {}),
    ]);
    expect(order).toEqual(["first", "interactive", "batch"]);
  });

  it.each([1, 2])(
    "lets the one task of a user run before another's third, on %i threads",
    async (threads) => {
      start({ threads, queue: 1000 });
      await run("echo");
      const starts = new Int32Array(new SharedArrayBuffer(8));
      const start_one = async (owner: string): Promise<unknown> =>
        (await run("count", starts, { share: makeShare(owner) })).value;
      const first = Array.from({ length: 100 }, async () => await start_one("a"));
      const other = start_one("b");
      // Two have ended, and each thread holds one: none is far ahead of another, however busy the machine is.
      await until(() => starts[0] === 2 + threads);
      Atomics.store(starts, 1, 1);
      Atomics.notify(starts, 1);
      await Promise.all(first);
      expect(starts[0]).toBe(101);
      expect(await other).toBeLessThan(2 + threads);
    },
  );

  it("refuses the newest of who has most when the queue is full, not a newcomer", async () => {
    start({ threads: 1, queue: 10 });
    const one = (owner: string): Promise<string> =>
      kindOf(run("wait", 2, { share: makeShare(owner) }));
    const flood = Array.from({ length: 20 }, () => one("a"));
    const newcomer = one("b");
    expect(await newcomer).toBe("none");
    const kinds = await Promise.all(flood);
    expect(kinds.slice(0, 10)).toEqual(Array(10).fill("none"));
    expect(kinds.slice(10)).toEqual(Array(10).fill("overloaded"));
  });

  it("refuses new requests once others have waited too long, and goes on with what has begun", async () => {
    const waits = { target_ms: 20, interval_ms: 20 };
    start({ threads: 1, waits: { interactive: waits, batch: waits } });
    const begun = makeShare("a");
    // Holds the thread until all others have asked, however long that takes.
    const holding = new AbortController();
    const held = kindOf(run("loop", null, { share: begun, signal: holding.signal }));
    const early = Array.from({ length: 3 }, () => run("echo", 0, { share: begun }));
    await wait(40);
    // Waits are looked at when something comes.
    early.push(run("echo", 0, { share: begun }));
    await wait(40);
    const late = Array.from({ length: 3 }, () => kindOf(run("echo", 1, { share: makeShare("a") })));
    const more = run("echo", 2, { share: begun });
    expect(await Promise.all(late)).toEqual(Array(3).fill("overloaded"));
    holding.abort();
    expect(await held).toBe("AbortError");
    await Promise.all(early);
    expect((await more).value).toBe(2);
    expect(await kindOf(run("echo", 3, { share: makeShare("a") }))).toBe("none");
  });

  it("drops a waiting task whose caller has left, and stops a running one", async () => {
    start({ threads: 1 });
    await run("echo");
    const running = new AbortController();
    const waiting = new AbortController();
    const loop = kindOf(run("loop", null, { signal: running.signal }));
    const dropped = kindOf(run("echo", 1, { signal: waiting.signal }));
    const next = run("echo", 2);
    waiting.abort();
    expect(await dropped).toBe("AbortError");
    running.abort();
    expect(await loop).toBe("AbortError");
    // The loop would never end: its thread was replaced.
    expect((await next).value).toBe(2);
    const gone = AbortSignal.abort();
    expect(await kindOf(run("echo", 3, { signal: gone }))).toBe("AbortError");
  });

  it("moves buffers instead of copying them", async () => {
    start();
    const buffer = new ArrayBuffer(1000);
    const { value } = await run("echo", buffer, { transfer: [buffer] });
    expect(buffer.byteLength).toBe(0);
    expect((value as ArrayBuffer).byteLength).toBe(1000);
  });

  it("tells every thread of an eviction", async () => {
    start();
    await meetAt("meet");
    pool.evict("3.0");
    const askBoth = async (): Promise<unknown> => await meetAt("evicted");
    await expect.poll(askBoth, { timeout: scaled(10_000) }).toEqual([["3.0"], ["3.0"]]);
  });

  it("rejects what waits and what runs when it is closed", async () => {
    start({ threads: 1 });
    await run("echo");
    const tasks = [kindOf(run("loop")), kindOf(run("echo"))];
    await pool.close();
    expect(await Promise.all(tasks)).toEqual(["overloaded", "overloaded"]);
    expect(await kindOf(run("echo"))).toBe("overloaded");
  });
});
