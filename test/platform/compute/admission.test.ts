// Method: clients in closed loops on a clock of the test's own, whose requests take three tasks one after the other of threads that a task takes a fixed time of; what was let in, refused and worked for is counted.
import { setImmediate as settled } from "node:timers/promises";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { Admission, type Leave } from "../../../src/platform/compute/admission.ts";
import { FairQueue, type Owner } from "../../../src/platform/queues/fair_queue.ts";

const THREADS = 2;
const TASK_MS = 1;
const TASKS = 3;
const TARGET_MS = 500;
const WAITING_MAX = 1_024;
const RUNNING_MAX = 16 * THREADS;
/** Requests a millisecond. */
const CAPACITY = THREADS / (TASK_MS * TASKS);
const LENGTH_MS = 10_000;
const CROWD = 49;
const stays = (): AbortSignal => new AbortController().signal;

interface Client {
  readonly owner: Owner;
  /** After a refusal, and after an answer. */
  readonly pause_ms: { readonly refused: number; readonly answered: number };
}

interface Request {
  readonly client: Client;
  readonly leave: Leave;
  readonly from_ms: number;
  tasks_left: number;
}

interface Outcome {
  readonly owner: Owner;
  readonly from_ms: number;
  readonly took_ms: number;
}

interface Played {
  readonly answers: readonly Outcome[];
  readonly refusals: readonly Outcome[];
  readonly tasks: number;
}

const clients = (count: number, refused: number): Client[] =>
  Array.from({ length: count }, (_, n) => ({
    owner: `crowd ${n % CROWD}`,
    pause_ms: { refused, answered: 0 },
  }));

/** Until all that was let in has been answered; nobody asks after `LENGTH_MS`. */
async function play(all: readonly Client[]): Promise<Played> {
  let now_ms = 0;
  const admission = new Admission({
    now_ms: () => now_ms,
    target_ms: TARGET_MS,
    running_max: RUNNING_MAX,
    waiting_max: WAITING_MAX,
  });
  const queue = new FairQueue<Request>();
  const agenda: (() => void)[][] = [];
  const answers: Outcome[] = [];
  const refusals: Outcome[] = [];
  let tasks = 0;
  let free = THREADS;
  const after = (ms: number, what: () => void): void => {
    (agenda[now_ms + ms] ??= []).push(what);
  };
  const ask = async (client: Client): Promise<void> => {
    if (now_ms >= LENGTH_MS) return;
    const { owner, pause_ms } = client;
    const from_ms = now_ms;
    const leave = await admission.enter(owner, stays());
    if (leave !== null) {
      wait({ client, leave, from_ms, tasks_left: TASKS });
      return;
    }
    refusals.push({ owner, from_ms, took_ms: now_ms - from_ms });
    after(pause_ms.refused, () => void ask(client));
  };
  const wait = (one: Request): void => {
    queue.push(one.client.owner, one);
    startNext();
  };
  const startNext = (): void => {
    const one = free > 0 ? queue.take() : null;
    if (one === null) return;
    free--;
    after(TASK_MS, () => end(one));
  };
  const end = (one: Request): void => {
    free++;
    tasks++;
    one.tasks_left--;
    if (one.tasks_left > 0) wait(one);
    else {
      const { client, from_ms } = one;
      one.leave();
      answers.push({ owner: client.owner, from_ms, took_ms: now_ms - from_ms });
      if (client.pause_ms.answered === 0) void ask(client);
      else after(client.pause_ms.answered, () => void ask(client));
      startNext();
    }
  };
  for (const client of all) void ask(client);
  for (await settled(); now_ms < agenda.length; now_ms++) {
    for (const what of agenda[now_ms] ?? []) what();
    await settled();
  }
  return { answers, refusals, tasks };
}

const inTime = ({ answers }: Pick<Played, "answers">): number =>
  answers.filter(({ from_ms, took_ms }) => from_ms + took_ms <= LENGTH_MS).length;

