/** Days as weekdays from a first to a last one, for formats that list exceptions beside them. */
import { daysOfBits } from "../../../src/railway/days/days_of_bits.ts";

export interface WeekdayRule {
  /** 1 is Monday. */
  readonly weekdays: readonly number[];
  readonly from: number;
  readonly to: number;
}

/** The weekdays that say most of some days; null: none do. */
export function weekdayRule(days: readonly number[]): WeekdayRule | null {
  const from = Math.min(...days);
  const to = Math.max(...days);
  const bits = new Uint8Array(to - from + 1);
  for (const day of days) bits[day - from] = 1;
  const is_day = new Uint8Array(bits.length).fill(1);
  const { weekdays } = daysOfBits(bits, { first_day: from, is_day });
  return weekdays.length === 0 ? null : { weekdays, from, to };
}
