/**
 * Random valid paced trains in every spelling that the interface accepts, each with the record that a
 * client must get back, built beside it. Few occurrences and many exceptions, so that all kinds meet.
 */
import fc from "fast-check";
import {
  type Json,
  moment,
  name,
  nonBlank,
  printSeconds,
  spell,
  type TrainPair,
  trainPair,
} from "./train_arbitraries.ts";

/** A change group: nothing, or what is sent and what comes back. */
type Group = Partial<TrainPair>;

const ABSENT: Group = {};
const absent = fc.constant(ABSENT);

function value(text: fc.Arbitrary<unknown>): fc.Arbitrary<Group> {
  return text.map((one) => ({ sent: { value: one }, echoed: { value: one } }));
}

/** A group whose field has a default; `{}` and null unset it. */
function unsettable(text: fc.Arbitrary<unknown>, otherwise: unknown): fc.Arbitrary<Group> {
  const unset = fc
    .constantFrom<Json>({}, { value: null })
    .map((sent) => ({ sent, echoed: { value: otherwise } }));
  return fc.oneof(absent, value(text), unset);
}

const comfort = fc.constantFrom("STANDARD", "AIR_CONDITIONING", "HEATING");

const rollingStock: fc.Arbitrary<Group> = fc.oneof(
  absent,
  fc.record({ rolling_stock_name: name, comfort }).map((sent) => ({ sent, echoed: sent })),
  name.map((rolling_stock_name) => ({
    sent: { rolling_stock_name },
    echoed: { rolling_stock_name, comfort: "STANDARD" },
  })),
);

const category = fc.oneof(
  fc.record({ main_category: fc.constantFrom("TRAM_TRAIN", "NIGHT_TRAIN") }),
  fc.record({ sub_category_code: nonBlank }),
);

const startTime: fc.Arbitrary<Group> = fc.oneof(
  absent,
  moment.map(({ text, printed }) => ({ sent: { value: text }, echoed: { value: printed } })),
);

const PARTS = ["path", "schedule", "margins", "power_restrictions"];

/** The four parts of another train; those that it leaves out are sent with their defaults. */
const pathAndSchedule: fc.Arbitrary<Group> = fc.oneof(
  absent,
  trainPair.map(({ sent, echoed }) => ({
    sent: Object.fromEntries(PARTS.map((part) => [part, sent[part] ?? echoed[part]])),
    echoed: Object.fromEntries(PARTS.map((part) => [part, echoed[part]])),
  })),
);

/** In the order of the answer. */
const groups = fc.record({
  train_name: fc.oneof(absent, value(name)),
  rolling_stock: rollingStock,
  rolling_stock_category: unsettable(category, null),
  labels: unsettable(fc.array(name, { maxLength: 3 }), []),
  speed_limit_tag: unsettable(nonBlank, null),
  start_time: startTime,
  constraint_distribution: fc.oneof(absent, value(fc.constantFrom("STANDARD", "MARECO", "LINEAR"))),
  initial_speed: unsettable(fc.constantFrom(0, 0.5, 20), 0),
  options: unsettable(fc.record({ use_electrical_profiles: fc.boolean() }), {
    use_electrical_profiles: true,
  }),
  path_and_schedule: pathAndSchedule,
});

type Groups = { readonly [Key in string]: Group };

function startsAtStop(train: Json): boolean {
  const [first] = train["path"] as { id: string }[];
  const points = train["schedule"] as { at: string; stop_for: unknown }[];
  return points.some(({ at, stop_for }) => at === first?.id && stop_for !== null);
}

/** The same without an initial speed where the exception's train starts at a stop. */
function stopping(base: Json, changed: Groups): Groups {
  if (!startsAtStop(changed["path_and_schedule"]?.echoed ?? base)) return changed;
  return { ...changed, initial_speed: { sent: { value: 0 }, echoed: { value: 0 } } };
}

interface Mark {
  readonly is_created: boolean;
  readonly disabled: boolean | undefined;
  readonly sends_null: boolean;
}

function toException(
  key: string,
  index: number | null,
  { disabled, sends_null }: Mark,
  changed: Groups,
): TrainPair {
  const given = (side: "sent" | "echoed"): Json =>
    Object.fromEntries(
      Object.entries(changed).flatMap(([group, pair]) =>
        pair[side] === undefined ? [] : [[group, pair[side]]],
      ),
    );
  const place: Json = index === null ? {} : { occurrence_index: index };
  return {
    sent: {
      ...given("sent"),
      ...(disabled === undefined ? {} : { disabled }),
      ...(index === null && sends_null ? { occurrence_index: null } : place),
      key,
    },
    echoed: { key, ...place, disabled: disabled ?? false, ...given("echoed") },
  };
}

const mark = fc.record({
  is_created: fc.boolean(),
  disabled: fc.constantFrom(undefined, false, true),
  sends_null: fc.boolean(),
});

/** The rule of numbers, if there is one; a suffix may be left out. */
const numbering: fc.Arbitrary<Group> = fc.oneof(
  absent,
  fc
    .record({
      first: fc.nat({ max: 999_999_999 }),
      step: fc.integer({ min: 1, max: 999_999_999 }),
      suffix: fc.option(fc.stringMatching(/^[a-zé ]{0,32}$/), { nil: undefined }),
    })
    .map(({ suffix, ...rule }) => ({
      sent: { numbering: { ...(suffix === undefined ? {} : { suffix }), ...rule } },
      echoed: { numbering: { ...rule, suffix: suffix ?? "" } },
    })),
);

/** Up to eight occurrences and as many exceptions. */
const pacing = fc.record({
  interval_ms: fc.oneof(fc.integer({ min: 1, max: 3_600_000 }), fc.constant(900_000)),
  count: fc.nat({ max: 8 }),
  rest: fc.double({ min: 0, max: 0.999, noNaN: true }),
  form: fc.constantFrom("s", "hms", "d"),
  numbers: numbering,
  keys: fc.uniqueArray(nonBlank, { maxLength: 8 }),
  marks: fc.array(mark, { minLength: 8, maxLength: 8 }),
  changes: fc.array(groups, { minLength: 8, maxLength: 8 }),
  order: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7], { minLength: 8, maxLength: 8 }),
});

/** A paced train: what is sent and what must come back (without id and timetable_id). */
export const pacedTrainPair: fc.Arbitrary<TrainPair> = fc
  .tuple(trainPair, pacing)
  .map(([train, { interval_ms, count, rest, form, numbers, keys, marks, changes, order }]) => {
    const window_ms = count * interval_ms + Math.floor(rest * interval_ms);
    const free = order.filter((index) => index < count);
    const exceptions = keys.map((key, i) => {
      const given = marks[i] ?? { is_created: true, disabled: undefined, sends_null: false };
      const index = given.is_created ? null : (free.pop() ?? null);
      return toException(key, index, given, stopping(train.echoed, changes[i] ?? {}));
    });
    const pacedOf = (print: (ms: number) => string): Json => ({
      paced: { time_window: print(window_ms), interval: print(interval_ms) },
    });
    return {
      sent: {
        ...train.sent,
        ...pacedOf((ms) => spell(ms, form)),
        ...numbers.sent,
        exceptions: exceptions.map(({ sent }) => sent),
      },
      echoed: {
        ...train.echoed,
        ...pacedOf(printSeconds),
        ...numbers.echoed,
        exceptions: exceptions.map(({ echoed }) => echoed),
      },
    };
  });
