/**
 * Results derived from trains of either kind: path, simulation and summaries (interface.md 8.3, 9.3 and
 * 10.2), under the specification's paths and those of later clients.
 */
import * as v from "valibot";
import { batchBody, okText } from "../../platform/http/answers.ts";
import {
  type CheckedAccess,
  checked,
  type Endpoint,
  endpoint,
} from "../../platform/http/endpoint.ts";
import { foreseeTrains } from "../../timetable/train/foresee_trains.ts";
import { DERIVED, type DerivedKind, type DerivedResult } from "./derived_kinds.ts";
import { DERIVED_RESULTS } from "./derived_results.ts";
import { readSimulationParameters, SIMULATION_ERRORS } from "./setup.ts";
import { SUMMARY_EXAMPLE, SummaryBody, SummaryQuery } from "./simulation.schemas.ts";
import { printSummaries, printSummariesWithRelaxed } from "./simulation_answer.ts";
import { answerMany, answerOne, type VariantQuery } from "./train_answers.ts";

export const SIMULATION_ENDPOINTS: readonly Endpoint[] = makeEndpoints(DERIVED.train_schedule);
export const PACED_SIMULATION_ENDPOINTS: readonly Endpoint[] = makeEndpoints(DERIVED.paced_train);

/** All resources of which a derived result reveals parts; many trains are looked up when they are read. */
export function rightsOnDerived({
  area,
}: DerivedKind): Pick<CheckedAccess<unknown, unknown>, "roles" | "levels" | "absent"> {
  return {
    roles: ["infra:read", "timetable:read"],
    levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
    absent: { infra: area },
  };
}

function makeEndpoints(derived: DerivedKind): Endpoint[] {
  return [
    ...DERIVED_RESULTS.map((result) => makeResult(derived, result)),
    ...makeSummaries(derived),
  ];
}

function makeResult(derived: DerivedKind, result: DerivedResult): Endpoint {
  const { kind, variant } = derived;
  const query = v.object({ ...result.query.entries, ...variant });
  return endpoint({
    method: "get",
    path: `${kind.path}/${result.tail}`,
    summary: result.summary[kind.name],
    params: kind.params,
    // The query has the entries of both, and those of variants.
    query: query as v.GenericSchema<unknown, VariantQuery>,
    answer: okText(result.answer),
    access: checked({ ...rightsOnDerived(derived), trains: kind.trains }),
    foresee: async (ctx, { params: { id } }) => foreseeTrains(ctx, kind, [id]),
    errors: [...kind.variant_errors, ...result.errors],
    takes_thread: true,
    handle: async (ctx, { params, query: given }) =>
      answerOne(ctx, derived, result, { ...params, ...given }),
  });
}

function makeSummaries(derived: DerivedKind): Endpoint[] {
  const { kind, more_summaries, summaries_path: path } = derived;
  const answer = okText(derived.summaries);
  const errors = [kind.batch_not_found, "TooManyItems", ...SIMULATION_ERRORS] as const;
  return [
    endpoint({
      method: "get",
      path,
      summary: `Whether the paths and simulations of ${kind.noun}s succeed, and their figures`,
      query: SummaryQuery,
      answer,
      access: checked(rightsOnDerived(derived)),
      foresee: async (ctx, { query: { ids } }) => foreseeTrains(ctx, kind, ids),
      errors,
      handle: async (ctx, { query }) =>
        answerMany(
          ctx,
          derived,
          { ids: query.ids, parameters: readSimulationParameters(query), resources: {} },
          async (_, computed) => printSummaries(computed),
        ),
    }),
    endpoint({
      method: "post",
      path,
      summary: more_summaries,
      body: batchBody(SummaryBody, SUMMARY_EXAMPLE),
      answer,
      creates: null,
      access: checked(rightsOnDerived(derived)),
      errors,
      handle: async (ctx, { body: { ids, relaxed_paths, ...parameters } }) =>
        answerMany(
          ctx,
          derived,
          { ids: [...new Set(ids)], parameters, resources: { infra: [parameters.infra_id] } },
          async (setup, computed) =>
            relaxed_paths
              ? await printSummariesWithRelaxed(setup, computed)
              : printSummaries(computed),
        ),
    }),
  ];
}
