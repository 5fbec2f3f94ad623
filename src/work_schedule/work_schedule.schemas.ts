/**
 * Work schedules (interface.md 11.4): groups of works on tracks. Ranges are those of a path, whole
 * millimetres; which direction they name says nothing, works close a track to all trains.
 */
import * as v from "valibot";
import { bodyId } from "../http/fields.ts";
import { pageQuery, pageSchema } from "../http/page.ts";
import { Count, Identifier } from "../http/scalars.ts";
import { TrackRanges } from "../path/path.schemas.ts";
import {
  ENDS_TOO_EARLY,
  endsAfterItsStart,
  time_span_entries,
} from "../train_schedule/time.schemas.ts";

const PAGE_MAX = 1000;
const WorkType = v.picklist(["CATENARY", "TRACK"]);

const entries = {
  ...time_span_entries,
  track_ranges: TrackRanges,
  /** What the client knows the work by. */
  obj_id: Identifier,
  work_schedule_type: WorkType,
};

const NewWorkSchedule = v.pipe(
  v.object(entries),
  v.check((one) => endsAfterItsStart(one), ENDS_TOO_EARLY),
);

/** What clients send. */
export const WorkScheduleGroupForm = v.object({
  work_schedule_group_name: Identifier,
  work_schedules: v.array(NewWorkSchedule),
});
export type WorkScheduleGroupForm = v.InferOutput<typeof WorkScheduleGroupForm>;

export const NewWorkScheduleGroup = v.object({ work_schedule_group_id: bodyId });

const group_entries = { work_schedule_group_id: bodyId, work_schedule_group_name: Identifier };

export const WorkScheduleGroupName = v.object(group_entries);
export type WorkScheduleGroupName = v.InferOutput<typeof WorkScheduleGroupName>;

export const WorkScheduleGroup = v.object({
  ...group_entries,
  work_schedules: v.array(v.object({ id: bodyId, ...entries })),
});

export const WorkScheduleGroupListQuery = v.object(pageQuery(PAGE_MAX));
export const WorkScheduleGroupPage = pageSchema(WorkScheduleGroupName);

export const WorkProjectionRequest = v.object({
  work_schedule_group_id: bodyId,
  path_track_ranges: TrackRanges,
});

/** The works that touch the path; positions are millimetres from its start. */
export const WorkProjections = v.array(
  v.object({
    type: WorkType,
    ...time_span_entries,
    path_position_ranges: v.array(v.object({ start: Count, end: Count })),
  }),
);
