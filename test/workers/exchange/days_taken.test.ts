// Method: of random timetables with days, as files of each format, a random part of the days is taken: on each of its
// dates the same trains run as after an import of the whole file, and there are no others.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOf, dayOf } from "../../../src/railway/days/operating_days.ts";
import type { TimetableForm } from "../../../workers/exchange/timetable/timetable_form.ts";
import { writeTimetableFile } from "../../../workers/exchange/write_timetable.ts";
import { countTries } from "../../helpers/tried.ts";
import { describeWhole, dropTwice, placed, readDated, stations } from "./dated_files.ts";
import { drawnDated, listRuns } from "./dated_timetables.ts";
import { encode } from "./nge_files.ts";
import { RAILML_TIMETABLE, RAILML3_TIMETABLE } from "./railml_timetable_files.ts";

const RUNS = { numRuns: countTries({ few: 12, many: 1_500 }) };
/** Feeds know seconds. */
const STEP_MS = { gtfs: 1000, csv: 1, xlsx: 1, railml: 1, netex: 1 } as const;

interface Part {
  readonly first: string;
  readonly last: string;
}

/** From the one to the other of two fractions of the days. */
function partOf({ period }: TimetableForm, [from, to]: readonly [number, number]): Part {
  const first_day = dayOf(period!.first);
  const count = dayOf(period!.last) - first_day + 1;
  const [first = 0, last = 0] = [from, to]
    .toSorted((a, b) => a - b)
    .map((part) => first_day + Math.min(count - 1, Math.floor(part * count)));
  return { first: dateOf(first), last: dateOf(last) };
}

const fraction = fc.double({ min: 0, max: 1, noNaN: true });
const NOTHING = /runs on none of the days that are taken|does not run in the/;

/** Null: it is refused, since none of its trains is left. */
function readPart(...read: Parameters<typeof readDated>): TimetableForm | null {
  try {
    return readDated(...read);
  } catch (error) {
    if (error instanceof Error && NOTHING.test(error.message)) return null;
    throw error;
  }
}

describe("a part of the days of a file", () => {
  it.each(["gtfs", "csv", "xlsx", "railml", "netex"] as const)(
    "has on each date the trains of the whole: %s",
    (format) => {
      fc.assert(
        fc.property(
          drawnDated(STEP_MS[format]),
          fc.tuple(fraction, fraction),
          (drawn, fractions) => {
            const form = format === "gtfs" ? placed(drawn) : drawn;
            const index = format === "gtfs" ? stations : null;
            const { bytes } = writeTimetableFile(format, form, index);
            if (listRuns(form, describeWhole).length === 0 || !hasDays(form)) return;
            const whole = readDated(format, bytes, { stations: index });
            // Of some kinds of trains a format has none.
            if (listRuns(whole, describeWhole).length === 0) return;
            const part = partOf(whole, fractions);
            const runs = listRuns(whole, describeWhole, [part.first, part.last]);
            const taken = readPart(format, bytes, { stations: index, ...part });
            if (taken !== null) expect(taken.period).toEqual({ ...whole.period, ...part });
            const left = taken === null ? [] : listRuns(taken, describeWhole);
            expect(dropTwice(left, whole.period!)).toEqual(dropTwice(runs, whole.period!));
          },
        ),
        RUNS,
      );
    },
  );

  it.each([
    ["railML 2", RAILML_TIMETABLE],
    ["railML 3", RAILML3_TIMETABLE],
  ])("has them of each day alone, also those without days of their own: %s", (_name, text) => {
    const whole = readDated("railml", encode(text), {});
    for (let day = dayOf(whole.period!.first); day <= dayOf(whole.period!.last); day++) {
      const date = dateOf(day);
      const runs = listRuns(whole, describeWhole, [date, date]);
      const taken = readPart("railml", encode(text), { first: date, last: date });
      expect(taken === null ? [] : listRuns(taken, describeWhole)).toEqual(runs);
    }
  });
});

/** Tables of trains without days tell no period. */
function hasDays({ train_schedules, paced_trains }: TimetableForm): boolean {
  return [...train_schedules, ...paced_trains].some(({ days }) => days !== undefined);
}
