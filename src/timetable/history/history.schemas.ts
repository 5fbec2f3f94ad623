/** The history of a timetable's train changes (interface.md 7.3). */
import * as v from "valibot";
import { authorship_entries } from "../../platform/http/authorship.ts";
import { bodyId, queryId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { PacedTrainCreation } from "../paced_train/paced_train.schemas.ts";
import { TrainScheduleCreation } from "../train_schedule/train_schedule.schemas.ts";

const PAGE_MAX = 100;
/** Trains named in one entry. */
export const NAMED_TRAINS_MAX = 20;

export const HistoryQuery = v.object({
  ...pageQuery(PAGE_MAX),
  train_id: v.optional(about(queryId, "Only what has changed this train, of either kind")),
});
export type HistoryQuery = v.InferOutput<typeof HistoryQuery>;

export const HistoryEntry = v.strictObject({
  id: bodyId,
  kind: about(v.picklist(["train_schedule", "paced_train"]), "Kind of its trains"),
  act: about(v.picklist(["created", "changed", "deleted"]), "What was done with them"),
  train_count: about(Count, "How many trains it has changed"),
  trains: about(
    v.array(
      v.strictObject({
        id: bodyId,
        train_name: about(v.nullable(Text), "Its name then; null: it is gone since"),
      }),
    ),
    `The first ${NAMED_TRAINS_MAX} of them, and the one that was asked for`,
  ),
  ...authorship_entries,
});

export type HistoryEntry = v.InferOutput<typeof HistoryEntry>;

export const HistoryPage = pageSchema(HistoryEntry);

const Record = v.nullable(v.union([TrainScheduleCreation, PacedTrainCreation]));

/** What a change has changed. */
export const HistoryValues = v.strictObject({
  trains: about(
    v.array(
      v.strictObject({
        kind: about(v.picklist(["train_schedule", "paced_train"]), "Kind of train"),
        id: bodyId,
        before: about(Record, "The train as it was; null: it was created"),
        after: about(Record, "As the change has left it; null: it was deleted"),
      }),
    ),
    `The first ${NAMED_TRAINS_MAX} of its trains, and the one that was asked for`,
  ),
});

export const ValuesQuery = v.object({
  train_id: v.optional(about(queryId, "This train too, whatever its place in the change")),
});

nameSchemas({ HistoryEntry, HistoryPage, HistoryValues });
