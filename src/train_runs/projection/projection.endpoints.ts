/** Projections of trains of either kind on a path (interface.md 10.3). */
import type { GenericSchema } from "valibot";
import type { ProjectedTrain } from "../../../workers/tasks/projection/project_trains.ts";
import { batchBody, okText } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { foreseeTrains } from "../../timetable/train/foresee_trains.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import { DERIVED, type DerivedKind } from "../simulation/derived_kinds.ts";
import { SIMULATION_ERRORS } from "../simulation/setup.ts";
import { rightsOnDerived } from "../simulation/simulation.endpoints.ts";
import { answerMany } from "../simulation/train_answers.ts";
import { projectTrains } from "./projected_trains.ts";
import {
  PacedProjections,
  PROJECTION_EXAMPLE,
  ProjectionBody,
  ProjectionQuery,
  Projections,
  readProjectionRequest,
} from "./projection.schemas.ts";

/** Query and answer of projections of one kind of trains. */
interface ProjectedKind {
  readonly derived: DerivedKind;
  readonly path: Endpoint["path"];
  readonly summary: string;
  readonly answer: GenericSchema;
  /** The answer for a train that runs. */
  readonly print: (projected: ProjectedTrain, one: ComputedTrain) => string;
}

export const PROJECTION_ENDPOINTS = [
  makeEndpoint({
    derived: DERIVED.train_schedule,
    path: "/v2/train_schedule/project_path",
    summary: "Space-time curves and signals of train schedules on a given path",
    answer: Projections,
    print: printSchedule,
  }),
];

export const PACED_PROJECTION_ENDPOINTS = [
  makeEndpoint({
    derived: DERIVED.paced_train,
    path: "/paced_train/project_path",
    summary: "Space-time curves of paced trains on a given path",
    answer: PacedProjections,
    print: ({ space_time_curves }) => space_time_curves,
  }),
];

function makeEndpoint({ derived, path, summary, answer, print }: ProjectedKind): Endpoint {
  const rights = rightsOnDerived(derived);
  return endpoint({
    method: "post",
    path,
    summary,
    query: ProjectionQuery,
    body: batchBody(ProjectionBody, PROJECTION_EXAMPLE),
    answer: okText(answer),
    creates: null,
    access: checked({ ...rights, roles: [...rights.roles, "rolling-stock:read"] }),
    foresee: async (ctx, { query: { ids } }) => foreseeTrains(ctx, derived.kind, ids),
    errors: [
      derived.kind.batch_not_found,
      "TooManyItems",
      ...SIMULATION_ERRORS,
      "ProjectionInvalidPath",
    ],
    handle: async (ctx, { query, body }) => {
      const request = readProjectionRequest(query, body);
      const { ids, infra_id } = request;
      // An infrastructure in the query was already checked.
      const resources = query.infra_id === undefined ? { infra: [infra_id] } : {};
      const wanted = { ids, parameters: request, resources };
      return await answerMany(ctx, derived, wanted, async (setup, computed) => {
        const projected = await projectTrains(setup, request, computed);
        return computed.map((one, i) => {
          const own = projected[i] ?? null;
          return own === null ? null : print(own, one);
        });
      });
    },
  });
}

function printSchedule(
  { space_time_curves, signal_updates }: ProjectedTrain,
  one: ComputedTrain,
): string {
  if (one.kind !== "success") throw new Error("a train without a run was projected");
  const length_mm = Math.round(one.stock.physics.length_m * 1000);
  return printObject({
    departure_time: one.train.start_time,
    rolling_stock_length: length_mm,
    space_time_curves: raw(space_time_curves),
    signal_updates: signal_updates === null ? undefined : raw(signal_updates),
  });
}
