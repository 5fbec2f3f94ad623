/**
 * Method: brute force against the search for short term paths. On small networks all ways, departures
 * and stops are tried with trains that the oracle runs; where brute force fits a train in, the search
 * finds one that costs no more, and what it finds meets nobody by the oracle's own requirements.
 */
import { describe, expect, it } from "vitest";
import { fitAmong } from "../../bench/network/fit_among.ts";
import { scaled } from "../helpers/pace.ts";
import { type FittedTrain, judgeOutcome, judgeSeeds } from "./stdcm_judge.ts";
import { type DrawnRequest, drawStdcmRequest } from "./stdcm_request.ts";

/** Seeds of which every kind of request is among. */
const FIRST_SEED = 40;
const LAST_SEED = 79;
const GRID_MS = 20_000;

describe("the search for short term paths and brute force", () => {
  it("agree on small networks: a train is found where there is one, and none is better", {
    timeout: scaled(120_000),
  }, () => {
    const { counts, problems } = judgeSeeds(FIRST_SEED, LAST_SEED + 1, GRID_MS);
    expect(problems).toEqual([]);
    // Without these there would have been nothing to judge.
    for (const kind of [
      "success",
      "an ordinary train",
      "others in the way",
      "others leave no room",
      "nobody in the way",
      "waits",
      "stops longer",
      "another way",
      "a place twice",
    ]) {
      expect(counts[kind] ?? 0, kind).toBeGreaterThan(0);
    }
  });

  it.each([
    ["signals ask a slow train for less than a fast one", 473],
    ["signals ask a slow train for less than a fast one", 1982],
    ["one stop needs an open signal and another a closed one", 4008],
    ["a route is prepared over a switch while another train is there", 1174],
    ["the fastest way crosses a route that is set for another train", 1254],
    ["another track at the end is a tenth of a second cheaper", 21134],
  ])("agree where %s: seed %i", (_, seed) => {
    const request = drawStdcmRequest(seed);
    const outcome = fitAmong(request.input);
    expect(outcome.kind).toBe("success");
    expect(judgeOutcome(request, outcome, GRID_MS).problems).toEqual([]);
  });
});

describe("the judge of the search", () => {
  /** A request whose train has to wait for others, and the right answer. */
  function findAnswered(): { request: DrawnRequest; train: FittedTrain } {
    for (let seed = FIRST_SEED; seed <= LAST_SEED; seed++) {
      const request = drawStdcmRequest(seed);
      const outcome = fitAmong(request.input);
      if (outcome.kind !== "success") continue;
      const { kinds } = judgeOutcome(request, outcome, GRID_MS);
      const isPlain = request.consist.margin === 0 && kinds.includes("an ordinary train");
      if (isPlain && kinds.includes("waits")) {
        return { request, train: outcome };
      }
    }
    throw new Error("no train waits");
  }
  const { request, train } = findAnswered();

  it("refuses a train that leaves later than it must", () => {
    const later = { ...train, departure_ms: train.departure_ms + 70_000 };
    expect(judgeOutcome(request, train, GRID_MS).problems).toEqual([]);
    expect(judgeOutcome(request, later, GRID_MS).problems.join()).toContain("instead of");
  });

  it("refuses to be told that there is none", () => {
    const { problems } = judgeOutcome(request, { kind: "path_not_found" }, GRID_MS);
    expect(problems.join()).toContain("none instead of");
  });

  it("refuses a train that was searched for without the others, and one that leaves too early", () => {
    const { timetable } = request.input;
    const alone = fitAmong({
      ...request.input,
      timetable: {
        ...timetable,
        train_simulations: new Uint32Array(0),
        train_starts_ms: new Float64Array(0),
      },
      works: "[]",
    });
    expect(alone.kind).toBe("success");
    expect(judgeOutcome(request, alone, GRID_MS).problems.join()).toContain("zone");
    const early = { ...train, departure_ms: train.departure_ms - 1000 };
    expect(judgeOutcome(request, early, GRID_MS).problems.join()).toContain("zone");
  });

  it("refuses a train that is not the one of its schedule, and stops that are too short", () => {
    const [last] = train.schedule.slice(-1);
    const { consist } = request;
    const stock = { ...consist.stock, max_speed_m_s: 0.5 * consist.stock.max_speed_m_s };
    const other = { ...request, consist: { ...consist, stock } };
    expect(judgeOutcome(other, train, GRID_MS).problems.join()).toContain("the oracle at");
    const schedule = train.schedule.filter((item) => item !== last);
    expect(judgeOutcome(request, { ...train, schedule }, GRID_MS).problems.join()).toContain(
      "no stop",
    );
  });
});
