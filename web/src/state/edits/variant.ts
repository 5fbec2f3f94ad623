/** A train that is another one on some of its days: two records of one name with disjoint days. */
import {
  type ClockedCalendar,
  dayAt,
  listDayStarts,
  makeCalendar,
} from "../../../../src/railway/days/period_days.ts";
import type { Period } from "../dates.ts";
import { bitsOf, type Days, expressBits, listDays, type PeriodAndLists } from "./days.ts";
import { type Edit, type Form, makeRecord, shiftForm } from "./edit.ts";

const OFFSET_MAX = 6;

/** Days of a train are split: what it keeps, and what its variant takes. */
interface Split {
  readonly kept: Days;
  readonly taken: Days;
}

/** `chosen`: a bit for each day of the period; only days of the train count. The shortest expressions of both. */
export function splitDays(days: Days, chosen: Uint8Array, known: PeriodAndLists): Split {
  const bits = bitsOf(days, known);
  const wanted = {
    kept: bits.map((bit, i) => bit & ~(chosen[i] ?? 0)),
    taken: bits.map((bit, i) => bit & (chosen[i] ?? 0)),
  };
  const all = listDays(known);
  const whole = days.weekdays.filter((weekday) =>
    all.every((one) => one.weekday !== weekday || wanted.kept[one.place] === 0),
  );
  const others = days.weekdays.filter((weekday) => !whole.includes(weekday));
  const { also = [] } = days;
  const dates = (is_taken: boolean): Days["also"] =>
    also.filter((one) => {
      const place = typeof one === "string" ? all.findIndex(({ date }) => date === one) : -1;
      return place < 0 || (wanted.taken[place] === 1) === is_taken;
    });
  const express = (weekdays: readonly number[], is_taken: boolean): Days => {
    const own = is_taken ? wanted.taken : wanted.kept;
    const more = dates(is_taken) ?? [];
    const { also: _also, ...rest } = days;
    const plain = { ...rest, weekdays: [...weekdays], ...(more.length > 0 && { also: more }) };
    // lists of days stay lists where that says the same
    const is_same = bitsOf(plain, known).every((bit, i) => bit === own[i]);
    return is_same ? plain : expressBits(own, known, days);
  };
  return { kept: express(others, false), taken: express(whole, true) };
}

/** The train without the chosen days, and its variant on them; null: it would start more than days after its day, or before it. */
export function makeVariant(
  edit: Edit,
  form: Form & { readonly days: Days },
  {
    chosen,
    later_ms,
    known,
  }: {
    readonly chosen: Uint8Array;
    readonly later_ms: number;
    readonly known: PeriodAndLists & { readonly period: Pick<Period, "time_zone"> };
  },
): [changed: Edit, variant: Edit] | null {
  const { kept, taken } = splitDays(form.days, chosen, known);
  const moved = shiftForm(form, later_ms);
  const calendar = makeCalendar(known.period, known.lists);
  const { day_offset = 0 } = moved.days;
  if (day_offset < 0 || day_offset > OFFSET_MAX) return null;
  const { day_offset: _before, ...own } = taken;
  const days = day_offset === 0 ? own : { ...own, day_offset };
  // It is the same train on other days: it still goes on with the vehicles of the one before it.
  const variant = { ...moved, days };
  return [
    { ...edit, after: onOwnDay({ ...form, days: kept }, calendar) },
    makeRecord(onOwnDay(variant, calendar)),
  ];
}

/** At the same time of day on the nearest day on which it runs: where no date is shown the two would run on one day. */
function onOwnDay<Own extends Form & { readonly days: Days }>(
  form: Own,
  calendar: ClockedCalendar,
): Own {
  const { days } = form;
  const start_ms = Date.parse(form.start_time);
  const day = dayAt(calendar, start_ms) - (days.day_offset ?? 0);
  const [nearest] = [...listDayStarts(calendar, { start_ms, days })].sort(
    ([a], [b]) => Math.abs(a - day) - Math.abs(b - day),
  );
  if (nearest === undefined) return form;
  // its example alone is another day's
  return { ...shiftForm(form, nearest[1] - start_ms), days };
}
