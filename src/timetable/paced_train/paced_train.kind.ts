/** Paced trains as a kind of trains: a base train, its occurrences and its exceptions. */
import * as v from "valibot";
import { batchBody } from "../../platform/http/answers.ts";
import { pathId } from "../../platform/http/fields.ts";
import { printJson } from "../../platform/http/sending/print_in_turns.ts";
import type { InTurns } from "../../platform/turns.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import { AS_WRITTEN, type AskedDate, startOn, startsOf } from "../calendar/asked_date.ts";
import type { TrainRecord, Variants, WrittenKind } from "../train/train_kind.ts";
import type { Departure } from "../train_schedule/departures.ts";
import { parseRecord } from "../train_schedule/parse_record.ts";
import { printDays } from "../train_schedule/print_days.ts";
import { subCategoryOf } from "../train_schedule/sub_category_of.ts";
import {
  applyException,
  baseTrain,
  exceptionStartMs,
  listEffectiveTrains,
  occurrenceStartMs,
  type PacedTrain,
} from "./effective_trains.ts";
import {
  exceptionNotFound,
  PACED_TRAIN_CONSTRAINTS,
  pacedTrainBatchNotFound,
  pacedTrainNotFound,
  pacedTrainTimetableIsImmutable,
} from "./paced_train.errors.ts";
import {
  PACED_TRAIN_EXAMPLE,
  PacedTrainCreation,
  PacedTrainReplacement,
  PacedTrainResult,
} from "./paced_train.schemas.ts";
import { checkOccurrences } from "./pacing_rules.ts";

/* Exceptions whose own start stays while that of their occurrence moves: the trains then run at other distances. */

/** Keys of exceptions whose index and own start are as before, although the occurrence now starts at another time. */
function listKeptStarts(before: PacedTrain, after: PacedTrain): string[] {
  const known = new Map(before.exceptions.map((one) => [one.occurrence_index, one.start_time]));
  return after.exceptions.flatMap(({ key, occurrence_index: index, start_time, disabled }) => {
    if (index === undefined || start_time === undefined || disabled) return [];
    const is_kept = known.get(index)?.value === start_time.value;
    return is_kept && occurrenceStartMs(before, index) !== occurrenceStartMs(after, index)
      ? [key]
      : [];
  });
}

export const PACED_TRAIN: WrittenKind<PacedTrain> = {
  name: "paced_train",
  noun: "paced train",
  get_query: "timetable/paced_train/get",
  path: "/paced_train/:paced_train_id",
  params: v.pipe(
    v.object({ paced_train_id: pathId }),
    v.transform(({ paced_train_id }) => ({ id: paced_train_id })),
  ),
  // the stocks of its exceptions count too
  trains: () => [],
  not_found: "PacedTrainNotFound",
  variant_errors: ["PacedTrainNotFound", "PacedTrainExceptionNotFound"],
  notFound: pacedTrainNotFound,
  batch_not_found: "PacedTrainBatchNotFound",
  batchNotFound: pacedTrainBatchNotFound,
  depart,
  toVariants,
  *listDepartures(record, on = null) {
    const paced_train = yield* parseRecord<PacedTrain>(record);
    return yield* listEffectiveTrains(paced_train, startsOf(on, paced_train));
  },
  creation: PacedTrainCreation,
  example: PACED_TRAIN_EXAMPLE,
  // the limit of a batch, so that whatever could be created can be replaced
  replacement: batchBody(PacedTrainReplacement, PACED_TRAIN_EXAMPLE),
  replacement_errors: ["PacedTrainNotFound", "PacedTrainTimetableImmutable", "TooManyItems"],
  result: PacedTrainResult,
  constraints: PACED_TRAIN_CONSTRAINTS,
  deletion_path: "/paced_trains",
  *toColumns(paced_train, { paced_train_occurrences }, index) {
    checkOccurrences(paced_train, paced_train_occurrences, index);
    const { rolling_stock_name, category, exceptions } = paced_train;
    const names = new Set([rolling_stock_name]);
    const codes = new Set([subCategoryOf(category)]);
    for (const { rolling_stock, rolling_stock_category } of exceptions) {
      if (rolling_stock !== undefined) names.add(rolling_stock.rolling_stock_name);
      codes.add(subCategoryOf(rolling_stock_category?.value ?? null));
    }
    return {
      rolling_stock_names: [...names],
      sub_category_codes: [...codes].filter((code) => code !== null),
      record: yield* printJson(paced_train),
      days: printDays(paced_train),
    };
  },
  *listKeptStarts(before, after) {
    return listKeptStarts(
      yield* parseRecord<PacedTrain>(before),
      yield* parseRecord<PacedTrain>(after),
    );
  },
  timetableIsImmutable: pacedTrainTimetableIsImmutable,
};

function* depart(
  record: string,
  exception_key: string | undefined,
  on: AskedDate | null = null,
): InTurns<Departure | null> {
  const paced_train = yield* parseRecord<PacedTrain>(record);
  const exception = paced_train.exceptions.find(({ key }) => key === exception_key);
  if (exception_key !== undefined && exception === undefined) {
    throw exceptionNotFound(exception_key);
  }
  const start = startOn(on, paced_train);
  if (start === null) return null;
  const { day, move } = start;
  const base = baseTrain(paced_train);
  if (exception === undefined) {
    return { train: base, start_ms: move(datetimeMs(base.start_time)), day };
  }
  const start_ms = exceptionStartMs(paced_train, exception, move);
  return { train: applyException(base, exception), start_ms, day };
}

function* toVariants({ id, record }: TrainRecord, on: AskedDate | null = null): InTurns<Variants> {
  const paced_train = yield* parseRecord<PacedTrain>(record);
  const base = baseTrain(paced_train);
  const start = startOn(on, paced_train);
  const { day, move } = start ?? AS_WRITTEN;
  const exceptions: Variants["exceptions"][number][] = [];
  for (const exception of paced_train.exceptions) {
    if (exception.disabled) continue;
    const { key, occurrence_index: index = null } = exception;
    const train = applyException(base, exception);
    exceptions.push({
      key,
      index,
      train,
      day,
      start_ms: exceptionStartMs(paced_train, exception, move),
    });
    yield;
  }
  const own = { train: base, start_ms: move(datetimeMs(base.start_time)), day };
  return { id, base: own, is_running: start !== null, exceptions };
}
