// Method: requests that note their begin, turn by turn of the event loop.
import { describe, expect, it } from "vitest";
import { Arrivals } from "../../../src/platform/http/arrivals.ts";

const nextTurn = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

describe("requests that arrive at once", () => {
  it("begin at once while they are few", () => {
    const arrivals = new Arrivals();
    const begun: number[] = [];
    for (let n = 0; n < 10; n++) arrivals.begin("a", () => begun.push(n));
    expect(begun).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  it("begin in turns when they are many, each once, in the order of each owner", async () => {
    const arrivals = new Arrivals();
    const begun: string[] = [];
    for (let n = 0; n < 1000; n++) {
      const owner = n % 2 === 0 ? "a" : "b";
      arrivals.begin(owner, () => begun.push(`${owner}${n}`));
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
    const arrivals = new Arrivals();
    let crowd = 0;
    let place = 0;
    for (let n = 0; n < 6000; n++) arrivals.begin("crowd", () => crowd++);
    await nextTurn();
    await nextTurn();
    arrivals.begin("seldom", () => {
      place = crowd;
    });
    while (crowd < 6000) await nextTurn();
    expect(place).toBeLessThan(200);
  });

  it("count the ones of each turn anew", async () => {
    const arrivals = new Arrivals();
    for (let turn = 0; turn < 5; turn++) {
      let begun = 0;
      for (let n = 0; n < 32; n++) arrivals.begin("a", () => begun++);
      expect(begun).toBe(32);
      await nextTurn();
    }
  });
});
