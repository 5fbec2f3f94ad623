/** The days of a train and the period of a timetable, in bodies (interface.md 7.4 and 8.4). */
import * as v from "valibot";
import { parseDay } from "../iso8601.ts";
import { Count } from "../scalars.ts";
import type { ObjectMaker } from "../waypoint.schemas.ts";
import { about, alsoOnWire, nameSchemas, onWire } from "../wire.ts";
import { DATE, type DayEntry, type Days, dayOf } from "./operating_days.ts";
import { isTimeZone } from "./zone_times.ts";

export const ENTRIES_MAX = 500;
export const OFFSET_MAX = 6;
const PERIOD_DAYS_MAX = 800;
const YEAR_MIN = "1900";
const YEAR_MAX = "2199";

/** A date `YYYY-MM-DD` that exists. */
export const DateText = v.pipe(
  v.string(),
  v.check(
    (text) => text >= YEAR_MIN && text < `${YEAR_MAX}~` && parseDay(text) !== null,
    `must be a date such as 2026-05-22, from ${YEAR_MIN} to ${YEAR_MAX}`,
  ),
  onWire({ type: "string", format: "date" }),
);

/** Not to be taken for a date: begins with a letter. */
export const ListCode = v.pipe(
  v.string(),
  v.regex(
    /^\p{L}[\p{L}\p{N}_.-]{0,63}$/u,
    "must be a letter and at most 63 more letters, digits, _, . and -",
  ),
  alsoOnWire({ pattern: "^\\p{L}[\\p{L}\\p{N}_.\\-]{0,63}$" }),
);

const IS_RANGE = "from must not be after to";

function isRange({ from, to }: { readonly from?: string; readonly to?: string }): boolean {
  return from === undefined || to === undefined || from <= to;
}

function makeEntries(object: ObjectMaker) {
  const range = v.pipe(
    object({ from: about(DateText, "First date"), to: about(DateText, "Last date") }),
    v.check((range) => isRange(range), IS_RANGE),
  );
  /** One or the other by its form, so that a fault says what is wrong with it. */
  const entry: v.GenericSchema<unknown, DayEntry> = v.pipe(
    v.lazy((input) => (typeof input !== "string" ? range : DATE.test(input) ? DateText : ListCode)),
    onWire({
      anyOf: [
        { type: "string", description: "A date, or the code of a list of days" },
        {
          type: "object",
          properties: {
            from: { type: "string", description: "First date" },
            to: { type: "string", description: "Last date" },
          },
          required: ["from", "to"],
          additionalProperties: false,
        },
      ],
    }),
  );
  return v.pipe(v.array(entry), v.maxLength(ENTRIES_MAX, `must have at most ${ENTRIES_MAX} items`));
}

const Weekday = v.pipe(
  v.number(),
  v.integer("must be a whole number"),
  v.minValue(1, "must be at least 1, Monday"),
  v.maxValue(7, "must be at most 7, Sunday"),
);

export function makeDays(object: ObjectMaker): v.GenericSchema<unknown, Days> {
  const entries = makeEntries(object);
  return v.pipe(
    object({
      weekdays: about(
        v.pipe(
          v.array(Weekday),
          v.maxLength(7, "must have at most 7 items"),
          v.transform((weekdays) => [...new Set(weekdays)].sort((a, b) => a - b)),
        ),
        "1 is Monday",
      ),
      from: v.exactOptional(about(DateText, "First date; absent: that of the period")),
      to: v.exactOptional(about(DateText, "Last date; absent: that of the period")),
      except: v.exactOptional(
        about(entries, "On these it does not run: dates, codes of lists, ranges"),
      ),
      also: v.exactOptional(about(entries, "On these it runs in any case")),
      day_offset: v.exactOptional(
        about(
          v.pipe(Count, v.maxValue(OFFSET_MAX, `must be at most ${OFFSET_MAX}`)),
          "How many days after its operating day it starts",
        ),
      ),
    }),
    v.check((range) => isRange(range), IS_RANGE),
  );
}

const TimeZone = v.pipe(
  v.string(),
  v.check(isTimeZone, "must be the name of a time zone such as Europe/Berlin"),
  onWire({ type: "string", pattern: "^[A-Za-z]", examples: ["Europe/Berlin"] }),
);

/** The days of a timetable. */
export const Period = v.pipe(
  v.strictObject({
    first: about(DateText, "First date"),
    last: about(DateText, "Last date"),
    time_zone: about(TimeZone, "Where days begin, and what clocks show: a name of the IANA's list"),
  }),
  v.check(({ first, last }) => first <= last, "first must not be after last"),
  v.check(
    ({ first, last }) => dayOf(last) - dayOf(first) < PERIOD_DAYS_MAX,
    `must have at most ${PERIOD_DAYS_MAX} days`,
  ),
);
export type Period = v.InferOutput<typeof Period>;

nameSchemas({ DateText, ListCode });
