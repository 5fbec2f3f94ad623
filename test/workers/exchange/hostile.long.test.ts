// Method: 10,000 spoilt files of all formats, each by its own seed.
import { describe, expect, it } from "vitest";
import { makeRandom } from "../engine/seeded.ts";
import { readHostile } from "./hostile.ts";

const FILES = 10_000;

describe("10,000 spoilt files", () => {
  it("are read or refused with a reason, and what is read is valid", () => {
    const counts: Record<string, number> = {};
    for (let seed = 1; seed <= FILES; seed++) {
      try {
        const { format, outcome } = readHostile(makeRandom(seed));
        counts[`${format} ${outcome}`] = (counts[`${format} ${outcome}`] ?? 0) + 1;
      } catch (error) {
        throw new Error(`seed ${seed}`, { cause: error });
      }
    }
    console.info(counts);
    for (const format of [
      "railml",
      "osm",
      "nge",
      "gtfs",
      "csv",
      "xlsx",
      "netex",
      "fpl",
      "railml stocks",
    ]) {
      expect(counts[`${format} refused`], format).toBeGreaterThan(FILES / 100);
    }
  });
});
