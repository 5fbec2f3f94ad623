/**
 * A solution that gets better: first all conflicts at once, where they are few, then each by itself, then trains are
 * put back and decided anew together with some that they meet. It begins with the timetable as it is, so there is
 * always a solution. Work is counted, never timed: the same plan, solution, seed and work give the same answer.
 */
import { Draws } from "../random.ts";
import { Branching, type SearchStop } from "./branching.ts";
import { Delays } from "./delays.ts";
import { CHANGE_COST, FIXED, NO_KNOT, type Plan, type Solution } from "./plan.ts";

/*
 * What solving conflicts costs at least: of pairs of trains that have no train in common, each that is solved costs its
 * cheaper order, whatever else is decided. A solution that leaves some conflicts may leave the dearest pairs.
 */

interface Priced {
  readonly meeting: number;
  readonly price: number;
}

/** In minutes, of all solutions that leave at most so many conflicts. */
export function findLeastCost(plan: Plan, left_count: number): number {
  // A train that leaves earlier has no price that grows with its delay.
  if (plan.leads.some((lead) => lead > 0)) return 0;
  const delays = new Delays(plan);
  const dearest = listPriced(plan, delays).sort((a, b) => b.price - a.price);
  const prices = chooseApart(plan, delays, dearest);
  return prices.slice(left_count).reduce((sum, price) => sum + price, 0);
}

/** Overlaps as they are, of conflicts that are asked about; what can't be decided is left in any case. */
function listPriced(plan: Plan, delays: Delays): Priced[] {
  const { gaps, backs, knots, weights, firstBegins, secondBegins } = plan;
  const priced: Priced[] = [];
  for (let meeting = 0; meeting < gaps.length; meeting++) {
    const [gap, back, knot] = [gaps[meeting]!, backs[meeting]!, knots[meeting]!];
    if (gap <= 0 || back <= 0 || knot === NO_KNOT || weights[knot] === 0) continue;
    const before = delays.costOf(secondBegins[meeting]!, gap);
    const behind = delays.costOf(firstBegins[meeting]!, back);
    const price = Math.min(before, behind) + CHANGE_COST;
    if (price < Infinity) priced.push({ meeting, price });
  }
  return priced;
}

/** Prices, the dearest first, of meetings without a common train or conflict. */
function chooseApart(
  { firstBegins, secondBegins, knots }: Plan,
  { trainOf }: Delays,
  dearest: readonly Priced[],
): number[] {
  const [trains, counted] = [new Set<number>(), new Set<number>()];
  return dearest.flatMap(({ meeting, price }) => {
    const own = [firstBegins[meeting]!, secondBegins[meeting]!]
      .map((stretch) => trainOf[stretch]!)
      .filter((train) => train !== FIXED);
    const knot = knots[meeting]!;
    if (counted.has(knot) || own.some((train) => trains.has(train))) return [];
    counted.add(knot);
    for (const train of own) trains.add(train);
    return [price];
  });
}

/** Work for everything at once, for one conflict, and for some trains together. */
const WHOLE_WORK = 20e6;
const KNOT_WORK = 1e6;
const AGAIN_WORK = 300_000;
const EXAMINE_WORK = 3e6;
/** So many conflicts are tried at once. */
const WHOLE_KNOTS_MAX = 60;
/** Trains that are put back at once, on average. */
const AGAIN_TRAINS = 3;

/** What a piece of work does: all at once, each conflict from one on, what a train meets, or some trains again. */
export type SearchStep =
  | { readonly kind: "whole" }
  | { readonly kind: "each"; readonly from: number }
  | { readonly kind: "around"; readonly train: number }
  | { readonly kind: "again"; readonly seed: number };

export interface PieceResult {
  readonly solution: Solution;
  /** What its delays cost in minutes. */
  readonly cost: number;
  /** Conflicts that are asked about and left. */
  readonly left_count: number;
  /** No solution that leaves as few costs less. */
  readonly bound: number;
  /** Null: no other solution is better. */
  readonly next: SearchStep | null;
  readonly work: number;
}

export interface PieceInput {
  readonly plan: Plan;
  /** Null: the timetable as it is. */
  readonly start: Solution | null;
  readonly step: SearchStep;
  /** About how much is done before the piece ends. */
  readonly work: number;
  readonly stop?: SearchStop;
}

