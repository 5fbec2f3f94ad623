/**
 * The reference train of a short term request: the same train alone on the network, with no stop but the
 * last. Its run time bounds the search, and its conflicts show what is in the way.
 */
import { AppError } from "../../platform/http/errors.ts";
import { POINT_DEFAULTS, TRAIN_DEFAULTS } from "../../railway/train_defaults.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { computeOne, type ValidTrain } from "../simulation/compute_trains.ts";
import type { SimulationSetup } from "../simulation/setup.ts";
import { printFailedSimulation } from "../simulation/simulation_answer.ts";
import type { RequestConsist } from "./consist.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";

/** A reference train that runs. */
export type ReferenceTrain = Pick<ValidTrain, "path" | "outcome">;

/** The train, or JSON text of why it can't run. Throws for a step whose place is not on the network. */
export async function runReferenceTrain(
  setup: SimulationSetup,
  request: StdcmRequest,
  { stock: { name }, train: stock }: RequestConsist,
): Promise<ReferenceTrain | { readonly error: string }> {
  const train = makeReferenceTrain(request, name);
  const alone = { ...setup, limits: null };
  const stocks = { find: () => stock };
  const computed = await computeOne(alone, { train, start_ms: 0 }, stocks);
  if (computed.kind === "success") return computed;
  if (computed.kind === "failed" && computed.failure.kind === "invalid_path_items") {
    throw invalidItems(request, computed.failure.item_indices);
  }
  return { error: await printFailedSimulation(setup, computed) };
}

function makeReferenceTrain(
  { steps, comfort, margin, speed_limit_tags, electrical_profile_set_id }: StdcmRequest,
  rolling_stock_name: string,
): TrainSchedule {
  const path = steps.map(({ location }, i) => ({ id: String(i), deleted: false, ...location }));
  const at = String(steps.length - 1);
  return {
    ...TRAIN_DEFAULTS,
    train_name: "",
    rolling_stock_name,
    start_time: "1970-01-01T00:00:00Z",
    path,
    schedule: [{ at, ...POINT_DEFAULTS, stop_for: "PT0S" }],
    margins: { ...TRAIN_DEFAULTS.margins, ...(margin && { values: [margin] }) },
    comfort,
    constraint_distribution: "LINEAR",
    speed_limit_tag: speed_limit_tags,
    options: { use_electrical_profiles: electrical_profile_set_id !== null },
  };
}

function invalidItems({ steps }: StdcmRequest, item_indices: readonly number[]): AppError {
  const items = item_indices.map((index) => ({ index, path_item: steps[index]?.location }));
  return new AppError("StdcmInvalidPathItems", "Steps of the path could not be found", { items });
}
