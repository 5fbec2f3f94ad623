/**
 * Method: random trains; each time that is told as left out lies outside the limits told with it, which are those
 * that a sweep of plain runs finds between the last place passed on time and its own.
 */
import { expect, it } from "vitest";
import type { ScheduleWarning } from "../../../../workers/engine/margins/margin_ranges.ts";
import {
  type ScheduledRuns,
  ScheduleSimulator,
} from "../../../../workers/engine/margins/scheduled_run.ts";
import { Simulator } from "../../../../workers/engine/simulation/simulate.ts";
import { countTries } from "../../../helpers/tried.ts";
import { makeRun } from "../plain_run.ts";
import { makeRandom } from "../seeded.ts";
import { drawTrain, drawVariedTrain, type Train } from "./drawn_trains.ts";
import { type Judged, judge, judgeOtherSteps, KEPT_S, listMissed } from "./judge_kept.ts";
import { listUnsound } from "./sound.ts";

const SEEDS = countTries({ few: 300, many: 20_000 });
/**
 * Short legs on which a curve drawn forward was faster than the base; times whose train was late before; moments on which
 * the limits hang, curves over the path's begin, and a curve drawn back to a stand, as 20,000 trains have them.
 */
const HARD_SEEDS = [
  797, 861, 912, 1199, 1652, 1037, 1327, 2205, 2446, 3251, 3558, 4204, 4439, 4806, 5557, 5894, 6411,
  6729, 6745, 7172, 7256, 7271, 7603, 7818, 7821, 8570, 8924, 9729, 10_510, 11_460, 11_897, 12_946,
  13_080, 13_302, 13_716, 13_783, 14_259, 14_383, 14_825, 15_394, 15_400, 15_521, 15_947, 16_333,
  16_785, 16_846, 16_921, 17_114, 17_540, 18_194, 19_397, 19_999,
];
/** Limits are found to within this; curves drawn in other pieces differ by a share (engine.md 4.5). */
const FOUND_S = 0.1;
const STEPS_SHARE = 0.01;
/**
 * Moments before are those at which the run is there, to within what it may be beside those that it aims at; or these, to
 * within what is possible. On a short leg that changes the speed at its end.
 */
const PASSINGS = [
  { isAimed: false, within_s: 0.02 },
  { isAimed: true, within_s: 0.005 },
] as const;

function isAmong(time_s: number, sweeps: readonly Judged[], limit: "least_s" | "most_s"): boolean {
  const found_s = sweeps.map((sweep) => sweep[limit]);
  const least_s = Math.min(...found_s);
  const most_s = Math.max(...found_s);
  return (
    time_s >= least_s - Math.max(FOUND_S, STEPS_SHARE * least_s) &&
    time_s <= most_s + Math.max(FOUND_S, STEPS_SHARE * most_s)
  );
}

/** What a sweep says against told limits: "" if nothing, null if it counts from another place. */
function findFault(
  train: Train,
  runs: ScheduledRuns,
  one: Train["wanted"][number],
  { from_mm, wanted_s, earliest_s, latest_s }: ScheduleWarning,
): string | null {
  const all: Judged[] = [];
  const agrees = (sweeps: readonly Judged[]): boolean => {
    all.push(...sweeps);
    return isAmong(earliest_s!, sweeps, "least_s") && isAmong(latest_s!, sweeps, "most_s");
  };
  for (const { within_s, ...passing } of PASSINGS) {
    const judged = judge(train, runs, one, passing);
    const isOther = judged.from_m * 1000 !== from_mm;
    if (isOther || Math.abs(judged.asked_s - wanted_s) > KEPT_S) continue;
    if (agrees([judged])) return "";
    const moments = [-within_s, within_s].map((later_s) =>
      judge(train, runs, one, { ...passing, later_s }),
    );
    if (agrees([judged, ...moments])) return "";
    const isExact = train.line.isExact === true;
    if (!isExact && agrees([judged, ...moments, ...judgeOtherSteps(train, runs, one, passing)]))
      return "";
  }
  if (all.length === 0) return null;
  return `the sweeps say ${all.map(({ least_s, most_s }) => `${least_s} to ${most_s}`).join(", ")}`;
}

