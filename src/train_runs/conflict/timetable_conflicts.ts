/** Conflicts of a timetable: their inputs, and the handler (interface.md 11.1). */
import type * as v from "valibot";
import { workScheduleGroupNotFound } from "../../network/work_schedule/work_schedule.errors.ts";
import { getWorkScheduleGroup } from "../../network/work_schedule/work_schedule.queries.ts";
import type { Database } from "../../platform/db/client.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { together } from "../../platform/together.ts";
import { openDateIf } from "../../timetable/calendar/asked_date.ts";
import { timetableNotFound } from "../../timetable/timetable/timetable.errors.ts";
import { RequestStocks } from "../../vehicles/rolling_stock/request_stocks.ts";
import type { SetupOptions } from "../path/setup.ts";
import {
  DATE_ERRORS,
  type DatedParameters,
  openSimulationSetup,
  readDatedParameters,
  SIMULATION_ERRORS,
} from "../simulation/setup.ts";
import { tellUnplaced } from "../simulation/tell_unplaced.ts";
import type { ConflictQuery } from "./conflict.schemas.ts";
import type { ConflictQuestion } from "./kept_trains.ts";
import { learnStocks } from "./known_stocks.ts";
import { readKept } from "./read_kept.ts";

/** The conflicts of a timetable on an infrastructure, between trains and with the works of a group. */
export async function answerConflicts(
  ctx: Context,
  timetable_id: number,
  parameters: ConflictParameters,
): Promise<JsonText> {
  const question = await openConflicts(ctx, timetable_id, { ...parameters, priority: "batch" });
  return { json: await readKept(question, async (kept) => kept.list(question.setup)) };
}

/** What conflicts depend on besides the trains. */
export interface ConflictParameters extends DatedParameters {
  readonly work_schedule_group_id: number | null;
}

export const CONFLICT_ERRORS = [
  "TimetableTooManyConflicts",
  "TooManyItems",
  ...SIMULATION_ERRORS,
  ...DATE_ERRORS,
  "WorkScheduleGroupNotFound",
] as const;

/** The parameters of a query. */
export function readConflictParameters(
  query: v.InferOutput<typeof ConflictQuery> & { readonly date?: string | undefined },
): ConflictParameters {
  const { work_schedule_group_id = null } = query;
  return { ...readDatedParameters(query), work_schedule_group_id };
}

/**
 * Reads all inputs, concurrently as far as possible: each statement that waits for another delays
 * every answer. Throws Forbidden first, then not found.
 */
export async function openConflicts(
  ctx: Context,
  timetable_id: number,
  {
    work_schedule_group_id,
    priority,
    date,
    ...parameters
  }: ConflictParameters & Pick<SetupOptions, "priority">,
): Promise<ConflictQuestion> {
  const { db } = ctx.services;
  const stocks = new RequestStocks(ctx);
  const allowed = learnStocks(ctx, timetable_id, stocks).then((learnt) => {
    if (learnt === null) throw timetableNotFound(timetable_id);
    return learnt;
  });
  const [known, on, setup, works] = await together([
    allowed,
    allowed.then(async () => await openDateIf(db, timetable_id, date)),
    openSimulationSetup(ctx, parameters, { priority, area: "TimetableInfraNotFound", allowed }),
    readWorkGroup(db, work_schedule_group_id),
  ]);
  await tellUnplaced(ctx, setup, works);
  return { timetable_id, ...known, setup, stocks, works, on };
}

/** Null if no group is given. */
export async function readWorkGroup(db: Database, group_id: number | null): Promise<string | null> {
  if (group_id === null) return null;
  const group = await getWorkScheduleGroup(db, group_id);
  if (group === null) throw workScheduleGroupNotFound(group_id);
  return group.works;
}
