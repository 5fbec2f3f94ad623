/**
 * The handler of conflicts. Trains are read by pages, so that a timetable of any size needs the memory
 * of a few; what stays of a train is its start and a buffer that equal trains share.
 */

import { workScheduleGroupNotFound } from "../../network/work_schedule/work_schedule.errors.ts";
import { getWorkScheduleGroup } from "../../network/work_schedule/work_schedule.queries.ts";
import type { Database } from "../../platform/db/client.ts";
import type { Context, JsonText } from "../../platform/http/endpoint.ts";
import { mapInTurns } from "../../platform/turns.ts";
import { datetimeMs } from "../../railway/iso8601.ts";
import { openTimetable } from "../../timetable/timetable/open_timetable.ts";
import { pageRecords } from "../../timetable/timetable/record_pages.ts";
import { tooManyTrains } from "../../timetable/train_schedule/train_schedule.errors.ts";
import {
  listRecordsOfTimetable,
  parseTrainSchedule,
} from "../../timetable/train_schedule/train_schedule.queries.ts";
import { openSimulationScope, type SimulationParameters } from "../simulation/scope.ts";
import { detectConflicts, type EffectiveTrain } from "./detect_conflicts.ts";
import { pageOccurrences } from "./occurrence_pages.ts";

const PAGE_TRAINS = 500;

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
export async function readWorks(db: Database, group_id: number | null): Promise<string | null> {
  if (group_id === null) return null;
  const group = await getWorkScheduleGroup(db, group_id);
  if (group === null) throw workScheduleGroupNotFound(group_id);
  return group.works;
}

/** All trains of a timetable: its train schedules, then what its paced trains stand for. */
export async function* pageTrains(
  { services, signal }: Pick<Context, "services" | "signal">,
  timetable_id: number,
): AsyncGenerator<readonly EffectiveTrain[]> {
  const { conflict_trains } = services.config.limits;
  let count = 0;
  for (const pages of [
    pageTrainSchedules(services.db, timetable_id, signal),
    pageOccurrences(services.db, timetable_id, signal),
  ]) {
    for await (const page of pages) {
      count += page.length;
      if (count > conflict_trains) throw tooManyTrains(count, conflict_trains);
      yield page;
    }
  }
}

/** The train schedules of a timetable by id, page by page. */
async function* pageTrainSchedules(
  db: Database,
  timetable_id: number,
  signal: AbortSignal,
): AsyncGenerator<readonly EffectiveTrain[]> {
  const pages = pageRecords(
    async (page) => listRecordsOfTimetable(db, timetable_id, page),
    PAGE_TRAINS,
  );
  for await (const rows of pages) {
    yield await mapInTurns(rows, signal, ({ id, record }) => {
      const train = parseTrainSchedule(record);
      const owner = { kind: "train_schedule", id } as const;
      return { owner, train, start_ms: datetimeMs(train.start_time) };
    });
  }
}