it.each([false, true])(
  "limits of times left out hold, and a sweep finds them; exact: %s",
  (isExact) => {
    const scheduler = new ScheduleSimulator(new Simulator());
    const faults: string[] = [];
    let nTold = 0;
    let nFound = 0;
    const seeds = new Set([...HARD_SEEDS, ...Array.from({ length: SEEDS }, (_, i) => i + 1)]);
    for (const seed of seeds) {
      const drawn = drawTrain(makeRandom(seed));
      const train = { ...drawn, line: { ...drawn.line, isExact } };
      const settings = { ...train.settings, is_exact: isExact };
      const result = scheduler.simulate(makeRun(train.line), settings);
      if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error)}`);
      const missed = listMissed(train, result.value);
      for (const warning of result.value.warnings) {
        const { kind, from_mm, to_mm, wanted_s, possible_s, earliest_s, latest_s } = warning;
        if (kind !== "dropped_target" && kind !== "unachievable_arrival") continue;
        if (earliest_s === undefined || latest_s === undefined) continue;
        nTold++;
        const name = `seed ${seed} ${kind} ${from_mm}-${to_mm}: ${wanted_s} of ${earliest_s} to ${latest_s}`;
        if (!(earliest_s <= latest_s + 0.001)) faults.push(`${name}: limits turned round`);
        else if (wanted_s > earliest_s && wanted_s < latest_s) faults.push(`${name}: is possible`);
        if (possible_s < earliest_s - 0.001 || possible_s > latest_s + 0.001) {
          faults.push(`${name}: not ${possible_s}`);
        }
        const one = train.wanted.find(({ x_m }) => x_m * 1000 === to_mm);
        if (one === undefined || !missed.some(({ x_m }) => x_m === one.x_m)) continue;
        const fault = findFault(train, result.value, one, warning);
        if (fault === null) continue;
        nFound++;
        if (fault !== "") faults.push(`${name}: ${fault}`);
      }
    }
    expect(faults).toEqual([]);
    expect(nTold).toBeGreaterThan(SEEDS / 2);
    expect(nFound).toBeGreaterThan(SEEDS / 5);
  },
);

/** Neutral sections at whose speed beneath a cap the train stalled, and starts from stops within them. */
const HARD_VARIED_SEEDS = [467, 639, 1168, 1366, 1609, 2369, 4034, 4955, 5630, 14_796];
/**
 * A base takes the reference's steps over the end of an effort curve, runs beneath a cap split them there: between the two
 * some tenths of a second can't be met. So few trains ask for these.
 */
const UNMET_SHARE = 1 / 3000;

it("leave out no time that is possible for any stock, on ramps and through neutral sections", () => {
  const simulator = new Simulator();
  const scheduler = new ScheduleSimulator(simulator);
  const faults: string[] = [];
  const unmet: string[] = [];
  let nTold = 0;
  const seeds = new Set([...HARD_VARIED_SEEDS, ...Array.from({ length: SEEDS }, (_, i) => i + 1)]);
  for (const seed of seeds) {
    const train = drawVariedTrain(makeRandom(seed));
    const result = scheduler.simulate(makeRun(train.line), train.settings);
    if (!result.ok) throw new Error(`seed ${seed}: ${JSON.stringify(result.error)}`);
    const { warnings, slowed } = result.value;
    for (const envelope of [slowed.provisional, slowed.final]) {
      const unsound = listUnsound(simulator.arena, envelope, train.line.length_m);
      faults.push(...unsound.map((fault) => `seed ${seed}: ${fault}`));
    }
    const told = warnings.filter(
      ({ kind }) => kind === "dropped_target" || kind === "unachievable_arrival",
    );
    nTold += told.length;
    for (const { x_m } of listMissed(train, result.value)) {
      if (!told.some(({ to_mm }) => to_mm === x_m * 1000))
        faults.push(`seed ${seed}: ${x_m} untold`);
    }
    for (const { to_mm, wanted_s, earliest_s, latest_s } of told) {
      if (earliest_s === undefined || latest_s === undefined) continue;
      const name = `seed ${seed} at ${to_mm}: ${wanted_s} of ${earliest_s} to ${latest_s}`;
      if (!(earliest_s <= latest_s + 0.001)) faults.push(name);
      if (wanted_s > earliest_s && wanted_s < latest_s) unmet.push(name);
    }
  }
  expect(faults).toEqual([]);
  expect(unmet.length, unmet.join("\n")).toBeLessThanOrEqual(SEEDS * UNMET_SHARE);
  expect(nTold).toBeGreaterThan(SEEDS / 2);
});
