/** The days of a train, which the database keeps in a column of their own. */
import type { TrainSchedule } from "./train_schedule.schemas.ts";

/** JSON text; null: none. */
export function printDays({ days }: Pick<TrainSchedule, "days">): string | null {
  return days === undefined ? null : JSON.stringify(days);
}
