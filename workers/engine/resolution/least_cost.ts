/**
 * What solving conflicts costs at least: of pairs of trains that have no train in common, each that is solved costs its
 * cheaper order, whatever else is decided. A solution that leaves some conflicts may leave the dearest pairs.
 */
import { Delays } from "./delays.ts";
import { CHANGE_COST, FIXED, NO_KNOT, type Plan } from "./plan.ts";

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
