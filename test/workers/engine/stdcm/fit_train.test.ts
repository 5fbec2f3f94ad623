/**
 * Property: on generated networks with random timetables every train that is fitted in is in conflict
 * with nobody, also when it is kept and simulated as any other, keeps its times and limits and takes
 * its steps; and no change of the request that gives more freedom makes it worse. Few seeds here, 2,000
 * in fit_train.long.test.ts.
 */
import { expect, it } from "vitest";
import { fitAmong } from "../../../../bench/network/fit_among.ts";
import { LABEL_BYTES } from "../../../../workers/engine/stdcm/search/labels.ts";
import { scaled } from "../../../helpers/pace.ts";
import { drawRequest, openWorld } from "./drawn_requests.ts";
import { judgeSeed, type Verdict } from "./judge_seed.ts";
import { judgeTrain } from "./judge_train.ts";

it(
  "fits trains in that meet nobody and keep what was asked for",
  () => {
    const verdict: Verdict = { counts: {}, problems: [] };
    for (let seed = 0; seed < 100; seed++) judgeSeed(seed, verdict);
    expect(verdict.problems).toEqual([]);
    // Without these the judges would have had nothing to judge.
    expect(verdict.counts["success"]).toBeGreaterThan(60);
    expect(verdict.counts["leaves later"]).toBeGreaterThan(10);
    expect(verdict.counts["loses time"]).toBeGreaterThan(2);
    expect(verdict.counts["on its path"]).toBeGreaterThan(20);
  },
  scaled(80_000),
);

it.each([
  ["the tail of a train that comes first is on slower track where two ways meet", 1573],
  [
    "an ordinary train takes the way that is shorter for the head alone but slower for its tail",
    1082,
  ],
  ["the same with another consist", 1574],
  ["the same beside other trains", 2606],
  ["the same with more steps", 2617],
  ["a train comes in time for a gap at full speed alone, and must then lose time", 2303],
  ["one with short slips arrives a little earlier than the best of them, in a wider window", 1015],
  ["a plan that loses time can't be run with its latest departure, but with its earliest", 6533],
  ["ways that are under way for less come behind many in vain", 3502],
  ["a run that loses time comes to a stop a little early, and too early to the next step", 6842],
  ["one leaves its stop as planned where no other arrives so, unlike in a wider window", 6962],
])(
  "fits trains in as well where %s: seed %i",
  (_, seed) => {
    const verdict: Verdict = { counts: {}, problems: [] };
    judgeSeed(seed, verdict);
    expect(verdict.problems).toEqual([]);
  },
  scaled(60_000),
);

it("fits most trains in with memory for few labels too, though they may not be the first", () => {
  let [nFound, nInHaste] = [0, 0];
  for (let seed = 0; seed < 40; seed++) {
    const input = drawRequest(seed, openWorld(seed % 12));
    if (fitAmong(input).kind !== "success") continue;
    nFound++;
    const outcome = fitAmong({ ...input, memory_bytes: 100 * LABEL_BYTES });
    if (outcome.kind !== "success") continue;
    nInHaste++;
    expect(judgeTrain(input, outcome), `seed ${seed}`).toEqual([]);
  }
  expect(nFound).toBeGreaterThan(20);
  expect(nInHaste).toBeGreaterThan(0.8 * nFound);
});

it("answers the best train so far, or the first, when its time is over", {
  timeout: scaled(40_000),
}, () => {
  let [nFound, nAtOnce, nWorse] = [0, 0, 0];
  for (let seed = 0; seed < 100; seed++) {
    const input = drawRequest(seed, openWorld(seed % 12));
    const outcome = fitAmong(input);
    let asked = 0;
    const last = fitAmong(input, () => ++asked > 0);
    expect(last.kind, `seed ${seed}`).toBe(outcome.kind);
    if (last.kind !== "success") continue;
    nFound++;
    expect(judgeTrain(input, last), `seed ${seed}`).toEqual([]);
    if (asked > 0) nAtOnce++;
    if (
      JSON.stringify(last.schedule) !==
      JSON.stringify(outcome.kind === "success" && outcome.schedule)
    )
      nWorse++;
  }
  expect(nFound).toBeGreaterThan(60);
  expect(nAtOnce).toBeGreaterThan(10);
  expect(nWorse).toBeGreaterThan(0);
});

it("fits trains in that are to stand at the place of their start first", () => {
  let nFound = 0;
  for (let seed = 0; seed < 12; seed++) {
    const { steps, ...drawn } = drawRequest(seed, openWorld(seed % 12));
    const first = { ...steps[0]!, planned: null };
    const last = { ...steps.at(-1)!, planned: null };
    const input = {
      ...drawn,
      steps: [first, { ...first, stop_ms: 60_000 }, last],
      maximum_departure_delay_ms: 7_200_000,
      maximum_run_time_ms: 14_400_000,
    };
    const outcome = fitAmong(input);
    if (outcome.kind !== "success") continue;
    expect(judgeTrain(input, outcome), `seed ${seed}`).toEqual([]);
    nFound++;
  }
  expect(nFound).toBeGreaterThan(7);
});
