// Method: spoilt files of all formats; the same at length in hostile.long.test.ts.
import { describe, expect, it } from "vitest";
import { makeRandom } from "../engine/seeded.ts";
import { readHostile } from "./hostile.ts";

const FILES = 400;

describe("spoilt files", () => {
  it("are read or refused with a reason, and what is read is valid", () => {
    const counts = new Map<string, number>();
    for (let seed = 1; seed <= FILES; seed++) {
      const { outcome } = readHostile(makeRandom(seed));
      counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
    }
    expect(counts.get("refused")).toBeGreaterThan(FILES / 4);
    expect(counts.get("read")).toBeGreaterThan(FILES / 10);
  });
});
