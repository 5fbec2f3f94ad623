/**
 * Moves, replaces or removes one of a paced train's trains by means of an exception: an existing
 * one or a new one.
 */
import { printDateTime } from "../../railway/iso8601.ts";
import { GROUP_FIELDS } from "../../railway/train_defaults.ts";
import type { TrainSchedule } from "../train_schedule/train_schedule.schemas.ts";
import {
  baseTrain,
  countOccurrences,
  departException,
  nameOfOccurrence,
  type PacedTrain,
} from "./effective_trains.ts";
import { type Exception, VALUE_GROUPS } from "./exception.schemas.ts";
import { exceptionNotFound } from "./paced_train.errors.ts";

/** An occurrence by its index, or the train of an exception. */
export type WhichOccurrence = { readonly index: number } | { readonly exception_key: string };

export type OccurrenceChange =
  | { readonly shift_ms: number }
  | { readonly train: TrainSchedule }
  | { readonly removed: true };

export interface ChangedOccurrence {
  readonly paced_train: PacedTrain;
  /** Key of the exception for this train. */
  readonly key: string;
  readonly is_new: boolean;
}

/** Null: there is no such occurrence. Throws not found for an unknown exception. */
export function changeOccurrence(
  paced_train: PacedTrain,
  which: WhichOccurrence,
  change: OccurrenceChange,
): ChangedOccurrence | null {
  const { exceptions } = paced_train;
  const at = exceptions.findIndex((one) =>
    "index" in which ? one.occurrence_index === which.index : one.key === which.exception_key,
  );
  const known = exceptions[at];
  if (known === undefined && "exception_key" in which) throw exceptionNotFound(which.exception_key);
  if ("index" in which && which.index >= countOccurrences(paced_train.paced)) return null;
  const exception = applyChange(paced_train, known ?? makeException(paced_train, which), change);
  const { key } = exception;
  if (known === undefined) {
    return {
      paced_train: { ...paced_train, exceptions: [...exceptions, exception] },
      key,
      is_new: true,
    };
  }
  const changed = exceptions.with(at, exception);
  return { paced_train: { ...paced_train, exceptions: changed }, key, is_new: false };
}

/** An exception that changes nothing, under a free key. */
function makeException({ exceptions }: PacedTrain, which: WhichOccurrence): Exception {
  const index = "index" in which ? which.index : 0;
  const keys = new Set(exceptions.map(({ key }) => key));
  let key = `occurrence ${index}`;
  while (keys.has(key)) key += "'";
  return { key, occurrence_index: index, disabled: false };
}

function applyChange(
  paced_train: PacedTrain,
  exception: Exception,
  change: OccurrenceChange,
): Exception {
  if ("removed" in change) return { ...exception, disabled: true };
  if ("shift_ms" in change) {
    const { start_ms } = departException(paced_train, baseTrain(paced_train), exception);
    return { ...exception, start_time: { value: printDateTime(start_ms + change.shift_ms) } };
  }
  const { train } = change;
  const { train_name: _named, ...groups } = Object.fromEntries(
    VALUE_GROUPS.map((group) => [group, { value: train[GROUP_FIELDS[group]] }]),
  );
  const { rolling_stock_name, comfort, path, schedule, margins, power_restrictions } = train;
  return {
    ...withName(paced_train, exception, train.train_name),
    rolling_stock: { rolling_stock_name, comfort },
    ...groups,
    path_and_schedule: { path, schedule, margins, power_restrictions },
  };
}

/** A train that keeps the paced train's name, or its own number, keeps its number whatever the rule becomes. */
function withName(paced_train: PacedTrain, exception: Exception, train_name: string): Exception {
  const { train_name: _former, ...unnamed } = exception;
  const number = nameOfOccurrence(paced_train, exception.occurrence_index);
  const is_numbered = paced_train.numbering !== undefined && unnamed.occurrence_index !== undefined;
  if (is_numbered && [paced_train.train_name, number].includes(train_name)) {
    return { ...unnamed, disabled: false };
  }
  return { ...exception, disabled: false, train_name: { value: train_name } };
}
