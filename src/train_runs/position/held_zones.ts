/** The zones that a timetable's trains hold at a given time, as features on the map. */
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import { openSource } from "../simulation/computed_groups.ts";
import type { DatedParameters, SimulationSetup } from "../simulation/setup.ts";
import { listRunning, type Running } from "./running_trains.ts";

/** Most zones in one answer. */
const ZONES_MAX = 50_000;
/** Trains whose zones are located by one task. */
const LOCATED_AT_ONCE = 100;

/** JSON of a collection of features (GeoJSON), train by train. */
export async function answerHeldZones(
  ctx: Context,
  timetable_id: number,
  { parameters, at }: { readonly parameters: DatedParameters; readonly at: number },
): Promise<JsonText> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  const features: string[] = [];
  for await (const running of listRunning(source, [at])) {
    for (const some of splitIntoBatches(running, 1, LOCATED_AT_ONCE)) {
      for (const feature of await locate(source.setup, some)) features.push(feature);
      if (features.length <= ZONES_MAX) continue;
      const message = `At most ${ZONES_MAX} zones of trains are answered at once`;
      throw new AppError("TooManyItems", message, { count_max: ZONES_MAX });
    }
  }
  return { json: `{"type":"FeatureCollection","features":[${features.join(",")}]}` };
}

async function locate(setup: SimulationSetup, running: readonly Running[]): Promise<string[]> {
  const trains = running.map(({ train: { outcome }, times_ms: [time_ms = 0] }) => ({
    requirements: outcome.requirements,
    time_ms,
  }));
  const held = await runTask(setup, "locate_held_zones", { trains });
  return running.flatMap(({ named }, i) =>
    (held[i] ?? []).map(({ zone, state, geometry }) => {
      const properties = JSON.stringify({ ...named, zone, state });
      return `{"type":"Feature","geometry":${geometry},"properties":${properties}}`;
    }),
  );
}
