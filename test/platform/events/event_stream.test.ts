// Method: one stream on a clock of the test's own.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { EventStream } from "../../../src/platform/events/event_stream.ts";

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("a stream is over within an hour, not within the first half of it, and with more told than it may be", () => {
  const watched = { type: "timetable", id: 1 } as const;
  const stream = new EventStream({ watched, user_id: null }, 1000);
  vi.advanceTimersByTime(30 * MINUTE_MS);
  stream.push(new Uint8Array(100));
  expect([stream.isOver(100), stream.isOver(99)]).toEqual([false, true]);
  vi.advanceTimersByTime(30 * MINUTE_MS + 1);
  expect(stream.isOver(100)).toBe(true);
});
