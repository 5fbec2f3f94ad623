/** Basic and extended route types, and the kind of train that each one means. */
import type { Category } from "../timetable/timetable_form.ts";

const RAIL = 2;

type MainCategory = Extract<Category, { readonly main_category: string }>["main_category"];

const TYPES: Readonly<Partial<Record<MainCategory, number>>> = {
  HIGH_SPEED_TRAIN: 101,
  INTERCITY_TRAIN: 102,
  NIGHT_TRAIN: 105,
  REGIONAL_TRAIN: 106,
  TOURISTIC_TRAIN: 107,
  COMMUTER_TRAIN: 109,
};
const NO_PASSENGERS: readonly MainCategory[] = [
  "FREIGHT_TRAIN",
  "FAST_FREIGHT_TRAIN",
  "WORK_TRAIN",
];

export function isRail(type: number): boolean {
  return type === RAIL || (type >= 100 && type < 118);
}

export function typeOf(category: Category): number {
  if (category === null || !("main_category" in category)) return RAIL;
  return TYPES[category.main_category] ?? RAIL;
}

export function categoryOf(type: number): Category {
  for (const [name, own] of Object.entries(TYPES)) {
    // A name of the table.
    if (own === type) return { main_category: name as MainCategory };
  }
  return null;
}

export function takesPassengers(category: Category): boolean {
  if (category === null || !("main_category" in category)) return true;
  return !NO_PASSENGERS.includes(category.main_category);
}
