/**
 * Fits a train in among all trains of the timetable, and answers with it and the body that creates it, or
 * with the trains in its way.
 */
import { TRIED_FROM } from "../../../workers/engine/conflicts/occupancy.ts";
import type { TaskInput, TaskOutput } from "../../../workers/tasks.ts";
import { fallbacksOf } from "../../network/speed_limit_tag/speed_limit_tags.ts";
import { AppError } from "../../platform/http/errors.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { printDateTime } from "../../railway/iso8601.ts";
import { readMarginValue } from "../../railway/margin_text.ts";
import { toPathItem } from "../../railway/waypoint.schemas.ts";
import type { TrainSchedule } from "../../timetable/train_schedule/train_schedule.schemas.ts";
import { unlessTooMany } from "../conflict/conflict.errors.ts";
import { orderOf } from "../conflict/planned_trains.ts";
import { NO_SLOTS, type PlannedTrain, SlotPlan } from "../conflict/slot_plan.ts";
import { describePath } from "../path/path_texts.ts";
import { runTask } from "../path/setup.ts";
import { computeOne } from "../simulation/compute_trains.ts";
import type { SimulationSetup } from "../simulation/setup.ts";
import type { RequestConsist } from "./consist.ts";
import {
  type Fit,
  type FittedTrain,
  findLateness,
  listBodies,
  listOffsets,
  moveArrivals,
} from "./kept_train.ts";
import type { ReferenceTrain } from "./reference_train.ts";
import { placeAlone, readPlannedTime, type SearchTimes } from "./search_times.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";
import type { TakenTimetable } from "./taken_timetable.ts";

/** Everything that a search depends on. */
export interface FitRequest {
  readonly setup: SimulationSetup;
  readonly request: StdcmRequest;
  readonly consist: RequestConsist;
  readonly reference: ReferenceTrain;
  readonly times: SearchTimes;
  readonly taken: TakenTimetable;
  /** One Int32, 1 when the best train so far is good enough. */
  readonly is_over: SharedArrayBuffer;
}

interface Window {
  readonly from_ms: number;
  readonly until_ms: number;
}

/** The answered run is that of the stored train, to this; a train that is held to its times is tried so often. */
const STORED_MS = 900;
const STORED_TRIES = 5;
const ALWAYS = { from_ms: -Infinity, until_ms: Infinity };
/** No stored train has this id. */
const FITTED_ORDER = orderOf("train_schedule", TRIED_FROM);

type Outcome = Extract<
  TaskOutput<"fit_train">,
  { readonly kind: "success" | "path_not_found" | "work_limit" }
>;

export class Fitting {
  readonly #search: FitRequest;

  constructor(search: FitRequest) {
    this.#search = search;
  }

  /** The answer as JSON text. */
  async answer(): Promise<string> {
    const { setup, reference, taken } = this.#search;
    const outcome = await this.#fit(taken);
    if (outcome.kind === "success") return await this.#print(outcome);
    if (outcome.kind === "work_limit") {
      throw new AppError("DeadlineExceeded", "The search would take too much memory");
    }
    // If it also fails on an empty network, no train is in the way.
    const is_hopeless = (await this.#fit(null)).kind === "path_not_found";
    const conflicts = is_hopeless ? "[]" : await this.#listObstacles();
    if (conflicts === "[]") return JSON.stringify({ status: "path_not_found" });
    const path = await describePath(setup, reference.path);
    return printObject({
      status: "conflicts",
      pathfinding_result: raw(path),
      conflicts: raw(conflicts),
    });
  }

  async #fit(others: TakenTimetable | null): Promise<Outcome> {
    const { setup, request, consist, times, is_over } = this.#search;
    const { limits, profiles, tags } = setup;
    const { speed_limit_tags: speed_limit_tag, margin } = request;
    const input: Omit<TaskInput<"fit_train">, "infra"> = {
      steps: request.steps.map(readStep),
      stock: consist.train.physics,
      path_stock: consist.train.path,
      comfort: request.comfort,
      speed_limit_tag,
      fallback_tags: fallbacksOf(tags, speed_limit_tag),
      margin: margin === null ? null : readMarginValue(margin),
      is_exact: setup.services.config.run_accuracy === "exact",
      start_ms: times.earliest_departure_ms,
      maximum_departure_delay_ms: times.maximum_departure_delay_ms,
      maximum_run_time_ms: times.maximum_run_time_ms,
      time_gap_before_ms: request.time_gap_before ?? 0,
      time_gap_after_ms: request.time_gap_after ?? 0,
      memory_bytes: setup.services.config.limits.stdcm_memory_bytes,
      is_over,
      others: others && { occupancy: others.version.occupancy, taken: others.taken },
      ...(limits === null ? {} : { limits }),
      ...(profiles === null ? {} : { profiles }),
    };
    const outcome = await runTask({ ...setup, priority: "batch" }, "fit_train", input);
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

  async #print(train: FittedTrain): Promise<string> {
    const { setup } = this.#search;
    const { path, packed, requirements, departure_ms } = train;
    const input = { path, packed, requirements, offsets_mm: listOffsets(train) };
    const described = await runTask(setup, "describe_fit", input);
    const kept = await this.#findBody({ train, described });
    return printObject({
      status: "success",
      simulation: raw(described.simulation),
      path: raw(described.path),
      departure_time: printDateTime(departure_ms),
      train_schedule: kept,
    });
  }

