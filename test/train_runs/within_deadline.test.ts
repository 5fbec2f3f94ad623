/** The time of a short term request: near its end the search is told, at its end it is ended. */
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { Context } from "../../src/platform/http/endpoint.ts";
import { type SearchEnd, withinDeadline } from "../../src/train_runs/stdcm/answer_stdcm.ts";

const DEADLINE_MS = 1000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function begin(signal: AbortSignal): { readonly end: SearchEnd; readonly finish: () => void } {
  const begun: { end?: SearchEnd; finish?: () => void } = {};
  const services = { config: { limits: { stdcm_deadline_ms: DEADLINE_MS } } };
  const ctx = { services, signal } as unknown as Context;
  void withinDeadline(ctx, async (end) => {
    begun.end = end;
    await new Promise<void>((resolve) => {
      begun.finish = resolve;
    });
  });
  if (begun.end === undefined || begun.finish === undefined) throw new Error("not begun");
  return { end: begun.end, finish: begun.finish };
}

const isOver = ({ is_over }: SearchEnd): boolean => new Int32Array(is_over)[0] !== 0;

it("tells the search before its time is over, and ends it then", () => {
  const { end } = begin(new AbortController().signal);
  vi.advanceTimersByTime(0.5 * DEADLINE_MS);
  expect(isOver(end)).toBe(false);
  vi.advanceTimersByTime(0.49 * DEADLINE_MS);
  expect(isOver(end)).toBe(true);
  expect(end.signal.aborted).toBe(false);
  vi.advanceTimersByTime(0.01 * DEADLINE_MS);
  expect(end.signal.reason).toMatchObject({ error_name: "DeadlineExceeded" });
});

it("ends it when its caller leaves, and has no timer left after it", async () => {
  const caller = new AbortController();
  const { end, finish } = begin(caller.signal);
  caller.abort();
  expect(end.signal.aborted).toBe(true);
  finish();
  await vi.advanceTimersByTimeAsync(0);
  expect(vi.getTimerCount()).toBe(0);
});
