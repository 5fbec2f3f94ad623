/** One seed of short term requests: the search against brute force, and its answer by the oracle. */

import { fitAmong } from "../../bench/network/fit_among.ts";
import { openSimulation } from "../../workers/engine/margins/packed_simulation.ts";
import { describePath } from "../../workers/tasks/describe_path.ts";
import type { FitTrainOutcome } from "../../workers/tasks/fit_train.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import { readRequirements } from "./read_requirements.ts";
import {
  type Candidate,
  costOf_ms,
  findByForce,
  findMeeting,
  keepsTimes,
  type StopSignal,
  type Taken,
  type Timed,
  widen,
} from "./stdcm_brute.ts";
import { type DrawnRequest, drawStdcmRequest } from "./stdcm_request.ts";
import { listNeeds, needsOf, readWay, runOn } from "./stdcm_trains.ts";

/**
 * Printed times are whole ms: a begin or end of either train may be off by half of one, the departure
 * too. So brute force keeps its trains 2 ms from others and limits, and as much may lie between costs.
 */
const ROUNDING_MS = 2;
/**
 * A margin is put on by bisection until the run is within 2 s of what was asked for (engine.md 5.4): once
 * for the run that a plan is made on, once for the run that is answered. So a train with one is kept 4 s
 * from others and limits, arrives up to 4 s later, and leaves up to 8 s later: late by both.
 */
const MARGIN_MS = 4000;
/** What a train is worth with the signals that stops have by default, and whose margin is no linear one. */
const USUAL_STYLE_WORTH_MS = 1000;

export type FittedTrain = Extract<FitTrainOutcome, { readonly kind: "success" }>;

