// Method: every act of the page that gives a train with days another start, on random starts around midnight in zones with
// changes of the clock; the operating day of what comes out is found by Temporal alone, and what the server is sent is
// looked at. A date is worth nothing here but as an example: a train that would belong to another day would run 24 h off.
import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { afterEach, describe, expect, it } from "vitest";
import { copyByDays, copyEvery, shiftAll } from "../../../web/src/several/group_edits.ts";
import { calendar } from "../../../web/src/state/dates.ts";
import {
  changeOf,
  type Edit,
  editRecord,
  type Form,
  formOf,
  invert,
  type ServiceForm,
  type TrainForm,
} from "../../../web/src/state/edits/edit.ts";
import { tryShift } from "../../../web/src/state/edits/move.ts";
import { shiftArrival } from "../../../web/src/state/edits/path_edits.ts";
import { mirrorForm } from "../../../web/src/state/edits/returns.ts";
import { trial } from "../../../web/src/state/edits/trial.ts";
import { toCalendar } from "../../../web/src/state/read_calendar.ts";
import {
  joinTrains,
  listAlike,
  listTrains,
  paceOf,
} from "../../../web/src/state/trains/services.ts";
import { makeService, makeTrain } from "./fake_server.ts";

const MINUTE_MS = 60_000;
const ZONES = ["Europe/Berlin", "America/Santiago", "Australia/Lord_Howe", "UTC"];
const WEEKDAYS = [1, 2, 3, 4, 5];

afterEach(() => {
  calendar.value = null;
  trial.value = null;
});

function open(time_zone: string): void {
  calendar.value = toCalendar({ first: "2026-01-01", last: "2026-12-31", time_zone }, []);
}

