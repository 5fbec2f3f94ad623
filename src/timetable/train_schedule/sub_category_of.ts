/** The sub-category of a train's category, which the database keeps in its own column. */
import type { TrainSchedule } from "./train_schedule.schemas.ts";

/** Its code; null for a main category or none. */
export function subCategoryOf(category: TrainSchedule["category"]): string | null {
  return category !== null && "sub_category_code" in category ? category.sub_category_code : null;
}
