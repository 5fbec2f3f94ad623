/** Kinds of trains as submodes of railways. */
import type { Category } from "../timetable/timetable_form.ts";

type MainCategory = Extract<Category, { readonly main_category: string }>["main_category"];

/** The first submode of a kind goes out. */
const SUBMODES: Readonly<Partial<Record<MainCategory, readonly string[]>>> = {
  HIGH_SPEED_TRAIN: ["highSpeedRail"],
  INTERCITY_TRAIN: ["longDistance", "interregionalRail", "crossCountryRail", "international"],
  REGIONAL_TRAIN: ["regionalRail"],
  NIGHT_TRAIN: ["nightRail", "sleeperRailService", "nightTrain"],
  COMMUTER_TRAIN: ["suburbanRailway", "local"],
  TOURISTIC_TRAIN: ["touristRailway"],
};

/** Null: there is none of this kind. */
export function submodeOf(category: Category): string | null {
  if (category === null || !("main_category" in category)) return null;
  return SUBMODES[category.main_category]?.[0] ?? null;
}

export function categoryOfSubmode(submode: string): Category {
  for (const [name, submodes] of Object.entries(SUBMODES)) {
    // A name of the table.
    if (submodes.includes(submode)) return { main_category: name as MainCategory };
  }
  return null;
}