const drawn = fc.record({
  zone: fc.constantFrom(...ZONES),
  date: fc.integer({ min: 0, max: 300 }),
  /** Of the day, by the clock. */
  start_min: fc.integer({ min: 22 * 60, max: 24 * 60 + 120 }),
  by_min: fc.integer({ min: -200, max: 200 }),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer One> ? One : never;

const DAY = ({ date }: Drawn) => Temporal.PlainDate.from("2026-01-10").add({ days: date });

/** A start of an operating day, perhaps after its midnight. */
function started(one: Drawn): Pick<TrainForm, "start_time" | "days"> {
  const { zone, start_min } = one;
  const day_offset = Math.floor(start_min / 1440);
  const start = DAY(one)
    .add({ days: day_offset })
    .toPlainDateTime({ hour: Math.floor((start_min % 1440) / 60), minute: start_min % 60 })
    .toZonedDateTime(zone);
  // As the server prints it; of a time that the clock leaps over the date may be the next one.
  const start_time = start.toInstant().toString();
  const offset = DAY(one).until(start.toPlainDate()).days;
  return { start_time, days: { weekdays: WEEKDAYS, ...(offset > 0 && { day_offset: offset }) } };
}

/** The operating day of a form's example. */
function dayOfForm({ start_time, days }: Pick<Form, "start_time" | "days">, zone: string): string {
  return Temporal.Instant.from(start_time)
    .toZonedDateTimeISO(zone)
    .toPlainDate()
    .subtract({ days: days?.day_offset ?? 0 })
    .toString();
}

const startOf = ({ start_time }: Pick<Form, "start_time">): number => Date.parse(start_time);

/** Gives another start, so many milliseconds later. */
const ACTS: Readonly<Record<string, (one: Drawn, by_ms: number) => Form | null | undefined>> = {
  "dragging, keys and the form": (one, by_ms) => {
    const train = makeTrain(1, started(one));
    trial.value = null;
    tryShift(train, by_ms);
    return trial.peek()?.edits[0]?.after;
  },
  "several trains together": (one, by_ms) =>
    shiftAll([makeTrain(1, started(one))], by_ms)[0]?.after,
  "copies every so many minutes": (one, by_ms) =>
    copyEvery([makeTrain(1, started(one))], by_ms, 1, [])[0]?.after,
  "an earlier or later start in the table": (one, by_ms) =>
    shiftArrival(formOf(makeTrain(1, started(one))), "a", { by_ms, now_ms: 0, reach: "on" }),
  "the way back": (one, by_ms) =>
    mirrorForm(formOf(makeTrain(1, started(one))), {
      run_ms: 0,
      turn_ms: by_ms,
      symmetry_min: null,
      track_id: null,
    }),
};

describe("a train with days that gets another start", () => {
  it.each(Object.entries(ACTS))("stays on its operating days: by %s", (_name, act) => {
    let crossed = 0;
    fc.assert(
      fc.property(drawn, (one) => {
        open(one.zone);
        const before = started(one);
        const by_ms = one.by_min * MINUTE_MS;
        const after = act(one, by_ms);
        if (!after) throw new Error("nothing comes out");
        expect(startOf(after) - startOf(before)).toBe(by_ms);
        expect(dayOfForm(after, one.zone)).toBe(dayOfForm(before, one.zone));
        expect(after.days?.weekdays).toEqual(WEEKDAYS);
        if (after.days?.day_offset !== before.days?.day_offset) crossed++;
      }),
      { numRuns: 100 },
    );
    expect(crossed).toBeGreaterThan(10);
  });

  it("is shifted if nothing else changes, else replaced with its days; both are taken back as they were", () => {
    fc.assert(
      fc.property(drawn, fc.boolean(), (one, is_renamed) => {
        open(one.zone);
        const record = makeTrain(1, started(one));
        const [shifted] = shiftAll([record], one.by_min * MINUTE_MS);
        const after = { ...(shifted?.after as TrainForm), ...(is_renamed && { train_name: "x" }) };
        const edit: Edit = { ...editRecord(record), after };
        for (const [way, target] of [
          [edit, after],
          [invert(edit), formOf(record)],
        ] as const) {
          const sent = changeOf(way);
          if (is_renamed) {
            expect(sent).toEqual({ kind: "train_schedule", id: 1, train: target });
            expect(dayOfForm(target, one.zone)).toBe(dayOfForm(record, one.zone));
          } else expect(Object.keys(sent).sort()).toEqual(["id", "kind", "shift"]);
        }
      }),
      { numRuns: 200 },
    );
  });

  it("keeps its days where there is no period, or it has none", () => {
    const days = { weekdays: WEEKDAYS };
    const own = { start_time: "2026-03-02T23:50:00Z", days };
    const shift = (more: object): Form | null | undefined =>
      shiftAll([makeTrain(1, more)], 20 * MINUTE_MS)[0]?.after;
    expect(shift(own)?.days).toEqual(days);
    open("UTC");
    expect(shift(own)?.days).toEqual({ ...days, day_offset: 1 });
    expect(shift({ start_time: own.start_time })).not.toHaveProperty("days");
  });

  it("runs so many days later as a copy on another day", () => {
    open("Europe/Berlin");
    const days = { weekdays: WEEKDAYS };
    const [copy] = copyByDays([makeTrain(1, { start_time: "2026-03-02T08:00:00Z", days })], 2);
    expect(copy?.after?.days).toEqual({ ...days, day_offset: 2 });
  });
});

describe("a service with days", () => {
  const service = (one: Drawn): ServiceForm =>
    formOf(
      makeService(4, {
        ...started(one),
        paced: { time_window: "PT4H", interval: "PT30M" },
        exceptions: [],
      }),
    );

  it("is split into trains of its operating days, which are joined again whatever their examples are", () => {
    fc.assert(
      fc.property(
        drawn,
        fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 8, maxLength: 8 }),
        (one, weeks) => {
          open(one.zone);
          const form = service(one);
          const trains = listTrains({ ...makeService(4), ...form });
          expect(trains).toHaveLength(8);
          for (const [i, train] of trains.entries()) {
            expect(startOf(train)).toBe(startOf(form) + i * 30 * MINUTE_MS);
            expect(dayOfForm(train, one.zone)).toBe(dayOfForm(form, one.zone));
          }
          // Over a change of the clock a train with days of its own starts otherwise than an occurrence.
          if (one.zone !== "UTC") return;
          const stored = trains.map((train, i) => {
            const start_ms = startOf(train) + (weeks[i] ?? 0) * 7 * 24 * 60 * MINUTE_MS;
            const start_time = new Date(start_ms).toISOString();
            return makeTrain(i + 1, { ...train, start_time, train_name: "one" });
          });
          const alike = listAlike(stored[0] as (typeof stored)[number], stored);
          expect(alike.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
          const joined = joinTrains(alike).at(-1)?.after as ServiceForm;
          expect(paceOf(joined)).toEqual(paceOf(form));
          expect(joined.days).toEqual(form.days);
          expect(joined.exceptions.filter((exception) => exception.start_time)).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });
});
