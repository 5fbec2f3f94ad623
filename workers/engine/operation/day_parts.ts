/**
 * The trains of a day in parts that have no zone in common: nothing that one does is felt in another, so each is
 * simulated for itself. That is also faster where all are, since what happens next is near in memory.
 */
import { groupBy } from "../columns.ts";
import { type DayPlan, planDay } from "./day_plan.ts";

export interface DayPart {
  /** Ascending. */
  readonly trains: Uint32Array;
  readonly plan: DayPlan;
}

export interface DayParts {
  readonly parts: readonly DayPart[];
  /** [nTrains] its part, and its number there. */
  readonly partOf: Uint32Array;
  readonly numberOf: Uint32Array;
}

export function divideDay(plan: DayPlan): DayParts {
  const nTrains = plan.runOf.length;
  const { leaders } = plan;
  const partOf = new Uint32Array(nTrains);
  const numberOf = new Uint32Array(nTrains);
  let count = 0;
  for (let t = 0; t < nTrains; t++) partOf[t] = leaders[t] === t ? count++ : partOf[leaders[t]!]!;
  const { start, items } = groupBy(partOf, nTrains, count);
  const parts = Array.from({ length: count }, (_, part) => {
    const trains = items.subarray(start[part], start[part + 1]);
    trains.forEach((t, i) => {
      numberOf[t] = i;
    });
    return { trains, plan: count === 1 ? plan : planPart(plan, trains) };
  });
  return { parts, partOf, numberOf };
}

function planPart({ runs, runOf, starts_ms }: DayPlan, trains: Uint32Array): DayPlan {
  const numbers = new Map<number, number>();
  const ownRunOf = trains.map((t) => {
    const run = runOf[t]!;
    const number = numbers.get(run) ?? numbers.size;
    numbers.set(run, number);
    return number;
  });
  const ownRuns = Array.from(numbers.keys(), (run) => runs[run]!);
  return planDay(
    ownRuns,
    ownRunOf,
    Float64Array.from(trains, (t) => starts_ms[t]!),
  );
}
