/**
 * A search over sets of decisions, judged by days that are tried with them: of the best few sets, the one that was
 * extended least is tried with some more decisions, until all are, the days are used up or many bring nothing.
 */
import { decisionKey, proposeDecisions, proposeWidely } from "./candidate_decisions.ts";
import {
  compareCosts,
  costsLess,
  type DayCost,
  type DayTrial,
  type Decision,
  isHold,
} from "./tried_decisions.ts";

/** Sets that may be extended next. */
const BEST = 4;
/** Days tried before another set may be. */
const TURN = 16;
const DECISIONS_MAX = 12;
/** Days tried since the best set was found, unless it leaves trains stuck. */
const PATIENT_DAYS = 64;

export interface DayProposal {
  readonly decisions: readonly Decision[];
  readonly cost: DayCost;
}

interface OpenSet extends DayProposal {
  /** What is added next, some together. */
  candidates: readonly (readonly Decision[])[];
  next: number;
  /** How many events it took to try it. */
  readonly events: number;
  /** How often it was extended. */
  turns: number;
  /** Whether the candidates are the further ones. */
  isWide: boolean;
}

/** As for sorting. */
export function compareProposals(one: DayProposal, other: DayProposal): number {
  return compareCosts(one.cost, other.cost) || one.decisions.length - other.decisions.length;
}

export class DecisionSearch {
  /** Of the day without any decision. */
  readonly cost: DayCost;
  /** Sets that were tried and made another day than those before. */
  readonly found: DayProposal[] = [];
  /** How many days were tried. */
  count = 0;
  readonly #trial: DayTrial;
  readonly #until_ms: number;
  readonly #tried = new Set<string>();
  readonly #days = new Set<string>();
  /** The best first. */
  #open: OpenSet[];
  #best: DayCost;
  /** How many days were tried when the best was known. */
  #foundAt: number;
  /** Of the day without any decision. */
  readonly #events: number;

  /** Decisions are about what happens until `until_ms`. */
  constructor(trial: DayTrial, until_ms: number) {
    this.#trial = trial;
    this.#until_ms = until_ms;
    this.count++;
    this.cost = trial.compareWith([]);
    this.#events = trial.simulator.events;
    this.#best = this.cost;
    this.#foundAt = this.count;
    this.#days.add(this.#describeDay(this.cost));
    const root = this.#openSet([], this.cost);
    // Where nobody waits nothing is to be gained.
    this.#open = root.candidates.length > 0 ? [root] : [];
  }

  /** `onBetter` is told of each set that is better than those before, once those that were tried together with it are. */
  run(days_max: number, onBetter: (found: DayProposal) => void): void {
    while (this.count < days_max && !this.#isEnough()) {
      const [first, ...others] = this.#open.slice(0, BEST);
      if (first === undefined) return;
      const chosen = others.reduce((least, one) => (one.turns < least.turns ? one : least), first);
      const better = this.#extend(chosen, Math.min(days_max, this.count + TURN));
      if (better !== null) onBetter(better);
    }
  }

  #isEnough(): boolean {
    return this.#best.missed === 0 && this.count - this.#foundAt >= PATIENT_DAYS;
  }

  /** Null: it brings nothing better than the best. */
  #extend(chosen: OpenSet, end: number): DayProposal | null {
    const { decisions, cost } = chosen;
    const own: OpenSet[] = [];
    // Days with these decisions and more are far from the one that days are compared with.
    if (TURN * chosen.events > this.#events) this.#trial.compareWith(decisions);
    chosen.turns++;
    while (this.count < end) {
      const added = this.#takeNext(chosen);
      if (added === null) {
        this.#open.splice(this.#open.indexOf(chosen), 1);
        break;
      }
      const one = this.#tryMore(decisions, added);
      if (one !== null) own.push(one);
    }
    own.sort(compareProposals);
    const better = own.slice(0, 1).find((one) => costsLess(one.cost, this.#best)) ?? null;
    if (better !== null) {
      this.#best = better.cost;
      this.#foundAt = this.count;
    }
    // What has helped alone is tried first with the others.
    const helpful = own
      .filter((one) => costsLess(one.cost, cost))
      .map((one) => one.decisions.slice(decisions.length));
    for (const one of own) one.candidates = mix(helpful, one.candidates);
    this.found.push(...own);
    this.#open.push(...own.filter((one) => one.decisions.length < DECISIONS_MAX));
    this.#open.sort(compareProposals);
    return better;
  }

  #run(decisions: readonly Decision[]): DayCost {
    this.count++;
    return this.#trial.run(decisions);
  }

  /** Null: there are no more. */
  #takeNext(set: OpenSet): readonly Decision[] | null {
    if (set.next === set.candidates.length && !set.isWide) {
      this.#run(set.decisions);
      set.candidates = proposeWidely(this.#trial, this.#until_ms);
      set.next = 0;
      set.isWide = true;
    }
    return set.candidates[set.next++] ?? null;
  }

  /** Null: it can't be, or it was tried, or it makes no other day. */
  #tryMore(decisions: readonly Decision[], added: readonly Decision[]): OpenSet | null {
    const fit = added.filter((other) => !decisions.some((one) => contradicts(one, other)));
    const more = [...decisions, ...fit];
    if (fit.length === 0 || more.length > DECISIONS_MAX) return null;
    const key = more.map(decisionKey).sort().join();
    if (this.#tried.has(key)) return null;
    this.#tried.add(key);
    if (this.#trial.contradicts(more)) return null;
    const cost = this.#run(more);
    const day = this.#describeDay(cost);
    if (this.#days.has(day)) return null;
    this.#days.add(day);
    return this.#openSet(more, cost);
  }

  /** Of the day that was tried last. */
  #openSet(decisions: readonly Decision[], cost: DayCost): OpenSet {
    const candidates = proposeDecisions(this.#trial, this.#until_ms).map((one) => [one]);
    const { events } = this.#trial.simulator;
    return { decisions, cost, candidates, next: 0, events, turns: 0, isWide: false };
  }

  /** Days of equal costs and deadlocks are the same but for chance. */
  #describeDay({ missed, delay_ms }: DayCost): string {
    const locked = this.#trial.simulator.deadlocks.map(({ trains }) => trains.join(" "));
    return [missed, delay_ms, ...locked].join();
  }
}

/** In turns from both. */
function mix<T>(some: readonly T[], others: readonly T[]): T[] {
  const mixed: T[] = [];
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
