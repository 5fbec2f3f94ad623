/** Simulations and summaries: queries, bodies and answers (interface.md 10.2). */
import * as v from "valibot";
import { bodyId, queryId, queryIdList } from "../http/fields.ts";
import { Count, Text } from "../http/scalars.ts";

/** `infra` or `infra_id`; the router makes one name of them. */
export const InfraQuery = v.object({ infra_id: queryId });

export const SimulationQuery = v.object({
  infra_id: queryId,
  electrical_profile_set_id: v.optional(queryId),
});

export const SummaryQuery = v.object({
  infra_id: queryId,
  electrical_profile_set_id: v.optional(queryId),
  ids: v.optional(queryIdList, []),
});

export const SummaryBody = v.object({
  infra_id: bodyId,
  electrical_profile_set_id: v.nullish(bodyId, null),
  ids: v.array(bodyId),
});

export type SummaryBody = v.InferOutput<typeof SummaryBody>;

const Report = v.object({
  positions: v.array(Count),
  times: v.array(Count),
  speeds: v.array(v.number()),
  energy_consumption: v.number(),
  path_item_times: v.array(Count),
});

const CoreError = v.looseObject({ type: Text });

/** Every outcome of a simulation; all of them are HTTP 200. */
export const SimulationResult = v.variant("status", [
  v.object({
    status: v.literal("success"),
    base: Report,
    provisional: v.optional(Report),
    final_output: v.optional(Report),
    mrsp: v.object({
      boundaries: v.array(Count),
      values: v.array(
        v.object({
          speed: v.number(),
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
  }),
  v.object({ status: v.literal("not_computed") }),
  v.looseObject({
    status: v.picklist(["pathfinding_not_found", "pathfinding_input_error"]),
    error_type: Text,
  }),
  v.object({ status: v.literal("pathfinding_failure"), core_error: CoreError }),
  v.object({ status: v.literal("simulation_failed"), error_type: Text }),
]);

/** Summaries by train id. */
export const Summaries = v.record(Text, Summary);
