/** Where the trains of a timetable are on the map at a given time, and the zones that they hold. */
import * as v from "valibot";
import type { TaskOutput } from "../../../workers/tasks.ts";
import { okText, okTextOrFile } from "../../platform/http/answers.ts";
import { type Context, endpoint, type JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { pathId } from "../../platform/http/fields.ts";
import { asAsked, PARQUET_TYPE } from "../../platform/http/sending/parquet_stream.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { ofComputedTimetable } from "../../timetable/timetable/timetable.needs.ts";
import { runTask, splitIntoBatches } from "../path/setup.ts";
import { openSource } from "../simulation/computed_groups.ts";
import {
  DATE_ERRORS,
  type DatedParameters,
  readDatedParameters,
  SIMULATION_ERRORS,
  type SimulationSetup,
} from "../simulation/setup.ts";
import { answerHeldZones } from "./held_zones.ts";
import {
  HeldZoneQuery,
  HeldZones,
  listTimes,
  PositionQuery,
  TrainPositions,
} from "./position.schemas.ts";
import { listRunning, type Running } from "./running_trains.ts";

/* Where the trains of a timetable are on the map at given times. */

/** Most positions in one answer. */
const PLACES_MAX = 100_000;
/** Trains located by one task. */
const LOCATED_AT_ONCE = 200;

type Place = NonNullable<TaskOutput<"locate_trains">[number][number]>;

/** JSON: for one time its trains, for several times a list for each. */
async function answerPositions(
  ctx: Context,
  timetable_id: number,
  {
    parameters,
    times,
  }: { readonly parameters: DatedParameters; readonly times: readonly number[] },
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

export const POSITION_ENDPOINTS = [
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/positions",
    summary: "Where the trains of a timetable are on the map at a time, or at several",
    params: v.object({ timetable_id: pathId }),
    query: PositionQuery,
    answer: okText(TrainPositions),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const times = listTimes(query);
      const parameters = readDatedParameters(query);
      return await answerPositions(ctx, timetable_id, { parameters, times });
    },
  }),
  endpoint({
    method: "get",
    path: "/timetable/:timetable_id/occupied_zones",
    summary: "The zones that trains of a timetable are in, or that are kept for them, at a time",
    params: v.object({ timetable_id: pathId }),
    query: HeldZoneQuery,
    answer: okTextOrFile(HeldZones, PARQUET_TYPE),
    access: ofComputedTimetable,
    errors: [...SIMULATION_ERRORS, ...DATE_ERRORS, "TooManyItems"],
    handle: async (ctx, { params: { timetable_id }, query }) => {
      const parameters = readDatedParameters(query);
      const zones = await answerHeldZones(ctx, timetable_id, { parameters, at: query.at });
      return await asAsked(ctx, zones, { format: query.format, table: "held_zones" });
    },
  }),
];
