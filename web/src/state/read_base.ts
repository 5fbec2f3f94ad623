/** Requests base runs; loaded when they are wanted. */
import { type ProjectedTrain, projectTrains, type Question } from "../api/projection.ts";
import type { GraphData } from "./graph.ts";
import { timetable } from "./timetable.ts";

interface Asked {
  /** The final run at the time of the request: if it has changed, the base run may have too. */
  readonly of: ProjectedTrain;
  readonly base: ProjectedTrain | null;
}

export interface KnownBase {
  readonly axis: GraphData["axis"];
  readonly trains: ReadonlyMap<number, Asked>;
}

/** Combines known base runs with newly read ones. Throws ApiFault, or the abort's reason. */
export async function readBase(
  before: KnownBase | null,
  { axis, projected }: GraphData,
  means: Omit<Question, "axis">,
): Promise<KnownBase> {
  const trains = new Map<number, Asked>(before?.axis === axis ? before.trains : []);
  const wanted = [...projected].filter(([id, of]) => trains.get(id)?.of !== of);
  if (wanted.length === 0 && before?.axis === axis) return before;
  const stored = timetable.peek();
  const idsOf = (kind: ReadonlyMap<number, unknown> | undefined): number[] =>
    wanted.map(([id]) => id).filter((id) => kind?.has(id) === true);
  const question = { ...means, axis };
  const [schedules, paced] = await Promise.all([
    projectTrains("train_schedule", idsOf(stored?.trains), question),
    projectTrains("paced_train", idsOf(stored?.paced_trains), question),
  ]);
  for (const [id, of] of wanted) {
    trains.set(id, { of, base: schedules.get(id) ?? paced.get(id) ?? null });
  }
  return { axis, trains };
}
