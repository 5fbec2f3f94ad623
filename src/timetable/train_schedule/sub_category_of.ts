/** The sub-category that a category names, which the database keeps in a column of its own. */
import type { TrainSchedule } from "./train_schedule.schemas.ts";

/** Its code; null for a main category and for none. */
export function subCategoryOf(category: TrainSchedule["category"]): string | null {
  return category !== null && "sub_category_code" in category ? category.sub_category_code : null;
}
