// Method: requests that note their begin, turn by turn of the event loop, on a clock of the test's own.
import { describe, expect, it } from "vitest";
import { Arrivals } from "../../../src/platform/http/arrival/arrivals.ts";

/** Patient enough for all but what is about waits. */
const openArrivals = (target_ms = 600_000, now_ms = () => 0): Arrivals =>
  new Arrivals({ target_ms, interval_ms: target_ms, now_ms });

/** What a request takes until it waits for the database, or more. */
const WORK_MS = 0.1;

const nextTurn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("requests that arrive at once", () => {
  it("begin at once while they are few", () => {
    const arrivals = openArrivals();
    const begun: number[] = [];
    for (let n = 0; n < 10; n++) arrivals.add("a", () => begun.push(n));
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("begin in turns when they are many, each once, in the order of each owner", async () => {
    const arrivals = openArrivals();
    const begun: string[] = [];
    for (let n = 0; n < 1000; n++) {
      const owner = n % 2 === 0 ? "a" : "b";
      arrivals.add(owner, () => begun.push(`${owner}${n}`));
    }
    const counts: number[] = [];
    while (begun.length < 1000) {
      counts.push(begun.length);
      await nextTurn();
    }
    expect(counts).toHaveLength(31);
    for (const [i, count] of counts.entries()) expect(count).toBe(32 * (i + 1));
    for (const owner of ["a", "b"]) {
      const numbers = begun.filter((one) => one.startsWith(owner)).map((one) => +one.slice(1));
      expect(numbers).toEqual(numbers.toSorted((x, y) => x - y));
      expect(numbers).toHaveLength(500);
    }
  });

  it("let who asks seldom begin before the rest of a crowd", async () => {
    const arrivals = openArrivals();
    let crowd = 0;
    let place = 0;
    for (let n = 0; n < 6000; n++) arrivals.add("crowd", () => crowd++);
    await nextTurn();
    await nextTurn();
    arrivals.add("seldom", () => {
      place = crowd;
    });
    while (crowd < 6000) await nextTurn();
    expect(place).toBeLessThan(200);
  });

  it("are told that they are late when they would wait too long, each once, but not who asks seldom", async () => {
    let now_ms = 0;
    const arrivals = openArrivals(20, () => now_ms);
    const told = { begun: 0, late: 0 };
    let seldom: boolean | null = null;
    let came = 0;
    // More than begin in a turn, for far longer than a burst may last.
    while (now_ms < 400) {
      for (let n = 0; n < 100; n++, came++) {
        arrivals.add(`crowd ${n % 5}`, (is_late) => {
          if (is_late) told.late++;
          else {
            told.begun++;
            now_ms += WORK_MS;
          }
        });
      }
      await nextTurn();
      now_ms++;
    }
    arrivals.add("seldom", (is_late) => {
      seldom = is_late;
    });
    while (told.begun + told.late < came || seldom === null) await nextTurn();
    expect(told.begun + told.late).toBe(came);
    expect(told.late).toBeGreaterThan(0);
    expect(told.begun).toBeGreaterThan(0);
    expect(seldom).toBe(false);
  });

  it("count the ones of each turn anew", async () => {
    const arrivals = openArrivals();
    for (let turn = 0; turn < 5; turn++) {
      let begun = 0;
      for (let n = 0; n < 32; n++) arrivals.add("a", () => begun++);
      expect(begun).toBe(32);
      await nextTurn();
    }
  });
});
