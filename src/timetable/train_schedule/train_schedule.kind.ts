/** Train schedules as a kind of trains: one train each. */
import * as v from "valibot";
import { jsonBody } from "../../platform/http/answers.ts";
import { pathId } from "../../platform/http/fields.ts";
import { printJson } from "../../platform/http/sending/print_in_turns.ts";
import type { InTurns } from "../../platform/turns.ts";
import { AS_WRITTEN, type AskedDate, startOn, startsOf } from "../calendar/asked_date.ts";
import type { TrainParams, TrainRecord, Variants, WrittenKind } from "../train/train_kind.ts";
import { type Departure, departTrain } from "./departures.ts";
import { parseRecord } from "./parse_record.ts";
import { printDays } from "./print_days.ts";
import { subCategoryOf } from "./sub_category_of.ts";
import {
  TRAIN_SCHEDULE_CONSTRAINTS,
  timetableIsImmutable,
  trainScheduleBatchNotFound,
  trainScheduleNotFound,
} from "./train_schedule.errors.ts";
import {
  TRAIN_EXAMPLE,
  type TrainSchedule,
  TrainScheduleCreation,
  TrainScheduleReplacement,
  TrainScheduleResult,
} from "./train_schedule.schemas.ts";

export const TRAIN_SCHEDULE: WrittenKind<TrainSchedule> = {
  name: "train_schedule",
  noun: "train schedule",
  get_query: "timetable/train_schedule/get",
  path: "/train_schedule/:train_schedule_id",
  params: v.pipe(
    v.object({ train_schedule_id: pathId }),
    v.transform(({ train_schedule_id }) => ({ id: train_schedule_id })),
  ),
  trains: ({ params }: TrainParams) => [params.id],
  not_found: "TrainScheduleNotFound",
  variant_errors: ["TrainScheduleNotFound"],
  notFound: trainScheduleNotFound,
  batch_not_found: "TrainScheduleBatchNotFound",
  batchNotFound: trainScheduleBatchNotFound,
  *depart(record, _key, on = null) {
    const { base, is_running } = yield* toVariants({ id: 0, record }, on);
    return is_running ? base : null;
  },
  toVariants,
  *listDepartures(record, on = null) {
    const { train, start_ms } = yield* depart(record);
    return startsOf(on, train).map(({ day, move, bits }) => ({
      occurrence: null,
      name: train.train_name,
      train,
      start_ms: move(start_ms),
      day,
      bits,
    }));
  },
  creation: TrainScheduleCreation,
  example: TRAIN_EXAMPLE,
  replacement: jsonBody(TrainScheduleReplacement, TRAIN_EXAMPLE),
  replacement_errors: ["TrainScheduleNotFound", "TrainScheduleTimetableImmutable"],
  result: TrainScheduleResult,
  constraints: TRAIN_SCHEDULE_CONSTRAINTS,
  deletion_path: "/train_schedule",
  *toColumns(train) {
    const code = subCategoryOf(train.category);
    return {
      rolling_stock_names: [train.rolling_stock_name],
      sub_category_codes: code === null ? [] : [code],
      record: yield* printJson(train),
      days: printDays(train),
    };
  },
  *listKeptStarts() {
    yield;
    return [];
  },
  timetableIsImmutable,
};

function* toVariants({ id, record }: TrainRecord, on: AskedDate | null = null): InTurns<Variants> {
  const { train, start_ms } = yield* depart(record);
  const start = startOn(on, train);
  const { day, move } = start ?? AS_WRITTEN;
  const base = { train, start_ms: move(start_ms), day };
  return { id, base, is_running: start !== null, exceptions: [] };
}

function* depart(record: string): InTurns<Departure> {
  return departTrain(yield* parseRecord<TrainSchedule>(record));
}