describe("requests of three tasks each", () => {
  const longest = (all: readonly Outcome[]): number =>
    all.reduce((max, { took_ms }) => Math.max(max, took_ms), 0);
  let peak = 0;
  beforeAll(async () => {
    peak = inTime(await play(clients(300, 1_000)));
  });

  it("are answered as fast as the threads can, by 300 clients", () => {
    expect(peak).toBeGreaterThanOrEqual(0.99 * CAPACITY * LENGTH_MS);
  });

  it.each([
    ["2,000 clients that come again when they are told", 2_000, 1_000],
    ["2,000 clients that come again soon", 2_000, 50],
    ["6,000 clients that come again when they are told", 6_000, 1_000],
  ])(
    "by %s are answered when they have begun, and no task is for nothing",
    async (_, count, pause) => {
      const { answers, refusals, tasks } = await play(clients(count, pause));
      expect(tasks).toBe(TASKS * answers.length);
      expect(inTime({ answers })).toBeGreaterThanOrEqual(0.99 * peak);
      expect(refusals.length).toBeGreaterThan(1_000);
      expect(longest(answers)).toBeLessThanOrEqual(1.5 * TARGET_MS);
      // The pace becomes known, a crowd stands, and the pace may still fall while it waits.
      expect(longest(refusals)).toBeLessThanOrEqual(200);
    },
  );

  it("of who asks seldom are never refused beside a crowd, and wait for few of its requests", async () => {
    const seldom: Client = { owner: "seldom", pause_ms: { refused: 1, answered: 200 } };
    const { answers, refusals } = await play([...clients(2_000, 50), seldom]);
    expect(refusals.map(({ owner }) => owner)).not.toContain("seldom");
    const own = answers.filter(({ owner }) => owner === "seldom");
    // For its turn it waits for a request of each other owner, for each of its tasks for a task of each.
    const longest_ms = (2 * CROWD) / CAPACITY + TASKS * TASK_MS;
    expect(longest(own)).toBeLessThanOrEqual(longest_ms);
    expect(own.length).toBeGreaterThanOrEqual(Math.floor(LENGTH_MS / (200 + longest_ms)));
  });

  it("of one owner take half of the places, so that there are some for others", async () => {
    const admission = new Admission({
      target_ms: 1,
      running_max: 4,
      waiting_max: 8,
      now_ms: () => 0,
    });
    const begun: [Owner, Leave][] = [];
    const enter = async (owner: Owner, signal = stays()): Promise<void> => {
      const leave = await admission.enter(owner, signal);
      if (leave !== null) begun.push([owner, leave]);
    };
    const gone = new AbortController();
    for (const owner of ["a", "a", "a", "a", "b"]) void enter(owner);
    void enter("c", gone.signal);
    const left = enter("d", gone.signal);
    await settled();
    expect(begun.map(([owner]) => owner)).toEqual(["a", "a", "b", "c"]);
    gone.abort();
    await left;
    void enter("e");
    begun[2]?.[1]();
    await settled();
    expect(begun.map(([owner]) => owner)).toEqual(["a", "a", "b", "c", "e"]);
    begun[0]?.[1]();
    begun[1]?.[1]();
    await settled();
    expect(begun.map(([owner]) => owner)).toEqual(["a", "a", "b", "c", "e", "a", "a"]);
  });

  describe("that last", () => {
    afterEach(() => {
      vi.useRealTimers();
    });

    it("keep nobody out for longer than two seconds, and leave once", async () => {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
      const admission = new Admission({ target_ms: 1e6, running_max: 2, waiting_max: 8 });
      const begun: Owner[] = [];
      const enter = async (owner: Owner): Promise<Leave | null> => {
        const leave = await admission.enter(owner, stays());
        if (leave !== null) begun.push(owner);
        return leave;
      };
      const slow = await enter("slow body");
      void enter("cold network");
      void enter("quick");
      void enter("later");
      await vi.advanceTimersByTimeAsync(1_999);
      expect(begun).toEqual(["slow body", "cold network"]);
      slow?.();
      await vi.advanceTimersByTimeAsync(0);
      expect(begun).toEqual(["slow body", "cold network", "quick"]);
      slow?.();
      await vi.advanceTimersByTimeAsync(0);
      expect(begun).toHaveLength(3);
      await vi.advanceTimersByTimeAsync(1);
      expect(begun).toEqual(["slow body", "cold network", "quick", "later"]);
    });
  });
});
