/** A timetable as a document, what an import answers, and what is asked of an export. */
import * as v from "valibot";
import { bodyId, queryText } from "../http/fields.ts";
import { PacedTrainCreation } from "../paced_train/paced_train.schemas.ts";
import { TrainScheduleCreation } from "../train_schedule/train_schedule.schemas.ts";

/** Of the format; a worker reads it (`workers/tasks/split_timetable.ts`). */
export const DOCUMENT_VERSION = 1;

/** Everything that a timetable holds, as it is created: without ids, in the order of creation. */
export const TimetableDocument = v.strictObject({
  version: v.literal(DOCUMENT_VERSION),
  train_schedules: v.optional(v.array(TrainScheduleCreation), []),
  paced_trains: v.optional(v.array(PacedTrainCreation), []),
});

/** In the order of the document. */
export const ImportedTrains = v.strictObject({
  train_schedule_ids: v.array(bodyId),
  paced_train_ids: v.array(bodyId),
});
export type ImportedTrains = v.InferOutput<typeof ImportedTrains>;

export const ExportQuery = v.object({
  format: v.optional(
    v.pipe(
      queryText,
      v.picklist(["json"], "must be json; times as CSV are at /timetable/{timetable_id}/times"),
    ),
    ["json"],
  ),
});
