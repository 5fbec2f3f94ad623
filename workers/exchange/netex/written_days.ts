/** Day types of a publication: weekdays of a period with dates beside them, or dates alone. */
import { DAY_MS, weekdayOf } from "../../../src/railway/days/operating_days.ts";
import { printDay } from "../../../src/railway/iso8601.ts";
import { weekdayRule } from "../timetable/weekday_rule.ts";
import { CODESPACE } from "./own_words.ts";

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export class WrittenDays {
  /** By its days. */
  readonly #ids = new Map<string, string>();
  readonly types: string[] = [];
  readonly periods: string[] = [];
  readonly assignments: string[] = [];
  #first = Infinity;
  #last = -Infinity;

  /** The first and the last day; null: there is none. */
  get span(): readonly [first: string, last: string] | null {
    if (this.#first > this.#last) return null;
    return [printDay(this.#first * DAY_MS), printDay(this.#last * DAY_MS)];
  }

  /** The id of the day type that has these days. */
  idOf(days: readonly number[]): string {
    const key = days.join();
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    const number = this.#ids.size + 1;
    const id = `${CODESPACE}:DayType:${number}`;
    this.#ids.set(key, id);
    for (const day of days) {
      this.#first = Math.min(this.#first, day);
      this.#last = Math.max(this.#last, day);
    }
    const rule = days.length < 2 ? null : weekdayRule(days);
    const names = rule?.weekdays.map((weekday) => WEEKDAYS[weekday - 1]).join(" ");
    const properties =
      names === undefined
        ? ""
        : `<properties><PropertyOfDay><DaysOfWeek>${names}</DaysOfWeek></PropertyOfDay></properties>`;
    this.types.push(`<DayType version="1" id="${id}">${properties}</DayType>`);
    if (rule === null) {
      for (const day of days) this.#assign(id, printDate(day));
      return id;
    }
    const period = `${CODESPACE}:OperatingPeriod:${number}`;
    const [from, to] = [rule.from, rule.to].map((day) => `${printDay(day * DAY_MS)}T00:00:00`);
    this.periods.push(
      `<OperatingPeriod version="1" id="${period}"><FromDate>${from}</FromDate><ToDate>${to}</ToDate></OperatingPeriod>`,
    );
    this.#assign(id, `<OperatingPeriodRef ref="${period}" version="1"/>`);
    const running = new Set(days);
    for (let day = rule.from; day <= rule.to; day++) {
      const is_ruled = rule.weekdays.includes(weekdayOf(day));
      if (is_ruled !== running.has(day)) this.#assign(id, printDate(day), running.has(day));
    }
    return id;
  }

  #assign(type: string, what: string, is_available = true): void {
    const number = this.assignments.length + 1;
    const available = is_available ? "" : "<isAvailable>false</isAvailable>";
    this.assignments.push(
      `<DayTypeAssignment version="1" order="${number}" id="${CODESPACE}:DayTypeAssignment:${number}">` +
        `${what}<DayTypeRef ref="${type}" version="1"/>${available}</DayTypeAssignment>`,
    );
  }
}

function printDate(day: number): string {
  return `<Date>${printDay(day * DAY_MS)}</Date>`;
}
