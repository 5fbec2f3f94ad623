// Method: crowds of refusals on a clock of the test's own; a closed loop of polite clients, counted by second.
import { describe, expect, it } from "vitest";
import { RETRY_MAX_S, RetryTimes } from "../../../src/platform/http/arrival/retry_times.ts";

describe("a refused client comes again", () => {
  it("after one second while refusals are few", () => {
    const times = new RetryTimes(() => 0);
    expect(Array.from({ length: 250 }, () => times.next()).every((s) => s === 1)).toBe(true);
  });

  it("as one of an even part of its crowd in each of the next seconds", () => {
    let now_ms = 0;
    const times = new RetryTimes(() => now_ms);
    for (let n = 0; n < 2_000; n++) times.next();
    now_ms = 1000;
    const counts = new Map<number, number>();
    for (let n = 0; n < 2_000; n++) {
      const s = times.next();
      counts.set(s, (counts.get(s) ?? 0) + 1);
    }
    expect([...counts]).toEqual([1, 2, 3, 4].map((s) => [s, 500]));
  });

  it("after one second again when a second without refusals has passed", () => {
    let now_ms = 0;
    const times = new RetryTimes(() => now_ms);
    for (let n = 0; n < 2_000; n++) times.next();
    now_ms = 2000;
    expect([times.next(), times.next()]).toEqual([1, 1]);
  });

  it("never after more than the bound", () => {
    const times = new RetryTimes(() => 0);
    const told = Array.from({ length: 100_000 }, () => times.next());
    expect(Math.max(...told)).toBe(RETRY_MAX_S);
  });

  it("so that a crowd which is always refused does not return in one burst", () => {
    let now_ms = 0;
    const times = new RetryTimes(() => now_ms);
    const due = Array.from({ length: 40 }, () => 0);
    due[0] = 2_000;
    for (let second = 0; second < 30; second++) {
      now_ms = second * 1000;
      const returning = due[second] ?? 0;
      for (let n = 0; n < returning; n++) {
        const at = second + times.next();
        due[at] = (due[at] ?? 0) + 1;
      }
    }
    expect(Math.max(...due.slice(5, 30))).toBeLessThan(1_000);
  });
});
