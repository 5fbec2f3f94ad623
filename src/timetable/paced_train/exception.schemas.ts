/**
 * Exceptions of a paced train (interface.md 9; decisions.md 4). An exception with an index changes
 * that occurrence; without one it adds a train. An absent change group keeps the field. An empty or
 * null group unsets it (the field's default is stored). Otherwise its value is used.
 */
import * as v from "valibot";
import { addFaults } from "../../railway/fault_issues.ts";
import { Count, NonBlankText, PlainObject } from "../../railway/scalars.ts";
import { GROUP_FIELDS } from "../../railway/train_defaults.ts";
import type { STRICT_TRAIN_ENTRIES } from "../../railway/train_entries.ts";
import { listReferenceFaults } from "../../railway/train_references.ts";
import type { ObjectMaker } from "../../railway/waypoint.schemas.ts";
import { about, type JsonSchema, onWire } from "../../railway/wire.ts";

type TrainEntries = typeof STRICT_TRAIN_ENTRIES;

type Groups = typeof GROUP_FIELDS;
type ValueGroup = keyof Groups;

/** Groups that change one field. */
export const VALUE_GROUPS = Object.keys(GROUP_FIELDS) as readonly ValueGroup[];

type ValueEntries = {
  readonly [Group in ValueGroup]: v.ExactOptionalSchema<
    v.GenericSchema<unknown, { readonly value: v.InferOutput<TrainEntries[Groups[Group]]> }>,
    undefined
  >;
};

/** Without PlainObject an array would pass for an empty group. */
function makeValueGroups(object: ObjectMaker, train: TrainEntries): ValueEntries {
  const groups = VALUE_GROUPS.map((group) => {
    const field = train[GROUP_FIELDS[group]];
    const value: v.GenericSchema =
      "wrapped" in field
        ? v.nullish<v.GenericSchema, unknown>(field.wrapped, field.default)
        : field;
    const holder = object({ value: about(value, "Its value here; null: its default") });
    return [group, v.exactOptional(about(v.pipe(PlainObject, holder), "Changes the field"))];
  });
  return Object.fromEntries(groups) as ValueEntries;
}

/** The fields of an exception, in the order of the answer. */
function makeEntries(object: ObjectMaker, train: TrainEntries) {
  const { train_name, ...value_groups } = makeValueGroups(object, train);
  return {
    key: about(NonBlankText, "Name of the exception, unique in its paced train"),
    occurrence_index: v.nullish(
      about(Count, "Which occurrence it changes, from 0; without one it is an added train"),
      null,
    ),
    disabled: v.optional(about(v.boolean(), "Whether the train does not run"), false),
    train_name,
    rolling_stock: v.exactOptional(
      about(
        object({ rolling_stock_name: train.rolling_stock_name, comfort: train.comfort }),
        "Changes both",
      ),
    ),
    ...value_groups,
    path_and_schedule: v.exactOptional(
      about(
        object({
          path: train.path,
          schedule: train.schedule.wrapped,
          margins: train.margins.wrapped,
          power_restrictions: train.power_restrictions.wrapped,
        }),
        "Changes all of them",
      ),
    ),
  };
}

type Fields = v.InferOutput<v.ObjectSchema<ReturnType<typeof makeEntries>, undefined>>;

/** A stored exception; only one that changes an occurrence has `occurrence_index`. */
export type Exception = Omit<Fields, "occurrence_index"> & { readonly occurrence_index?: number };

/** For the API document: an exception that adds a train has no index, in answers as well. */
function withoutIndex({ required, ...others }: JsonSchema): JsonSchema {
  const names = Array.isArray(required) ? required : [];
  return { ...others, required: names.filter((name) => name !== "occurrence_index") };
}

/** The schema of an exception; `object` decides how unknown keys are treated. */
export function makeException(
  object: ObjectMaker,
  train: TrainEntries,
): v.GenericSchema<unknown, Exception> {
  return v.pipe(
    object(makeEntries(object, train)),
    v.transform(
      ({ key, occurrence_index, ...rest }): Exception =>
        occurrence_index === null ? { key, ...rest } : { key, occurrence_index, ...rest },
    ),
    v.rawCheck(({ dataset, addIssue }) => {
      if (!dataset.typed) return;
      const { path_and_schedule } = dataset.value;
      if (path_and_schedule === undefined) return;
      // Zero here: the initial speed is checked between the exception and its train.
      const faults = listReferenceFaults({ ...path_and_schedule, initial_speed: 0 });
      const placed = faults.map(({ path, reason }) => ({
        path: ["path_and_schedule", ...path],
        reason,
      }));
      addFaults(dataset.value, placed, addIssue);
    }),
    onWire(withoutIndex),
  );
}
