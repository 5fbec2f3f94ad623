/** Another train's path as the axis, if the first choice has none. */
import type { Setting } from "../../api/setting.ts";
import { type PacedTrain, type TrainSchedule, timetable } from "../timetable.ts";
import type { AxisChoice, FoundAxis } from "./axis_choice.ts";
import { findAxis } from "./axis_loading.ts";

/** A network on which none of this many paths exists has little to show. */
const TRIED_MAX = 8;

/** Tries trains with the most waypoints first, one per way; null if none tried has a path. Throws ApiFault. */
export async function findOtherAxis(
  first: AxisChoice,
  setting: Setting,
  signal: AbortSignal,
): Promise<FoundAxis | null> {
  for (const choice of listOthers(first)) {
    const way = await findAxis(choice, setting, signal);
    if (way !== null) return { choice, way };
  }
  return null;
}

function listOthers(first: AxisChoice): readonly AxisChoice[] {
  const known = timetable.peek();
  const trains = [...(known?.trains.values() ?? []), ...(known?.paced_trains.values() ?? [])];
  const ways = new Map<string, AxisChoice>();
  for (const train of trains.toSorted((a, b) => b.path.length - a.path.length)) {
    const kind = "paced" in train ? "paced_train" : "train_schedule";
    const way = keyOfWay(train);
    if (!ways.has(way)) ways.set(way, { kind, id: train.id });
  }
  const tried = trains.find(({ id }) => "id" in first && id === first.id);
  if (tried !== undefined) ways.delete(keyOfWay(tried));
  return [...ways.values()].slice(0, TRIED_MAX);
}

/** Trains with the same stock and the same places have the same path. */
function keyOfWay({ path, rolling_stock_name }: TrainSchedule | PacedTrain): string {
  const places = path.map(({ id: _id, deleted: _deleted, ...place }) => place);
  return JSON.stringify([rolling_stock_name, places]);
}
