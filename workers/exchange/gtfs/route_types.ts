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

/** Ranges of types, of basic and of extended ones, and what runs on them: a kind of railway, or none. */
const RANGES: readonly (readonly [from: number, to: number, name: string])[] = [
  [0, 0, "tram"],
  [1, 1, "subway"],
  [RAIL, RAIL, "rail"],
  [3, 3, "bus"],
  [4, 4, "ferry"],
  [5, 5, "cable tram"],
  [6, 6, "aerial lift"],
  [7, 7, "funicular"],
  [11, 11, "trolleybus"],
  [12, 12, "monorail"],
  [100, 117, "rail"],
  [200, 299, "coach"],
  [400, 404, "subway"],
  [405, 405, "monorail"],
  [700, 799, "bus"],
  [800, 899, "trolleybus"],
  [900, 999, "tram"],
  [1000, 1099, "water"],
  [1100, 1199, "air"],
  [1300, 1399, "aerial lift"],
  [1400, 1499, "funicular"],
];

/** What runs on routes of a type: a kind of railway, or something else. */
export function nameOfType(type: number): string {
  return RANGES.find(([from, to]) => type >= from && type <= to)?.[2] ?? "other";
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
