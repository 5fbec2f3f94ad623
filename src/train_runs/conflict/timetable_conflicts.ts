/**
 * The handler of conflicts. Trains are read by pages, so that a timetable of any size needs the memory
 * of a few; what stays of a train is its start and a buffer that equal trains share.
 */

import { workScheduleGroupNotFound } from "../../network/work_schedule/work_schedule.errors.ts";
import { getWorkScheduleGroup } from "../../network/work_schedule/work_schedule.queries.ts";
import type { Database } from "../../platform/db/client.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { openTimetable } from "../../timetable/timetable/open_timetable.ts";
import { openSimulationScope, type SimulationParameters } from "../simulation/scope.ts";
import { detectConflicts } from "./detect_conflicts.ts";
import { pageTrains } from "./train_pages.ts";

/** The conflicts of a timetable on an infrastructure, among trains and with the works of a group. */
export async function answerConflicts(
  ctx: Context,
  timetable_id: number,
  {
    work_schedule_group_id,
    ...parameters
  }: SimulationParameters & { readonly work_schedule_group_id: number | null },
): Promise<JsonText> {
  // All rights are asked for before anything is computed.
  const { stocks } = await openTimetable(ctx, timetable_id);
  const options = { priority: "batch", area: "TimetableInfraNotFound" } as const;
  const scope = await openSimulationScope(ctx, parameters, options);
  const works = await readWorks(ctx.services.db, work_schedule_group_id);
  const pages = pageTrains(ctx, timetable_id);
  return { json: await detectConflicts(scope, stocks, { pages, works }) };
}

/** Null: no group was named. */
async function readWorks(db: Database, group_id: number | null): Promise<string | null> {
  if (group_id === null) return null;
  const group = await getWorkScheduleGroup(db, group_id);
  if (group === null) throw workScheduleGroupNotFound(group_id);
  return group.works;
}
