/** Simulations and summaries: queries, bodies and answers (interface.md 10.2). */
import * as v from "valibot";
import { bodyId, queryId, queryIdList } from "../http/fields.ts";
import { Count, Text } from "../http/scalars.ts";

/** `infra` or `infra_id`; the router makes one name of them. */
export const InfraQuery = v.object({ infra_id: queryId });

export const SimulationQuery = v.object({
  infra_id: queryId,
  electrical_profile_set_id: v.optional(queryId),
  temporary_speed_limit_group_id: v.optional(queryId),
});

export const SummaryQuery = v.object({
  infra_id: queryId,
  electrical_profile_set_id: v.optional(queryId),
  temporary_speed_limit_group_id: v.optional(queryId),
  ids: v.optional(queryIdList, []),
});

export const SummaryBody = v.object({
  infra_id: bodyId,
  electrical_profile_set_id: v.nullish(bodyId, null),
  temporary_speed_limit_group_id: v.nullish(bodyId, null),
  ids: v.array(bodyId),
  relaxed_paths: v.pipe(
    v.nullish(v.boolean(), false),
    v.description("Tell `relaxed_constraints_path` where constraints leave a train without a path"),
  ),
});

/** What clients of 2024 send: they read the paths without constraints. */
export const ClientSummaryBody = v.pipe(
  SummaryBody,
  v.transform((body) => ({ ...body, relaxed_paths: true })),
);

export type SummaryBody = v.InferOutput<typeof SummaryBody>;

const Report = v.object({
  positions: v.array(Count),
  times: v.array(Count),
  speeds: v.array(v.number()),
  energy_consumption: v.number(),
  path_item_times: v.array(Count),
});

const TimedPlace = { time: Count, position: Count };

const FinalReport = v.object({
  ...Report.entries,
  signal_sightings: v.array(v.object({ signal: Text, ...TimedPlace, state: v.literal("VL") })),
  zone_updates: v.array(v.object({ zone: Text, ...TimedPlace, is_entry: v.boolean() })),
  spacing_requirements: v.array(v.object({ zone: Text, begin_time: Count, end_time: Count })),
  routing_requirements: v.array(
    v.object({
      route: Text,
      begin_time: Count,
      zones: v.array(
        v.object({
          zone: Text,
          entry_detector: Text,
          exit_detector: Text,
          switches: v.record(Text, Text),
          end_time: Count,
        }),
      ),
    }),
  ),
});

/** Something of the schedule that the run does not do as asked for. */
const ScheduleWarning = v.object({
  type: v.picklist([
    "negative_adjustment",
    "unachievable_margin_section",
    "unachievable_arrival",
    "overlapping_arrivals",
    "empty_margin_section",
    "margin_spans_known_time",
    "dropped_target",
    "closest_result",
  ]),
  /** Ids of the waypoints that it reaches from and to. */
  waypoints: v.pipe(v.array(v.nullable(Text)), v.length(2)),
  /** Running times between them, seconds. */
  wanted_s: v.number(),
  possible_s: v.number(),
});

const CoreError = v.looseObject({ type: Text });

/** Every outcome of a simulation; all of them are HTTP 200. */
export const SimulationResult = v.variant("status", [
  v.object({
    status: v.literal("success"),
    base: Report,
    provisional: Report,
    final_output: FinalReport,
    mrsp: v.object({
      boundaries: v.array(Count),
      values: v.array(
        v.object({
          speed: v.number(),
          /** Absent where no section says the speed, and where a temporary limit does. */
          source: v.optional(
            v.object({
              speed_limit_source_type: v.picklist([
                "given_train_tag",
                "fallback_tag",
                "unknown_tag",
              ]),
              tag: v.optional(Text),
            }),
          ),
        }),
      ),
    }),
    electrical_profiles: v.object({
      boundaries: v.array(Count),
      values: v.array(
        v.variant("electrical_profile_type", [
          v.object({ electrical_profile_type: v.literal("no_profile") }),
          v.object({
            electrical_profile_type: v.literal("profile"),
            profile: v.optional(Text),
            handled: v.boolean(),
          }),
        ]),
      ),
    }),
    /** Absent when there are none. */
    warnings: v.optional(v.array(ScheduleWarning)),
  }),
  v.object({
    status: v.literal("pathfinding_failed"),
    pathfinding_failed: v.looseObject({ failed_status: Text }),
  }),
  v.object({ status: v.literal("simulation_failed"), core_error: CoreError }),
]);

/** The summary of one train. */
const Summary = v.variant("status", [
  v.object({
    status: v.literal("success"),
    length: Count,
    time: Count,
    energy_consumption: v.number(),
    path_item_times_final: v.array(Count),
    path_item_times_provisional: v.array(Count),
    path_item_times_base: v.array(Count),
    /** Absent when there are none. */
    warnings_count: v.optional(Count),
  }),
  v.looseObject({
    status: v.picklist(["pathfinding_not_found", "pathfinding_input_error"]),
    error_type: Text,
  }),
  v.object({ status: v.literal("pathfinding_failure"), core_error: CoreError }),
  v.object({ status: v.literal("simulation_failed"), error_type: Text }),
]);

/** Summaries by train id. */
export const Summaries = v.record(Text, Summary);
