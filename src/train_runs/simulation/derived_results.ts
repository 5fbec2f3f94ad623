/** Results about one train of either kind, below the train's URL: one row for each. */
import { given } from "../../platform/given.ts";
import type { Departure } from "../../timetable/train_schedule/departures.ts";
import type { KnownStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import { PathfindingResult } from "../path/path.schemas.ts";
import { describeFailure, describePath } from "../path/path_texts.ts";
import { runTask } from "../path/setup.ts";
import { computeOne } from "./compute_trains.ts";
import type { DerivedResult } from "./derived_kinds.ts";
import { SIMULATION_ERRORS, type SimulationSetup } from "./setup.ts";
import { InfraQuery, SimulationQuery, SimulationResult } from "./simulation.schemas.ts";
import { printFailedSimulation } from "./simulation_answer.ts";
import { findTrainPaths } from "./train_paths.ts";

export const DERIVED_RESULTS = [
  {
    tail: "path",
    summary: {
      train_schedule: "The path of a train schedule on an infrastructure",
      paced_train: "The path of a paced train, or of one of its exceptions, on an infrastructure",
    },
    query: InfraQuery,
    answer: PathfindingResult,
    errors: ["InfraNotUsable"],
    run: answerPath,
  },
  {
    tail: "simulation",
    summary: {
      train_schedule: "The simulated run of a train schedule on an infrastructure",
      paced_train: "The simulated run of a paced train, or of one of its exceptions",
    },
    query: SimulationQuery,
    answer: SimulationResult,
    errors: SIMULATION_ERRORS,
    run: answerSimulation,
  },
] as const satisfies readonly DerivedResult[];

/** The path, in the form of a pathfinding answer. */
async function answerPath(
  setup: SimulationSetup,
  { train }: Departure,
  stocks: KnownStocks,
): Promise<string> {
  const [found] = await findTrainPaths(setup, [train], stocks);
  const path = given(found, "every train has a path outcome");
  if (path.kind === "found") return await describePath(setup, path.path);
  const failure = await describeFailure(setup, path.failure, path.items);
  return JSON.stringify({ status: "failure", ...failure });
}

/** The simulation, or why there is none. */
async function answerSimulation(
  setup: SimulationSetup,
  departure: Departure,
  stocks: KnownStocks,
): Promise<string | Uint8Array> {
  const computed = await computeOne(setup, departure, stocks);
  if (computed.kind !== "success") return await printFailedSimulation(setup, computed);
  const { path, outcome } = computed;
  const { packed, requirements } = outcome;
  const ids = departure.train.path.map(({ id }) => id);
  const waypoints = { ids, positions_mm: path.item_positions_mm };
  return await runTask(setup, "describe_simulation", { packed, requirements, waypoints });
}
