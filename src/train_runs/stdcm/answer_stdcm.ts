/**
 * The handler of short term path requests. One order for all: faults of the request first, the cheapest
 * checks before others; then the train alone, the times that follow from it, and the search.
 */
import { infraNotFound } from "../../network/infra/infra.errors.ts";
import { getInfra } from "../../network/infra/infra.queries.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { AppError } from "../../platform/http/errors.ts";
import { absentResource } from "../../platform/http/resource_errors.ts";
import { printObject, raw } from "../../platform/raw_json.ts";
import { getTimetable } from "../../timetable/timetable/timetable.queries.ts";
import { getRollingStock } from "../../vehicles/rolling_stock/rolling_stock.queries.ts";
import { readWorkGroup } from "../conflict/timetable_conflicts.ts";
import { openSimulationSetup } from "../simulation/setup.ts";
import { tellUnplaced } from "../simulation/tell_unplaced.ts";
import { type RequestConsist, readConsist } from "./consist.ts";
import { Fitting } from "./fit_in.ts";
import { runReferenceTrain } from "./reference_train.ts";
import { readSearchTimes } from "./search_times.ts";
import type { StdcmRequest } from "./stdcm.schemas.ts";
import { readTaken } from "./taken_timetable.ts";

/* The time that a short term request's search has, which is its own: checks and the network are not counted. */

/** After so much of its time the best train that a search has found is answered, or else the first that it finds. */
const SEARCHED_SHARE = 0.9;

/** What ends a search. */
export interface SearchEnd {
  /** The caller has left or the deadline has passed. */
  readonly signal: AbortSignal;
  /** One Int32, 1 when the best train so far is good enough. */
  readonly is_over: SharedArrayBuffer;
}

/** Runs until the caller leaves or the search's own deadline has passed. */
export async function withinDeadline<Value>(
  { services, signal }: Pick<Context, "services" | "signal">,
  run: (end: SearchEnd) => Promise<Value>,
): Promise<Value> {
  const overdue = new AbortController();
  const is_over = new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT);
  const { stdcm_deadline_ms } = services.config.limits;
  const closing = setTimeout(
    () => Atomics.store(new Int32Array(is_over), 0, 1),
    SEARCHED_SHARE * stdcm_deadline_ms,
  );
  const timer = setTimeout(
    () => overdue.abort(new AppError("DeadlineExceeded", "The search took too long")),
    stdcm_deadline_ms,
  );
  try {
    return await run({ signal: AbortSignal.any([signal, overdue.signal]), is_over });
  } finally {
    clearTimeout(closing);
    clearTimeout(timer);
  }
}

interface Target {
  readonly timetable_id: number;
  readonly infra_id: number;
}

export async function answerStdcm(
  ctx: Context,
  target: Target,
  request: StdcmRequest,
): Promise<JsonText> {
  const consist = await checkRequest(ctx, target, request);
  checkStops(request);
  const setup = await openSimulationSetup(
    ctx,
    {
      infra_id: target.infra_id,
      electrical_profile_set_id: request.electrical_profile_set_id,
      temporary_speed_limit_group_id: request.temporary_speed_limit_group_id,
    },
    { priority: "interactive", area: "StdcmInfraNotFound" },
  );
  const works = await readWorkGroup(ctx.services.db, request.work_schedule_group_id);
  await tellUnplaced(ctx, setup, works);
  return await withinDeadline(ctx, async ({ signal, is_over }) => {
    const own = { ...setup, signal };
    const reference = await runReferenceTrain(own, request, consist);
    if ("error" in reference) {
      return {
        json: printObject({
          status: "preprocessing_simulation_error",
          error: raw(reference.error),
        }),
      };
    }
    const times = readSearchTimes(request, reference.outcome.provisional.time_ms);
    const question = { timetable_id: target.timetable_id, setup: own, works };
    const taken = await readTaken(ctx, question);
    const search = { setup: own, request, consist, reference, times, taken, is_over };
    return { json: await new Fitting(search).answer() };
  });
}

/** Throws for what does not exist or the caller may not read, and for an impossible train. */
async function checkRequest(
  ctx: Context,
  { timetable_id, infra_id }: Target,
  request: StdcmRequest,
): Promise<RequestConsist> {
  const { db } = ctx.services;
  const { rolling_stock_id } = request;
  if ((await getTimetable(db, timetable_id)) === null) {
    throw absentResource("timetable", timetable_id, "StdcmTimetableNotFound");
  }
  if ((await getInfra(db, infra_id)) === null) throw infraNotFound(infra_id, "StdcmInfraNotFound");
  const stored = await getRollingStock(db, rolling_stock_id);
  if (stored === null) {
    const message = `Rolling stock '${rolling_stock_id}', could not be found`;
    throw new AppError("StdcmRollingStockNotFound", message, { rolling_stock_id });
  }
  await ctx.require({ rolling_stock_collection: [stored.collection_id] });
  return readConsist(stored.json, request);
}

function checkStops({ steps }: StdcmRequest): void {
  const last = steps.length - 1;
  if (steps[last]?.duration === null) {
    const path = `/steps/${last}/duration`;
    throw new AppError("StdcmMissingLastStop", "The last step has no stop", { path });
  }
  const timed = steps.findIndex((step) => step.timing_data !== null && step.duration === null);
  if (timed === -1) return;
  const path = `/steps/${timed}/duration`;
  throw new AppError("StdcmTimingWithoutStop", "A step with a planned time has no stop", { path });
}
