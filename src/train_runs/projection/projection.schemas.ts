/** Projections: query, body and answer (interface.md 10.3, forms of both generations of clients). */
import * as v from "valibot";
import type { TaskInput } from "../../../workers/tasks.ts";
import { dropped } from "../../platform/http/authorship.ts";
import { AppError } from "../../platform/http/errors.ts";
import {
  bodyId,
  queryBool,
  queryIdList,
  queryInfra,
  queryLimits,
  queryProfiles,
  queryText,
} from "../../platform/http/fields.ts";
import { Millimetres, PathPosition, PrintedDateTime, RunTime } from "../../railway/quantities.ts";
import { PlainObject, Text } from "../../railway/scalars.ts";
import { TRACK_RANGES_EXAMPLE, TrackRanges } from "../../railway/track_ranges.schemas.ts";
import { about, alsoOnWire, nameSchemas } from "../../railway/wire.ts";
import { queryOperatingDay } from "../../timetable/calendar/date_query.ts";
import type { DatedParameters } from "../simulation/setup.ts";
import { variantsOf } from "../simulation/simulation.schemas.ts";

const SIGNALS_WANTED =
  "`false` leaves `signal_updates` out: curves are a small part of an answer. Trains for which a " +
  "signal can't be evaluated are then included too. Default: `true`";
export const PROJECTED_RUNS = ["base", "final"] as const;
const NAMES_MAX = 100_000;

/** Parameters that are absent here are in the body. */
export const ProjectionQuery = v.object({
  infra_id: v.optional(queryInfra),
  electrical_profile_set_id: v.optional(queryProfiles),
  temporary_speed_limit_group_id: v.optional(queryLimits),
  ids: v.optional(queryIdList, []),
  date: queryOperatingDay,
  signal_updates: v.pipe(v.optional(queryBool), v.description(SIGNALS_WANTED)),
  run: v.optional(
    v.pipe(
      queryText,
      v.picklist(PROJECTED_RUNS, "must be base or final"),
      v.description(
        "Whose curves: `base` is the fastest run, without margins and requested times; signals are always the " +
          "final run's. Default: `final`",
      ),
    ),
    ["final"],
  ),
});

const names = v.pipe(v.array(Text), v.maxLength(NAMES_MAX, "is too long"));

const Routes = about(names, "Routes of the path, in travel order");
const Blocks = about(
  names,
  "Blocks of the path, in travel order; without them signals are left out",
);

/** A path to project on; without blocks no signals are projected. */
const Path = v.strictObject({
  track_section_ranges: TrackRanges,
  routes: v.nullish(Routes),
  blocks: v.nullish(Blocks),
  ...dropped("status", "length", "path_item_positions"),
});

/** The path is under `path`, or the body itself is a path as answered by pathfinding. */
export const ProjectionBody = v.pipe(
  PlainObject,
  v.strictObject({
    infra_id: v.nullish(bodyId),
    electrical_profile_set_id: v.nullish(about(bodyId, "Electrical profiles that count")),
    temporary_speed_limit_group_id: v.nullish(about(bodyId, "Temporary speed limits that count")),
    ids: v.nullish(about(v.array(bodyId), "Trains, each is answered once")),
    path: v.nullish(about(Path, "The path to project on")),
    track_section_ranges: v.nullish(TrackRanges),
    routes: v.nullish(Routes),
    blocks: v.nullish(Blocks),
    signal_updates: v.pipe(v.nullish(v.boolean()), v.description(SIGNALS_WANTED)),
    ...dropped("status", "length", "path_item_positions"),
  }),
  alsoOnWire({
    anyOf: [
      { required: ["path"], properties: { path: { type: "object" } } },
      {
        required: ["track_section_ranges"],
        properties: { track_section_ranges: { type: "array" } },
      },
    ],
  }),
);

/** Query and body in one form. */
export interface ProjectionRequest extends DatedParameters {
  /** Each once. */
  readonly ids: readonly number[];
  readonly path: TaskInput<"project_trains">["path"];
  readonly with_signals: boolean;
  readonly run: TaskInput<"project_trains">["run"];
}

/** Combines query and body; the query wins. Throws InvalidBody for what both lack. */
export function readProjectionRequest(
  query: v.InferOutput<typeof ProjectionQuery>,
  body: v.InferOutput<typeof ProjectionBody>,
): ProjectionRequest {
  const infra_id = query.infra_id ?? body.infra_id ?? null;
  if (infra_id === null) throw missing("/infra_id");
  const { track_section_ranges, routes, blocks } = body.path ?? body;
  if (track_section_ranges === undefined || track_section_ranges === null) {
    throw missing("/track_section_ranges");
  }
  return {
    infra_id,
    electrical_profile_set_id:
      query.electrical_profile_set_id ?? body.electrical_profile_set_id ?? null,
    temporary_speed_limit_group_id:
      query.temporary_speed_limit_group_id ?? body.temporary_speed_limit_group_id ?? null,
    ids: query.ids.length > 0 ? query.ids : [...new Set(body.ids)],
    path: { track_section_ranges, routes: routes ?? [], blocks: blocks ?? [] },
    with_signals: query.signal_updates ?? body.signal_updates ?? true,
    run: query.run,
    date: query.date,
  };
}

function missing(path: string): AppError {
  const reason = "is required";
  const faults = [{ path, reason }];
  return new AppError("InvalidBody", `${path}: ${reason}`, { path, reason, faults });
}

/** One stretch common to train and path. */
export const SpaceTimeCurve = v.object({
  positions: about(v.array(PathPosition), "Of the curve's points: mm from the path's start"),
  times: about(v.array(RunTime), "Of the same points: ms since the train's start"),
});

const SignalUpdate = v.object({
  signal_id: about(Text, "Id of the signal"),
  signaling_system: about(Text, "As `BAL`"),
  time_start: RunTime,
  time_end: RunTime,
  position_start: PathPosition,
  position_end: PathPosition,
  color: about(v.number(), "0xAARRGGBB as a signed number of 32 bits"),
  blinking: about(v.boolean(), "Whether it blinks"),
  aspect_label: about(Text, "What the signal shows, as `VL`, `A` or `S`"),
});

/** By train id; trains without a path or a run are left out. */
export const Projections = v.record(
  Text,
  v.object({
    departure_time: PrintedDateTime,
    rolling_stock_length: about(Millimetres, "Length of the train, millimetres"),
    space_time_curves: about(
      v.array(SpaceTimeCurve),
      "A curve for each stretch that train and path have in common",
    ),
    signal_updates: v.optional(about(v.array(SignalUpdate), "What signals show behind the train")),
  }),
);

export const PacedProjections = variantsOf(v.array(SpaceTimeCurve));

export const PROJECTION_EXAMPLE = {
  infra_id: 3,
  ids: [12, 13],
  path: { track_section_ranges: TRACK_RANGES_EXAMPLE, routes: [], blocks: [] },
};

nameSchemas({ ProjectionBody, SpaceTimeCurve, Projections, PacedProjections });
