/** Where the trains of a timetable are on the map at given times. */
import type { TaskOutput } from "../../../workers/tasks.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import { openSource } from "../simulation/computed_groups.ts";
import type { SimulationParameters, SimulationSetup } from "../simulation/setup.ts";
import { listRunning, type Running } from "./running_trains.ts";

/** Most positions in one answer. */
const PLACES_MAX = 100_000;
/** Trains located by one task. */
const LOCATED_AT_ONCE = 200;

type Place = NonNullable<TaskOutput<"locate_trains">[number][number]>;

/** JSON: for one time its trains, for several times a list for each. */
export async function answerPositions(
  ctx: Context,
  timetable_id: number,
  {
    parameters,
    times,
  }: { readonly parameters: SimulationParameters; readonly times: readonly number[] },
): Promise<JsonText> {
  const { source } = await openSource(ctx, timetable_id, parameters);
  const texts = times.map((): string[] => []);
  let count = 0;
  for await (const running of listRunning(source, times)) {
    count += running.reduce((sum, { frames }) => sum + frames.length, 0);
    if (count > PLACES_MAX) {
      const message = `At most ${PLACES_MAX} places of trains are answered at once`;
      throw new AppError("TooManyItems", message, { count, count_max: PLACES_MAX });
    }
    for (const some of splitIntoBatches(running, 1, LOCATED_AT_ONCE)) {
      await locate(source.setup, some, texts);
    }
  }
  if (times.length === 1) return { json: `[${(texts[0] ?? []).join(",")}]` };
  const lists = times.map((time_ms, i) => {
    return `{"time":"${printDateTime(time_ms)}","trains":[${(texts[i] ?? []).join(",")}]}`;
  });
  return { json: `[${lists.join(",")}]` };
}

/** Appends to the lists of the times. */
async function locate(
  setup: SimulationSetup,
  running: readonly Running[],
  texts: readonly string[][],
): Promise<void> {
  const trains = running.map(({ train: { path, outcome, stock }, times_ms }) => ({
    path,
    packed: outcome.packed,
    length_mm: Math.round(stock.physics.length_m * 1000),
    times_ms,
  }));
  const places = await runTask(setup, "locate_trains", { trains });
  for (const [i, { named, frames }] of running.entries()) {
    for (const [k, frame] of frames.entries()) {
      const place: Place | null | undefined = places[i]?.[k];
      if (place) texts[frame]?.push(JSON.stringify({ ...named, ...place }));
    }
  }
}
