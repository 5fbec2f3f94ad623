/** Simulations and summaries: queries, bodies and answers (interface.md 10.2). */
import * as v from "valibot";
import {
  bodyId,
  queryIdList,
  queryInfra,
  queryLimits,
  queryProfiles,
  queryText,
} from "../../platform/http/fields.ts";
import { Joules, Millimetres, PathPosition, RunTime, Speed } from "../../railway/quantities.ts";
import { Count, Text } from "../../railway/scalars.ts";
import { about, nameSchemas } from "../../railway/wire.ts";
import { bodyOperatingDay, queryOperatingDay } from "../../timetable/calendar/date_query.ts";
import { CoreError, PathPropertiesQuery } from "../path/path.schemas.ts";

export const InfraQuery = v.object({ infra_id: queryInfra });

export const PathQuery = v.object({ infra_id: queryInfra, ...PathPropertiesQuery.entries });

export const SimulationQuery = v.object({
  infra_id: queryInfra,
  electrical_profile_set_id: v.optional(queryProfiles),
  temporary_speed_limit_group_id: v.optional(queryLimits),
});

export const ExceptionQuery = v.object({
  exception_key: v.optional(about(queryText, "An exception by its key; without it the base train")),
});

export const SummaryQuery = v.object({
  ...SimulationQuery.entries,
  ids: v.optional(queryIdList, []),
  date: queryOperatingDay,
});

export const SummaryBody = v.strictObject({
  infra_id: bodyId,
  electrical_profile_set_id: v.nullish(about(bodyId, "Electrical profiles that count"), null),
  temporary_speed_limit_group_id: v.nullish(
    about(bodyId, "Temporary speed limits that count"),
    null,
  ),
  ids: about(v.array(bodyId), "Trains, each is answered once"),
  date: bodyOperatingDay,
  relaxed_paths: v.pipe(
    v.nullish(v.boolean(), false),
    v.description(
      "Include `relaxed_constraints_path` where constraints leave a train without a path",
    ),
  ),
});

/** The form of clients of 2024, which read the paths without constraints. */
export const ClientSummaryBody = v.pipe(
  SummaryBody,
  v.transform((body) => ({ ...body, relaxed_paths: true })),
);

export type SummaryBody = v.InferOutput<typeof SummaryBody>;

const WHEEL_WORK = {
  traction_j: about(Joules, "Work of traction at the wheel, joules"),
  braking_j: about(
    Joules,
    "Work of the brakes at the wheel, joules: the most that could be recuperated",
  ),
};

const Report = v.object({
  positions: about(v.array(PathPosition), "Of the curve's points: mm from the path's start"),
  times: about(v.array(RunTime), "Of the same points: ms since the train's start"),
  speeds: about(v.array(Speed), "Of the same points: m/s"),
  energy_consumption: Joules,
  path_item_times: about(
    v.array(RunTime),
    "Passing or arrival at each path item: ms since the train's start",
  ),
  ...WHEEL_WORK,
});

const TimedPlace = { time: RunTime, position: PathPosition };
const Zone = about(Text, "Name of a zone");
const BoundariesOfValues = about(
  v.array(PathPosition),
  "Where values change: mm from the path's start, one fewer than values",
);
const STATUS_TEXT = "Which outcome this is";
const LIMIT_SOURCE_TEXT = "Where the limit comes from; absent for a temporary limit and for none";
const PROFILE_TEXT = "Whether an electrical profile counts";

const FinalReport = v.object({
  ...Report.entries,
  signal_sightings: about(
    v.array(
      v.object({
        signal: about(Text, "Id of the signal"),
        ...TimedPlace,
        state: about(v.literal("VL"), "What it must show: clear"),
      }),
    ),
    "When and where the driver first sees each signal",
  ),
  zone_updates: about(
    v.array(
      v.object({
        zone: Zone,
        ...TimedPlace,
        is_entry: about(v.boolean(), "Whether the head enters it; else the tail leaves it"),
      }),
    ),
    "When zones become and cease to be occupied",
  ),
  spacing_requirements: about(
    v.array(v.object({ zone: Zone, begin_time: RunTime, end_time: RunTime })),
    "Zones that must be free of other trains, and when",
  ),
  routing_requirements: about(
    v.array(
      v.object({
        route: about(Text, "Id of the route"),
        begin_time: RunTime,
        zones: about(
          v.array(
            v.object({
              zone: Zone,
              entry_detector: about(Text, "Direction and id of the detector where it is entered"),
              exit_detector: about(Text, "Direction and id of the detector where it is left"),
              switches: about(v.record(Text, Text), "Switch → the group that it must be set to"),
              end_time: RunTime,
            }),
          ),
          "What must be set for it, and until when",
        ),
      }),
    ),
    "Routes that must be set, and when",
  ),
});

/** A part of the train that the run can't meet. */
const ScheduleWarning = v.object({
  type: about(
    v.picklist([
      "negative_adjustment",
      "unachievable_margin_section",
      "unachievable_arrival",
      "overlapping_arrivals",
      "empty_margin_section",
      "margin_spans_known_time",
      "dropped_target",
      "closest_result",
      "unknown_power_restriction",
      "empty_power_restriction",
      "below_least_speed",
    ]),
    "What can't be done",
  ),
  waypoints: about(
    v.pipe(v.array(v.nullable(Text)), v.length(2)),
    "Ids of the waypoints at its ends",
  ),
  wanted_s: about(
    v.number(),
    "Requested running time between them, seconds; 0 for a power restriction",
  ),
  possible_s: about(
    v.number(),
    "Nearest possible running time between them, seconds; 0 for a power restriction",
  ),
  earliest_s: v.optional(
    about(
      v.number(),
      "The shortest running time possible between them, given the times kept before",
    ),
  ),
  latest_s: v.optional(
    about(
      v.number(),
      "The longest running time possible between them, given the times kept before",
    ),
  ),
});

