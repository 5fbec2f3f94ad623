/**
 * Method: a second, literal evaluation of engine.md 1-6.1 (lists, strings, maps; written without the
 * engine at hand) and the engine judge the same seeded networks, path requests and trains.
 */
import { describe, expect, it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { judgeSeed, type Verdict } from "./judge_seed.ts";
import { openBoth, readRecordedNetworks } from "./opened.ts";

const SEEDS = 45;

describe("the engine and a literal evaluation of its contract", () => {
  it("agree on every recorded network: zones, routes, blocks and their recovery", () => {
    const networks = readRecordedNetworks();
    if (networks.length === 0) console.warn("SKIPPED: no recorded networks in ../shared/reference");
    for (const { name, input } of networks) {
      const { opened, problems } = openBoth(name, input);
      expect(problems).toEqual([]);
      expect(opened).not.toBeNull();
    }
  });

  it("agree on random networks, paths, path properties and trains", {
    timeout: scaled(240_000),
  }, () => {
    const verdict: Verdict = { counts: {}, problems: [] };
    for (let seed = 0; seed < SEEDS; seed++) {
      judgeSeed(seed, { paths: 12, properties: 6, runs: 5 }, verdict);
    }
    expect(verdict.problems.slice(0, 5)).toEqual([]);
    expect(verdict.counts["run other points"] ?? 0).toBe(0);
    // A comparison that compares nothing must not pass.
    for (const kind of [
      "network",
      "path success",
      "path incompatible_constraints",
      "path not_found_in_blocks",
      "properties",
      "run success",
      "run simulation_failed",
    ]) {
      expect(verdict.counts[kind] ?? 0, kind).toBeGreaterThan(2);
    }
  });
});
