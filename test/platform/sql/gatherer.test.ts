// Method: a gatherer over a made-up statement whose end the test decides, as it does when time passes.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Gatherer } from "../../../src/platform/db/gatherer.ts";

interface Sent {
  readonly questions: readonly number[];
  readonly answer: () => void;
  readonly fail: () => void;
}

function makeGatherer(weigh?: (question: number) => number): {
  gatherer: Gatherer<number, number>;
  sent: Sent[];
} {
  const sent: Sent[] = [];
  const gatherer = new Gatherer<number, number>(
    (questions) =>
      new Promise((resolve, reject) => {
        sent.push({
          questions,
          answer: () => resolve(questions.map((question) => question * 10)),
          fail: () => reject(new Error("lost")),
        });
      }),
    {
      ...(weigh === undefined ? {} : { weigh }),
      target_ms: 600_000,
      interval_ms: 600_000,
      weight_max: 1024,
      refusal: () => new Error("refused"),
    },
  );
  return { gatherer, sent };
}

/** Longer than a statement takes that does not hang. */
const LONG_MS = 100;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
});
afterEach(() => {
  vi.useRealTimers();
});

const nextTurn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("a gatherer", () => {
  it("asks everything of one turn in one statement and answers each its own", async () => {
    const { gatherer, sent } = makeGatherer();
    const answers = Promise.all([3, 1, 2, 3].map((question) => gatherer.ask(question)));
    await nextTurn();
    expect(sent.map(({ questions }) => questions)).toEqual([[3, 1, 2, 3]]);
    sent[0]?.answer();
    expect(await answers).toEqual([30, 10, 20, 30]);
  });

  it("lets no question join a statement that is on its way", async () => {
    const { gatherer, sent } = makeGatherer();
    const early = gatherer.ask(1);
    await nextTurn();
    const late = gatherer.ask(1);
    await nextTurn();
    expect(sent.map(({ questions }) => questions)).toEqual([[1]]);
    sent[0]?.answer();
    expect(await early).toBe(10);
    await nextTurn();
    expect(sent.map(({ questions }) => questions)).toEqual([[1], [1]]);
    sent[1]?.answer();
    expect(await late).toBe(10);
  });

  it("keeps one statement running and gathers meanwhile", async () => {
    const { gatherer, sent } = makeGatherer();
    const answers: Promise<number>[] = [];
    for (let question = 0; question < 5; question++) {
      answers.push(gatherer.ask(question));
      await nextTurn();
    }
    expect(sent.map(({ questions }) => questions)).toEqual([[0]]);
    sent[0]?.answer();
    await nextTurn();
    expect(sent[1]?.questions).toEqual([1, 2, 3, 4]);
    sent[1]?.answer();
    expect(await Promise.all(answers)).toEqual([0, 10, 20, 30, 40]);
  });

  it("does not wait for a slow statement, but never runs more than two", async () => {
    const { gatherer, sent } = makeGatherer();
    const answers: Promise<number>[] = [];
    for (let question = 0; question < 3; question++) {
      answers.push(gatherer.ask(question));
      await nextTurn();
      vi.advanceTimersByTime(LONG_MS);
    }
    expect(sent.map(({ questions }) => questions)).toEqual([[0], [1]]);
    sent[1]?.answer();
    await nextTurn();
    expect(sent[2]?.questions).toEqual([2]);
    sent[0]?.answer();
    sent[2]?.answer();
    expect(await Promise.all(answers)).toEqual([0, 10, 20]);
  });

  it("asks for a newcomer beside a crowd's statement, one such statement at a time", async () => {
    const { gatherer, sent } = makeGatherer();
    const answers: Promise<number>[] = [];
    const ask = async (question: number, owner: string): Promise<void> => {
      answers.push(gatherer.ask(question, owner));
      await nextTurn();
    };
    const asked = (): (readonly number[])[] => sent.map(({ questions }) => questions);
    await ask(0, "crowd");
    await ask(1, "crowd");
    expect(asked()).toEqual([[0]]);
    await ask(2, "a");
    expect(asked()).toEqual([[0], [2]]);
    // Whoever was just answered is no newcomer; others wait for the end of the one beside.
    await ask(3, "a");
    await ask(4, "b");
    await ask(5, "c");
    expect(asked()).toEqual([[0], [2]]);
    sent[1]?.answer();
    await nextTurn();
    expect(asked()).toEqual([[0], [2], [4, 5]]);
    sent[0]?.answer();
    await nextTurn();
    expect(asked()).toEqual([[0], [2], [4, 5], [1, 3]]);
    sent[2]?.answer();
    sent[3]?.answer();
    expect(await Promise.all(answers)).toEqual([0, 10, 20, 30, 40, 50]);
  });

  it("takes large questions of newcomers alone", async () => {
    const { gatherer, sent } = makeGatherer((question) => question);
    const answers = [1, 500, 3, 4].map((question) => gatherer.ask(question, `user ${question}`));
    await nextTurn();
    answers.push(gatherer.ask(600, "x"), gatherer.ask(2, "y"), gatherer.ask(5, "z"));
    for (let i = 0; i < 4; i++) {
      await nextTurn();
      sent[i]?.answer();
    }
    await nextTurn();
    expect(sent.map(({ questions }) => questions)).toEqual([[1, 500, 3, 4], [600], [2, 5]]);
    expect(await Promise.all(answers)).toEqual([10, 5000, 30, 40, 6000, 20, 50]);
  });

  it("answers some in each turn of the event loop, so that others get in between", async () => {
    const { gatherer, sent } = makeGatherer();
    let given = 0;
    const answers = Array.from({ length: 100 }, async (_, n) => {
      expect(await gatherer.ask(n)).toBe(10 * n);
      given++;
    });
    await nextTurn();
    sent[0]?.answer();
    const seen: number[] = [];
    while (given < 100) {
      await nextTurn();
      seen.push(given);
    }
    await Promise.all(answers);
    expect(seen).toEqual([16, 32, 48, 64, 80, 96, 100]);
  });

  it("cuts what weighs too much for one statement, but always asks something", async () => {
    const { gatherer, sent } = makeGatherer((question) => question);
    const answers = Promise.all([5000, 1000, 24, 1].map((question) => gatherer.ask(question)));
    for (let i = 0; i < 3; i++) {
      await nextTurn();
      sent[i]?.answer();
    }
    await nextTurn();
    expect(await answers).toEqual([50000, 10000, 240, 10]);
    expect(sent.map(({ questions }) => questions)).toEqual([[5000], [1000, 24], [1]]);
  });

  it("fails those who asked in the statement that was lost, and nobody else", async () => {
    const { gatherer, sent } = makeGatherer();
    const lost = gatherer.ask(1);
    await nextTurn();
    const kept = gatherer.ask(2);
    await nextTurn();
    sent[0]?.fail();
    await expect(lost).rejects.toThrow("lost");
    await nextTurn();
    sent[1]?.answer();
    expect(await kept).toBe(20);
  });
});
