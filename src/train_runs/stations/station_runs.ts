/** Runs on an axis of stations, from the cache or from the workers: one result for each distinct run and axis. */
import type { TrainAtStations } from "../../../workers/tasks/projection/project_stations.ts";
import type { TaskInput } from "../../../workers/tasks.ts";
import { hashKey } from "../../platform/compute/keys.ts";
import type { SharedCodec } from "../../platform/compute/shared_value.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { durationMs } from "../../railway/iso8601.ts";
import { resolveAll, runTask } from "../path/setup.ts";
import type { ValidTrain } from "../simulation/compute_trains.ts";
import type { SimulationSetup } from "../simulation/setup.ts";
import type { OpenedAxis } from "./open_axis.ts";

type Train = TaskInput<"project_stations">["trains"][number];

const RESULT_BYTES = 256;

const SHARED: SharedCodec<TrainAtStations> = {
  toForm: (head) => ({ head, buffers: [] }),
  // Safe: `toForm` wrote it.
  fromForms: (forms) => forms.map(({ head }) => head as TrainAtStations),
};

export interface AskedAxis extends OpenedAxis {
  readonly run: TaskInput<"project_stations">["run"];
}

/** One per train, in order. */
export async function findAtStations(
  setup: SimulationSetup,
  { axis, zones, digest, run }: AskedAxis,
  trains: readonly ValidTrain[],
): Promise<TrainAtStations[]> {
  const items = await mapInTurns(trains, setup.signal, (one) => ({
    key: hashKey("stations", [one.run_key, digest, run]),
    job: toTask(one),
  }));
  return await resolveAll<Train, TrainAtStations, SimulationSetup>(setup, items, {
    compute: async (batch, own) =>
      runTask(own, "project_stations", { axis, zones, run, trains: batch }),
    sizeOf: ({ json }) => RESULT_BYTES + json.length,
    shared: SHARED,
  });
}

function toTask({ train, path, outcome }: ValidTrain): Train {
  const stops = new Map(train.schedule.map(({ at, stop_for }) => [at, stop_for]));
  const stops_ms = train.path.map(({ id }) => {
    const stop_for = stops.get(id) ?? null;
    return stop_for === null ? null : durationMs(stop_for);
  });
  return { path, simulation: outcome.packed, stops_ms };
}
