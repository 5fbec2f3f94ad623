/**
 * Exceptions of a paced train (interface.md 9; decisions.md 4). An exception with an index changes
 * that occurrence; without one it adds a train. An absent change group keeps the field. An empty or
 * null group unsets it (the field's default is stored). Otherwise its value is used.
 */
import * as v from "valibot";
import { addFaults } from "../../railway/fault_issues.ts";
import { Count, NonBlankText, PlainObject } from "../../railway/scalars.ts";
import type { STRICT_TRAIN_ENTRIES } from "../../railway/train_entries.ts";
import type { ObjectMaker } from "../../railway/waypoint.schemas.ts";
import { about, type JsonSchema, onWire } from "../../railway/wire.ts";
import { listReferenceFaults } from "../train_schedule/references.ts";

type TrainEntries = typeof STRICT_TRAIN_ENTRIES;

/** The fields of an exception, in the order of the answer. */
function makeEntries(object: ObjectMaker, train: TrainEntries) {
  /** A group with one value. Without PlainObject an array would pass for an empty group. */
  const valueOf = <Schema extends v.GenericSchema>(value: Schema) =>
    v.exactOptional(
      about(
        v.pipe(PlainObject, object({ value: about(value, "Its value here; null: its default") })),
        "Changes the field",
      ),
    );
  return {
    key: about(NonBlankText, "Name of the exception, unique in its paced train"),
    occurrence_index: v.nullish(
      about(Count, "Which occurrence it changes, from 0; without one it is an added train"),
      null,
    ),
    disabled: v.optional(about(v.boolean(), "Whether the train does not run"), false),
    train_name: valueOf(train.train_name),
    rolling_stock: v.exactOptional(
      about(
        object({ rolling_stock_name: train.rolling_stock_name, comfort: train.comfort }),
        "Changes both",
      ),
    ),
    rolling_stock_category: valueOf(train.category),
    labels: valueOf(v.nullish(train.labels.wrapped, [])),
    speed_limit_tag: valueOf(train.speed_limit_tag),
    start_time: valueOf(train.start_time),
    constraint_distribution: valueOf(train.constraint_distribution),
    initial_speed: valueOf(v.nullish(train.initial_speed.wrapped, 0)),
    options: valueOf(v.nullish(train.options.wrapped, {})),
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
