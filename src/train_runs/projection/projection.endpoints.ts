/** Projections of train schedules on a path (interface.md 10.3). */

import { batchBody, okText } from "../../platform/http/answers.ts";
import {
  type Context,
  checked,
  type Endpoint,
  endpoint,
  type JsonText,
} from "../../platform/http/endpoint.ts";
import { NoParams } from "../../platform/http/fields.ts";
import { computeTrains } from "../simulation/compute_trains.ts";
import { readTrains } from "../simulation/read_trains.ts";
import { openSimulationScope, SIMULATION_ERRORS } from "../simulation/scope.ts";
import { projectTrains } from "./project_trains.ts";
import {
  onQueriedInfra,
  PROJECTION_EXAMPLE,
  ProjectionBody,
  ProjectionQuery,
  type ProjectionRequest,
  Projections,
  readProjectionRequest,
} from "./projection.schemas.ts";

export const PROJECTION_ENDPOINTS: readonly Endpoint[] = [
  endpoint({
    method: "post",
    path: "/v2/train_schedule/project_path",
    summary: "Space-time curves and signals of train schedules on a given path",
    params: NoParams,
    query: ProjectionQuery,
    body: batchBody(ProjectionBody, PROJECTION_EXAMPLE),
    answer: okText(Projections),
    creates: null,
    access: checked({
      roles: ["infra:read", "timetable:read", "rolling-stock:read"],
      levels: { infra: "Reader", timetable: "Reader", rolling_stock_collection: "Reader" },
      foreseen: onQueriedInfra,
      absent: { infra: "TrainScheduleInfraNotFound" },
    }),
    errors: [
      "TrainScheduleBatchNotFound",
      "TooManyItems",
      ...SIMULATION_ERRORS,
      "ProjectionInvalidPath",
    ],
    handle: async (ctx, { query, body }) =>
      answerProjections(ctx, readProjectionRequest(query, body)),
  }),
];

async function answerProjections(ctx: Context, request: ProjectionRequest): Promise<JsonText> {
  const { records, stocks } = await readTrains(ctx, request.ids, { infra: [request.infra_id] });
  const options = { priority: "batch", area: "TrainScheduleInfraNotFound" } as const;
  const scope = await openSimulationScope(ctx, request, options);
  const trains = records.map(({ train }) => train);
  const computed = await computeTrains(scope, trains, stocks);
  const projected = await projectTrains(scope, request, computed);
  const texts = records.flatMap(({ id, train }, i) => {
    const curves = projected[i] ?? null;
    const one = computed[i];
    if (curves === null || one?.kind !== "simulated") return [];
    const length_mm = Math.round(one.stock.physics.length_m * 1000);
    return [
      `"${id}":{"departure_time":${JSON.stringify(train.start_time)},` +
        `"rolling_stock_length":${length_mm},` +
        `"space_time_curves":${curves.space_time_curves}` +
        `${curves.signal_updates === null ? "" : `,"signal_updates":${curves.signal_updates}`}}`,
    ];
  });
  return { json: `{${texts.join(",")}}` };
}
