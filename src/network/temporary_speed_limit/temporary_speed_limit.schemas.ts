/**
 * Temporary speed limits (interface.md 11.4): groups of limits on directed ranges of tracks, metres as
 * in a RailJSON document, each in force from its start up to its end.
 */
import * as v from "valibot";
import { bodyId } from "../../platform/http/fields.ts";
import { pageQuery, pageSchema } from "../../platform/http/page.ts";
import { Direction, SpeedUpToMax, TrackPosition } from "../../railway/quantities.ts";
import { Identifier, NonBlankText } from "../../railway/scalars.ts";
import {
  ENDS_TOO_EARLY,
  endsAfterItsStart,
  time_span_entries,
} from "../../railway/time.schemas.ts";
import { about, nameSchemas } from "../../railway/wire.ts";

const PAGE_MAX = 1000;
const RANGES_MAX = 100_000;
/** Networks store speeds in millimetres per second; a limit of zero would stop every train. */
const SPEED_MIN_M_S = 0.001;

const DirectedRange = v.pipe(
  v.strictObject({
    track: about(NonBlankText, "Id of a track section"),
    begin: TrackPosition,
    end: TrackPosition,
    direction: Direction,
  }),
  v.check((range) => range.begin <= range.end, "begin must not be beyond end"),
);

const entries = {
  ...time_span_entries,
  track_ranges: v.pipe(
    v.array(DirectedRange),
    v.minLength(1, "must not be empty"),
    v.maxLength(RANGES_MAX, "is too long"),
    v.description("Where it is, one way"),
  ),
  speed_limit: v.pipe(
    SpeedUpToMax,
    v.minValue(SPEED_MIN_M_S, `must be at least ${SPEED_MIN_M_S} m/s`),
  ),
  obj_id: about(Identifier, "The client's own id of the limit"),
};

const NewTemporarySpeedLimit = v.pipe(
  v.strictObject(entries),
  v.check((one) => endsAfterItsStart(one), ENDS_TOO_EARLY),
);

const GroupName = about(Identifier, "Name of the group; no other has the same");

/** What clients send. */
export const TemporarySpeedLimitGroupForm = v.strictObject({
  speed_limit_group_name: GroupName,
  speed_limits: about(v.array(NewTemporarySpeedLimit), "Its limits"),
});
export type TemporarySpeedLimit = v.InferOutput<typeof NewTemporarySpeedLimit>;

export const NewTemporarySpeedLimitGroup = v.object({ group_id: bodyId });

const group_entries = { group_id: bodyId, speed_limit_group_name: GroupName };

export const TemporarySpeedLimitGroupName = v.object(group_entries);
export type TemporarySpeedLimitGroupName = v.InferOutput<typeof TemporarySpeedLimitGroupName>;

export const TemporarySpeedLimitGroup = v.object({
  ...group_entries,
  speed_limits: about(v.array(v.object(entries)), "Its limits"),
});

export const TemporarySpeedLimitGroupListQuery = v.object(pageQuery(PAGE_MAX));
export const TemporarySpeedLimitGroupPage = pageSchema(TemporarySpeedLimitGroupName);

nameSchemas({
  TemporarySpeedLimitGroupForm,
  NewTemporarySpeedLimitGroup,
  TemporarySpeedLimitGroupName,
  TemporarySpeedLimitGroup,
  TemporarySpeedLimitGroupPage,
});
