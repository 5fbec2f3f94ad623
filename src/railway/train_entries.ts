/**
 * The fields of a train schedule (interface.md 8.2), shared by paced trains and their exceptions.
 * The parsed value is stored: defaults filled in, durations and the start time in their one printed
 * form, keys in the order of the answer.
 */
import * as v from "valibot";
import { makeDays } from "./days/days.schemas.ts";
import { MarginValueText } from "./margin_text.ts";
import { TrainSpeed } from "./quantities.ts";
import { Count, NonBlankText, PlainObject, Text } from "./scalars.ts";
import { DateTime, Duration } from "./time.schemas.ts";
import {
  COMFORTS,
  MAIN_CATEGORIES,
  POINT_DEFAULTS,
  RECEPTION_SIGNALS,
  TRAIN_DEFAULTS,
} from "./train_defaults.ts";
import { makeWaypoint, type ObjectMaker } from "./waypoint.schemas.ts";
import { about } from "./wire.ts";

/** Waypoints of a path, and also entries of every list that refers to them. */
const PATH_ITEMS_MAX = 10_000;
const LABELS_MAX = 1_000;

export const MainCategory = about(v.picklist(MAIN_CATEGORIES), "Kind of train");

function listOf<Item>(
  item: v.GenericSchema<unknown, Item>,
  length_max: number,
): v.GenericSchema<unknown, Item[]> {
  return v.pipe(v.array(item), v.maxLength(length_max, `must have at most ${length_max} items`));
}

const Category = v.union(
  [
    v.strictObject({ main_category: MainCategory }),
    v.strictObject({ sub_category_code: about(NonBlankText, "Code of a sub-category") }),
  ],
  "must be exactly one of {main_category} and {sub_category_code}",
);

/** Descriptions of optional fields; exceptions use them too. */
const SCHEDULE_TEXT = "Where the train stops and when it is to be there, in the path's order";
const MARGINS_TEXT = "Time added to the fastest run, by stretches of the path";
const RESTRICTIONS_TEXT = "Where the train runs with less power";

function makeSchedulePoint(object: ObjectMaker) {
  return object({
    at: about(NonBlankText, "Id of the waypoint"),
    arrival: v.nullish(
      about(Duration, "ISO 8601 duration from the train's start"),
      POINT_DEFAULTS.arrival,
    ),
    stop_for: v.nullish(
      about(Duration, "ISO 8601 duration of the stop; null: none"),
      POINT_DEFAULTS.stop_for,
    ),
    reception_signal: v.optional(
      about(
        v.picklist(RECEPTION_SIGNALS),
        "Signal at the stop: open, closed, or closed with a short slip behind it",
      ),
      POINT_DEFAULTS.reception_signal,
    ),
    locked: v.optional(
      about(v.boolean(), "A client's mark; it changes nothing"),
      POINT_DEFAULTS.locked,
    ),
  });
}

function makeRestriction(object: ObjectMaker) {
  return object({
    from: about(NonBlankText, "Id of the waypoint where it begins"),
    to: about(NonBlankText, "Id of the waypoint where it ends"),
    value: about(Text, "Code of a power restriction of the rolling stock"),
  });
}

function makeOptions(object: ObjectMaker) {
  return object({
    use_electrical_profiles: v.optional(
      about(v.boolean(), "Whether the electrical profiles of the request count"),
      TRAIN_DEFAULTS.options.use_electrical_profiles,
    ),
  });
}

function makeTrainEntries(object: ObjectMaker) {
  return {
    train_name: about(Text, "Its name for people, as its number; others may have the same"),
    labels: v.optional(
      about(listOf(Text, LABELS_MAX), "Words to find it by, of any kind"),
      TRAIN_DEFAULTS.labels,
    ),
    rolling_stock_name: about(
      Text,
      "Name of its rolling stock; as long as there is none, nothing can be computed",
    ),
    start_time: DateTime,
    path: v.pipe(
      listOf(makeWaypoint(object), PATH_ITEMS_MAX),
      v.minLength(1, "must have at least one waypoint"),
      v.description("The places that the train passes, in its order"),
    ),
    schedule: v.optional(
      about(listOf(makeSchedulePoint(object), PATH_ITEMS_MAX), SCHEDULE_TEXT),
      [],
    ),
    margins: v.optional(
      about(
        object({
          boundaries: about(
            listOf(NonBlankText, PATH_ITEMS_MAX),
            "Ids of the waypoints between stretches, in the path's order",
          ),
          values: about(
            listOf(MarginValueText, PATH_ITEMS_MAX + 1),
            "One per stretch, so one more than boundaries: `5%` of its time or `4.5min/100km`",
          ),
        }),
        MARGINS_TEXT,
      ),
      TRAIN_DEFAULTS.margins,
    ),
    initial_speed: v.optional(TrainSpeed, TRAIN_DEFAULTS.initial_speed),
    comfort: v.optional(
      about(v.picklist(COMFORTS), "Which effort curves count"),
      TRAIN_DEFAULTS.comfort,
    ),
    constraint_distribution: about(
      v.picklist(["STANDARD", "MARECO", "LINEAR"]),
      "How added time is spent: MARECO (STANDARD too) saves energy, LINEAR spreads it evenly",
    ),
    speed_limit_tag: v.nullish(
      about(NonBlankText, "Which speed limits count"),
      TRAIN_DEFAULTS.speed_limit_tag,
    ),
    power_restrictions: v.optional(
      about(listOf(makeRestriction(object), PATH_ITEMS_MAX), RESTRICTIONS_TEXT),
      TRAIN_DEFAULTS.power_restrictions,
    ),
    options: v.optional(about(v.pipe(PlainObject, makeOptions(object)), "How it is computed"), {}),
    category: v.nullish(
      about(Category, "Kind of train, a main or an own one"),
      TRAIN_DEFAULTS.category,
    ),
    follows: v.exactOptional(
      about(
        object({
          kind: about(v.picklist(["train_schedule", "paced_train"]), "Kind of train"),
          id: about(Count, "Of the train"),
        }),
        "The train of the timetable whose vehicles it goes on with; nothing is computed from it",
      ),
    ),
  };
}

/** `v.strictObject` typed as `v.object`: they only differ in how they treat unknown keys. */
export const strictly = v.strictObject as unknown as ObjectMaker;

/** Of a replacement, which keeps days that it does not tell; null: none any more. */
export const replaced_days = {
  days: v.exactOptional(
    about(v.nullable(makeDays(strictly)), "On which days it runs; absent: as before, null: on one"),
  ),
};

/** Days are the first field, so that a statement can put them into a record that lacks them. */
const DAYS_TEXT = "On which days it runs; absent: on the date of its start alone";
/** Entries of an object that drops unknown keys. */
export const TRAIN_ENTRIES = {
  days: v.exactOptional(about(makeDays(v.object), DAYS_TEXT)),
  ...makeTrainEntries(v.object),
};
/** Entries of an object that refuses unknown keys, on every level. */
export const STRICT_TRAIN_ENTRIES = {
  days: v.exactOptional(about(makeDays(strictly), DAYS_TEXT)),
  ...makeTrainEntries(strictly),
};
