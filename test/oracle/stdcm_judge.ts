/** One seed of short term requests: the search against brute force, and its answer by the oracle. */
import { fitAmong } from "../../bench/network/fit_among.ts";
import { openSimulation } from "../../workers/engine/margins/packed_simulation.ts";
import { viewInfra } from "../../workers/tasks/infra_views.ts";
import { describePath } from "../../workers/tasks/path/describe_path.ts";
import type { FitTrainOutcome } from "../../workers/tasks/stdcm/fit_train.ts";
import { readRequirements } from "./read_requirements.ts";
import {
  type Candidate,
  type Fineness,
  findByForce,
  findMeeting,
  keepsTimes,
  type StopSignal,
  type Taken,
  type Timed,
  widen,
} from "./stdcm_brute.ts";
import { chooseBest, findBetter, type Times } from "./stdcm_rank.ts";
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
const SIGNALS = ["SHORT_SLIP_STOP", "STOP", "OPEN"] as const;
export type FittedTrain = Extract<FitTrainOutcome, { readonly kind: "success" }>;

/** How much was judged, by kind, and every problem. */
export interface Verdict {
  readonly counts: Record<string, number>;
  readonly problems: string[];
}

/** `grid_ms`: departures that brute force tries. */
export function judgeSeeds(from: number, to: number, grid_ms: number): Verdict {
  const verdict: Verdict = { counts: {}, problems: [] };
  for (let seed = from; seed < to; seed++) {
    const request = drawStdcmRequest(seed);
    const { kinds, problems } = judgeOutcome(request, fitAmong(request.input), grid_ms);
    for (const kind of kinds) verdict.counts[kind] = (verdict.counts[kind] ?? 0) + 1;
    verdict.problems.push(...problems.map((problem) => `${request.name}: ${problem}`));
  }
  return verdict;
}

