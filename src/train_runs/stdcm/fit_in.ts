/**
 * Fits a train in among all trains of the timetable, and answers with it and the body that creates it, or
 * with the trains in its way. Trains are simulated as for conflicts, from cached results; those that the
 * caller may not read occupy tracks as others do, but are not named.
 */

import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { fallbacksOf } from "../../network/speed_limit_tag/speed_limit_tags.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { readMarginValue } from "../../railway/margin_text.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { detectAmong, packRequirements, type RunningTrain } from "../conflict/detect_conflicts.ts";
import { describePath } from "../path/describe_path.ts";
import { computeDepartures } from "../simulation/compute_trains.ts";
import type { SimulationSetup } from "../simulation/simulate_trains.ts";
import type { RequestConsist } from "./consist.ts";
import { type Fit, type FittedTrain, listBodies, listOffsets } from "./kept_train.ts";
import type { ReferenceTrain } from "./reference_train.ts";
import { placeAlone, readPlannedTime, type SearchTimes } from "./search_times.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";

/** Everything that a search depends on. */
export interface FitRequest {
  readonly setup: SimulationSetup;
  readonly request: StdcmRequest;
  readonly consist: RequestConsist;
  readonly reference: ReferenceTrain;
  readonly times: SearchTimes;
  /** All that run, train schedules first. */
  readonly trains: readonly RunningTrain[];
  /** JSON text of a list of works; null: none. */
  readonly works: string | null;
}

