/** A timetable as a document, the answer of an import, and the query of an export. */
import * as v from "valibot";
import { bodyId, queryText } from "../../platform/http/fields.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { PacedTrainCreation } from "../paced_train/paced_train.schemas.ts";
import { TrainScheduleCreation } from "../train_schedule/train_schedule.schemas.ts";

/** Of the format; a worker reads it (`workers/tasks/split_timetable.ts`). */
export const DOCUMENT_VERSION = 1;

/** Everything that a timetable holds, as it is created: without ids, in the order of creation. */
export const TimetableDocument = v.strictObject({
  version: about(v.literal(DOCUMENT_VERSION), "Version of the format"),
  train_schedules: v.optional(about(v.array(TrainScheduleCreation), "Train schedules"), []),
  paced_trains: v.optional(about(v.array(PacedTrainCreation), "Paced trains"), []),
});

/** In the order of the document. */
export const ImportedTrains = v.strictObject({
  train_schedule_ids: about(v.array(bodyId), "Ids in the order of the document"),
  paced_train_ids: about(v.array(bodyId), "Ids in the order of the document"),
});
export type ImportedTrains = v.InferOutput<typeof ImportedTrains>;

export const ExportQuery = v.object({
  format: v.optional(
    v.pipe(
      queryText,
      v.picklist(["json"], "must be json; times as CSV are at /timetable/{timetable_id}/times"),
      v.description("Format of the document"),
    ),
    ["json"],
  ),
});

nameSchemas({ TimetableDocument, ImportedTrains });
