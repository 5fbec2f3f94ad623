/** Timetables as exchange formats hold them: numbered waypoints, times that follow each other, stops at the end. */
import fc from "fast-check";
import {
  MAIN_CATEGORIES,
  POINT_DEFAULTS,
  RECEPTION_SIGNALS,
} from "../../../src/railway/train_defaults.ts";
import type { Location } from "../../../src/railway/waypoint.schemas.ts";
import {
  type Call,
  makePaced,
  makeTrain,
  type PacedForm,
  type TrainForm,
  type TrainHead,
} from "../../../workers/exchange/timetable/timetable_form.ts";

const DAY_MS = 86_400_000;
const DAY_START_MS = Date.UTC(2026, 2, 2);

/** Blanks, separators, quotes, escapes and prefixes of all formats among the letters. */
const letter = fc.constantFrom(..."abzAZ09éßжΩ漢 ,;:/%#'\"=+-@<>&\n\t|_.😀".match(/./gsu)!);
/** Without blanks at its ends. */
export const word = fc
  .array(letter, { minLength: 1, maxLength: 8 })
  .map((letters) => letters.join("").trim())
  .filter((text) => text !== "");

/** Words, some with blanks at their ends, and nothing at all. */
export const label = fc.oneof(
  word,
  fc.constantFrom("", " ", '"', '""', ";", " ;"),
  fc
    .tuple(fc.constantFrom(" ", "", '"'), word, fc.constantFrom(" ", "\t", '"'))
    .map((all) => all.join("")),
);

const secondary_code = fc.option(word, { nil: null });
export const drawnLocation: fc.Arbitrary<Location> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ trigram: word, secondary_code }) },
  fc.record({ uic: fc.integer({ min: 0, max: 2 ** 32 - 1 }), secondary_code }),
  fc.record({ operational_point: word, secondary_code }),
  fc.record({ track: word, offset: fc.integer({ min: 0, max: 1e9 }) }),
);

/** Places with a time at each, at least one millisecond apart; in whole seconds on demand. */
export function drawnCalls(step_ms: number): fc.Arbitrary<Call[]> {
  const leg = fc.record({
    location: drawnLocation,
    run: fc.integer({ min: 1, max: 7_200_000 / step_ms }),
    stop: fc.option(fc.integer({ min: 0, max: 1_200_000 / step_ms }), { nil: null }),
  });
  return fc
    .tuple(drawnLocation, fc.array(leg, { minLength: 1, maxLength: 6 }))
    .map(([first, legs]) => {
      const calls: Call[] = [{ location: first, arrival_ms: 0, stop_ms: null }];
      let now_ms = 0;
      for (const [i, { location, run, stop }] of legs.entries()) {
        now_ms += run * step_ms;
        const stop_ms = i === legs.length - 1 ? 0 : stop === null ? null : stop * step_ms;
        calls.push({ location, arrival_ms: now_ms, stop_ms });
        now_ms += stop_ms ?? 0;
      }
      return calls;
    });
}

const plain_head = fc.record({
  train_name: word,
  rolling_stock_name: fc.constant("Regional 160"),
  labels: fc.array(word, { maxLength: 2 }),
  category: fc.option(
    fc.constantFrom(...MAIN_CATEGORIES).map((main_category) => ({ main_category })),
    { nil: null },
  ),
});

/** What trains have beside their calls: by default what every format holds. */
type Heads = fc.Arbitrary<Omit<TrainHead, "start_ms">>;

export function drawnTrains(step_ms: number, head: Heads = plain_head): fc.Arbitrary<TrainForm[]> {
  const start_ms = fc
    .integer({ min: 0, max: (30 * DAY_MS) / step_ms })
    .map((steps) => DAY_START_MS + steps * step_ms);
  return fc.array(
    fc
      .tuple(head, start_ms, drawnCalls(step_ms))
      .map(([own, start, calls]) => makeTrain({ ...own, start_ms: start }, calls)),
    { maxLength: 5 },
  );
}

const drawnSignal = fc.constantFrom(...RECEPTION_SIGNALS);
const drawnPlace = fc.nat({ max: 6 });

/** Signals at stops, marks of places and power restrictions; any of them at any place. */
export const drawnOddities = fc.record({
  marks: fc.array(fc.record({ signal: drawnSignal, locked: fc.boolean(), deleted: fc.boolean() }), {
    minLength: 7,
    maxLength: 7,
  }),
  restrictions: fc.array(fc.tuple(drawnPlace, drawnPlace, label), { maxLength: 3 }),
});
export type Oddities = typeof drawnOddities extends fc.Arbitrary<infer One> ? One : never;

