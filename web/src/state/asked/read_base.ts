/** Requests base runs; loaded when they are wanted. */
import { type ProjectedTrain, projectTrains, type Question } from "../../api/stations_of_trains.ts";
import type { GraphData } from "../graph.ts";
import { timetable } from "../timetable.ts";

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
  means: Omit<Question, "stations">,
): Promise<KnownBase> {
  const trains = new Map<number, Asked>(before?.axis === axis ? before.trains : []);
  const wanted = [...projected].filter(([id, of]) => trains.get(id)?.of !== of);
  if (wanted.length === 0 && before?.axis === axis) return before;
  const stored = timetable.peek();
  const idsOf = (kind: ReadonlyMap<number, unknown> | undefined): number[] =>
    wanted.map(([id]) => id).filter((id) => kind?.has(id) === true);
  const found = await projectTrains(
    { train_schedules: idsOf(stored?.trains), paced_trains: idsOf(stored?.paced_trains) },
    { ...means, stations: axis.forward.stations },
  );
  for (const [id, of] of wanted) trains.set(id, { of, base: found.get(id) ?? null });
  return { axis, trains };
}
