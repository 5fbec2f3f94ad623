/** Conflicts of a timetable: query and answer (interface.md 11.1). */
import * as v from "valibot";
import { bodyId, queryId } from "../http/fields.ts";
import { Count, Text } from "../http/scalars.ts";

/** `infra` or `infra_id`; the router makes one name of them. */
export const ConflictQuery = v.object({
  infra_id: queryId,
  electrical_profile_set_id: v.optional(queryId),
  temporary_speed_limit_group_id: v.optional(queryId),
  work_schedule_group_id: v.optional(queryId),
});

const Span = { start_time: Text, end_time: Text };

const Conflict = v.object({
  train_ids: v.array(bodyId),
  /** The same list under the name that later clients read. */
  train_schedule_ids: v.array(bodyId),
  paced_train_occurrence_ids: v.array(
    v.object({
      paced_train_id: bodyId,
      index: v.optional(Count),
      exception_key: v.optional(Text),
    }),
  ),
  work_schedule_ids: v.array(bodyId),
  ...Span,
  conflict_type: v.picklist(["Spacing", "Routing"]),
  requirements: v.array(v.object({ zone: Text, ...Span })),
});

/** Spacing first, each kind by its start. */
export const ConflictList = v.array(Conflict);
