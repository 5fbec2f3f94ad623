/**
 * Train schedules: the body of a creation, of a replacement, and what is stored (interface.md 8).
 * The parsed value is the stored record: defaults filled in, durations and the start time in their
 * one printed form, keys in the order of the answer, so that a read passes stored text through.
 * A creation refuses unknown keys; a replacement drops them, because clients send back what they read.
 */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { FiniteNumber, NonBlankText, PlainObject, Text } from "../http/scalars.ts";
import { MarginValueText } from "./margin_text.ts";
import { listReferenceFaults } from "./references.ts";
import { DateTime, Duration } from "./time.schemas.ts";
import { makeWaypoint, type ObjectMaker } from "./waypoint.schemas.ts";

/** Waypoints of a path, and with them every list that refers to them. */
const PATH_ITEMS_MAX = 10_000;
const LABELS_MAX = 1_000;
/** Faster than any train, and slow enough for whole mm/s. */
const SPEED_MAX_M_S = 1_000;

export const MAIN_CATEGORIES = [
  "HIGH_SPEED_TRAIN",
  "INTERCITY_TRAIN",
  "REGIONAL_TRAIN",
  "NIGHT_TRAIN",
  "COMMUTER_TRAIN",
  "FREIGHT_TRAIN",
  "FAST_FREIGHT_TRAIN",
  "TRAM_TRAIN",
  "TOURISTIC_TRAIN",
  "WORK_TRAIN",
] as const;

function listOf<Item>(
  item: v.GenericSchema<unknown, Item>,
  length_max: number,
): v.GenericSchema<unknown, Item[]> {
  return v.pipe(v.array(item), v.maxLength(length_max, `must have at most ${length_max} items`));
}

const Category = v.union(
  [
    v.strictObject({ main_category: v.picklist(MAIN_CATEGORIES) }),
    v.strictObject({ sub_category_code: NonBlankText }),
  ],
  "must be exactly one of {main_category} and {sub_category_code}",
);

function makeTrainEntries(object: ObjectMaker) {
  return {
    train_name: Text,
    labels: v.optional(listOf(Text, LABELS_MAX), []),
    rolling_stock_name: Text,
    start_time: DateTime,
    path: v.pipe(
      listOf(makeWaypoint(object), PATH_ITEMS_MAX),
      v.minLength(1, "must have at least one waypoint"),
    ),
    schedule: v.optional(
      listOf(
        object({
          at: NonBlankText,
          arrival: v.nullish(Duration, null),
          stop_for: v.nullish(Duration, null),
          reception_signal: v.optional(v.picklist(["OPEN", "STOP", "SHORT_SLIP_STOP"]), "OPEN"),
          locked: v.optional(v.boolean(), false),
        }),
        PATH_ITEMS_MAX,
      ),
      [],
    ),
    margins: v.optional(
      object({
        boundaries: listOf(NonBlankText, PATH_ITEMS_MAX),
        values: listOf(MarginValueText, PATH_ITEMS_MAX + 1),
      }),
      { boundaries: [], values: ["0%"] },
    ),
    initial_speed: v.optional(
      v.pipe(
        FiniteNumber,
        v.minValue(0, "must not be negative"),
        v.maxValue(SPEED_MAX_M_S, `must be at most ${SPEED_MAX_M_S}`),
      ),
      0,
    ),
    comfort: v.optional(v.picklist(["STANDARD", "AIR_CONDITIONING", "HEATING"]), "STANDARD"),
    constraint_distribution: v.picklist(["STANDARD", "MARECO", "LINEAR"]),
    speed_limit_tag: v.nullish(NonBlankText, null),
    power_restrictions: v.optional(
      listOf(object({ from: NonBlankText, to: NonBlankText, value: Text }), PATH_ITEMS_MAX),
      [],
    ),
    options: v.optional(
      v.pipe(PlainObject, object({ use_electrical_profiles: v.optional(v.boolean(), true) })),
      {},
    ),
    category: v.nullish(Category, null),
  };
}

const entries = makeTrainEntries(v.object);
const TrainFields = v.object(entries);
// Same parameters and results as v.object; only what it does with unknown keys differs.
const strictly = v.strictObject as unknown as ObjectMaker;
const StrictTrainFields = strictly(makeTrainEntries(strictly));

/** A stored train schedule: everything that its path and simulation depend on. */
export type TrainSchedule = v.InferOutput<typeof TrainFields>;

/** One train of a creation. */
export const TrainScheduleCreation: v.GenericSchema<unknown, TrainSchedule> = v.pipe(
  StrictTrainFields,
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addReferenceFaults(dataset.value, addIssue);
  }),
);

/** A replacement; `timetable_id` may be repeated but not changed. */
export const TrainScheduleReplacement = v.pipe(
  v.object({ ...entries, timetable_id: v.optional(bodyId) }),
  v.rawCheck(({ dataset, addIssue }) => {
    if (dataset.typed) addReferenceFaults(dataset.value, addIssue);
  }),
);

/** The record as clients get it. */
export const TrainScheduleResult = v.object({ id: bodyId, timetable_id: bodyId, ...entries });

type AddIssue = (info: { message: string; path?: [v.IssuePathItem, ...v.IssuePathItem[]] }) => void;

function addReferenceFaults(train: TrainSchedule, addIssue: AddIssue): void {
  for (const { path, reason } of listReferenceFaults(train)) {
    const [first, ...rest] = toIssuePath(train, path);
    if (first !== undefined) addIssue({ message: reason, path: [first, ...rest] });
  }
}

/** valibot's form of a path: every step with the value that it was taken from. */
function toIssuePath(root: unknown, path: readonly (string | number)[]): v.IssuePathItem[] {
  let input = root;
  return path.map((key) => {
    // Only own rules make these paths, along keys that the schema has just checked.
    const value = (input as Record<string | number, unknown>)[key];
    const item = { type: "unknown", origin: "value", input, key, value } as const;
    input = value;
    return item;
  });
}
