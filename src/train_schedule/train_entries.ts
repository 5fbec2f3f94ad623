/**
 * The fields of a train schedule (interface.md 8.2), which a paced train and the exceptions of one are
 * made of too. The parsed value is what is stored: defaults filled in, durations and the start time in
 * their one printed form, keys in the order of the answer.
 */
import * as v from "valibot";
import { TrainSpeed } from "../http/quantities.ts";
import { NonBlankText, PlainObject, Text } from "../http/scalars.ts";
import { MarginValueText } from "./margin_text.ts";
import { DateTime, Duration } from "./time.schemas.ts";
import { makeWaypoint, type ObjectMaker } from "./waypoint.schemas.ts";

/** Waypoints of a path, and with them every list that refers to them. */
const PATH_ITEMS_MAX = 10_000;
const LABELS_MAX = 1_000;

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

export const COMFORTS = ["STANDARD", "AIR_CONDITIONING", "HEATING"] as const;

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
    initial_speed: v.optional(TrainSpeed, 0),
    comfort: v.optional(v.picklist(COMFORTS), "STANDARD"),
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

/** `v.strictObject` where `v.object` is expected: only what it does with unknown keys differs. */
export const strictly = v.strictObject as unknown as ObjectMaker;

/** Entries of an object that drops unknown keys. */
export const TRAIN_ENTRIES = makeTrainEntries(v.object);
/** Entries of an object that refuses them, on every level. */
export const STRICT_TRAIN_ENTRIES = makeTrainEntries(strictly);
