// Method: work that is held by the test as lines: progress while it goes on, then its answer; an error before the first line is thrown, later it is the last line.
import { describe, expect, it } from "vitest";
import { AppError } from "../../../src/platform/http/errors.ts";
import { type Phase, printProgress } from "../../../src/platform/http/sending/progress_lines.ts";

const EVERY_MS = 5;

/** Work that ends when it is told to. */
function held() {
  let settle: { resolve: (answer: unknown) => void; reject: (error: unknown) => void } | null =
    null;
  const promise = new Promise((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    work: () => promise,
    end: settle! as { resolve: (one: unknown) => void; reject: (one: unknown) => void },
  };
}

async function nextLine(lines: AsyncGenerator<Iterable<string>>): Promise<unknown> {
  const { value, done } = await lines.next();
  return done === true ? null : JSON.parse([...(value as Iterable<string>)].join(""));
}

describe("work as lines", () => {
  it("tells its phase while it goes on, and its answer last", async () => {
    const { work, end } = held();
    const now: Phase = { phase: "reading" };
    const lines = printProgress(work, now, EVERY_MS);
    expect(await nextLine(lines)).toEqual({ progress: { phase: "reading", seconds: 0 } });
    now.phase = "storing";
    expect(await nextLine(lines)).toMatchObject({ progress: { phase: "storing" } });
    end.resolve({ infra: 1 });
    expect(await nextLine(lines)).toEqual({ infra: 1 });
    expect(await nextLine(lines)).toBeNull();
  });

  it("is refused as ever before its first line, and tells its error as the last one behind it", async () => {
    const refusal = new AppError("UnreadableNetwork", "The file can't be read: cut off", {
      line: 3,
    });
    const failed = async (): Promise<never> => await Promise.reject(refusal);
    const early = printProgress(failed, { phase: "reading" }, EVERY_MS);
    await expect(early.next()).rejects.toBe(refusal);
    const { work, end } = held();
    const late = printProgress(work, { phase: "reading" }, EVERY_MS);
    await nextLine(late);
    end.reject(refusal);
    expect(await nextLine(late)).toEqual({ error: refusal.body() });
    expect(await nextLine(late)).toBeNull();
  });

  it("ends without a line for a fault of the server's own", async () => {
    const { work, end } = held();
    const lines = printProgress(work, { phase: "reading" }, EVERY_MS);
    await nextLine(lines);
    end.reject(new Error("a bug"));
    await expect(lines.next()).rejects.toThrow("a bug");
  });
});