export function improve({ plan, start, step, work, stop }: PieceInput): PieceResult {
  const branching = new Branching(plan, stop);
  if (start !== null) {
    branching.load(start);
    branching.repair();
  }
  const next = takeStep(branching, plan, step, work);
  const cost = branching.delayCost;
  const left_count = listLeft(branching).reduce((sum, knot) => sum + plan.weights[knot]!, 0);
  return {
    solution: branching.save(),
    cost,
    left_count,
    bound: next === null ? cost : Math.min(cost, findLeastCost(plan, left_count)),
    next,
    work: branching.work,
  };
}

function takeStep(
  branching: Branching,
  plan: Plan,
  step: SearchStep,
  work: number,
): SearchStep | null {
  switch (step.kind) {
    case "whole": {
      const knots = listLeft(branching);
      if (knots.length === 0 && listMoved(branching).length === 0) return null;
      if (knots.length > WHOLE_KNOTS_MAX) return solveEach(branching, 0, work);
      const { isWhole } = branching.decide(listMoved(branching), knots, WHOLE_WORK);
      // Leaving earlier is tried by lot alone.
      return isWhole && !plan.leads.some((lead) => lead > 0) ? null : { kind: "each", from: 0 };
    }
    case "each":
      return solveEach(branching, step.from, work);
    case "around":
      decideAround(branching, step.train);
      return { kind: "again", seed: 1 };
    case "again":
      improveByLot(branching, new Draws(step.seed), work);
      return { kind: "again", seed: step.seed + 1 };
  }
}

/** Knots that are left although they can be solved when no other conflict matters, or may be. */
export function findSolvable(
  plan: Plan,
  solution: Solution,
  stop: SearchStop | null = null,
): readonly number[] {
  const branching = new Branching(plan, stop);
  branching.load(solution);
  // Nothing is proven of trains that leave earlier.
  if (plan.leads.some((lead) => lead > 0)) return listLeft(branching);
  return listLeft(branching).filter(
    (knot) => branching.isStopped || branching.canSolve(knot, EXAMINE_WORK) !== false,
  );
}

function listLeft({ left }: Branching): number[] {
  return [...left.keys()].filter((knot) => left[knot] === 1);
}

function solveEach(branching: Branching, from: number, work: number): SearchStep {
  const end = branching.work + work;
  for (let knot = from; knot < branching.left.length; knot++) {
    if (branching.left[knot] === 0) continue;
    if (branching.work >= end || branching.isStopped) return { kind: "each", from: knot };
    branching.decide([], [knot], KNOT_WORK);
  }
  return { kind: "again", seed: 1 };
}

function decideAround(branching: Branching, train: number): void {
  const near = new Set([train, ...branching.listMet(train)]);
  const trains = listMoved(branching).filter((one) => near.has(one));
  const knots = listLeft(branching).filter((knot) =>
    branching.trainsOf[knot]!.some((one) => near.has(one)),
  );
  branching.decide([...new Set([train, ...trains])], knots, KNOT_WORK);
}

function improveByLot(branching: Branching, draws: Draws, work: number): void {
  const { trainsOf } = branching;
  const inConflicts = trainsOf.flat();
  const end = branching.work + work;
  while (branching.work < end && !branching.isStopped) {
    const moved = listMoved(branching);
    if (moved.length === 0 && listLeft(branching).length === 0) return;
    const pool = draws.next() < 0.5 || moved.length === 0 ? inConflicts : moved;
    if (pool.length === 0) return;
    const first = pool[draws.below(pool.length)]!;
    const size = 1 + Math.floor(-Math.log(1 - draws.next()) * AGAIN_TRAINS);
    const trains = new Set([first]);
    const near = branching.listMet(first);
    for (let i = 1; i < size && near.length > 0; i++) trains.add(near[draws.below(near.length)]!);
    const knots = listLeft(branching).filter((knot) =>
      trainsOf[knot]!.some((train) => trains.has(train)),
    );
    const leads = branching.listLeads(first);
    const seconds = leads[draws.below(leads.length)];
    const lead = seconds === undefined || draws.next() < 0.5 ? null : { train: first, seconds };
    branching.decide([...trains], knots, AGAIN_WORK, lead);
  }
}

function listMoved({ delays }: Branching): number[] {
  const moved = new Set<number>();
  for (const [s, delay] of delays.delay.entries()) if (delay !== 0) moved.add(delays.trainOf[s]!);
  return [...moved];
}
