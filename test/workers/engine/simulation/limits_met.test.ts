/** A round of temporary limits. Method: drawn departures of limits, told limit by limit with sets. */
import { expect, it } from "vitest";
import {
  addLimitsMet,
  type LimitDepartures,
  NONE_MET,
} from "../../../../workers/engine/simulation/limits_met.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRandom, type Random, wholeBetween } from "../seeded.ts";

const SEEDS = countTries({ few: 300, many: 20_000 });
const TIME_MAX = 30;

/** Up to three spans of departures for each limit, some of them without a moment. */
function drawDepartures(random: Random): LimitDepartures {
  const limits: number[] = [];
  const count = wholeBetween(random, 0, 12);
  for (let limit = 0; limit < count; limit++) {
    for (let k = wholeBetween(random, 0, 3); k > 0; k--) limits.push(limit);
  }
  const moments = (): Float64Array =>
    Float64Array.from(limits, () => wholeBetween(random, 0, TIME_MAX));
  return { limits: Float64Array.from(limits), froms_ms: moments(), untils_ms: moments() };
}

/** Those met when a train leaves at a moment, whatever it met before. */
function listMet({ limits, froms_ms, untils_ms }: LimitDepartures, at_ms: number): number[] {
  return [...limits].filter((_, k) => froms_ms[k]! <= at_ms && at_ms < untils_ms[k]!);
}

it("limits of some rounds are those of each of them, and the same for all departures of the span", () => {
  let spans = 0;
  for (let seed = 0; seed < SEEDS; seed++) {
    const random = makeRandom(seed);
    const rounds = [drawDepartures(random), drawDepartures(random), drawDepartures(random)];
    const at_ms = wholeBetween(random, 0, TIME_MAX);
    let met = NONE_MET;
    let told: number[] = [];
    for (const [i, round] of rounds.entries()) {
      met = addLimitsMet(round, met, at_ms);
      told = [...new Set([...told, ...listMet(round, at_ms)])].sort((a, b) => a - b);
      expect(met.met).toEqual(told);
      expect(met.from_ms <= at_ms && at_ms < met.until_ms).toBe(true);
      for (let other_ms = 0; other_ms <= TIME_MAX; other_ms++) {
        if (other_ms < met.from_ms || other_ms >= met.until_ms) continue;
        spans++;
        const so_far = rounds
          .slice(0, i + 1)
          .reduce((before, one) => addLimitsMet(one, before, other_ms), NONE_MET);
        expect(so_far.met).toEqual(told);
      }
    }
  }
  expect(spans).toBeGreaterThan(SEEDS);
});