/** How much was judged, by kind, and every problem. */
export interface Verdict {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

export function judgeSeeds(from: number, to: number): Verdict {
  const verdict: Verdict = { counts: {}, problems: [] };
  for (let seed = from; seed < to; seed++) {
    const request = drawStdcmRequest(seed);
    const { kinds, problems } = judgeOutcome(request, fitAmong(request.input));
    for (const kind of kinds) verdict.counts[kind] = (verdict.counts[kind] ?? 0) + 1;
    verdict.problems.push(...problems.map((problem) => `${request.name}: ${problem}`));
  }
  return verdict;
}

/** What the case was, and what is wrong with the outcome. */
export function judgeOutcome(
  request: DrawnRequest,
  outcome: FitTrainOutcome,
): { readonly kinds: string[]; readonly problems: string[] } {
  const kinds: string[] = [outcome.kind];
  const problems: string[] = [];
  const { input, consist } = request;
  const taken = widen(request.taken, input);
  const found = outcome.kind === "success" ? outcome : null;
  const cost_ms = found === null ? Infinity : readCost_ms(request, found);
  const hasMargin = consist.margin > 0;
  const apart_ms = hasMargin ? MARGIN_MS : ROUNDING_MS;
  // Later by twice what keeps it apart, and longer by once that.
  const dearer_ms = ROUNDING_MS + (hasMargin ? costOf_ms(MARGIN_MS, 2 * MARGIN_MS) : 0);
  const known = listSignals(input).map((signal, i) => {
    const candidate = findByForce(request, taken, apart_ms, signal);
    const worth_ms = hasMargin || i > 0 ? USUAL_STYLE_WORTH_MS : 0;
    if (candidate !== null && cost_ms > candidate.cost_ms + dearer_ms + worth_ms) {
      problems.push(`${outcome.kind} at ${cost_ms} ms instead of ${tell(candidate)}, ${signal}`);
    }
    return candidate;
  });
  const cheapest = known.reduce((a, b) =>
    b === null || (a !== null && a.cost_ms <= b.cost_ms) ? a : b,
  );
  kinds.push(...describeCase(request, apart_ms, cheapest));
  if (cheapest === null && found !== null) kinds.push("search alone");
  if (cheapest !== null && cost_ms < cheapest.cost_ms - dearer_ms) kinds.push("search is better");
  if (found !== null) {
    if (input.steps.some(({ locations }, i) => locations === input.steps[i - 1]?.locations)) {
      kinds.push("a place twice");
    }
    const judged = judgeTrain(request, found, taken);
    kinds.push(judged.kind);
    problems.push(...judged.problems);
  }
  return { kinds, problems };
}

/** Signals to try at stops, the one that they have by default first. */
function listSignals({ steps }: DrawnRequest["input"]): StopSignal[] {
  const stands = steps.slice(1, -1).some(({ stop_ms }) => (stop_ms ?? 0) > 0);
  return stands ? ["SHORT_SLIP_STOP", "OPEN", "STOP"] : ["OPEN"];
}

function readCost_ms({ input }: DrawnRequest, { packed, departure_ms }: FittedTrain): number {
  const run_ms = openSimulation(packed).final.itemTimes_ms[input.steps.length - 1]!;
  return costOf_ms(run_ms, departure_ms - input.start_ms);
}

function tell({ way, stops, departure_ms, cost_ms }: Candidate): string {
  const tracks = way.ranges.map(({ track_section }) => track_section).join(" ");
  const durations = stops.map(({ stop_for_ms }) => stop_for_ms).join(" ");
  return `${cost_ms} ms over ${tracks}, leaves after ${departure_ms} ms, stops ${durations}`;
}

/** What others make of the train that brute force would have without them. */
function describeCase(
  request: DrawnRequest,
  apart_ms: number,
  known: Candidate | null,
): readonly string[] {
  const alone = findByForce(request, new Map(), apart_ms, "OPEN");
  if (alone === null) return ["impossible even alone"];
  if (known === null) return ["others leave no room"];
  const kinds: string[] = [];
  const tracksOf = ({ way }: Candidate): string =>
    way.ranges.map(({ track_section }) => track_section).join();
  if (known.departure_ms > alone.departure_ms) kinds.push("waits");
  if (known.isLengthened && !alone.isLengthened) kinds.push("stops longer");
  if (tracksOf(known) !== tracksOf(alone)) kinds.push("another way");
  return [kinds.length > 0 ? "others in the way" : "nobody in the way", ...kinds];
}

/** Whether an answered train is what it says it is, keeps its times and meets nobody. */
export function judgeTrain(
  request: DrawnRequest,
  train: FittedTrain,
  taken: Taken,
): { readonly kind: string; readonly problems: string[] } {
  const { opened, input, consist } = request;
  const departure_ms = train.departure_ms - input.start_ms;
  const itemTimes_ms = openSimulation(train.packed).final.itemTimes_ms;
  const arrivals_ms = input.steps.map((_, i) => itemTimes_ms[i]!);
  const way = readWay(opened.world, describePath({ infra: opened.ref, path: train.path }));
  const isOrdinary = train.schedule.every(({ arrival_ms }) => arrival_ms === null);
  const problems: string[] = [];
  const runs: Timed[] = [{ arrivals_ms, needs: readNeeds(request, train) }];
  if (isOrdinary) {
    for (const held of ["head", "whole"] as const) {
      const run = runOn(opened.world, { way, consist }, train.schedule, held);
      const timed = run === null ? null : needsOf(opened.world, run, train.schedule);
      if (timed === null) problems.push(`does not run (${held})`);
      else runs.push(timed);
    }
    // Steps at one place are arrived at one after the other.
    const own = (runs[1]?.arrivals_ms ?? []).map(
      (time_ms, i) => time_ms + stopsAt_ms(input, way, i, i),
    );
    const isSame = arrivals_ms.every((time, i) => Math.abs(time - own[i]!) <= ROUNDING_MS);
    if (!isSame) problems.push(`arrives at ${arrivals_ms.join()}, the oracle at ${own.join()}`);
  }
  for (const { needs } of runs) {
    for (const { zone, set, begin_ms, end_ms } of needs) {
      const need = {
        zone,
        set,
        begin_ms: departure_ms + begin_ms,
        end_ms: departure_ms + end_ms,
      };
      const met = findMeeting(need, taken, -ROUNDING_MS);
      if (met === undefined) continue;
      problems.push(`${zone} from ${need.begin_ms} to ${need.end_ms}: ${JSON.stringify(met)}`);
    }
  }
  // Planned times of runs that lose time are kept to a few ms.
  if (!keepsTimes({ arrivals_ms }, departure_ms, input, -2 * ROUNDING_MS)) {
    problems.push(`leaves after ${departure_ms} ms, arrives after ${arrivals_ms.join()}`);
  }
  input.steps.forEach(({ stop_ms }, i) => {
    if (i === 0 || stop_ms === null) return;
    const stop = train.schedule.find(({ offset_mm }) => offset_mm === way.positions[i]);
    const least_ms = stopsAt_ms(input, way, i, input.steps.length);
    if ((stop?.stop_for_ms ?? -1) < least_ms)
      problems.push(`step ${i} has no stop of ${least_ms} ms`);
  });
  return { kind: isOrdinary ? "an ordinary train" : "a train with arrivals", problems };
}

/** Least durations of the stops at a step's place, of the steps before another. */
function stopsAt_ms(
  { steps }: DrawnRequest["input"],
  { positions }: ReturnType<typeof readWay>,
  step: number,
  before: number,
): number {
  return steps
    .slice(1, before)
    .reduce(
      (sum, { stop_ms }, k) => sum + (positions[k + 1] === positions[step] ? (stop_ms ?? 0) : 0),
      0,
    );
}

/** What the answer itself says that the train needs, ms from its departure. */
function readNeeds({ opened }: DrawnRequest, { requirements }: FittedTrain): Timed["needs"] {
  const { buffer, byte_offset } = requirements;
  return listNeeds(readRequirements(viewInfra(opened.ref), buffer, byte_offset));
}
