/** Differences between two states of trains: added trains, removed ones, and those whose fields differ. */
import type { PacedTrain, Timetable, TrainSchedule } from "../state/timetable.ts";

type Train = TrainSchedule | PacedTrain;

export interface Difference {
  readonly kind: "new" | "gone" | "changed";
  /** From the newer state; a removed train is from the older one. */
  readonly train: Train;
  /** Names of the fields that differ, except the start. */
  readonly fields: readonly string[];
  /** How much later it starts. */
  readonly shift_ms: number;
}

/** Fields that say nothing about how a train runs. */
const BESIDE = new Set(["id", "timetable_id", "start_time", "modified_at", "modified_by"]);

/** In the newer state's order, then removed trains. Matched by id in one timetable, else by name and order. */
export function listDifferences(
  before: Timetable,
  after: Timetable,
  is_one = before.timetable_id === after.timetable_id,
): Difference[] {
  const [old, now] = [keyTrains(before, is_one), keyTrains(after, is_one)];
  const found: Difference[] = [];
  for (const [key, train] of now) {
    const was = old.get(key);
    if (was === undefined) found.push({ kind: "new", train, fields: [], shift_ms: 0 });
    else {
      const fields = listChanged(was, train);
      const shift_ms = Date.parse(train.start_time) - Date.parse(was.start_time);
      if (fields.length > 0 || shift_ms !== 0) {
        found.push({ kind: "changed", train, fields, shift_ms });
      }
    }
  }
  for (const [key, train] of old) {
    if (!now.has(key)) found.push({ kind: "gone", train, fields: [], shift_ms: 0 });
  }
  return found;
}

/** The first train of a name matches the first train of that name in the other timetable. */
function keyTrains({ trains, paced_trains }: Timetable, is_by_id: boolean): Map<string, Train> {
  const all: Train[] = [...trains.values(), ...paced_trains.values()];
  if (is_by_id) return new Map(all.map((train) => [String(train.id), train]));
  const counts = new Map<string, number>();
  const sorted = all.toSorted((a, b) => Date.parse(a.start_time) - Date.parse(b.start_time));
  return new Map(
    sorted.map((train) => {
      const kind = "paced" in train ? "paced" : "single";
      const name = `${kind} ${train.train_name}`;
      const count = (counts.get(name) ?? 0) + 1;
      counts.set(name, count);
      return [`${name} ${count}`, train];
    }),
  );
}

function listChanged(before: Train, after: Train): string[] {
  const [old, now] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...now.keys()])]
    .filter((name) => !BESIDE.has(name))
    .filter((name) => JSON.stringify(old.get(name)) !== JSON.stringify(now.get(name)))
    .sort();
}
