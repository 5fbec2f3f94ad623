// Method: seeded random tasks; order within an owner, the share of batches and displacement checked on every start.
import { describe, expect, it } from "vitest";
import { type Priority, TaskQueue } from "../../../src/platform/compute/task_queue.ts";
import { ThreadShares } from "../../../src/platform/compute/thread_shares.ts";
import type { Ticket } from "../../../src/platform/queues/fair_queue.ts";
import { PATIENT_WAITS } from "../../helpers/patient_waits.ts";
import { makeRandom, wholeBetween } from "../../workers/engine/seeded.ts";

interface Task {
  readonly owner: string;
  readonly priority: Priority;
  readonly n: number;
}

const refused: Task[] = [];
const makeQueue = (): TaskQueue<Task> =>
  new TaskQueue<Task>(PATIENT_WAITS, (task) => refused.push(task));
const push = (queue: TaskQueue<Task>, owner: string, priority: Priority, n: number) =>
  queue.push(owner, { owner, priority, n }, { priority, is_fresh: true });

describe("what waits for a thread", () => {
  it("goes interactive first, in the order of each owner, and every ninth is a batch", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = makeRandom(seed);
      const queue = makeQueue();
      const last = new Map<string, number>();
      const waiting = { interactive: 0, batch: 0 };
      let interactive_run = 0;
      for (let n = 0; n < 500; n++) {
        if (wholeBetween(random, 0, 9) < 6) {
          const priority = wholeBetween(random, 0, 4) === 0 ? "batch" : "interactive";
          push(queue, "abc"[wholeBetween(random, 0, 2)] ?? "", priority, n);
          waiting[priority]++;
          continue;
        }
        const task = queue.take();
        if (task === null) continue;
        const lane = `${task.owner} ${task.priority}`;
        expect(task.n).toBeGreaterThan(last.get(lane) ?? -1);
        last.set(lane, task.n);
        if (task.priority === "batch") {
          expect(waiting.interactive === 0 || interactive_run === 8).toBe(true);
        }
        interactive_run =
          task.priority === "batch" || waiting.batch === 0 ? 0 : interactive_run + 1;
        expect(interactive_run).toBeLessThanOrEqual(8);
        waiting[task.priority]--;
      }
      expect(queue.count).toBe(waiting.interactive + waiting.batch);
    }
  });

  it("lets a batch start while interactive tasks never cease to come", () => {
    const queue = makeQueue();
    push(queue, "b", "batch", 0);
    const started: Priority[] = [];
    for (let n = 1; n <= 20; n++) {
      push(queue, "a", "interactive", n);
      push(queue, "a", "interactive", n);
      started.push(queue.take()?.priority ?? "interactive");
    }
    expect(started.indexOf("batch")).toBe(8);
  });

  it("makes room at the cost of who has most in it, never of who has less", () => {
    const queue = makeQueue();
    for (let n = 0; n < 10; n++) push(queue, "a", "batch", n);
    for (let n = 0; n < 2; n++) push(queue, "b", "interactive", n);
    refused.length = 0;
    const displaced = ["b", "c", "a", "a"].map((owner) => queue.displace(owner));
    expect(displaced).toEqual([true, true, true, false]);
    expect(refused).toMatchObject([
      { owner: "a", n: 9 },
      { owner: "a", n: 8 },
      { owner: "b", n: 1 },
    ]);
  });
});

describe("tasks whose callers leave", () => {
  it("are gone from their own queue alone, and all others start", () => {
    for (let seed = 1; seed <= 100; seed++) {
      const random = makeRandom(seed);
      const queue = makeQueue();
      const waiting = new Map<number, Ticket<Task>>();
      for (let n = 0; n < 300; n++) {
        const priority = wholeBetween(random, 0, 1) === 0 ? "batch" : "interactive";
        waiting.set(n, push(queue, "ab"[wholeBetween(random, 0, 1)] ?? "", priority, n));
        const leaving = waiting.get(wholeBetween(random, 0, n));
        if (leaving !== undefined && wholeBetween(random, 0, 1) === 0) {
          queue.remove(leaving);
          queue.remove(leaving);
          waiting.delete(leaving.item.n);
        }
        if (wholeBetween(random, 0, 2) === 0) waiting.delete(queue.take()?.n ?? -1);
        expect(queue.count).toBe(waiting.size);
      }
      for (let task = queue.take(); task !== null; task = queue.take()) waiting.delete(task.n);
      expect(waiting.size).toBe(0);
    }
  });
});

describe("one thread is kept free", () => {
  const LONG_MS = 5_000;

  /** Owner a runs a long task on each of the other threads, since 0. */
  function fill(threads: number): ThreadShares {
    const shares = new ThreadShares(threads);
    for (let i = 1; i < threads; i++) {
      shares.see("a", 0);
      shares.onStart("a", 0);
    }
    return shares;
  }

  it.each([2, 3, 8])("of %i, of who fills the others with long tasks beside others", (threads) => {
    const shares = fill(threads);
    expect(shares.mayStart("a", LONG_MS)).toBe(true);
    shares.see("b", LONG_MS);
    shares.see("a", LONG_MS);
    expect(shares.mayStart("a", 1_000)).toBe(true);
    expect(shares.mayStart("a", LONG_MS)).toBe(false);
    expect(shares.mayStart("b", LONG_MS)).toBe(true);
    expect(shares.mayStart("a", LONG_MS + 60_001)).toBe(true);
  });

  it("also when its long tasks have just ended", () => {
    const shares = fill(2);
    shares.see("b", LONG_MS);
    shares.onEnd("a", 0, LONG_MS);
    shares.onStart("a", LONG_MS);
    expect(shares.mayStart("a", LONG_MS + 1)).toBe(false);
    shares.onEnd("a", LONG_MS, LONG_MS + 1);
    expect(shares.mayStart("a", LONG_MS + 1)).toBe(true);
  });

  it("but not when there is only one", () => {
    const shares = new ThreadShares(1);
    shares.see("b", 0);
    shares.see("a", 0);
    expect(shares.mayStart("a", LONG_MS)).toBe(true);
  });
});