interface Window {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** An owner that is never named. */
const NOBODY = { kind: "occurrence", id: 0, identity: "", ordinal: 0, json: "" } as const;
const NOTHING_TAKEN = packRequirements([]);

/** The answer as JSON text. */
export async function fitIn(search: FitRequest): Promise<string> {
  const { trains, works } = search;
  const outcome = await runSearch(search, trains, works);
  if (outcome.kind === "success") return await printSuccess(search, outcome);
  if (outcome.kind === "work_limit") {
    throw new AppError("DeadlineExceeded", "The search would take too much work");
  }
  // If it also fails on an empty network, no train is in the way.
  const is_hopeless = (await runSearch(search, [], null)).kind === "path_not_found";
  const conflicts = is_hopeless ? "[]" : await listObstacles(search);
  if (conflicts === "[]") return JSON.stringify({ status: "path_not_found" });
  const path = await describePath(search.setup, search.reference.path);
  return `{"status":"conflicts","pathfinding_result":${path},"conflicts":${conflicts}}`;
}

type Outcome = Extract<
  TaskOutput<"fit_train">,
  { readonly kind: "success" | "path_not_found" | "work_limit" }
>;

async function runSearch(
  { setup, request, consist, times }: FitRequest,
  trains: readonly RunningTrain[],
  works: string | null,
): Promise<Outcome> {
  const { services, signal, share, infra, limits, profiles, tags } = setup;
  const { speed_limit_tags: speed_limit_tag, margin } = request;
  const input: TaskInput<"fit_train"> = {
    infra,
    steps: request.steps.map(readStep),
    stock: consist.train.physics,
    path_stock: consist.train.path,
    comfort: request.comfort,
    speed_limit_tag,
    fallback_tags: fallbacksOf(tags, speed_limit_tag),
    margin: margin === null ? null : readMarginValue(margin),
    start_ms: times.earliest_departure_ms,
    maximum_departure_delay_ms: times.maximum_departure_delay_ms,
    maximum_run_time_ms: times.maximum_run_time_ms,
    time_gap_before_ms: request.time_gap_before ?? 0,
    time_gap_after_ms: request.time_gap_after ?? 0,
    timetable: trains.length === 0 ? NOTHING_TAKEN : packRequirements(trains),
    ...(works === null ? {} : { works }),
    ...(limits === null ? {} : { limits: limits.group }),
    ...(profiles === null ? {} : { profiles }),
  };
  const options = { share, signal, priority: "batch" } as const;
  const outcome = await services.compute.run("fit_train", input, options);
  switch (outcome.kind) {
    case "success":
    case "path_not_found":
    case "work_limit":
      return outcome;
    case "invalid_path_items":
    case "invalid_request":
      throw new Error(`a request that was checked is refused: ${JSON.stringify(outcome)}`);
  }
}

/** A stop of no length without a planned time: the train passes. */
function readStep(
  step: StdcmRequest["steps"][number],
  index: number,
  { length }: { readonly length: number },
): TaskInput<"fit_train">["steps"][number] {
  const planned = readPlannedTime(step);
  const { duration, location } = step;
  const is_via = index > 0 && index < length - 1;
  const passes = is_via && planned === null && duration === 0;
  return { locations: [toPathItem(location)], stop_ms: passes ? null : duration, planned };
}

async function printSuccess(search: FitRequest, train: FittedTrain): Promise<string> {
  const { infra, services, signal, share, priority } = search.setup;
  const { path, packed, requirements, departure_ms } = train;
  const input = { infra, path, packed, requirements, offsets_mm: listOffsets(train) };
  const options = { share, signal, priority };
  const described = await services.compute.run("describe_fit", input, options);
  const kept = await findBody(search, { train, described });
  return (
    `{"status":"success","simulation":${described.simulation},"path":${described.path},` +
    `"departure_time":"${printDateTime(departure_ms)}","train_schedule":${JSON.stringify(kept)}}`
  );
}

/** The body that creates the train; null when none runs over its tracks without a conflict. */
async function findBody(search: FitRequest, fit: Fit): Promise<TrainSchedule | null> {
  const { setup, request, consist } = search;
  const stocks = { find: () => consist.stock };
  const holds_times = consist.stock !== consist.train;
  const start_ms = fit.train.departure_ms;
  for (const train of listBodies(request, fit, { name: consist.name, holds_times })) {
    const [computed] = await computeDepartures(setup, [{ train, start_ms }], stocks);
    if (computed?.kind !== "simulated" || computed.outcome.kind !== "success") continue;
    if (tracksOf(await describePath(setup, computed.path)) !== tracksOf(fit.described.path))
      continue;
    const { requirements, final } = computed.outcome;
    const kept = { owner: NOBODY, start_ms, end_ms: start_ms + final.time_ms, requirements };
    const always = { from_ms: -Infinity, until_ms: Infinity };
    if ((await listConflictsOf(search, kept, search.trains, always)) === "[]") return train;
  }
  return null;
}

/** The tracks of a path that a worker has printed; rare enough to be parsed again. */
function tracksOf(path: string): string {
  const { track_section_ranges } = JSON.parse(path) as { readonly track_section_ranges: unknown };
  return JSON.stringify(track_section_ranges);
}

/** The conflicts of the reference train within the window, as JSON text. */
async function listObstacles(search: FitRequest): Promise<string> {
  const { request, reference, times, trains } = search;
  const { provisional, final, requirements } = reference.outcome;
  const start_ms = placeAlone(request, provisional.item_times_ms);
  const alone = { owner: NOBODY, start_ms, end_ms: start_ms + final.time_ms, requirements };
  const window = { from_ms: times.earliest_departure_ms, until_ms: times.latest_end_ms };
  const near = trains.filter((one) => touches(one, window));
  return await listConflictsOf(search, alone, near, window);
}

/** Conflicts of one train with others and with the works, as JSON text; it is not named itself. */
async function listConflictsOf(
  { setup, works }: FitRequest,
  train: RunningTrain,
  others: readonly RunningTrain[],
  window: Window,
): Promise<string> {
  const of_train = { index: others.length, ...window };
  return new TextDecoder().decode(
    await detectAmong(setup, [...others, train], { works, of_train }),
  );
}

function touches({ start_ms, end_ms }: RunningTrain, { from_ms, until_ms }: Window): boolean {
  return start_ms <= until_ms && end_ms >= from_ms;
}