  /** The body that creates the train; null when none runs as answered, or without a conflict. */
  async #findBody(fit: Fit): Promise<TrainSchedule | null> {
    const { request, consist } = this.#search;
    const holds_times = consist.stock !== consist.train;
    for (const body of listBodies(request, fit, { name: consist.stock.name, holds_times })) {
      const stored = await this.#findStored(fit, body);
      if (stored !== null) return stored;
    }
    return null;
  }

  /**
   * A body that runs as the answer tells: of a lighter train that is held to its times, which runs meet but for
   * seconds, arrivals are asked for by what they are missed. Null: it runs over other tracks, in conflict, or
   * at other times.
   */
  async #findStored(fit: Fit, body: TrainSchedule): Promise<TrainSchedule | null> {
    const { setup, consist } = this.#search;
    const stocks = { find: () => consist.stock };
    const start_ms = fit.train.departure_ms;
    let train = body;
    for (let tries = 0; tries < STORED_TRIES; tries++) {
      const computed = await computeOne(setup, { train, start_ms }, stocks);
      if (computed.kind !== "success") return null;
      const { final, requirements } = computed.outcome;
      const late_ms = findLateness(fit, body, final.item_times_ms);
      if ([...late_ms.values()].every((one) => Math.abs(one) <= STORED_MS)) {
        const tracks = tracksOf(await describePath(setup, computed.path));
        if (tracks !== tracksOf(fit.described.path)) return null;
        const is_free = (await this.#listConflicts({ start_ms, requirements }, ALWAYS)) === "[]";
        return is_free ? train : null;
      }
      train = moveArrivals(train, late_ms);
    }
    return null;
  }

  /** The conflicts of the reference train within the window, as JSON text. */
  async #listObstacles(): Promise<string> {
    const { request, reference, times } = this.#search;
    const { provisional, requirements } = reference.outcome;
    const start_ms = placeAlone(request, provisional.item_times_ms);
    const window = { from_ms: times.earliest_departure_ms, until_ms: times.latest_end_ms };
    return await this.#listConflicts({ start_ms, requirements }, window);
  }

  /** Conflicts of one train with others and with the works of a time, as JSON text; it is not named itself. */
  async #listConflicts(
    train: Pick<PlannedTrain, "start_ms" | "requirements">,
    window: Window,
  ): Promise<string> {
    const { setup, taken, consist } = this.#search;
    const { version, hidden_slots } = taken;
    const plan = new SlotPlan(version);
    const planned = {
      ...train,
      stock_name: consist.stock.name,
      identity: "",
      ordinal: 0,
      name: "",
    };
    plan.change(FITTED_ORDER, NO_SLOTS, [planned]);
    const listed = await plan.run(setup, "list_obstacles", { hidden_slots, ...window });
    return unlessTooMany(listed).json;
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

/** The tracks of a path that a worker has printed; rare enough to be parsed again. */
function tracksOf(path: string): string {
  const { track_section_ranges } = JSON.parse(path) as { readonly track_section_ranges: unknown };
  return JSON.stringify(track_section_ranges);
}