export function withOddities<Train extends TrainForm>(
  train: Train,
  { marks, restrictions }: Oddities,
): Train {
  const points = new Map(train.schedule.map((point) => [point.at, point]));
  const idOf = (i: number): string => train.path[i % train.path.length]?.id ?? "";
  return {
    ...train,
    path: train.path.map((place, i) => ({ ...place, deleted: marks[i]?.deleted ?? false })),
    schedule: train.path.flatMap(({ id }, i) => {
      const point = points.get(id);
      const { signal = "OPEN", locked = false } = marks[i] ?? {};
      if (point === undefined) return locked ? [{ ...POINT_DEFAULTS, at: id, locked }] : [];
      const reception_signal = point.stop_for === null ? "OPEN" : signal;
      return [{ ...point, reception_signal, locked }];
    }),
    power_restrictions: restrictions.map(([from, to, value]) => {
      return { from: idOf(from), to: idOf(to), value };
    }),
  };
}

/** On one day, every other one followed by its way back; in whole seconds on demand. */
export function drawnPacedTrains(
  step_ms: number,
  head: Heads = plain_head,
): fc.Arbitrary<PacedForm[]> {
  const span = (min: number, max: number): fc.Arbitrary<number> =>
    fc.integer({ min: min / step_ms, max: Math.floor(max / step_ms) }).map((n) => n * step_ms);
  return fc
    .array(
      fc.record({
        head,
        start_ms: span(0, DAY_MS - 1),
        calls: drawnCalls(step_ms),
        window_ms: span(60_000, DAY_MS),
        interval_ms: fc.oneof(
          fc.constantFrom(15, 20, 30, 60, 90, 120).map((minutes) => minutes * 60_000),
          span(60_000, DAY_MS),
        ),
        back_ms: fc.option(span(0, 3_600_000), { nil: null }),
      }),
      { maxLength: 4 },
    )
    .map((drawn) =>
      drawn.flatMap(({ head: own, start_ms, calls, window_ms, interval_ms, back_ms }) => {
        const pace = { window_ms, interval_ms };
        const there = makePaced(
          makeTrain({ ...own, start_ms: DAY_START_MS + start_ms }, calls),
          pace,
        );
        if (back_ms === null) return [there];
        const start = DAY_START_MS + ((start_ms + back_ms) % DAY_MS);
        return [there, makePaced(makeTrain({ ...own, start_ms: start }, turn(calls)), pace)];
      }),
    );
}

/** The same, some of them with numbers. */
export function drawnNumbered(step_ms: number, head?: Heads): fc.Arbitrary<PacedForm[]> {
  const numbering = fc.record({
    first: fc.integer({ min: 0, max: 999_999_999 }),
    step: fc.integer({ min: 1, max: 999_999_999 }),
    suffix: fc.oneof(fc.constant(""), word),
  });
  const rules = fc.array(fc.option(numbering, { nil: null }), { minLength: 8, maxLength: 8 });
  return fc.tuple(drawnPacedTrains(step_ms, head), rules).map(([trains, drawn]) =>
    trains.map((train, i) => {
      const rule = drawn[i] ?? null;
      return rule === null ? train : { ...train, numbering: rule };
    }),
  );
}

/** The number of a train by its rule, added up; without one the name of all. */
export function nameNumbered({ train_name, numbering }: PacedForm, index: number): string {
  if (numbering === undefined) return train_name;
  let number = numbering.first;
  for (let i = 0; i < index; i++) number += numbering.step;
  return number + numbering.suffix;
}

/** The same way back, a minute slower between places. */
function turn(calls: readonly Call[]): Call[] {
  const turned: Call[] = [];
  let now_ms = 0;
  for (const [i, { location, arrival_ms, stop_ms }] of calls.toReversed().entries()) {
    const before = calls[calls.length - i];
    if (before !== undefined) now_ms += (before.arrival_ms ?? 0) - (arrival_ms ?? 0) + 60_000;
    const is_end = i === 0 || i === calls.length - 1;
    const own_stop_ms = i === 0 ? null : is_end ? 0 : stop_ms;
    turned.push({ location, arrival_ms: now_ms, stop_ms: own_stop_ms });
    now_ms += own_stop_ms ?? 0;
  }
  return turned;
}