const MostRestrictiveSpeeds = v.object({
  boundaries: BoundariesOfValues,
  values: about(
    v.array(
      v.object({
        speed: Speed,
        source: v.optional(
          about(
            v.object({
              speed_limit_source_type: about(
                v.picklist(["given_train_tag", "fallback_tag", "unknown_tag"]),
                "The limit of the train's tag, of a fallback tag, or of all trains",
              ),
              tag: v.optional(about(Text, "Speed limit tag")),
            }),
            LIMIT_SOURCE_TEXT,
          ),
        ),
      }),
    ),
    "Between boundaries",
  ),
});

const ElectricalProfiles = v.object({
  boundaries: BoundariesOfValues,
  values: about(
    v.array(
      v.variant("electrical_profile_type", [
        v.object({ electrical_profile_type: about(v.literal("no_profile"), PROFILE_TEXT) }),
        v.object({
          electrical_profile_type: about(v.literal("profile"), PROFILE_TEXT),
          profile: v.optional(about(Text, "Level of the profile, as `22500V`")),
          handled: about(v.boolean(), "Whether the rolling stock has an effort curve for it"),
        }),
      ]),
    ),
    "Between boundaries",
  ),
});

/** A run that was simulated. */
export const CompleteSimulation = v.object({
  status: about(v.literal("success"), STATUS_TEXT),
  base: about(Report, "The fastest run, stops included"),
  provisional: about(Report, "The run with margins"),
  final_output: about(FinalReport, "The run with margins and scheduled arrivals"),
  mrsp: about(MostRestrictiveSpeeds, "The lowest of all speed limits along the path"),
  electrical_profiles: about(ElectricalProfiles, "Electrical profiles along the path"),
  warnings: v.optional(
    about(v.array(ScheduleWarning), "What the train asks for and can't have; absent without any"),
  ),
  distribution: v.optional(
    about(
      v.picklist(["exact_times", "speed_cap", "limit"]),
      "How times were kept that the plain distribution can't keep: by it with free speeds at targets, beneath a speed cap, or not all of them; absent where it keeps them",
    ),
  ),
});

const FAILURES = [
  v.object({
    status: about(v.literal("pathfinding_failed"), STATUS_TEXT),
    pathfinding_failed: about(
      v.looseObject({ failed_status: about(Text, "What failed, as in a pathfinding answer") }),
      "The failure, as in a pathfinding answer",
    ),
  }),
  v.object({
    status: about(v.literal("simulation_failed"), STATUS_TEXT),
    core_error: CoreError,
  }),
] as const;

/** Why a train can't run. */
export const FailedSimulationResult = v.variant("status", [...FAILURES]);

/** Every outcome of a simulation; all of them are HTTP 200. */
export const SimulationResult = v.variant("status", [CompleteSimulation, ...FAILURES]);

const ITEM_TIMES_TEXT = "Passing or arrival at each path item: ms since the train's start";

/** The summary of one train. */
export const Summary = v.variant("status", [
  v.object({
    status: about(v.literal("success"), STATUS_TEXT),
    length: about(Millimetres, "Length of the path, millimetres"),
    time: about(Count, "Milliseconds from start to end"),
    energy_consumption: Joules,
    path_item_times_final: about(v.array(RunTime), `${ITEM_TIMES_TEXT}, in the final run`),
    path_item_times_provisional: about(v.array(RunTime), `${ITEM_TIMES_TEXT}, with margins alone`),
    path_item_times_base: about(v.array(RunTime), `${ITEM_TIMES_TEXT}, in the fastest run`),
    ...WHEEL_WORK,
    warnings_count: v.optional(
      about(Count, "How much that the train asks for it can't have; absent when it has all"),
    ),
  }),
  v.looseObject({
    status: about(v.picklist(["pathfinding_not_found", "pathfinding_input_error"]), STATUS_TEXT),
    error_type: about(Text, "Why, as in a pathfinding answer"),
  }),
  v.object({
    status: about(v.literal("pathfinding_failure"), STATUS_TEXT),
    core_error: CoreError,
  }),
  v.object({
    status: about(v.literal("simulation_failed"), STATUS_TEXT),
    error_type: about(Text, "Type of the simulation's `core_error`"),
  }),
]);

/** Summaries by train id. */
export const Summaries = v.record(Text, Summary);

/** Exceptions by key: those in effect whose answer differs from the base train's. */
function ofPaced(answer: v.GenericSchema): v.GenericSchema {
  return v.object({
    paced_train: about(answer, "The base train's"),
    exceptions: about(v.record(Text, answer), "By key, of exceptions that differ from it"),
  });
}

/** By id. */
export function variantsOf(answer: v.GenericSchema): v.GenericSchema {
  return v.record(Text, ofPaced(answer));
}

export const PacedSummary = ofPaced(Summary);
export const PacedSummaries = variantsOf(Summary);

export const SUMMARY_EXAMPLE = { infra_id: 3, electrical_profile_set_id: null, ids: [12, 13] };

nameSchemas({
  SummaryBody,
  ClientSummaryBody,
  CompleteSimulation,
  FailedSimulationResult,
  SimulationResult,
  Summary,
  PacedSummary,
  Summaries,
  PacedSummaries,
});
