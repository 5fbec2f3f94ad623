/**
 * Short term requests on networks that nobody would build (drawn_network.ts), answered and graded as
 * recorded cases are; 2,000 of them in stdcm_drawn.long.test.ts.
 */
import { expect, it } from "vitest";
import { scaled } from "../helpers/pace.ts";
import { judgeDrawn } from "./stdcm_drawn.ts";

const NETWORKS = 12;

it("requests on drawn networks have an answer that holds all that was asked", {
  timeout: scaled(60_000),
}, () => {
  const { counts, problems } = judgeDrawn(0, NETWORKS);
  expect(problems).toEqual([]);
  // Without these there would have been nothing to judge.
  for (const kind of ["success", "path_not_found", "certain", "impossible alone"]) {
    expect(counts[kind] ?? 0, kind).toBeGreaterThan(5);
  }
});

it.each([
  ["a zone is taken for a moment only", 2],
  ["a route is set across the train's for less than the train needs it", 104],
  ["a step is timed at the place of the one before", 224],
  ["a train moves off on a slope that is too steep for it, its tail on an easier one", 77],
])("so have those where %s: network %i", { timeout: scaled(30_000) }, (_, seed) => {
  expect(judgeDrawn(seed, seed + 1).problems).toEqual([]);
});
