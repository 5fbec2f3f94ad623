/**
 * Sets of decisions that make a running day better: a search that keeps the best few sets and adds one decision
 * to each, judged by the forecast itself. Bounded by the number of days that are tried, so that the same day
 * gives the same proposals.
 */
import { decisionKey, proposeDecisions } from "./candidate_decisions.ts";
import {
  compareCosts,
  costsLess,
  type DayCost,
  type DayTrial,
  type Decision,
  isHold,
} from "./tried_decisions.ts";

/** Sets that are extended. */
const KEPT = 4;
/** Decisions added to one of them, once the first ones are known. */
const ADDED_MAX = 24;
const DECISIONS_MAX = 8;
/** Steps without a better set. */
const PATIENT_STEPS = 2;
/** Less is not worth a decision. */
const GAIN_MS = 1000;

export interface DayProposal {
  readonly decisions: readonly Decision[];
  readonly cost: DayCost;
}

interface Extended extends DayProposal {
  /** What may be added. */
  readonly candidates: readonly Decision[];
}

interface Bounds {
  /** Days that are tried. */
  readonly days_max: number;
  /** Decisions are about what happens until then. */
  readonly until_ms: number;
  readonly proposals_max: number;
}

export interface FoundProposals {
  /** Of the day without any. */
  readonly cost: DayCost;
  /** The best first. */
  readonly proposals: readonly DayProposal[];
}

export function findProposals(trial: DayTrial, bounds: Bounds): FoundProposals {
  const { days_max, until_ms, proposals_max } = bounds;
  const none: readonly Decision[] = [];
  const cost = trial.run(none);
  const seen = new Set([costKey(cost)]);
  const tried = new Set<string>();
  const better: DayProposal[] = [];
  let kept: readonly Extended[] = [
    { decisions: none, cost, candidates: proposeDecisions(trial, until_ms) },
  ];
  let best = cost;
  for (let step = 0, idle = 0; step < DECISIONS_MAX && idle < PATIENT_STEPS; step++) {
    // Half of the days stay for sets of more than one decision.
    const end = step === 0 ? trial.count + Math.ceil(days_max / 2) : days_max;
    kept = extendAll(
      trial,
      kept,
      { until_ms, end, added_max: step === 0 ? Infinity : ADDED_MAX },
      {
        tried,
        seen,
      },
    );
    for (const one of kept) if (isWorthIt(one.cost, cost)) better.push(one);
    kept = kept.slice(0, KEPT);
    const [first] = kept;
    if (first === undefined || trial.count >= days_max) break;
    idle = costsLess(first.cost, best) ? 0 : idle + 1;
    if (idle === 0) best = first.cost;
  }
  better.sort(compareProposals);
  return { cost, proposals: chooseFew(trial, better, proposals_max) };
}

interface Step {
  readonly until_ms: number;
  /** Days tried by then. */
  readonly end: number;
  readonly added_max: number;
}

interface Known {
  /** Sets of decisions. */
  readonly tried: Set<string>;
  /** Costs: days of equal costs are the same but for chance. */
  readonly seen: Set<string>;
}

/** All sets with one more decision that cost otherwise than those before, the best first. */
function extendAll(
  trial: DayTrial,
  kept: readonly Extended[],
  { until_ms, end, added_max }: Step,
  { tried, seen }: Known,
): Extended[] {
  const all: Extended[] = [];
  for (const { decisions, cost, candidates } of kept) {
    const own: Extended[] = [];
    let left = added_max;
    for (const decision of candidates) {
      if (left === 0 || trial.count >= end) break;
      if (decisions.some((one) => contradicts(one, decision))) continue;
      const more = [...decisions, decision];
      const key = more.map(decisionKey).sort().join();
      if (tried.has(key)) continue;
      tried.add(key);
      left--;
      const own_cost = trial.run(more);
      const cost_key = costKey(own_cost);
      if (seen.has(cost_key)) continue;
      seen.add(cost_key);
      const found = proposeDecisions(trial, until_ms);
      own.push({ decisions: more, cost: own_cost, candidates: found });
    }
    own.sort(compareProposals);
    // What has helped alone is tried first with the others.
    const helpful = own
      .filter((one) => costsLess(one.cost, cost))
      .flatMap((one) => one.decisions.slice(-1));
    for (const one of own) {
      all.push({ ...one, candidates: mix(helpful, one.candidates) });
    }
  }
  return all.sort(compareProposals);
}

/** In turns from both. */
function mix(some: readonly Decision[], others: readonly Decision[]): Decision[] {
  const mixed: Decision[] = [];
  for (let i = 0; i < Math.max(some.length, others.length); i++) {
    mixed.push(...some.slice(i, i + 1), ...others.slice(i, i + 1));
  }
  return mixed;
}

function contradicts(one: Decision, other: Decision): boolean {
  if (isHold(one)) return isHold(other) && one.train === other.train && one.stop === other.stop;
  if (isHold(other)) return false;
  const isSame = one.train === other.train && one.first === other.first;
  return (
    (isSame && one.stop === other.stop) || (one.train === other.first && one.first === other.train)
  );
}

function isWorthIt(cost: DayCost, than: DayCost): boolean {
  return costsLess({ ...cost, delay_ms: cost.delay_ms + GAIN_MS }, than);
}

function compareProposals(one: DayProposal, other: DayProposal): number {
  return compareCosts(one.cost, other.cost) || one.decisions.length - other.decisions.length;
}

function costKey({ missed, delay_ms }: DayCost): string {
  return `${missed} ${delay_ms}`;
}

/** The best, and those that ask for less or for something else. */
function chooseFew(
  trial: DayTrial,
  better: readonly DayProposal[],
  count_max: number,
): DayProposal[] {
  const chosen: DayProposal[] = [];
  for (const one of better) {
    if (chosen.length === count_max) break;
    const needed = dropUnneeded(trial, one);
    const keys = new Set(needed.decisions.map(decisionKey));
    const isMore = chosen.some(({ decisions }) => decisions.every((d) => keys.has(decisionKey(d))));
    if (!isMore) chosen.push(needed);
  }
  return chosen.sort(compareProposals);
}

/** Without decisions that change nothing for the better. */
function dropUnneeded(trial: DayTrial, { decisions, cost }: DayProposal): DayProposal {
  let needed: DayProposal = { decisions, cost };
  for (const one of decisions) {
    if (needed.decisions.length === 1) break;
    const without = needed.decisions.filter((other) => other !== one);
    const own_cost = trial.run(without);
    if (!costsLess(needed.cost, own_cost)) needed = { decisions: without, cost: own_cost };
  }
  return needed;
}
