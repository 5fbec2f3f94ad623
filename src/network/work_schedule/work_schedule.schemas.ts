/**
 * Work schedules (interface.md 11.4): groups of works on tracks. Ranges are those of a path, whole
 * millimetres; their direction is ignored, works close a track to all trains. Clients of 2024 send
 * metres without a direction; only the first form is stored and answered.
 */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { PathPosition } from "../../railway/quantities.ts";
import { FiniteNumber, Identifier, NonBlankText } from "../../railway/scalars.ts";
import {
  ENDS_TOO_EARLY,
  endsAfterItsStart,
  time_span_entries,
} from "../../railway/time.schemas.ts";
import { TRACK_RANGES_MAX, TrackRange, TrackRanges } from "../../railway/track_ranges.schemas.ts";
import { about, type JsonSchema, nameSchemas, onWire } from "../../railway/wire.ts";

const PAGE_MAX = 1000;
const POSITION_MAX_M = 1e9;
const WorkType = about(v.picklist(["CATENARY", "TRACK"]), "What is worked on");

const entries = {
  ...time_span_entries,
  track_ranges: TrackRanges,
  obj_id: about(Identifier, "The client's own id of the work"),
  work_schedule_type: WorkType,
};

const Metres = v.pipe(
  FiniteNumber,
  v.minValue(0, "must not be negative"),
  v.maxValue(POSITION_MAX_M, `must be at most ${POSITION_MAX_M}`),
);

/** The form of 2024; converted to the other one. */
const RangeInMetres = v.pipe(
  v.strictObject({ track: NonBlankText, begin: Metres, end: Metres }),
  v.check((range) => range.begin <= range.end, "begin must not be beyond end"),
  v.transform(
    ({ track, begin, end }): v.InferOutput<typeof TrackRange> => ({
      track_section: track,
      begin: Math.round(begin * 1000),
      end: Math.round(end * 1000),
      direction: "START_TO_STOP",
    }),
  ),
);

/** The two forms differ in the track's key, so that a fault is reported for the one that was meant. */
const NewTrackRange = v.pipe(
  v.lazy((input) =>
    typeof input === "object" && input !== null && "track" in input ? RangeInMetres : TrackRange,
  ),
  onWire({
    anyOf: [
      {
        type: "object",
        properties: {
          track_section: { type: "string", minLength: 1, description: "Id of a track section" },
          begin: millimetresOnWire("Millimetres from the track's start"),
          end: millimetresOnWire("Millimetres, at least `begin`"),
          direction: {
            enum: ["START_TO_STOP", "STOP_TO_START"],
            description: "Ignored: a work closes a track to all trains",
          },
        },
        additionalProperties: false,
        required: ["track_section", "begin", "end", "direction"],
      },
      {
        type: "object",
        properties: {
          track: { type: "string", minLength: 1, description: "Id of a track section" },
          begin: metresOnWire("Metres from the track's start"),
          end: metresOnWire("Metres, at least `begin`; beyond the track it ends with it"),
        },
        additionalProperties: false,
        required: ["track", "begin", "end"],
      },
    ],
  }),
);

function millimetresOnWire(description: string): JsonSchema {
  return { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description };
}

function metresOnWire(description: string): JsonSchema {
  return { type: "number", minimum: 0, maximum: POSITION_MAX_M, description };
}

const NewWorkSchedule = v.pipe(
  v.strictObject({
    ...entries,
    track_ranges: about(
      v.pipe(
        v.array(NewTrackRange),
        v.minLength(1, "must not be empty"),
        v.maxLength(TRACK_RANGES_MAX, "is too long"),
      ),
      "What it closes",
    ),
  }),
  v.check((one) => endsAfterItsStart(one), ENDS_TOO_EARLY),
);

const GroupName = about(Identifier, "Name of the group; no other has the same");

/** What clients send. */
export const WorkScheduleGroupForm = v.strictObject({
  work_schedule_group_name: GroupName,
  work_schedules: about(v.array(NewWorkSchedule), "Its works"),
});
export type WorkScheduleGroupForm = v.InferOutput<typeof WorkScheduleGroupForm>;

export const NewWorkScheduleGroup = v.object({ work_schedule_group_id: bodyId });

const group_entries = { work_schedule_group_id: bodyId, work_schedule_group_name: GroupName };

export const WorkScheduleGroupName = v.object(group_entries);
export type WorkScheduleGroupName = v.InferOutput<typeof WorkScheduleGroupName>;

export const WorkScheduleGroup = v.object({
  ...group_entries,
  work_schedules: about(v.array(v.object({ id: bodyId, ...entries })), "Its works"),
});

export const WorkScheduleGroupListQuery = v.object(pageQuery(PAGE_MAX));
export const WorkScheduleGroupPage = pageSchema(WorkScheduleGroupName);

export const WorkProjectionRequest = v.strictObject({
  work_schedule_group_id: bodyId,
  path_track_ranges: TrackRanges,
});

/** The works that touch the path; positions are millimetres from its start. */
export const WorkProjections = v.array(
  v.object({
    type: WorkType,
    ...time_span_entries,
    path_position_ranges: about(
      v.array(v.object({ start: PathPosition, end: PathPosition })),
      "Where the path is closed",
    ),
  }),
);

nameSchemas({
  WorkScheduleGroupForm,
  NewWorkScheduleGroup,
  WorkScheduleGroupName,
  WorkScheduleGroup,
  WorkScheduleGroupPage,
  WorkProjectionRequest,
  WorkProjections,
});
