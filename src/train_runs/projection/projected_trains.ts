/**
 * Projections of simulated trains on a path, in batches on all threads; equal trains are projected
 * once. Nothing is cached: a projection costs less than caching its text would.
 */
import type {
  ProjectedTrain,
  ProjectionPathFault,
} from "../../../workers/tasks/projection/project_trains.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { AppError } from "../../platform/http/errors.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import type { ComputedTrain } from "../simulation/compute_trains.ts";
import type { SimulationSetup } from "../simulation/setup.ts";

type Input = TaskInput<"project_trains">;
type Run = Input["trains"][number];

/** Trains per task: enough that preparing the path does not matter, few enough to take turns. */
const BATCH_MAX = 100;

/**
 * The projection of each train, in order; null: it has no path or no run, or a signal on the path
 * can't be evaluated for it. Throws ProjectionInvalidPath.
 */
export async function projectTrains(
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
