/** Task: the runs of trains in the form in which days are simulated, each with the names of its signals. */
import { operateRun, packRun } from "../../engine/operation/operated_run.ts";
import { layWay } from "../../engine/operation/way_layout.ts";
import { TrainTimes } from "../../engine/requirements/train_times.ts";
import { describeFault } from "../../engine/simulation/faults.ts";
import { viewInfra } from "../infra_views.ts";
import { openProfiles } from "../simulation/profile_sets.ts";
import {
  openNetwork,
  readMessages,
  runTrain,
  type SimulateMessagesInput,
  simulator,
} from "../simulation/simulate_trains.ts";
import { openStock } from "../simulation/stocks.ts";
import type { EngineError } from "../types.ts";

export type TabulatedRun =
  | {
      readonly kind: "success";
      /** Opaque outside the workers (`try_days` reads it). */
      readonly packed: SharedArrayBuffer;
      /** Where it stops by plan, its begin and its end; mm from the start of the path. */
      readonly stops_mm: readonly number[];
      /** Signal at which it asks for each block; null: it has not appeared yet. */
      readonly signals: readonly (string | null)[];
    }
  | { readonly kind: "failed"; readonly error: EngineError };

const times = new TrainTimes();

/** One result per train, in order. */
export function tabulateRuns(message: SimulateMessagesInput): TabulatedRun[] {
  const input = readMessages(message);
  const network = openNetwork(viewInfra(input.infra));
  const profiles = input.profiles === null ? null : openProfiles(network.infra, input.profiles);
  const compiled = input.stocks.map(openStock);
  return input.trains.map((train): TabulatedRun => {
    const ran = runTrain(network, { compiled, profiles }, train);
    if (!ran.ok) return { kind: "failed", error: ran.error };
    const { run, simulated, along } = ran.value;
    times.read({ arena: simulator.arena, envelope: simulated.slowed.final, stops: run.stops });
    const tabulated = operateRun(simulator, { way: layWay(along), run, planned: times });
    if (!tabulated.ok) return { kind: "failed", error: describeFault(tabulated.error) };
    const { operated, way } = tabulated.value;
    const { places_mm, isStop } = operated;
    return {
      kind: "success",
      packed: packRun(operated),
      stops_mm: Array.from(places_mm).filter((_, place) => isStop[place] === 1),
      signals: way.names,
    };
  });
}
