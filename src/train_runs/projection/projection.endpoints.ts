/** Projections of trains of either kind on a path (interface.md 10.3). */
import type { GenericSchema } from "valibot";
import type {
  ProjectedTrain,
  ProjectionPathFault,
} from "../../../workers/tasks/projection/project_trains.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { given } from "../../platform/given.ts";
import { batchBody, okText } from "../../platform/http/answers.ts";
import { checked, type Endpoint, endpoint } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { foreseeTrains } from "../../timetable/train/foresee_trains.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import { DERIVED, type DerivedKind } from "../simulation/derived_kinds.ts";
import { DATE_ERRORS, SIMULATION_ERRORS, type SimulationSetup } from "../simulation/setup.ts";
import { rightsOnDerived } from "../simulation/simulation.endpoints.ts";
import { answerMany } from "../simulation/train_answers.ts";
import {
  PacedProjections,
  PROJECTION_EXAMPLE,
  ProjectionBody,
  ProjectionQuery,
  Projections,
  readProjectionRequest,
} from "./projection.schemas.ts";

/*
 * Projections of simulated trains on a path, in batches on all threads; equal trains are projected
 * once. Nothing is cached: a projection costs less than caching its text would.
 */

type Input = TaskInput<"project_trains">;
type Run = Input["trains"][number];

/** Trains per task: enough that preparing the path does not matter, few enough to take turns. */
const BATCH_MAX = 100;

/**
 * The projection of each train, in order; null: it has no path or no run, or a signal on the path
 * can't be evaluated for it. Throws ProjectionInvalidPath.
 */
async function projectTrains(
  setup: SimulationSetup,
  { path, with_signals, run }: Pick<Input, "path" | "with_signals" | "run">,
  computed: readonly ComputedTrain[],
): Promise<(ProjectedTrain | null)[]> {
  const runs = new Map<SharedArrayBuffer, Run>();
  for (const one of computed) {
    if (one.kind !== "success") continue;
    const { packed: simulation, requirements } = one.outcome;
    runs.set(simulation, { path: one.path.packed, simulation, requirements });
  }
  const { threads } = setup.services.compute;
  const batches = splitIntoBatches([...runs.values()], threads, BATCH_MAX);
  // One empty batch, so that the path is checked even without trains.
  if (batches.length === 0) batches.push([]);
  const projected = new Map<SharedArrayBuffer, ProjectedTrain | null>();
  await Promise.all(
    batches.map(async (trains) => {
      const input = { path, with_signals, run, trains };
      const outcome = await runTask(setup, "project_trains", input);
      if (outcome.kind !== "success") throw invalidPath(outcome);
      for (const [i, { simulation }] of trains.entries()) {
        projected.set(simulation, outcome.trains[i] ?? null);
      }
    }),
  );
  return computed.map((one) =>
    one.kind === "success" ? (projected.get(one.outcome.packed) ?? null) : null,
  );
}

const REASONS: Readonly<Record<ProjectionPathFault["kind"], string>> = {
  unknown_track_section: "it has a track section that the infrastructure does not have",
  invalid_range: "it has a range that is not on its track section",
  zero_length_path: "it has no length",
  repeated_track_section: "it has a track section twice",
  path_outside_blocks: "its first block does not hold its start",
  unknown_route: "it has a route that the infrastructure does not have",
  unknown_block: "it has a block that the infrastructure does not have",
  broken_blocks: "its blocks do not follow one another",
};

function invalidPath({ kind, ...context }: ProjectionPathFault): AppError {
  const message = `Trains can't be projected on this path: ${REASONS[kind]}`;
  return new AppError("ProjectionInvalidPath", message, { reason: kind, ...context });
}

/** Query and answer of projections of one kind of trains. */
interface ProjectedKind {
  readonly derived: DerivedKind;
  readonly path: Endpoint["path"];
  readonly summary: string;
  readonly answer: GenericSchema;
  /** The answer for a train that runs. */
  readonly print: (projected: ProjectedTrain, one: ComputedTrain, departure: Departure) => string;
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
      ...DATE_ERRORS,
      "ProjectionInvalidPath",
    ],
    handle: async (ctx, { query, body }) => {
      const request = readProjectionRequest(query, body);
      const { ids, infra_id } = request;
      // An infrastructure in the query was already checked.
      const resources = query.infra_id === undefined ? { infra: [infra_id] } : {};
      const wanted = { ids, parameters: request, resources };
      return await answerMany(ctx, derived, wanted, async (setup, computed, departures) => {
        const projected = await projectTrains(setup, request, computed);
        return computed.map((one, i) => {
          const own = projected[i] ?? null;
          const departure = given(departures[i], "every train has a departure");
          return own === null ? null : print(own, one, departure);
        });
      });
    },
  });
}

function printSchedule(
  { space_time_curves, signal_updates }: ProjectedTrain,
  one: ComputedTrain,
  { start_ms, day = null }: Departure,
): string {
  if (one.kind !== "success") throw new Error("a train without a run was projected");
  const length_mm = Math.round(one.stock.physics.length_m * 1000);
  return printObject({
    departure_time: day === null ? one.train.start_time : printDateTime(start_ms),
    rolling_stock_length: length_mm,
    space_time_curves: raw(space_time_curves),
    signal_updates: signal_updates === null ? undefined : raw(signal_updates),
  });
}
