/**
 * Sets of decisions that make a running day better, judged by the forecast itself. Bounded by the number of days
 * that are tried, so that the same day gives the same proposals.
 */
import { decisionKey } from "./candidate_decisions.ts";
import { compareProposals, type DayProposal, DecisionSearch } from "./decision_search.ts";
import { costsLess, type DayCost, type DayTrial } from "./tried_decisions.ts";

/** Less is not worth a decision. */
const GAIN_MS = 1000;

interface Bounds {
  /** Days that are tried. */
  readonly days_max: number;
  /** Decisions are about what happens until then. */
  readonly until_ms: number;
  readonly proposals_max: number;
}

const NOBODY_ASKS = (): void => undefined;

export interface FoundProposals {
  /** Of the day without any. */
  readonly cost: DayCost;
  /** The best first. */
  readonly proposals: readonly DayProposal[];
}

/** `days`: how many were tried. `onBetter` is told of one proposal while others are looked for, each time of a better one. */
export function findProposals(
  trial: DayTrial,
  bounds: Bounds,
  onBetter: (found: FoundProposals) => void = NOBODY_ASKS,
): FoundProposals & { readonly days: number } {
  const { days_max, until_ms, proposals_max } = bounds;
  const search = new DecisionSearch(trial, until_ms);
  const { cost, found } = search;
  search.run(days_max, (one) => {
    if (isWorthIt(one.cost, cost)) onBetter({ cost, proposals: [one] });
  });
  const better = found.filter((one) => isWorthIt(one.cost, cost)).sort(compareProposals);
  return { cost, proposals: chooseFew(trial, better, proposals_max), days: search.count };
}

function isWorthIt(cost: DayCost, than: DayCost): boolean {
  return costsLess({ ...cost, delay_ms: cost.delay_ms + GAIN_MS }, than);
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
    if (isMore(one, chosen)) continue;
    const needed = dropUnneeded(trial, one);
    if (!isMore(needed, chosen)) chosen.push(needed);
  }
  return chosen.sort(compareProposals);
}

/** Whether it has all decisions of another one. */
function isMore({ decisions: own }: DayProposal, chosen: readonly DayProposal[]): boolean {
  const keys = new Set(own.map(decisionKey));
  return chosen.some(({ decisions }) => decisions.every((one) => keys.has(decisionKey(one))));
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