/** What the case was, and what is wrong with the outcome. */
export function judgeOutcome(
  request: DrawnRequest,
  outcome: FitTrainOutcome,
  grid_ms: number,
): { readonly kinds: string[]; readonly problems: string[] } {
  const kinds: string[] = [outcome.kind];
  const problems: string[] = [];
  const { input, consist } = request;
  const taken = widen(request.taken, input);
  const found = outcome.kind === "success" ? outcome : null;
  const own = found === null ? null : timesOf(request, found);
  const hasMargin = consist.margin > 0;
  const fineness = { apart_ms: hasMargin ? MARGIN_MS : ROUNDING_MS, grid_ms };
  const { signal, trains: known } = findDue(request, taken, fineness);
  const best = chooseBest(known);
  // Late by what keeps it apart and by what its margin is put on to, longer by as much.
  const off_ms = hasMargin ? 2 * MARGIN_MS : ROUNDING_MS;
  const asked = listSignals(input);
  const before = found === null ? -1 : asked.indexOf(signalOf(request, found));
  // A train with more restrictive signals is better than all that brute force has.
  const isLike = found === null || before >= asked.indexOf(signal);
  const better = own === null ? best : isLike ? findBetter(own, known, off_ms) : undefined;
  const answered = found === null || own === null ? null : addFreeTime(request, found, own);
  if (answered !== null && best !== null && before > asked.indexOf(signal)) {
    if (!isWorthIt(answered, upToBest(known), worthOf(input) - off_ms)) {
      problems.push(`${asked[before]} where ${signal} would do: ${tellWay(best)}`);
    } else kinds.push("another signal is worth it");
  }
  if (answered !== null)
    problems.push(...tellWorthier(request, answered, { taken, fineness, off_ms, before }));
  if (better) problems.push(`${tell(own)} instead of ${tell(better)} over ${tellWay(better)}`);
  kinds.push(...describeCase(request, fineness, best));
  if (best === null && own !== null) kinds.push("search alone");
  if (best !== null && own !== null && findBetter(best, [own], off_ms))
    kinds.push("search is better");
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

/** Signals at stops that were asked to last, in order: another counts only where those before it let none through. */
function listSignals({ steps }: DrawnRequest["input"]): readonly StopSignal[] {
  return steps.slice(1).some(({ stop_ms }) => (stop_ms ?? 0) > 0) ? SIGNALS : ["SHORT_SLIP_STOP"];
}

/** The trains of brute force with the first signal that lets any through. */
function findDue(
  request: DrawnRequest,
  taken: Taken,
  fineness: Fineness,
): { readonly signal: StopSignal; readonly trains: readonly Candidate[] } {
  const signals = listSignals(request.input);
  for (const signal of signals) {
    const trains = findByForce(request, taken, fineness, signal);
    if (trains.length > 0) return { signal, trains };
  }
  return { signal: signals.at(-1)!, trains: [] };
}

/** What less restrictive signals must save of waiting for others: a minute for each stop that was asked to last. */
function worthOf({ steps }: DrawnRequest["input"]): number {
  return 60_000 * steps.slice(1).filter(({ stop_ms }) => (stop_ms ?? 0) > 0).length;
}

interface WithFree extends Times {
  /** Time under way on its way, with its signals, without others and planned times. */
  readonly free_ms: number;
}

/** How much less a train waits for others, at its start or on its way, than one with other signals. */
function savedBySignal(rival: WithFree, other: WithFree): number {
  if (other.arrival_ms >= rival.arrival_ms) return -Infinity;
  const underWay_ms = (one: WithFree): number => one.arrival_ms - one.departure_ms;
  const approach_ms = Math.max(0, rival.free_ms - other.free_ms);
  const later_ms = rival.arrival_ms - other.arrival_ms;
  return Math.max(later_ms, underWay_ms(rival) - underWay_ms(other)) - approach_ms;
}

/** The best of some trains and those that arrive before it: what others are compared with. */
function upToBest(trains: readonly Candidate[]): readonly Candidate[] {
  const best = chooseBest(trains);
  return trains.filter(({ arrival_ms }) => best !== null && arrival_ms <= best.arrival_ms);
}

/** Whether a train saves so much beside each of those that have more restrictive signals. */
function isWorthIt(own: WithFree, rivals: readonly WithFree[], least_ms: number): boolean {
  return rivals.every((rival) => savedBySignal(rival, own) >= least_ms);
}

/** An answered train, and the time under way that it would have on its way without others. */
function addFreeTime(
  { opened, input, consist }: DrawnRequest,
  train: FittedTrain,
  times: Times,
): WithFree {
  const way = readWay(opened.world, describePath({ infra: opened.ref, path: train.path }));
  const stops = train.schedule.flatMap((item) => {
    if (item.stop_for_ms === null) return [];
    const step = way.positions.indexOf(item.offset_mm);
    const stop_for_ms = stopsAt_ms(input, way, step, input.steps.length);
    return [{ ...item, arrival_ms: null, stop_for_ms }];
  });
  const run = runOn(opened.world, { way, consist }, stops);
  const timed = run === null ? null : needsOf(opened.world, run, stops);
  if (timed === null) throw new Error(`${tell(times)}: does not run with its least stops`);
  return { ...times, free_ms: timed.arrivals_ms.at(-1)! };
}

/** A train with less restrictive signals that would be worth it beside the answered one; with room for both ways. */
function tellWorthier(
  request: DrawnRequest,
  own: WithFree,
  { taken, fineness, off_ms, before }: TriedSignals,
): string[] {
  const signals = listSignals(request.input);
  const later = signals.slice(before + 1);
  if (later.length === 0) return [];
  const rivals: WithFree[] = [own];
  for (const signal of signals.slice(0, before + 1)) {
    rivals.push(...upToBest(findByForce(request, taken, fineness, signal)));
  }
  return later.flatMap((signal) => {
    const least_ms = worthOf(request.input) + 2 * off_ms;
    const worthier = findByForce(request, taken, fineness, signal).find((one) =>
      isWorthIt(one, rivals, least_ms),
    );
    return worthier === undefined ? [] : [`${signal} would be worth it: ${tellWay(worthier)}`];
  });
}

interface TriedSignals {
  readonly taken: Taken;
  readonly fineness: Fineness;
  readonly off_ms: number;
  /** Place of the answered signal. */
  readonly before: number;
}

/** The signal of an answered train at stops that were asked to last; the default where there are none. */
function signalOf({ input }: DrawnRequest, { path, schedule }: FittedTrain): StopSignal {
  const asked_mm = new Set(
    path.item_positions_mm.filter((_, i) => i > 0 && (input.steps[i]!.stop_ms ?? 0) > 0),
  );
  const signals = schedule
    .filter(({ offset_mm }) => asked_mm.has(offset_mm))
    .map(({ reception_signal }) => reception_signal);
  // The least restrictive one counts.
  return SIGNALS.findLast((signal) => signals.includes(signal)) ?? SIGNALS[0];
}

function timesOf({ input }: DrawnRequest, train: FittedTrain): Times {
  const run_ms = openSimulation(train.packed).final.itemTimes_ms[input.steps.length - 1]!;
  const departure_ms = train.departure_ms - input.start_ms;
  return { departure_ms, arrival_ms: departure_ms + run_ms };
}

function tell(times: Times | null): string {
  return times === null ? "none" : `${times.departure_ms} to ${times.arrival_ms} ms`;
}

function tellWay({ way, stops }: Candidate): string {
  const tracks = way.ranges.map(({ track_section }) => track_section).join(" ");
  const durations = stops.map((one) => `${one.stop_for_ms} ${one.reception_signal}`).join(" ");
  return `${tracks}, stops ${durations}`;
}

/** What others make of the train that brute force would have without them. */
function describeCase(
  request: DrawnRequest,
  fineness: Fineness,
  known: Candidate | null,
): readonly string[] {
  const alone = chooseBest(findDue(request, new Map(), fineness).trains);
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
  const hasArrivals = train.schedule.some(({ arrival_ms }) => arrival_ms !== null);
  // The oracle's margin is exact.
  const isOrdinary = !hasArrivals && consist.margin === 0;
  const problems: string[] = [];
  const runs: Timed[] = [{ arrivals_ms, needs: readNeeds(request, train) }];
  if (isOrdinary) {
    const run = runOn(opened.world, { way, consist }, train.schedule);
    const timed = run === null ? null : needsOf(opened.world, run, train.schedule);
    if (timed === null) problems.push("does not run");
    else runs.push(timed);
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
  // Where no train arrives at its planned times, one leaves its stops on the way within them.
  const moved = input.steps.map((step, i) => {
    if (step.planned === null || i === 0 || i === input.steps.length - 1) return step;
    const arrival_ms = step.planned.arrival_ms - (step.stop_ms ?? 0);
    return { ...step, planned: { ...step.planned, arrival_ms } };
  });
  const isInTime = [input.steps, moved].some((steps) =>
    keepsTimes({ arrivals_ms }, departure_ms, { ...input, steps }, -2 * ROUNDING_MS),
  );
  if (!isInTime) {
    problems.push(`leaves after ${departure_ms} ms, arrives after ${arrivals_ms.join()}`);
  }
  input.steps.forEach(({ stop_ms }, i) => {
    if (i === 0 || stop_ms === null) return;
    const stop = train.schedule.find(({ offset_mm }) => offset_mm === way.positions[i]);
    const least_ms = stopsAt_ms(input, way, i, input.steps.length);
    if ((stop?.stop_for_ms ?? -1) < least_ms)
      problems.push(`step ${i} has no stop of ${least_ms} ms`);
  });
  return { kind: hasArrivals ? "a train with arrivals" : "an ordinary train", problems };
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
